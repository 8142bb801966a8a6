"""What of the memories that are there says the same as a new one, nearly the same, or something else."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from legendary_git.domain.anchor import AnchorSpec
from legendary_git.domain.likeness import Relation
from legendary_git.domain.memory import Memory
from legendary_git.domain.related import find_related
from legendary_git.domain.subject import Subject
from legendary_git.domain.values import dataclass, replace
from legendary_git.errors import MemoryRefused
from legendary_git.usecases.memories import Memories

_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Kin:
    """The memory that says the same, those that say something else about the same, and how new the new one is.

    `surprise` is 1 minus the score of the likest, from 0 (there already) to 1. `warnings` name what is near and was
    let through all the same; `near` are those, each with why.
    """

    same: Memory | None = None
    contradicted: tuple[Memory, ...] = ()
    surprise: float = 1.0
    warnings: tuple[str, ...] = ()
    near: tuple[tuple[Memory, str], ...] = ()


def find_kin(loaded: Memories, memory: Memory, distinct: str | None, old: Memory | None) -> Kin:
    """What a memory that is yet to be written is to those that are there.

    `distinct` says why it is another one, `old` is the one whose place it takes. Raises MemoryRefused where it is near
    to one, and neither was said: a correction is no duplicate.
    """
    kin = compare(loaded, memory, {old.id} if old is not None else ())
    if kin.same is not None:
        return replace(kin, contradicted=(), near=())
    if distinct is not None:
        return replace(kin, contradicted=())
    if kin.near and old is None:
        raise _too_near(kin.near)
    warnings = tuple(f"{one.id} says nearly the same: {one.title}" for one, _ in kin.near[:_SHOWN])
    return replace(kin, warnings=warnings)


def compare(loaded: Memories, memory: Memory, replaced: Collection[str] = ()) -> Kin:
    """What a memory is to those that are there; neither near nor contradicted are those with the ids `replaced`."""
    known = {one.id: one for one in loaded.valid}
    related = find_related(subject_of(memory), map(subject_of, loaded.valid))
    found = {relation: [one for one in related if one.likeness.relation is relation] for relation in Relation}
    likest = max((one.likeness.score for one in (*found[Relation.SAME], *found[Relation.NEAR])), default=0.0)
    told = {
        relation: [(known[one.subject.id], one.likeness.why) for one in group if one.subject.id is not None]
        for relation, group in found.items()
    }
    same = next((one for one, _ in told[Relation.SAME]), None)
    contradicted = tuple(one for one, _ in told[Relation.CONTRADICTS] if one.id not in replaced)
    near = tuple((one, why) for one, why in told[Relation.NEAR] if one.id not in replaced)
    return Kin(same, contradicted, round(1.0 - likest, 2), near=near)


def are_at_odds(one: Memory, other: Memory) -> bool:
    """Whether two memories that hold contradict each other or say the same, whichever of them is the newer one."""
    found = (compare(Memories((old,), ()), new) for old, new in ((one, other), (other, one)))
    return any(kin.same is not None or kin.contradicted for kin in found)


def subject_of(memory: Memory) -> Subject:
    """A memory as far as two are compared."""
    scope = memory.front.get("scope", "")
    return Subject(
        type=memory.type,
        title=memory.title,
        body=memory.body,
        id=memory.id,
        kind=memory.kind,
        anchors=tuple(
            AnchorSpec(one.file, one.symbol, one.lines if one.symbol is None else None) for one in memory.anchors
        ),
        triggers=memory.triggers,
        tags=memory.tags,
        scope=scope if isinstance(scope, str) and scope else "repo",
        is_standing=not memory.is_retired,
    )


def _too_near(told: Sequence[tuple[Memory, str]]) -> MemoryRefused:
    """The memories that are near, and the ways on."""
    first, why = told[0]
    return MemoryRefused(
        f"{first.id} says nearly the same ({why}): {first.title}",
        "leave it at that, correct it, or say in what yours is another one",
        details=(
            *(f"{one.id} ({reason}): {one.title}" for one, reason in told[1:_SHOWN]),
            f"git memory reaffirm {first.id} --evidence TEXT   # where its code has changed and it still holds",
            f"git memory remember … --supersedes {first.id}",
            "git memory remember … --distinct REASON",
        ),
    )
