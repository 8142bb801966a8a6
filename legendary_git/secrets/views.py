"""The texts in which a field is looked through: as a reader would see it, and as a program would decode it."""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote

_MOST_LINES = 4
_COLOURS = re.compile(r"\x1b\[[0-9;]{0,20}m")
_ESCAPED = re.compile(r"\\(?=[_*~.\-/=#+])")
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")
_LINE_END = re.compile(r"[\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_TAIL = re.compile(r"([^\s\"'`<>|(),;]{4,300})[\"'`]?[ \t]{0,4}[\\+.&]?[ \t]{0,4}$")
_HEAD = re.compile(r"^[ \t>#*/|]{0,40}[\"'`]?([^\s\"'`<>|(),;]{1,300})([\"'`]?[ \t]{0,4}[\\+.&]?[ \t]{0,4}$)?")
# Runs of at least 24 characters, also wrapped as MIME and PEM wrap them.
_ENCODED = re.compile(
    r"(?<![A-Za-z0-9+/_-])(?:[A-Za-z0-9+/]{60,76}\r?\n[ \t>]{0,8}){0,4000}[A-Za-z0-9+/_-]{20,}={0,2}(?![A-Za-z0-9+/_-])"
)


@dataclass(frozen=True)
class View:
    """A text, and the line of the field at which its first line is. `line_ends` is false where its lines are not the field's."""

    text: str
    line: int = 1
    line_ends: bool = True

    def line_of(self, offset: int) -> int:
        return self.line + (self.text.count("\n", 0, offset) if self.line_ends else 0)


def seen(text: str) -> str:
    """Without what cannot be seen (zero width, soft hyphens, colours), and with letters for their look-alikes of other widths.

    Unicode's compatibility form (NFKC) has them; no line end comes or goes.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
        text = "".join(one for one in text if unicodedata.category(one) != "Cf")
    text = text.replace("\r\n", "\n")
    if "\x1b" in text:
        text = _COLOURS.sub("", text)
    if "\\" in text:
        text = _ESCAPED.sub("", text)
    return "".join(one for one in text if one >= " " or one in "\n\t") if not text.isprintable() else text


def decoded(text: str, depth: int = 2) -> Iterator[View]:
    """What is percent-encoded or base64 in `text`, and in that again, up to `depth` times."""
    if _PERCENT.search(text):
        lines = (_LINE_END.sub(" ", unquote(line, errors="replace")) for line in text.split("\n"))
        yield View("\n".join(lines))
    yield from from_base64(text, depth)


def from_base64(text: str, depth: int) -> Iterator[View]:
    for match in _ENCODED.finditer(text):
        inner = plain(match[0])
        if inner:
            line = 1 + text.count("\n", 0, match.start())
            yield View(seen(inner), line, line_ends=False)
            if depth > 1:
                yield from (View(view.text, line, line_ends=False) for view in decoded(inner, depth - 1))


def plain(encoded: str) -> str | None:
    """The text that `encoded` is the base64 of; None if it is of none."""
    packed = re.sub(r"[\s>]", "", encoded).rstrip("=").replace("-", "+").replace("_", "/")
    try:
        text = base64.b64decode(packed + "=" * (-len(packed) % 4)).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return None
    return text if text.replace("\n", "").replace("\r", "").replace("\t", "").isprintable() else None


def joined(text: str) -> Iterator[View]:
    """The end of a line together with the beginning of the next: for tokens that were wrapped, in prose or in strings."""
    lines = text.split("\n")
    for number, line in enumerate(lines[:-1], 1):
        tail = _TAIL.search(line[-320:])
        if tail is None:
            continue
        together = tail[1]
        for following in lines[number : number + _MOST_LINES]:
            head = _HEAD.match(following)
            if head is None:
                break
            together += head[1]
            yield View(together, number, line_ends=False)
            if head[2] is None:
                break
