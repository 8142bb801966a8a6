"""Carry a range of lines through a change of its file."""

from __future__ import annotations

from collections.abc import Sequence

from legendary_git.domain.region import LineRange

_EXACT_LIMIT = 4_000_000
"""Above this many pairs of changed lines, lines that stand all over the file are no longer used to align it."""


def carry(before: Sequence[bytes], after: Sequence[bytes], lines: LineRange) -> LineRange | None:
    """Where `lines` of `before` stand in `after`; None where every one of them was deleted.

    Lines that were inserted between them are part of the answer; a replaced block stands where its replacement does.
    """
    first, last = None, None
    for tag, before_start, before_end, after_start, after_end in _opcodes(before, after):
        start, end = max(before_start, lines.first - 1), min(before_end, lines.last)
        if start >= end or tag == "delete":
            continue
        low, high = after_start, after_end
        if before_end - before_start == after_end - after_start:
            low, high = after_start + start - before_start, after_start + end - before_start
        first = low if first is None else min(first, low)
        last = high if last is None else max(last, high)
    return None if first is None or last is None else LineRange(first + 1, last)


def _opcodes(before: Sequence[bytes], after: Sequence[bytes]) -> list[tuple[str, int, int, int, int]]:
    """The edit script. Common ends are cut off first: most changes are small and the matcher is quadratic."""
    from difflib import SequenceMatcher  # late: most anchors are on symbols

    shortest = min(len(before), len(after))
    head = next((i for i in range(shortest) if before[i] != after[i]), shortest)
    rest = shortest - head
    tail = next((i for i in range(rest) if before[-1 - i] != after[-1 - i]), rest)
    middle_before, middle_after = before[head : len(before) - tail], after[head : len(after) - tail]
    is_large = len(middle_before) * len(middle_after) > _EXACT_LIMIT
    matcher = SequenceMatcher(None, middle_before, middle_after, autojunk=is_large)
    script = [("equal", 0, head, 0, head)]
    script += [(tag, i1 + head, i2 + head, j1 + head, j2 + head) for tag, i1, i2, j1, j2 in matcher.get_opcodes()]
    script.append(("equal", len(before) - tail, len(before), len(after) - tail, len(after)))
    return script
