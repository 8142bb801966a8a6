"""How much of a text that somebody else wrote a report shows: what is longer is read where it stands.

A text is cut before a format escapes it, so that no escape and no character is cut in two.
"""

from __future__ import annotations

LONGEST = 300
"""Characters of a title, a line of code, a subject, a name."""
LONGEST_MESSAGE = 1000
"""Characters of what is wrong, in which some of those stand."""
_CUT = "…"


def cut(text: str, most: int = LONGEST) -> str:
    """The text, or its beginning with a sign that there is more."""
    return text if len(text) <= most else f"{text[:most]}{_CUT}"
