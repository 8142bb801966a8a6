"""Wrong answers, each with its cause as far as the text tells it, and what to look at."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

_COMMENT = re.compile(r"\s*(#|//|/\*|\*)")
_WHITE = re.compile(r"\s+")
_PUNCTUATION = re.compile(r"""[\s,;()'"`]+""")
_SHOWN_LINES = 14
_SHOWN_LETTERS = 160


@dataclass(frozen=True, slots=True)
class Example:
    """One wrong answer. `difference` is a unified diff of the texts without context, cut short."""

    judge: str
    outcome: str
    cause: str
    repo: str
    before: str
    after: str
    path: str
    name: str
    truth: str
    answer: str
    difference: tuple[str, ...]

    @property
    def title(self) -> str:
        commits = f"{self.before[:10]}..{self.after[:10]}"
        return f"{self.outcome}: {self.repo} {commits} {self.path}::{self.name} is {self.truth}, called {self.answer}"


def find_cause(before: Sequence[str], after: Sequence[str]) -> str:
    """What kind of difference there is between two texts, told from the text alone."""
    if not after:
        return "the name is gone from the file"
    if list(before) == list(after):
        return "the text is the same"
    if _joined(before, _WHITE) == _joined(after, _WHITE):
        stripped = [[line.strip() for line in lines if line.strip()] for lines in (before, after)]
        return "indentation" if stripped[0] == stripped[1] else "white space"
    differing = [line[1:] for line in _diff(before, after) if line[:1] in "+-" and line[1:].strip()]
    if all(_COMMENT.match(line) for line in differing):
        return "comments"
    if all(line.lstrip().startswith("@") for line in differing):
        return "decorators"
    if _joined(before, _PUNCTUATION) == _joined(after, _PUNCTUATION):
        return "quotes, commas or parentheses"
    return "code"


def show_difference(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    """The lines that differ, the first few of them."""
    return tuple(line for line in _diff(before, after) if line[:1] in "+-")[:_SHOWN_LINES]


def show_tokens(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    """The first place at which two streams of tokens part."""
    for number, (one, other) in enumerate(zip_longest(before, after, fillvalue="(end)")):
        if one != other:
            return f"token {number}: {one[:200]!r}", f"token {number}: {other[:200]!r}"
    return ("the tokens are the same",)


def show_forms(before: str, after: str) -> tuple[str, ...]:
    """The first place at which two normal forms of the oracle part."""
    if before == after:
        return ("the oracle's forms are the same",)
    shared = next((at for at, (one, other) in enumerate(zip(before, after, strict=False)) if one != other), 0)
    start = max(0, shared - _SHOWN_LETTERS // 2)
    return tuple(f"oracle at {shared}: …{form[start : start + _SHOWN_LETTERS]}…" for form in (before, after))


def _joined(lines: Sequence[str], dropped: re.Pattern[str]) -> str:
    return dropped.sub("", "\n".join(lines))


def _diff(before: Sequence[str], after: Sequence[str]) -> list[str]:
    return list(difflib.unified_diff(before, after, n=0, lineterm=""))[2:]
