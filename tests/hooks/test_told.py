"""A flip is told once, also while no index can remember that it was."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from tests.hooks.test_flips import MORE, flip
from tests.project import PAY, Shop


@contextmanager
def locked(shop: Shop, lock: str) -> Iterator[None]:
    with closing(sqlite3.connect(shop.index_path)) as other:
        other.execute(f"BEGIN {lock}")
        yield
        other.rollback()


@pytest.mark.parametrize("lock", ["EXCLUSIVE", "IMMEDIATE"])
def test_flip_that_was_told_while_the_index_was_locked_is_told_once(shop: Shop, lock: str) -> None:
    with locked(shop, lock):
        assert shop.commit_told("Charge more", {"src/pay.py": MORE}) == flip(shop, "stale", shop.head, "Charge more")
    commit = shop.head
    assert (shop.root / ".git/legendary/told").exists()
    assert shop.commit_told("Elsewhere", {".legendary/memories/README": "other\n"}) == ""
    assert [(one["after"], one["commit"]) for one in shop.must("log", "--json").json["transitions"]] == [
        ("stale", commit)
    ]
    assert not (shop.root / ".git/legendary/told").exists()
    assert shop.commit_told("Back", {"src/pay.py": PAY}) == flip(shop, "fresh again", shop.head, "Back")


def test_flip_back_is_told_although_the_index_never_knew_of_the_flip(shop: Shop) -> None:
    with locked(shop, "IMMEDIATE"):
        shop.commit_told("Charge more", {"src/pay.py": MORE})
    assert shop.commit_told("Back", {"src/pay.py": PAY}) == flip(shop, "fresh again", shop.head, "Back")
    assert shop.must("log", "--json").json["transitions"] == []
    assert shop.commit_told("Elsewhere", {"README": "other\n"}) == ""


def test_flips_are_told_once_each_where_there_never_is_an_index(shop: Shop) -> None:
    shop.forbid_index()
    assert shop.commit_told("Charge more", {"src/pay.py": MORE}) == flip(shop, "stale", shop.head, "Charge more")
    assert shop.told("commit", "-q", "--amend", "-m", "Other words") == ""
    assert shop.commit_told("Back", {"src/pay.py": PAY}) == flip(shop, "fresh again", shop.head, "Back")


@pytest.mark.parametrize("content", [b"", b"[[1]]", b"{}", b'[["a", "b", "c"]]', b"\xff", b"null"])
def test_damaged_note_of_what_was_told_is_no_note(shop: Shop, content: bytes) -> None:
    (shop.root / ".git/legendary/told").write_bytes(content)
    assert shop.commit_told("Charge more", {"src/pay.py": MORE}) == flip(shop, "stale", shop.head, "Charge more")


def test_read_while_the_index_is_locked_keeps_nothing_from_being_told(shop: Shop) -> None:
    shop.write({"src/pay.py": MORE})
    shop.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "-a", "-m", "Unseen")
    shop.forbid_index()
    shop.must("list")
    shop.index_path.rmdir()
    assert not (shop.root / ".git/legendary/told").exists()
