"""Triggers and output made up for timing: any number of the former, any length of the latter."""

from __future__ import annotations

import random
import string

from tests.domain.triggers.volatile import errors


def make_triggers(count: int) -> list[str]:
    """So many different error lines, of the labelled kinds, each with a name of its own."""
    known = errors()
    found = []
    for number in range(count):
        error = known[number % len(known)]
        name = "".join(chr(97 + int(digit)) for digit in f"{number:06d}")
        found.append(error.printed(number, name) if error.has_name else f"{error.printed(number)} {name}")
    return found


def make_output(characters: int) -> str:
    """Lines as servers log them, none like another: words at random, times, durations."""
    rng = random.Random(1)
    words = ["".join(rng.choices(string.ascii_lowercase, k=rng.randint(2, 10))) for _ in range(3000)]
    lines: list[str] = []
    size = 0
    while size < characters:
        said = " ".join(rng.choices(words, k=rng.randint(3, 14)))
        clock = f"{size % 24:02d}:{size % 60:02d}:{size % 59:02d}"
        lines.append(f"[{clock}] INFO shop.worker-{size % 7}: {said} took {rng.randint(1, 999)} ms")
        size += len(lines[-1]) + 1
    return "\n".join(lines)
