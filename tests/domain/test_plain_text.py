"""The words of a text, one spelling each."""

from __future__ import annotations

import pytest

from legendary_git.domain.plain_text import read_tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Wait 30 seconds", ("wait", "time=30000")),
        ("30s 30000ms 0.5min", ("time=30000", "time=30000", "time=30000")),
        ("an hour, two days", ("time=3600000", ",", "time=172800000")),
        ("1 KiB 2 kB 10 %", ("size=1024", "size=2000", "percent=10")),
        ("-1, -30 s, 5-10", ("number=-1", ",", "time=-30000", ",", "5-10")),
        ("a left join", ("a", "leftjoin")),
        ("A wins over B", ("a_", "wins", "over", "b")),
        ("A cat", ("a", "cat")),
        ("5,000 rows", ("number=5000", "rows")),
        ("3.10 is not 3.1", ("number=3.10", "is", "not", "number=3.1")),
        ("don't, can't, won't", ("do", "not", ",", "can", "not", ",", "will", "not")),
        ("the system\u2019s font", ("the", "system", "font")),
        ("squash-merge eu-west-1", ("squash", "merge", "eu-west-1")),
        ("**Use** `src/db.py::Store`", ("use", "src/db.py::store")),
        ("- [a page](http://x.y)", ("a", "page")),
        ("X instead of Y", ("x", "insteadof", "y")),
        ("need not be", ("optional", "be")),
        ("is off", ("is", "disabled")),
        ("turned on.", ("turned", "enabled", ".")),
        ("is on the disk", ("is", "on", "the", "disk")),
        ("no more than 3", ("limit", "number=3")),
        ("used to fail", ("formerly", "fail")),
        ("is used to it", ("is", "used", "to", "it")),
        ("one reviewer, the one reviewer", ("number=1", "reviewer", ",", "the", "one", "reviewer")),
    ],
)
def test_tokens(text: str, tokens: tuple[str, ...]) -> None:
    assert read_tokens(text) == tokens
