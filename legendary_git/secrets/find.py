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
from legendary_git.secrets.prefixed import PREFIXED, prefixed_hits
from legendary_git.secrets.services import SERVICES
from legendary_git.secrets.shape import Hit
from legendary_git.secrets.views import View, decoded, joined, seen

_TOKENS = (*FORGES, *SERVICES, *KEYS)


def find_secrets(fields: Mapping[str, str], *, is_quick: bool = False) -> tuple[SecretFinding, ...]:
    """The secrets in `fields` (name to text), ordered by field, line and kind, each once.

    `is_quick`: by our own shapes alone, so that the library need not be loaded. Opens nothing, starts nothing, writes
    nothing. Comments that tell other scanners to look away are not obeyed.
    """
    found = {finding for field, text in fields.items() for finding in find_in(field, text, is_quick)}
    return tuple(sorted(found))


def find_in(field: str, text: str, is_quick: bool) -> Iterator[SecretFinding]:
    for view, hit in all_hits(View.whole(seen(text)), is_quick):
        yield SecretFinding(field, view.line_of(hit.start), hit.kind)


def all_hits(whole: View, is_quick: bool) -> Iterator[tuple[View, Hit]]:
    """Ours in every view, and then, unless it is to be quick, what only the library knows."""
    own = own_hits(whole)
    yield from ((view, hit) for view, found in own for hit in found)
    if not is_quick:
        yield from listed_besides(own)


def own_hits(whole: View) -> list[tuple[View, list[Hit]]]:
    """First those of the whole text, last those of its lines joined, which are told by the first line."""
    views = [(view, hits(view.text)) for view in (whole, *decoded(whole))]
    told = {(view.line_of(hit.start), hit.kind) for view, found in views for hit in found}
    wrapped = joined(whole)
    # A token that begins a line is whole there, whatever is joined to it.
    over = [one for one in tokens(wrapped.text) if (wrapped.line_of(one.start) + 1, one.kind) not in told]
    begun = {(wrapped.line_of(one.start), PREFIXED) for one in over}
    views = [
        (view, [hit for hit in found if (view.line_of(hit.start), hit.kind) not in begun]) for view, found in views
    ]
    return [*views, (wrapped, over)]


def listed_besides(own: list[tuple[View, list[Hit]]]) -> Iterator[tuple[View, Hit]]:
    """What the library finds where ours found nothing.

    In another view than the whole text, which is the first, and by a name alone, the place is the line: what is
    decoded or joined there has been told under its other form. What is joined has nothing around it to go by.
    """
    lines = {view.line_of(hit.start) for view, found in own for hit in found}
    (whole, found), *others, (wrapped, _) = own
    starts, ends = spans(sorted(found, key=lambda hit: hit.start))
    for one in listed_hits(whole.text):
        line = whole.line_of(one.hit.start)
        if not (line in lines if one.generic else overlaps(one.hit, starts, ends)):
            lines.add(line)
            yield whole, one.hit
    for view in (*(view for view, _ in others), wrapped):
        rest = view if view is not wrapped else wrapped.without(lines)
        for one in listed_hits(rest.text):
            line = rest.line_of(one.hit.start)
            if line not in lines and (view is not wrapped or one.sure == SUREST):
                lines.add(line)
                yield rest, one.hit


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
