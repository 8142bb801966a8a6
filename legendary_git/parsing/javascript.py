"""What JavaScript's literals say, whatever their spelling: quotes, needless escapes, the forms of numbers."""

from __future__ import annotations

import re

from legendary_git.domain.patterns import compile_late

_ESCAPE = compile_late(rb"\\(.)", re.DOTALL)
_MEANT = compile_late(rb"[\n\r0-7\\bfnrt-vx\xe2]")
"""What an escape may begin with that says something; E2 is the first byte of U+2028, which ends a line too."""
_NUMBER = compile_late(rb"([0-9_]*)(?:\.([0-9_]*))?(?:e([+-]?)([0-9_]+))?")
_INDEX = compile_late(rb'"?((?:0|[1-9][0-9]{0,14})(?:\.[0-9]{0,5}[1-9])?)\Z')


def canonical_string(literal: bytes) -> bytes:
    """A string literal as `"` and its content, without escapes that say no more than the character itself.

    Source of the rule: ECMA-262, NonEscapeCharacter. Escapes that do say something stay as they are written.
    """
    return b'"' + _ESCAPE.sub(_unescape, literal[1:-1])


def _unescape(found: re.Match[bytes]) -> bytes:
    return found[0] if _MEANT.match(found[1]) else found[1]


def canonical_directive(literal: bytes) -> bytes:
    """A literal that is a statement: nothing but its quotes is free, since `'use strict'` obeys how it is written."""
    return b"'" + literal[1:-1]


def canonical_attribute(literal: bytes) -> bytes:
    """A string in markup: no escapes, but quotes may be written as entities."""
    return b'"' + literal[1:-1].replace(b"&apos;", b"'").replace(b"&quot;", b'"')


def canonical_regex(literal: bytes) -> bytes:
    """A regular expression with its flags in order."""
    pattern, slash, flags = literal.rpartition(b"/")
    return pattern + slash + bytes(sorted(flags))


def canonical_style(piece: bytes) -> bytes:
    """A piece of a style sheet in a template: where its lines begin and end, white space says nothing."""
    first, *rest = piece.split(b"\n")
    if not rest:
        return piece
    *between, last = rest
    lines = [first.rstrip(), *(line.strip() for line in between), last.lstrip()]
    return lines[0] + b"\n" + b"\n".join(line for line in lines[1:] if line)


def canonical_number(literal: bytes) -> bytes:
    """A number in lower case, without what says nothing: a `+`, a zero at the fraction's end, a point before none."""
    text = literal.lower()
    found = _NUMBER.fullmatch(text)
    if found is None:
        return text
    whole, fraction, sign, exponent = found.groups(b"")
    fraction = fraction.rstrip(b"0")
    text = (whole or b"0") + (b"." + fraction if fraction else b"")
    return text + (b"e" + sign.replace(b"+", b"") + exponent if exponent else b"")


def name_of(literal: bytes) -> bytes | None:
    """The property's name that a string or a number, in its canonical spelling, is; None where only it can say that."""
    if literal.startswith(b'"') and literal[1:].decode("utf-8", "replace").replace("$", "_").isidentifier():
        return literal[1:]
    found = _INDEX.match(literal)
    return None if found is None else found[1]
