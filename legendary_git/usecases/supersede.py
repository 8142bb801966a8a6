"""Let one memory take the place of another."""

from __future__ import annotations

from collections.abc import Sequence
from shlex import quote

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.coverage import covers
from legendary_git.domain.evidence import Evidence
from legendary_git.domain.judged import JudgedAnchor, JudgedMemory
from legendary_git.domain.memory import FrontValue, Memory, Status
from legendary_git.domain.values import dataclass, replace
from legendary_git.domain.verdict import State
from legendary_git.errors import MemoryRefused
from legendary_git.store.rewrite import Change
from legendary_git.usecases.amend import Amendment, draft, event, moment, put
from legendary_git.usecases.catch_up import catch_up
from legendary_git.usecases.chain import find_chain
from legendary_git.usecases.code import WorktreeCode
from legendary_git.usecases.conflicts import freed
from legendary_git.usecases.extents import as_stamped, evidence_of, extents_of
from legendary_git.usecases.find import find_memory
from legendary_git.usecases.memories import Memories, load_memories
from legendary_git.usecases.survey import judge_memories
from legendary_git.usecases.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Superseded:
    """The memory that was retired, and the one that stands in its place."""

    old: Memory
    new: Memory
    notices: tuple[str, ...] = ()


def supersede(ws: Workspace, old: str, new: str) -> Superseded:
    """Mark `old` as superseded by `new`, in the files of both or in neither.

    Raises UnknownMemory where either is missing, MemoryRefused where `old` is superseded already or `new` cannot take
    its place, StoreError.
    """
    loaded = load_memories(ws)
    retired, successor = find_memory(loaded, old), find_memory(loaded, new)
    catch_up(ws, loaded)
    _refuse_by_chain(loaded, retired, successor)
    judged, other = judge_memories(ws, WorktreeCode(ws.repo, ws.index), (retired, successor))
    _refuse_uncovered(ws, judged, other.anchors, successor)
    put(ws, draft_supersession(ws, loaded, retired, successor, moment()))
    catch_up(ws)
    return Superseded(retired, successor, (*loaded.warnings, *ws.notices))


def check_supersedes(ws: Workspace, old: str, anchors: Sequence[Anchor], loaded: Memories | None = None) -> Memory:
    """The memory `old`, if one that is yet to be written, with these anchors as they were stamped, may take its place.

    `loaded` are the memories that are there (None: those on disk). Raises what `supersede` would raise. Nothing is
    written.
    """
    loaded = load_memories(ws) if loaded is None else loaded
    retired = find_memory(loaded, old)
    _refuse_superseded(loaded, retired)
    (judged,) = judge_memories(ws, WorktreeCode(ws.repo, ws.index), (retired,))
    _refuse_uncovered(ws, judged, as_stamped(anchors), None)
    return retired


def covers_all(ws: Workspace, old: JudgedMemory, new: Sequence[JudgedAnchor]) -> bool:
    """Whether every anchor of `old` is covered."""
    return not find_uncovered(evidence_of(ws, old), old, new)


def draft_supersession(ws: Workspace, loaded: Memories, old: Memory, new: Memory, at: str) -> list[Amendment]:
    """Both files, and those of memories that `old` contradicted; nothing is written.

    The new one is written first: where a machine dies in between, the old one is still active and the command can be
    run again.
    """
    partners = {one.id: change for one, change in freed(loaded, (old,))}
    to_new = partners.pop(new.id, Change())
    if old.id not in new.supersedes:
        to_new = replace(to_new, added={"supersedes": [old.id]})
    amendments = [draft(ws, loaded, new, to_new, at)] if to_new != Change() else []
    amendments += [draft(ws, loaded, one, partners[one.id], at) for one in loaded.valid if one.id in partners]
    return [*amendments, draft_superseded(ws, loaded, old, new, at)]


def draft_superseded(ws: Workspace, loaded: Memories, old: Memory, new: Memory, at: str) -> Amendment:
    """The file of the memory that is retired."""
    values: dict[str, FrontValue] = {"status": Status.SUPERSEDED.value, "superseded_by": new.id}
    change = Change(values=values, without=("conflicts_with",))
    return draft(ws, loaded, old, change, at, [event(ws, "superseded", at, to=new.id)])


def _refuse_by_chain(loaded: Memories, old: Memory, new: Memory) -> None:
    if old.id == new.id:
        raise MemoryRefused("a memory cannot supersede itself", "name the one that stands in its place")
    _refuse_superseded(loaded, old)
    if new.status in (Status.SUPERSEDED, Status.DEPRECATED):
        last = [one for one in find_chain(loaded, new).later if not (one.is_retired or one.id == old.id)]
        todo = f"git memory supersede {old.id} {last[-1].id}" if last else "name one that still holds"
        raise MemoryRefused(f"{new.id} is {new.status} itself", todo)
    if any(one.id == new.id for one in find_chain(loaded, old).earlier):
        raise MemoryRefused(
            f"{old.id} took the place of {new.id}: the two would supersede each other",
            f"see git memory show {old.id}, and mend `supersedes` and `superseded_by` by hand",
        )


def _refuse_superseded(loaded: Memories, old: Memory) -> None:
    if old.status is Status.SUPERSEDED:
        by = old.superseded_by
        last = [one for one in find_chain(loaded, old).later if not one.is_retired]
        todo = f"supersede that one instead: {last[-1].id}" if last else f"see git memory show {old.id}"
        raise MemoryRefused(f"{old.id} is superseded already{f' by {by}' if by else ''}", todo)


def _refuse_uncovered(ws: Workspace, old: JudgedMemory, new: Sequence[JudgedAnchor], successor: Memory | None) -> None:
    missing = find_uncovered(evidence_of(ws, old), old, new)
    if not missing:
        return
    memory = old.memory
    there = [one for one in missing if one.verdict.state is not State.ORPHANED]
    gone = [one for one in missing if one.verdict.state is State.ORPHANED]
    lines = [f"--anchor {quote(one.verdict.followed_to or one.anchor.spec)}" for one in there]
    lines += [
        f"git memory reanchor {memory.id} --anchor {quote(one.anchor.spec)} --to PLACE   # its code is gone"
        for one in gone
    ]
    number = f"{len(missing)} of the {len(old.anchors)} anchors" if len(old.anchors) > 1 else "the anchor"
    name = successor.id if successor is not None else "the new memory"
    retire = "" if memory.is_retired else f", or retire the old one: git memory deprecate {memory.id} --reason TEXT"
    todo = f"remember it with these anchors too{retire}"
    raise MemoryRefused(f"{name} does not cover {number} of {memory.id}", todo, details=tuple(lines))


def find_uncovered(evidence: Evidence, old: JudgedMemory, new: Sequence[JudgedAnchor]) -> list[JudgedAnchor]:
    """The anchors of `old` that none of the others covers, in the state of the code that both were judged on."""
    wide = extents_of(new, evidence)
    narrow = zip(old.anchors, extents_of(old.anchors, evidence), strict=True)
    return [anchor for anchor, extent in narrow if not any(covers(one, extent) for one in wide)]
