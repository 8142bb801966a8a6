"""A check of many memories: what it reads, in how many processes, and that its answer hangs on neither."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks.check import Host, Plan, fate_of
from legendary_git.git.backend import VARIABLE
from legendary_git.git.repository import Repository
from legendary_git.parsing import reader
from legendary_git.usecases import effort, forked, judging_many, parsed_files, work_groups
from tests.project import PAY, Answer, Project
from tests.server import ZERO

pytestmark = pytest.mark.unhooked

PLAN = Plan(memories=120, files=90, commits=40)
"""All fates that `fate_of` knows: 12 orphaned and 8 followed among them."""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Host:
    return Host(tmp_path_factory.mktemp("host"), PLAN)


@pytest.fixture
def clone(host: Host, tmp_path: Path, clock: None) -> Project:
    return Project(host.clone(tmp_path / "clone"))


class Parses:
    """How often each content has been parsed, in this process and in those that it made."""

    def __init__(self, log: Path) -> None:
        self._log = log
        self.clear()

    def clear(self) -> None:
        self._log.write_bytes(b"")

    def note(self, language: str | None, data: bytes) -> None:
        line = f"{os.getpid()} {language} {hashlib.sha256(data).hexdigest()}\n".encode()
        descriptor = os.open(self._log, os.O_WRONLY | os.O_APPEND)
        os.write(descriptor, line)
        os.close(descriptor)

    @property
    def counts(self) -> Counter[str]:
        return Counter(line.partition(" ")[2] for line in self._lines)

    @property
    def processes(self) -> set[int]:
        return {int(line.partition(" ")[0]) for line in self._lines}

    @property
    def _lines(self) -> list[str]:
        return self._log.read_text(encoding="ascii").splitlines()


@pytest.fixture
def parses(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Parses:
    """What is parsed, with room for few that are."""
    found = Parses(tmp_path / "parses")
    read = reader.read

    def counting(path: str, data: bytes, language: str | None = None) -> Any:
        found.note(language, data)
        return read(path, data, language)

    monkeypatch.setattr(parsed_files, "read", counting)
    monkeypatch.setattr(parsed_files, "_KEPT_FILES", 16)
    return found


def checked(project: Project, *words: str) -> Answer:
    """A check without an index that an earlier one has left."""
    project.index_path.unlink(missing_ok=True)
    return project.memory("check", *words)


_MOVED = ("alpha", "beta", "gamma")
_ALONE = ("delta", "omega")
_BASE = ("--base", "origin/main")


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("words", [(), _BASE, (*_BASE, "--at", "HEAD"), (*_BASE, "--all"), ("--worktree", *_BASE)])
def test_each_content_is_parsed_once_in_however_many_processes(
    clone: Project, parses: Parses, words: tuple[str, ...], jobs: int
) -> None:
    report = checked(clone, "--jobs", str(jobs), "--json", *words).json
    assert report["checked"]["memories"] == PLAN.memories
    assert len(parses.counts) > 16
    assert set(parses.counts.values()) == {1}
    assert not words or report["findings"]
    assert len(parses.processes) == (1 if "--worktree" in words else jobs)


def test_each_content_is_parsed_once_through_git(
    clone: Project, parses: Parses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "git")
    assert checked(clone, "--jobs", "2", "--json", *_BASE).json["findings"]
    assert set(parses.counts.values()) == {1}


@pytest.mark.parametrize(("most_bases", "is_squashed"), [(16, False), (0, False), (16, True)])
def test_file_to_which_others_went_is_parsed_in_one_process(
    project: Project, parses: Parses, monkeypatch: pytest.MonkeyPatch, most_bases: int, is_squashed: bool
) -> None:
    """It has memories of its own, and code of two files, each with one, came to it; two more files only changed.

    After a squash the commits of the stamps are gone.
    """
    monkeypatch.setattr(judging_many, "_TASK", 1)
    monkeypatch.setattr(work_groups, "_MOST_BASES", most_bases)
    grouped: list[set[str]] = []
    group_asks = work_groups.group_asks

    def noting(repo: Repository, asks: Sequence[work_groups.Ask], numbers: Sequence[int]) -> list[work_groups.Group]:
        groups = group_asks(repo, asks, numbers)
        grouped.extend({asks[number].anchor.file for number in group.numbers} for group in groups)
        return groups

    monkeypatch.setattr(judging_many, "group_asks", noting)
    texts = {name: PAY.replace("charge", name).replace("100", f"{number}00") for number, name in enumerate(_MOVED, 2)}
    texts |= {name: f"def {name}(x):\n    return {name}_itself(x, x * 2) or {name}_{name}\n" for name in _ALONE}
    project.commit("Begin", {f"src/{name}.py": text for name, text in texts.items()})
    for name in texts:
        project.must("remember", f"In {name} amounts are whole: {name} rounds", "--anchor", f"src/{name}.py::{name}")
    project.commit("Remember")
    if is_squashed:
        project.git("update-ref", "HEAD", project.git("commit-tree", "-m", "Squash", "HEAD^{tree}"))
        project.git("reflog", "expire", "--expire=now", "--all")
        project.git("prune", "--expire=now")
    went = {f"src/{name}.py": "X = 1\n" for name in ("alpha", "beta")}
    came = "\n\n".join([texts["gamma"].replace("amount *", "amount +"), texts["alpha"], texts["beta"]])
    others = {f"src/{name}.py": texts[name].replace("x * 2", "x * 3") for name in _ALONE}
    project.commit("Move", {**went, "src/gamma.py": came, **others})
    parses.clear()
    report = checked(project, "--jobs", "3", "--base", "HEAD~1", "--json").json
    assert Counter(one["rule"] for one in report["findings"]) == {"LG003": 3}
    assert {f"src/{name}.py" for name in _MOVED} in grouped
    assert set(parses.counts.values()) == {1}  # a busy machine may have given all of it to one process


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_each_content_is_parsed_once_for_a_push(host: Host, clock: None, parses: Parses, jobs: str) -> None:
    main, topic, early = (host.git("rev-parse", name) for name in ("main", "topic", "main~9"))
    lines = f"{main} {topic} refs/heads/main\n{early} {topic} refs/heads/other\n{ZERO} {main} refs/heads/new\n"
    answer = Project(host.root).memory("check", "--stdin-refs", "--json", "--jobs", jobs, stdin=lines.encode())
    assert len(answer.json["checked"]) == 2
    assert len(parses.counts) > 16
    assert set(parses.counts.values()) == {1}


def test_nothing_is_parsed_that_was_judged_before(clone: Project, parses: Parses) -> None:
    first = checked(clone, "--jobs", "1", "--base", "origin/main")
    told = sum(one["rule"] in ("LG001", "LG003") for one in clone.memory("check", "--json").json["findings"])
    parses.clear()
    assert clone.memory("check", "--base", "origin/main") == first
    assert 0 < parses.counts.total() <= 2 * told  # what is shown of them: either side


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
        other.index_path.unlink(missing_ok=True)
        assert other.process("check", "--json", env={"PYTHONHASHSEED": seed}).out == alone.out


def test_work_is_done_in_other_processes(clone: Project, parses: Parses) -> None:
    checked(clone, "--jobs", "2")
    assert os.getpid() not in parses.processes


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


@pytest.mark.parametrize("depth", ["1", "20"])
def test_shallow_clone_parses_each_content_once_and_answers_the_same_in_several_processes(
    host: Host, tmp_path: Path, clock: None, parses: Parses, depth: str
) -> None:
    shallow = Project(host.clone(tmp_path / "shallow", "--depth", depth))
    alone = checked(shallow, "--json", "--jobs", "1")
    assert set(parses.counts.values()) == {1}
    rules = Counter(one["rule"] for one in alone.json["findings"])
    assert rules["LG001"] == sum(fate_of(pair) == "orphaned" for pair in range(PLAN.pairs)) * 2
    assert rules["LG004"] == sum(fate_of(pair) == "followed" for pair in range(PLAN.pairs)) * 2
    parses.clear()
    assert checked(shallow, "--json", "--jobs", "2") == alone
    assert set(parses.counts.values()) == {1}
    assert len(parses.processes) == 2
