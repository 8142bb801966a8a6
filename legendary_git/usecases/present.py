"""The code that a judged anchor is about now."""

from __future__ import annotations

from legendary_git.domain.anchor import Anchor, AnchorSpec
from legendary_git.domain.evidence import Evidence
from legendary_git.domain.judged import JudgedAnchor
from legendary_git.domain.parsed import ParsedFile, Unreadable
from legendary_git.domain.region import LineRange, Region, Symbol
from legendary_git.domain.symbols import find_family, find_symbols
from legendary_git.domain.values import dataclass
from legendary_git.parsing.reader import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from legendary_git.usecases.code import Code


@dataclass(frozen=True, slots=True)
class Present:
    """What an anchor is about now: how it would be written, its file and the region there."""

    spec: AnchorSpec
    file: ParsedFile
    region: Region


def find_present(judged: JudgedAnchor, evidence: Evidence) -> Present | None:
    """The code of a judged anchor; None where it is gone, or its file cannot be read."""
    anchor, verdict = judged.anchor, judged.verdict
    path, symbol = anchor.file, anchor.symbol
    if verdict.followed_to is not None:
        path, symbol = _split(verdict.followed_to, has_symbol=symbol is not None)
    if evidence.blob_at(path) is None:
        return None
    parsed = evidence.file_at(path, anchor.language)
    if isinstance(parsed, Unreadable):
        return None
    if symbol is not None:
        there = _find_there(parsed, symbol, verdict.lines)
        return Present(AnchorSpec(path, there.name), parsed, there.region) if there is not None else None
    if anchor.lines is None:
        return Present(AnchorSpec(path), parsed, parsed.whole())
    region = parsed.range(verdict.lines) if verdict.lines is not None else None
    return Present(AnchorSpec(path, None, verdict.lines), parsed, region) if region is not None else None


def has_place(code: Code, anchor: Anchor) -> bool:
    """Whether there is now what an anchor names: its file, and in it its symbol or its lines."""
    blob = code.blob_at(anchor.file)
    data = code.read(anchor.file, blob) if blob is not None else None
    if data is None:
        return False
    parsed = read(anchor.file, data, anchor.language)
    if isinstance(parsed, Unreadable):
        return anchor.symbol is None and anchor.lines is None
    if anchor.symbol is not None and parsed.language is not None:
        return bool(find_symbols(parsed.symbols, anchor.symbol))
    return anchor.lines is None or anchor.symbol is not None or parsed.range(anchor.lines) is not None


def _split(spec: str, *, has_symbol: bool) -> tuple[str, str | None]:
    if has_symbol:
        path, _, symbol = spec.partition("::")
        return path, symbol
    head, _, tail = spec.rpartition(":")
    is_range = bool(head) and tail.replace("-", "").isdigit()
    return (head if is_range else spec), None


def _find_there(parsed: ParsedFile, name: str, lines: LineRange | None) -> Symbol | None:
    """The symbol that was judged: of twins the one at those lines, whatever order its name gives it now."""
    family = find_family(parsed.symbols, name)
    found = [*find_symbols(parsed.symbols, name), *(one for one in parsed.symbols if one.region.lines == lines)]
    return next((one for one in family if one.region.lines == lines), found[0] if found else None)
