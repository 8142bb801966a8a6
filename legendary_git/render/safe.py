"""Text from memories, commits and file names, made safe for a terminal and for one line."""

from __future__ import annotations

import unicodedata

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories that a terminal obeys or does not show: controls, bidi and other formats, surrogates, line separators."""
_JOINERS = frozenset("\u200c\u200d\ufe0f")
"""Formats that ordinary words and emoji need."""


def safe(text: str) -> str:
    """The text with everything that a terminal would obey or hide written out; line ends and tabs stay."""
    if text.replace("\n", "").replace("\t", "").isprintable():  # nothing of those categories is, and this is fast
        return text
    return "".join(_shown(char) if char not in "\n\t" else char for char in text)


def safe_name(name: str) -> str:
    """A path or an anchor, which may hold a line end or a tab: on one line, whatever it is."""
    return name if name.isprintable() else "".join(map(_shown, name))


def one_line(text: str) -> str:
    """The text on one line, runs of white space made one space."""
    return safe(" ".join(text.split()))


def field(text: str) -> str:
    """A field of a tab-separated line: backslash, newline, tab and carriage return escaped, and what a terminal obeys.

    Bytes of a name that is not UTF-8 go out as they are: whoever reads the line may open the file.
    """
    escaped = text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")
    return "".join(char if "\udc80" <= char <= "\udcff" else _shown(char) for char in escaped)


def _shown(char: str) -> str:
    if char in _JOINERS or unicodedata.category(char) not in _HIDDEN:
        return char
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:  # a byte of a name that is not UTF-8
        return f"\\x{code - 0xDC00:02x}"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
