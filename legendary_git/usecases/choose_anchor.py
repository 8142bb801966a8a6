"""Which of a memory's anchors somebody means."""

from __future__ import annotations

from shlex import quote

from legendary_git.domain.anchor import Anchor, AnchorSpec, parse_spec
from legendary_git.domain.judged import JudgedMemory
from legendary_git.domain.symbols import family_name
from legendary_git.domain.verdict import State
from legendary_git.errors import AnchorRefused, UsageError
from legendary_git.usecases.workspace import Workspace


def find_anchor(ws: Workspace, judged: JudgedMemory, which: str) -> int:
    """The number of the anchor that `which` names: as the file has it, or with a shorter path or symbol.

    Raises AnchorRefused where it names none, or several.
    """
    specs = [anchor.anchor.spec for anchor in judged.anchors]
    if which in specs:
        return specs.index(which)
    files = {anchor.anchor.file for anchor in judged.anchors}
    spec = parse_spec(which, lambda path: bool(files & set(ws.repo_paths(path))))
    found = [n for n, one in enumerate(judged.anchors) if spec is not None and _fits(ws, spec, one.anchor)]
    if len(found) != 1:
        said = "no anchor" if not found else f"{len(found)} anchors"
        details = tuple(f"--anchor {quote(one)}" for one in specs)
        raise AnchorRefused(f"{which} names {said} of {judged.memory.id}", "name one of these", details=details)
    return found[0]


def _fits(ws: Workspace, spec: AnchorSpec, anchor: Anchor) -> bool:
    if anchor.file not in ws.repo_paths(spec.path):
        return False
    if spec.symbol is not None:
        wanted = spec.symbol.replace("::", ".")
        own = anchor.symbol or ""
        return own == wanted or family_name(own).endswith(f".{wanted}")
    return spec.lines is None or (anchor.symbol is None and spec.lines == anchor.lines)


def only_anchor(judged: JudgedMemory, to: str) -> int:
    """The anchor that is meant where none is named: the only one, or the only one that is not fresh.

    Raises UsageError where there are several, with the commands that name each.
    """
    doubtful = [n for n, one in enumerate(judged.anchors) if one.verdict.state is not State.FRESH]
    numbers = doubtful if len(judged.anchors) > 1 else list(range(len(judged.anchors)))
    if len(numbers) == 1:
        return numbers[0]
    memory = judged.memory
    if not judged.anchors:
        raise AnchorRefused(f"{memory.id} has no anchor", f"add one to {memory.path} by hand")
    command = f"git memory reanchor {memory.id} --to {quote(to)}"
    lines = (f"{command} --anchor {quote(one.anchor.spec)}" for one in judged.anchors)
    raise UsageError(f"{memory.id} has {len(judged.anchors)} anchors", "say which one moved", details=tuple(lines))
