"""Judge the memories of one state or another; what was read for one is not read again for the next."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from legendary_git.domain.commanding import Commanding
from legendary_git.domain.judged import JudgedMemory, Survey
from legendary_git.domain.memory import InvalidMemory
from legendary_git.domain.values import replace
from legendary_git.git.worktree import unmerged
from legendary_git.store.folder import MEMORIES, is_memory_path
from legendary_git.usecases.checking.causes import cause_of
from legendary_git.usecases.checking.standing import RULE_OF, Standing
from legendary_git.usecases.checking.stores import CommitStore, DiskStore, ParsedMemories, Store
from legendary_git.usecases.clock import read_clock
from legendary_git.usecases.code import Code, CommitCode, WorktreeCode
from legendary_git.usecases.effort import Effort
from legendary_git.usecases.judging import Judging
from legendary_git.usecases.memories import Memories
from legendary_git.usecases.origin import held_memories, holds_stamp
from legendary_git.usecases.survey import survey_code
from legendary_git.usecases.workspace import Workspace

_KEPT = 4
"""Standings that others are compared with: the pushes of one moment mostly begin at few commits."""


class Stands:
    """The states of one repository that a check compares."""

    def __init__(self, ws: Workspace, effort: Effort | None = None) -> None:
        self._ws = ws
        self._effort = effort or Effort()
        self._last: CommitCode | None = None
        self._today = read_clock().date()
        self.judging = Judging(ws)
        self._parsed: ParsedMemories = {}
        self._heard: dict[str, tuple[Commanding, ...]] = {}
        self._befores: dict[str, Standing] = {}

    @property
    def workspace(self) -> Workspace:
        return self._ws

    def of_head(self) -> Standing:
        """The memories of HEAD, as they are on disk where they are, and what is only there, on the code of HEAD.

        A repository without commits is judged as it is on disk.
        """
        head = self._ws.repo.head()
        if head is None:
            return self.on_disk()
        store = DiskStore(self._ws, self._effort, of_head=True)
        code = CommitCode(self._ws.repo, head)
        found, early = self._with_early(self._survey(code, store.load()))
        return self._standing(store, found, code, early)

    def on_disk(self) -> Standing:
        """The memories on disk, on the code on disk."""
        ws, store = self._ws, DiskStore(self._ws, self._effort)
        code, loaded = WorktreeCode(ws.repo, ws.index), store.load()
        is_empty = not (loaded.valid or loaded.invalid)
        return self._standing(store, self._survey(code, loaded), code, is_bare=is_empty and self._has_memories())

    def _standing(
        self,
        store: DiskStore,
        found: Survey,
        code: Code,
        early: Mapping[str, Code] | None = None,
        *,
        is_bare: bool = False,
    ) -> Standing:
        found = replace(found, invalid=(*found.invalid, *self._left_in_conflict(found)))
        return Standing(store, store.load(), found, code, self._today, early or {}, self._heard, is_bare)

    def _has_memories(self) -> bool:
        """Whether HEAD has files of memories."""
        head = self._ws.repo.head()
        return head is not None and any(map(is_memory_path, self._ws.repo.files(head, MEMORIES)))

    def of_commit(self, commit: str, *, near: Memories | None = None, differing: Collection[str] = ()) -> Standing:
        """The memories of a commit on its own code, all but the files `differing` just as `near` has them."""
        store = CommitStore(self._ws, commit, near=near, differing=differing, parsed=self._parsed)
        return self._of_commit(store, commit)

    def before(self, commit: str, *, near: Memories | None = None, differing: Collection[str] = ()) -> Standing:
        """The same of a commit that is only compared with: nobody asks since when, or what became of code."""
        if commit not in self._befores:
            if len(self._befores) >= _KEPT:
                self._befores.pop(next(iter(self._befores)))
            parsed = self._parsed
            store = CommitStore(self._ws, commit, near=near, differing=differing, is_quick=True, parsed=parsed)
            self._befores[commit] = self._of_commit(store, commit, is_told=False)
        return self._befores[commit]

    def _of_commit(self, store: Store, commit: str, *, is_told: bool = True) -> Standing:
        code = CommitCode(self._ws.repo, commit)
        loaded = store.load()
        found = self._survey(code, loaded, is_told=is_told)
        return Standing(store, loaded, found, code, self._today, heard=self._heard)

    def _survey(self, code: Code, loaded: Memories, *, is_told: bool = True) -> Survey:
        """The states of a check differ little: what holds of one mostly holds of the next."""
        near = self._last
        self._last = code if isinstance(code, CommitCode) else near
        return survey_code(
            self._ws,
            code,
            loaded,
            self.judging,
            near=near,
            dated=is_told,
            candidates=is_told,
            look=cause_of,
            effort=self._effort,
        )

    def _with_early(self, found: Survey) -> tuple[Survey, Mapping[str, Code]]:
        """A memory, or an anchor, that HEAD does not have yet may be about code that it does not have either.

        Where such a one does not hold on HEAD, the working tree is asked.
        """
        ws = self._ws
        held = {
            memory.id for memory in held_memories(ws.repo, [one.memory for one in found.memories], found.head or "")
        }
        doubtful = [judged for judged in found.memories if judged.state in RULE_OF]
        early = [one for one in doubtful if one.memory.id not in held or self._has_new_anchor(one, found.head or "")]
        if not early:
            return found, {}
        code = WorktreeCode(ws.repo, ws.index)
        there = self._survey(code, Memories(tuple(one.memory for one in early), ()))
        on_disk = {judged.memory.id: judged for judged in there.memories}
        judged = tuple(on_disk.get(one.memory.id, one) for one in found.memories)
        return replace(found, memories=judged), dict.fromkeys(on_disk, code)

    def _has_new_anchor(self, judged: JudgedMemory, head: str) -> bool:
        """Whether one of the anchors that do not hold on HEAD was written, or stamped anew, later."""
        doubtful = [one.anchor for one in judged.anchors if one.verdict.state in RULE_OF]
        return any(not holds_stamp(self._ws.repo, judged.memory, one, head) for one in doubtful)

    def _left_in_conflict(self, found: Survey) -> tuple[InvalidMemory, ...]:
        """Memories about which a merge waits for somebody's word, though nothing in their files says so."""
        known = {bad.path for bad in found.invalid}
        return tuple(
            InvalidMemory(
                path, 1, "a merge has left it in conflict: one side changed or removed what the other one kept"
            )
            for path in unmerged(self._ws.repo, MEMORIES)
            if path not in known and is_memory_path(path)
        )
