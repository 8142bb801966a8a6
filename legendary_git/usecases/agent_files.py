"""What an agent is given, file by file: each can be put in place, told apart from what others wrote, and taken away."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from enum import Enum
from importlib.resources import files
from pathlib import Path
from typing import ParamSpec, TypeVar

from legendary_git.domain.values import dataclass
from legendary_git.errors import AgentRefused
from legendary_git.store.json_text import JsonFault
from legendary_git.store.marked_block import BlockFault, find_block, with_block, without_block
from legendary_git.usecases.agent_hooks import (
    NotThere,
    found_hooks,
    has_hooks,
    new_settings,
    wanted_hooks,
    with_hooks,
    without_hooks,
)
from legendary_git.usecases.agent_hosts import AgentHost

_P = ParamSpec("_P")
_R = TypeVar("_R")
_SEAL = re.compile(r"legendary-git wrote this, as (?P<digest>[0-9a-f]{16})\b.*")


class FileState(Enum):
    """How a file is, beside what we would make of it."""

    ABSENT = "absent"
    CURRENT = "current"
    OTHER = "of another version"
    EDITED = "edited"


@dataclass(frozen=True, slots=True)
class AgentFile:
    """One file of an agent: `put` makes its new text of its present one, `take` its text without us.

    None is a file that is not there.
    """

    path: Path
    put: Callable[[str | None], str]
    take: Callable[[str], str | None]
    is_ours: Callable[[str], bool]

    def state(self, text: str | None) -> FileState:
        """Raises AgentRefused where the file cannot be understood."""
        if text is None or not self.is_ours(text):
            return FileState.ABSENT
        if self.take(text) == text:
            return FileState.EDITED
        return FileState.CURRENT if self.put(text) == text else FileState.OTHER


def settings_file(path: Path, host: AgentHost, *, with_prompt: bool) -> AgentFile:
    """The host's settings, in which other things stand as well.

    Where somebody has asked to be told at prompts already, that stays: others share the file.
    """
    wanted = wanted_hooks(host, with_prompt=with_prompt)
    more = wanted_hooks(host, with_prompt=True)

    def put(text: str | None) -> str:
        if text is None:
            return new_settings(host, wanted)
        return with_hooks(text, host, more if found_hooks(text).keys() == more.keys() else wanted)

    return AgentFile(path, _refusing(path, put), _refusing(path, without_hooks), _refusing(path, has_hooks))


def own_file(path: Path, text: str, comment: str = "<!-- {} -->") -> AgentFile:
    """A file of ours alone. Once somebody has edited it, it is his, and stays as it is."""
    sealed = seal(text, comment)

    def put(found: str | None) -> str:
        if found is None or (is_sealed(found) and _unix(found) != sealed):
            return sealed
        return found

    return AgentFile(
        path, put, lambda found: None if is_sealed(found) else found, lambda found: bool(_find_seal(found))
    )


def block_file(path: Path, body: str) -> AgentFile:
    """A text of other people, with a block of ours at its end."""

    def put(text: str | None) -> str:
        return with_block(text, body)

    return AgentFile(
        path,
        _refusing(path, put),
        _refusing(path, without_block),
        _refusing(path, lambda text: find_block(text) is not None),
    )


def load_text(name: str) -> str:
    """A text that comes with the package."""
    return (files("legendary_git") / "agents" / "texts" / name).read_text(encoding="utf-8")


def seal(text: str, comment: str) -> str:
    """The text, and at its end a comment that says whether it is still as we wrote it."""
    note = f"legendary-git wrote this, as {_digest(text)}; once it is edited, it is yours"
    return text + comment.format(note) + "\n"


def is_sealed(text: str) -> bool:
    """Whether it is, to the byte, as some version of ours wrote it."""
    text = _unix(text)
    found = _find_seal(text)
    if found is None:
        return False
    start = text.rfind("\n", 0, found.start()) + 1
    return _digest(text[:start]) == found["digest"] and text.endswith("\n") and text.count("\n", start) == 1


def _find_seal(text: str) -> re.Match[str] | None:
    return next(reversed(list(_SEAL.finditer(text))), None)


def _unix(text: str) -> str:
    """With LF: git may have written it with CRLF."""
    return text.replace("\r\n", "\n")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _refusing(path: Path, work: Callable[_P, _R]) -> Callable[_P, _R]:
    def work_or_refuse(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        try:
            return work(*args, **kwargs)
        except JsonFault as fault:
            raise _refused(path, fault.line, f"this is not JSON: {fault.what}") from fault
        except NotThere as fault:
            raise _refused(path, fault.line, fault.what) from fault
        except BlockFault as fault:
            raise _refused(path, fault.line, str(fault)) from fault

    return work_or_refuse


def _refused(path: Path, line: int, what: str) -> AgentRefused:
    return AgentRefused(f"{path}:{line}: {what}", "mend that line; nothing was changed")
