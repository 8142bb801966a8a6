"""Classes of values against the standard library's dataclasses, which they stand in for."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from legendary_git.domain import values


def make_classes(dataclass: Callable[..., Any], field: Callable[..., Any]) -> dict[str, Any]:
    """The same classes, made by one decorator or by the other."""

    @dataclass(frozen=True, slots=True)
    class Point:
        x: int
        y: int = 2
        known: ClassVar[int] = 7

    @dataclass(frozen=True, slots=True)
    class Place(Point):
        name: str = "here"

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Named:
        name: str
        tags: list[str] = field(default_factory=list, compare=False)

    @dataclass(slots=True)
    class Mutable:
        items: list[int] = field(default_factory=list)

    @dataclass(frozen=True, order=True)
    class Ranked:
        rank: int
        name: str = field(default="", compare=False)

        def __post_init__(self) -> None:
            if self.rank < 0:
                raise ValueError("too low")

    @dataclass
    class Plain:
        it: int

    @dataclass(eq=False, slots=True)
    class ById:
        it: int

    @dataclass(frozen=True, slots=True)
    class Nothing:
        pass

    return {name: one for name, one in locals().items() if isinstance(one, type)}


OURS = make_classes(values.dataclass, values.field)
STANDARD = make_classes(dataclasses.dataclass, dataclasses.field)
MADE: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("Point", (1,), {}),
    ("Point", (1, 3), {}),
    ("Point", (), {"y": 1, "x": 4}),
    ("Place", (1, 2, "there"), {}),
    ("Place", (1,), {"name": "there"}),
    ("Named", (), {"name": "a"}),
    ("Named", (), {"name": "a", "tags": ["b"]}),
    ("Mutable", (), {}),
    ("Mutable", ([1],), {}),
    ("Ranked", (1, "one"), {}),
    ("Plain", (1,), {}),
    ("Nothing", (), {}),
]


@pytest.mark.parametrize(("name", "words", "keywords"), MADE)
def test_value_reads_as_a_dataclass_does(name: str, words: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    ours, standard = OURS[name](*words, **keywords), STANDARD[name](*words, **keywords)
    assert repr(ours).replace("make_classes.<locals>.", "") == repr(standard).replace("make_classes.<locals>.", "")
    assert dataclasses.asdict(ours) == dataclasses.asdict(standard)
    assert OURS[name].__match_args__ == STANDARD[name].__match_args__
    assert hasattr(ours, "__dict__") is hasattr(standard, "__dict__")


@pytest.mark.parametrize(("name", "words", "keywords"), MADE)
def test_value_equals_what_a_dataclass_equals(name: str, words: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    for other, its_words, its_keywords in MADE:
        ours = OURS[name](*words, **keywords) == OURS[other](*its_words, **its_keywords)
        assert ours is (STANDARD[name](*words, **keywords) == STANDARD[other](*its_words, **its_keywords))


def test_fields_that_are_not_compared_make_no_difference() -> None:
    one, other = OURS["Named"](name="a", tags=["b"]), OURS["Named"](name="a")
    assert one == other
    assert hash(one) == hash(other)


def test_equal_values_have_equal_hashes() -> None:
    assert len({OURS["Point"](1), OURS["Point"](1, 2), OURS["Place"](1, 2)}) == 2
    assert hash(OURS["Nothing"]()) == hash(OURS["Nothing"]())


@pytest.mark.parametrize("name", ["Mutable", "Plain"])
def test_value_that_can_change_has_no_hash(name: str) -> None:
    with pytest.raises(TypeError):
        hash(OURS[name]([]))


def test_value_without_equality_is_itself_alone() -> None:
    one = OURS["ById"](1)
    assert one != OURS["ById"](1)
    assert {one: "kept"}[one] == "kept"


@pytest.mark.parametrize("classes", [OURS, STANDARD], ids=["ours", "standard"])
def test_frozen_value_cannot_be_changed(classes: dict[str, Any]) -> None:
    point = classes["Point"](1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        point.x = 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        del point.x
    assert point.x == 1


@pytest.mark.parametrize("classes", [OURS, STANDARD], ids=["ours", "standard"])
@pytest.mark.parametrize(("words", "keywords"), [((), {}), ((1, 2, 3), {}), ((1,), {"x": 1}), ((1,), {"z": 1})])
def test_wrong_arguments_are_refused(classes: dict[str, Any], words: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        classes["Point"](*words, **keywords)


def test_keywords_alone_where_that_is_asked_for() -> None:
    with pytest.raises(TypeError):
        OURS["Named"]("a")


def test_default_of_a_factory_is_new_for_each_value() -> None:
    one, other = OURS["Mutable"](), OURS["Mutable"]()
    one.items.append(1)
    assert other.items == []


def test_post_init_sees_the_fields() -> None:
    with pytest.raises(ValueError, match="too low"):
        OURS["Ranked"](-1)


def test_values_are_ordered_by_what_is_compared() -> None:
    low, high = OURS["Ranked"](1, "z"), OURS["Ranked"](2, "a")
    assert low < high
    assert high > low
    assert low <= high
    assert sorted([high, low]) == [low, high]
    with pytest.raises(TypeError):
        assert OURS["Point"](1) < OURS["Point"](2)


@pytest.mark.parametrize("replace", [values.replace, dataclasses.replace], ids=["ours", "standard"])
def test_replaced_value_has_the_other_fields_still(replace: Callable[..., Any]) -> None:
    assert replace(OURS["Place"](1, 5, "there"), x=3) == OURS["Place"](3, 5, "there")
    with pytest.raises(TypeError):
        replace(OURS["Place"](1), z=3)


@values.dataclass(frozen=True, slots=True)
class Kept:
    """At the top of a module, where pickle finds it."""

    one: int
    other: tuple[str, ...] = ()


@values.dataclass(frozen=True, slots=True)
class KeptAlone:
    """With one field."""

    one: tuple[int, ...]


@pytest.mark.parametrize("value", [Kept(1, ("a",)), KeptAlone((1, 2))])
def test_value_survives_copies_and_pickles(value: object) -> None:
    assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301 - made here
    assert copy.copy(value) == value
    assert copy.deepcopy(value) == value


def test_class_below_without_a_decorator_is_made_as_its_base() -> None:
    class Below(Kept):
        pass

    assert Below(2).one == 2
    assert Kept(1).other == ()
