"""The texts in which a field is looked through: as a reader would see it, and as a program would decode it."""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from urllib.parse import unquote

from legendary_git.domain.values import dataclass
from legendary_git.secrets.shape import lines_with

_END = re.compile("\n")
_MOST_LINES = 4
_LEAST_JOINED = 20  # no token that is known by its form is shorter
_DIGIT = re.compile(r"[0-9]")
_COLOURS = re.compile(r"\x1b\[[0-9;]{0,20}m")
_ESCAPED = re.compile(r"\\(?=[_*~.\-/=#+])")
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
# Format characters, the joiner and the variation selectors: nothing is drawn for them.
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e0fff]"
)
_TAIL = re.compile(r"([^\s\"'`<>|(),;]{4,300})[\"'`]?[ \t]{0,4}[\\+.&]?[ \t]{0,4}$")
_HEAD = re.compile(r"^[ \t>#*/|]{0,40}[\"'`]?([^\s\"'`<>|(),;]{1,300})([\"'`]?[ \t]{0,4}[\\+.&]?[ \t]{0,4}$)?")
# Runs of at least 24 characters, also wrapped as MIME and PEM wrap them.
_ENCODED = re.compile(r"(?<![A-Za-z0-9+/_-])(?:[A-Za-z0-9+/]{60,76}\r?\n[ \t>]{0,8}){0,4000}[A-Za-z0-9+/_-]{20,}={0,2}")


@dataclass(frozen=True)
class View:
    """A text, and for each of its lines the line of the field that it comes from."""

    text: str
    numbers: Sequence[int]

    @classmethod
    def whole(cls, text: str) -> View:
        return cls(text, range(1, text.count("\n") + 2))

    @classmethod
    def gathered(cls, pieces: Iterable[tuple[int, str]]) -> View:
        """Of pieces, each from one line of the field; a piece may have several lines itself."""
        texts: list[str] = []
        numbers: list[int] = []
        for number, text in pieces:
            texts.append(text)
            numbers.extend([number] * (text.count("\n") + 1))
        return cls("\n".join(texts), numbers)

    def without(self, lines: set[int]) -> View:
        """What comes from other lines of the field than `lines` and those before them."""
        texts = zip(self.numbers, self.text.split("\n"), strict=False)
        return View.gathered((at, text) for at, text in texts if at not in lines and at + 1 not in lines)

    @cached_property
    def ends(self) -> list[int]:
        return [match.start() for match in _END.finditer(self.text)]

    def line_of(self, offset: int) -> int:
        return self.numbers[bisect_left(self.ends, offset)]


def seen(text: str) -> str:
    """Without what cannot be seen (zero width, soft hyphens, colours), and with letters for their full-width twins.

    Unicode's compatibility form (NFKC) has them; no line end comes or goes.
    """
    if not text.isascii():
        text = _UNSEEN.sub("", unicodedata.normalize("NFKC", text))
    if "\x1b" in text:
        text = _COLOURS.sub("", text)
    if "\\" in text:
        text = _ESCAPED.sub("", text)
    return _CONTROLS.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def decoded(view: View, depth: int = 2) -> Iterator[View]:
    """What is percent-encoded or base64 in `view`, and in that again, up to `depth` times."""
    for inner in (from_percent(view), from_base64(view)):
        if inner.text:
            yield inner
            if depth > 1:
                yield from decoded(inner, depth - 1)


def from_percent(view: View) -> View:
    """The lines that have something percent-encoded, decoded. They stay lines: an encoded line end is no end here."""
    lines = ((view.line_of(start), view.text[start:end]) for start, end in lines_with(("%",), view.text))
    return View.gathered(
        (number, seen(unquote(line, errors="replace")).replace("\n", " "))
        for number, line in lines
        if _PERCENT.search(line)
    )


def from_base64(view: View) -> View:
    found = ((view.line_of(match.start()), plain(match[0])) for match in _ENCODED.finditer(view.text))
    return View.gathered((number, seen(text)) for number, text in found if text)


def plain(encoded: str) -> str | None:
    """The text that `encoded` is the base64 of; None if it is of none."""
    packed = re.sub(r"[\s>]", "", encoded).rstrip("=").replace("-", "+").replace("_", "/")
    try:
        text = base64.b64decode(packed + "=" * (-len(packed) % 4)).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return None
    return text if text.replace("\n", "").replace("\r", "").replace("\t", "").isprintable() else None


def joined(view: View) -> View:
    """The end of each line with the beginning of the next: for tokens that were wrapped, in prose or in strings."""
    lines = view.text.split("\n")
    return View.gathered(piece for number in range(1, len(lines)) for piece in joined_at(lines, number))


def joined_at(lines: list[str], number: int) -> Iterator[tuple[int, str]]:
    """What line `number` ends with, with one line more each time as long as a line is nothing but a piece."""
    tail = _TAIL.search(lines[number - 1][-320:])
    if tail is None:
        return
    together = tail[1]
    for following in lines[number : number + _MOST_LINES]:
        head = _HEAD.match(following)
        if head is None:
            return
        together += head[1]
        if len(together) >= _LEAST_JOINED and _DIGIT.search(together):
            yield number, together
        if head[2] is None:
            return
