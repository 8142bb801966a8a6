"""A text as a terminal shows it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_CODES = (
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]{0,2000}(?:\x07|\x1b\\)|[ -/]{1,3}[0-~]|[0-Z\\^-~])",
    # In a log or in JSON the escape is written out.
    r"(?:\^\[|\\x1[bB]|\\u001[bB]|\\033|\\e|\u241b)\[[0-9;?]{0,30}[A-Za-z]",
)
_WRITTEN_OUT = ("^[[", "\\x1b[", "\\x1B[", "\\u001b[", "\\u001B[", "\\033[", "\\e[", "\u241b[")
# Which quotes a compiler prints depends on the locale.
_PLAIN = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"'}
    | dict.fromkeys((*range(9), 11, 12, *range(14, 32), 127, *range(128, 160)))
    | dict.fromkeys((173, 65279, *range(8203, 8208), *range(8234, 8239), *range(8294, 8298)))
)
_FEW = 2000
"""Above this many characters it is quicker to look for each character that is not shown than at each of the text."""
_patterns: dict[tuple[bool, bool], re.Pattern[str]] = {}


def plain_text(text: str) -> str:
    """The text as a terminal shows it: no escapes or invisible characters, one kind of line break and of quote."""
    real, written = "\x1b" in text, _has_written_out(text)
    if real or written:
        text = _escapes(real, written).sub("", text)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii() or len(text) < _FEW:
        return text.translate(_PLAIN)
    for code, shown in _PLAIN.items():
        if (character := chr(code)) in text:
            text = text.replace(character, shown or "")
    return text


def _has_written_out(text: str) -> bool:
    if "\\" not in text and "^" not in text and text.isascii():
        return False
    return any(sign in text for sign in _WRITTEN_OUT)


def _escapes(real: bool, written: bool) -> re.Pattern[str]:
    """A pattern for the escapes that the text may hold: one that begins with a fixed character is searched fastest."""
    import re

    if (real, written) not in _patterns:
        codes = [code for code, wanted in zip(_CODES, (real, written), strict=True) if wanted]
        _patterns[real, written] = re.compile("|".join(codes))
    return _patterns[real, written]
