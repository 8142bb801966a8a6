"""`git memory reaffirm`: a person says that a memory still holds, with evidence, for the code that they saw."""

from __future__ import annotations

import os
import sys
from typing import Any

import pytest

from legendary_git.errors import MemoryRefused
from legendary_git.usecases.reaffirm import Assertion, prepare_reaffirmation, reaffirm
from legendary_git.usecases.workspace import open_workspace
from tests.cli.terminal import ESCAPE, run_in_terminal
from tests.project import NOW, PAY, Project, Shop

pytestmark = pytest.mark.unhooked

CHARGE = PAY[PAY.index("def charge") : PAY.index("\n\n\ndef refund")] + "\n"
MORE = PAY.replace("total = amount * 100", "total = amount * 1000")
TAKEN = PAY.replace(CHARGE, CHARGE.replace("def charge", "def take").replace("100", "1000"))
ADA = "Ada <ada@example.org>"


def text_of(project: Project, memory_id: str) -> str:
    return project.path_of(memory_id).read_text()


def state_of(project: Project, memory_id: str) -> str:
    found: str = project.shown(memory_id)["state"]
    return found


def anchor_of(project: Project, memory_id: str) -> dict[str, Any]:
    (anchor,) = project.shown(memory_id)["anchors"]
    return dict(anchor)


@pytest.mark.hooked
def test_reaffirm_stamps_anew_and_keeps_who_when_why_and_for_which_code(shop: Shop) -> None:
    old = anchor_of(shop, shop.cents)
    commit = shop.change(text=MORE)
    answer = shop.must("reaffirm", shop.cents[4:], "--evidence", "tenths are whole too")
    assert answer.lines == [f"reaffirmed [decision #{shop.cents}] src/pay.py::charge (lines 4-8): fresh"]
    new = anchor_of(shop, shop.cents)
    assert (new["verdict"], new["reason"], new["commit"]) == ("fresh", "unchanged", commit)
    assert new["content_hash"] != old["content_hash"]
    front = shop.shown(shop.cents)
    assert front["evidence"] == [
        {
            "at": NOW,
            "by": ADA,
            "text": "tenths are whole too",
            "anchor": "src/pay.py::charge",
            "from": old["content_hash"],
            "to": new["content_hash"],
        }
    ]
    assert [(one["event"], one["commit"], one.get("by")) for one in front["history"]] == [
        ("stale", commit, None),
        ("reaffirmed", commit, ADA),
    ]


def test_reaffirm_as_somebody_does_who_only_wants_it_green(shop: Shop) -> None:
    """Without a reason, with nothing to reaffirm, for code that is gone, for code that moved on: nothing is stamped."""
    assert shop.memory("reaffirm", shop.cents, "--evidence", "x").err.splitlines() == [
        f"error: nothing to reaffirm: {shop.cents} is fresh",
        f"hint: its code is what was remembered; see git memory show {shop.cents}",
    ]
    shop.change(text=MORE)
    before = text_of(shop, shop.cents)
    assert shop.memory("reaffirm", shop.cents).code == 2
    assert shop.memory("reaffirm", shop.cents, "--evidence", " ").code == 2
    seen = state_of(shop, shop.cents)
    shop.commit("Charge less", {"src/pay.py": MORE.replace("1000", "10")})
    moved_on = shop.memory("reaffirm", shop.cents, "--evidence", "looks right", "--expect", seen)
    assert moved_on.code == 1
    assert moved_on.err.splitlines() == [
        (
            f"error: the code of {shop.cents} is not what was shown:"
            f" its state is {state_of(shop, shop.cents)} now, not {seen}"
        ),
        f"hint: look at it again: git memory diff {shop.cents}",
    ]
    shop.commit("Take", {"src/pay.py": TAKEN})
    gone = shop.memory("reaffirm", shop.cents, "--evidence", "looks right")
    assert gone.code == 1
    assert gone.err.splitlines() == [
        f"error: src/pay.py::charge is orphaned: there is no code for which {shop.cents} could hold",
        "  --anchor src/pay.py::take",
        (
            "hint: say what it is about now with --anchor SPEC, or retire it:"
            f" git memory deprecate {shop.cents} --reason TEXT"
        ),
    ]
    assert text_of(shop, shop.cents) == before
    shop.must("reaffirm", shop.cents, "--evidence", "I read it", "--expect", state_of(shop, shop.cents), *TO_TAKE)
    assert anchor_of(shop, shop.cents)["verdict"] == "fresh"


TO_TAKE = ("--anchor", "src/pay.py::take")


def test_state_is_that_of_the_code_alone(shop: Shop) -> None:
    first = state_of(shop, shop.cents)
    assert f"  state: {first}" in shop.must("show", shop.cents).lines
    assert len(first) == 12
    shop.commit("Explain", {"src/pay.py": '"""Money."""\n\n' + PAY.replace("LIMIT = 10", "LIMIT = 11  # tenths")})
    assert state_of(shop, shop.cents) == first
    shop.change(text=MORE)
    changed = state_of(shop, shop.cents)
    assert changed != first
    shop.must("reaffirm", shop.cents, "--evidence", "x", "--expect", changed.upper())
    assert state_of(shop, shop.cents) == changed
    assert shop.shown(shop.remember("About nothing"))["state"] is None


def test_reaffirm_an_orphaned_one_with_new_anchors(shop: Shop) -> None:
    commit = shop.commit("Take", {"src/pay.py": TAKEN})
    answer = shop.must("reaffirm", shop.cents, "--evidence", "renamed", *TO_TAKE, "--anchor", "src/store.py")
    name = f"reaffirmed [decision #{shop.cents}]"
    assert answer.lines == [
        f"{name} src/pay.py::charge -> src/pay.py::take (lines 4-8): fresh",
        f"{name} src/store.py: fresh",
    ]
    front = shop.shown(shop.cents)
    assert [(one["anchor"], one["verdict"]) for one in front["anchors"]] == [
        ("src/pay.py::take", "fresh"),
        ("src/store.py", "fresh"),
    ]
    assert [one["anchor"] for one in front["evidence"]] == ["src/pay.py::take", "src/store.py"]
    assert "from" not in front["evidence"][1]
    assert front["history"][-2] == {
        "at": NOW,
        "event": "reaffirmed",
        "commit": commit,
        "anchor": "src/pay.py::charge",
        "to": "src/pay.py::take",
        "by": ADA,
    }
    assert "  - file: src/store.py\n    commit: " in text_of(shop, shop.cents)


def test_reaffirm_lets_one_anchor_stand_for_two_that_are_gone(shop: Shop) -> None:
    both = shop.remember("Both", "src/pay.py::charge", "src/pay.py::refund")
    path = shop.path_of(both)
    path.write_text(path.read_text().replace("    symbol: refund\n", "    symbol: refund\n    # why this one\n"))
    shop.commit("One", {"src/pay.py": "def move(amount):\n    return amount\n"})
    answer = shop.must("reaffirm", both, "--evidence", "one now", "--anchor", "src/pay.py::move")
    assert answer.lines[1] == f"reaffirmed [decision #{both}] src/pay.py::refund: no longer anchored"
    assert [one["anchor"] for one in shop.shown(both)["anchors"]] == ["src/pay.py::move"]
    assert "# why this one\n" in text_of(shop, both)


def test_reaffirm_drops_what_a_moved_anchor_was(shop: Shop) -> None:
    shop.commit("Take", {"src/pay.py": TAKEN})
    shop.must("reanchor", shop.cents, "--to", "src/pay.py::take")
    old = shop.shown(shop.cents)
    assert "was:" in text_of(shop, shop.cents)
    shop.must("reaffirm", shop.cents, "--evidence", "read")
    assert "was:" not in text_of(shop, shop.cents)
    (entry,) = shop.shown(shop.cents)["evidence"]
    assert entry["from"] != old["anchors"][0]["content_hash"] == entry["to"]


def test_reaffirm_only_the_anchors_in_doubt(shop: Shop) -> None:
    both = shop.remember("Both", "src/pay.py::charge", "src/store.py::Store.connect")
    fresh = shop.shown(both)["anchors"][1]
    shop.change(text=MORE)
    assert len(shop.must("reaffirm", both, "--evidence", "x").lines) == 1
    now = shop.shown(both)
    assert (now["verdict"], now["anchors"][1]["commit"]) == ("fresh", fresh["commit"])


def test_reaffirm_refuses_what_nobody_can_know(shop: Shop) -> None:
    both = shop.remember("Both", "src/pay.py::charge", "src/store.py::Store.connect")
    shop.commit("Break", {"src/pay.py": MORE, "src/store.py": "class Store:\n    def connect(self, path\n        ((("})
    before = text_of(shop, both)
    answer = shop.memory("reaffirm", both, "--evidence", "x")
    assert (answer.code, answer.err.splitlines()) == (
        1,
        [
            "error: src/store.py::Store.connect cannot be verified here (unparsable): nobody knows whether it changed",
            "hint: git memory doctor tells what is missing",
        ],
    )
    assert text_of(shop, both) == before


def test_reaffirm_refuses_what_is_retired(shop: Shop) -> None:
    shop.must("deprecate", shop.cents, "--reason", "x")
    shop.change(text=MORE)
    answer = shop.memory("reaffirm", shop.cents, "--evidence", "x")
    assert (answer.code, answer.err.splitlines()[0]) == (
        1,
        f"error: {shop.cents} is deprecated: it is not to hold again",
    )


def test_reaffirm_stamps_what_is_on_disk_and_tells_nothing_when_it_is_committed(shop: Shop) -> None:
    shop.write({"src/pay.py": MORE})
    shop.must("reaffirm", shop.cents, "--evidence", "x")
    anchor = anchor_of(shop, shop.cents)
    assert (anchor["verdict"], anchor["uncommitted"]) == ("fresh", True)
    assert shop.must("check").out == ""
    assert shop.must("log").out == ""
    assert shop.commit_told("Charge more, and say that it holds") == ""
    assert shop.must("log").out == ""
    assert shop.must("check").out == ""


@pytest.mark.hooked
def test_reaffirm_is_no_doing_of_the_commit_that_changed_the_code(shop: Shop) -> None:
    change = shop.change(text=MORE)
    shop.must("reaffirm", shop.cents, "--evidence", "x")
    lines = shop.must("log", shop.cents).lines
    assert [line.partition(": ")[2] for line in lines] == [
        "stale -> fresh",
        f'fresh -> stale by {change[:7]} Ada "Charge more"',
    ]
    assert shop.must("record").out == ""
    said = shop.commit("Say that it holds")
    other = Project(shop.root.parent / "other")
    shop.git("clone", "-q", str(shop.root), str(other.root))
    other.git("checkout", "-q", "HEAD~1")
    other.must("init")
    other.must("list")
    other.git("checkout", "-q", "main")
    assert f"stale -> fresh by {said[:7]}" in other.must("log", shop.cents).lines[0]


def test_reaffirm_refuses_when_the_code_moves_while_it_is_looked_at(shop: Shop) -> None:
    shop.change(text=MORE)
    before = text_of(shop, shop.cents)
    ws = open_workspace(shop.root)
    ready = prepare_reaffirmation(ws, Assertion(memory_id=shop.cents, evidence="x"))
    shop.write({"src/pay.py": MORE.replace("1000", "10000")})
    with pytest.raises(MemoryRefused, match="is not what was shown"):
        reaffirm(ws, ready)
    shop.write({"src/pay.py": MORE})
    path = shop.path_of(shop.cents)
    path.write_text(before + "A new thought.\n")
    with pytest.raises(MemoryRefused, match="was changed by somebody else"):
        reaffirm(ws, ready)
    assert path.read_text() == before + "A new thought.\n"


def test_reaffirm_shows_old_and_new_code_first_on_a_terminal(shop: Shop) -> None:
    shop.change(text=MORE)
    words = [sys.executable, "-m", "legendary_git", "reaffirm", shop.cents, "--evidence", "x"]
    code, screen = run_in_terminal(words, shop.root, os.environ)
    lines = ESCAPE.sub("", screen).splitlines()
    assert code == 0
    assert "-    total = amount * 100" in lines
    assert "+    total = amount * 1000" in lines
    assert lines[-1] == f"reaffirmed [decision #{shop.cents}] src/pay.py::charge (lines 4-8): fresh"


def test_reaffirm_json(shop: Shop) -> None:
    shop.change(text=MORE)
    found = shop.must("reaffirm", shop.cents, "--evidence", "x", "--json").json
    assert list(found) == ["schema", "head", "id", "path", "state", "reaffirmed"]
    (one,) = found["reaffirmed"]
    assert (one["anchor"], one["to"], one["lines"]) == ("src/pay.py::charge", "src/pay.py::charge", "4-8")
    assert ("100" in one["before"]["text"], "1000" in one["after"]["text"]) == (True, True)


# Another day to be looked at.


@pytest.mark.parametrize(
    ("day", "told", "kept"), [("2027-01-31", "until 2027-01-31", True), ("never", "for good", False)]
)
def test_reaffirm_gives_a_fresh_memory_another_day(shop: Shop, day: str, told: str, kept: bool) -> None:
    path = shop.path_of(shop.cents)
    path.write_text(path.read_text().replace("status: active\n", "status: active\nexpires: 2026-01-01\n"))
    before = shop.commit("Let it end")
    assert [one["rule"] for one in shop.memory("check", "--json").json["findings"]] == ["LG008"]
    answer = shop.must("reaffirm", shop.cents, "--evidence", "Still so", "--expires", day)
    assert answer.out == f"renewed [decision #{shop.cents}] {told}\n"
    text = path.read_text()
    assert ("expires: 2027-01-31" in text, "expires:" in text) == (kept, kept)
    assert "text: Still so" in text
    assert "event: renewed" in text
    assert shop.commit("Look again") != before
    assert shop.memory("check", "--json").json["findings"] == []


def test_reaffirm_gives_a_memory_without_anchors_another_day(shop: Shop) -> None:
    memory_id = shop.remember("We meet on Mondays", options=("--expires", "2026-02-01"))
    shop.must("reaffirm", memory_id, "--evidence", "Asked Ada", "--expires", "2027-02-01")
    assert "expires: 2027-02-01" in shop.path_of(memory_id).read_text()
    refused = shop.memory("reaffirm", memory_id, "--evidence", "Asked Ada")
    assert (refused.code, "--expires gives it another day" in refused.err) == (1, True)


def test_reaffirm_of_a_stale_memory_stamps_it_and_gives_it_another_day(shop: Shop) -> None:
    shop.change()
    answer = shop.must("reaffirm", shop.cents, "--evidence", "Still so", "--expires", "2027-01-31")
    assert [line.split()[0] for line in answer.lines] == ["reaffirmed", "renewed"]
    shop.commit("Look again")
    assert shop.memory("check", "--json").json["findings"] == []
    text = shop.path_of(shop.cents).read_text()
    assert ("expires: 2027-01-31" in text, text.count("text: Still so")) == (True, 1)


@pytest.mark.parametrize("day", ["2025-01-01", "soon", ""])
def test_reaffirm_refuses_a_day_that_is_none_or_over(shop: Shop, day: str) -> None:
    before = shop.path_of(shop.cents).read_bytes()
    answer = shop.memory("reaffirm", shop.cents, "--evidence", "Still so", "--expires", day)
    assert (answer.code, answer.out, shop.path_of(shop.cents).read_bytes()) == (2, "", before)


def test_reaffirm_with_a_day_does_not_bring_an_orphan_back(shop: Shop) -> None:
    path = shop.path_of(shop.cents)
    path.write_text(path.read_text().replace("status: active\n", "status: active\nexpires: 2026-01-01\n"))
    shop.commit("Drop", {"src/pay.py": None})
    answer = shop.memory("reaffirm", shop.cents, "--evidence", "Still so", "--expires", "never")
    assert (answer.code, "is orphaned" in answer.err) == (1, True)
    told = {one["rule"]: one["fixes"] for one in shop.memory("check", "--json").json["findings"]}
    assert not any("reaffirm" in fix.split() for fix in told["LG008"])
