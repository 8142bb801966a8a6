"""Where in its file a finding of a memory stands, and what it costs to know."""

from __future__ import annotations

import pytest

from legendary_git.store.front_matter import FrontMatter, parse_front_matter
from legendary_git.store.memory_fields import MOST_ANCHORS
from legendary_git.usecases.checking import stores
from tests.project import Shop

MANY = "mem-0000abcd"
PATH = f".legendary/memories/{MANY}.md"


def _write(shop: Shop, number: int) -> None:
    anchors = "".join(f"  - {{file: src/pay.py, lines: {one}-{one + 1}}}\n" for one in range(1, number + 1))
    shop.commit("Many", {PATH: f"---\nid: {MANY}\ntitle: Many\nanchors:\n{anchors}---\n"})


@pytest.mark.parametrize("words", [(), ("--base", "HEAD~1"), ("--at", "HEAD")])
def test_file_with_many_anchors_is_parsed_once_for_their_lines(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    _write(shop, 30)
    parsed: list[int] = []

    def counted(data: bytes) -> FrontMatter:
        parsed.append(len(data))
        return parse_front_matter(data)

    monkeypatch.setattr(stores, "parse_front_matter", counted)
    found = shop.memory("check", "--json", *words).json["findings"]
    assert [one["line"] for one in found] == list(range(5, 35))
    assert len(parsed) == 1


def test_memory_with_more_anchors_than_anybody_reads_is_invalid(shop: Shop) -> None:
    _write(shop, MOST_ANCHORS + 1)
    (found,) = shop.memory("check", "--json").json["findings"]
    assert (found["rule"], found["line"]) == ("LG002", 5 + MOST_ANCHORS)
    assert found["message"] == "more than 500 anchors: anchor files, or split the memory"


def test_memory_with_as_many_anchors_as_may_be_is_valid(shop: Shop) -> None:
    _write(shop, MOST_ANCHORS)
    assert shop.memory("list", "--json").code == 0
    assert MANY in shop.memory("list").out
