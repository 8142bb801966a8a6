"""Judge an anchor in one given file: the one that it names, or the one that this was renamed to."""

from __future__ import annotations

from legendary_git.domain.fingerprint import LEGACY_SCHEME
from legendary_git.domain.judge_legacy import judge_legacy
from legendary_git.domain.judge_lines import judge_lines
from legendary_git.domain.parsed import ParsedFile, Unreadable
from legendary_git.domain.placed import fresh_reason
from legendary_git.domain.region import Region, Symbol
from legendary_git.domain.stamp import Stamp
from legendary_git.domain.symbols import find_family
from legendary_git.domain.verdict import Reason, Verdict


def judge_in(stamp: Stamp, now: ParsedFile) -> Verdict:
    """The verdict as far as this file tells it: a symbol that is not in it is `symbol_gone`."""
    anchor = stamp.anchor
    if anchor.scheme == LEGACY_SCHEME and stamp.recomputed is None:
        return judge_legacy(stamp, now)
    if anchor.symbol is not None:
        return _judge_symbol(stamp, now)
    if anchor.lines is not None:
        return judge_lines(stamp, now)
    return _judge_region(stamp, now, now.whole())


def _judge_symbol(stamp: Stamp, now: ParsedFile) -> Verdict:
    family = find_family(now.symbols, stamp.symbol_name)
    if not family:
        return _judge_missing(now)
    if (same := _find_same(stamp, now, family)) is not None:
        return _fresh(stamp, now, same.region)
    if len(family) == 1 and family[0].name == stamp.symbol_name and not _had_twins(stamp):
        return _judge_region(stamp, now, family[0].region)
    return _judge_twins(stamp, now, family)


def _judge_missing(now: ParsedFile) -> Verdict:
    """No such symbol: gone, unless a parse error may hide it.

    That its text still stands in the file says little: it may belong to a symbol of another name by now.
    """
    return Verdict(Reason.UNPARSABLE if now.has_errors else Reason.SYMBOL_GONE)


def _judge_region(stamp: Stamp, now: ParsedFile, region: Region) -> Verdict:
    """The verdict of the one region that the anchor can mean."""
    if now.is_damaged(region):
        is_same = stamp.text is not None and stamp.text == now.text(region)
        return Verdict(fresh_reason(stamp, now, region) if is_same else Reason.UNPARSABLE, region.lines)
    is_body = stamp.is_body(now.fingerprint(region), now.grammar)
    if is_body is None:
        return Verdict(_why_untold(stamp), region.lines)
    return _fresh(stamp, now, region) if is_body else Verdict(Reason.CHANGED, region.lines)


def _find_same(stamp: Stamp, now: ParsedFile, family: tuple[Symbol, ...]) -> Symbol | None:
    """The member of the family that has the stamped body; the one of the anchor's own name if there are several."""
    same = [
        symbol
        for symbol in family
        if not now.is_damaged(symbol.region) and stamp.is_body(now.fingerprint(symbol.region), now.grammar)
    ]
    return next((symbol for symbol in same if symbol.name == stamp.symbol_name), same[0] if same else None)


def _had_twins(stamp: Stamp) -> bool:
    return stamp.file is not None and len(find_family(stamp.file.symbols, stamp.symbol_name)) > 1


def _judge_twins(stamp: Stamp, now: ParsedFile, family: tuple[Symbol, ...]) -> Verdict:
    """Several definitions of one name, then or now, and none has the stamped body: which one was ours?

    The others are paired off by their bodies. If ours alone is left of the old and one of the new, that one is what
    ours became. Order alone decides nothing: a twin that was inserted above would take over every memory.
    """
    if any(now.is_damaged(symbol.region) for symbol in family):
        return Verdict(Reason.UNPARSABLE)
    if stamp.file is None or stamp.symbol is None:
        return Verdict(_why_untold(stamp))
    left = {symbol.name: symbol for symbol in family}
    by_body: dict[str, list[str]] = {}
    for symbol in reversed(family):
        by_body.setdefault(now.fingerprint(symbol.region), []).append(symbol.name)
    unpaired = 0
    for twin in find_family(stamp.file.symbols, stamp.symbol.name):
        if twin.name == stamp.symbol.name:
            continue
        alike = by_body.get(stamp.file.fingerprint(twin.region))
        if alike:
            del left[alike.pop()]
        else:
            unpaired += 1
    if not left:
        return Verdict(Reason.SYMBOL_GONE)
    if unpaired == 0 and len(left) == 1:
        (became,) = left.values()
        return Verdict(Reason.CHANGED, became.region.lines)
    return Verdict(Reason.AMBIGUOUS, candidates=tuple(f"{stamp.anchor.file}::{name}" for name in left))


def _fresh(stamp: Stamp, now: ParsedFile, region: Region) -> Verdict:
    return Verdict(fresh_reason(stamp, now, region), region.lines)


def _why_untold(stamp: Stamp) -> Reason:
    """Why the stamped side gives no fingerprint."""
    parsed = stamp.evidence.stamped_file(stamp.anchor)
    if isinstance(parsed, Unreadable):
        return parsed.reason
    return Reason.UNPARSABLE if parsed.has_errors else Reason.OBJECT_MISSING
