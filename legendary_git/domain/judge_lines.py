"""Judge an anchor on a range of lines: the content decides, the numbers are only a hint where to look."""

from __future__ import annotations

from collections.abc import Iterable

from legendary_git.domain.lines import carry
from legendary_git.domain.parsed import ParsedFile
from legendary_git.domain.placed import fresh_reason
from legendary_git.domain.region import LineRange
from legendary_git.domain.stamp import Stamp
from legendary_git.domain.token import Token, TokenKind
from legendary_git.domain.verdict import Reason, Verdict

_TELLING = 6
"""A block of fewer tokens is not looked for elsewhere in the file: it may stand there by chance."""


def judge_lines(stamp: Stamp, now: ParsedFile) -> Verdict:
    """The verdict of a line range: carried through the diff from the stamped content, else found by its tokens."""
    if stamp.file is None or stamp.region is None:
        return _judge_unseen(stamp, now)
    place = carry(_lines(stamp.file), _lines(now), stamp.region.lines)
    verdict = _judge_at(stamp, now, place) if place is not None else None
    if verdict is not None and verdict.reason is not Reason.CHANGED:
        return verdict
    if (moved := _find_block(stamp, now)) is not None:
        return Verdict(Reason.MOVED, moved)
    if verdict is None:
        return Verdict(Reason.UNPARSABLE if now.has_errors and stamp.tokens is None else Reason.LINES_GONE)
    return verdict


def _judge_at(stamp: Stamp, now: ParsedFile, place: LineRange) -> Verdict | None:
    region = now.range(place)
    if region is None:
        return None
    if now.text(region) == stamp.text:
        return Verdict(fresh_reason(stamp, now, region), place)
    if now.is_damaged(region):
        return Verdict(Reason.UNPARSABLE, place)
    is_body = stamp.is_body(now.fingerprint(region), now.grammar)
    if is_body is None:
        return Verdict(Reason.UNPARSABLE, place)
    return Verdict(fresh_reason(stamp, now, region) if is_body else Reason.CHANGED, place)


def _judge_unseen(stamp: Stamp, now: ParsedFile) -> Verdict:
    """Without the stamped content nothing can be carried: the same tokens must stand in just one place of that size."""
    lines = stamp.anchor.lines
    if lines is None or stamp.anchor.content_hash is None:
        return Verdict(Reason.OBJECT_MISSING)
    starts = [lines.first, *(n for n in range(1, now.line_count + 2 - len(lines)) if n != lines.first)]
    same = []
    for start in starts:
        window = LineRange(start, start + len(lines) - 1)
        region = now.range(window)
        if region is not None and now.fingerprint(region) == stamp.anchor.content_hash:
            if window == lines:
                return Verdict(Reason.UNCHANGED, window)
            same.append(window)
    return Verdict(Reason.MOVED, same[0]) if len(same) == 1 else Verdict(Reason.OBJECT_MISSING)


def _find_block(stamp: Stamp, now: ParsedFile) -> LineRange | None:
    """Where the stamped tokens stand in a row, if that is in one place of the file, now and when they were stamped."""
    block = _without_edges(stamp.tokens or ())
    if stamp.file is None or sum(token.kind is not TokenKind.LAYOUT for token in block) < _TELLING:
        return None
    if len(_occurrences(block, stamp.file.tokens(stamp.file.whole()))) != 1:
        return None
    tokens = now.tokens(now.whole())
    places = _occurrences(block, tokens)
    if len(places) != 1:
        return None
    found = LineRange(tokens[places[0]].line, tokens[places[0] + len(block) - 1].line)
    region = now.range(found)
    is_body = region is not None and stamp.is_body(now.fingerprint(region), now.grammar)
    return found if is_body else None


def _without_edges(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """The tokens from the first to the last that stands in the text: a range's edges say how deep it is nested."""
    solid = [index for index, token in enumerate(tokens) if token.kind is not TokenKind.LAYOUT]
    return tokens[solid[0] : solid[-1] + 1] if solid else ()


def _occurrences(block: tuple[Token, ...], tokens: tuple[Token, ...]) -> list[int]:
    """The indexes at which the block's tokens stand in a row, searched as one string of bytes."""
    starts, size = {}, 0
    parts = []
    for index, part in enumerate(_encoded(tokens)):
        starts[size] = index
        parts.append(part)
        size += len(part)
    haystack, needle = b"".join(parts), b"".join(_encoded(block))
    found, at = [], haystack.find(needle)
    while at >= 0:
        if at in starts:
            found.append(starts[at])
        at = haystack.find(needle, at + 1)
    return found


def _encoded(tokens: Iterable[Token]) -> Iterable[bytes]:
    return (b"%s%d:%s" % (token.kind.value, len(token.text), token.text) for token in tokens)


def _lines(file: ParsedFile) -> list[bytes]:
    return file.text(file.whole()).split(b"\n")
