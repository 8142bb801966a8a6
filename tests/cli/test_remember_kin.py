"""`git memory remember` where something like it is there already: the same, nearly the same, something else."""

from __future__ import annotations

import os

import pytest

from legendary_git.errors import StoreError
from legendary_git.usecases import remember as remembering
from legendary_git.usecases.note import Note
from legendary_git.usecases.workspace import open_workspace
from tests.project import NOW, Project, Shop

ADA = "Ada <ada@example.org>"
PLACE = "src/pay.py::charge"
NEAR = "Amounts are whole cents, for in March floats lost one of them"


def files(project: Project) -> dict[str, str]:
    return {path.name: path.read_text() for path in (project.root / ".legendary/memories").glob("*.md")}


def test_same_text_is_the_same_memory(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    before = files(shop)
    monkeypatch.setenv("LEGENDARY_NOW", "2026-06-01T00:00:00Z")
    words = (f"{shop.CENTS}\nFloats lost one in March.", "--anchor", PLACE, "--evidence", "so did June", "--json")
    found = shop.must("remember", *words).json
    assert (found["existing"], found["memory"]["id"]) == (True, shop.cents)
    (name,) = (name for name in before if shop.cents in name)
    assert files(shop) == before | {
        name: before[name]
        .replace(f"updated: {NOW}", "updated: 2026-06-01T00:00:00Z")
        .replace("\n---\n\n", f"\nevidence:\n  - {{at: 2026-06-01T00:00:00Z, by: {ADA}, text: so did June}}\n---\n\n")
    }


def test_new_memory_says_that_it_is_new(shop: Shop) -> None:
    found = shop.must("remember", "Refunds are asked for in writing", "--json").json
    assert (found["existing"], found["superseded"]) == (False, None)


def test_near_text_is_refused_with_three_ways_on(shop: Shop) -> None:
    before = files(shop)
    answer = shop.memory("remember", NEAR, "--anchor", PLACE)
    assert (answer.code, answer.out) == (1, "")
    lines = answer.err.splitlines()
    assert lines[0].startswith(f"error: {shop.cents} says nearly the same (")
    assert lines[1:-1] == [
        f"  git memory reaffirm {shop.cents} --evidence TEXT   # where its code has changed and it still holds",
        f"  git memory remember … --supersedes {shop.cents}",
        "  git memory remember … --distinct REASON",
    ]
    assert files(shop) == before


def test_distinct_lets_it_through_and_keeps_the_reason(shop: Shop) -> None:
    text = NEAR
    shown = shop.shown(shop.remember(text, PLACE, options=("--distinct", "that one is about refunds")))
    assert shown["distinct"] == "that one is about refunds"
    assert 0 <= float(shown["salience"]["surprise"]) < 0.5


def test_contradiction_marks_both(shop: Shop) -> None:
    answer = shop.must("remember", "Amounts are tenths of cents", "--anchor", PLACE)
    assert f"  contradicts [decision #{shop.cents}] {shop.CENTS}" in answer.lines
    assert f"  say which holds: git memory resolve {answer.id} --keep ID" in answer.lines
    old, new = shop.shown(shop.cents), shop.shown(answer.id)
    assert (old["status"], new["status"]) == ("conflicted", "conflicted")
    assert (old["conflicts_with"], new["conflicts_with"]) == ([answer.id], [shop.cents])
    assert [entry["event"] for entry in (*old["history"], *new["history"])] == ["conflicted", "conflicted"]
    shop.must("resolve", answer.id, "--keep", answer.id)
    assert shop.cents not in shop.must("list").out


def test_contradiction_that_is_none_can_be_said_to_be_distinct(shop: Shop) -> None:
    found = shop.remember("Amounts are tenths of cents", PLACE, options=("--distinct", "the ledger, not the form"))
    assert [shop.shown(one)["status"] for one in (shop.cents, found)] == ["active", "active"]


@pytest.mark.parametrize("text", ["Amounts are tenths of cents", "Amounts are whole cents: floats lost two in March"])
def test_correction_is_no_duplicate_and_no_contradiction(shop: Shop, text: str) -> None:
    found = shop.must("remember", text, "--anchor", PLACE, "--supersedes", shop.cents[:9], "--json").json
    old, new = shop.shown(shop.cents), found["memory"]
    assert found["superseded"]["id"] == shop.cents
    assert (old["status"], old["superseded_by"], new["supersedes"]) == ("superseded", new["id"], [shop.cents])
    assert new["chain"] == {"earlier": [shop.cents], "later": []}


def test_correction_of_something_else_is_told_what_it_is_near_to(shop: Shop) -> None:
    text = NEAR
    answer = shop.must("remember", text, "--anchor", PLACE, "--anchor", "src/store.py", "--supersedes", shop.locked)
    assert answer.err == f"warning: {shop.cents} says nearly the same: {shop.CENTS}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--supersedes", "mem-00000000"), "error: there is no memory mem-00000000"),
        (("--anchor", "README"), "error: the new memory does not cover "),
        ((), "error: the new memory does not cover "),
    ],
)
def test_correction_that_cannot_be_one_writes_nothing(shop: Shop, words: tuple[str, ...], said: str) -> None:
    before = files(shop)
    words = words if "--supersedes" in words else (*words, "--supersedes", shop.cents)
    answer = shop.memory("remember", "Amounts are euros", *words)
    assert (answer.code, answer.err[: len(said)]) == (1, said)
    assert files(shop) == before


def test_correction_that_says_the_same_is_refused(shop: Shop) -> None:
    answer = shop.memory(
        "remember", f"{shop.CENTS}\nFloats lost one in March.", "--anchor", PLACE, "--supersedes", shop.cents
    )
    assert answer.err.startswith(f"error: {shop.cents} says exactly this: there is nothing to correct\n")


def test_correction_by_what_is_there_already_supersedes_by_that(shop: Shop) -> None:
    other = shop.remember("Amounts are tenths of cents", PLACE)
    found = shop.must(
        "remember", "Amounts are tenths of cents", "--anchor", PLACE, "--supersedes", shop.cents, "--json"
    )
    assert (found.json["existing"], found.json["memory"]["id"]) == (True, other)
    assert shop.shown(shop.cents)["superseded_by"] == other


def test_what_changes_in_the_middle_leaves_all_files_as_they_were(shop: Shop) -> None:
    """Somebody edits the other memory between looking and writing."""
    ws = open_workspace(shop.root)
    prepared = remembering.prepare(ws, Note(text="Amounts are tenths of cents", anchors=[PLACE]))
    path = shop.path_of(shop.cents)
    path.unlink()
    os.mkfifo(path)
    names = sorted(files_names(shop))
    with pytest.raises(StoreError):
        remembering.write(ws, prepared)
    assert sorted(files_names(shop)) == names


def files_names(project: Project) -> list[str]:
    return [path.name for path in (project.root / ".legendary/memories").iterdir()]


def test_retired_memories_are_nothing_to_compare_with(shop: Shop) -> None:
    shop.must("deprecate", shop.cents, "--reason", "no longer")
    found = shop.must("remember", f"{shop.CENTS}\nFloats lost one in March.", "--anchor", PLACE, "--json").json
    assert found["existing"] is False


def test_same_text_about_other_code_is_another_memory(shop: Shop) -> None:
    found = shop.must(
        "remember", f"{shop.CENTS}\nFloats lost one in March.", "--anchor", "src/pay.py::refund", "--json"
    )
    assert found.json["existing"] is False


def test_stale_memory_that_is_said_again_is_still_stale(shop: Shop) -> None:
    """That a text was typed again is no proof that it holds for the code as it is now."""
    shop.change()
    found = shop.must("remember", f"{shop.CENTS}\nFloats lost one in March.", "--anchor", PLACE, "--json").json
    assert (found["existing"], found["memory"]["verdict"]) == (True, "stale")
