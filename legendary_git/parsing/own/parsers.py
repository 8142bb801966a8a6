"""Our own parsers by the name that a language's file calls them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module

from legendary_git.domain.values import dataclass
from legendary_git.parsing.own.node import OwnTree

_ALWAYS = ("ERROR", "MISSING", "comment", "name")
_STYLES = (
    "stylesheet", "rule", "at_rule", "at_statement", "declaration", "prelude", "block", "selector", ";", "{", "}",
    "word", "number", "string", "hash", "url", "sign", "open", "close", "interpolation",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class OwnParser:
    """A parser as the rest of the package asks for one."""

    identity: str
    parse: Callable[[bytes], OwnTree]
    node_types: frozenset[str]


_PARSERS = {
    "own:css": ("styles", "parse_css", _STYLES),
    "own:scss": ("styles", "parse_scss", _STYLES),
    "own:dockerfile": ("dockerfile", "parse_dockerfile", ("dockerfile", "instruction", "from", "line", "document")),
    "own:ini": ("settings", "parse_ini", ("file", "section", "heading", "setting")),
    "own:make": (
        "make", "parse_make", (
            "makefile", "rule", "rule_head", "recipe_line", "variable", "define", "conditional", "if_branch",
            "else_branch", "directive", "target",
        ),
    ),
    "own:properties": ("settings", "parse_properties", ("file", "setting")),
}  # fmt: skip
"""Module, function and node types; a module is loaded when a file is in its language."""


@cache
def find_own_parser(name: str) -> OwnParser | None:
    """The parser of a name that begins with `own:`."""
    if name not in _PARSERS:
        return None
    module, function, types = _PARSERS[name]
    parse: Callable[[bytes], OwnTree] = getattr(import_module(f"legendary_git.parsing.own.{module}"), function)
    return OwnParser(f"{name.removeprefix('own:')}:own.1", parse, frozenset((*types, *_ALWAYS)))
