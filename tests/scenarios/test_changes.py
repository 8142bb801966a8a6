"""`check --base` on histories drawn at random: a change is the difference of its two ends, found by brute force.

`LEGENDARY_TEST_FULL=1` draws ten times as many, other ones on each run.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from legendary_git.domain.memory import Memory
from legendary_git.domain.verdict import State
from legendary_git.store.folder import MEMORIES
from legendary_git.store.memory_file import parse_memory
from legendary_git.usecases.checking.check import Asked, check, check_commit
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.report import CheckReport, Ending
from legendary_git.usecases.checking.standing import RULE_OF
from tests.project import CHECKOUT, NOW
from tests.scenarios.ground import Step
from tests.scenarios.oracle import Oracle, empty_workspace
from tests.scenarios.workshop import Workshop

# Read here, because the sealed environment of a test no longer has it.
_FULL = os.environ.get("LEGENDARY_TEST_FULL") == "1"
_KINDS = (
    *("remember", "change", "move", "revert", "drop", "break", "rename_symbol", "rename_file") * 2,
    *("merge", "branch", "switch", "forget", "reanchor", "reformat", "copy"),
)
# Small numbers, so that what was changed is often what is dropped or put back.
_STEPS = st.builds(Step, st.sampled_from(_KINDS), st.integers(0, 1), st.integers(0, 2), st.integers(0, 2))
_STORIES = st.lists(_STEPS, min_size=5, max_size=12).map(lambda steps: [Step("remember"), *steps])

Wrong = dict[tuple[str, str], str]
"""The rule that is broken, by memory and anchor."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PYTHONPATH", str(CHECKOUT))
    monkeypatch.setenv("LEGENDARY_NOW", NOW)
    return tmp_path / "story"


@settings(
    max_examples=120 if _FULL else 12,
    derandomize=not _FULL,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    print_blob=True,
)
@given(story=_STORIES)
def test_change_is_the_difference_of_its_two_ends(folder: Path, story: list[Step]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    workshop = Workshop(folder, lambda _: None)
    try:
        workshop.begin(None)
        for step in story:
            workshop.play(step)
        Changes(workshop).look()
    finally:
        note("\n".join(workshop.diary))


class Changes:
    """Looks at every commit with each of its parents, and at some that lie further apart, both ways."""

    def __init__(self, workshop: Workshop) -> None:
        self._history = workshop.history
        self._ws = empty_workspace(workshop.repo)
        self._oracle = Oracle(workshop.history, workshop.repo)
        self._wrong: dict[str, Wrong] = {}

    def look(self) -> None:
        lines = [line.split() for line in self._history.git("rev-list", "--all", "--parents").splitlines()]
        near = [(parent, commit) for commit, *parents in lines for parent in parents]
        commits = [commit for commit, *_ in lines]
        far = list(zip(commits, commits[3:], strict=False))
        for one, other in (*near, *far):
            self._check(one, other)
            self._check(other, one)  # what takes a change back

    def _check(self, base: str, commit: str) -> None:
        before, after = self._wrong_at(base), self._wrong_at(commit)
        said = check(self._ws, Asked(base=base, at=commit))
        same = {slot for slot, rule in after.items() if before.get(slot) == rule}
        assert _wrong(said.findings) == _without(after, same)
        assert _wrong(said.earlier) == _without(before, before.keys() - same)
        assert _wrong(one.finding for one in said.ended) == _without(before, after.keys())
        kept = {one.id for one in self._memories(commit)}
        healed = {one.finding.memory_id for one in said.ended if one.how is Ending.HEALED and _is_anchor(one.finding)}
        removed = {one.finding.memory_id for one in said.ended if one.how is Ending.REMOVED}
        assert healed <= kept
        assert not removed & kept

    def _wrong_at(self, commit: str) -> Wrong:
        """What is wrong on a commit, by brute force; a check of the whole commit finds the same."""
        if commit not in self._wrong:
            said: CheckReport = check_commit(self._ws, Asked(), None, commit)
            found = {
                (memory.id, anchor.spec): RULE_OF[state].rule_id
                for memory in self._memories(commit)
                if not memory.is_retired
                for anchor in memory.anchors
                if (state := self._oracle.judge(memory, anchor, commit).state) is not State.FRESH
            }
            assert _wrong(said.findings) == found
            self._wrong[commit] = found
        return self._wrong[commit]

    def _memories(self, commit: str) -> list[Memory]:
        names = self._history.git("ls-tree", "-r", "--name-only", commit, "--", f"{MEMORIES}/").splitlines()
        files = {path: self._history.run("git", "show", f"{commit}:{path}").stdout for path in names}
        parsed = [parse_memory(path, data) for path, data in files.items() if path.endswith(".md")]
        return [one for one in parsed if isinstance(one, Memory)]


def _wrong(findings: Iterable[Finding]) -> Wrong:
    return {(one.memory_id or "", one.about): one.rule.rule_id for one in findings if _is_anchor(one)}


def _is_anchor(finding: Finding) -> bool:
    return finding.rule in RULE_OF.values() and finding.anchor is not None


def _without(wrong: Wrong, left_out: Iterable[tuple[str, str]]) -> Wrong:
    return {slot: rule for slot, rule in wrong.items() if slot not in set(left_out)}
