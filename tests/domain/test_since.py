from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from legendary_git.domain.since import find_start

HISTORIES = st.integers(1, 12).flatmap(
    lambda count: st.tuples(
        st.lists(st.booleans(), min_size=count, max_size=count),
        st.tuples(*(st.lists(st.integers(0, max(0, n - 1)), max_size=2, unique=True) for n in range(count))),
    )
)


def _oracle(commit: int, parents: list[list[int]], holds: list[bool]) -> int:
    """The rule, recursively and without memory."""
    for parent in parents[commit]:
        if holds[parent]:
            return _oracle(parent, parents, holds)
    return commit


@given(HISTORIES)
def test_find_start_is_the_rule_and_needs_no_memory(history: tuple[list[bool], tuple[list[int], ...]]) -> None:
    holds, drawn = history
    parents = [[] if n == 0 else list(of) for n, of in enumerate(drawn)]
    last = len(holds) - 1
    expected = _oracle(last, parents, holds)

    def parents_of(commit: str) -> list[str]:
        return [str(parent) for parent in parents[int(commit)]]

    def holds_at(commit: str) -> bool:
        return holds[int(commit)]

    assert find_start(str(last), parents_of, holds_at) == str(expected)
    known = {str(n): str(_oracle(n, parents, holds)) for n in range(0, len(holds), 2) if holds[n] and n != last}
    assert find_start(str(last), parents_of, holds_at, known.get) == str(expected)


def test_find_start_stops_at_a_fresh_parent_and_prefers_the_first() -> None:
    parents = {"merge": ["left", "right"], "left": ["base"], "right": ["base"], "base": []}
    assert (
        find_start("merge", parents.__getitem__, {"left": False, "right": True, "base": False}.__getitem__) == "right"
    )
    assert find_start("merge", parents.__getitem__, {"left": True, "right": True, "base": False}.__getitem__) == "left"
