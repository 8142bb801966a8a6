"""A repository whose memories have given triggers, and the hook that is asked about an output."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from legendary_git.domain.memory import Memory, MemoryType, Status
from legendary_git.store.folder import MEMORIES
from legendary_git.store.memory_file import format_memory

GUARD = [sys.executable, "-P", "-m", "legendary_git", "guard", "--host", "claude"]
_CHECKOUT = Path(__file__).resolve().parent.parent.parent
_IDENTITY = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "Ada"), ("EMAIL", "ada@example.org"))
}


def environment(home: Path) -> dict[str, str]:
    """Nothing of the machine's configuration, and compiled files as an installation has them."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "TMPDIR")}
    sealed = {"HOME": str(home), "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8", "PYTHONPATH": str(_CHECKOUT)}
    return kept | sealed | _IDENTITY


def make_store(root: Path, triggers: list[str]) -> dict[str, str]:
    """A committed repository with an episode for each trigger; the trigger by the memory's id."""
    (root / MEMORIES).mkdir(parents=True)
    known = {f"mem-{number:08x}": trigger for number, trigger in enumerate(triggers)}
    for memory_id, trigger in known.items():
        memory = Memory(
            id=memory_id,
            type=MemoryType.EPISODE,
            title=f"What was tried against error {memory_id[4:]}",
            status=Status.ACTIVE,
            path=f"{MEMORIES}/{memory_id}-error.md",
            created="2026-01-05T09:00:00Z",
            triggers=(trigger,),
        )
        (root / memory.path).write_bytes(format_memory(memory))
    env = environment(root)
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "Remember"]):
        subprocess.run(["git", *words], cwd=root, env=env, check=True)
    subprocess.run([*GUARD[:-3], "rebuild"], cwd=root, env=env, check=True, capture_output=True)
    return known


def payload(root: Path, output: str, *, failed: bool, command: str = "make", session: str = "s") -> bytes:
    """What Claude Code sends after a command."""
    told = {"error": output} if failed else {"tool_response": {"stdout": output, "stderr": "", "interrupted": False}}
    name = "PostToolUseFailure" if failed else "PostToolUse"
    common = {"session_id": session, "cwd": str(root), "hook_event_name": name, "tool_name": "Bash"}
    return json.dumps({**common, "tool_input": {"command": command}, **told}).encode()


def ask_guard(root: Path, data: bytes) -> str:
    """What it answers to a payload; empty where nothing."""
    done = subprocess.run(GUARD, cwd=root, env=environment(root), input=data, capture_output=True, check=True)
    if not done.stdout:
        return ""
    found: str = json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]
    return found
