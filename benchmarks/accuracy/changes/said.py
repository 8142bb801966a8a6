"""What `git memory check` says, asked as CI asks it."""

from __future__ import annotations

import contextlib
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.accuracy.judges import ORPHANED, STALE, UNKNOWN
from legendary_git.cli.main import run

_STATES = {"LG001": ORPHANED, "LG003": STALE, "LG004": UNKNOWN}

States = dict[str, str]
"""The verdict of each memory that is not fresh, by its id."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a change is said to have done: what is wrong now, what was so before, what is so no more.

    `others` are findings of other rules: there should be none.
    """

    new: States
    earlier: States
    ended: States
    others: tuple[str, ...] = ()

    @property
    def after(self) -> States:
        return self.new | self.earlier


def ask_change(root: Path, base: str, commit: str) -> Said:
    """`check --base BASE --at COMMIT`."""
    found = _ask(root, "--base", base, "--at", commit)
    every = [one for key in ("findings", "earlier", "ended") for one in found[key]]
    others = tuple(one["rule"] for one in every if one["rule"] not in _STATES)
    return Said(_states(found["findings"]), _states(found["earlier"]), _states(found["ended"]), others)


def ask_state(root: Path, commit: str) -> States:
    """`check --at COMMIT`, with the memories on disk."""
    return _states(_ask(root, "--at", commit, "--no-base")["findings"])


def expect_change(before: States, after: States) -> Said:
    """What must be said of a change between two states: what is wrong in another way now is new, and has not ended."""
    same = {one for one, state in after.items() if before.get(one) == state}
    return Said(
        {one: state for one, state in after.items() if one not in same},
        {one: state for one, state in after.items() if one in same},
        {one: state for one, state in before.items() if one not in after},
    )


def _states(found: list[dict[str, Any]]) -> States:
    return {one["id"]: _STATES[one["rule"]] for one in found if one["rule"] in _STATES}


def _ask(root: Path, *words: str) -> dict[str, Any]:
    """Run the command in this process: starting Python is most of what it costs."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with contextlib.chdir(root), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(("check", "--json", *words))
    out.flush()
    err.flush()
    if code not in (0, 1):
        raise RuntimeError(f"check {' '.join(words)} exited {code}: {err.buffer.getvalue().decode()}")
    found: dict[str, Any] = json.loads(out.buffer.getvalue())
    return found
