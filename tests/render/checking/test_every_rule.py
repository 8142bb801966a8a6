"""A repository with a case of every rule: what is found, and how each format tells it, as files to be read.

`LEGENDARY_REWRITE_EXPECTED=1` writes what was told instead of comparing; read the difference before it is committed.
Ids of commits are written as digits there, so that the files stay as they are when only an id becomes another one.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from legendary_git import __version__
from legendary_git.render.checking.formats import FORMATS
from legendary_git.usecases.checking.rules import Rule
from tests.project import Project
from tests.render.checking.every_rule import SECRET, EveryRule

_EXPECTED = Path(__file__).parent / "expected"
_SUFFIXES = {
    "text": "txt",
    "json": "json",
    "github": "github.txt",
    "gitlab": "gitlab.json",
    "sarif": "sarif",
    "junit": "junit.xml",
    "checkstyle": "checkstyle.xml",
    "markdown": "md",
    "tap": "tap",
}
# Read here, because the sealed environment of a test no longer has it.
_REWRITE = os.environ.get("LEGENDARY_REWRITE_EXPECTED") == "1"

FOUND = [
    ("LG002", None),
    ("LG006", None),
    ("LG002", None),
    ("LG005", 22),
    ("LG011", 32),
    ("LG013", 33),
    ("LG007", 26),
    ("LG007", 26),
    ("LG011", 31),
    ("LG005", 25),
    ("LG005", 24),
    ("LG008", 27),
    ("LG010", 30),
    ("LG009", 28),
    ("LG009", 29),
    ("LG003", 2),
    ("LG004", 6),
    ("LG003", 34),
    ("LG003", 3),
    ("LG001", 1),
    ("LG001", 16),
    ("LG003", 8),
    ("LG003", 17),
    ("LG001", 15),
    ("LG003", 7),
]


def _number(memory_id: str | None) -> int | None:
    return int(memory_id.removeprefix("mem-")) if memory_id is not None else None


def test_every_rule_is_found_and_nothing_else(every_rule: EveryRule, nothing_verified: Project) -> None:
    answer = every_rule.memory("check", "--base", every_rule.base, "--json").json
    named = {one["path"]: one["id"] for one in answer["findings"] if one["rule"] in ("LG002", "LG006")}
    assert {path.rpartition("/")[2] for path in named} == {"mem-00000020.md", "mem-00000021.md", "note.md"}
    found = [(one["rule"], None if one["path"] in named else _number(one["id"])) for one in answer["findings"]]
    assert found == FOUND
    other = nothing_verified.memory("check", "--json").json
    assert [one["rule"] for one in other["findings"]] == ["LG004", "LG012"]
    assert {rule for rule, _ in FOUND} | {"LG012"} == {rule.rule_id for rule in Rule}
    beside = ("earlier", "ended", "suppressed")
    assert {key: [(one["rule"], _number(one["id"])) for one in answer[key]] for key in beside} == {
        "earlier": [("LG008", 14)],
        "ended": [("LG008", 12), ("LG008", 13), ("LG001", 5)],
        "suppressed": [("LG003", 10), ("LG003", 4)],
    }


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("question", ["change", "state", "nothing-verified"])
def test_format_tells_it_as_expected(
    every_rule: EveryRule, nothing_verified: Project, question: str, format_name: str
) -> None:
    project = nothing_verified if question == "nothing-verified" else every_rule
    words = ("--base", every_rule.base) if question == "change" else ()
    answer = project.memory("check", *words, "--format", format_name)
    assert answer.code == (0 if question == "nothing-verified" else 1)
    said = answer.out + (f"--- standard error\n{answer.err}" if format_name == "text" else "")
    if format_name == "json":
        assert said.count("\n") == 1
        said = json.dumps(json.loads(said), indent=2) + "\n"
    assert SECRET not in said + answer.err
    told = _with_digits(said, {project.head: "1", every_rule.base: "2"}).replace(__version__, "VERSION")
    expected = _EXPECTED / f"{question}.{_SUFFIXES[format_name]}"
    if _REWRITE:
        expected.write_text(told, encoding="utf-8", newline="\n")
    assert told == expected.read_text(encoding="utf-8")


def _with_digits(said: str, names: dict[str, str]) -> str:
    for commit, digit in names.items():
        for length in (len(commit), 12, 7):
            said = said.replace(commit[:length], digit * length)
    return said


def test_formats_are_the_same_bytes_in_a_clone_elsewhere(every_rule: EveryRule, tmp_path: Path) -> None:
    every_rule.git("clone", "-q", str(every_rule.root), str(tmp_path / "elsewhere"))
    places = [(every_rule, {"PYTHONHASHSEED": "1"}), (Project(tmp_path / "elsewhere"), {"PYTHONHASHSEED": "2"})]
    told = []
    for number, (project, env) in enumerate(places):
        folder = tmp_path / str(number)
        folder.mkdir()
        outputs = [f"--output={name}={folder / name}" for name in FORMATS]
        answer = project.process("check", "--base", every_rule.base, *outputs, env=env)
        told.append((answer, {name: (folder / name).read_bytes() for name in FORMATS}))
    assert told[0] == told[1]
    assert not any(str(tmp_path).encode() in said for said in told[1][1].values())
