"""Strings of PHP that a formatter may spell anew: in other quotes, which have other escapes, or less deep."""

from __future__ import annotations

import re

from legendary_git.domain.patterns import compile_late

_SINGLE = compile_late(rb"'((?:[^'\\]|\\.)*)'", re.DOTALL)
_DOUBLE = compile_late(rb'"((?:[^"\\$]|\\.)*)"', re.DOTALL)
_SINGLE_ESCAPE = compile_late(rb"\\([\\'])")
_DOUBLE_ESCAPE = compile_late(rb'\\(?:([ntrvef\\$"])|([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|u\{([0-9A-Fa-f]{1,6})\})')
_HEREDOC = compile_late(rb"(<<<[ \t]*([\"']?)(\w+)\2[ \t]*\n)(.*\n)?([ \t]*)(\3)", re.DOTALL)
_CODE_OVER_LINES = compile_late(rb"(?:\{\$|\$\{)[^}\n]*\n")
_LETTERS = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"v": b"\v", b"e": b"\x1b", b"f": b"\f"}


def canonical_string(literal: bytes) -> bytes:
    """What a literal says, in single quotes; as it stands, if it holds a `$` that may begin a variable.

    Source of the rule: the PHP manual, "Strings". Any other backslash stands for itself.
    """
    if (single := _SINGLE.fullmatch(literal)) is not None:
        return b"'" + _SINGLE_ESCAPE.sub(rb"\1", single[1]) + b"'"
    if (double := _DOUBLE.fullmatch(literal)) is not None:
        return b"'" + _DOUBLE_ESCAPE.sub(_value, double[1]) + b"'"
    return literal


def dedented_heredoc(literal: bytes) -> bytes:
    """A heredoc or nowdoc without the indentation of its last line, which its other lines do not have either.

    Source of the rule: the PHP manual, "Strings", on heredocs. One with code over several lines is left as it stands.
    """
    found = _HEREDOC.fullmatch(literal)
    if found is None or _CODE_OVER_LINES.search(literal) is not None:
        return literal
    opening, _, _, text, indent, closing = found.groups(b"")
    taken = re.compile(rb"^" + re.escape(indent), re.MULTILINE)
    return opening + (taken.sub(b"", text) if indent else text) + closing


def _value(escape: re.Match[bytes]) -> bytes:
    letter, octal, hexadecimal, point = escape.groups()
    if letter is not None:
        return _LETTERS.get(letter, letter)
    if octal is not None:
        return bytes([int(octal, 8) & 0xFF])
    if hexadecimal is not None:
        return bytes([int(hexadecimal, 16)])
    code = int(point, 16)
    return chr(code).encode("utf-8", "surrogatepass") if code <= 0x10FFFF else escape[0]
