"""Whether the arguments of a call are what the tool's schema asks for.

Checked here and not by a library for JSON Schema, whose messages quote what was given: that may be a secret, or 20 MB.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from legendary_git.errors import UsageError
from legendary_git.mcp.schemas import Schema

_TYPES: dict[str, tuple[type, ...]] = {"string": (str,), "array": (list,), "integer": (int,), "number": (int, float)}
_NAMED = 100
"""How much is quoted of a name that was made up."""


def check_arguments(tool: str, schema: Schema, arguments: Mapping[str, Any]) -> None:
    """Raises UsageError that names every argument that is wrong, and what it should be; no value is quoted."""
    wrong = tuple(_wrong(schema, arguments))
    if wrong:
        known = ", ".join(schema["properties"])
        raise UsageError(f"the arguments of {tool} are not what it takes", f"it takes {known}", details=wrong)


def _wrong(schema: Schema, arguments: Mapping[str, Any]) -> Iterator[str]:
    properties: dict[str, Schema] = schema["properties"]
    yield from (f"{name} is missing" for name in schema.get("required", ()) if name not in arguments)
    unknown = [name for name in arguments if name not in properties]
    yield from (f"{name[:_NAMED]} is no argument" for name in unknown[:5])
    for name, value in arguments.items():
        if name in properties:
            yield from _wrong_value(name, properties[name], value)


def _wrong_value(name: str, schema: Schema, value: object) -> Iterator[str]:
    kind: str = schema["type"]
    if not _is_of(kind, value):
        article = "an" if kind[0] in "aeiou" else "a"
        yield f"{name} must be {article} {kind}"
    elif isinstance(value, str):
        yield from _wrong_text(name, schema, value)
    elif isinstance(value, list):
        if len(value) > schema["maxItems"]:
            yield f"{name} must have at most {schema['maxItems']} items"
        else:
            for number, item in enumerate(value):
                yield from _wrong_value(f"{name}[{number}]", schema["items"], item)
    elif isinstance(value, (int, float)) and not schema["minimum"] <= value <= schema["maximum"]:
        yield f"{name} must be from {schema['minimum']} to {schema['maximum']}"


def _is_of(kind: str, value: object) -> bool:
    """As JSON Schema has it: 5.0 is an integer, and `true` is none."""
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _TYPES[kind]) and not isinstance(value, bool)


def _wrong_text(name: str, schema: Schema, value: str) -> Iterator[str]:
    if "enum" in schema and value not in schema["enum"]:
        yield f"{name} must be one of {', '.join(schema['enum'])}"
    elif len(value) < schema.get("minLength", 0):
        yield f"{name} is empty"
    elif len(value) > schema.get("maxLength", len(value)):
        yield f"{name} is longer than {schema['maxLength']} characters"
    elif "pattern" in schema and not re.fullmatch(schema["pattern"], value):
        yield f"{name} must match {schema['pattern']}"
    elif "\0" in value:  # a command line cannot hold one, so that nothing below expects it
        yield f"{name} holds a NUL character"
