"""Memories about chosen symbols, as `remember` would have written them at a commit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.accuracy.changes.rebuild import Rebuilt
from benchmarks.accuracy.judge_ours import Ours
from benchmarks.accuracy.subjects import Subject
from legendary_git.domain.anchor import Anchor
from legendary_git.domain.memory import Memory, MemoryType, Status
from legendary_git.store.folder import MEMORIES
from legendary_git.store.memory_file import format_memory


@dataclass(frozen=True, slots=True)
class Remembered:
    """A memory's id, what it is about, and the real commit at which that was stamped."""

    memory_id: str
    subject: Subject
    commit: str

    @property
    def kind(self) -> str:
        return f"{self.subject.kind} in another" if "." in self.subject.name else self.subject.kind


def remember(
    ours: Ours, rebuilt: Rebuilt, commit: str, subjects: Sequence[Subject], number: int
) -> tuple[str, list[Remembered]]:
    """Write a memory about each subject that can be stamped at a real commit, on top of it and on disk.

    The id of the commit that has them, and the memories.
    """
    files: dict[str, bytes] = {}
    made = []
    for count, subject in enumerate(subjects):
        anchor = ours.stamp(subject, commit)
        if anchor is not None:
            memory = _memory(f"mem-{number:02x}{count:06x}", anchor)
            files[memory.path.removeprefix(f"{MEMORIES}/")] = format_memory(memory)
            made.append(Remembered(memory.id, subject, commit))
    _write(rebuilt.here.root / MEMORIES, files)
    return rebuilt.remember(commit, files), made


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)


def _memory(memory_id: str, anchor: Anchor) -> Memory:
    return Memory(
        id=memory_id,
        type=MemoryType.DECISION,
        title=f"Why {anchor.symbol} is as it is, the {memory_id} of them",
        status=Status.ACTIVE,
        path=f"{MEMORIES}/{memory_id}.md",
        anchors=(anchor,),
    )
