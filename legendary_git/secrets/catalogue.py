"""What the library finds in a text, in our words and without what is no secret."""

from __future__ import annotations

import re
from bisect import bisect_right

from legendary_git.domain.values import dataclass
from legendary_git.secrets.library import Reported, load_library
from legendary_git.secrets.naming import kind_of
from legendary_git.secrets.shape import Hit
from legendary_git.secrets.taken_back import is_generic, is_taken_back

# With these words in its line a secret is not reported. Whoever writes the secret could write them.
_ALLOWS = re.compile(r"(?<=leaks):(?=allow)", re.IGNORECASE)
_END = re.compile("\n")
_SURE = ("low", "medium", "high")
SUREST = 2
"""By a form of its own, whatever stands around it."""


@dataclass(frozen=True)
class Listed:
    """A hit with what it goes by: a form (then it is SUREST), a name and a form, or with `generic` a name alone."""

    hit: Hit
    sure: int
    generic: bool


def listed_hits(text: str) -> list[Listed]:
    """What `text` holds by the library's rules, each place once, in order; nothing where it is missing."""
    scan = load_library().scan
    if scan is None or not text:
        return []
    # A sign for each that is not ASCII, so that a column of bytes is one of characters; and no end of text in it.
    plain = _ALLOWS.sub(";", text).encode("ascii", "replace").decode().replace("\0", " ")
    starts = [0, *(match.end() for match in _END.finditer(text))]
    found = (placed(one, text, plain, starts) for one in scan(plain))
    return once([one for one in found if one is not None])


def placed(one: Reported, text: str, plain: str, starts: list[int]) -> Listed | None:
    """`one` where its value stands: a match may begin with words on a line before. None if it is no secret."""
    start, end = (offset(place, starts, len(text)) for place in (one.start, one.end))
    at = plain.find(one.value, start, end + 1)
    at = start if at < 0 else at
    line = starts[bisect_right(starts, at) - 1]
    if is_taken_back(one, text[start : end + 1], text[max(line, at - 120) : at]):
        return None
    sure = _SURE.index(one.confidence) if one.confidence in _SURE else 0
    return Listed(Hit(kind_of(one.rule), at, max(at + len(one.value), end + 1)), sure, is_generic(one.rule))


def offset(place: tuple[int, int], starts: list[int], length: int) -> int:
    line, column = place
    return min(starts[min(max(line, 1), len(starts)) - 1] + max(column - 1, 0), length)


def once(found: list[Listed]) -> list[Listed]:
    """Of those that overlap the one that is surest; of two such the first."""
    kept: list[Listed] = []
    for one in sorted(found, key=lambda each: (each.hit.start, -each.sure, each.generic, each.hit.kind)):
        if not kept or one.hit.start >= kept[-1].hit.end:
            kept.append(one)
        elif (one.sure, not one.generic) > (kept[-1].sure, not kept[-1].generic):
            kept[-1] = one
    return kept
