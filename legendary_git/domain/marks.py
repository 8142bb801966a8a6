"""What a text says by other means than words: operators, signs, currencies, the case of code, `and` or `or`.

The words of `offset >= size` and `offset > size` are the same, and so are those of `-x` and `-X`. Markdown, blanks, the
punctuation of sentences and the case of prose say nothing; nor does it matter whether a word is marked as code.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from legendary_git.domain.annotations import NamedTuple
from legendary_git.domain.mark_reader import Marked, read_marked


class Difference(NamedTuple):
    """What stands in each of two texts round a word that both have."""

    one: str
    other: str

    def __str__(self) -> str:
        return f"`{self.one}` against `{self.other}`"


def find_difference(one: str, other: str) -> Difference | None:
    """The first word that both texts have and that its marks make another thing in each; None where none do.

    In texts of the same words each word is compared with the one in its place. Else, where one text has a word more
    often than the other, it is enough that it means the same once.
    """
    is_shouted = not all(any(c.islower() for c in text) for text in (one, other))
    mine, theirs = _fold(read_marked(one), is_shouted), _fold(read_marked(other), is_shouted)
    if [word.key for word in mine] == [word.key for word in theirs]:
        return _first(Difference(*_say(a, b)) for a, b in zip(mine, theirs, strict=True) if a.differs(b))
    ours, rest = _by_key(mine), _by_key(theirs)
    return _first(found for key in sorted(ours.keys() & rest.keys()) if (found := _compare(ours[key], rest[key])))


def _fold(words: tuple[Marked, ...], is_shouted: bool) -> tuple[Marked, ...]:
    """In a text of capitals alone, case says nothing."""
    return tuple(word.folded() for word in words) if is_shouted else words


def _first(found: Iterable[Difference]) -> Difference | None:
    return next(iter(found), None)


def _by_key(words: Sequence[Marked]) -> dict[str, list[Marked]]:
    found: dict[str, list[Marked]] = defaultdict(list)
    for word in words:
        found[word.key].append(word)
    return found


def _compare(mine: list[Marked], theirs: list[Marked]) -> Difference | None:
    left, rest = [], list(theirs)
    for word in mine:
        twin = next((twin for twin in rest if not word.differs(twin)), None)
        if twin is None:
            left.append(word)
        else:
            rest.remove(twin)
    is_found = len(mine) != len(theirs) and len(left) < len(mine)
    return Difference(*_say(left[0], rest[0])) if left and rest and not is_found else None


def _say(one: Marked, other: Marked) -> tuple[str, str]:
    if one.joint != other.joint and one.joint and other.joint:
        return f"{one.joint} {one.text}", f"{other.joint} {other.text}"
    return one.said, other.said
