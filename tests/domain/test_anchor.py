from __future__ import annotations

import pytest

from legendary_git.domain.anchor import Anchor, AnchorSpec, parse_spec
from legendary_git.domain.region import LineRange


@pytest.mark.parametrize(
    ("text", "files", "expected"),
    [
        ("src/a.py", {"src/a.py"}, AnchorSpec("src/a.py")),
        ("src/a.py:40-62", {"src/a.py"}, AnchorSpec("src/a.py", lines=LineRange(40, 62))),
        ("src/a.py:7", {"src/a.py"}, AnchorSpec("src/a.py", lines=LineRange(7, 7))),
        ("src/a.py::Store.connect", {"src/a.py"}, AnchorSpec("src/a.py", symbol="Store.connect")),
        ("src/a.py#Store.connect", {"src/a.py"}, AnchorSpec("src/a.py", symbol="Store.connect")),
        ("src/a.rs::Type::method", {"src/a.rs"}, AnchorSpec("src/a.rs", symbol="Type::method")),
        ("odd:3", {"odd:3"}, AnchorSpec("odd:3")),
        ("odd:3:4-5", {"odd:3"}, AnchorSpec("odd:3", lines=LineRange(4, 5))),
        ("c#.md", {"c#.md"}, AnchorSpec("c#.md")),
        ("c#/a.cs#Main", {"c#/a.cs"}, AnchorSpec("c#/a.cs", symbol="Main")),
        ("gone.py::f", set(), AnchorSpec("gone.py", symbol="f")),
        ("gone.py:3-4", set(), AnchorSpec("gone.py", lines=LineRange(3, 4))),
        ("gone.py", set(), AnchorSpec("gone.py")),
    ],
)
def test_parse_spec_reads(text: str, files: set[str], expected: AnchorSpec) -> None:
    assert parse_spec(text, files.__contains__) == expected


@pytest.mark.parametrize("text", ["", "a.py:0-3", "a.py:5-4"])
def test_parse_spec_refuses(text: str) -> None:
    assert parse_spec(text, {"a.py"}.__contains__) is None


def test_anchor_spec_is_what_a_person_writes() -> None:
    assert Anchor(file="a.py", symbol="f", lines=LineRange(1, 2)).spec == "a.py::f"
    assert Anchor(file="a.py", lines=LineRange(1, 2)).spec == "a.py:1-2"
    assert Anchor(file="a.py").spec == "a.py"
