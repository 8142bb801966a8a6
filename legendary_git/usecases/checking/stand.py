"""Judge the memories of one state or another; what was read for one is not read again for the next."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from legendary_git.domain.commanding import Commanding
from legendary_git.domain.judged import JudgedMemory, Survey
from legendary_git.domain.memory import InvalidMemory
from legendary_git.domain.values import dataclass, replace
from legendary_git.git.worktree import unmerged
from legendary_git.store.folder import MEMORIES, is_memory_path
from legendary_git.usecases.checking.causes import cause_of
from legendary_git.usecases.checking.standing import RULE_OF, Standing
from legendary_git.usecases.checking.stores import CommitStore, DiskStore, ParsedMemories, Store
from legendary_git.usecases.clock import read_clock
from legendary_git.usecases.code import Code, CommitCode, WorktreeCode
from legendary_git.usecases.effort import Effort
from legendary_git.usecases.judging import Judging
from legendary_git.usecases.judging_many import Manner
from legendary_git.usecases.lacks import Lack, find_lacks
from legendary_git.usecases.memories import Memories
from legendary_git.usecases.origin import held_memories, holds_stamp
from legendary_git.usecases.survey import Surveyed, survey_states
from legendary_git.usecases.workspace import Workspace

_KEPT = 8
"""Standings that others are compared with: the pushes of one moment mostly begin at few commits."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A state that is to be judged: where its memories are, and its code.

    `is_told`: people hear of it, so that they will ask since when. `is_head`: its memories may be on disk alone.
    """

    store: Store
    code: Code
    is_told: bool = True
    is_head: bool = False


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
        self._foreseen: dict[str, Standing] = {}

    @property
    def workspace(self) -> Workspace:
        return self._ws

    def head(self) -> Sight:
        """The memories of HEAD, as they are on disk where they are, and what is only there, on the code of HEAD.

        A repository without commits is judged as it is on disk.
        """
        head = self._ws.repo.head()
        if head is None:
            return self.disk()
        store = DiskStore(self._ws, self._effort, of_head=True)
        return Sight(store, CommitCode(self._ws.repo, head), is_head=True)

    def disk(self) -> Sight:
        """The memories on disk, on the code on disk."""
        return Sight(DiskStore(self._ws, self._effort), WorktreeCode(self._ws.repo, self._ws.index))

    def commit(self, commit: str, *, near: Memories | None = None, differing: Collection[str] = ()) -> Sight:
        """The memories of a commit on its own code, all but the files `differing` just as `near` has them."""
        store = CommitStore(self._ws, commit, near=near, differing=differing, parsed=self._parsed)
        return Sight(store, CommitCode(self._ws.repo, commit))

    def before(self, commit: str, *, near: Memories | None = None, differing: Collection[str] = ()) -> Sight:
        """The same of a commit that is only compared with: nobody asks since when, or what became of code."""
        known = self._befores.get(commit)
        if known is not None:
            return Sight(known.store, known.code, is_told=False)
        parsed = self._parsed
        store = CommitStore(self._ws, commit, near=near, differing=differing, is_quick=True, parsed=parsed)
        return Sight(store, CommitCode(self._ws.repo, commit), is_told=False)

    def foresee(self, sights: Collection[Sight]) -> None:
        """Judge commits together that will be asked about one after the other."""
        told = {one.code.key: one for one in sights if one.is_told}
        befores = {one.code.key: one for one in sights if not one.is_told}
        self._foreseen.clear()
        found = self.stand(*told.values(), *befores.values())
        self._foreseen = dict(zip(told, found, strict=False))

    def stand(self, *sights: Sight) -> list[Standing]:
        """How the memories of several states stand. What is asked most of comes first: the others need less of it."""
        known = {id(one): found for one in sights if (found := self._find(one)) is not None}
        new = [one for one in sights if id(one) not in known]
        known |= {id(one): self._keep(one, found) for one, found in zip(new, self._survey(new), strict=True)}
        return [known[id(one)] for one in sights]

    def _find(self, sight: Sight) -> Standing | None:
        return (self._foreseen if sight.is_told else self._befores).get(sight.code.key)

    def _keep(self, sight: Sight, found: Survey) -> Standing:
        early: Mapping[str, Code] = {}
        if sight.is_head:
            found, early = self._with_early(found)
        store, loaded = sight.store, sight.store.load()
        is_bare = False
        if isinstance(store, DiskStore):
            found = replace(found, invalid=(*found.invalid, *self._left_in_conflict(found)))
            is_bare = not sight.is_head and not (loaded.valid or loaded.invalid) and self._has_memories()
        standing = Standing(
            store, loaded, found, sight.code, self._today, early, self._heard, is_bare, self._find_lacks
        )
        if not sight.is_told:
            if len(self._befores) >= _KEPT:
                self._befores.pop(next(iter(self._befores)))
            self._befores[sight.code.key] = standing
        return standing

    def _find_lacks(self) -> tuple[Lack, ...]:
        return find_lacks(self._ws.repo)

    def _has_memories(self) -> bool:
        """Whether HEAD has files of memories."""
        head = self._ws.repo.head()
        return head is not None and any(map(is_memory_path, self._ws.repo.files_in(head, MEMORIES)))

    def _survey(self, sights: Sequence[Sight]) -> list[Survey]:
        """The states of a check differ little: what holds of one mostly holds of the next."""
        states = []
        for one in sights:
            told = one.is_told
            manner = Manner(self._last, dated=told, candidates=told, look=cause_of if told else None)
            states.append(Surveyed(one.code, one.store.load(), manner))
            self._last = one.code if isinstance(one.code, CommitCode) else self._last
        return survey_states(self._ws, self.judging, states, self._effort)

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
        loaded = Memories(tuple(one.memory for one in early), ())
        state = Surveyed(code, loaded, Manner(self._last, candidates=True, look=cause_of))
        (there,) = survey_states(ws, self.judging, [state], self._effort)
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
