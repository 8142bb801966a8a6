"""Stamps that say what was never so: of a memory that was written or edited by hand, or by nobody who could know."""

from __future__ import annotations

from collections.abc import Iterator

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.evidence import Evidence
from legendary_git.domain.fingerprint import SCHEME
from legendary_git.domain.memory import Memory
from legendary_git.domain.stamp import Stamp
from legendary_git.domain.symbols import find_symbols
from legendary_git.usecases.checking.bad_values import BadValue

_SHOWN = 12
"""Digits of a blob's id, as git itself shortens it."""


def find_bad_stamps(memory: Memory, old: Memory | None, evidence: Evidence) -> Iterator[BadValue]:
    """The anchors that do not fit the content they name, but for those that `old`, what it was before, had already.

    Where that content is not here, or cannot be read for certain, nothing is known against an anchor.
    """
    known = set(old.anchors) if old is not None else set()
    for number, anchor in enumerate(memory.anchors):
        why = _why_bad(Stamp(anchor, evidence)) if anchor.blob is not None and anchor not in known else None
        if why is not None:
            yield BadValue(f"anchors[{number}]", anchor.spec, why)


def _why_bad(stamp: Stamp) -> str | None:
    anchor, file = stamp.anchor, stamp.file
    if file is None:
        return None
    if anchor.symbol is not None and not find_symbols(file.symbols, anchor.symbol):
        return None if file.has_errors else f"{_content(anchor)} has no `{anchor.symbol}`: anchor what is there"
    if stamp.region is None:
        if anchor.symbol is not None:
            return None  # the name of several, which whoever judges it says
        has = f"{_content(anchor)} has {file.line_count} lines"
        return f"{has}, so it has no lines {anchor.lines}: anchor what is there"
    if anchor.scheme != SCHEME or anchor.grammar != file.grammar or file.is_damaged(stamp.region):
        return None
    if stamp.recomputed == anchor.content_hash:
        return None
    return f"its `content_hash` is not that of {anchor.spec} in {_content(anchor)}: anchor it again"


def _content(anchor: Anchor) -> str:
    return f"the content that it was stamped on (blob {(anchor.blob or '')[:_SHOWN]})"
