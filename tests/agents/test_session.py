"""Each memory is pushed once for a session, within its budgets, however many hooks run at the same time."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from legendary_git.agents.session import Session
from legendary_git.git.nearest import find_nearest
from legendary_git.usecases.push_settings import load_push_settings
from tests.agents.agent import SURFACE, Agent, ids
from tests.project import PAY, Shop

pytestmark = pytest.mark.unhooked

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


COMPACTIONS = {
    "gemini": ({"hook_event_name": "PreCompress", "trigger": "manual"}, "AfterTool", "read_file", "session_id"),
    "cursor": ({"hook_event_name": "preCompact", "trigger": "auto"}, "postToolUse", "Read", "conversation_id"),
    "copilot": ({"trigger": "manual", "customInstructions": ""}, "", "view", "sessionId"),
}


@pytest.mark.parametrize("host", COMPACTIONS)
def test_session_is_told_again_after_a_compaction_of_each_host(shop: Shop, host: str) -> None:
    compaction, event, tool, session = COMPACTIONS[host]
    common = {session: "one", "cwd": str(shop.root)}
    opened = {"hook_event_name": event, "tool_name": tool, "tool_input": {"file_path": "src/pay.py"}}
    if host == "copilot":
        opened = {"toolName": tool, "toolArgs": {"path": "src/pay.py"}, "toolResult": {"resultType": "success"}}

    def send(payload: dict[str, Any]) -> str:
        ended = shop.process("surface", "--host", host, stdin=json.dumps(payload | common).encode())
        assert (ended.code, ended.err) == (0, "")
        return ended.out

    assert shop.cents in send(opened)
    assert send(opened) == ""
    assert send(compaction) == "", "there is nothing to say it to"
    assert shop.cents in send(opened)


def test_subagents_are_told_for_themselves(shop: Shop, agent: Agent) -> None:
    payload = {"hook_event_name": "PreToolUse", "tool_name": "Read", "tool_input": {"file_path": "src/pay.py"}}
    for more in ({"agent_id": "a", "agent_type": "Explore"}, {}, {"agent_id": "b"}):
        assert ids(agent.say(payload | more)) == [shop.cents]
        assert agent.say(payload | more) == ""
    agent.start("compact")
    assert agent.say(payload | {"agent_id": "a"}) == "", "another context"


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


def test_push_names_what_does_not_fit_once_and_brings_it_later(shop: Shop, agent: Agent) -> None:
    found = [shop.remember(f"Number {n}\n{'word ' * 300}", "src/pay.py::charge") for n in range(4)]
    shop.commit("Remember more")
    text = agent.read("src/pay.py")
    assert len(text) <= 4_000
    told = ids(text)
    rest = [one for one in sorted([*found, shop.cents]) if one not in told]
    assert len(told) < 5
    assert f"There is more that did not fit: {', '.join(rest)} (git memory show ID)" in text
    later = [agent.read("src/pay.py") for _ in range(3)]
    assert sorted([*told, *(one for text in later for one in ids(text))]) == sorted([*found, shop.cents])
    assert "did not fit" not in "".join(later), "what was named is not named again"
    assert later[-1] == ""


def test_edit_brings_the_memory_of_its_own_symbol_that_did_not_fit(shop: Shop, agent: Agent) -> None:
    shop.git("config", "legendary.pushBudget", "1000")
    for number in range(4):
        shop.remember(f"Number {number}\n{'word ' * 100}", "src/pay.py::charge")
    fee = shop.remember(f"Refunds keep the fee\n{'word ' * 100}", "src/pay.py")
    own = shop.remember(f"Refunds are rounded up\n{'word ' * 100}", "src/pay.py::refund")
    shop.commit("Remember more")
    told = ids(agent.read("src/pay.py"))
    if own in told:
        told = ids(agent.edit("src/pay.py", "total = amount * 100"))
        assert told
    else:
        assert ids(agent.edit("src/pay.py", "    back += 7"))[0] == own
    assert fee not in told


def test_many_that_do_not_fit_are_named_by_what_lists_them(shop: Shop, agent: Agent) -> None:
    shop.git("config", "legendary.pushBudget", "500")
    found = [shop.remember(f"Number {n}\n{'word ' * 50}", "src/pay.py::charge") for n in range(12)]
    shop.commit("Remember more")
    text = agent.read("src/pay.py")
    assert f", {13 - len(ids(text))} in all: git memory why src/pay.py\n" in text
    listed = shop.must("why", "src/pay.py").out
    assert all(one in listed for one in found)


def test_session_has_a_budget(shop: Shop, agent: Agent) -> None:
    shop.git("config", "legendary.sessionBudget", "600")
    said = [agent.read("src/pay.py")]
    assert ids(said[0]) == [shop.cents]
    other = shop.remember(f"More\n{'word ' * 100}", "src/store.py::Store.close")
    shop.must("deprecate", shop.locked, "--reason", "only one is needed")
    shop.commit("Remember more")
    said += [agent.read("src/store.py"), agent.read("src/store.py")]
    assert said[1] == f"<git-memory>\nThere are notes that did not fit: {other} (git memory show ID)\n</git-memory>"
    assert said[2] == ""
    assert sum(map(len, said)) <= 600


@pytest.mark.parametrize("by", ["person", "team"])
@pytest.mark.parametrize("budget", [0, 10, 130, 400])
def test_push_budget_can_be_set(shop: Shop, agent: Agent, by: str, budget: int) -> None:
    if by == "person":
        shop.git("config", "legendary.pushBudget", str(budget))
    else:
        shop.write({".legendary/config.toml": f"[push]\npush_budget = {budget}\n"})
    text = agent.read("src/pay.py")
    assert len(text) <= budget
    assert ("did not fit" in text) is (budget == 130)
    assert ids(text) == ([shop.cents] if budget == 400 else [])


def test_session_and_brief_budgets_of_nothing_turn_them_off(shop: Shop, agent: Agent) -> None:
    shop.git("config", "legendary.sessionBudget", "0")
    shop.git("config", "legendary.briefBudget", "0")
    assert agent.read("src/pay.py") == ""
    assert agent.start() == ""


def test_budget_counts_all_files_of_one_event(shop: Shop) -> None:
    shop.git("config", "legendary.pushBudget", "600")
    pushed = {path: Agent(shop.root, path).read(path) for path in ("src/pay.py", "src/store.py")}
    assert sum(map(len, pushed.values())) > 600
    host = {"hook_event_name": "PreToolUse", "session_id": "x", "cwd": str(shop.root), "tool_name": "Bash"}
    payload = host | {"tool_input": {"command": "cat src/pay.py src/store.py"}}
    ended = shop.process("surface", "--host", "codex", stdin=json.dumps(payload).encode())
    text = ended.json["hookSpecificOutput"]["additionalContext"]
    assert ids(text) == [shop.cents]
    assert shop.locked in text
    assert len(text) <= 600


def test_repository_may_raise_budgets_only_so_far(shop: Shop) -> None:
    near = find_nearest(str(shop.root))
    assert near is not None
    huge = "\n".join(f"{name}_budget = 100000000" for name in ("brief", "push", "session"))
    shop.write({".legendary/config.toml": f"[push]\n{huge}\n"})
    found = load_push_settings(near, os.environ)
    assert (found.brief_budget, found.push_budget, found.session_budget) == (2_400, 8_000, 40_000)
    shop.git("config", "legendary.pushBudget", "6k")
    shop.git("config", "legendary.sessionBudget", "9" * 30)
    found = load_push_settings(near, os.environ)
    assert (found.push_budget, found.session_budget, found.faults) == (6 * 1024, 200_000, [])


@pytest.mark.parametrize("value", ['"x"', "-1", "true", "1.5", "[", "\n[push]"])
def test_wrong_setting_of_the_team_is_told_and_passed_over(shop: Shop, value: str) -> None:
    shop.write({".legendary/config.toml": f"[push]\npush_budget = {value}\nsession_budget = 300\n"})
    payload: dict[str, Any] = {"hook_event_name": "SessionStart", "source": "startup", "session_id": "x"}
    payload |= {"cwd": str(shop.root)}
    brief = shop.process("surface", stdin=json.dumps(payload).encode())
    assert shop.cents in brief.out
    payload = payload | {
        "hook_event_name": "PreToolUse",
        "tool_name": "Read",
        "tool_input": {"file_path": "src/pay.py"},
    }
    push = shop.process("surface", stdin=json.dumps(payload | {"session_id": "y"}).encode())
    assert push.out
    for ended in (brief, push):
        assert ended.code == 0
        assert len(ended.err.splitlines()) == 1
        assert ended.err.startswith("legendary: wrong setting: .legendary/config.toml")
    assert "wrong-setting" in (shop.root / ".git/legendary/log").read_text()


def test_advice_on_a_wrong_setting_works(shop: Shop) -> None:
    shop.write({".legendary/config.toml": '[push]\npush_budget = "x"\n'})
    said = shop.memory("doctor").out
    assert "cure: write it as in: push_budget = 4000" in said
    shop.write({".legendary/config.toml": "[push]\npush_budget = 4000\n"})
    assert "wrong: config" not in shop.memory("doctor").out


@pytest.mark.parametrize("value", ["ture", "maybe", "2x", "--"])
def test_setting_that_git_cannot_read_pushes_nothing_unmerged(shop: Shop, value: str) -> None:
    shop.git("config", "legendary.pushOnlyMerged", value)
    shop.git("config", "legendary.pushBudget", "much")
    shop.git("checkout", "-q", "-b", "topic")
    shop.remember("On the branch", "src/pay.py::refund")
    shop.commit("Remember on the branch")
    payload = {"hook_event_name": "PreToolUse", "tool_name": "Read", "tool_input": {"file_path": "src/pay.py"}}
    ended = shop.process("surface", stdin=json.dumps(payload | {"cwd": str(shop.root)}).encode())
    assert ids(ended.json["hookSpecificOutput"]["additionalContext"]) == [shop.cents]
    assert "legendary.pushOnlyMerged is neither yes nor no" in ended.err
    said = shop.memory("doctor").out
    assert "wrong: setting: legendary.pushOnlyMerged is neither yes nor no" in said
    assert "wrong: setting: legendary.pushBudget is no number" in said


def test_push_of_one_long_memory_is_cut(shop: Shop, agent: Agent) -> None:
    long = shop.remember(f"Long\n{'word ' * 2000}", "src/store.py::Store.close")
    shop.commit("Remember more")
    text = agent.read("src/store.py")
    assert long in ids(text)
    assert f" …\n  (the rest: git memory show {long})\n  (by Ada " in text
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
