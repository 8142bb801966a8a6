"""What a push asks of git as every other read does, where the index and the bytes of the files do not tell."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path

from legendary_git.domain.memory import Memory
from legendary_git.errors import UserError
from legendary_git.git.nearest import Nearest
from legendary_git.store.anchored_rows import anchor_rows, head_row
from legendary_git.store.catalog import load_memories
from legendary_git.store.memory_fields import build_memory
from legendary_git.store.noted import Noted, NotedAnchor
from legendary_git.store.texts import pack, pack_json, unpack_json
from legendary_git.usecases import memories
from legendary_git.usecases.call_time import catching_up_seconds
from legendary_git.usecases.code import WorktreeCode
from legendary_git.usecases.judging import Judging
from legendary_git.usecases.limited import limited
from legendary_git.usecases.own_index import open_index
from legendary_git.usecases.pushing_slowly import Finding, change_of
from legendary_git.usecases.read_once import find_read, keep_read
from legendary_git.usecases.screening import screen
from legendary_git.usecases.survey import judge_memories
from legendary_git.usecases.workspace import open_workspace


def catch_up_index(near: Nearest, *, is_damaged: bool = False) -> bool:
    """Bring the index in step with the memory folder; False where that is no use to others.

    Raises TooLong where that takes longer than anybody waits; what was read by then is kept for the next time.
    """
    root = Path(near.root)
    with open_index(root, Path(near.git_dir)) as index, limited(catching_up_seconds()):
        if is_damaged:
            index.begin_anew()
        if index.is_in_memory:
            return False
        load_memories(root, index, screen=screen)
        return not index.is_in_memory


def find_noted(near: Nearest, repo_path: str, environ: Mapping[str, str]) -> list[Noted]:
    """The memories about a file, whatever state the index is in; also those outside a sparse cone. Raises TooLong."""
    return [note_memory(one) for one in _load_all(near, environ) if _is_about(one, repo_path)]


def _load_all(near: Nearest, environ: Mapping[str, str]) -> tuple[Memory, ...]:
    found = find_read(near.root)
    if found is None:
        found = ()
        with suppress(UserError), limited(catching_up_seconds()):
            ws = open_workspace(Path(near.root), environ)
            with closing(ws.index):
                found = memories.load_memories(ws).valid
        keep_read(near.root, found)
    return found


def note_memory(one: Memory) -> Noted:
    """A memory as the index would have it, through which nobody has looked for secrets yet."""
    path, *head = head_row(one)
    noted = Noted((path, pack(one.body), False, pack_json(one.front), *head, None, None, None, None))
    noted.anchors = [NotedAnchor((row[0], *row[3:])) for row in anchor_rows(one)]
    return noted


def judge_with_git(near: Nearest, noted: list[Noted], environ: Mapping[str, str], found: dict[str, Finding]) -> None:
    """Judge with all that git knows, as every read does, and put each into `found` at once.

    Raises TooLong where it is called within a limit of time.
    """
    with suppress(UserError):
        ws = open_workspace(Path(near.root), environ)
        with closing(ws.index):
            code = WorktreeCode(ws.repo, ws.index)
            for one in noted:
                memory = build_memory(one.path, unpack_json(one.front), one.body)
                (judged,) = judge_memories(ws, code, [memory])
                found[one.path] = Finding(judged, change_of(judged, Judging(ws).evidence(memory, code)))


def _is_about(memory: Memory, repo_path: str) -> bool:
    return memory.path == repo_path or any(anchor.file == repo_path for anchor in memory.anchors)
