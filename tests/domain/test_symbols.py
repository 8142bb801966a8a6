"""Which symbols a name means."""

from __future__ import annotations

import pytest

from legendary_git.domain.region import LineRange, Region, Span, Symbol
from legendary_git.domain.symbols import find_symbols

REGION = Region((Span(0, 1, LineRange(1, 1)),))
NAMES = [
    "Store",
    "Store.fmt",
    "Store.Debug.fmt",
    "Store.Display.fmt",
    "Failure.Display.fmt",
    "Failure.From<io.Error>.from",
    "Failure.From<fmt.Error>.from",
    "outer.Store.close",
    "add/2",
]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Store", ["Store"]),
        ("Store.fmt", ["Store.fmt"]),
        ("Store::fmt", ["Store.fmt"]),
        ("Display.fmt", ["Store.Display.fmt", "Failure.Display.fmt"]),
        ("Failure.fmt", ["Failure.Display.fmt"]),
        ("Failure::fmt", ["Failure.Display.fmt"]),
        ("Failure.from", ["Failure.From<io.Error>.from", "Failure.From<fmt.Error>.from"]),
        ("Failure::From<io::Error>::from", ["Failure.From<io.Error>.from"]),
        ("outer.close", ["outer.Store.close"]),
        ("Store.outer.close", []),
        ("close.Store", []),
        ("Store.Store.close", []),
        ("add", ["add/2"]),
        ("Display", []),
    ],
)
def test_find_symbols(name: str, meant: list[str]) -> None:
    symbols = [Symbol(one, one.rpartition(".")[2], REGION) for one in NAMES]
    assert [symbol.name for symbol in find_symbols(symbols, name)] == meant
