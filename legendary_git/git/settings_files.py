"""The `legendary.*` keys of git's configuration, for those who cannot start git to see that there are none."""

from __future__ import annotations

import os

from legendary_git.git.nearest import Nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_TELLING = ("[legendary]", '[legendary "', "[include")
_FROM_ENVIRONMENT = ("GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS")


def may_have_settings(near: Nearest, environ: Mapping[str, str]) -> bool:
    """Whether git has to be asked: any of its files names our section, or another file.

    The files are those of git-config(1), "FILES"; the system's is looked for in /etc alone.
    """
    if any(environ.get(name) for name in _FROM_ENVIRONMENT):
        return True
    return any(word in text for path in _files(near, environ) if (text := _read(path)) for word in _TELLING)


def is_yes(settings: Mapping[str, str], name: str) -> bool:
    """Whether a key says yes, as git reads a boolean."""
    return settings.get(name.lower(), "").strip().lower() in ("true", "yes", "on", "1")


def find_number(settings: Mapping[str, str], name: str) -> int | None:
    """The whole number of a key; None where it has none."""
    said = settings.get(name.lower(), "").strip()
    return int(said) if said.isascii() and said.isdigit() else None


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


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.read().lower()
    except OSError:
        return ""
