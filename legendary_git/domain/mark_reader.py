"""Reads the words of a text with the marks round them.

A mark belongs to the word that it touches from behind (`C++`), else to the one that follows (`>= size`), and at the end
of a text to the last one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from legendary_git.domain.values import dataclass, replace
from legendary_git.domain.vocabulary import lemma

# Every repetition has an end, or a text of openings alone would be read to its end from each of them.
_LAYOUT = (
    (re.compile(r"^[ \t]{0,8}(?:#{1,6}|>|[-*+]|\d{1,3}[.)])[ \t]+", re.MULTILINE), ""),
    (re.compile(r"!?\[([^\]\n]{0,300})\]\([^)\n]{0,300}\)"), r"\1"),
    (re.compile(r"(?<![\w*/])(\*{1,3})(?=[^\s*/.])([^\n]{0,300}?[^\s*/(\[])\1(?![\w*])"), r"\2"),
    (re.compile(r"~~([^\n]{1,300}?)~~"), r"\1"),
    (re.compile(r"<(/?[\w-]{1,40}/?)>"), r"\1"),
    (re.compile(r"(?<=\S)['’]s\b"), ""),
)
_SPELLINGS = {"≥": ">=", "≤": "<=", "≠": "!=", "→": "->", "⇒": "->", "=>": "->", "\u2212": "-"}
_SPELLED = re.compile("|".join(_SPELLINGS))
_CODE = re.compile(
    r"^[ \t]{0,8}(?:```|~~~)[^\n]{0,80}\n(.{0,4000}?)^[ \t]{0,8}(?:```|~~~)[ \t]{0,8}$"
    r"|(?<!`)(`{1,2})(?!`)([^`\n]{1,300})\2(?!`)",
    re.MULTILINE | re.DOTALL,
)
_HIDDEN = re.compile("([\ue000-\uf8ff])")
"""Characters that no text uses stand for pieces of code while the markdown round them is taken away."""
_FIRST, _MOST_HIDDEN = 0xE000, 6400
_PIECE = re.compile(
    r"(?P<word>\w+(?:(?:::|[.:/@+'-])\w+)*)"
    r"|(?P<mark>->|[!=<>]=+|[<>]+|:=|=~|&&|\|\||[$€£¥](?=\s?\d)|(?<=\d)\s?[$€£¥](?!\w)|\\(?=\w)|[\^~]"
    r"|(?<=\w)(?:\+\+?|\#)(?!\w)|\+\+|(?<![\w.,)\]])[-+]{1,2}(?=\w)|(?<!\S)!(?=\w)|\*+)"
    r"|(?P<both>(?<=\s)[+&](?=\s))"
)
_SILENT = re.compile(r"\s|\(\)|[\"',;]|\.(?!\w)|(?<![=!<>:+*/%&|^-])=(?![=~>])")
_NAME = re.compile(r".*(?:\.|::|_)([^\W_]+)")
_CURRENCIES = frozenset("$€£¥")
"""Written before or after an amount, whichever is the custom."""
_ARTICLES = frozenset(["a", "an", "the"])
_JOINTS = frozenset(["and", "or"])


@dataclass(frozen=True, slots=True)
class Marked:
    """A word and what makes it another one: the marks round it and the case that counts, as prose has them (`prose`)
    and, where it is code, as it stands there (`code`). `joint`: the `and` or `or` that it follows.
    """

    key: str
    text: str
    prose: tuple[str, str, str] = ("", "", "")
    code: str = ""
    joint: str = ""

    @property
    def said(self) -> str:
        """The word with its marks, as a message shows it."""
        before, _, after = self.prose
        return self.code or f"{_set_apart(before)}{self.text}{_set_apart(after[::-1])[::-1]}"

    def differs(self, other: Marked) -> bool:
        """Whether the same word says another thing in another text."""
        if self.joint and other.joint and self.joint != other.joint:
            return True
        return self.code != other.code if self.code and other.code else self.prose != other.prose

    def folded(self) -> Marked:
        """The same without case."""
        before, cased, after = self.prose
        return replace(self, prose=(before, cased.casefold(), after), code=self.code.casefold())


def _set_apart(marks: str) -> str:
    """The marks, and a blank where one is written between an operator and a word."""
    return f"{marks} " if marks[-1:] and marks[-1] in "<>=&|*" else marks


@lru_cache(maxsize=4096)  # one new text is compared with many
def read_marked(text: str) -> tuple[Marked, ...]:
    """The words of a text but for articles, `and` and `or`, each with its marks."""
    reader = _Reader([])
    for piece, is_code in _pieces(text):
        reader.read(piece, is_code)
    return reader.end()


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    """The text without markdown, cut where code begins and ends."""
    codes: list[str] = []

    def hide(found: re.Match[str]) -> str:
        codes.append(found[1] or found[3] or "")
        return chr(_FIRST + min(len(codes), _MOST_HIDDEN) - 1)

    text = _SPELLED.sub(lambda found: _SPELLINGS[found[0]], _HIDDEN.sub(" ", text))
    text = _CODE.sub(hide, text)
    for pattern, replacement in _LAYOUT:
        text = pattern.sub(replacement, text)
    for piece in _HIDDEN.split(text):
        yield (codes[ord(piece) - _FIRST], True) if _HIDDEN.fullmatch(piece) else (piece, False)


@dataclass(slots=True)
class _Reader:
    words: list[Marked]
    before: str = ""
    joint: str = ""

    def read(self, piece: str, is_code: bool) -> None:
        end, has_word = 0, False
        for found in _PIECE.finditer(piece):
            if found["mark"]:
                self._read_mark(found, is_touching=has_word and found.start() == end)
                continue
            if found["both"] or found[0].casefold() in _JOINTS:
                self.joint = "and" if found["both"] else found[0].casefold()
            elif is_code or found[0].casefold() not in _ARTICLES:
                self._read_word(found[0], _SILENT.sub("", piece[end : found.start()]) if is_code else None)
                has_word = True
            end = found.end()
        self._end_piece(piece[end:], is_code, has_word)

    def _read_mark(self, found: re.Match[str], is_touching: bool) -> None:
        mark, following = found[0].strip(), found.string[found.end() : found.end() + 1]
        if is_touching and not following.isalnum():
            before, cased, after = self.words[-1].prose
            marks = (mark + before, cased, after) if mark in _CURRENCIES else (before, cased, after + mark)
            self.words[-1] = replace(self.words[-1], prose=marks)
        else:
            self.before += mark

    def _read_word(self, word: str, code_before: str | None) -> None:
        name = _NAME.fullmatch(word)
        cased = word if self.before[-1:] in ("-", "\\") else name[1] if name else ""
        code = "" if code_before is None else code_before + word
        key = lemma(word.strip("_").casefold())
        self.words.append(Marked(key, word, (self.before, cased, ""), code, self.joint))
        self.before, self.joint = "", ""

    def _end_piece(self, rest: str, is_code: bool, has_word: bool) -> None:
        """What follows the last word of a piece of code is of that word; code without words is a mark."""
        if is_code and has_word:
            self.words[-1] = replace(self.words[-1], code=self.words[-1].code + _SILENT.sub("", rest))
        elif is_code:
            self.before = _SILENT.sub("", rest)

    def end(self) -> tuple[Marked, ...]:
        if self.before and self.words:
            before, cased, after = self.words[-1].prose
            self.words[-1] = replace(self.words[-1], prose=(before, cased, after + self.before))
        return tuple(self.words)
