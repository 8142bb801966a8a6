"""What a memory is about and says, as far as two are compared."""

from __future__ import annotations

from enum import StrEnum

from legendary_git.domain.anchor import AnchorSpec
from legendary_git.domain.memory import MemoryType
from legendary_git.domain.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A memory that is there, or one that somebody wants to write (`id` None).

    `is_standing`: active or conflicted, so that people act on it.
    """

    type: MemoryType
    title: str
    body: str = ""
    id: str | None = None
    kind: str | None = None
    anchors: tuple[AnchorSpec, ...] = ()
    triggers: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    scope: str = "repo"
    is_standing: bool = True

    @property
    def text(self) -> str:
        """Title and body, the title once."""
        body = self.body.strip()
        title = self.title.strip()
        return title if body in ("", title) else body if body.startswith(title + "\n") else f"{title}\n{body}"


class Nearness(StrEnum):
    """How the places of two memories lie to each other."""

    EQUAL = "equal"
    NESTED = "nested"
    OPEN = "open"
    APART = "apart"


def compare_scopes(one: str, other: str) -> Nearness:
    """Equal, one within the other, or apart: of two paths neither of which holds the other."""
    if one == other:
        return Nearness.EQUAL
    paths = [scope.removeprefix("path:") for scope in (one, other) if scope.startswith("path:")]
    if len(paths) < 2:
        return Nearness.NESTED
    short, long = sorted((path.rstrip("*").rstrip("/") for path in paths), key=len)
    if short == long:
        return Nearness.EQUAL
    return Nearness.NESTED if long.startswith(f"{short}/") or not short else Nearness.APART


def compare_anchors(one: tuple[AnchorSpec, ...], other: tuple[AnchorSpec, ...]) -> Nearness:
    """Equal, overlapping (nested), apart, or open, where one of the two is about no place."""
    if not one or not other:
        return Nearness.OPEN
    if set(one) == set(other):
        return Nearness.EQUAL
    return Nearness.NESTED if any(_overlap(a, b) for a in one for b in other) else Nearness.APART


def are_apart(one: Subject, other: Subject) -> bool:
    """Whether two memories are about different places, whatever they say: no anchor, scope or trigger meets."""
    if one.scope != other.scope and compare_scopes(one.scope, other.scope) is Nearness.APART:
        return True
    is_apart = compare_anchors(one.anchors, other.anchors) is Nearness.APART
    return is_apart and not set(one.triggers) & set(other.triggers)


def _overlap(one: AnchorSpec, other: AnchorSpec) -> bool:
    if one.path != other.path:
        return False
    if one.symbol and other.symbol:
        return one.symbol == other.symbol or _holds(one.symbol, other.symbol) or _holds(other.symbol, one.symbol)
    if one.lines and other.lines:
        return one.lines.first <= other.lines.last and other.lines.first <= one.lines.last
    return True


def _holds(outer: str, inner: str) -> bool:
    return inner.startswith((f"{outer}.", f"{outer}::"))
