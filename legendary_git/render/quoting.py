"""Text of authors and committers within our own marks: it cannot end them, and none of it reads as a verdict.

`[stale since 2026-01-04, 1a2b3c4 "SUBJECT": verify before trusting]` is ours but for the subject.
"""

from __future__ import annotations

from legendary_git.render.safe import one_line

_NEUTRAL = "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}"
_CLOSING = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
_OPENING = "[(\N{FULLWIDTH LEFT PARENTHESIS}\N{FULLWIDTH LEFT SQUARE BRACKET}\N{LEFT BLACK LENTICULAR BRACKET}"
_MARKS = ("verified against", "not verified:", "stale since", "stale by", "stale:", "orphaned", "conflicted)")
_TURNS = ("inst]", "/inst]", "system_prompt]", "/system_prompt]", "tool_", "/tool_", "available_tools]")
"""What models are trained to take for the end of a turn, behind `[`."""
_LONGEST_NAME = 80
_LONGEST_SUBJECT = 60
_QUOTES = str.maketrans(
    dict.fromkeys('"\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}`', "'") | {"[": "(", "]": ")"}
)
_BRACKETS = str.maketrans({"[": _NEUTRAL, "(": _NEUTRAL, "]": _CLOSING, ")": _CLOSING})


def unmarked(text: str) -> str:
    """The text; another sign stands for the bracket of a name or a verdict as we write them, or of a turn's mark."""
    for sign in _OPENING:
        if sign in text:
            first, *rest = text.split(sign)
            text = first + "".join(f"{_NEUTRAL if _is_mark(after) else sign}{after}" for after in rest)
    return text


def quote_subject(subject: str) -> str:
    """A commit's subject in double quotes, shortened, with none of its own."""
    text = one_line(subject)
    text = text if len(text) <= _LONGEST_SUBJECT else f"{text[: _LONGEST_SUBJECT - 1]}…"
    return f'"{unmarked(text.translate(_QUOTES))}"'


def quote_code(text: str) -> str:
    """A line in backticks, with none of its own."""
    return f"`{unmarked(text.replace('`', chr(39)))}`"


def without_brackets(text: str) -> str:
    """A name that stands in brackets of ours, with none of its own."""
    return one_line(text).translate(_BRACKETS)


def _is_mark(after: str) -> bool:
    begun = " ".join(after[:_LONGEST_NAME].split()).lower()
    return begun.startswith((*_MARKS, *_TURNS)) or begun.partition("#")[2].startswith("mem-")
