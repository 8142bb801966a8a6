"""The text of `.legendary/config.toml`, read so that nothing that stands in its place can make a reader wait.

It comes with the repository, from whoever could commit; every push of a session reads it.
"""

from __future__ import annotations

import os

from legendary_git.errors import ConfigError
from legendary_git.git.disk_bytes import TooLarge, read_regular
from legendary_git.store.places import CONFIG

MOST_BYTES = 64 * 1024
MOST_IN_A_LINE = 1_000
"""Characters. The TOML parser takes time with the square of a key's parts."""


def load_team_settings(root: str | os.PathLike[str]) -> str | None:
    """The file's text; None where there is none, or its folder is a link, below which nothing is read.

    Raises ConfigError for what cannot, or should not, be read.
    """
    abs_path = os.path.join(root, CONFIG)
    if os.path.islink(os.path.dirname(abs_path)):
        return None
    try:
        data = read_regular(abs_path)
    except TooLarge:
        data = b" " * (MOST_BYTES + 1)
    if data is None:
        if not os.path.lexists(abs_path):
            return None
        raise ConfigError(f"{CONFIG} cannot be read", "make it a readable file, and no link")
    return decode_team_settings(data)


def decode_team_settings(data: bytes) -> str:
    """The text of the file's bytes. Raises ConfigError where it is too long, or not UTF-8."""
    if len(data) > MOST_BYTES or any(len(line) > MOST_IN_A_LINE for line in data.split(b"\n")):
        most = f"{MOST_BYTES // 1024} KB, and lines of {MOST_IN_A_LINE} characters"
        raise ConfigError(f"{CONFIG} is too long: at most {most} are read", "leave in it what is set")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise ConfigError(f"{CONFIG} cannot be read: it is not UTF-8", "make it a readable UTF-8 file") from None
