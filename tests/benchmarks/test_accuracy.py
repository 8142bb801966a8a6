"""The accuracy benchmark on small histories: what became of a symbol, what an answer is worth, what a run does."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.accuracy.definitions import Definition, OracleFiles
from benchmarks.accuracy.examples import find_cause
from benchmarks.accuracy.history import Clone, Snapshot
from benchmarks.accuracy.judges import Answer
from benchmarks.accuracy.oracle_python import PythonOracle
from benchmarks.accuracy.report import report, to_json
from benchmarks.accuracy.run import Plan, Result, Run
from benchmarks.accuracy.scores import Outcome, Score, score
from benchmarks.accuracy.subjects import Subject
from benchmarks.accuracy.truth import Finding, Tree, Truth, compare, find_truth
from tests.history import History

PAY = "def pay(order):\n    ledger = open_ledger(order)\n    return ledger.post(order.amount * 2, order.currency)\n"
Files = dict[str, str]


class Two:
    """Two states of a folder as the oracle reads them."""

    def __init__(self, before: Files, after: Files) -> None:
        known = OracleFiles(PythonOracle(), str.encode)  # the text itself stands for the id of a blob
        self.later = Snapshot("after", after)
        self.before = Tree(Snapshot("before", before), known)
        self.after = Tree(self.later, known)
        self._files = before

    def subject(self, path: str, name: str, part: int | None = None) -> Subject:
        file = self.before.file(path)
        assert file is not None
        found = file.by_name[name]
        own = found if part is None else (found[part],)
        return Subject(path, self._files[path], name, own, len(found), name)

    def truth(self, path: str, name: str, part: int | None = None) -> Finding:
        return find_truth(self.subject(path, name, part), self.before, self.after, self.later)


@pytest.mark.parametrize(
    ("after", "truth"),
    [
        ({"a.py": PAY}, Truth.UNCHANGED),
        ({"a.py": "# why\n" + PAY}, Truth.UNCHANGED),
        ({"a.py": PAY.replace("ency)", "ency)  # noqa: E501")}, Truth.COMMENTED),
        ({"a.py": PAY.replace("2", "3")}, Truth.CHANGED),
        ({"a.py": PAY + "def pay(): pass\n"}, Truth.CHANGED),
        ({"a.py": "x = 1\n", "b.py": PAY}, Truth.MOVED),
        ({"a.py": PAY.replace("def pay", "def settle")}, Truth.MOVED),
        ({"b.py": PAY, "c.py": PAY}, Truth.ELSEWHERE),
        ({"a.py": "x = 1\n"}, Truth.GONE),
        ({"b.py": PAY.replace("2", "3")}, Truth.GONE),
        ({"a.py": "def\n", "b.py": PAY}, Truth.UNPARSABLE),
    ],
)
def test_truth_of_one_symbol(after: Files, truth: Truth) -> None:
    assert Two({"a.py": PAY}, after).truth("a.py", "pay").truth is truth


def test_truth_of_a_twin_in_another_object_without_a_name() -> None:
    def definition(form: str, within: int) -> Definition:
        return Definition("json", "function", 1, 1, form, form, within)

    was = definition("a", 7)
    subject = Subject("a.js", "blob", "json", (was,), 1, "json")
    assert compare(subject, (was, definition("b", 90))) is Truth.TWINNED
    assert compare(subject, (was, definition("b", 7))) is Truth.CHANGED
    assert compare(subject, (definition("c", 7), definition("b", 90))) is Truth.CHANGED


def test_truth_of_what_had_a_twin_elsewhere_is_not_moved() -> None:
    both = Two({"a.py": PAY, "b.py": PAY}, {"c.py": PAY})
    assert both.truth("a.py", "pay") == Finding(Truth.ELSEWHERE, (("c.py", "pay"),))


def test_truth_of_one_of_two_twins_asks_only_for_its_own_definition() -> None:
    twins = "def f(): return 1\ndef f(): return 2\n"
    swapped = Two({"a.py": twins}, {"a.py": "def f(): return 2\ndef f(): return 1\n"})
    assert swapped.truth("a.py", "f").truth is Truth.CHANGED
    assert swapped.truth("a.py", "f", part=1).truth is Truth.UNCHANGED
    assert Two({"a.py": twins}, {"a.py": "def f(): return 2\n"}).truth("a.py", "f", part=0).truth is Truth.CHANGED


MOVED = {"a.py": "x = 1\n", "b.py": PAY}


@pytest.mark.parametrize(
    ("after", "answer", "outcome"),
    [
        ({"a.py": PAY}, Answer("fresh"), Outcome.RIGHT),
        ({"a.py": PAY}, Answer("stale"), Outcome.FALSE_STALE),
        ({"a.py": PAY}, Answer("orphaned"), Outcome.FALSE_STALE),
        ({"a.py": PAY}, Answer("unknown"), Outcome.NO_ANSWER),
        ({"a.py": "# type: x\n" + PAY}, Answer("fresh"), Outcome.RIGHT),
        ({"a.py": "# type: x\n" + PAY}, Answer("stale"), Outcome.RIGHT),
        ({"a.py": "# type: x\n" + PAY}, Answer("orphaned"), Outcome.FALSE_STALE),
        ({"a.py": PAY.replace("2", "3")}, Answer("fresh"), Outcome.FALSE_FRESH),
        ({"a.py": PAY.replace("2", "3")}, Answer("stale"), Outcome.RIGHT),
        ({"a.py": "x = 1\n"}, Answer("fresh"), Outcome.FALSE_FRESH),
        ({"a.py": "x = 1\n"}, Answer("orphaned"), Outcome.RIGHT),
        (MOVED, Answer("fresh"), Outcome.FALSE_FRESH),
        (MOVED, Answer("fresh", place=("b.py", "pay")), Outcome.FOLLOWED),
        (MOVED, Answer("fresh", place=("B.py", "pay")), Outcome.FOLLOWED),
        (MOVED, Answer("fresh", place=("a.py", "x")), Outcome.FALSE_FRESH),
        (MOVED, Answer("orphaned", candidates=(("b.py", "pay"),)), Outcome.LISTED),
        (MOVED, Answer("orphaned"), Outcome.MISSED),
        (MOVED, Answer("stale"), Outcome.MISSED),
        (MOVED, Answer("stale", place=("b.py", "pay")), Outcome.MISSED),
        (MOVED, Answer("orphaned", more=lambda: (("b.py", "pay"),)), Outcome.LISTED),
        ({"b.py": "# type: x\n" + PAY}, Answer("stale", place=("b.py", "pay")), Outcome.RIGHT),
        ({"b.py": "# type: x\n" + PAY}, Answer("stale", place=("c.py", "pay")), Outcome.MISSED),
        ({"b.py": PAY, "c.py": PAY}, Answer("fresh", place=("c.py", "pay")), Outcome.UNPROVEN),
        ({"b.py": PAY, "c.py": PAY}, Answer("orphaned"), Outcome.RIGHT),
        ({"a.py": "def\n"}, Answer("unknown"), Outcome.UNSCORED),
        ({"b.py": "def\n"}, Answer("fresh", place=("b.py", "pay")), Outcome.UNSCORED),
    ],
)
def test_score_of_an_answer(after: Files, answer: Answer, outcome: Outcome) -> None:
    both = Two({"a.py": PAY}, after)
    assert score(both.subject("a.py", "pay"), both.truth("a.py", "pay"), answer, both.after) is outcome


def test_score_sums_leave_refused_subjects_out_of_the_pairs() -> None:
    total = Score()
    total.add(Finding(Truth.UNCHANGED), "fresh", Outcome.RIGHT, is_same=True)
    total.add(Finding(Truth.CHANGED), "fresh", Outcome.FALSE_FRESH, is_same=False)
    total.add(Finding(Truth.GONE), "refused", None, is_same=False)
    assert (total.pairs, total.refused, total.different, total.unchanged, total.same_content) == (2, 1, 1, 1, 1)


@pytest.mark.parametrize(
    ("before", "after", "cause"),
    [
        (["if a:", "  b()"], ["if a:", "b()"], "indentation"),
        (["a+b"], ["a + b"], "white space"),
        (["a"], ["a", "# why"], "comments"),
        (["@a", "x"], ["@b", "x"], "decorators"),
        (["f('a')"], ["f(", '    "a",', ")"], "quotes, commas or parentheses"),
        (["a"], ["b"], "code"),
        (["a"], [], "the name is gone from the file"),
        (["a"], ["a"], "the text is the same"),
    ],
)
def test_cause_is_told_from_the_text(before: list[str], after: list[str], cause: str) -> None:
    assert find_cause(before, after) == cause


SHIP = "def ship(order, when='now'):\n    for box in order.boxes:\n        box.send(order.address, when, box.weight)\n"
BLACK = SHIP.replace("'", '"').replace("box.weight", "box.weight,")


@pytest.fixture
def clone(history: History) -> Path:
    """Three commits: a function is reformatted; then the file is moved and the other one changed."""
    history.commit("Begin", {"shop.py": f"{PAY}\n\n{SHIP}"})
    history.commit("Format", {"shop.py": f"{PAY}\n\n{BLACK}\n\nLIMIT = 3\n"})
    moved = f"{PAY.replace('2', '3')}\n\n{BLACK}\n\nLIMIT = 3\n"
    history.commit("Move", {"shop.py": None, "store.py": moved})
    return history.root


def run(root: Path, scratch: Path, pairs: int = 100, seed: int = 1) -> Result:
    plan = Plan(root, "python", pairs, 10, seed, "HEAD", None, {}, scratch)
    return Run(plan, PythonOracle()).run()


def test_run_judges_every_pair_of_a_small_history(clone: Path, tmp_path: Path) -> None:
    ours = run(clone, tmp_path).scores["legendary-git"]
    assert dict(ours.matrix) == {
        (Truth.UNCHANGED, "fresh"): 2,  # pay and ship, from the first commit to the second
        (Truth.GONE, "stale"): 2,  # pay, from either of these to the third, in the renamed file
        (Truth.MOVED, "fresh"): 3,  # ship, the same way, and LIMIT from the second to the third
    }
    assert set(ours.outcomes) == {Outcome.RIGHT, Outcome.FOLLOWED}


def test_run_takes_the_same_pairs_for_the_same_seed(clone: Path, tmp_path: Path) -> None:
    one, other = (to_json([run(clone, tmp_path, pairs=5)]) for _ in range(2))
    for said in (one, other):
        for total in [*said["all"].values(), *said["runs"][0]["scores"].values()]:
            del total["seconds"], total["pairs_a_second"]
    assert one == other


def test_report_names_every_judge_and_wrong_answer(clone: Path, tmp_path: Path) -> None:
    lines = "\n".join(report([run(clone, tmp_path)], examples=1))
    assert "legendary-git" in lines
    assert "whole-file hash  false stale" in lines
    assert "shop.py::ship is unchanged, called stale" in lines


def test_clone_spreads_its_commits_and_keeps_both_ends(history: History) -> None:
    for number in range(7):
        history.git("commit", "-q", "--allow-empty", "-m", f"Change {number}")
    everything = history.git("rev-list", "--reverse", "HEAD").split()
    assert Clone(history.root).commits(4, "HEAD", None) == [everything[at] for at in (0, 2, 4, 6)]
    assert Clone(history.root).commits(40, "HEAD", None) == everything
