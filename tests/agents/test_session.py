"""Each memory is pushed once for a session, within its budgets, however many hooks run at the same time."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from legendary_git.agents.session import Session
from tests.agents.agent import SURFACE, Agent, ids
from tests.project import PAY, Shop

DAY = 24 * 3600


@pytest.fixture
def agent(shop: Shop) -> Agent:
    return Agent(shop.root)


def test_session_is_told_once_and_another_one_for_itself(shop: Shop, agent: Agent) -> None:
    assert ids(agent.read("src/pay.py")) == [shop.cents]
    assert agent.read("src/pay.py") == ""
    assert agent.edit("src/pay.py", "total = 1", "") == ""
    assert ids(Agent(shop.root, "two").read("src/pay.py")) == [shop.cents]


def test_session_is_told_again_when_the_verdict_changed(shop: Shop, agent: Agent) -> None:
    agent.read("src/pay.py")
    shop.write({"src/pay.py": PAY.replace("100", "1000")})
    assert "[stale" in agent.read("src/pay.py")
    assert agent.read("src/pay.py") == ""
    shop.write({"src/pay.py": PAY})
    assert "(verified" in agent.read("src/pay.py")


def test_session_is_told_again_when_the_text_changed(shop: Shop, agent: Agent) -> None:
    agent.read("src/pay.py")
    path = shop.path_of(shop.cents)
    path.write_text(path.read_text().replace("in March", "in April"))
    assert "in April" in agent.read("src/pay.py")


@pytest.mark.parametrize("source", ["compact", "clear", "startup"])
def test_session_is_told_again_after_a_compaction(shop: Shop, agent: Agent, source: str) -> None:
    agent.read("src/pay.py")
    agent.start(source)
    assert ids(agent.read("src/pay.py")) == [shop.cents]


def test_session_is_not_told_again_when_it_is_resumed(shop: Shop, agent: Agent) -> None:
    agent.read("src/pay.py")
    agent.start("resume")
    assert agent.read("src/pay.py") == ""


def test_session_is_told_again_after_a_day(shop: Shop) -> None:
    on_monday, on_tuesday = ({"LEGENDARY_NOW": f"2026-01-0{day}T00:00:00Z"} for day in (5, 6))
    assert ids(Agent(shop.root, env=on_monday).read("src/pay.py")) == [shop.cents]
    assert Agent(shop.root, env={"LEGENDARY_NOW": "2026-01-05T23:59:58Z"}).read("src/pay.py") == ""
    assert ids(Agent(shop.root, env=on_tuesday).read("src/pay.py")) == [shop.cents]


def test_session_without_a_name_is_one_for_an_hour(shop: Shop) -> None:
    times = ("2026-01-05T00:00:00Z", "2026-01-05T00:59:58Z", "2026-01-05T01:00:00Z")
    told = [Agent(shop.root, None, {"LEGENDARY_NOW": time}).read("src/pay.py") for time in times]
    assert [ids(text) for text in told] == [[shop.cents], [], [shop.cents]]


def test_parallel_hooks_of_a_session_tell_each_memory_once(shop: Shop, agent: Agent) -> None:
    payload = json.dumps(
        agent.fill({"hook_event_name": "PreToolUse", "tool_name": "Read", "tool_input": {"file_path": "src/pay.py"}})
    )
    running = [
        subprocess.Popen(SURFACE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=shop.root) for _ in range(8)
    ]
    for one in running:
        assert one.stdin is not None
        one.stdin.write(payload.encode())
        one.stdin.close()
    said = [one.stdout.read() for one in running if one.stdout is not None]
    assert [one.wait() for one in running] == [0] * 8
    for one in running:
        assert one.stdout is not None
        one.stdout.close()
    assert sorted(map(bool, said)) == [False] * 7 + [True]


def test_push_names_what_does_not_fit(shop: Shop, agent: Agent) -> None:
    found = [shop.remember(f"Number {n}\n{'word ' * 300}", "src/pay.py::charge") for n in range(4)]
    shop.commit("Remember more")
    text = agent.read("src/pay.py")
    assert len(text) < 4_000 + 200
    told = ids(text)
    rest = [one for one in sorted([*found, shop.cents]) if one not in told]
    assert len(told) < 5
    assert f"There is more that did not fit: {', '.join(rest)} (git memory show ID)" in text
    assert agent.read("src/pay.py") == "", "what was named is not named again"


def test_session_has_a_budget(shop: Shop, agent: Agent) -> None:
    shop.git("config", "legendary.sessionBudget", "600")
    assert ids(agent.read("src/pay.py")) == [shop.cents]
    shop.remember(f"More\n{'word ' * 100}", "src/store.py")
    shop.commit("Remember more")
    text = agent.read("src/store.py")
    assert ids(text) == []
    assert "did not fit" in text


@pytest.mark.parametrize("by", ["person", "team"])
def test_push_budget_can_be_set(shop: Shop, agent: Agent, by: str) -> None:
    if by == "person":
        shop.git("config", "legendary.pushBudget", "10")
    else:
        shop.write({".legendary/config.toml": "[push]\npush_budget = 10\n"})
    text = agent.read("src/pay.py")
    assert ids(text) == []
    assert f"There are notes that did not fit: {shop.cents} (git memory show ID)" in text


def test_push_of_one_long_memory_is_cut(shop: Shop, agent: Agent) -> None:
    long = shop.remember(f"Long\n{'word ' * 2000}", "src/store.py::Store.close")
    shop.commit("Remember more")
    text = agent.read("src/store.py")
    assert long in ids(text)
    assert f"… (the rest: git memory show {long})" in text
    assert len(text) < 4_000


def test_session_file_is_taken_away_after_a_week(shop: Shop, agent: Agent) -> None:
    agent.read("src/pay.py")
    folder = shop.root / ".git/legendary/sessions"
    (old,) = folder.iterdir()
    os.utime(old, (0, 0))
    Agent(shop.root, "two", {"LEGENDARY_NOW": ""}).read("src/pay.py")
    assert old not in list(folder.iterdir())
    assert len(list(folder.iterdir())) == 1


def test_session_that_cannot_be_kept_is_told_all_the_same(shop: Shop, agent: Agent) -> None:
    folder = shop.root / ".git/legendary/sessions"
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("no folder")
    assert ids(agent.read("src/pay.py")) == [shop.cents]


def test_session_reads_what_another_one_left_torn(tmp_path: Path) -> None:
    with Session.open(tmp_path, "one", {}) as session:
        session.keep("mem-1", "a", 10)
    (file,) = (tmp_path / "legendary/sessions").iterdir()
    file.write_bytes(file.read_bytes() + b"17\tmem-2\xff")
    session = Session.open(tmp_path, "one", {})
    session.keep("mem-3", "b", 5)
    again = Session.open(tmp_path, "one", {})
    assert not again.is_new_to("mem-1", "a")
    assert again.is_new_to("mem-1", "b")
    assert again.is_new_to("mem-2", "")
    assert not again.is_new_to("mem-3", "b")
    assert again.left(100) == 85


def test_session_forgets_when_it_begins_anew(tmp_path: Path) -> None:
    session = Session.open(tmp_path, "one", {})
    session.keep("mem-1", "a", 10)
    session.forget()
    assert session.is_new_to("mem-1", "a")
    again = Session.open(tmp_path, "one", {})
    assert again.is_new_to("mem-1", "a")
    assert again.left(100) == 100
