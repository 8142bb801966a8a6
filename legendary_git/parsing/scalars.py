"""What the scalars of documents say: keys and strings by their value, whatever their quotes, the rest as it stands."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

from legendary_git.domain.patterns import compile_late
from legendary_git.domain.token import TokenKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

Scalar = tuple[TokenKind, bytes]

_WORD = compile_late(rb"[A-Za-z_][\w ./@:+-]*(?<! )")
_KEYWORDS = frozenset(b"true false null inf nan".split())
"""Leaves of JSON and TOML that are no strings, though they are words."""
_NO_STRING = frozenset(b"true false null yes no on off y n t f".split())
"""Plain words that some reader of YAML takes for something else than a string."""
_PLAIN_STRING = compile_late(rb"[A-Za-z_/][^\x00]*", re.DOTALL)
_ESCAPE = compile_late(r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|\n[ \t]*|.)", re.DOTALL)
_FOLD = compile_late(r"[ \t]*\n[ \t\n]*")
_TRIMMED = compile_late(r"\\\n[ \t\n]*")
_SINGLE = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029", "'": "'",
}  # fmt: skip


def string_scalar(value: str) -> Scalar:
    """The token of a string. Plain words are leaves, so that a renamed key can be told from another one."""
    said = value.encode("utf-8", "surrogatepass")
    if _WORD.fullmatch(said) is not None and said not in _KEYWORDS:
        return TokenKind.LEAF, said
    return TokenKind.STRING, b"s" + said


def json_scalar(node: Node, text: bytes) -> Scalar:  # noqa: ARG001 - asked of every scalar
    """A string of JSON by its value; one that JSON does not allow as it stands."""
    try:
        return string_scalar(json.loads(text, strict=False))
    except ValueError:
        return TokenKind.STRING, b"?" + text


def toml_scalar(node: Node, text: bytes) -> Scalar:
    """A key or a string of TOML.

    Source of the rules: TOML 1.0, "Keys" and "String".
    """
    said = text.decode("utf-8", "surrogateescape")
    if node.type == "bare_key":
        return string_scalar(said)
    long = said[:3] in ('"""', "'''")
    inner = said[3:-3] if long else said[1:-1]
    if long:
        inner = inner.removeprefix("\n")
    if said[0] == "'":
        return string_scalar(inner)
    if long:
        inner = _TRIMMED.sub("", inner) if "\\\\" not in inner else inner
    value = _unescape(inner)
    return (TokenKind.STRING, b"?" + text) if value is None or (long and "\\" in inner) else string_scalar(value)


def yaml_scalar(node: Node, text: bytes) -> Scalar:
    """A scalar of YAML. A plain one that some reader takes for a number, a date or the like is no string.

    Source of the rules: YAML 1.2.2, chapters 7.3 and 8.1.
    """
    said = text.decode("utf-8", "surrogateescape")
    if node.type == "block_scalar":
        return TokenKind.STRING, _block(node, said)
    if node.type == "single_quote_scalar":
        return string_scalar(_fold(said[1:-1]).replace("''", "'"))
    if node.type == "double_quote_scalar":
        value = _unescape(_fold_escaped(said[1:-1]))
        return (TokenKind.STRING, b"?" + text) if value is None else string_scalar(value)
    if _PLAIN_STRING.fullmatch(text) is None or text.lower() in _NO_STRING:
        return TokenKind.STRING, b"p" + _fold(said).encode("utf-8", "surrogateescape")
    return string_scalar(_fold(said))


SCALARS: Mapping[str, Callable[[Node, bytes], Scalar]] = {
    "json": json_scalar,
    "toml": toml_scalar,
    "yaml": yaml_scalar,
}


def _fold(text: str) -> str:
    """Line ends within a flow scalar: one is a blank, more are one less."""
    return _FOLD.sub(lambda found: "\n" * (found[0].count("\n") - 1) or " ", text)


def _fold_escaped(text: str) -> str:
    """As `_fold`, but a line end after a backslash is none, and what is escaped before one stays."""
    pieces = re.split(r"(\\\n[ \t]*|\\.)", text, flags=re.DOTALL)
    return "".join(piece if number % 2 else _fold(piece) for number, piece in enumerate(pieces))


def _unescape(text: str) -> str | None:
    """Without its escapes; None where there is one that nobody knows."""
    unknown = False

    def value(found: re.Match[str]) -> str:
        nonlocal unknown
        code = found[0][1:]
        if code[0] in "xuU" and len(code) > 1:
            number = int(code[1:], 16)
            unknown = unknown or number > 0x10FFFF
            return "" if unknown else chr(number)
        if code[0] == "\n":
            return ""
        unknown = unknown or code not in _SINGLE
        return _SINGLE.get(code, "")

    said = _ESCAPE.sub(value, text)
    return None if unknown else said


def _block(node: Node, text: str) -> bytes:
    """A block scalar: its style, and its lines without the indentation that they share."""
    head, _, body = text.partition("\n")
    style = head.partition(" #")[0].split("\t#")[0].strip()
    lines = body.split("\n")
    indents = [len(line) - len(line.lstrip(" ")) for line in lines if line.strip()]
    indent = min(indents, default=0)
    if any(letter.isdigit() for letter in style):
        style += f"@{indent - _column(node)}"
    elif indents and indents[0] != indent:
        return b"?" + text.encode("utf-8", "surrogateescape")
    value = "\n".join(line[indent:] for line in lines)
    if "+" not in style:
        value = value.rstrip("\n")
    return f"{style}\n{value}".encode("utf-8", "surrogateescape")


def _column(node: Node) -> int:
    """The indentation of the collection that a block scalar stands in."""
    parent = node.parent
    while parent is not None and parent.type not in ("block_mapping", "block_sequence"):
        parent = parent.parent
    return -1 if parent is None else parent.start_point[1]
