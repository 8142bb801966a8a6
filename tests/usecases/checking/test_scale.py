"""A check of many memories: what it reads, in how many processes, and that its answer hangs on neither."""

from __future__ import annotations

import os
import shutil
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from benchmarks.check import Host, Plan, fate_of
from legendary_git.git.backend import VARIABLE
from legendary_git.parsing import reader
from legendary_git.usecases import effort, forked, judging_many, parsed_files
from tests.project import Answer, Project
from tests.server import ZERO

PLAN = Plan(memories=120, files=90, commits=40)
"""All fates that `fate_of` knows: 12 orphaned and 8 followed among them."""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Host:
    return Host(tmp_path_factory.mktemp("host"), PLAN)


@pytest.fixture
def clone(host: Host, tmp_path: Path, clock: None) -> Project:
    return Project(host.clone(tmp_path / "clone"))


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[str | None, bytes]]:
    """How often each content has been parsed in this process, with room for few that are."""
    counts: Counter[tuple[str | None, bytes]] = Counter()
    read = reader.read

    def counting(path: str, data: bytes, language: str | None = None) -> Any:
        counts[language, data] += 1
        return read(path, data, language)

    monkeypatch.setattr(parsed_files, "read", counting)
    monkeypatch.setattr(parsed_files, "_KEPT_FILES", 16)
    return counts


def checked(project: Project, *words: str) -> Answer:
    """A check without an index that an earlier one has left."""
    for path in (project.root / ".legendary").glob("index.db*"):
        path.unlink()
    return project.memory("check", *words)


@pytest.mark.parametrize("back_end", ["git", "libgit2"])
@pytest.mark.parametrize("words", [(), ("--base", "origin/main")])
def test_each_content_is_parsed_once(
    clone: Project,
    counted: Counter[tuple[str | None, bytes]],
    monkeypatch: pytest.MonkeyPatch,
    back_end: str,
    words: tuple[str, ...],
) -> None:
    monkeypatch.setenv(VARIABLE, back_end)
    report = checked(clone, "--jobs", "1", "--json", *words).json
    assert report["checked"]["memories"] == PLAN.memories
    assert len(counted) > 16
    assert set(counted.values()) == {1}
    assert not words or report["findings"]


def test_nothing_is_parsed_that_was_judged_before(clone: Project, counted: Counter[tuple[str | None, bytes]]) -> None:
    first = checked(clone, "--jobs", "1", "--base", "origin/main")
    told = sum(one["rule"] in ("LG001", "LG003") for one in clone.memory("check", "--json").json["findings"])
    counted.clear()
    assert clone.memory("check", "--base", "origin/main") == first
    assert 0 < sum(counted.values()) <= 2 * told  # what is shown of them: either side


@pytest.mark.parametrize("back_end", ["git", "libgit2"])
@pytest.mark.parametrize("words", [(), ("--base", "origin/main"), ("--base", "origin/main", "--all", "--at", "HEAD")])
def test_answer_is_the_same_in_however_many_processes(
    clone: Project, monkeypatch: pytest.MonkeyPatch, back_end: str, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv(VARIABLE, back_end)
    alone = checked(clone, "--json", "--jobs", "1", *words)
    assert [checked(clone, "--json", "--jobs", number, *words) for number in ("2", "5")] == [alone, alone]
    assert clone.memory("check", "--json", "--jobs", "3", *words) == alone  # and with what the last one has left


def test_answer_is_the_same_whatever_order_files_and_hashes_have(clone: Project, tmp_path: Path) -> None:
    alone = checked(clone, "--json", "--jobs", "1")
    other = Project(tmp_path / "other")
    shutil.copytree(clone.root, other.root, ignore=shutil.ignore_patterns("memories", "index.db*"), symlinks=True)
    folder = other.root / ".legendary" / "memories"
    folder.mkdir()
    for path in sorted((clone.root / ".legendary" / "memories").iterdir(), reverse=True):
        (folder / path.name).write_bytes(path.read_bytes())
    for seed in ("1", "2"):
        for path in (other.root / ".legendary").glob("index.db*"):
            path.unlink()
        assert other.process("check", "--json", env={"PYTHONHASHSEED": seed}).out == alone.out


def test_work_is_done_in_other_processes(clone: Project, counted: Counter[tuple[str | None, bytes]]) -> None:
    checked(clone, "--jobs", "2")
    assert not counted  # here


@pytest.mark.parametrize("fault", ["exit", "raise", "no fork", "fork fails"])
def test_what_other_processes_fail_to_do_is_done(clone: Project, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    alone = checked(clone, "--json", "--jobs", "1")
    here, judge = os.getpid(), judging_many.AnchorJudge.judge
    done: list[int] = []

    def judge_badly(self: judging_many.AnchorJudge, *pair: Any) -> Any:
        done.append(1)
        if os.getpid() != here and len(done) > 10 and fault == "exit":
            os._exit(7)
        if os.getpid() != here and len(done) > 10:
            raise ValueError(fault)
        return judge(self, *pair)

    def fail() -> int:
        raise BlockingIOError

    if fault == "no fork":
        monkeypatch.delattr(os, "fork")
    elif fault == "fork fails":
        monkeypatch.setattr(forked, "_fork", fail)
    else:
        monkeypatch.setattr(judging_many.AnchorJudge, "judge", judge_badly)
    assert checked(clone, "--json", "--jobs", "2") == alone


def test_bare_repository_answers_the_same_in_several_processes(host: Host, clock: None) -> None:
    bare = Project(host.root)
    line = f"{host.git('rev-parse', 'main')} {host.git('rev-parse', 'topic')} refs/heads/main\n".encode()
    alone, two = (bare.memory("check", "--stdin-refs", "--json", "--jobs", number, stdin=line) for number in ("1", "2"))
    assert alone.json["checked"][0]["refs"][0]["ref"] == "refs/heads/main"
    assert alone == two
    new = f"{ZERO} {host.git('rev-parse', 'topic')} refs/heads/other\n".encode()
    assert bare.memory("check", "--stdin-refs", "--jobs", "2", stdin=new).code == 0


@pytest.mark.parametrize("number", ["0", "-1", "many"])
def test_number_of_processes_that_means_nothing_is_refused(project: Project, number: str) -> None:
    answer = project.memory("check", "--jobs", number)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("error: Invalid value for '--jobs'")


def test_few_anchors_need_no_other_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "_processors", lambda: 64)
    monkeypatch.setattr(sys, "platform", "linux")
    assert [effort.Effort().jobs_for(count) for count in (0, 199, 200, 100_000)] == [1, 1, 2, 8]
    assert effort.Effort(jobs=3).jobs_for(1) == 3
    monkeypatch.setattr(sys, "platform", "darwin")
    assert effort.Effort().jobs_for(100_000) == 1


def test_shallow_clone_reads_each_content_twice_at_most_and_answers_the_same_in_several_processes(
    host: Host, tmp_path: Path, clock: None, counted: Counter[tuple[str | None, bytes]]
) -> None:
    shallow = Project(host.clone(tmp_path / "shallow", "--depth", "1"))
    alone = checked(shallow, "--json", "--jobs", "1")
    assert set(counted.values()) == {1, 2}  # for its own anchors, and for those that may have come to it
    rules = Counter(one["rule"] for one in alone.json["findings"])
    assert rules["LG001"] == sum(fate_of(pair) == "orphaned" for pair in range(PLAN.pairs)) * 2
    assert rules["LG004"] == sum(fate_of(pair) == "followed" for pair in range(PLAN.pairs)) * 2
    assert checked(shallow, "--json", "--jobs", "2") == alone
