"""Text that others wrote, as it may stand in the markdown of a pull request.

It is shown as it is and does nothing: no markup, no HTML, no link, no picture, and nobody is called. Backslashes would
not do: GitHub looks for mentions and references in what is shown, and HTML knows no backslash. So what means something
to markdown or HTML becomes a character reference, and behind a sign that begins a reference stands a space of no width.
"""

from __future__ import annotations

import re

_REFERENCES = {ord(char): f"&#{ord(char)};" for char in "&<>`*_[]|~\\#!@${}^"}
_CALL = re.compile(r"(?<=[@#!$&%~^])(?=[\w\"'-])|(?<=://)(?=\S)|(?<=\bwww)(?=\.)|(?<=\bGH-)(?=\d)", re.IGNORECASE)
"""Behind what a person, a team, an issue, a merge request, a label, a milestone, a snippet or a link is named by."""
_WWW = re.compile(r"(?<=\bwww)\.", re.IGNORECASE)
_NOTHING = "\u200b"
_TICKS = re.compile(r"`+")


def text(said: str) -> str:
    """A text on one line, for a paragraph, a list, a table or HTML; the hidden is written out by who hands it over."""
    return _CALL.sub(_NOTHING, said).translate(_REFERENCES).replace(_NOTHING, "&#8203;")


def code(said: str) -> str:
    """A name on one line, in the font of code, where references are not looked for: it can be copied."""
    shown = said.translate(_REFERENCES).replace("://", ":&#47;/")
    return f"<code>{_WWW.sub('&#46;', shown)}</code>"


def fence(language: str, lines: list[str]) -> list[str]:
    """A block of code that none of its lines can end."""
    longest = max((len(found) for line in lines for found in _TICKS.findall(line)), default=0)
    ticks = "`" * max(3, longest + 1)
    return [f"{ticks}{language}", *lines, ticks]
