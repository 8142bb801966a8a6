"""`git memory guard` as a person types it."""

from __future__ import annotations

from tests.history import History
from tests.project import Project, Shop


def test_guard_text_prints_what_would_be_pushed_and_keeps_nothing(shop: Shop) -> None:
    for _ in range(2):
        answer = shop.process("guard", "--text", stdin=b"\x1b[31mE  database is locked (5)\x1b[0m\n")
        assert (answer.code, answer.err) == (0, "")
        assert f"[episode #{shop.locked}] (verified against current code) WAL does not help" in answer.out
        assert "not seen in this clone before" in answer.out


def test_guard_text_prints_nothing_for_what_is_not_known(shop: Shop) -> None:
    assert shop.process("guard", "--text", stdin=b"all is well \xff\n").out == ""


def test_guard_text_looks_at_both_ends_of_a_very_long_output(shop: Shop) -> None:
    filler = b"all is well, nothing happens here\n" * 1_200_000
    assert shop.locked in shop.process("guard", "--text", stdin=filler + b"database is locked (5)\n").out
    assert shop.locked in shop.process("guard", "--text", stdin=b"database is locked (5)\n" + filler).out


def test_guard_text_without_a_store_prints_nothing(history: History, clock: None) -> None:
    answer = Project(history.root).process("guard", "--text", stdin=b"database is locked (5)")
    assert (answer.code, answer.out, answer.err) == (0, "", "")


def test_guard_has_help(shop: Shop) -> None:
    assert "--text" in shop.process("guard", "--help").out
