"""Memory files that two branches changed, merged by the real git: with our driver, with a broken one, and without."""

from __future__ import annotations

import os
import shlex
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from legendary_git.domain.memory import Memory
from legendary_git.git.merge_driver import CONFLICT, driver_command
from legendary_git.store.memory_file import parse_memory
from tests.history import History
from tests.project import CHECKOUT, Project, Shop

END = "text: seen once}\n"
OURS = (END, END + "  - {at: 2026-02-05T00:00:00Z, by: Ada <ada@example.org>, text: late}\n")
THEIRS = (END, END + "  - {at: 2026-02-03T00:00:00Z, by: Ada <ada@example.org>, text: early}\n")
OURS_DATE = ("updated: 2026-01-03", "updated: 2026-02-05")
THEIRS_DATE = ("updated: 2026-01-03", "updated: 2026-02-03")
PATH = ".legendary/memories/mem-00000001-x.md"
MEMORY = """\
---
id: mem-00000001
type: decision
title: Amounts are whole cents
status: active
scope: repo
created: 2026-01-03T00:00:00Z
updated: 2026-01-03T00:00:00Z
author: Ada <ada@example.org>
source: human
confidence: medium
triggers:
  - 'ValueError: not whole'
tags:
  - money
anchors:
  - file: src/pay.py
    symbol: charge
    lines: 4-8
    language: python
  - file: src/store.py
evidence:
  - {at: 2026-01-03T00:00:00Z, by: Ada <ada@example.org>, text: seen once}
---

Amounts are whole cents.

Never floats.

Ask Ada.
"""


@dataclass
class Fork(History):
    """A repository with one memory; `main` and `other` each change it."""

    def fork(self, ours: list[tuple[str, str]], theirs: list[tuple[str, str]], *, base: str | None = MEMORY) -> None:
        """Both branches from `base` (None: the file is not there yet); HEAD is on main."""
        self.commit("Base", {PATH: base} if base is not None else {})
        self.git("switch", "-q", "-c", "other")
        self.commit("Theirs", {PATH: changed(theirs)})
        self.git("switch", "-q", "main")
        self.commit("Ours", {PATH: changed(ours)})

    def ask(self, *words: str) -> int:
        """Run git; its exit code."""
        return self.run("git", *words, check=False).returncode

    @property
    def text(self) -> str:
        return (self.root / PATH).read_text(encoding="utf-8")

    @property
    def memory(self) -> Memory:
        found = parse_memory(PATH, (self.root / PATH).read_bytes())
        assert isinstance(found, Memory), self.text
        return found


def changed(changes: list[tuple[str, str]]) -> str:
    text = MEMORY
    for before, after in changes:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


@pytest.fixture
def fork(clock: None, tmp_path: Path) -> Fork:
    """Without our driver in its configuration, but with the attribute, as a clone on a forge has it."""
    made = Fork.start(tmp_path / "fork")
    made.commit("Start", {".legendary/.gitattributes": "/memories/*.md merge=legendary\n", "README": "x\n"})
    return made


@pytest.fixture
def driven(fork: Fork) -> Fork:
    """With our driver."""
    fork.git("config", "merge.legendary.driver", driver_command(Path(sys.executable)))
    return fork


BOTH = changed([(END, OURS[1].replace(END, END + THEIRS[1].removeprefix(END))), OURS_DATE])
"""What both sides come to: the entries by time, the later date."""


@pytest.mark.parametrize(
    "way",
    [
        ("merge", "-q", "--no-edit", "other"),
        ("merge", "-q", "--no-edit", "-s", "recursive", "other"),
        ("merge", "--squash", "other"),
        ("rebase", "-q", "other"),
        ("rebase", "-q", "--apply", "other"),
        ("cherry-pick", "other"),
    ],
    ids=" ".join,
)
def test_merge_by_meaning_in_every_way_that_git_merges(driven: Fork, way: tuple[str, ...]) -> None:
    driven.fork([OURS, OURS_DATE], [THEIRS, THEIRS_DATE])
    driven.git(*way)
    assert driven.text == BOTH
    assert driven.git("ls-files", "--unmerged") == ""


def test_merge_by_meaning_when_a_stash_is_popped(driven: Fork) -> None:
    driven.fork([OURS, OURS_DATE], [THEIRS, THEIRS_DATE])
    driven.git("switch", "-q", "other")
    driven.write({PATH: changed([THEIRS, THEIRS_DATE, ("- money", "- money\n  - cents")])})
    driven.git("stash", "-q")
    driven.git("switch", "-q", "main")
    driven.git("stash", "pop", "-q")
    assert driven.memory.tags == ("money", "cents")


def test_merge_by_meaning_of_a_file_that_both_sides_added(driven: Fork) -> None:
    driven.fork([OURS, OURS_DATE], [THEIRS, THEIRS_DATE], base=None)
    driven.git("merge", "-q", "--no-edit", "other")
    assert driven.text == BOTH


def test_merge_by_meaning_of_a_file_that_one_side_renamed(driven: Fork) -> None:
    driven.fork([OURS, OURS_DATE], [THEIRS, THEIRS_DATE])
    driven.git("mv", PATH, PATH.replace("-x", "-y"))
    driven.commit("Rename")
    driven.git("merge", "-q", "--no-edit", "other")
    assert (driven.root / PATH.replace("-x", "-y")).read_text() == BOTH


def test_merge_of_two_branches_that_merged_each_other(driven: Fork) -> None:
    driven.fork([OURS, OURS_DATE], [THEIRS, THEIRS_DATE])
    ours, theirs = driven.head, driven.git("rev-parse", "other")
    driven.git("merge", "-q", "--no-edit", theirs)
    driven.commit("More", {PATH: BOTH.replace("- money", "- money\n  - a")})
    driven.git("switch", "-q", "other")
    driven.git("merge", "-q", "--no-edit", ours)
    assert driven.text == BOTH
    driven.commit("More", {PATH: BOTH.replace("- money", "- money\n  - b")})
    driven.git("merge", "-q", "--no-edit", "main")
    assert driven.text == BOTH.replace("- money", "- money\n  - a\n  - b")


def test_merge_of_two_supersessions_is_left_to_a_person_and_told_by_check(shop: Shop) -> None:
    path = shop.path_of(shop.cents)
    text = path.read_text()

    def supersede(successor: str) -> None:
        path.write_text(text.replace("status: active", f"status: superseded\nsuperseded_by: {successor}"))
        shop.commit(f"Supersede by {successor}")

    shop.git("switch", "-q", "-c", "other")
    supersede("mem-bbbbbbbb")
    shop.git("switch", "-q", "main")
    supersede("mem-aaaaaaaa")
    result = shop.run("git", "merge", "--no-edit", "other", check=False)
    assert result.returncode == 1
    name = path.relative_to(shop.root)
    assert f"legendary-git: {name}: both sides changed superseded_by\n" in result.stderr.decode()
    assert shop.git("diff", "--name-only", "--diff-filter=U") == str(name)
    shown = "<<<<<<< ours\nsuperseded_by: mem-aaaaaaaa\n=======\nsuperseded_by: mem-bbbbbbbb\n>>>>>>> theirs\n"
    assert shown in path.read_text()
    answer = shop.memory("check")
    assert answer.code == 1
    assert f"{name}:6" in answer.out
    assert "an unresolved merge conflict" in answer.out
    path.write_text(path.read_text().replace(shown, "superseded_by: mem-aaaaaaaa\n"))
    shop.commit("Merge")
    assert shop.memory("check").code == 0


@pytest.mark.parametrize("fault", ["no interpreter", "no package", "another version"])
def test_merge_where_our_command_does_not_work_is_that_of_texts(driven: Fork, tmp_path: Path, fault: str) -> None:
    python = tmp_path / "it's 100%L gone" / "python"
    if fault != "no interpreter":
        python.parent.mkdir()
        python.write_text(f"#!/bin/sh\necho Traceback >&2\nexit {1 if fault == 'no package' else 2}\n")
        python.chmod(0o755)
    driven.git("config", "merge.legendary.driver", driver_command(python))
    driven.fork([OURS, ("Amounts are whole cents.", "Whole cents.")], [("Ask Ada", "Ask Bob"), ("- money", "- cents")])
    told = driven.run("git", "merge", "--no-edit", "other").stderr.decode()
    assert driven.text == changed(
        [OURS, ("Amounts are whole cents.", "Whole cents."), ("Ask Ada", "Ask Bob"), ("- money", "- cents")]
    )
    assert "legendary-git: memories are merged as text: run git memory hooks install" in told
    assert "Traceback" not in told


def test_merge_where_our_command_does_not_work_keeps_both_sides_of_a_conflict(driven: Fork, tmp_path: Path) -> None:
    driven.git("config", "merge.legendary.driver", driver_command(tmp_path / "gone"))
    driven.fork([OURS], [THEIRS])
    assert driven.ask("merge", "--no-edit", "other") == 1
    assert "text: early}" in driven.text
    assert "text: late}" in driven.text
    assert driven.git("ls-files", "--unmerged") != ""


def test_merge_from_a_folder_and_a_path_with_odd_names(driven: Fork, tmp_path: Path) -> None:
    link = tmp_path / 'it\'s 100% "odd"; $HOME'
    link.mkdir()
    # No symbolic link: an interpreter would look beside it for what its virtual environment holds.
    (link / "python").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
    (link / "python").chmod(0o755)
    command = driver_command(link / "python")
    driven.git("config", "merge.legendary.driver", command)
    driven.fork([OURS, OURS_DATE], [THEIRS, THEIRS_DATE])
    result = driven.run("git", "merge", "--no-edit", "other", folder=".legendary", env={"PYTHONHOME": ""})
    assert driven.text == BOTH, result.stderr


def test_merge_imports_no_module_of_the_working_tree(driven: Fork, tmp_path: Path) -> None:
    driven.fork([OURS, OURS_DATE], [THEIRS, THEIRS_DATE])
    mark = tmp_path / "imported"
    text = f"import posix\nposix.close(posix.open({str(mark)!r}, posix.O_CREAT | posix.O_WRONLY))\n"
    driven.write(dict.fromkeys(("encodings.py", "sitecustomize.py", "legendary_git.py"), text))
    env = {"PYTHONPATH": os.pathsep.join(("", ".", str(CHECKOUT)))}
    result = driven.run("git", "merge", "--no-edit", "other", env=env)
    assert not mark.exists()
    assert driven.text == BOTH, result.stderr


# Without the driver

_CLEAN = [
    pytest.param([("- money", "- money\n  - cents")], [OURS], id="another list"),
    pytest.param([("- money", "- money\n  - cents")], [THEIRS_DATE], id="a tag and a date"),
    pytest.param([("status: active", "status: deprecated")], [OURS_DATE], id="two texts that are no neighbours"),
    pytest.param([("lines: 4-8", "lines: 5-9")], [("src/store.py", "src/shop.py")], id="two anchors"),
    pytest.param([("Never floats", "No floats")], [OURS, OURS_DATE], id="body and front matter"),
    pytest.param([("Amounts are whole cents.\n", "Cents.\n")], [("Ask Ada", "Ask Bob")], id="two paragraphs"),
    pytest.param([OURS, OURS_DATE], [OURS, OURS_DATE], id="the same on both sides"),
]
_NEEDS_THE_DRIVER = [
    pytest.param([OURS], [THEIRS], id="two entries at the end of one list"),
    pytest.param([("- money", "- money\n  - a")], [("- money", "- money\n  - b")], id="two tags"),
    pytest.param([OURS_DATE], [THEIRS_DATE], id="two dates"),
    pytest.param([("Amounts are whole cents\n", "Cents\n")], [("active", "deprecated")], id="two neighbours"),
]
_DISAGREES = [
    pytest.param([("Never", "Not")], [("Never", "Rarely")], id="one line of the body"),
    pytest.param([("cents\nstatus", "cents!\nstatus")], [("cents\nstatus", "cents?\nstatus")], id="two titles"),
]


@pytest.mark.parametrize(("ours", "theirs"), _CLEAN)
def test_merge_without_the_driver_is_right(
    fork: Fork, ours: list[tuple[str, str]], theirs: list[tuple[str, str]]
) -> None:
    fork.fork(ours, theirs)
    fork.git("merge", "-q", "--no-edit", "other")
    assert fork.text == changed(list(dict.fromkeys([*ours, *theirs])))


@pytest.mark.parametrize(("ours", "theirs"), [*_NEEDS_THE_DRIVER, *_DISAGREES])
def test_merge_without_the_driver_is_a_conflict_where_git_cannot_know(
    fork: Fork, ours: list[tuple[str, str]], theirs: list[tuple[str, str]]
) -> None:
    fork.fork(ours, theirs)
    assert fork.ask("merge", "--no-edit", "other") == 1
    assert "<<<<<<<" in fork.text


@pytest.mark.parametrize(("ours", "theirs"), _NEEDS_THE_DRIVER)
def test_merge_with_the_driver_is_no_conflict_there(
    driven: Fork, ours: list[tuple[str, str]], theirs: list[tuple[str, str]]
) -> None:
    driven.fork(ours, theirs)
    driven.git("merge", "-q", "--no-edit", "other")
    assert driven.memory.id == "mem-00000001"


# Set up


def test_driver_is_configured_in_a_clone_by_hooks_install_and_gone_after_uninstall(shop: Shop, tmp_path: Path) -> None:
    shop.git("clone", "-q", str(shop.root), str(tmp_path / "clone"))
    clone = replace(Project(tmp_path / "clone"))
    assert "wrong: merge driver: not configured in this clone" in clone.memory("doctor").lines
    assert clone.must("hooks", "install").lines[0] == "merge driver installed"
    assert clone.must("hooks", "install").lines[0] == "merge driver unchanged"
    assert clone.git("config", "--local", "merge.legendary.driver") == driver_command(Path(sys.executable))
    assert "ok: merge driver: git merges memories by meaning" in clone.memory("doctor").lines
    assert clone.must("hooks", "uninstall").lines[-1] == "merge driver removed"
    assert clone.git("config", "--local", "--get-regexp", "legendary", check=False) == ""
    assert clone.must("hooks", "uninstall").lines == ["there are no hooks of ours"]


def test_doctor_tells_what_keeps_memories_from_being_merged_by_meaning(shop: Shop) -> None:
    def told() -> list[str]:
        return [line for line in shop.memory("doctor").lines if "merge driver" in line]

    assert told() == ["ok: merge driver: git merges memories by meaning"]
    shop.git("config", "merge.legendary.driver", driver_command(Path("/gone/python")))
    assert told() == ["wrong: merge driver: the Python that it hands over to is gone"]
    shop.git("config", "merge.legendary.driver", "true")
    assert told() == ["wrong: merge driver: not what this version configures"]
    assert shop.must("hooks", "install").lines[0] == "merge driver updated"
    shop.git("rm", "-q", ".legendary/.gitattributes")
    assert told() == ["wrong: merge driver: .legendary/.gitattributes does not give memory files merge=legendary"]
    shop.must("init")
    assert told() == ["ok: merge driver: git merges memories by meaning"]


def test_merge_driver_as_a_command(fork: Fork) -> None:
    project = Project(fork.root)
    project.write({"O": MEMORY, "A": changed([OURS]), "B": changed([THEIRS])})
    assert project.must("merge-driver", "O", "A", "B", PATH).out == ""
    assert "early" in (project.root / "A").read_text()
    project.write({"A": changed([("Never", "Not")]), "B": changed([("Never", "Rarely")])})
    answer = project.memory("merge-driver", "--conflict-code", str(CONFLICT), "--marker-size=8", "O", "A", "B", PATH)
    assert (answer.code, answer.err) == (CONFLICT, f"legendary-git: {PATH}: both sides changed body\n")
    assert "<<<<<<<< ours\nNot floats.\n" in (project.root / "A").read_text()
    assert project.memory("merge-driver", "O", "A", "B").code == 2
    assert "merge-driver" not in project.memory("--help").out
