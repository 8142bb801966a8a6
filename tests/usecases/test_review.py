"""Which memories a review asks about, in which order, and when a question is another one."""

from __future__ import annotations

import pytest

from legendary_git.domain.verdict import State
from legendary_git.errors import MemoryRefused, UnknownMemory, UsageError
from legendary_git.usecases.renew import renew
from legendary_git.usecases.review import (
    Doubt,
    Question,
    begin_review,
    find_question,
    forget_skipped,
    refuse_changed,
    skip,
)
from legendary_git.usecases.successor import SCISSORS, draft_successor, parse_successor
from legendary_git.usecases.workspace import Workspace, open_workspace
from tests.cli.test_resolve import mark
from tests.project import PAY, Shop


@pytest.fixture
def ws(shop: Shop) -> Workspace:
    return open_workspace(shop.root)


def question_of(ws: Workspace, memory_id: str) -> Question:
    found = find_question(ws, memory_id)
    assert found is not None
    return found


def expire(shop: Shop, memory_id: str, day: str = "2026-01-03") -> None:
    path = shop.path_of(memory_id)
    path.write_text(path.read_text().replace("\nanchors:", f"\nexpires: {day}\nanchors:", 1))


def test_review_asks_about_the_most_pressing_first(shop: Shop, ws: Workspace) -> None:
    expired = shop.remember("Look again", "src/store.py::Store.close")
    expire(shop, expired)
    one, two = (shop.remember(text, "src/store.py") for text in ("One", "Two"))
    mark(shop, one, two)
    gone = shop.remember("Gone", "src/pay.py::refund")
    shop.change(text=PAY[: PAY.index("def refund")].replace("100", "1000"))
    review = begin_review(ws)
    assert review.queue == (gone, shop.cents, one, expired)
    doubts = [question_of(ws, memory_id).doubts for memory_id in review.queue]
    assert doubts == [(Doubt.ORPHANED,), (Doubt.STALE,), (Doubt.CONFLICTED,), (Doubt.EXPIRED,)]


def test_review_asks_nothing_about_what_holds_or_is_retired(shop: Shop, ws: Workspace) -> None:
    later = shop.remember("Look again", options=("--expires", "2026-01-04"))
    assert (begin_review(ws).queue, find_question(ws, later)) == ((), None)
    shop.change()
    shop.must("deprecate", shop.cents, "--reason", "x")
    assert (begin_review(ws).queue, find_question(ws, shop.cents)) == ((), None)


def test_review_asks_once_about_a_contradiction(shop: Shop, ws: Workspace) -> None:
    one, two, three = (shop.remember(text, "src/store.py") for text in ("One", "Two", "Three"))
    mark(shop, one, two, three)
    assert len(begin_review(ws).queue) == 1
    assert begin_review(ws, [two]).queue == (two,)
    assert {rival.judged.memory.id for rival in question_of(ws, two).rivals} == {one, three}
    expire(shop, two)
    assert set(begin_review(ws).queue) == {begin_review(ws).queue[0], two}


def test_review_of_named_ones(shop: Shop, ws: Workspace) -> None:
    shop.change()
    assert begin_review(ws, [shop.cents[4:], shop.locked]).queue == (shop.cents,)
    with pytest.raises(UnknownMemory):
        begin_review(ws, ["mem-00000000"])


def test_review_goes_on_where_it_was_left(shop: Shop, ws: Workspace) -> None:
    gone = shop.remember("Gone", "src/pay.py::refund")
    shop.change(text=PAY[: PAY.index("def refund")].replace("100", "1000"))
    review = begin_review(ws)
    skip(ws, review, question_of(ws, gone))
    left = begin_review(ws)
    assert (left.queue, left.put_off) == ((shop.cents,), 1)
    assert begin_review(ws, [gone]).queue == (gone,)
    assert begin_review(ws, restart=True).queue == (gone, shop.cents)
    assert begin_review(ws).put_off == 0
    skip(ws, review, question_of(ws, gone))
    forget_skipped(ws)
    assert begin_review(ws).put_off == 0


def test_review_of_which_all_is_skipped_begins_again(shop: Shop, ws: Workspace) -> None:
    shop.change()
    skip(ws, begin_review(ws), question_of(ws, shop.cents))
    assert begin_review(ws).queue == (shop.cents,)


def test_skipping_a_named_one_is_not_kept(shop: Shop, ws: Workspace) -> None:
    gone = shop.remember("Gone", "src/pay.py::refund")
    shop.change(text=PAY[: PAY.index("def refund")].replace("100", "1000"))
    skip(ws, begin_review(ws, [gone]), question_of(ws, gone))
    assert begin_review(ws).queue == (gone, shop.cents)


@pytest.mark.parametrize("how", ["code", "text", "conflict", "day"])
def test_a_question_that_became_another_one_is_asked_again(shop: Shop, ws: Workspace, how: str) -> None:
    gone = shop.remember("Gone", "src/pay.py::refund")
    changed = PAY[: PAY.index("def refund")].replace("100", "1000")
    shop.change(text=changed)
    skip(ws, begin_review(ws), question_of(ws, shop.cents))
    assert begin_review(ws).queue == (gone,)
    path = shop.path_of(shop.cents)
    if how == "code":
        shop.write({"src/pay.py": changed.replace("1000", "7")})
    elif how == "text":
        path.write_text(f"{path.read_text()}More.\n")
    elif how == "conflict":
        mark(shop, shop.cents, shop.locked)
    else:
        expire(shop, shop.cents)
    assert begin_review(open_workspace(shop.root)).queue == (gone, shop.cents)


def test_state_that_cannot_be_read_puts_nothing_off(shop: Shop, ws: Workspace) -> None:
    shop.change()
    for data in (b"", b"[]", b"{", b"\xff"):
        folder = ws.repo.state_dir
        folder.mkdir(exist_ok=True)
        (folder / "review").write_bytes(data)
        assert begin_review(ws).queue == (shop.cents,)


def test_question_shows_the_likeliest_place_of_code_that_is_gone(shop: Shop, ws: Workspace) -> None:
    taken = PAY.replace("def charge", "def take").replace("amount * 100\n    if total", "amount * 1000\n    if total")
    shop.change(text=taken)
    (one,) = question_of(ws, shop.cents).anchors
    assert one.judged.verdict.state is State.ORPHANED
    assert one.after is not None
    assert (one.after.place, one.after.text.split("\n")[0]) == ("src/pay.py::take", "def take(amount: int) -> int:")


def test_refuse_changed_looks_at_the_memory_and_at_what_it_contradicts(shop: Shop, ws: Workspace) -> None:
    mark(shop, shop.cents, shop.locked)
    question = question_of(ws, shop.cents)
    refuse_changed(ws, question)
    path = shop.path_of(shop.locked)
    path.write_text(f"{path.read_text()}More.\n")
    with pytest.raises(MemoryRefused, match="was changed by somebody else"):
        refuse_changed(ws, question)


def test_renew_gives_another_day_and_keeps_why(shop: Shop, ws: Workspace) -> None:
    expire(shop, shop.cents, "2026-01-01")
    assert renew(ws, shop.cents, "2027-01-01", "the tariff of 2026").until == "2027-01-01"
    shown = shop.shown(shop.cents)
    assert shown["evidence"][-1] == {
        "at": "2026-01-03T00:00:00Z",
        "by": "Ada <ada@example.org>",
        "text": "the tariff of 2026",
    }
    assert shown["history"][-1]["event"] == "renewed"
    assert shown["history"][-1]["to"] == "2027-01-01"
    assert "expires: 2027-01-01\n" in shop.path_of(shop.cents).read_text()
    renew(ws, shop.cents, "never", "it does not age")
    assert "expires" not in shop.path_of(shop.cents).read_text()
    with pytest.raises(MemoryRefused, match="nothing to renew"):
        renew(ws, shop.cents, "2027-01-01", "x")


@pytest.mark.parametrize(
    ("until", "evidence", "what"),
    [
        ("2026-01-03", "x", "that is today"),
        ("2026-01-02", "x", "is over"),
        ("soon", "x", "is no date"),
        ("", "x", "is no date"),
        ("2027-01-01", " ", "no evidence"),
    ],
)
def test_renew_refuses_what_is_no_later_day_or_has_no_reason(
    shop: Shop, ws: Workspace, until: str, evidence: str, what: str
) -> None:
    expire(shop, shop.cents)
    with pytest.raises(UsageError, match=what):
        renew(ws, shop.cents, until, evidence)


def test_draft_of_a_successor_is_read_back_as_what_the_old_one_says(shop: Shop, ws: Workspace) -> None:
    shop.change()
    draft = draft_successor(question_of(ws, shop.cents).shown.judged)
    note = parse_successor(draft, shop.cents)
    assert note is not None
    assert (note.title, note.text) == ("Amounts are whole cents", "Floats lost one in March.")
    assert (note.anchors, note.scope, note.type, note.expires) == (["src/pay.py::charge"], "repo", "decision", None)
    shop.write({"src/store.py": "class Store:\n    pass\n"})
    note = parse_successor(draft_successor(question_of(ws, shop.locked).shown.judged), shop.cents)
    assert note is not None
    assert (note.text, note.type, note.triggers, note.tags) == (
        "WAL does not help",
        "episode",
        ["database is locked (5)"],
        ["sqlite"],
    )
    assert note.anchors == ()


@pytest.mark.parametrize(
    ("below", "what"),
    [
        ("colour: red", "line 4: `colour` is no key"),
        ("just words", "line 4: `just words` is no key"),
        ("type: rumour", "type: `rumour` is none"),
        ("confidence: total", "confidence: `total` is none"),
        ("importance: 11", "importance: `11` is none"),
        (f"importance: {'9' * 5000}", "importance: `9999"),
        ("cost: much", "cost: `much` is none"),
    ],
)
def test_draft_with_a_key_that_means_nothing_is_refused(below: str, what: str) -> None:
    with pytest.raises(UsageError, match=what):
        parse_successor(f"A title\n\n{SCISSORS}\n{below}\n", "mem-1")


def test_draft_without_text_is_none_and_one_without_its_line_is_refused() -> None:
    assert parse_successor(f"\n\n{SCISSORS}\ntype: decision\n", "mem-1") is None
    with pytest.raises(UsageError, match="is gone"):
        parse_successor("A title\n", "mem-1")


def test_draft_takes_headings_colons_and_windows_line_ends() -> None:
    note = parse_successor(
        f"A title\r\n\r\n# Why: because\r\n{SCISSORS}\r\nanchor: src/a.py::B.c\r\nanchor: x:1-2\r\n", "mem-1"
    )
    assert note is not None
    assert (note.title, note.text, note.anchors) == ("A title", "# Why: because", ["src/a.py::B.c", "x:1-2"])
