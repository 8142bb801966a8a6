"""TOML as people write it into settings: whether it is some, and what it says. It is never written out again."""

from __future__ import annotations

import re
import tomllib
from typing import Any

_LINE = re.compile(r"\(at line (\d+), column \d+\)")


class TomlFault(ValueError):
    """The text is no TOML. `line` counts from 1."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(what)
        self.line = line
        self.what = what


def parse_toml(text: str) -> dict[str, Any]:
    """What `text` says. Raises TomlFault."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        found = _LINE.search(message)
        line = int(found[1]) if found else text.count("\n") + 1
        raise TomlFault(line, message.partition(" (at ")[0].lower()) from error
    except ValueError as error:  # digits without end, which Python does not read
        raise TomlFault(1, "a number in it has no end") from error
    except RecursionError as error:
        raise TomlFault(1, "it is nested too deeply") from error
