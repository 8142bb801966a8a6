"""The benchmark of `check --base` on a small history: what an answer is worth, and what a run finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.accuracy.changes.compare import WRONG, Held, Outcome, compare_change
from benchmarks.accuracy.changes.report import report
from benchmarks.accuracy.changes.run import Result, Run, Wanted
from benchmarks.accuracy.changes.said import Said, expect_change
from benchmarks.accuracy.history import Clone
from benchmarks.accuracy.oracle_python import PythonOracle
from benchmarks.accuracy.truth import Finding, Truth
from tests.history import History

PAY = "def pay(order):\n    ledger = open_ledger(order)\n    return ledger.post(order.amount * 2, order.currency)\n"
SHIP = "def ship(order, when='now'):\n    for box in order.boxes:\n        box.send(order.address, when, box.weight)\n"
BLACK = SHIP.replace("'", '"').replace("box.weight", "box.weight,")
STALE, LOST = {"m": "stale"}, {"m": "orphaned"}
QUIET = Said({}, {}, {})


@pytest.mark.parametrize(
    ("then", "now", "said", "outcome"),
    [
        (Truth.UNCHANGED, Truth.UNCHANGED, QUIET, Outcome.QUIET),
        (Truth.UNCHANGED, Truth.UNCHANGED, Said(STALE, {}, {}), Outcome.FALSE_ALARM),
        (Truth.UNCHANGED, Truth.UNCHANGED, Said({}, STALE, {}), Outcome.FALSE_ALARM),
        (Truth.UNCHANGED, Truth.UNCHANGED, Said({}, {}, STALE), Outcome.FALSE_HEALING),
        (Truth.UNCHANGED, Truth.CHANGED, Said(STALE, {}, {}), Outcome.TOLD),
        (Truth.UNCHANGED, Truth.GONE, Said(LOST, {}, {}), Outcome.TOLD),
        (Truth.UNCHANGED, Truth.CHANGED, QUIET, Outcome.FALSE_SILENCE),
        (Truth.UNCHANGED, Truth.CHANGED, Said({}, STALE, {}), Outcome.FALSE_ALARM),
        (Truth.CHANGED, Truth.UNCHANGED, Said({}, {}, STALE), Outcome.HEALED),
        (Truth.CHANGED, Truth.UNCHANGED, Said({}, STALE, {}), Outcome.MISSED_HEALING),
        (Truth.CHANGED, Truth.UNCHANGED, QUIET, Outcome.FALSE_SILENCE),
        (Truth.CHANGED, Truth.CHANGED, Said({}, STALE, {}), Outcome.LOST_BEFORE),
        (Truth.CHANGED, Truth.CHANGED, QUIET, Outcome.FALSE_SILENCE),
        (Truth.CHANGED, Truth.CHANGED, Said({}, {}, STALE), Outcome.FALSE_HEALING),
        (Truth.CHANGED, Truth.GONE, Said(LOST, {}, {}), Outcome.OTHERWISE),
        (Truth.UNCHANGED, Truth.MOVED, QUIET, Outcome.FOLLOWED),
        (Truth.MOVED, Truth.MOVED, QUIET, Outcome.QUIET),
        (Truth.UNCHANGED, Truth.MOVED, Said(LOST, {}, {}), Outcome.NOT_FOLLOWED),
        (Truth.MOVED, Truth.UNCHANGED, Said({}, {}, LOST), Outcome.NOT_FOLLOWED),
        (Truth.MOVED, Truth.GONE, Said({}, LOST, {}), Outcome.NOT_FOLLOWED),
        (Truth.UNCHANGED, Truth.COMMENTED, Said(STALE, {}, {}), Outcome.UNCLEAR),
        (Truth.UNCHANGED, Truth.UNPARSABLE, Said({"m": "unknown"}, {}, {}), Outcome.UNREAD),
    ],
)
def test_compare_change_holds_an_answer_against_both_truths(
    then: Truth, now: Truth, said: Said, outcome: Outcome
) -> None:
    assert compare_change("m", Finding(then), Finding(now), said).outcome is outcome


def test_compare_change_calls_unknown_unread_whatever_the_oracle_reads() -> None:
    said = Said({"m": "unknown"}, {}, {})
    assert compare_change("m", Finding(Truth.UNCHANGED), Finding(Truth.CHANGED), said) == Held(
        Outcome.UNREAD, "the oracle can read it"
    )


def test_expected_change_of_what_is_wrong_in_another_way_is_new_and_not_ended() -> None:
    before, after = {"a": "stale", "b": "stale", "c": "orphaned"}, {"a": "orphaned", "b": "stale", "d": "stale"}
    assert expect_change(before, after) == Said({"a": "orphaned", "d": "stale"}, {"b": "stale"}, {"c": "orphaned"})


@pytest.fixture
def clone(history: History) -> Path:
    """Two functions: one is reformatted, then changed, taken back, moved; then the other one is dropped."""
    history.commit("Begin", {"shop.py": f"{PAY}\n\n{SHIP}"})
    history.commit("Format", {"shop.py": f"{PAY}\n\n{BLACK}"})
    history.commit("Charge more", {"shop.py": f"{PAY.replace('2', '3')}\n\n{BLACK}"})
    history.commit("Say why", {"README": "A shop.\n"})  # not looked at, but on the way
    history.commit('Revert "Charge more"', {"shop.py": f"{PAY}\n\n{BLACK}"})
    history.commit("Move", {"shop.py": f"{PAY}", "store.py": f"LIMIT = 3\n\n\n{BLACK}"})
    history.commit("Drop", {"shop.py": "LIMIT = 2\n"})
    return history.root


def run(root: Path, scratch: Path, groups: int = 1) -> Result:
    return Run(Wanted(root, "python", 5, groups, 10, 1, "HEAD", None, scratch), PythonOracle()).run()


def test_run_asks_about_every_commit_and_the_check_is_right(clone: Path, tmp_path: Path) -> None:
    found = run(clone, tmp_path / "scratch")
    assert (len(found.commits), found.memories) == (5, 2)
    assert dict(found.outcomes) == {
        (Outcome.QUIET, ""): 6,
        (Outcome.TOLD, "stale"): 1,
        (Outcome.HEALED, ""): 1,
        (Outcome.FOLLOWED, ""): 1,
        (Outcome.TOLD, "orphaned"): 1,
    }
    assert dict(found.quiet) == {
        "its lines changed, its code not": 1,
        "file changed, its lines not": 4,
        "elsewhere already": 1,
    }
    assert dict(found.laws) == {"state minus state": 5, "revert": 5, "several commits": 5}
    assert (found.broken, dict(found.others)) == ([], {})


def test_run_does_not_call_one_of_two_twins_gone_that_moved_together(history: History, tmp_path: Path) -> None:
    twins = (
        "class P:\n    def name(self):\n        return self.path\n    def name(self):\n        return self.path[1:]\n"
    )
    history.commit("Begin", {"shop.py": f"{PAY}{twins}"})
    history.commit("Move", {"shop.py": None, "store.py": f"{PAY}{twins}"})
    found = Run(Wanted(history.root, "python", 1, 1, 10, 1, "HEAD", None, tmp_path / "scratch"), PythonOracle()).run()
    assert not any(found.count(one) for one in WRONG), found.examples


def test_run_in_groups_remembers_anew_before_each(clone: Path, tmp_path: Path) -> None:
    found = run(clone, tmp_path / "scratch", groups=5)
    assert found.memories == 11
    assert found.count(Outcome.TOLD) == 3  # the revert changes what was stamped right before it
    assert found.count(Outcome.HEALED) == 0  # what is there before a revert is what was stamped


def test_run_leaves_the_trees_of_the_history_as_they_are(clone: Path, tmp_path: Path) -> None:
    run(clone, tmp_path / "scratch")
    listed = [
        {line for line in History(root).git("ls-tree", "-r", commit).splitlines() if ".legendary/" not in line}
        for root, commit in ((clone, "HEAD"), (tmp_path / "scratch", "rebuilt"))
    ]
    assert listed[0] == listed[1]
    subjects = History(tmp_path / "scratch").git("log", "--format=%s", "rebuilt").splitlines()
    assert subjects == ["Drop", "Move", 'Revert "Charge more"', "Say why", "Charge more", "Format", "Remember", "Begin"]


def test_report_has_a_row_for_each_repository(clone: Path, tmp_path: Path) -> None:
    lines = list(report([run(clone, tmp_path / "scratch")], examples=1))
    assert lines[2].startswith("| repo | 5 | 2 | 10 | 10 |")


def test_clone_begins_with_a_day_whatever_time_it_is_now(history: History) -> None:
    for date in ("2025-12-31T23:59:59Z", "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"):
        history.git("commit", "-q", "--allow-empty", "-m", date, env={"GIT_COMMITTER_DATE": date})
    found = Clone(history.root).first_parents("HEAD", "2026-01-01")
    assert found == history.git("rev-list", "--reverse", "HEAD~2..HEAD").split()
