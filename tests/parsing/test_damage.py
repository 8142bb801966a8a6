"""Where a parse error is, and what it makes doubtful."""

from __future__ import annotations

import pytest

from legendary_git.domain.region import LineRange
from tests.parsing.outline import parse, symbol

BROKEN = "def whole():\n    return 1\n\n\nx = 1\n\n\ndef broken(:\n    return 2\n"


def test_damage_is_inside_the_region_that_does_not_parse() -> None:
    parsed = parse("class A:\n    def m(self):\n        x = = 1\n\n    def n(self):\n        pass\n\n    z = 1\n")
    assert parsed.has_errors
    assert parsed.is_damaged(parsed.whole())
    assert parsed.is_damaged(symbol(parsed, "A").region)
    assert parsed.is_damaged(symbol(parsed, "A.m").region)
    assert not parsed.is_damaged(symbol(parsed, "A.z").region)


def test_damage_does_not_reach_past_other_code() -> None:
    parsed = parse(BROKEN)
    assert parsed.has_errors
    assert not parsed.is_damaged(symbol(parsed, "whole").region)


@pytest.mark.parametrize("first", [5, 8])
def test_damage_of_a_range_of_lines(first: int) -> None:
    parsed = parse("a = 1\n\n\n\n# between\nb = 2\n\nc = = 3\n\n# after\nd = 4\n")
    region = parsed.range(LineRange(first, first))
    assert region is not None
    assert parsed.is_damaged(region) == (first == 8)


def test_damage_is_none_in_good_code_and_in_prose() -> None:
    good = parse("def f():\n    return 1\n")
    assert not good.has_errors
    assert not good.is_damaged(good.whole())
    prose = parse("((((", "a.txt")
    assert not prose.is_damaged(prose.whole())


def test_damage_by_something_missing() -> None:
    parsed = parse("def f():\n    return (1\n")
    assert parsed.is_damaged(parsed.whole())
