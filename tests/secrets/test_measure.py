"""How much is found, and how often wrongly: the figures of docs/benchmarks.md."""

from __future__ import annotations

from collections import Counter

import pytest

from legendary_git.secrets import find_secrets
from tests.secrets.labelled import DEVELOP, HELD_OUT, negatives, positives

BOTH = (DEVELOP, HELD_OUT)


@pytest.mark.parametrize(("half", "examples", "kinds"), [(DEVELOP, 609, 141), (HELD_OUT, 651, 141)])
def test_recall_is_whole_for_every_kind(half: str, examples: int, kinds: int) -> None:
    wanted = positives(half)
    assert (len(wanted), len({one.kind for one in wanted})) == (examples, kinds)
    missed = Counter((one.kind, one.context) for one in wanted if not find_secrets(one.fields))
    assert missed == {}


@pytest.mark.parametrize(("half", "examples", "sorts"), [(DEVELOP, 304, 38), (HELD_OUT, 448, 56)])
def test_false_alarms_are_none(half: str, examples: int, sorts: int) -> None:
    harmless = list(negatives(half))
    assert (len(harmless), len({one.kind for one in harmless})) == (examples, sorts)
    assert Counter(one.kind for one in harmless if find_secrets(one.fields)) == {}


def test_halves_share_no_context_and_no_sort() -> None:
    for side in (positives, negatives):
        develop, held_out = ({(one.context or one.kind, one.placed.text) for one in side(half)} for half in BOTH)
        assert not develop & held_out
    assert not {one.kind for one in negatives(DEVELOP)} & {one.kind for one in negatives(HELD_OUT)}


@pytest.mark.parametrize("half", BOTH)
def test_set_is_the_same_each_time(half: str) -> None:
    assert positives(half) == positives(half)
    assert list(negatives(half)) == list(negatives(half))
