"""Where a service shows a finding: beside the code that it is about, or else beside the memory that says so."""

from __future__ import annotations

from legendary_git.domain.values import dataclass
from legendary_git.render.safe import safe_name
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.rules import Rule


@dataclass(frozen=True, slots=True)
class Place:
    """Lines of a file, from 1 and both included. `is_known` is false where no line says it: then they are 1."""

    path: str
    first: int = 1
    last: int = 1
    is_known: bool = True


def place_of_memory(finding: Finding) -> Place:
    """The line of the memory's file. What is found of no single memory is of their folder."""
    return Place(finding.path, finding.line, finding.line, finding.rule is not Rule.UNVERIFIED)


def place_shown(finding: Finding) -> Place:
    """Where the finding is shown: the lines of the code, where it still has some, or else those of the memory."""
    code = finding.code
    if code is None or code.lines is None:
        return place_of_memory(finding)
    return Place(code.path, code.lines.first, code.lines.last)


def path_text(path: str) -> str:
    """A path as text that can be encoded: bytes of a name that is not UTF-8 are written out, all else stays."""
    return "".join(safe_name(char) if "\ud800" <= char <= "\udfff" else char for char in path)
