"""What GraphQL's block strings say, however they are indented."""

from __future__ import annotations

_QUOTES = b'"""'
_BLANK = b" \t"


def canonical_string(literal: bytes) -> bytes:
    """A block string without the indentation of all its lines and without blank lines at its edges; others stay.

    Source of the rule: the GraphQL specification, BlockStringValue.
    """
    if not literal.startswith(_QUOTES) or len(literal) < 2 * len(_QUOTES):
        return literal
    first, *rest = literal[len(_QUOTES) : -len(_QUOTES)].split(b"\n")
    indent = min((len(line) - len(line.lstrip(_BLANK)) for line in rest if line.strip(_BLANK)), default=0)
    lines = [first, *(line[indent:] for line in rest)]
    while lines and not lines[0].strip(_BLANK):
        del lines[0]
    while lines and not lines[-1].strip(_BLANK):
        del lines[-1]
    return _QUOTES + b"\n".join(lines)


def canonical_description(literal: bytes) -> bytes:
    """A description, which is Markdown for people: its lines' ends and its edges say nothing either."""
    text = canonical_string(literal)
    if not text.startswith(_QUOTES) or text == literal:
        return text
    return _QUOTES + b"\n".join(line.rstrip(_BLANK) for line in text[len(_QUOTES) :].split(b"\n")).strip(_BLANK + b"\n")
