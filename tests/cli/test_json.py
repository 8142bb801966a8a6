"""The JSON of each command: the keys that are promised, no more in a list, and what stands under them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.project import NOW, PAY, Project, Shop

pytestmark = pytest.mark.unhooked

MEMORY_KEYS = ["id", "type", "title", "status", "verdict", "path", "anchors"]
ANCHOR_KEYS = [
    *("anchor", "file", "symbol", "lines", "verdict", "reason", "uncommitted", "since", "followed_to"),
]
CANDIDATE_KEYS = ["candidates", "similarities"]
STAMP_KEYS = {"commit", "blob", "content_hash", "language", "grammar"}
FINDING_KEYS = [
    *(
        "rule",
        "name",
        "id",
        "path",
        "line",
        "about",
        "fingerprint",
        "level",
        "title",
        "message",
        "fixes",
        "code",
        "cause",
    ),
]
GONE = "LIMIT = 10\n"


def since_of(project: Project, commit: str, at: str, subject: str) -> dict[str, str]:
    return {"commit": commit, "at": at, "author": "Ada", "subject": subject}


def test_list_json(shop: Shop) -> None:
    found = shop.must("list", "--json").json
    assert list(found) == ["schema", "head", "memories"]
    assert (found["schema"], found["head"]) == ("legendary.list/1", shop.head)
    first, second = found["memories"]
    assert list(first) == list(second) == MEMORY_KEYS
    assert first == {
        "id": shop.cents,
        "type": "decision",
        "title": "Amounts are whole cents",
        "status": "active",
        "verdict": "fresh",
        "path": f".legendary/memories/{shop.cents}-amounts-are-whole-cents.md",
        "anchors": [
            {
                "anchor": "src/pay.py::charge",
                "file": "src/pay.py",
                "symbol": "charge",
                "lines": "4-8",
                "verdict": "fresh",
                "reason": "unchanged",
                "uncommitted": False,
                "since": None,
                "followed_to": None,
            }
        ],
    }
    assert (second["id"], second["type"]) == (shop.locked, "episode")
    assert list(second["anchors"][0]) == ANCHOR_KEYS


def test_json_is_one_line_and_plain_ascii(shop: Shop) -> None:
    shop.remember("設定 \u202e und Öl")
    out = shop.must("list", "--json").out
    assert out.isascii()
    assert out.count("\n") == 1


def test_json_of_each_form_of_anchor(project: Project) -> None:
    project.remember("Something", "README", "src/pay.py:4-6", "src/store.py::Store")
    (memory,) = project.must("list", "--json").json["memories"]
    assert [(a["anchor"], a["file"], a["symbol"], a["lines"]) for a in memory["anchors"]] == [
        ("README", "README", None, None),
        ("src/pay.py:4-6", "src/pay.py", None, "4-6"),
        ("src/store.py::Store", "src/store.py", "Store", "1-12"),
    ]


def test_since_has_commit_time_author_and_subject(shop: Shop) -> None:
    commit = shop.change("Charge more\n\nBecause.")
    shop.commit("Later", {"README": "later\n"})
    (memory,) = shop.must("stale", "--json").json["memories"]
    (anchor,) = memory["anchors"]
    assert (anchor["verdict"], anchor["reason"], anchor["uncommitted"]) == ("stale", "changed", False)
    assert anchor["since"] == since_of(shop, commit, "2026-01-01T00:04:00Z", "Charge more")


def test_since_of_what_went_from_stale_to_orphaned_is_the_first(shop: Shop) -> None:
    commit = shop.change()
    shop.change("Drop it", GONE)
    (anchor,) = shop.shown(shop.cents)["anchors"]
    assert (anchor["verdict"], anchor["reason"]) == ("orphaned", "symbol_gone")
    assert anchor["since"] == since_of(shop, commit, "2026-01-01T00:04:00Z", "Charge more")


def test_lines_are_where_the_code_stands_now(shop: Shop) -> None:
    shop.change("Explain", '"""Money."""\n\n' + PAY)
    (anchor,) = shop.shown(shop.cents)["anchors"]
    assert (anchor["verdict"], anchor["reason"], anchor["lines"]) == ("fresh", "moved", "6-10")


def test_followed_to_is_where_it_went(shop: Shop) -> None:
    body = PAY[PAY.index("def charge") : PAY.index("\n\n\ndef refund")]
    shop.commit("Move", {"src/pay.py": PAY.replace(body, ""), "src/money.py": "LIMIT = 10\n\n\n" + body + "\n"})
    (anchor,) = shop.shown(shop.cents)["anchors"]
    assert (anchor["verdict"], anchor["reason"]) == ("fresh", "followed")
    assert (anchor["followed_to"], anchor["anchor"], anchor["lines"]) == (
        "src/money.py::charge",
        "src/pay.py::charge",
        "4-8",
    )
    assert anchor["since"] is None


@pytest.mark.parametrize("command", ["remember", "show"])
def test_remember_and_show_json_have_all_that_the_file_says(project: Project, command: str) -> None:
    words = (
        "Title here\n\nBody\there",
        "--anchor",
        "src/pay.py::charge",
        "--trigger",
        "Boom: the ledger is gone",
        "--tag",
        "t",
    )
    answer = project.must("remember", *words, "--evidence", "seen", "--json")
    memory_id = answer.json["memory"]["id"]
    found = answer.json if command == "remember" else project.must("show", memory_id, "--json").json
    memory: dict[str, Any] = found["memory"]
    assert found["schema"] == f"legendary.{command}/1"
    assert set(memory) == {
        *(*MEMORY_KEYS, "scope", "created", "updated", "author", "source", "confidence", "salience"),
        *("triggers", "tags", "evidence", "body", "state", "chain"),
    }
    assert (memory["title"], memory["body"], memory["tags"]) == ("Title here", "Body\there", ["t"])
    assert (memory["created"], memory["triggers"]) == (NOW, ["Boom: the ledger is gone"])
    assert memory["evidence"] == [{"at": NOW, "by": "Ada <ada@example.org>", "text": "seen"}]
    (anchor,) = memory["anchors"]
    assert set(anchor) == {*ANCHOR_KEYS, *STAMP_KEYS, *CANDIDATE_KEYS}
    assert anchor["blob"] == project.git("rev-parse", "HEAD:src/pay.py")
    assert anchor["commit"] == project.head


def test_show_json_keeps_keys_that_nobody_knows_and_every_scalar_as_typed(shop: Shop) -> None:
    path = shop.path_of(shop.cents)
    path.write_text(path.read_text().replace("\ntype:", "\nowner: {team: 0005747, on: no}\nexpires: 1.10\ntype:", 1))
    shown = shop.shown(shop.cents)
    assert shown["owner"] == {"team": "0005747", "on": "no"}
    assert shown["expires"] == "1.10"


def test_candidates_of_an_ambiguous_move_are_told(shop: Shop) -> None:
    body = PAY[PAY.index("def charge") : PAY.index("\n\n\ndef refund")] + "\n"
    shop.commit("Copy", {"src/pay.py": GONE, "src/a.py": body, "src/b.py": body})
    (anchor,) = shop.shown(shop.cents)["anchors"]
    assert (anchor["verdict"], anchor["reason"]) == ("orphaned", "ambiguous")
    assert anchor["candidates"] == ["src/a.py::charge", "src/b.py::charge"]
    assert anchor["similarities"] == [100, 100]
    assert "perhaps src/a.py::charge (100 %), src/b.py::charge (100 %)" in shop.must("show", shop.cents).out


def test_stale_json(shop: Shop) -> None:
    assert shop.must("stale", "--json").json == {"schema": "legendary.stale/1", "head": shop.head, "memories": []}
    shop.change()
    found = shop.must("stale", "--json").json
    assert [memory["id"] for memory in found["memories"]] == [shop.cents]
    assert list(found["memories"][0]) == MEMORY_KEYS
    assert list(found["memories"][0]["anchors"][0]) == [*ANCHOR_KEYS, *CANDIDATE_KEYS]


def test_check_json_has_a_finding_for_each_anchor_warnings_included(shop: Shop) -> None:
    three = shop.remember("Three", "src/pay.py::charge", "src/pay.py::refund", "src/pay.py::LIMIT")
    shop.write({".legendary/memories/bad.md": "no front matter\n"})
    shop.commit(
        "Drop", {"src/pay.py": PAY.partition("def charge")[0] + PAY[PAY.index("def refund") :].replace("7", "8")}
    )
    answer = shop.memory("check", "--json")
    found = answer.json
    assert answer.code == 1
    assert (found["schema"], found["head"]) == ("legendary.check/1", shop.head)
    assert all(list(finding) == FINDING_KEYS for finding in found["findings"])
    path = f".legendary/memories/{three}-three.md"
    lines = shop.path_of(three).read_text().splitlines()
    anchor_lines = [number for number, line in enumerate(lines, start=1) if line.startswith("  - file: ")]
    cents = shop.path_of(shop.cents).relative_to(shop.root)
    keys = ("rule", "name", "level", "id", "path", "line")
    assert [tuple(finding[key] for key in keys) for finding in found["findings"]] == [
        ("LG002", "invalid-memory", "error", None, ".legendary/memories/bad.md", 1),
        ("LG001", "orphaned-anchor", "error", shop.cents, str(cents), 14),
        ("LG001", "orphaned-anchor", "error", three, path, anchor_lines[0]),
        ("LG003", "stale-anchor", "warning", three, path, anchor_lines[1]),
    ]
    assert found["findings"][3]["message"].startswith("src/pay.py::refund: changed since ")


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        (("brief",), ["schema", "head", "memories", "may_be_wrong"]),
        (("recall", "cents"), ["schema", "head", "memories"]),
        (("why", "src/pay.py"), ["schema", "head", "memories"]),
        (("log",), ["schema", "transitions"]),
        (("diff", "{id}"), ["schema", "id", "anchors"]),
        (("check",), ["schema", "head", "base", "findings", "earlier", "ended", "suppressed", "checked"]),
        (("rebuild",), ["schema", "memories", "anchors", "invalid", "secrets"]),
        (("doctor",), ["schema", "examined"]),
    ],
)
def test_every_read_has_one_object_with_its_schema(shop: Shop, words: tuple[str, ...], keys: list[str]) -> None:
    shop.change()
    found = shop.memory(*(word.format(id=shop.cents) for word in words), "--json")
    assert found.out.count("\n") == 1
    assert list(found.json) == keys
    assert found.json["schema"] == f"legendary.{words[0]}/1"


@pytest.mark.parametrize("words", [("check",), ("list",), ("show",), ("stale",)])
def test_names_that_are_not_utf8_are_written_out(project: Project, words: tuple[str, ...]) -> None:
    project.commit("Add", {"src/n\udce4h.py": PAY})
    memory_id = project.remember("Sewn amounts are whole cents", "src/n\udce4h.py::charge")
    project.commit("Remember", {"src/n\udce4h.py": PAY.replace("100", "1000")})
    answer = project.memory(*words, *((memory_id,) if words == ("show",) else ()), "--json")
    answer.json  # noqa: B018 - it is JSON
    assert "n\\\\xe4h.py" in answer.out
    assert "\\udc" not in answer.out
