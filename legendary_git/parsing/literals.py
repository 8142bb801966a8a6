"""What string literals say, whatever their spelling: prefixes, quotes, escapes and implicit concatenation undone."""

from __future__ import annotations

import re

from legendary_git.domain.patterns import compile_late

_PREFIX = compile_late(rb"([A-Za-z]*)('''|\"\"\"|'|\")")
_ESCAPE = (
    rb"\\(?:\n|[\\'\"abfnrtv]|[0-7]{1,3}|x[0-9A-Fa-f]{2}"
    rb"|N\{[^}\n]+\}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})"
)
_TEXT_ESCAPE = compile_late(_ESCAPE)
_FORMAT_ESCAPE = compile_late(_ESCAPE + rb"|\{\{|\}\}")
_BYTES_ESCAPE = compile_late(rb"\\(?:\n|[\\'\"abfnrtv]|[0-7]{1,3}|x[0-9A-Fa-f]{2})")
_SINGLE = {
    b"\n": b"",
    b"\\": b"\\",
    b"'": b"'",
    b'"': b'"',
    b"a": b"\a",
    b"b": b"\b",
    b"f": b"\f",
    b"n": b"\n",
    b"r": b"\r",
    b"t": b"\t",
    b"v": b"\v",
}


_DECIMAL = compile_late(rb"([0-9_]*)(?:(\.)([0-9_]*))?(?:e([+-]?)([0-9_]+))?([a-z]*)")


def canonical_number(text: bytes) -> bytes:
    """One spelling for a number's many: lower case, digits on both sides of the point, no `+` in the exponent."""
    text = text.lower()
    found = _DECIMAL.fullmatch(text)
    if found is None:
        return text
    whole, point, fraction, sign, exponent, suffix = found.groups(b"")
    if point:
        whole, fraction = whole or b"0", fraction or b"0"
    if exponent:
        exponent = b"e" + sign.replace(b"+", b"") + exponent
    return whole + point + fraction + exponent + suffix


def split_quotes(start: bytes) -> tuple[str, bytes] | None:
    """The opening of a Python literal: its prefix in lower case, without `u`, and its quotes; None if it is none."""
    found = _PREFIX.fullmatch(start)
    return None if found is None else (found[1].decode("ascii").lower().replace("u", ""), found[2])


def unescape(content: bytes, prefix: str) -> bytes:
    """The value of what stands between a Python literal's quotes, in UTF-8; a lone surrogate as its three bytes.

    Source of the rules: the Python language reference, "String and Bytes literals".
    """
    formatted = "f" in prefix or "t" in prefix
    if "r" in prefix:
        return content.replace(b"{{", b"{").replace(b"}}", b"}") if formatted else content
    if b"\\" not in content and not formatted:
        return content
    if "b" in prefix:
        return _BYTES_ESCAPE.sub(_bytes_value, content)
    return (_FORMAT_ESCAPE if formatted else _TEXT_ESCAPE).sub(_text_value, content)


def dedent_docstring(content: bytes) -> bytes:
    """A docstring's source without what its indentation and its edges put there; works on source, before any escape.

    Formatters indent a docstring with its code, strip its lines' ends, and close up to its quotes.
    """
    lines = content.decode("utf-8", "surrogateescape").split("\n")
    rest = [_expand_leading_tabs(line) for line in lines[1:]]
    indent = min((len(line) - len(line.lstrip()) for line in rest if line.strip()), default=0)
    kept = [lines[0].strip(), *(line[indent:].rstrip() for line in rest)]
    return "\n".join(kept).strip().encode("utf-8", "surrogateescape")


def _expand_leading_tabs(line: str) -> str:
    text = line.lstrip()
    return line[: len(line) - len(text)].expandtabs() + text


def _bytes_value(found: re.Match[bytes]) -> bytes:
    code = found[0][1:]
    if (single := _SINGLE.get(code)) is not None:
        return single
    number = int(code[1:], 16) if code[:1] == b"x" else int(code, 8)
    return bytes((number & 0xFF,))


def _text_value(found: re.Match[bytes]) -> bytes:
    escape = found[0]
    if not escape.startswith(b"\\"):
        return escape[:1]
    code = escape[1:]
    if (single := _SINGLE.get(code)) is not None:
        return single
    if code.startswith(b"N"):
        return _named_value(code[2:-1], escape)
    number = int(code[1:], 16) if code[:1] in b"xuU" else int(code, 8)
    return chr(number).encode("utf-8", "surrogatepass") if number <= 0x10FFFF else escape


def _named_value(name: bytes, escape: bytes) -> bytes:
    import unicodedata  # late: a megabyte of names, for the rare literal that has one

    try:
        return unicodedata.lookup(name.decode("ascii")).encode("utf-8")
    except (KeyError, UnicodeDecodeError):
        return escape
