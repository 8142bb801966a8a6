"""A brief that is kept says what a new one would say, whatever happened since."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from legendary_git.store.quick_put import put_brief
from tests.agents.agent import Agent, ids
from tests.project import NOW, PAY, Shop

NUMBERS = iter(range(1_000_000))


def start(shop: Shop, now: str = NOW) -> str:
    """What a session is told that has never been told anything."""
    return Agent(shop.root, f"session {next(NUMBERS)}", env={"LEGENDARY_NOW": now}).start()


def forget(shop: Shop) -> None:
    with closing(sqlite3.connect(shop.index_path)) as index, index:
        index.execute("DELETE FROM meta WHERE key = 'brief'")


def check_it_is_what_a_new_one_is(shop: Shop) -> str:
    """What the next session is told: the same as the one after it, and as one for which nothing was kept."""
    told = start(shop)
    again = start(shop)
    forget(shop)
    assert told == start(shop)
    assert again == told
    return told


def kept(shop: Shop) -> str | None:
    with closing(sqlite3.connect(shop.index_path)) as index:
        row = index.execute("SELECT value FROM meta WHERE key = 'brief'").fetchone()
    return row[0] if row else None


def test_brief_is_kept_and_told_to_the_next_session(shop: Shop) -> None:
    first = start(shop)
    assert sorted(ids(first)) == sorted([shop.cents, shop.locked])
    known = kept(shop)
    assert known is not None
    assert start(shop) == first
    assert kept(shop) == known, "it was not made anew"


def _edit_elsewhere(shop: Shop) -> None:
    shop.write({"src/pay.py": f"{PAY}\nMORE = 1\n"})


def _edit_what_it_is_about(shop: Shop) -> None:
    shop.write({"src/pay.py": PAY.replace("100", "1000")})


def _commit_elsewhere(shop: Shop) -> None:
    shop.commit("More", {"README": "More\n"})


def _delete_file(shop: Shop) -> None:
    (shop.root / "src/pay.py").unlink()


def _remember_more(shop: Shop) -> None:
    shop.remember("Refunds are whole cents too", "src/pay.py::refund")


def _deprecate(shop: Shop) -> None:
    shop.must("deprecate", shop.cents, "--reason", "No more")


def _write_into_memory(shop: Shop) -> None:
    path = shop.path_of(shop.cents)
    path.write_text(path.read_text(encoding="utf-8").replace("whole cents", "whole pennies"), encoding="utf-8")


def _change(shop: Shop) -> None:
    shop.change()


def _set_most(shop: Shop) -> None:
    (shop.root / ".legendary/config.toml").write_text("[brief]\nmost = 1\n", encoding="utf-8")


CHANGES: list[Callable[[Shop], None]] = [
    _edit_elsewhere,
    _edit_what_it_is_about,
    _commit_elsewhere,
    _change,
    _delete_file,
    _remember_more,
    _deprecate,
    _write_into_memory,
    _set_most,
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda one: one.__name__.strip("_"))
def test_brief_after_a_change_is_what_a_new_one_is(shop: Shop, change: Callable[[Shop], None]) -> None:
    start(shop)
    change(shop)
    check_it_is_what_a_new_one_is(shop)


@pytest.mark.parametrize("before", [_edit_what_it_is_about, _change], ids=["uncommitted", "committed"])
def test_brief_says_that_what_was_wrong_holds_again(shop: Shop, before: Callable[[Shop], None]) -> None:
    before(shop)
    assert "[stale" in start(shop)
    shop.commit("Back", {"src/pay.py": PAY})
    assert "[stale" not in check_it_is_what_a_new_one_is(shop)


def _commit_three_elsewhere(shop: Shop) -> None:
    for number in range(3):
        shop.commit(f"More {number}", {"README": f"{number}\n"})


def _commit_what_it_is_about(shop: Shop) -> None:
    shop.commit("Change again", {"src/pay.py": PAY.replace("100", "10_000")})


def _commit_back(shop: Shop) -> None:
    shop.commit("Back", {"src/pay.py": PAY})


def _amend(shop: Shop) -> None:
    shop.git("commit", "-q", "--amend", "-m", "Change charge, said otherwise")


def _go_back(shop: Shop) -> None:
    shop.git("reset", "-q", "--hard", "HEAD~1")


def _merge_elsewhere(shop: Shop) -> None:
    shop.git("checkout", "-q", "-b", "side", "HEAD~1")
    shop.commit("Aside", {"README": "Aside\n"})
    shop.git("checkout", "-q", "main")
    shop.git("merge", "-q", "--no-ff", "side")


def _be_merged(shop: Shop) -> None:
    shop.git("checkout", "-q", "-b", "side", "HEAD~1")
    shop.commit("Aside", {"README": "Aside\n"})
    shop.git("merge", "-q", "--no-ff", "-m", "Take main in", "main")
    shop.git("checkout", "-q", "main")
    shop.git("merge", "-q", "--ff-only", "side")


def _rename_memory(shop: Shop) -> None:
    path = shop.path_of(shop.cents)
    shop.git("mv", str(path), str(path.with_name(f"{shop.cents}-otherwise.md")))
    shop.commit("Name it otherwise")


MOVES: list[Callable[[Shop], None]] = [
    _commit_elsewhere,
    _commit_three_elsewhere,
    _commit_what_it_is_about,
    _commit_back,
    _amend,
    _go_back,
    _merge_elsewhere,
    _be_merged,
    _rename_memory,
]


@pytest.mark.parametrize("move", MOVES, ids=lambda one: one.__name__.strip("_"))
@pytest.mark.parametrize("committed", [True, False], ids=["committed", "uncommitted"])
def test_brief_with_something_wrong_is_what_a_new_one_is_after_head_moved(
    shop: Shop, move: Callable[[Shop], None], *, committed: bool
) -> None:
    if committed:
        shop.change()
    else:
        shop.commit("A commit to move from", {"OTHER": "Begin\n"})
        shop.write({"src/pay.py": PAY.replace("100", "1000")})
    assert "[stale" in start(shop)
    move(shop)
    check_it_is_what_a_new_one_is(shop)


@pytest.mark.parametrize(
    ("move", "stays"),
    [(_commit_three_elsewhere, True), (_merge_elsewhere, True), (_commit_what_it_is_about, False), (_amend, False)],
    ids=["elsewhere", "merged", "about it", "amended"],
)
def test_brief_with_something_wrong_is_carried_past_commits_that_touch_nothing_of_it(
    shop: Shop, move: Callable[[Shop], None], *, stays: bool
) -> None:
    shop.change()
    start(shop)
    with closing(sqlite3.connect(shop.index_path)) as index, index:  # what only a new one takes away
        (text,) = index.execute("SELECT value FROM meta WHERE key = 'brief'").fetchone()
        marked = text.partition(" ")[2].replace("[stale", "[carried, stale")
        assert marked not in text
        put_brief(str(shop.root), str(shop.own_git_dir), marked)
    move(shop)
    assert ("[carried" in start(shop)) is stays


def test_brief_is_made_anew_where_history_was_deepened(shop: Shop, tmp_path: Path) -> None:
    shop.change()
    _commit_elsewhere(shop)
    clone = tmp_path / "clone"
    shop.git("clone", "-q", "--depth=1", shop.root.as_uri(), str(clone))
    agents = (Agent(clone, f"session {next(NUMBERS)}", env={"LEGENDARY_NOW": NOW}) for _ in range(3))
    shallow = next(agents).start()
    shop.git("-C", str(clone), "fetch", "-q", "--unshallow")
    deep = next(agents).start()
    assert "[stale since" in deep
    assert "[stale since" not in shallow


def test_brief_of_what_the_first_commit_commits_says_since_when(shop: Shop) -> None:
    shop.change()
    shop.git("checkout", "-q", "--orphan", "other")
    assert "changes that are not committed" in start(shop)
    shop.commit("First")
    assert "changes that are not committed" not in check_it_is_what_a_new_one_is(shop)


def test_what_was_wrong_falls_out_when_its_days_are_over(shop: Shop) -> None:
    shop.change()
    told = start(shop)
    assert "[stale since" in told
    since = told.partition("[stale since ")[2][:10]
    month = int(since[5:7]) % 12 + 1
    late = f"{int(since[:4]) + 1}-{month:02d}-01T00:00:00Z"
    assert "[stale since" in start(shop, f"{since}T23:59:59Z")
    assert "[stale since" not in start(shop, late)


def test_file_that_changed_elsewhere_is_kept_with_the_brief(shop: Shop) -> None:
    start(shop)
    known = kept(shop)
    _edit_elsewhere(shop)
    start(shop)
    again = kept(shop)
    assert again not in (None, known)
    start(shop)
    assert kept(shop) == again


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", "garbage", '{"basis": "x"}'])
def test_brief_that_cannot_be_read_is_made_anew(shop: Shop, text: str) -> None:
    first = start(shop)
    with closing(sqlite3.connect(shop.index_path)) as index, index:
        index.execute("UPDATE meta SET value = ? WHERE key = 'brief'", (text,))
    assert start(shop) == first
