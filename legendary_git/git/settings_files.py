"""The `legendary.*` keys of git's configuration, for those who cannot start git to see that there are none."""

from __future__ import annotations

import os

from legendary_git.git.disk_bytes import read_git_file
from legendary_git.git.nearest import Nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_TELLING = ("[legendary]", '[legendary "', "[include")
_MOST_DIGITS = 100
_FROM_ENVIRONMENT = ("GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS")


def may_have_settings(near: Nearest, environ: Mapping[str, str]) -> bool:
    """Whether git has to be asked: any of its files names our section, or another file.

    The files are those of git-config(1), "FILES"; the system's is looked for in /etc alone.
    """
    if any(environ.get(name) for name in _FROM_ENVIRONMENT):
        return True
    return any(
        word in text for path in _files(near, environ) if (text := read_git_file(path).lower()) for word in _TELLING
    )


class Unreadable(ValueError):
    """A key has a value that git cannot read as what the key is for."""


def find_boolean(settings: Mapping[str, str], name: str) -> bool | None:
    """What a key says, as git reads a boolean; None where it is not set. Raises Unreadable.

    The words are those of git-config(1), "VALUES"; any other whole number than 0 says yes.
    """
    said = settings.get(name.lower())
    if said is None:
        return None
    word = said.strip().lower()
    if word in ("true", "yes", "on"):
        return True
    return False if word in ("false", "no", "off", "") else _number(word) != 0


def find_number(settings: Mapping[str, str], name: str) -> int | None:
    """The whole number of a key, from 0 on, as git reads it (`4k` are 4096); None where it is not set.

    Raises Unreadable.
    """
    said = settings.get(name.lower())
    if said is None:
        return None
    found = _number(said.strip().lower())
    if found < 0:
        raise Unreadable
    return found


def _number(word: str) -> int:
    scale = {"k": 10, "m": 20, "g": 30}.get(word[-1:], 0)
    digits = word[:-1] if scale else word
    sign = -1 if digits.startswith("-") else 1
    digits = digits.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > _MOST_DIGITS:
        raise Unreadable
    return sign * int(digits) << scale


def _files(near: Nearest, environ: Mapping[str, str]) -> Iterator[str]:
    yield os.path.join(near.common_dir, "config")
    yield os.path.join(near.git_dir, "config.worktree")
    home = environ.get("HOME", "")
    if environ.get("GIT_CONFIG_GLOBAL") is not None:
        yield environ["GIT_CONFIG_GLOBAL"]
    else:
        yield os.path.join(home, ".gitconfig")
        yield os.path.join(environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config"), "git", "config")
    if environ.get("GIT_CONFIG_SYSTEM") is not None:
        yield environ["GIT_CONFIG_SYSTEM"]
    elif not environ.get("GIT_CONFIG_NOSYSTEM"):
        yield "/etc/gitconfig"
