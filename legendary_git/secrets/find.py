"""Every field of a memory, in every view, against everything that is known of secrets."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate, chain

from legendary_git.secrets.assigned import assigned_hits
from legendary_git.secrets.carriers import CARRIERS
from legendary_git.secrets.catalogue import SUREST, listed_hits
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
    """Ours in every view, and then what only the library knows."""
    own = [(view, hits(view.text)) for view in (whole, *decoded(whole))]
    told = {(view.line_of(hit.start), hit.kind) for view, found in own for hit in found}
    wrapped = joined(whole)
    # A token that begins a line is whole there, whatever is joined to it.
    own.append(
        (wrapped, [one for one in tokens(wrapped.text) if (wrapped.line_of(one.start) + 1, one.kind) not in told])
    )
    yield from ((view, hit) for view, found in own for hit in found)
    yield from listed_besides(own)


def listed_besides(own: list[tuple[View, list[Hit]]]) -> Iterator[tuple[View, Hit]]:
    """What the library finds where ours found nothing.

    In another view than the whole text, which is the first, and by a name alone, the place is the line: what is
    decoded or joined there has been told under its other form. What is joined has nothing around it to go by.
    """
    whole, wrapped = own[0][0], own[-1][0]
    lines = {view.line_of(hit.start) for view, found in own for hit in found}
    for view, found in own:
        starts, ends = spans(sorted(found, key=lambda hit: hit.start))
        for one in listed_hits(view.text):
            line = view.line_of(one.hit.start)
            if view is whole and not one.generic:
                told = overlaps(one.hit, starts, ends)
            elif view is wrapped:
                told = one.sure < SUREST or line in lines or line + 1 in lines
            else:
                told = line in lines
            if not told:
                lines.add(line)
                yield view, one.hit


def hits(text: str) -> list[Hit]:
    """What a view holds. That a token stands in a header, or behind `TOKEN=`, is not told again."""
    known = tokens(text)
    starts, ends = spans(known)
    others = chain(prefixed_hits(text), assigned_hits(text), *(shape.hits(text) for shape in CARRIERS))
    return known + apart(hit for hit in others if not overlaps(hit, starts, ends))


def tokens(text: str) -> list[Hit]:
    return apart(hit for shape in _TOKENS for hit in shape.hits(text))


def apart(found: Iterable[Hit]) -> list[Hit]:
    """In order, without those that overlap an earlier one; of two that start together the first stays."""
    kept: list[Hit] = []
    for hit in sorted(found, key=lambda one: one.start):
        if not kept or hit.start >= kept[-1].end:
            kept.append(hit)
    return kept


def spans(found: list[Hit]) -> tuple[list[int], list[int]]:
    """Where the hits, which are in order, start, and how far they reach up to each."""
    return [hit.start for hit in found], list(accumulate((hit.end for hit in found), max))


def overlaps(hit: Hit, starts: list[int], ends: list[int]) -> bool:
    """Whether one of the hits that start at `starts`, the furthest of which so far reaches to `ends`, touches `hit`."""
    before = bisect_left(starts, hit.end)
    return before > 0 and ends[before - 1] > hit.start
