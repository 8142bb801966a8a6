"""Text as it may stand in XML, and elements of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from legendary_git.render.safe import safe

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
_MARKUP = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
_COMMAND = re.compile(r"(^|\n)(\s*):(?=:)")


def xml_text(text: str) -> str:
    """The text between two tags; no service takes a line of it for a command.

    What hides is written out, and with it all that XML 1.0 can hold in no spelling (section 2.2).
    """
    shown = "".join(_MARKUP.get(char, char) for char in safe(text))
    return _COMMAND.sub(r"\1\2&#58;", shown.replace("##", "&#35;&#35;"))


def attributes(values: Mapping[str, str | int]) -> str:
    """The attributes of a tag, each with a space before it, in the order given."""
    return "".join(
        f' {name}="{xml_text(str(value)).replace(chr(10), "&#10;").replace(chr(9), "&#9;")}"'
        for name, value in values.items()
    )


def element(name: str, values: Mapping[str, str | int], lines: Iterable[str] = ()) -> str:
    """An element with text, a line each, or an empty one."""
    text = "\n".join(map(xml_text, lines))
    return f"<{name}{attributes(values)}>{text}</{name}>" if text else f"<{name}{attributes(values)}/>"
