"""Write the flips that hooks saw into the memories' files, and commit these if asked."""

from __future__ import annotations

from legendary_git.domain.memory import Memory
from legendary_git.domain.values import dataclass
from legendary_git.errors import CommitRefused, GitFailed, MemoryRefused, StoreError, UserError
from legendary_git.git.commit_files import commit_files, find_uncommitted
from legendary_git.store.rewrite import Change
from legendary_git.store.state_rows import Transition
from legendary_git.usecases.amend import Amendment, draft, moment, put
from legendary_git.usecases.catch_up import catch_up
from legendary_git.usecases.memories import load_memories
from legendary_git.usecases.pending import pending_flips
from legendary_git.usecases.workspace import Workspace


@dataclass(frozen=True, slots=True)
class RecordedFlip:
    """A flip, and the memory into whose file it was written."""

    memory: Memory
    transition: Transition


@dataclass(frozen=True, slots=True)
class Recorded:
    """What was written, and the commit of it if one was made.

    `left` are files that are not in the commit because somebody's own changes to them are not committed either.
    `refused` are files that could not be written, and why.
    """

    flips: tuple[RecordedFlip, ...] = ()
    commit: str | None = None
    subject: str = ""
    left: tuple[str, ...] = ()
    refused: tuple[tuple[Memory, UserError], ...] = ()
    notices: tuple[str, ...] = ()


def record(ws: Workspace, *, commit: bool = False) -> Recorded:
    """Write pending flips of memories that are not retired into their files, each file by itself.

    With `commit`, exactly these files are committed; whatever else is staged stays staged. Raises CommitRefused where
    git does not do that: the files are written then.
    """
    loaded = load_memories(ws)
    catch_up(ws, loaded)
    at = moment()
    flips: list[RecordedFlip] = []
    refused: list[tuple[Memory, UserError]] = []
    drafts: list[Amendment] = []
    for memory in loaded.valid:
        pending = pending_flips(ws, memory) if not memory.is_retired else ()
        if pending:
            try:
                drafts.append(draft(ws, loaded, memory, Change(), at))
                flips += [RecordedFlip(memory, one) for one in pending]
            except (StoreError, MemoryRefused) as error:
                refused.append((memory, error))
    paths = [one.memory.path for one in drafts]
    theirs = find_uncommitted(ws.repo, paths) if commit and paths else frozenset()
    put(ws, drafts)
    ours = [path for path in paths if path not in theirs]
    subject = _subject(flips)
    oid = _commit(ws, ours, subject, flips) if commit and ours else None
    left = tuple(path for path in paths if path in theirs)
    return Recorded(tuple(flips), oid, subject, left, tuple(refused), (*loaded.warnings, *ws.notices))


def _commit(ws: Workspace, paths: list[str], subject: str, flips: list[RecordedFlip]) -> str:
    told = [_line(one) for one in flips if one.memory.path in paths]
    try:
        return commit_files(ws.repo, paths, "\n".join([subject, "", *told, ""]))
    except GitFailed as error:
        raise CommitRefused(
            f"the flips are written, and git does not commit them: {error.what}",
            f"commit them yourself: git commit -- {' '.join(paths)}",
        ) from error


def _subject(flips: list[RecordedFlip]) -> str:
    memories = {one.memory.id for one in flips}
    number = f"{len(flips)} flip{'s' if len(flips) > 1 else ''}"
    return f"Record {number} of {memories.pop() if len(memories) == 1 else f'{len(memories)} memories'}"


def _line(one: RecordedFlip) -> str:
    cause = one.transition
    subject = " ".join((cause.subject or "").split())
    by = f' by {cause.commit[:7]} "{subject}"' if cause.commit else ""
    return f"{cause.after} {one.memory.id} {cause.anchor}{by}"
