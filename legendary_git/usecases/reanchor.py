"""Rewrite anchors to where their code is now: what is proved by itself, anything else on a person's word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from shlex import quote

from legendary_git.domain.anchor import Anchor, AnchorSpec, Was
from legendary_git.domain.judged import JudgedAnchor, JudgedMemory
from legendary_git.domain.memory import Memory
from legendary_git.domain.parsed import Unreadable
from legendary_git.domain.symbols import find_family
from legendary_git.domain.values import dataclass, replace
from legendary_git.domain.verdict import Reason, State
from legendary_git.errors import AnchorRefused, MemoryRefused, StoreError, UserError
from legendary_git.store.folder import read_file
from legendary_git.store.memory_file import parse_memory
from legendary_git.store.rewrite import Event, replace_file, rewrite_anchors
from legendary_git.usecases.catch_up import catch_up
from legendary_git.usecases.choose_anchor import find_anchor, only_anchor
from legendary_git.usecases.clock import read_clock
from legendary_git.usecases.code import WorktreeCode
from legendary_git.usecases.comparison import Comparison, compare
from legendary_git.usecases.evidence import CodeEvidence, path_of
from legendary_git.usecases.find import find_memory
from legendary_git.usecases.judging import Judging
from legendary_git.usecases.memories import Memories, load_memories
from legendary_git.usecases.stamp import stamp, stamp_at
from legendary_git.usecases.survey import survey
from legendary_git.usecases.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Reanchoring:
    """One anchor of a memory, as it was judged and as it is written now.

    `comparison` is there where a person said where the code is: it shows what was stamped beside what is there.
    """

    memory: Memory
    number: int
    before: JudgedAnchor
    after: Anchor
    comparison: Comparison | None = None

    @property
    def verdict(self) -> State:
        """Fresh where the code is proved to be what was stamped, else stale."""
        return State.FRESH if self.after.was is None else State.STALE


@dataclass(frozen=True, slots=True)
class Refusal:
    """An anchor that stays as it is, and why."""

    memory: Memory
    anchor: JudgedAnchor
    error: UserError


@dataclass(frozen=True, slots=True)
class Reanchored:
    """What was rewritten (or would be, if it is a dry run), what was refused, and how many were right as they are."""

    head: str | None
    done: tuple[Reanchoring, ...]
    refused: tuple[Refusal, ...]
    untouched: int
    is_dry_run: bool
    notices: tuple[str, ...] = ()


_Outcome = Reanchoring | Refusal | None
"""None: the anchor is right as it is."""


def reanchor(
    ws: Workspace, memory_id: str, *, to: str | None = None, which: str | None = None, dry_run: bool = False
) -> Reanchored:
    """Rewrite the anchors of one memory, or the one that `which` names, to where their code is proved to be now.

    With `to`, one anchor is rewritten to the place that is named; where the code there is not what was stamped, the
    memory stays stale until somebody says that it holds. Raises UnknownMemory, AnchorRefused and StoreError, and
    UsageError where `to` may mean several anchors.
    """
    loaded = load_memories(ws)
    memory = find_memory(loaded, memory_id)
    session = _Session(ws, loaded, (memory,))
    (judged,) = session.judged
    if to is None:
        chosen = [find_anchor(ws, judged, which)] if which is not None else list(range(len(judged.anchors)))
        if not chosen:
            raise AnchorRefused(f"{memory.id} has no anchor", "it is about no code; there is nothing to rewrite")
        outcomes = [session.carry_over(judged, number) for number in chosen]
    else:
        number = find_anchor(ws, judged, which) if which is not None else only_anchor(judged, to)
        outcomes = [session.point(judged, number, to)]
    return session.finish(outcomes, dry_run=dry_run)


def reanchor_all(ws: Workspace, *, dry_run: bool = False) -> Reanchored:
    """Rewrite every anchor whose code is proved to be elsewhere or to be written differently now.

    A file that cannot be rewritten is refused by itself and keeps no other from it.
    """
    loaded = load_memories(ws)
    session = _Session(ws, loaded, tuple(memory for memory in loaded.valid if not memory.is_retired))
    outcomes = [
        session.carry_over(judged, number)
        for judged in session.judged
        for number, anchor in enumerate(judged.anchors)
        if anchor.verdict.state is State.FRESH
    ]
    return session.finish(outcomes, dry_run=dry_run, each_by_itself=True)


class _Session:
    """Some memories judged on the working tree, and one look at that."""

    def __init__(self, ws: Workspace, loaded: Memories, memories: tuple[Memory, ...]) -> None:
        catch_up(ws, loaded)
        found = survey(ws, memories=Memories(memories, (), loaded.warnings), candidates=len(memories) == 1)
        self.judged = found.memories
        self._ws = ws
        self._head = found.head
        self._notices = found.notices
        self._elsewhere = loaded.elsewhere
        self._code = WorktreeCode(ws.repo, ws.index)
        self._judging = Judging(ws)
        self._code.look_at(path for judged in self.judged for anchor in judged.anchors for path in _paths_of(anchor))

    def carry_over(self, judged: JudgedMemory, number: int) -> _Outcome:
        """An anchor rewritten on proof."""
        anchor = judged.anchors[number]
        if anchor.verdict.state is not State.FRESH:
            return Refusal(judged.memory, anchor, _refusal(judged.memory, anchor))
        try:
            spec = _place_of(anchor, self._evidence(judged.memory))
            after = stamp_at(self._ws, self._code, spec, anchor.anchor.language)
        except AnchorRefused as error:
            return Refusal(judged.memory, anchor, error)
        if _says_the_same(anchor.anchor, after):
            return None
        return Reanchoring(judged.memory, number, anchor, after)

    def point(self, judged: JudgedMemory, number: int, to: str) -> _Outcome:
        """An anchor rewritten on a person's word. Raises AnchorRefused."""
        anchor = judged.anchors[number]
        after = stamp(self._ws, to)
        old = anchor.anchor
        if after.spec == old.spec and (anchor.verdict.state is State.STALE or old.was is not None):
            raise _refusal(judged.memory, anchor)
        if not old.is_stamped and old.was is None:  # there is nothing that the code there could differ from
            return Reanchoring(judged.memory, number, anchor, after)
        origin = old.was.anchor if old.was is not None else old
        comparison = compare(self._evidence(judged.memory), origin, after)
        if comparison.is_same:
            return None if _says_the_same(old, after) else Reanchoring(judged.memory, number, anchor, after, comparison)
        since = old.was.since if old.was is not None else anchor.since.commit if anchor.since is not None else None
        pointed = replace(after, was=Was(origin, since))
        return Reanchoring(judged.memory, number, anchor, pointed, comparison)

    def finish(self, outcomes: Iterable[_Outcome], *, dry_run: bool, each_by_itself: bool = False) -> Reanchored:
        """Write the files, or only see that they can be if it is a dry run. Raises StoreError and MemoryRefused.

        `each_by_itself`: what cannot be written is refused, and the others are written all the same.
        """
        known = list(outcomes)
        refused = [one for one in known if isinstance(one, Refusal)]
        done: list[Reanchoring] = []
        for changes in _by_memory(one for one in known if isinstance(one, Reanchoring)):
            try:
                self._write(changes, dry_run=dry_run)
                done += changes
            except (StoreError, MemoryRefused) as error:
                if not each_by_itself:
                    raise
                refused += [Refusal(one.memory, one.before, error) for one in changes]
        if done and not dry_run:
            catch_up(self._ws)
        untouched = sum(one is None for one in known)
        notices = (*self._notices, *self._ws.notices)
        return Reanchored(self._head, tuple(done), tuple(refused), untouched, dry_run, notices)

    def _write(self, changes: list[Reanchoring], *, dry_run: bool) -> None:
        memory = changes[0].memory
        if memory.path in self._elsewhere:
            raise StoreError(
                f"{memory.path} is outside the sparse checkout", f"bring it here: git sparse-checkout add {memory.path}"
            )
        data = read_file(self._ws.root, memory.path)
        if data is None or parse_memory(memory.path, data) != memory:
            raise StoreError(f"{memory.path} was changed by somebody else just now", "run the command again")
        at = read_clock().strftime("%Y-%m-%dT%H:%M:%SZ")
        events = [_event(change, at, self._ws) for change in changes]
        written = rewrite_anchors(memory, data, {one.number: one.after for one in changes}, events, at)
        if not dry_run:
            replace_file(self._ws.root, memory.path, data, written)

    def _evidence(self, memory: Memory) -> CodeEvidence:
        return self._judging.evidence(memory, self._code)


def _by_memory(changes: Iterable[Reanchoring]) -> Iterator[list[Reanchoring]]:
    """The changes of each file."""
    found: dict[str, list[Reanchoring]] = {}
    for change in changes:
        found.setdefault(change.memory.path, []).append(change)
    yield from found.values()


def _paths_of(judged: JudgedAnchor) -> Iterator[str]:
    yield judged.anchor.file
    if judged.verdict.followed_to is not None:
        yield path_of(judged.anchor, judged.verdict.followed_to)


def _place_of(judged: JudgedAnchor, evidence: CodeEvidence) -> AnchorSpec:
    """Where a fresh anchor's code stands now; a twin by the name that its order gives it now."""
    anchor, verdict = judged.anchor, judged.verdict
    if verdict.followed_to is not None:
        path = path_of(anchor, verdict.followed_to)
        symbol = verdict.followed_to[len(path) + 2 :] if anchor.symbol is not None else None
        return AnchorSpec(path, symbol, verdict.lines if anchor.symbol is None and anchor.lines is not None else None)
    if anchor.symbol is None:
        return AnchorSpec(anchor.file, None, verdict.lines if anchor.lines is not None else None)
    parsed = evidence.file_at(anchor.file, anchor.language)
    family = () if isinstance(parsed, Unreadable) else find_family(parsed.symbols, anchor.symbol)
    there = next((symbol.name for symbol in family if symbol.region.lines == verdict.lines), None)
    return AnchorSpec(anchor.file, there or anchor.symbol)


def _says_the_same(before: Anchor, after: Anchor) -> bool:
    """Whether a rewrite would change no more than when the anchor was stamped: that is not worth a commit."""
    return replace(after, commit=before.commit, blob=before.blob) == before and before.blob is not None


def _refusal(memory: Memory, judged: JudgedAnchor) -> AnchorRefused:
    """Why an anchor cannot be carried over, and the ways on."""
    spec, state = judged.anchor.spec, judged.verdict.state
    command = f"git memory reanchor {memory.id}"
    if len(memory.anchors) > 1:
        command += f" --anchor {quote(spec)}"
    if state is State.STALE:
        there = judged.verdict.followed_to
        ways = (f"{command} --to {quote(there)}",) if there is not None else ()
        todo = f"see git memory diff {memory.id} and correct the memory; --to moves the anchor, and leaves it stale"
        return AnchorRefused(f"{spec} is stale: its code is not what was remembered", todo, details=ways)
    if state is State.ORPHANED:
        lines = tuple(f"{command} --to {quote(one.spec)}" for one in judged.candidates)
        todo = "say which it is" if lines else f"say where it is now: {command} --to PLACE; or retire the memory"
        known = ", ".join(f"{one.spec} is {one.similarity} % like it" for one in judged.candidates if one.similarity)
        what = f"{spec} is orphaned: nothing proves what became of it" + (f"; {known}" if known else "")
        return AnchorRefused(what, todo, details=lines)
    if judged.verdict.reason is Reason.NOT_STAMPED:
        todo = f"if it holds for the code that is there: git memory reaffirm {memory.id} --evidence TEXT"
        return AnchorRefused(f"{spec} was never stamped: nothing proves what it was", todo)
    todo = f"git memory doctor tells what is missing; or say where it is now: {command} --to PLACE"
    return AnchorRefused(f"{spec} cannot be verified here ({judged.verdict.reason})", todo)


def _event(change: Reanchoring, at: str, ws: Workspace) -> Event:
    """What `history:` says of it. Where a person said where the code is, who, and how like the old one it is."""
    comparison = change.comparison
    degree = comparison.similarity if comparison is not None else None
    is_elsewhere = change.after.spec != change.before.anchor.spec
    return {
        "at": at,
        "event": "reanchored",
        "commit": change.after.commit or "",
        "anchor": change.before.anchor.spec,
        "to": change.after.spec if is_elsewhere else "",
        "by": ws.repo.identity() if comparison is not None else "",
        "similarity": f"{degree}%" if degree is not None else "",
    }
