"""What is answered and told, read as a program reads it, and held against what it must be."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from legendary_git.domain.memory import Memory
from legendary_git.domain.region import LineRange
from legendary_git.domain.verdict import State
from legendary_git.render.as_json import of_brief, of_survey
from legendary_git.render.checking.as_json import of_check
from legendary_git.usecases.brief import brief
from legendary_git.usecases.checking.check import Asked, check
from legendary_git.usecases.list import list_memories
from legendary_git.usecases.stale import stale
from legendary_git.usecases.workspace import open_workspace
from tests.history import History
from tests.scenarios.meaning import words_of

Slot = tuple[str, str]
Answers = dict[str, dict[str, Any]]


_NAMED = re.compile(r"(stale|orphaned|unknown|fresh again) \[decision #(mem-[0-9a-f]{8})\] (\S+?)(?=[; ]|$)")
_COUNTED = re.compile(r"and ((?:[0-9]+ (?:stale|orphaned|unknown|fresh again)(?:, )?)+) more")
_WORDS = {State.FRESH: "fresh again"}


@dataclass(frozen=True, slots=True)
class Said:
    """What `git memory list` says by memory, and all that `stale`, `brief` and `check` say, each with `--json`."""

    memories: Answers
    rest: dict[str, Any]


def read(root: Path) -> Said:
    """Ask in the work tree at `root`."""
    workspace = open_workspace(root)
    listed = json.loads(of_survey("list", list_memories(workspace)))
    rest = {
        "stale": json.loads(of_survey("stale", stale(workspace))),
        "brief": json.loads(of_brief(brief(workspace))),
        "check": json.loads(of_check(check(workspace, Asked()))),
    }
    workspace.index.close()
    return Said({memory["id"]: memory for memory in listed["memories"]}, rest)


def check_same(clone: History, memory: Memory, here: dict[str, Any], there: dict[str, Any]) -> None:
    for anchor, one, other in zip(memory.anchors, here["anchors"], there["anchors"], strict=True):
        blob = anchor.blob or ""
        if clone.run("git", "cat-file", "-e", blob, check=False).returncode == 0:
            assert other == one, f"a clone differs about {memory.title}"
        elif other["verdict"] != "unknown":
            assert other["verdict"] == one["verdict"], f"a clone that lacks the stamp differs about {memory.title}"


def check_lines(lines: LineRange, then: str, now: str | None, answer: dict[str, Any]) -> None:
    """Lines that are called fresh where they are say what they said; those that stand there as they stood are fresh."""
    if now is None or answer["followed_to"] is not None:
        return
    stamped = then.splitlines()[lines.first - 1 : lines.last]
    if answer["verdict"] == "fresh":
        first, last = map(int, answer["lines"].split("-"))
        found = now.splitlines()[first - 1 : last]
        # A block that is found elsewhere begins and ends with a line that says something.
        is_same = "\n".join(found).strip("\n") == "\n".join(stamped).strip("\n")
        assert is_same or answer["reason"] == "reformatted", answer
        assert words_of("\n".join(found)) == words_of("\n".join(stamped)), answer
    elif then == now:
        raise AssertionError(f"nothing was changed, and yet: {answer}")


def check_line(line: str, expected: dict[Slot, State]) -> None:
    """Three flips are named at most, the others counted."""
    words = {slot: _WORDS.get(state, str(state)) for slot, state in expected.items()}
    named = [(memory_id, anchor, word) for word, memory_id, anchor in _NAMED.findall(line)]
    assert len(named) == min(3, len(words)), line
    for memory_id, anchor, word in named:
        assert words.pop((memory_id, anchor)) == word, line
    counted: Counter[str] = Counter()
    if (more := _COUNTED.search(line)) is not None:
        for number, word in re.findall(r"([0-9]+) ([a-z ]+)", more[1]):
            counted[word] += int(number)
    assert counted == Counter(words.values()), line
