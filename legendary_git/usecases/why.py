"""Why is this code the way it is? The memories about a place in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from legendary_git.domain.anchor import AnchorSpec, parse_spec
from legendary_git.domain.judged import JudgedAnchor, JudgedMemory, Survey
from legendary_git.domain.parsed import Unreadable
from legendary_git.domain.region import LineRange
from legendary_git.domain.symbols import family_name, find_symbols
from legendary_git.domain.values import dataclass, replace
from legendary_git.errors import UsageError
from legendary_git.parsing.reader import read
from legendary_git.usecases.code import WorktreeCode
from legendary_git.usecases.list import list_memories
from legendary_git.usecases.workspace import Workspace


def why(ws: Workspace, place: str) -> Survey:
    """The memories about `PATH`, `PATH:LINE` or `PATH::SYMBOL`, those about the smallest place around it first.

    A file that is gone may be asked about too. Raises UsageError where `place` is none.
    """
    spec = parse_spec(place, lambda path: (ws.cwd / path).is_file() or (ws.root / path).is_file())
    if spec is None:
        raise UsageError(f"{place!r} is not a place in the code", "write PATH, PATH:LINE or PATH::SYMBOL")
    found = list_memories(ws, candidates=True)
    paths = ws.repo_paths(spec.path)
    asked = _resolve(ws, paths, spec)
    sized = [(size, judged) for judged in found.current() if (size := _size(judged, paths, asked)) is not None]
    sized.sort(key=lambda pair: (pair[0], pair[1].memory.id))
    return replace(found, memories=tuple(judged for _, judged in sized))


def _resolve(ws: Workspace, paths: Iterable[str], spec: AnchorSpec) -> AnchorSpec:
    """The place with its symbol's whole name and its lines, where the code that is there now has the symbol."""
    if spec.symbol is None:
        return spec
    code = WorktreeCode(ws.repo, ws.index)
    for path in paths:
        blob = code.blob_at(path)
        data = code.read(path, blob) if blob is not None else None
        parsed = read(path, data) if data is not None else None
        if parsed is None or isinstance(parsed, Unreadable):
            continue
        if len(symbols := find_symbols(parsed.symbols, spec.symbol)) == 1:
            return AnchorSpec(path, symbols[0].name, symbols[0].region.lines)
    return spec


def _size(judged: JudgedMemory, paths: Collection[str], spec: AnchorSpec) -> int | None:
    """How many lines the memory's smallest anchor around the place has; None where no anchor is about it."""
    sizes = [_lines_of(anchor) for anchor in judged.anchors if _is_about(anchor, paths, spec)]
    return min(sizes, default=None)


@dataclass(frozen=True, slots=True)
class _Now:
    """Where an anchor stands now, or last stood."""

    path: str
    symbol: str | None
    lines: LineRange | None


def _now(judged: JudgedAnchor) -> _Now:
    anchor, verdict = judged.anchor, judged.verdict
    path, _, symbol = (verdict.followed_to or "").partition("::")
    if verdict.followed_to is None or (anchor.lines is not None and anchor.symbol is None):
        path = path.rpartition(":")[0] if verdict.followed_to else anchor.file
        return _Now(path, anchor.symbol, verdict.lines or anchor.lines)
    return _Now(path, symbol or None, verdict.lines)


def _is_about(judged: JudgedAnchor, paths: Collection[str], spec: AnchorSpec) -> bool:
    now = _now(judged)
    if now.path not in paths and judged.anchor.file not in paths:
        return False
    if spec.symbol is not None and (now.symbol is not None or spec.lines is None):
        return _is_within(now.symbol, spec.symbol) or (now.symbol is None and now.lines is None)
    if spec.lines is not None and now.lines is not None:
        return now.lines.first <= spec.lines.last and spec.lines.first <= now.lines.last
    return True


def _is_within(anchored: str | None, asked: str) -> bool:
    """Whether one symbol is the other, holds it, or is held by it."""
    if anchored is None:
        return False
    one, other = (f".{family_name(name).replace('[', '.[')}." for name in (anchored, asked.replace("::", ".")))
    return one in other or other in one


def _lines_of(judged: JudgedAnchor) -> int:
    now = _now(judged)
    return len(now.lines) if now.lines is not None else 1_000_000
