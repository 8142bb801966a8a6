"""Which real commits are looked at, and which symbols are remembered before each group of them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from benchmarks.accuracy.history import Clone
from benchmarks.accuracy.subjects import Subject


def pick_groups(
    clone: Clone, line: Sequence[str], suffixes: tuple[str, ...], count: int, number: int
) -> list[list[str]]:
    """At most `count` commits that touch a file with such a name, in `number` groups spread evenly over the line.

    The commits of a group follow each other, but for those that touch none. The first of the line is in no group.
    """
    words = ["rev-list", "--first-parent", f"{line[0]}..{line[-1]}", "--", *(f"*{suffix}" for suffix in suffixes)]
    touching = set(clone.git(*words).decode().split())
    found = [commit for commit in line[1:] if commit in touching]
    size = min(count, len(found)) // number
    ends = [size + (len(found) - size) * index // max(number - 1, 1) for index in range(number)]
    return [found[end - size : end] for end in ends if size]


def touched(clone: Clone, commits: Sequence[str]) -> set[str]:
    """The files that any of the commits differs in from its first parent."""
    found: set[str] = set()
    for commit in commits:
        said = clone.git("diff-tree", "-r", "-z", "--no-renames", "--name-only", f"{commit}^1", commit)
        found |= {name.decode("utf-8", "surrogateescape") for name in said.split(b"\0") if name}
    return found


def choose(subjects: Sequence[Subject], near: set[str], count: int, seed: str) -> list[Subject]:
    """So many subjects, of each kind as many as can be; three in four of them in the files `near`."""
    rng = random.Random(seed)
    known = [one for one in subjects if one.symbol is not None]
    inside = [one for one in known if one.path in near]
    outside = [one for one in known if one.path not in near]
    taken = _spread(inside, count * 3 // 4, rng)
    return [*taken, *_spread(outside, count - len(taken), rng)]


def _spread(subjects: Sequence[Subject], count: int, rng: random.Random) -> list[Subject]:
    """So many of them, one kind after the other."""
    by_kind: dict[tuple[str, bool], list[Subject]] = {}
    for one in subjects:
        by_kind.setdefault((one.kind, "." in one.name), []).append(one)
    for group in by_kind.values():
        rng.shuffle(group)
    taken: list[Subject] = []
    while len(taken) < count and any(by_kind.values()):
        taken += [group.pop() for group in by_kind.values() if group]
    return taken[:count]
