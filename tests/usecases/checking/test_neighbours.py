"""Memories that are passed over unseen are those that the comparison itself takes for apart."""

from __future__ import annotations

from itertools import product

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.memory import Memory, MemoryType, Status
from legendary_git.domain.subject import are_apart
from legendary_git.usecases.checking.neighbours import Neighbours
from legendary_git.usecases.kin import subject_of

_FILES: tuple[tuple[str, ...], ...] = ((), ("a.py",), ("b.py",), ("a.py", "b.py"))
_TRIGGERS: tuple[tuple[str, ...], ...] = ((), ("E1",), ("E1", "E2"))


def memory(number: int, files: tuple[str, ...], triggers: tuple[str, ...], status: Status = Status.ACTIVE) -> Memory:
    return Memory(
        id=f"mem-{number:08x}",
        type=MemoryType.DECISION,
        title=f"Title {number}",
        status=status,
        path=f".legendary/memories/mem-{number:08x}.md",
        anchors=tuple(Anchor(file=file) for file in files),
        triggers=triggers,
    )


def test_neighbours_lack_only_what_is_apart() -> None:
    all_of_them = [memory(number, *kind) for number, kind in enumerate(product(_FILES, _TRIGGERS))]
    neighbours = Neighbours(all_of_them)
    for one in all_of_them:
        found = neighbours.of(one)
        assert [other for other in all_of_them if other in found] == found, "in order"
        apart = [other for other in all_of_them if are_apart(subject_of(one), subject_of(other))]
        assert [other for other in all_of_them if other not in found and other not in apart] == []
    assert len(neighbours.of(memory(99, ("c.py",), ()))) == 3, "those about no place"


def test_neighbours_are_standing() -> None:
    retired = memory(1, ("a.py",), (), Status.DEPRECATED)
    assert Neighbours([retired]).of(memory(2, ("a.py",), ())) == []
