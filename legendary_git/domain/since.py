"""Since when: the commit at which an anchor left fresh, found as blame finds a line's."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def find_start(
    commit: str,
    parents: Callable[[str], Sequence[str]],
    holds: Callable[[str], bool],
    known: Callable[[str], str | None] = lambda _: None,
    skip: Callable[[str], str] = lambda commit: commit,
) -> str:
    """The commit at which something that holds at `commit` began to hold.

    From `commit`, while it holds at a parent too, go to the first such parent; the commit that is left is the answer.
    `parents` gives only those parents that the walk may pass to, `known` an answer found on an earlier walk, `skip` a
    commit further back to which the walk would come from the one that it is given.
    """
    while True:
        if (answer := known(commit)) is not None:
            return answer
        parent = next((parent for parent in parents(commit) if holds(parent)), None)
        if parent is None:
            return commit
        commit = skip(parent)
