"""Whatever changes Python's own syntax tree must change the tokens: thousands of random edits, judged by `ast`."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator

import pytest

from tests.parsing.mutations import PLACES, Code, change_expression, edit, expression, place
from tests.parsing.oracle import library_files, meaning
from tests.parsing.outline import parse, whole_texts

EDITS = 900
PAIRS = 1_000


def statements(chance: random.Random) -> Iterator[Code]:
    """Top-level statements of the standard library, at random and without end."""
    files = library_files(25)
    while True:
        source = chance.choice(files).read_text(encoding="utf-8")
        lines = source.split("\n")
        body = [one for one in ast.parse(source).body if (one.end_lineno or 0) - one.lineno < 150]
        for one in chance.sample(body, min(3, len(body))):
            piece = "\n".join(lines[one.lineno - 1 : one.end_lineno]) + "\n"
            if "\f" not in piece and meaning(piece) is not None:
                yield Code(piece)


@pytest.mark.parametrize("seed", range(3))
def test_edit_that_changes_the_meaning_changes_the_tokens(seed: int) -> None:
    chance = random.Random(seed)
    edits = 0
    for code in statements(chance):
        before, tokens = meaning(code.text), whole_texts(code.text)
        for _ in range(20):
            edited = edit(code, chance)
            after = meaning(edited) if edited != code.text else None
            if after is None or after == before:
                continue
            edits += 1
            assert whole_texts(edited) != tokens, f"{code.text}\n-->\n{edited}"
        if edits > EDITS:
            return


@pytest.mark.parametrize("seed", range(3))
def test_parentheses_that_change_the_meaning_change_the_tokens(seed: int) -> None:
    chance = random.Random(seed)
    pairs = 0
    while pairs < PAIRS:
        form = chance.choice(PLACES)
        one = [expression(chance.randint(0, 3), chance) for _ in range(form.count("{}"))]
        source = place(form, one)
        if (before := meaning(source)) is None or parse(source).has_errors:
            continue
        for _ in range(4):
            at = chance.randrange(len(one)) if one else 0
            other = place(form, [*one[:at], change_expression(one[at], chance), *one[at + 1 :]])
            after = meaning(other)
            if after is None or after == before:
                continue
            pairs += 1
            if not parse(other).has_errors:
                assert whole_texts(other) != whole_texts(source), f"{source}\n-->\n{other}"
