"""What an agent is told as its session begins, and with a prompt."""

from __future__ import annotations

import pytest

from tests.agents.agent import Agent, ids
from tests.project import Project, Shop


@pytest.fixture
def agent(shop: Shop) -> Agent:
    return Agent(shop.root)


def test_start_tells_titles_and_how_to_remember(shop: Shop, agent: Agent) -> None:
    text = agent.start()
    assert sorted(ids(text)) == sorted([shop.cents, shop.locked])
    assert f"[decision #{shop.cents}] Amounts are whole cents\n" in text
    assert "Floats" not in text
    assert text.splitlines()[-2].startswith("To look something up: git memory recall WORDS.")


def test_start_says_what_may_be_wrong(shop: Shop, agent: Agent) -> None:
    shop.change()
    assert f"[decision #{shop.cents}] [stale since " in agent.start()


def test_start_is_told_once_and_again_after_a_compaction(agent: Agent) -> None:
    assert agent.start() != ""
    assert agent.start("resume") == ""
    assert agent.start("compact") != ""


def test_start_keeps_within_its_budget(shop: Shop, agent: Agent) -> None:
    for number in range(8):
        shop.remember(f"Number {number} {'word ' * 20}", "src/pay.py")
    shop.commit("Remember more")
    assert len(agent.start()) <= 1_200
    shop.git("config", "legendary.briefBudget", "500")
    assert len(agent.start("compact")) <= 500


def test_start_of_a_store_without_memories_tells_how_to_remember(project: Project) -> None:
    text = Agent(project.root).start()
    assert ids(text) == []
    assert "git memory remember" in text


def test_start_without_a_store_is_silent(project: Project) -> None:
    project.git("rm", "-rqf", "--ignore-unmatch", ".legendary")
    project.run("rm", "-rf", ".legendary")
    assert Agent(project.root).start() == ""


def test_prompt_tells_nothing_unless_it_is_asked_to(shop: Shop, agent: Agent) -> None:
    prompt = "Why is the amount in whole cents when we charge a card?"
    assert agent.ask(prompt) == ""
    shop.git("config", "legendary.promptRecall", "true")
    assert ids(agent.ask(prompt)) == [shop.cents]
    assert agent.ask(prompt) == "", "once"


@pytest.mark.parametrize("prompt", ["", "Please fix the tests", "What does the amount do?", "x " * 5_000])
def test_prompt_has_a_floor(shop: Shop, agent: Agent, prompt: str) -> None:
    shop.git("config", "legendary.promptRecall", "true")
    assert agent.ask(prompt) == ""
