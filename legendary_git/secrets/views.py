"""The texts in which a field is looked through: as a reader would see it, and as a program would decode it."""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from legendary_git.secrets.shape import lines_with

_MOST_LINES = 4
_LEAST_JOINED = 20  # no token that is known by its form is shorter
_DIGIT = re.compile(r"[0-9]")
_COLOURS = re.compile(r"\x1b\[[0-9;]{0,20}m")
_ESCAPED = re.compile(r"\\(?=[_*~.\-/=#+])")
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
# Format characters, the joiner and the variation selectors: nothing is drawn for them.
_UNSEEN = re.compile("[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]")
_TAIL = re.compile(r"([^\s\"'`<>|(),;]{4,300})[\"'`]?[ \t]{0,4}[\\+.&]?[ \t]{0,4}$")
_HEAD = re.compile(r"^[ \t>#*/|]{0,40}[\"'`]?([^\s\"'`<>|(),;]{1,300})([\"'`]?[ \t]{0,4}[\\+.&]?[ \t]{0,4}$)?")
# Runs of at least 24 characters, also wrapped as MIME and PEM wrap them.
_ENCODED = re.compile(
    r"(?<![A-Za-z0-9+/_-])(?:[A-Za-z0-9+/]{60,76}\r?\n[ \t>]{0,8}){0,4000}[A-Za-z0-9+/_-]{20,}={0,2}"
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
        text = _UNSEEN.sub("", unicodedata.normalize("NFKC", text))
    if "\x1b" in text:
        text = _COLOURS.sub("", text)
    if "\\" in text:
        text = _ESCAPED.sub("", text)
    return _CONTROLS.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def decoded(text: str, depth: int = 2) -> Iterator[View]:
    """What is percent-encoded or base64 in `text`, and in that again, up to `depth` times."""
    for view in (*from_percent(text), *from_base64(text)):
        yield view
        if depth > 1:
            yield from (View(inner.text, view.line, line_ends=False) for inner in decoded(view.text, depth - 1))


def from_percent(text: str) -> Iterator[View]:
    for start, end in lines_with(("%",), text):
        line = text[start:end]
        if _PERCENT.search(line):
            yield View(seen(unquote(line, errors="replace")), 1 + text.count("\n", 0, start), line_ends=False)


def from_base64(text: str) -> Iterator[View]:
    for match in _ENCODED.finditer(text):
        inner = plain(match[0])
        if inner:
            yield View(seen(inner), 1 + text.count("\n", 0, match.start()), line_ends=False)


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
            if len(together) >= _LEAST_JOINED and _DIGIT.search(together):
                yield View(together, number, line_ends=False)
            if head[2] is None:
                break
