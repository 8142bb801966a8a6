"""Numbers with units, so that 30 s, 30 seconds and 30000 ms are one value."""

from __future__ import annotations

from fractions import Fraction

_TIME = {
    1: "ms msec millisecond milliseconds",
    1000: "s sec secs second seconds",
    60_000: "min mins minute minutes",
    3_600_000: "h hr hrs hour hours",
    86_400_000: "d day days",
    604_800_000: "week weeks",
    2_592_000_000: "month months",
    31_536_000_000: "year years",
}
_SIZE = {
    1: "byte bytes",
    10**3: "kb kilobyte kilobytes",
    10**6: "mb megabyte megabytes",
    10**9: "gb gigabyte gigabytes",
    10**12: "tb terabyte terabytes",
    2**10: "kib",
    2**20: "mib",
    2**30: "gib",
    2**40: "tib",
}
_SAID = {
    "time": (_TIME, ("ms", "s", "min", "h", "days")),
    "size": (_SIZE, ("bytes", "kB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB")),
}
_UNITS: dict[str, tuple[str, int]] = {
    unit: (dimension, factor)
    for dimension, table in (("time", _TIME), ("size", _SIZE))
    for factor, units in table.items()
    for unit in units.split()
} | {"%": ("percent", 1), "percent": ("percent", 1), "px": ("px", 1), "rem": ("rem", 1)}


def is_unit(word: str) -> bool:
    """Whether a number before this word is a quantity."""
    return word in _UNITS


def quantity(number: str, unit: str = "") -> tuple[str, str]:
    """What a number measures and how much, both as text; without a unit, the number as it stands.

    Digits may be grouped by commas. More than one dot is a version, and `3.10` is not `3.1`, so only what has a unit is
    reckoned with.
    """
    number = number.replace(",", "")
    if unit not in _UNITS or number.count(".") > 1:
        return "number", number
    dimension, factor = _UNITS[unit]
    return dimension, str(Fraction(number) * factor)


def say_both(dimension: str, one: str, other: str) -> tuple[str, str]:
    """Two values as a person writes them, in the largest unit that both are whole in: 30 s and 90 s, 1 h and 2 h."""
    table, names = _SAID.get(dimension, ({}, ()))
    a, b = (Fraction(one), Fraction(other)) if table else (Fraction(1), Fraction(1))
    named = zip(table, names, strict=False)
    fitting = [(factor, name) for factor, name in named if a % factor == b % factor == 0]
    if not fitting:
        unit = "" if dimension == "number" else " %" if dimension == "percent" else f" {dimension}"
        return f"{one}{unit}", f"{other}{unit}"
    factor, name = max(fitting)
    return f"{a // factor} {name}", f"{b // factor} {name}"
