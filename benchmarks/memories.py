"""Memories that the benchmarks put into their repositories."""

from __future__ import annotations

from legendary_git.domain.memory import Memory, MemoryType, Status
from legendary_git.store.folder import MEMORIES
from legendary_git.store.memory_file import format_memory
from legendary_git.usecases.stamp import stamp
from legendary_git.usecases.workspace import Workspace


def write_memory(ws: Workspace, number: int, title: str, spec: str, body: str = "") -> None:
    """Write a decision about the code at `spec`, as it is on disk; its id is the number."""
    memory = Memory(
        id=f"mem-{number:08x}",
        type=MemoryType.DECISION,
        title=title,
        status=Status.ACTIVE,
        path=f"{MEMORIES}/mem-{number:08x}-step.md",
        body=body,
        created="2026-01-05T09:00:00Z",
        anchors=(stamp(ws, spec),),
    )
    (ws.root / memory.path).write_bytes(format_memory(memory))
