"""What a push loads: every tool call waits for that, so it is asserted by name and never by the clock."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests.agents.agent import Agent, text_of
from tests.project import PAY, Shop

SLOW = {
    "click",
    "rich",
    "pygit2",
    "tree_sitter",
    "tree_sitter._binding",
    "dataclasses",
    "typing",
    "re",
    "json",
    "pathlib",
    "subprocess",
    "enum",
}
NEVER = {"click", "rich", "pygit2"}
NEVER_TO_JUDGE = NEVER | {"dataclasses", "inspect", "typing", "pathlib", "_hashlib", "subprocess", "difflib"}
NEVER_TO_JUDGE |= {"tree_sitter", "tree_sitter_language_pack", "legendary_git.parsing.own.node"}
"""Neither to judge a file that has changed by its bytes: each of them takes as long as a file to judge, or longer."""
_ASK = """
import sys
sys.argv[1:] = ["surface", "--host", "claude"]
from legendary_git.agents.run import run
code = run(sys.argv[1:])
sys.stderr.write(" ".join(sys.modules))
sys.exit(code)
"""


def loaded(agent: Agent, path: str, *, told: bool) -> set[str]:
    """The modules that the hook had loaded when it was done."""
    payload = agent.fill({"hook_event_name": "PreToolUse", "tool_name": "Read", "tool_input": {"file_path": path}})
    return run_and_list(agent, payload, told="PreToolUse" if told else None)


def loaded_at_start(agent: Agent) -> set[str]:
    """The same where a session begins."""
    return run_and_list(
        agent, agent.fill({"hook_event_name": "SessionStart", "source": "startup"}), told="SessionStart"
    )


def run_and_list(agent: Agent, payload: dict[str, Any], *, told: str | None) -> set[str]:
    """The modules; `told` is the event that something is said at, if it is."""
    ended = subprocess.run(
        [sys.executable, "-P", "-c", _ASK],
        input=json.dumps(payload).encode(),
        capture_output=True,
        check=True,
        cwd=agent.folder,
        env=os.environ | agent.env,
    )
    assert bool(text_of(ended.stdout, told or "PreToolUse")) is (told is not None)
    return set(ended.stderr.decode().split())


@pytest.fixture
def agent(shop: Shop) -> Agent:
    """One before whom another has asked, so that the index knows what has to be asked once."""
    Agent(shop.root, "before").read("src/pay.py")
    return Agent(shop.root)


def test_hit_of_an_unchanged_file_loads_next_to_nothing(agent: Agent) -> None:
    assert loaded(agent, "src/pay.py", told=True) & SLOW == set()


def test_miss_loads_next_to_nothing(agent: Agent) -> None:
    found = loaded(agent, "README", told=False)
    assert found & SLOW == set()
    assert "legendary_git.render.frame" not in found


def test_folder_without_memories_loads_no_database(shop: Shop, agent: Agent) -> None:
    shop.git("rm", "-rq", ".legendary/memories")
    assert loaded(agent, "src/pay.py", told=False) & (SLOW | {"_sqlite3"}) == set()


def test_changed_file_is_parsed_once_and_without_pygit2(shop: Shop, agent: Agent) -> None:
    shop.write({"src/pay.py": PAY.replace("100", "1000")})
    first = loaded(agent, "src/pay.py", told=True)
    assert first & NEVER == set()
    assert "tree_sitter._binding" in first
    assert loaded(Agent(shop.root, "two"), "src/pay.py", told=True) & SLOW == set(), "the answer was kept"


def test_file_that_changed_elsewhere_needs_no_git(shop: Shop, agent: Agent) -> None:
    shop.write({"src/pay.py": PAY.replace("back += 7", "back += 8")})
    found = loaded(agent, "src/pay.py", told=True)
    assert "tree_sitter._binding" in found
    assert found & {"pygit2", "legendary_git.git.gitcmd"} == set()


def test_file_that_changed_round_what_memories_are_about_is_judged_with_little(shop: Shop, agent: Agent) -> None:
    shop.write({"src/pay.py": f"{PAY}\nMORE = 1\n"})
    found = loaded(agent, "src/pay.py", told=True)
    assert "tree_sitter._binding" in found
    assert found & NEVER_TO_JUDGE == set()


def test_language_is_parsed_from_toml_once(shop: Shop, agent: Agent) -> None:
    shop.write({"src/pay.py": f"{PAY}\nMORE = 1\n"})
    loaded(agent, "src/pay.py", told=True)
    shop.write({"src/pay.py": f"{PAY}\nMORE = 2\n"})
    found = loaded(Agent(shop.root, "two"), "src/pay.py", told=True)
    assert "tree_sitter._binding" in found
    assert "tomllib" not in found


def test_session_that_begins_loads_next_to_nothing_the_second_time(shop: Shop, agent: Agent) -> None:
    agent.start()
    assert loaded_at_start(Agent(shop.root, "two")) & (SLOW - {"json", "re", "enum"}) == set()


def test_prompt_loads_next_to_nothing_where_nobody_asked_for_more(agent: Agent) -> None:
    payload = agent.fill({"hook_event_name": "UserPromptSubmit", "prompt": "Why are amounts in cents?"})
    assert run_and_list(agent, payload, told=None) & SLOW == set()


def test_changed_and_committed_file_loads_next_to_nothing_the_second_time(shop: Shop, agent: Agent) -> None:
    shop.change()
    loaded(agent, "src/pay.py", told=True)
    assert loaded(Agent(shop.root, "two"), "src/pay.py", told=True) & SLOW == set()
