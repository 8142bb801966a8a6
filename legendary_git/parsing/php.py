"""Strings of PHP whose quotes a formatter may change: both kinds have escapes, but not the same ones."""

from __future__ import annotations

import re

_SINGLE = re.compile(rb"'((?:[^'\\]|\\.)*)'", re.DOTALL)
_DOUBLE = re.compile(rb'"((?:[^"\\$]|\\.)*)"', re.DOTALL)
_SINGLE_ESCAPE = re.compile(rb"\\([\\'])")
_DOUBLE_ESCAPE = re.compile(rb'\\(?:([ntrvef\\$"])|([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|u\{([0-9A-Fa-f]{1,6})\})')
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
