"""Makes the table of word counts anew: `python -m tests.domain.triggers.count_words > legendary_git/store/tool_words.txt`.

Runs the tools of `tool_runs` in a scratch folder. Ordinary output is cut into screens of 40 lines, each masked as triggers
are; a word counts once a screen. A failing run counts as one whole. Words seen once are left out, and the names that the
broken project is made of.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from legendary_git.domain.masking import mask
from legendary_git.domain.word_counts import WordCounts, split_words
from tests.domain.triggers.tool_runs import FAIL, SUCCEED, Output, outputs, prepare

_SCREEN = 40
_MADE_UP = ("zq", "test_zq", "cart")
_HEAD = "# Words in the output of tools, with the screens and the failing runs that show them: tests/domain/triggers/count_words.py\n"


def screens(run: Output) -> Iterator[str]:
    """The output in pieces of 40 lines."""
    lines = run.text.splitlines()
    return ("\n".join(lines[at : at + _SCREEN]) for at in range(0, len(lines), _SCREEN))


def count(ordinary: Iterable[Output], failing: Iterable[Output]) -> WordCounts:
    """The table of these runs."""
    shown = [set(split_words(mask(screen).form)) for run in ordinary for screen in screens(run)]
    failed = [set(split_words(mask(run.text).form)) for run in failing]
    return WordCounts(len(shown), len(failed), _often(shown), _often(failed))


def _often(groups: list[set[str]]) -> dict[str, int]:
    counted = Counter(word for group in groups for word in group)
    return {word: n for word, n in counted.items() if n > 1 and word.isascii() and not word.startswith(_MADE_UP)}


def main() -> None:
    """Prints the table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder)
        ordinary = list(outputs(SUCCEED, folder, succeeds=True))
        sys.stdout.write(_HEAD + count(ordinary, outputs(FAIL, folder, succeeds=False)).format())


if __name__ == "__main__":
    main()
