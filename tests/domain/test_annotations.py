"""What stands in for `typing` at run time."""

from __future__ import annotations

import pickle

import pytest

from legendary_git.domain.annotations import NamedTuple, cast


class Pair(NamedTuple):
    """Two things."""

    one: int
    other: str = "none"

    @property
    def both(self) -> str:
        return f"{self.one}{self.other}"


def test_named_tuple_is_a_tuple_with_names_defaults_and_methods() -> None:
    pair = Pair(1)
    assert pair == (1, "none")
    assert pair.both == "1none"
    assert pair._replace(other="x").other == "x"
    assert repr(pair) == "Pair(one=1, other='none')"
    assert Pair.__doc__ == "Two things."
    assert pickle.loads(pickle.dumps(pair)) == pair  # noqa: S301 - made here
    with pytest.raises(TypeError):
        Pair()  # type: ignore[call-arg]


def test_cast_gives_the_value_itself() -> None:
    value: object = [1]
    assert cast("list[int]", value) is value
