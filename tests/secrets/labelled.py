"""The labelled set: both halves, made anew from their seeds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.secrets import contexts, harmless, named, shapes, tokens_platforms, tokens_services
from tests.secrets.contexts import Placed
from tests.secrets.dice import Dice

TOKENS = tokens_platforms.TOKENS | tokens_services.TOKENS
DEVELOP = "develop"
HELD_OUT = "held out"


@dataclass(frozen=True)
class Example:
    """A text with what is known about it: its secret, or none."""

    kind: str
    context: str
    placed: Placed
    secret: str = ""

    @property
    def fields(self) -> dict[str, str]:
        return {self.placed.field: self.placed.text}


def positives(half: str) -> list[Example]:
    return [*tokens(half), *named_values(half), *shaped(half)]


def tokens(half: str) -> Iterator[Example]:
    """Five contexts for each kind, which take turns."""
    wraps = list((contexts.DEVELOP_TOKENS if half == DEVELOP else contexts.HELD_OUT_TOKENS).items())
    for nth, (kind, make) in enumerate(TOKENS.items()):
        for turn in range(5):
            context, wrap = wraps[(nth + turn * 2) % len(wraps)]
            dice = Dice(f"{half}/{kind}/{turn}")
            secret = make(dice)
            yield Example(kind, context, wrap(dice, secret), secret)


def named_values(half: str) -> Iterator[Example]:
    wraps = contexts.DEVELOP_NAMED if half == DEVELOP else contexts.HELD_OUT_NAMED
    for kind, (name, make) in named.NAMED.items():
        for context, wrap in wraps.items():
            dice = Dice(f"{half}/{kind}/{context}")
            secret = make(dice)
            yield Example(kind, context, wrap(dice, name, secret), secret)


def shaped(half: str) -> Iterator[Example]:
    wraps = contexts.DEVELOP_SHAPES if half == DEVELOP else contexts.HELD_OUT_SHAPES
    for kind, make in shapes.SHAPES.items():
        for context, wrap in wraps.items():
            dice = Dice(f"{half}/{kind}/{context}")
            secret = make(dice)
            yield Example(kind, context, wrap(dice, secret), secret)


def negatives(half: str) -> Iterator[Example]:
    sorts = harmless.DEVELOP if half == DEVELOP else harmless.HELD_OUT
    for sort, make in sorts.items():
        for turn in range(8):
            yield Example(sort, "", Placed("body", make(Dice(f"{half}/{sort}/{turn}"))))
