"""One file of an agent, and how it is."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import ParamSpec, TypeVar

from legendary_git.domain.values import dataclass
from legendary_git.errors import AgentRefused
from legendary_git.store.json_text import JsonFault
from legendary_git.store.marked_block import BlockFault
from legendary_git.store.toml_text import TomlFault
from legendary_git.usecases.agent.hooks_text import NotThere

_P = ParamSpec("_P")
_R = TypeVar("_R")


class FileState(Enum):
    """How a file is, beside what we would make of it."""

    ABSENT = "absent"
    CURRENT = "current"
    OTHER = "of another version"
    EDITED = "edited"
    UNKNOWN = "not understood"


@dataclass(frozen=True, slots=True)
class AgentFile:
    """One file of an agent: `put` makes its new text of its present one, `take` its text without us.

    None is a file that is not there. `has_server` says that the host learns of the MCP server by it.
    """

    path: Path
    put: Callable[[str | None], str]
    take: Callable[[str], str | None]
    is_ours: Callable[[str], bool]
    has_server: bool = False

    def state(self, text: str | None) -> FileState:
        """Raises AgentRefused where the file cannot be understood."""
        if text is None or not self.is_ours(text):
            return FileState.ABSENT
        if self.take(text) == text:
            return FileState.EDITED
        return FileState.CURRENT if self.put(text) == text else FileState.OTHER


def joined(under: AgentFile, over: AgentFile) -> AgentFile:
    """Two parts in one file: `over` is put in after `under` and taken out before it, whatever was there first.

    So the file comes out as it was, in which order ever the two were asked for.
    """

    def put(text: str | None) -> str:
        if text is not None and under.put(text) == text and over.put(text) == text:
            return text
        return over.put(under.put(None if text is None else over.take(text)))

    def take(text: str) -> str | None:
        left = over.take(text)
        return None if left is None else under.take(left)

    def is_ours(text: str) -> bool:
        return under.is_ours(text) or over.is_ours(text)

    return AgentFile(under.path, put, take, is_ours, under.has_server or over.has_server)


def refusing(path: Path, work: Callable[_P, _R]) -> Callable[_P, _R]:
    """`work`, but for a text that it does not understand it raises AgentRefused, with the file and the line."""

    def work_or_refuse(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        try:
            return work(*args, **kwargs)
        except JsonFault as fault:
            raise _refused(path, fault.line, f"this is not JSON: {fault.what}") from fault
        except TomlFault as fault:
            raise _refused(path, fault.line, f"this is not TOML: {fault.what}") from fault
        except NotThere as fault:
            raise _refused(path, fault.line, fault.what) from fault
        except BlockFault as fault:
            raise _refused(path, fault.line, str(fault)) from fault

    return work_or_refuse


def _refused(path: Path, line: int, what: str) -> AgentRefused:
    return AgentRefused(f"{path}:{line}: {what}", "mend that line; nothing was changed")
