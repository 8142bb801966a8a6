"""Whether a line shows the error that a trigger names: the reference that any faster search must agree with."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from legendary_git.domain.masking import Masked

_JOINS = frozenset(".-/\\")
"""Behind a word they continue a name: `yaml` is not `yaml.cyaml`, `1.2` not `1.2.3`."""


def matches(trigger: Masked, line: Masked) -> bool:
    """Whether the trigger stands in the line at word boundaries: verbatim, or with the volatile parts of both masked.

    A blank trigger is in nothing. Case counts; how wide a blank is does not.
    """
    return stands_in(trigger.plain.strip(), line.plain) or stands_in(trigger.form.strip(), line.form)


def stands_in(literal: str, text: str) -> bool:
    """Whether the literal stands in the text as whole words."""
    return next(places_in(literal, text), None) is not None


def places_in(literal: str, text: str) -> Iterator[int]:
    """Where the literal stands in the text as whole words."""
    for at in _places(literal, text):
        if _begins_word(text, at, literal) and _ends_word(text, at + len(literal)):
            yield at


def _places(literal: str, text: str) -> Iterator[int]:
    at = text.find(literal) if literal else -1
    while at >= 0:
        yield at
        at = text.find(literal, at + 1)


def _begins_word(text: str, at: int, literal: str) -> bool:
    return at == 0 or not (_in_word(literal[0]) and _in_word(text[at - 1]))


def _ends_word(text: str, end: int) -> bool:
    if end >= len(text) or not _in_word(text[end - 1]):
        return True
    if text[end] in _JOINS:
        return end + 1 >= len(text) or not _in_word(text[end + 1])
    return not _in_word(text[end])


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"
