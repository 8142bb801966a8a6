"""Lines of a log that a CI service obeys; what others wrote never becomes one.

GitHub takes `##[command]` and Azure `##vso[command]` anywhere in a line of a step's output, GitHub also `::command::`
at its beginning, behind any white space (actions/runner, `ActionCommand.cs`; microsoft/azure-pipelines-agent,
`Command.cs`). TeamCity has `##teamcity[`. Both of a step's streams are read. A terminal gets the same as a log, so that
two people who look at one check see one text.
"""

from __future__ import annotations

import re

from legendary_git.render.strict_json import strict_json

_ANYWHERE = re.compile(r"#(?=#\w*\[)")
_AT_THE_BEGINNING = re.compile(r"^(\s*):(?=:)")


def unobeyed(line: str) -> str:
    """A line that no service takes for a command: its first character is written out, as what a terminal obeys is."""
    return _AT_THE_BEGINNING.sub(r"\1\\x3a", unobeyed_within(line))


def unobeyed_within(line: str) -> str:
    """The same of a line that begins with a command of our own: nothing behind it is another one."""
    return _ANYWHERE.sub(r"\\x23", line)


def unobeyed_json(text: str) -> str:
    """The same of JSON in ASCII, in which every `#` stands in a string, and where a value stays what it is."""
    return strict_json(text).replace("##", "\\u0023\\u0023")
