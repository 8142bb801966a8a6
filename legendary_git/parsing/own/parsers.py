"""Our own parsers by the name that a language's file calls them."""

from __future__ import annotations

from collections.abc import Callable

from legendary_git.domain.values import dataclass
from legendary_git.parsing.own.dockerfile import parse_dockerfile
from legendary_git.parsing.own.make import parse_make
from legendary_git.parsing.own.node import OwnTree
from legendary_git.parsing.own.settings import parse_ini, parse_properties
from legendary_git.parsing.own.styles import parse_css, parse_scss

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


def _parser(name: str, parse: Callable[[bytes], OwnTree], *types: str) -> OwnParser:
    return OwnParser(f"{name}:own.1", parse, frozenset((*types, *_ALWAYS)))


_PARSERS = {
    "own:css": _parser("css", parse_css, *_STYLES),
    "own:scss": _parser("scss", parse_scss, *_STYLES),
    "own:dockerfile": _parser("dockerfile", parse_dockerfile, "dockerfile", "instruction", "from", "line", "document"),
    "own:ini": _parser("ini", parse_ini, "file", "section", "heading", "setting"),
    "own:make": _parser(
        "make", parse_make, "makefile", "rule", "rule_head", "recipe_line", "variable", "define", "conditional",
        "if_branch", "else_branch", "directive", "target",
    ),
    "own:properties": _parser("properties", parse_properties, "file", "setting"),
}  # fmt: skip


def find_own_parser(name: str) -> OwnParser | None:
    """The parser of a name that begins with `own:`."""
    return _PARSERS.get(name)
