"""Every field of a memory, in every view, against everything that is known of secrets."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import accumulate, chain

from legendary_git.secrets.assigned import assigned_hits
from legendary_git.secrets.carriers import CARRIERS
from legendary_git.secrets.finding import SecretFinding
from legendary_git.secrets.forges import FORGES
from legendary_git.secrets.keys import KEYS
from legendary_git.secrets.prefixed import prefixed_hits
from legendary_git.secrets.services import SERVICES
from legendary_git.secrets.shape import Hit
from legendary_git.secrets.views import View, decoded, joined, seen

_TOKENS = (*FORGES, *SERVICES, *KEYS)


def find_secrets(fields: Mapping[str, str]) -> tuple[SecretFinding, ...]:
    """The secrets in `fields` (name to text), ordered by field, line and kind, each once.

    Opens nothing, starts nothing, writes nothing. Comments that tell other scanners to look away are not obeyed.
    """
    found = {finding for field, text in fields.items() for finding in find_in(field, text)}
    return tuple(sorted(found))


def find_in(field: str, text: str) -> Iterator[SecretFinding]:
    for view, hit in all_hits(View.whole(seen(text))):
        yield SecretFinding(field, view.line_of(hit.start), hit.kind)


def all_hits(whole: View) -> Iterator[tuple[View, Hit]]:
    for view in (whole, *decoded(whole)):
        yield from ((view, hit) for hit in hits(view.text))
    wrapped = joined(whole)
    yield from ((wrapped, hit) for hit in token_hits(wrapped.text))


def hits(text: str) -> list[Hit]:
    """What a view holds. That a token stands in a header, or behind `TOKEN=`, is not told again."""
    tokens = sorted(token_hits(text), key=lambda hit: hit.start)
    starts = [hit.start for hit in tokens]
    ends = list(accumulate((hit.end for hit in tokens), max))
    others = chain(prefixed_hits(text), assigned_hits(text), *(shape.hits(text) for shape in CARRIERS))
    return tokens + [hit for hit in others if not overlaps(hit, starts, ends)]


def token_hits(text: str) -> Iterator[Hit]:
    return (hit for shape in _TOKENS for hit in shape.hits(text))


def overlaps(hit: Hit, starts: list[int], ends: list[int]) -> bool:
    """Whether one of the hits that start at `starts`, the furthest of which so far reaches to `ends`, touches `hit`."""
    before = bisect_left(starts, hit.end)
    return before > 0 and ends[before - 1] > hit.start
