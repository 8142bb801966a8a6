"""End a contradiction: say which of the memories hold."""

from __future__ import annotations

from collections.abc import Sequence

from legendary_git.domain.memory import FrontValue, Memory
from legendary_git.domain.values import dataclass, replace
from legendary_git.errors import MemoryRefused, UsageError
from legendary_git.usecases.amend import Amendment, draft, event, moment, put
from legendary_git.usecases.catch_up import catch_up
from legendary_git.usecases.code import WorktreeCode
from legendary_git.usecases.conflicts import freed, partners_of, unlinked
from legendary_git.usecases.deprecate import draft_deprecation
from legendary_git.usecases.find import find_memory
from legendary_git.usecases.kin import are_at_odds, compare
from legendary_git.usecases.memories import Memories, load_memories
from legendary_git.usecases.supersede import covers_all, draft_superseded
from legendary_git.usecases.survey import judge_memories
from legendary_git.usecases.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Resolved:
    """The memories that hold, those that one of them supersedes, and those that were deprecated; and why."""

    kept: tuple[Memory, ...]
    superseded: tuple[Memory, ...]
    deprecated: tuple[Memory, ...]
    reason: str
    notices: tuple[str, ...] = ()


def resolve(ws: Workspace, memory_id: str, keep: Sequence[str]) -> Resolved:
    """Of a memory and those that it contradicts, let the ones in `keep` hold, and retire the others; all files or none.

    Where nobody has marked the two, both have to be named, and to contradict each other, or say the same, by what they
    say: then the memory gives way to those in `keep`.

    Where one is kept it supersedes those whose anchors it covers; the others are deprecated. Raises UnknownMemory,
    UsageError (nothing is kept), MemoryRefused (no conflict, or one that is not part of it) and StoreError.
    """
    if not keep:
        raise UsageError("nothing is kept", "name what holds: git memory resolve ID --keep ID")
    loaded = load_memories(ws)
    memory = find_memory(loaded, memory_id)
    group = _find_group(loaded, memory, [find_memory(loaded, one) for one in keep])
    kept = _find_kept(loaded, group, keep)
    catch_up(ws, loaded)
    lost = tuple(one for one in group if one not in kept)
    superseded = _covered(ws, kept[0], lost) if len(kept) == 1 else ()
    deprecated = tuple(one for one in lost if one not in superseded)
    reason = f"lost to {', '.join(one.id for one in kept)}, which contradicts it"
    found = Resolved(kept, superseded, deprecated, reason, (*loaded.warnings, *ws.notices))
    put(ws, _draft(ws, loaded, found))
    catch_up(ws)
    return found


def _find_group(loaded: Memories, memory: Memory, kept: Sequence[Memory]) -> tuple[Memory, ...]:
    """The memory and those that it is marked as contradicting; or, of those that nobody marked, the ones to be kept."""
    partners = partners_of(loaded, memory)
    if not memory.is_retired and memory not in kept:
        unmarked = tuple(one for one in kept if one not in partners and are_at_odds(memory, one))
        if unmarked:  # what else it contradicts was not asked about, unless some of it is kept too
            return (memory, *unmarked, *(partners if any(one in partners for one in kept) else ()))
    if memory.is_retired or not (memory.is_conflicted or partners):
        raise _nothing(loaded, memory)
    return (memory, *partners)


def _nothing(loaded: Memories, memory: Memory) -> MemoryRefused:
    """What nobody marked is only resolved where both are named; the commands that do."""
    told = () if memory.is_retired else compare(loaded, memory).contradicted
    return MemoryRefused(
        f"nothing to resolve: {memory.id} is {memory.status}",
        "git memory check tells what contradicts what",
        details=tuple(f"git memory resolve {one.id} --keep {memory.id}   # {one.title}" for one in told),
    )


def _find_kept(loaded: Memories, group: tuple[Memory, ...], keep: Sequence[str]) -> tuple[Memory, ...]:
    kept = {one.id: one for one in (find_memory(loaded, wanted) for wanted in keep)}
    for one in kept.values():
        if one not in group:
            raise MemoryRefused(
                f"{one.id} does not contradict {group[0].id}",
                "keep one or more of these",
                details=tuple(f"--keep {member.id}   # {member.title}" for member in group),
            )
    return tuple(kept.values())


def _covered(ws: Workspace, kept: Memory, lost: Sequence[Memory]) -> tuple[Memory, ...]:
    """Those whose place the kept one can take."""
    judged, *others = judge_memories(ws, WorktreeCode(ws.repo, ws.index), (kept, *lost))
    return tuple(one.memory for one in others if covers_all(ws, one, judged.anchors))


def _draft(ws: Workspace, loaded: Memories, found: Resolved) -> list[Amendment]:
    """The files of those that hold come first: were the machine to die, more would hold than should, not less."""
    at = moment()
    lost = (*found.superseded, *found.deprecated)
    group = {one.id for one in (*found.kept, *lost)}
    superseded: list[FrontValue] = [one.id for one in found.superseded]
    amendments = []
    for one in found.kept:
        change = unlinked(loaded, one, group)
        new = [other for other in superseded if other not in one.supersedes]
        change = replace(change, added={"supersedes": new} if new else {})
        amendments.append(draft(ws, loaded, one, change, at, [event(ws, "resolved", at)]))
    for one, change in freed(loaded, lost):
        if one.id not in group:
            amendments.append(draft(ws, loaded, one, change, at))
    amendments += [draft_superseded(ws, loaded, one, found.kept[0], at) for one in found.superseded]
    return amendments + [draft_deprecation(ws, loaded, one, found.reason, at) for one in found.deprecated]
