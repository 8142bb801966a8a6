"""What a push loads: every tool call waits for that, so it is asserted by name and never by the clock."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.agents.agent import Agent, text_of
from tests.project import PAY, Shop

SLOW = {
    "click",
    "rich",
    "pygit2",
    "tree_sitter",
    "dataclasses",
    "typing",
    "re",
    "json",
    "pathlib",
    "subprocess",
    "enum",
}
NEVER = {"click", "rich", "pygit2"}
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
    ended = subprocess.run(
        [sys.executable, "-P", "-c", _ASK],
        input=json.dumps(payload).encode(),
        capture_output=True,
        check=True,
        cwd=agent.folder,
        env=os.environ | agent.env,
    )
    assert bool(text_of(ended.stdout, "PreToolUse")) is told
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
    assert "tree_sitter" in first
    assert loaded(Agent(shop.root, "two"), "src/pay.py", told=True) & SLOW == set(), "the answer was kept"


def test_file_that_changed_elsewhere_needs_no_git(shop: Shop, agent: Agent) -> None:
    shop.write({"src/pay.py": PAY.replace("back += 7", "back += 8")})
    found = loaded(agent, "src/pay.py", told=True)
    assert "tree_sitter" in found
    assert found & {"pygit2", "legendary_git.git.gitcmd"} == set()


def test_changed_and_committed_file_loads_next_to_nothing_the_second_time(shop: Shop, agent: Agent) -> None:
    shop.change()
    loaded(agent, "src/pay.py", told=True)
    assert loaded(Agent(shop.root, "two"), "src/pay.py", told=True) & SLOW == set()
