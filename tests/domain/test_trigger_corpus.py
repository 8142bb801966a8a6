"""Triggers against what the tools on this machine print when nothing is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from legendary_git.domain.masking import Masked, mask
from legendary_git.domain.trigger import examine_trigger
from legendary_git.domain.trigger_match import matches
from legendary_git.store.tool_words import load_tool_lines, load_word_counts
from tests.domain.triggers.tool_runs import Output, listings, prepare, succeeding
from tests.domain.triggers.volatile import errors, poor


@pytest.fixture(scope="module")
def triggers() -> list[Masked]:
    """All that is accepted, warned about or not."""
    texts = [error.printed(0) for error in errors()] + [text.text for text in poor()]
    reports = [examine_trigger(text, load_word_counts(), load_tool_lines()) for text in texts]
    return [report.masked for report in reports if report.accepted]


def _fired(triggers: list[Masked], output: Output) -> list[str]:
    text = mask(output.text)
    return [trigger.plain for trigger in triggers if matches(trigger, text)]


def test_trigger_does_not_fire_on_ordinary_output(triggers: list[Masked], tmp_path: Path) -> None:
    prepare(tmp_path)
    fired = {}
    tools = set()
    for output in succeeding(tmp_path):
        tools.add(output.tool)
        fired[output.command] = _fired(triggers, output)
    assert len(triggers) > 200
    assert {"pytest", "unittest", "git"} <= tools
    assert {command: found for command, found in fired.items() if found} == {}


def test_trigger_does_not_fire_on_listings_of_error_handling(triggers: list[Masked]) -> None:
    found = {output.command: _fired(triggers, output) for output in listings()}
    assert len(found) > 15
    assert {command: fired for command, fired in found.items() if fired} == {}
