"""Each tool does what the command of its name does, and answers with the same JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.mcp.client import MODES, Caller, connected, play, texts_of
from tests.project import PAY, STORE, Project, Shop


@pytest.mark.parametrize("mode", MODES)
def test_reads_answer_with_the_json_of_the_command_line(shop: Shop, mode: str) -> None:
    shop.change()
    asked: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
        ("recall", {"query": "whole cents"}, ("whole cents",)),
        ("recall", {"query": "help", "most": 1.0}, ("help", "-m", "1")),
        ("brief", {}, ()),
        ("brief", {"most": 1, "stale_days": 0.5}, ("-m", "1", "--stale-days", "0.5")),
        ("stale", {}, ()),
        ("stale", {"files": ["src/store.py"]}, ("--file", "src/store.py")),
        ("stale", {"at": "HEAD~1"}, ("--at", "HEAD~1")),
        ("show", {"id": shop.cents}, (shop.cents,)),
        ("show", {"id": shop.locked[:8]}, (shop.locked[:8],)),
    ]
    found: list[str] = []

    async def story() -> None:
        async with connected(shop.root, mode=mode) as caller:
            found.extend([texts_of(await caller.call(tool, **arguments))[0] for tool, arguments, _ in asked])

    play(story)
    assert found == [shop.must(tool, "--json", *words).out.rstrip("\n") for tool, _, words in asked]


def test_remember_keeps_everything_that_is_said_and_that_an_agent_said_it(project: Project) -> None:
    said: dict[str, Any] = {
        "text": "Retrying makes it worse\n\nThree tries locked the till for a minute.",
        "title": "Retries lock the till",
        "type": "episode",
        "kind": "lesson",
        "anchors": ["src/pay.py::charge", "src/store.py::Store.connect"],
        "triggers": ["database is locked (5)"],
        "tags": ["sqlite"],
        "evidence": ["seen on 2026-01-02"],
        "confidence": "high",
        "importance": 7,
        "cost": 9,
        "scope": "path:src/**",
        "expires": "2027-01-01",
        "distinct": "it is about the till",
    }
    answers: list[dict[str, Any]] = []

    async def story() -> None:
        async with connected(project.root) as caller:
            answers.append(await caller.must("remember", **said))

    play(story)
    (answer,) = answers
    memory = project.shown(answer["memory"]["id"])
    assert answer["schema"] == "legendary.remember/1"
    assert {key: answer["memory"][key] for key in memory} == memory
    assert memory["source"] == "agent"
    assert memory["title"] == said["title"]
    assert memory["body"].strip() == said["text"]
    assert [one["anchor"] for one in memory["anchors"]] == said["anchors"]
    assert memory["verdict"] == "fresh"
    assert {key: memory[key] for key in ("type", "kind", "triggers", "tags", "confidence", "scope", "expires")} == {
        key: said[key] for key in ("type", "kind", "triggers", "tags", "confidence", "scope", "expires")
    }
    assert memory["salience"]["importance"] == "7"
    assert memory["salience"]["cost"] == "9"
    assert memory["evidence"][0]["text"] == "seen on 2026-01-02"
    assert project.status == [f"?? {memory['path']}"]


def test_correcting_tools_change_what_the_commands_change(shop: Shop) -> None:
    shop.change()
    shop.write({"src/store.py": STORE.replace("strip", "lstrip")})
    answers: list[dict[str, Any]] = []

    async def story() -> None:
        async with connected(shop.root) as caller:
            state = (await caller.must("show", id=shop.cents))["memory"]["state"]
            answers.append(
                await caller.must("reaffirm", id=shop.cents, evidence="read it", expect=state, expires="2031-02-03")
            )
            new = await caller.must("remember", text="WAL is of no use here", anchors=["src/store.py::Store"])
            answers.append(await caller.must("supersede", old=shop.locked, new=new["memory"]["id"]))
            answers.append(await caller.must("deprecate", id=new["memory"]["id"], reason="SQLite is gone"))

    play(story)
    affirmed, superseded, deprecated = answers
    assert affirmed["schema"] == "legendary.reaffirm/1"
    assert shop.shown(shop.cents)["verdict"] == "fresh"
    assert shop.shown(shop.cents)["evidence"][-1]["text"] == "read it"
    assert shop.shown(shop.cents)["expires"] == "2031-02-03"
    assert superseded["schema"] == "legendary.supersede/1"
    assert shop.shown(shop.locked)["status"] == "superseded"
    assert deprecated["schema"] == "legendary.deprecate/1"
    assert shop.shown(deprecated["deprecated"]["id"])["deprecated"]["reason"] == "SQLite is gone"


def test_warnings_stand_beside_the_json(shop: Shop) -> None:
    (shop.root / ".legendary/memories/broken.md").write_text("---\nid: mem-00000000\n", encoding="utf-8")
    texts: list[str] = []

    async def story() -> None:
        async with connected(shop.root) as caller:
            texts.extend(texts_of(await caller.call("stale")))

    play(story)
    assert json.loads(texts[0])["schema"] == "legendary.stale/1"
    assert texts[1].startswith("warning: .legendary/memories/broken.md:")


def test_verdict_is_about_the_code_at_each_call(shop: Shop) -> None:
    verdicts: list[str] = []

    async def ask(caller: Caller) -> None:
        verdicts.append((await caller.must("show", id=shop.cents))["memory"]["verdict"])

    async def story() -> None:
        async with connected(shop.root) as caller:
            await ask(caller)
            shop.write({"src/pay.py": PAY.replace("100", "1000")})
            await ask(caller)
            shop.write({"src/pay.py": PAY})
            await ask(caller)
            shop.commit("Drop it", {"src/pay.py": None})
            await ask(caller)

    play(story)
    assert verdicts == ["fresh", "stale", "fresh", "orphaned"]


def test_users_own_store_is_served_where_global_says_so(project: Project) -> None:
    shown: list[dict[str, Any]] = []

    async def story() -> None:
        words = ("-P", "-m", "legendary_git", "--global", "mcp")
        async with connected(project.root, words=words) as caller:
            assert "you have no memories outside of repositories yet" in await caller.refused("brief")
            shown.append(await caller.must("remember", text="Tabs are for people who like tabs"))
            shown.append(await caller.must("recall", query="tabs"))

    play(story)
    assert shown[0]["memory"]["scope"] == "global"
    assert [one["id"] for one in shown[1]["memories"]] == [shown[0]["memory"]["id"]]
    assert project.must("list", "--json").json["memories"] == []
