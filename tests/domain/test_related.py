"""Which of many memories a new one has to do with."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legendary_git.domain.likeness import Relation
from legendary_git.domain.related import find_related
from legendary_git.domain.subject import Subject
from tests.domain.likeness.pairs import Pair, read_pairs

PAIRS = read_pairs()
EXISTING = [replace(pair.old, id=f"mem-{number:08x}") for number, pair in enumerate(PAIRS)]


@pytest.mark.parametrize("relation", [Relation.SAME, Relation.NEAR, Relation.CONTRADICTS])
def test_partner_of_a_pair_is_found_among_all(relation: Relation) -> None:
    missed = [
        pair.new.text
        for pair, old in zip(PAIRS, EXISTING, strict=True)
        if pair.relation is relation
        and old not in [found.subject for found in find_related(pair.new, EXISTING)]
        and find_related(pair.new, [old])
    ]
    assert missed == []


def test_same_comes_before_contradictions_and_near_ones() -> None:
    new = PAIRS[0].new
    timeout = "SQLite connections must set a busy timeout"
    texts = [timeout, new.title, f"{timeout} of 5 s"]
    existing = [replace(new, id=f"mem-{number:08x}", title=text) for number, text in enumerate(texts)]
    found = [(related.subject.title, related.likeness.relation) for related in find_related(new, existing)]
    assert found == [(texts[1], Relation.SAME), (texts[2], Relation.CONTRADICTS), (texts[0], Relation.NEAR)]


@settings(deadline=None, max_examples=25)
@given(st.randoms(use_true_random=False), st.sampled_from(PAIRS))
def test_order_of_existing_does_not_matter(random: Random, pair: Pair) -> None:
    shuffled = EXISTING[:80]
    random.shuffle(shuffled)
    assert find_related(pair.new, shuffled) == find_related(pair.new, EXISTING[:80])


def test_itself_and_what_is_retired_are_left_out() -> None:
    old = EXISTING[0]
    assert find_related(old, [old]) == ()
    assert find_related(replace(old, id=None), [replace(old, is_standing=False)]) == ()
    assert [found.subject for found in find_related(replace(old, id=None), [old])] == [old]


def test_one_of_ten_thousand_is_found() -> None:
    new = Subject(type=PAIRS[0].new.type, title="Never open a cursor in the import thread")
    titles = [f"Open module{number} in the thread {number % 97} first" for number in range(10_000)]
    crowd = [replace(new, id=f"mem-{number:08x}", title=title) for number, title in enumerate(titles)]
    old = replace(new, id="mem-ffffffff", title="In the import thread, never open a cursor")
    found = [(related.subject.id, related.likeness.relation) for related in find_related(new, [*crowd, old])]
    assert found == [("mem-ffffffff", Relation.SAME)]
