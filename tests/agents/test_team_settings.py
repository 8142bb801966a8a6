"""A repository's settings file is as untrusted as its memories: nothing in its place may make a hook wait."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.agents.agent import Agent, text_of
from tests.project import Shop

CONFIG = ".legendary/config.toml"


def put(shop: Shop, what: str) -> None:
    place: Path = shop.root / CONFIG
    place.unlink(missing_ok=True)
    if what == "fifo":
        os.mkfifo(place)
    elif what.startswith("/"):
        place.symlink_to(what)
    else:
        place.write_text(what)


ODD = {
    "endless": "/dev/zero",
    "waiting": "/dev/stdin",
    "kernel": "/proc/kmsg",
    "fifo": "fifo",
    "dotted": "[push]\n" + "a." * 40_000 + "a = 1\n",
    "deep": "[push]\na = " + "[\n" * 5_000,
    "digits": "[push]\npush_budget = " + "9" * 900 + "\n" + "a = " + "9" * 990 + "\n",
    "long number": "[push]\npush_budget = " + "9" * 5_000 + "\n",
    "large": "[push]\n" + "".join(f"k{n} = 1\n" for n in range(400_000)),
}


def said(shop: Shop, payload: dict[str, str | dict[str, str]]) -> tuple[str, str]:
    """What comes back to the agent, and what stands on stderr."""
    agent = Agent(shop.root)
    out, err = agent.start_process(json.dumps(agent.fill(payload)).encode())
    return text_of(out, str(payload["hook_event_name"])), err.decode()


READ: dict[str, str | dict[str, str]] = {
    "hook_event_name": "PreToolUse",
    "tool_name": "Read",
    "tool_input": {"file_path": "src/pay.py"},
}
START: dict[str, str | dict[str, str]] = {"hook_event_name": "SessionStart", "source": "startup"}


@pytest.mark.parametrize("payload", [READ, START], ids=["read", "start"])
@pytest.mark.parametrize("what", ODD.values(), ids=list(ODD))
def test_push_goes_on_whatever_stands_where_settings_belong(
    shop: Shop, what: str, payload: dict[str, str | dict[str, str]]
) -> None:
    put(shop, what)
    text, err = said(shop, payload)
    assert Shop.CENTS in text
    assert "hook for the agent failed" not in err
    assert shop.memory("doctor").code in (0, 1)


def test_wrong_value_that_may_be_a_secret_is_not_repeated(shop: Shop) -> None:
    token = "ghp_" + "A1b2C3d4E5" * 3 + "Zz9Yy8"
    put(shop, f'[push]\npush_budget = "{token}"\n')
    _, err = said(shop, READ)
    doctor = shop.memory("doctor")
    assert token not in err + doctor.out + doctor.err
    assert "[push] push_budget = … means nothing" in doctor.out
