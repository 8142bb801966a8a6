"""Find a symbol by the name that a person or an anchor gives."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from legendary_git.domain.patterns import compile_late
from legendary_git.domain.region import Symbol

_ARITY = compile_late(r"/[0-9]+(?:@[0-9]+)?$")
_ORDER = compile_late(r'("(?:[^"\\]|\\.)*")|@[0-9]+(?=\.|$)')
_QUOTED = compile_late(r'"((?:[^"\\]|\\.)*)"')


def find_symbols(symbols: Iterable[Symbol], name: str) -> tuple[Symbol, ...]:
    """The symbols that `name` may mean: the one that has it in full, else all of which it is a suffix.

    `::` may stand for `.`, so that `Type::method` may be written as the language writes it. Where the number of
    parameters is a part of names (`add/2`), a name without it means all of that name; the quotes round a segment may be
    left out (`Guide.Version 1.2` for `Guide."Version 1.2"`). Where all this finds nothing, segments may be left out:
    `Type.fmt` is `Type.Display.fmt`.
    """
    known = tuple(symbols)
    for wanted in dict.fromkeys((name, name.replace("::", "."))):
        if found := _find_exact(known, wanted) or _find_unquoted(known, wanted):
            return found
    wanted = name.replace("::", ".")
    return tuple(symbol for symbol in known if _has_in_order(symbol.name.split("."), wanted.split(".")))


def _find_exact(known: Sequence[Symbol], wanted: str) -> tuple[Symbol, ...]:
    exact = tuple(symbol for symbol in known if symbol.name == wanted)
    ending = exact or tuple(symbol for symbol in known if symbol.name.endswith("." + wanted))
    return ending or tuple(symbol for symbol in known if ("." + _ARITY.sub("", symbol.name)).endswith("." + wanted))


def _find_unquoted(known: Sequence[Symbol], wanted: str) -> tuple[Symbol, ...]:
    bare = [(_unquoted(symbol.name), symbol) for symbol in known if '"' in symbol.name]
    exact = tuple(symbol for text, symbol in bare if text == wanted)
    return exact or tuple(symbol for text, symbol in bare if text.endswith("." + wanted))


def _has_in_order(segments: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether the last segment is the last one wanted, and the others stand before it in their order."""
    rest = iter(segments[:-1])
    return len(wanted) > 1 and segments[-1] == wanted[-1] and all(one in rest for one in wanted[:-1])


def family_name(name: str) -> str:
    """A qualified name without the orders of twins: what `connect` and `connect@2` share.

    What stands in quotes is a name whatever it looks like (`"left-pad@2"`).
    """
    return _ORDER.sub(lambda found: found[1] or "", name)


def find_family(symbols: Iterable[Symbol], name: str) -> tuple[Symbol, ...]:
    """The symbol `name` and all its twins, in the order in which they stand."""
    wanted = family_name(name)
    return tuple(symbol for symbol in symbols if family_name(symbol.name) == wanted)


def _unquoted(name: str) -> str:
    """A name without the quotes round its segments, and without the backslashes that those ask for."""
    return _QUOTED.sub(lambda found: re.sub(r"\\(.)", r"\1", found[1]), name)
