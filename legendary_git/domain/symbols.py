"""Find a symbol by the name that a person or an anchor gives."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from legendary_git.domain.region import Symbol

_ARITY = re.compile(r"/[0-9]+(?:@[0-9]+)?$")
_ORDER = re.compile(r"@[0-9]+(?=\.|$)")


def find_symbols(symbols: Iterable[Symbol], name: str) -> tuple[Symbol, ...]:
    """The symbols that `name` may mean: the one that has it in full, else all of which it is a suffix.

    `::` is read as `.`, so that `Type::method` may be written as the language writes it. Where the number of
    parameters is a part of names (`add/2`), a name without it means all of that name. Where all this finds nothing,
    segments may be left out: `Type.fmt` is `Type.Display.fmt`.
    """
    wanted = name.replace("::", ".")
    known = tuple(symbols)
    exact = tuple(symbol for symbol in known if symbol.name == wanted)
    ending = exact or tuple(symbol for symbol in known if symbol.name.endswith("." + wanted))
    ending = ending or tuple(symbol for symbol in known if ("." + _ARITY.sub("", symbol.name)).endswith("." + wanted))
    return ending or tuple(symbol for symbol in known if _has_in_order(symbol.name.split("."), wanted.split(".")))


def _has_in_order(segments: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether the last segment is the last one wanted, and the others stand before it in their order."""
    rest = iter(segments[:-1])
    return len(wanted) > 1 and segments[-1] == wanted[-1] and all(one in rest for one in wanted[:-1])


def family_name(name: str) -> str:
    """A qualified name without the orders of twins: what `connect` and `connect@2` share."""
    return _ORDER.sub("", name)


def find_family(symbols: Iterable[Symbol], name: str) -> tuple[Symbol, ...]:
    """The symbol `name` and all its twins, in the order in which they stand."""
    wanted = family_name(name)
    return tuple(symbol for symbol in symbols if family_name(symbol.name) == wanted)
