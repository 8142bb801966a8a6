"""The strength of a memory, and what its file says of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendary_git.domain.salience import Salience, read_salience

_TENTHS = st.integers(0, 10)


@pytest.mark.parametrize(
    ("salience", "strength"),
    [
        (Salience(), 0.75),
        (Salience(surprise=0.0), 0.25),
        (Salience(importance=10, cost=10), 1.0),
        (Salience(importance=0, cost=0, surprise=0.0), 0.0),
        (Salience(importance=5, cost=8, surprise=0.2), 0.5),
    ],
)
def test_strength_is_the_mean_of_what_is_known(salience: Salience, strength: float) -> None:
    assert salience.strength == pytest.approx(strength)


@given(_TENTHS, st.none() | _TENTHS, st.integers(0, 100))
def test_what_is_written_is_read_again(importance: int, cost: int | None, hundredths: int) -> None:
    salience = Salience(importance, cost, hundredths / 100)
    assert read_salience(salience.as_front()) == salience


@given(_TENTHS, _TENTHS, st.floats(0, 1))
def test_more_of_anything_is_never_weaker(importance: int, cost: int, surprise: float) -> None:
    least = Salience(importance, cost, surprise).strength
    assert Salience(min(importance + 1, 10), cost, surprise).strength >= least
    assert Salience(importance, min(cost + 1, 10), surprise).strength >= least
    assert Salience(importance, cost, min(surprise + 0.1, 1.0)).strength >= least


@pytest.mark.parametrize(
    ("front", "salience"),
    [
        ({}, Salience()),
        ({"importance": "7", "cost": "2", "pain": "9"}, Salience(7, 9)),
        ({"importance": "much", "cost": "-1", "surprise": "nan"}, Salience()),
        ({"importance": "99", "cost": "12", "surprise": "3"}, Salience(10, 10, 1.0)),
        ({"importance": ["5"], "cost": {}}, Salience()),
    ],
)
def test_front_matter_is_read_whatever_it_says(front: dict[str, object], salience: Salience) -> None:
    assert read_salience(front) == salience
