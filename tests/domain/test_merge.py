"""Merging front matter: what each key means, whichever side is ours, and by whatever way the branches meet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from legendary_git.domain.memory import FrontValue
from legendary_git.domain.merge import MergedFront, merge_front
from legendary_git.domain.merge_anchors import place_of
from legendary_git.domain.merge_lists import freeze

Front = dict[str, FrontValue]

H1, H2, H3 = (f"t1:{digit * 8}" for digit in "123")


def anchor(file: str, content_hash: str | None = None, **more: FrontValue) -> dict[str, FrontValue]:
    fields: dict[str, FrontValue] = {"file": file, "symbol": "f", **more}
    return fields | ({"content_hash": content_hash, "commit": "c" * 8} if content_hash else {})


def entry(day: int, text: str) -> dict[str, FrontValue]:
    return {"at": f"2026-01-{day:02}T00:00:00Z", "text": text}


def merged(base: Front, ours: Front, theirs: Front) -> Front:
    """The merge, where it is settled, from both sides."""
    found = merge_front(base, ours, theirs)
    assert found.open == ()
    assert found.ours == found.theirs == found.base == merge_front(base, theirs, ours).ours
    return found.ours


def opened(base: Front, ours: Front, theirs: Front) -> MergedFront:
    found, other = merge_front(base, ours, theirs), merge_front(base, theirs, ours)
    assert found.open
    assert set(found.open) == set(other.open)
    assert (found.ours, found.theirs) == (other.theirs, other.ours)
    return found


# Lists


@pytest.mark.parametrize("key", ["tags", "triggers", "supersedes"])
def test_merge_of_lists_keeps_what_either_added_and_drops_what_either_took_away(key: str) -> None:
    found = merged({key: ["a", "b", "c"]}, {key: ["a", "z", "c"]}, {key: ["a", "b", "c", "y", "d"]})
    assert found == {key: ["a", "z", "c", "d", "y"]}


def test_merge_of_lists_on_one_side_only_keeps_its_order() -> None:
    assert merged({"tags": ["a", "b"]}, {"tags": ["a", "b"]}, {"tags": ["b", "x", "a", "x"]}) == {
        "tags": ["b", "x", "a", "x"]
    }


def test_merge_reads_one_text_as_a_list_of_one() -> None:
    assert merged({}, {"tags": "a"}, {"tags": ["b"]}) == {"tags": ["a", "b"]}


def test_merge_leaves_out_a_list_of_which_nothing_is_left() -> None:
    assert merged({"tags": ["a", "b"]}, {"tags": ["a"]}, {"tags": ["b"]}) == {}


@pytest.mark.parametrize("key", ["evidence", "history"])
def test_merge_of_entries_is_by_time(key: str) -> None:
    base = [entry(1, "first")]
    found = merged(
        {key: [*base]}, {key: [*base, entry(3, "c"), entry(7, "e")]}, {key: [*base, entry(2, "b"), entry(5, "d")]}
    )
    assert [one["text"] for one in found[key] if isinstance(one, dict)] == ["first", "b", "c", "d", "e"]


def test_merge_of_entries_takes_one_that_both_have_once_and_one_without_a_time_last() -> None:
    odd: FrontValue = {"at": "yesterday", "text": "odd"}
    found = merged({}, {"evidence": [odd, entry(2, "both")]}, {"evidence": [entry(2, "both"), entry(3, "x")]})
    assert found["evidence"] == [entry(2, "both"), entry(3, "x"), odd]


def test_merge_leaves_open_what_is_no_list() -> None:
    assert opened({}, {"tags": {"a": "b"}}, {"tags": ["a"]}).open == ("tags",)


# Texts


@pytest.mark.parametrize(
    ("one", "other", "wins"),
    [
        ("deprecated", "superseded", "superseded"),
        ("conflicted", "deprecated", "deprecated"),
        ("active", "conflicted", "conflicted"),
    ],
)
def test_merge_of_status_is_by_precedence(one: str, other: str, wins: str) -> None:
    assert merged({}, {"status": one}, {"status": other}) == {"status": wins}


def test_merge_of_status_takes_back_what_one_side_took_back() -> None:
    assert merged({"status": "superseded"}, {"status": "active"}, {"status": "superseded"}) == {"status": "active"}


def test_merge_reads_a_missing_status_as_active() -> None:
    assert merged({"status": "conflicted"}, {}, {"status": "deprecated"}) == {"status": "deprecated"}


@pytest.mark.parametrize("key", ["created", "updated", "expires"])
def test_merge_of_times_takes_the_later(key: str) -> None:
    ours, theirs = "2026-01-01T23:30:00-02:00", "2026-01-02T00:00:00Z"
    assert merged({key: "2025-12-31"}, {key: ours}, {key: theirs}) == {key: ours}
    assert opened({}, {key: "soon"}, {key: theirs}).open == (key,)


@pytest.mark.parametrize("key", ["title", "superseded_by", "confidence", "id", "team"])
def test_merge_leaves_open_what_both_sides_changed_apart(key: str) -> None:
    found = opened({key: "x", "scope": "repo"}, {key: "y"}, {key: "z", "scope": "repo"})
    assert (found.open, found.base) == ((key,), {key: "x"})


def test_merge_leaves_open_what_one_side_took_away_and_the_other_changed() -> None:
    found = opened({"owner": ["a"]}, {}, {"owner": ["b"]})
    assert (found.ours, found.base, found.theirs) == ({}, {"owner": ["a"]}, {"owner": ["b"]})


def test_merge_keeps_unknown_keys_of_both_sides() -> None:
    assert merged({"x": "1"}, {"x": "2", "ours": {"a": ["b"]}}, {"x": "1", "theirs": "c"}) == {
        "x": "2",
        "ours": {"a": ["b"]},
        "theirs": "c",
    }


# Mappings


def test_merge_leaves_numbers_without_end_open() -> None:
    base: Front = {"salience": {"cost": "1"}}
    found = merge_front(base, {"salience": {"cost": "9" * 5000}}, {"salience": {"cost": "8" * 5000}})
    assert found.open == ("salience",)


def test_merge_of_salience_is_key_by_key_and_takes_the_larger() -> None:
    base: Front = {"salience": {"importance": "5", "cost": "3"}}
    ours: Front = {"salience": {"importance": "9", "cost": "3", "pain": "1"}}
    theirs: Front = {"salience": {"importance": "10", "cost": "1"}}
    assert merged(base, ours, theirs) == {"salience": {"importance": "10", "cost": "1", "pain": "1"}}


def test_merge_of_two_deprecations_leaves_their_reasons_open_and_takes_the_later_time() -> None:
    found = opened(
        {}, {"deprecated": {"reason": "a", "at": "2026-01-01"}}, {"deprecated": {"reason": "b", "at": "2026-01-02"}}
    )
    assert found.open == ("deprecated",)
    assert found.ours == {"deprecated": {"reason": "a", "at": "2026-01-02"}}


# Anchors


def test_merge_of_anchors_keeps_what_each_side_added_and_stamped() -> None:
    found = merged(
        {"anchors": [anchor("a", H1), anchor("b", H1)]},
        {"anchors": [anchor("a", H2), anchor("b", H1), anchor("z", H1)]},
        {"anchors": [anchor("a", H1, note="x"), anchor("b", H3), anchor("c", H1)]},
    )
    assert found == {
        "anchors": [anchor("a", H2, note="x"), anchor("b", H3), anchor("c", H1), anchor("z", H1)],
    }


def test_merge_of_an_anchor_stamped_apart_leaves_its_stamp_open() -> None:
    found = opened(
        {"anchors": [anchor("a", H1), anchor("b", H1)]},
        {"anchors": [anchor("a", H2, note="x"), anchor("b", H2)]},
        {"anchors": [anchor("a", H3), anchor("b", H1)]},
    )
    assert found.open == ("anchors (a::f)",)
    assert found.ours == {"anchors": [anchor("a", H2, note="x"), anchor("b", H2)]}
    assert found.theirs == {"anchors": [anchor("a", H3, note="x"), anchor("b", H2)]}
    assert found.base == {"anchors": [anchor("a", H1, note="x"), anchor("b", H2)]}


def test_merge_of_an_anchor_that_both_added_with_other_content_leaves_it_open() -> None:
    assert opened({}, {"anchors": [anchor("a", H2)]}, {"anchors": [anchor("a", H3)]}).open == ("anchors (a::f)",)


def test_merge_of_an_anchor_stamped_twice_with_one_content_takes_one_stamp_whole() -> None:
    ours, theirs = anchor("a", H2, blob="1", lines="2-3"), anchor("a", H2, blob="2", lines="1-2")
    found = merged({"anchors": [anchor("a", H1, lines="9-9")]}, {"anchors": [ours]}, {"anchors": [theirs]})
    assert found["anchors"] in ([ours], [theirs])


def test_merge_of_an_anchor_that_only_one_side_stamped_takes_the_stamp() -> None:
    found = merged({}, {"anchors": [anchor("a")]}, {"anchors": [anchor("a", H1)]})
    assert found == {"anchors": [anchor("a", H1)]}


def test_merge_of_an_anchor_that_was_pointed_elsewhere_on_both_sides_is_open() -> None:
    ours, theirs = anchor("a", H2, was=anchor("x", H1)), anchor("a", H2)
    assert opened({"anchors": [anchor("a", H1)]}, {"anchors": [ours]}, {"anchors": [theirs]}).open == (
        "anchors (a::f)",
    )


def test_merge_of_an_anchor_moved_on_one_side_and_stamped_on_the_other_keeps_both() -> None:
    base, moved, stamped = anchor("a", H1), anchor("b", H1), anchor("a", H2)
    assert merged({"anchors": [base]}, {"anchors": [moved]}, {"anchors": [stamped]}) == {"anchors": [moved, stamped]}
    assert merged({"anchors": [base]}, {"anchors": [moved]}, {"anchors": [base]}) == {"anchors": [moved]}


def test_merge_tells_ranges_of_lines_apart_and_two_anchors_of_one_place() -> None:
    one: Front = {"file": "a", "lines": "1-2"}
    other: Front = {"file": "a", "lines": ["1", "2"]}
    third: Front = {"file": "a", "lines": "5"}
    assert [place_of(one), place_of(other), place_of(third), place_of({"file": "a"})] == ["a:1-2", "a:1-2", "a:5", "a"]
    found = merged(
        {"anchors": [one, other]}, {"anchors": [one, other, third]}, {"anchors": [one, other, {"file": "a"}]}
    )
    assert found == {"anchors": [one, other, {"file": "a"}, third]}


# Laws

_LAW = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
"""How long it takes says how busy the machine is."""

_WORDS = st.sampled_from(["a", "b", "c", "d", "e"])
_TIMES = st.sampled_from(["2026-01-01", "2026-01-02T00:00:00Z", "2026-01-02T01:00:00+01:00", "2026-01-03"])
_ENTRIES = st.fixed_dictionaries({"at": _TIMES, "text": _WORDS})
_ANCHORS = st.fixed_dictionaries(
    {"file": st.sampled_from(["a", "b", "c"])},
    optional={
        "symbol": st.sampled_from(["f", "g"]),
        "lines": st.sampled_from(["1-2", "3-4"]),
        "commit": _WORDS,
        "content_hash": st.sampled_from([H1, H2]),
        "note": _WORDS,
    },
)
_LISTED: dict[str, st.SearchStrategy[Any]] = {
    "tags": st.lists(_WORDS, min_size=1, max_size=4, unique=True),
    "triggers": st.lists(_WORDS, min_size=1, max_size=4, unique=True),
    "evidence": st.lists(_ENTRIES, min_size=1, max_size=4, unique_by=freeze),
    "history": st.lists(_ENTRIES, min_size=1, max_size=4, unique_by=freeze),
}
_SETTLED: dict[str, st.SearchStrategy[Any]] = {
    "status": st.sampled_from(["active", "deprecated", "superseded", "conflicted"]),
    "updated": _TIMES,
    "salience": st.fixed_dictionaries({"importance": st.sampled_from(["1", "5", "10"])}),
}
_DISPUTED: dict[str, st.SearchStrategy[Any]] = {
    "anchors": st.lists(_ANCHORS, min_size=1, max_size=3, unique_by=place_of),
    "title": _WORDS,
    "superseded_by": _WORDS,
    "deprecated": st.fixed_dictionaries({"reason": _WORDS, "at": _TIMES}),
    "owner": st.lists(_WORDS, max_size=2),
}
_FRONTS: st.SearchStrategy[Any] = st.fixed_dictionaries({}, optional=_LISTED | _SETTLED | _DISPUTED)
_PEACEFUL: st.SearchStrategy[Any] = st.fixed_dictionaries(_SETTLED, optional=_LISTED)


def meaning(front: Mapping[str, FrontValue]) -> dict[str, object]:
    """What front matter says, without the order of lists whose order says nothing."""
    return {
        key: frozenset(freeze(item) for item in value) if isinstance(value, list) and key != "owner" else value
        for key, value in front.items()
        if value
    }


@_LAW
@given(base=_FRONTS, ours=_FRONTS, theirs=_FRONTS)
def test_merge_is_the_same_whichever_side_is_ours(base: Front, ours: Front, theirs: Front) -> None:
    one, other = merge_front(base, ours, theirs), merge_front(base, theirs, ours)
    assert (one.ours, one.theirs, one.base) == (other.theirs, other.ours, other.base)
    assert set(one.open) == set(other.open)
    assert bool(one.open) == (one.ours != one.theirs)


@_LAW
@given(base=_FRONTS, ours=_FRONTS, theirs=_FRONTS, third=_FRONTS)
def test_merge_of_three_branches_is_the_same_in_every_order(
    base: Front, ours: Front, theirs: Front, third: Front
) -> None:
    ways = [(ours, theirs, third), (theirs, third, ours), (third, ours, theirs)]
    found = [_in_turn(base, *way) for way in ways]
    assert len({one is None for one in found}) == 1
    assert len({freeze_meaning(one) for one in found if one is not None}) <= 1


@_LAW
@given(base=_PEACEFUL, ours=_PEACEFUL, theirs=_PEACEFUL, third=_PEACEFUL)
def test_merge_of_what_has_a_rule_is_always_settled(base: Front, ours: Front, theirs: Front, third: Front) -> None:
    assert _in_turn(base, ours, theirs, third) is not None


@_LAW
@given(base=_PEACEFUL, theirs=_PEACEFUL, more=_PEACEFUL)
def test_merge_through_an_intermediate_branch_is_the_merge(base: Front, theirs: Front, more: Front) -> None:
    """`ours` grows, is merged into theirs on the way, grows again, and then the two meet."""
    early = _grown(base, more, upto=1)
    late = _grown(early, more, upto=9)
    between = merge_front(base, early, theirs).ours
    assert meaning(merge_front(early, late, between).ours) == meaning(merge_front(base, late, theirs).ours)


@_LAW
@given(base=_FRONTS, ours=_FRONTS, theirs=_FRONTS)
def test_merge_loses_nothing_that_either_side_wrote(base: Front, ours: Front, theirs: Front) -> None:
    found = merge_front(base, ours, theirs)
    said = _facts(found.ours) | _facts(found.theirs)
    for side in (ours, theirs):
        lost = {fact for fact in _facts(side) - _facts(base) - said if not _is_outdone(fact)}
        assert lost == set()


def _is_outdone(fact: tuple[str, object]) -> bool:
    """A time is outdone by a later one, a status by a higher, a stamp by another of the same content."""
    return fact[0] in {"status", "updated", "salience.importance", "deprecated.at", "commit", "lines"}


def _facts(front: Mapping[str, FrontValue]) -> set[tuple[str, object]]:
    """Each thing that is said: items of lists one by one, keys of mappings and of anchors too."""
    found: set[tuple[str, object]] = set()
    for key, value in front.items():
        if key == "anchors" and isinstance(value, list):
            places = [(place_of(item), item) for item in value if isinstance(item, dict)]
            found |= {
                (name if name in {"commit", "lines"} else f"{place} {name}", freeze(one))
                for place, item in places
                for name, one in item.items()
            }
        elif isinstance(value, list) and key != "owner":
            found |= {(key, freeze(item)) for item in value}
        elif isinstance(value, dict):
            found |= {(f"{key}.{name}", freeze(one)) for name, one in value.items()}
        else:
            found.add((key, freeze(value)))
    return found


def _in_turn(base: Front, *sides: Front) -> Front | None:
    """All sides merged one after the other; None where that leaves something open."""
    found = sides[0]
    for side in sides[1:]:
        step = merge_front(base, found, side)
        if step.open:
            return None
        found = step.ours
    return found


def freeze_meaning(front: Front) -> frozenset[tuple[str, object]]:
    return frozenset(
        (key, freeze(value) if isinstance(value, (str, list, dict)) else value) for key, value in meaning(front).items()
    )


def _grown(front: Front, more: Front, upto: int) -> Front:
    """As commands change a memory: lists grow, times and statuses go up."""
    rank: Callable[[str], int] = ["active", "conflicted", "deprecated", "superseded"].index
    found = dict(front)
    for key, value in more.items():
        old = found.get(key)
        if isinstance(value, list):
            known = old if isinstance(old, list) else []
            found[key] = [*known, *(item for item in value[:upto] if item not in known)]
        elif key == "status" and isinstance(value, str) and rank(value) > rank(str(old)):
            found[key] = value
    return found
