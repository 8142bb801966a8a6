"""Names as people give them: in full, by their end, with and without quotes."""

from __future__ import annotations

import pytest

from legendary_git.domain.region import LineRange, Region, Span, Symbol
from legendary_git.domain.symbols import family_name, find_family, find_symbols

NAMES = (
    "Guide",
    'Guide."Version 1.2"',
    'Guide."Version 1.2"@2',
    "Guide.std::vector",
    '".btn"',
    '".btn".&:hover',
    'packages."left-pad@2"',
    'packages."left-pad@3"',
    "steps[0]",
    "steps[0].run",
    "Store.close",
    'Guide."\\"Quotes\\""',
)


def symbols() -> tuple[Symbol, ...]:
    region = Region((Span(0, 1, LineRange(1, 1)),))
    return tuple(Symbol(name, name, region) for name in NAMES)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ('Guide."Version 1.2"', 'Guide."Version 1.2"'),
        ("Guide.Version 1.2", 'Guide."Version 1.2"'),
        ("Version 1.2", 'Guide."Version 1.2"'),
        ("Version 1.2@2", 'Guide."Version 1.2"@2'),
        ("std::vector", "Guide.std::vector"),
        ("Guide::std::vector", ""),
        ("Store::close", "Store.close"),
        (".btn", '".btn"'),
        ('".btn"', '".btn"'),
        (".btn.&:hover", '".btn".&:hover'),
        ("left-pad@2", 'packages."left-pad@2"'),
        ("steps[0]", "steps[0]"),
        ("run", "steps[0].run"),
        ('"Quotes"', 'Guide."\\"Quotes\\""'),
        ("Version 1", ""),
    ],
)
def test_find_symbols(asked: str, found: str) -> None:
    assert [one.name for one in find_symbols(symbols(), asked)] == ([found] if found else [])


def test_family_is_told_by_orders_outside_of_quotes() -> None:
    assert family_name('Guide."Version 1.2"@2') == 'Guide."Version 1.2"'
    assert [one.name for one in find_family(symbols(), 'Guide."Version 1.2"')] == [
        'Guide."Version 1.2"',
        'Guide."Version 1.2"@2',
    ]
    assert [one.name for one in find_family(symbols(), 'packages."left-pad@2"')] == ['packages."left-pad@2"']
