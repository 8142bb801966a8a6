"""Every field of a memory, in every view, against everything that is known of secrets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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
    """What a view holds. Where a token is known by name, that it stands in a header or behind `TOKEN=` is not told again."""
    tokens = list(token_hits(text))
    others = [*prefixed_hits(text), *assigned_hits(text), *(hit for shape in CARRIERS for hit in shape.hits(text))]
    return tokens + [hit for hit in others if not any(overlap(hit, token) for token in tokens)]


def token_hits(text: str) -> Iterator[Hit]:
    return (hit for shape in _TOKENS for hit in shape.hits(text))


def overlap(one: Hit, other: Hit) -> bool:
    return one.start < other.end and other.start < one.end
