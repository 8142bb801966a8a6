"""A value in a common ancestor and on the two sides of a merge, and what merging it came to.

Every rule takes a `Three` and gives one: three times the same where the merge is settled, else what each of the three
files must go on saying, so that a text merge of them shows the disagreement to a person. A value that only one side
changed is settled before any rule is asked. Rules treat the sides alike: it must not matter which is merged into which.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from legendary_git.domain.memory import FrontValue
from legendary_git.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class Three:
    """A value in the common ancestor, on our side and on theirs; None: it is not there."""

    base: FrontValue | None
    ours: FrontValue | None
    theirs: FrontValue | None

    @property
    def is_open(self) -> bool:
        """Whether the sides disagree."""
        return self.ours != self.theirs

    @classmethod
    def settled(cls, value: FrontValue | None) -> Three:
        return cls(value, value, value)


Rule = Callable[[Three], Three]


def merge_value(three: Three, rule: Rule) -> Three:
    """The one change of a value that one side changed, or both alike; where they changed it apart, what `rule` says."""
    if three.ours == three.theirs or three.theirs == three.base:
        return Three.settled(three.ours)
    return Three.settled(three.theirs) if three.ours == three.base else rule(three)


def leave_open(three: Three) -> Three:
    """The rule for what nobody but a person can settle."""
    return three


def by_key(rules: Mapping[str, Rule], default: Rule = leave_open) -> Rule:
    """The rule for a mapping: key by key. One that a side took away while the other changed it stays open."""

    def merge_mapping(three: Three) -> Three:
        base, ours, theirs = (as_mapping(value) for value in (three.base, three.ours, three.theirs))
        if base is None or not ours or not theirs:
            return three
        found = {
            key: merge_value(Three(base.get(key), ours.get(key), theirs.get(key)), rules.get(key, default))
            for key in dict.fromkeys([*ours, *theirs])
        }
        return Three(*views_of(found))

    return merge_mapping


def views_of(found: Mapping[str, Three]) -> tuple[dict[str, FrontValue], dict[str, FrontValue], dict[str, FrontValue]]:
    """Of merged values by key: the mapping that the ancestor, ours and theirs must say."""
    return (
        {key: three.base for key, three in found.items() if three.base is not None},
        {key: three.ours for key, three in found.items() if three.ours is not None},
        {key: three.theirs for key, three in found.items() if three.theirs is not None},
    )


def as_mapping(value: FrontValue | None) -> dict[str, FrontValue] | None:
    """A mapping, empty where there is no value; None where it is something else."""
    if not value:
        return {}
    return value if isinstance(value, dict) else None


def as_list(value: FrontValue | None) -> list[FrontValue] | None:
    """A list's items, none where there is no value; one text stands for a list of one. None: it is a mapping."""
    if not value:
        return []
    if isinstance(value, str):
        return [value]
    return value if isinstance(value, list) else None
