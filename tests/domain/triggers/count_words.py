"""Makes the table of word counts anew, on standard output: `python -m tests.domain.triggers.count_words`.

Runs the tools of `tool_runs` in a scratch folder. Ordinary output is cut into screens of 40 lines, each masked as
triggers are; a word counts once a screen. A failing run counts as one whole. Words seen once are left out, and the
names that the broken project is made of. The table that ships is `legendary_git/store/tool_words.txt`.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from legendary_git.domain.masking import mask
from legendary_git.domain.word_counts import WordCounts, split_words
from tests.domain.triggers.tool_runs import Output, failing, prepare, succeeding

_SCREEN = 40
_MADE_UP = ("zq", "test_zq", "cart")
_HEAD = "# Word, screens of ordinary output that show it, failing runs that do; tests/domain/triggers/count_words.py\n"


def screens(run: Output) -> Iterator[str]:
    """The output in pieces of 40 lines."""
    lines = run.text.splitlines()
    return ("\n".join(lines[at : at + _SCREEN]) for at in range(0, len(lines), _SCREEN))


def count(ordinary: Iterable[Output], failed: Iterable[Output]) -> WordCounts:
    """The table of these runs."""
    shown = [set(split_words(mask(screen).form)) for run in ordinary for screen in screens(run)]
    runs = [set(split_words(mask(run.text).form)) for run in failed]
    return WordCounts(len(shown), len(runs), _often(shown), _often(runs))


def _often(groups: list[set[str]]) -> dict[str, int]:
    counted = Counter(word for group in groups for word in group)
    return {word: n for word, n in counted.items() if n > 1 and word.isascii() and not word.startswith(_MADE_UP)}


def main() -> None:
    """Prints the table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder)
        ordinary = list(succeeding(folder))
        sys.stdout.write(_HEAD + count(ordinary, failing(folder)).format())


if __name__ == "__main__":
    main()
