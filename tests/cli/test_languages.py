"""`git memory languages`: what is known, and how a file is read."""

from __future__ import annotations

from tests.project import Project


def test_languages_lists_what_is_known(project: Project) -> None:
    answer = project.must("languages")
    rows = {line.split("\t")[0]: line.split("\t") for line in answer.lines}
    assert all(len(row) == 4 for row in rows.values())
    assert rows["python"][1:3] == [".py .pyi .pyw SConstruct SConscript #!python #!pypy", "definitions"]


def test_languages_of_files(project: Project) -> None:
    project.write({"tool": "#!/usr/bin/env python3\ndef run():\n    return 1\n"})
    project.write({"notes.xyz": "nothing\n"})
    project.write({"big.py": "x = 1\n" * 400_000})
    assert project.must("languages", "tool", "notes.xyz", "big.py").lines == [
        "tool: Python (python), 1 symbols",
        "  run",
        "notes.xyz: no language: compared by its lines",
        "big.py: no evidence can be had from it (over_limit)",
    ]
    found = project.must("languages", "tool", "--json").json
    assert list(found) == ["schema", "languages", "files"]
    assert found["files"] == [{"path": "tool", "language": "python", "symbols": ["run"], "note": None}]


def test_languages_of_a_file_that_is_not_there(project: Project) -> None:
    answer = project.memory("languages", "gone.py")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("error: gone.py cannot be read: No such file or directory\n")


def test_remember_says_that_a_file_is_compared_by_its_lines(project: Project) -> None:
    project.write({"notes.xyz": "one\ntwo\n"})
    answer = project.must("remember", "Two follows one", "--anchor", "notes.xyz:1-2")
    assert answer.lines[2] == "  notes.xyz is compared by its lines: its language is not known here"


def test_remember_in_a_language_that_the_name_does_not_tell(project: Project) -> None:
    project.write({"recipe": "def run():\n    return 1\n"})
    found = project.must("remember", "Runs once", "--anchor", "recipe::run", "--language", "python", "--json").json
    (anchor,) = found["memory"]["anchors"]
    assert (anchor["language"], anchor["verdict"]) == ("python", "fresh")
    refused = project.memory("remember", "Runs once", "--anchor", "recipe::run", "--language", "klingon")
    assert refused.code == 1
    assert refused.err.startswith("error: there is no language 'klingon'\n")
