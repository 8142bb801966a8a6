"""What a push does where the index alone does not tell: catch up with the memory folder, and judge."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from legendary_git.domain.evidence import Evidence
from legendary_git.domain.judged import JudgedMemory
from legendary_git.domain.memory import Memory
from legendary_git.domain.verdict import Reason, State
from legendary_git.errors import UserError
from legendary_git.git.nearest import Nearest
from legendary_git.secrets import find_secrets
from legendary_git.store.anchored_rows import anchor_rows, head_row
from legendary_git.store.catalog import load_memories
from legendary_git.store.index import INDEX, Index
from legendary_git.store.memory_fields import build_memory
from legendary_git.store.quick_look import Noted, NotedAnchor
from legendary_git.store.texts import pack, pack_json, unpack_json
from legendary_git.usecases import memories
from legendary_git.usecases.at_hand import AtHand, FileEvidence, NotAtHand, judge_at_hand
from legendary_git.usecases.change import LineChange, find_line_change
from legendary_git.usecases.code import WorktreeCode
from legendary_git.usecases.judging import Judging
from legendary_git.usecases.place import Place
from legendary_git.usecases.pushing import Push, basis_of, format_lines
from legendary_git.usecases.survey import judge_memories
from legendary_git.usecases.workspace import open_workspace

MOST_SECONDS = 4.0
_IN_PLACE = frozenset({Reason.UNCHANGED, Reason.MOVED, Reason.REFORMATTED, Reason.CHANGED, Reason.LINES_GONE})


@dataclass(frozen=True, slots=True)
class Finding:
    """How a memory was judged, and of stale code the line that changed first. None: that took too long."""

    judged: JudgedMemory | None
    change: LineChange | None = None

    @property
    def is_kept(self) -> bool:
        """Whether the answer hangs on the anchored files alone, so that it holds as long as they are what they are."""
        return self.judged is not None and all(
            one.verdict.reason in _IN_PLACE and one.verdict.followed_to is None for one in self.judged.anchors
        )


def catch_up_index(near: Nearest, environ: Mapping[str, str]) -> bool:
    """Bring the index in step with the memory folder; False where that is no use to others."""
    root = Path(near.root)
    if not (root / INDEX).exists():
        with suppress(UserError):
            open_workspace(root, environ).index.close()  # makes it, and tells git to leave it alone
    with Index.open(root / INDEX) as index:
        load_memories(root, index)
        return not index.is_in_memory


def find_noted(near: Nearest, repo_path: str, environ: Mapping[str, str]) -> list[Noted]:
    """The memories about a file, whatever state the index is in; also those outside a sparse cone."""
    with suppress(UserError):
        ws = open_workspace(Path(near.root), environ)
        loaded = memories.load_memories(ws)
        ws.index.close()
        found = [one for one in loaded.valid if _is_about(one, repo_path)]
        return [note_memory(one) for one in found]
    return []


def note_memory(one: Memory) -> Noted:
    """A memory as the index would have it, through which nobody has looked for secrets yet."""
    path, *head = head_row(one)
    noted = Noted((path, pack(one.body), False, pack_json(one.front), *head, None, None, None, None))
    noted.anchors = [NotedAnchor((row[0], *row[3:])) for row in anchor_rows(one)]
    return noted


def judge_carefully(place: Place, noted: list[Noted], environ: Mapping[str, str]) -> dict[str, Push]:
    """The verdicts of memories, by path, that the index does not know: by the bytes at hand, else by all of git."""
    files = AtHand(place.near, place.head, environ)
    found: dict[str, Finding] = {}
    for one in noted:
        memory = build_memory(one.path, unpack_json(one.front), one.body)
        with suppress(NotAtHand):
            judged = judge_at_hand(memory, files)
            found[one.path] = Finding(judged, _change(judged, FileEvidence(files, with_stamped=True)))
    rest = [one for one in noted if one.path not in found]
    if rest:
        found |= _survey(place.near, rest, environ)
    return {one.path: _push(place, one, found[one.path]) for one in noted}


def keep_answers(place: Place, pushes: list[Push]) -> None:
    """Give the index the answers that had to be found out; each push has its words by now."""
    kept = [push for push in pushes if push.found is not None and push.found.is_kept]
    if not kept or not (Path(place.near.root) / INDEX).exists():
        return
    with Index.open(Path(place.near.root) / INDEX, wait_seconds=0.2) as index:
        for push in kept:
            basis = basis_of(place, push.noted)
            if basis is not None and push.state != State.UNKNOWN:
                index.put_answer(push.noted.path, basis, push.state, push.words, format_lines(push.lines))


def _is_about(memory: Memory, repo_path: str) -> bool:
    return memory.path == repo_path or any(anchor.file == repo_path for anchor in memory.anchors)


def _push(place: Place, noted: Noted, found: Finding) -> Push:
    if found.judged is None:
        return Push(noted, State.UNKNOWN.value, [], found=found)
    here = [one for one in found.judged.anchors if one.anchor.file == place.repo_path]
    lines = [one.verdict.lines for one in here if one.verdict.lines is not None]
    return Push(noted, found.judged.state.value, [(one.first, one.last) for one in lines], found=found)


def _survey(near: Nearest, noted: list[Noted], environ: Mapping[str, str]) -> dict[str, Finding]:
    """Judge with all that git knows, as every read does; what takes too long is not judged."""
    found = {one.path: Finding(None) for one in noted}
    with suppress(_TooLong, UserError), _limited(MOST_SECONDS):
        ws = open_workspace(Path(near.root), environ)
        with closing(ws.index):
            code = WorktreeCode(ws.repo, ws.index)
            for one in noted:
                memory = build_memory(one.path, unpack_json(one.front), one.body)
                (judged,) = judge_memories(ws, code, [memory])
                found[one.path] = Finding(judged, _change(judged, Judging(ws).evidence(memory, code)))
    return found


def _change(judged: JudgedMemory, evidence: Evidence) -> LineChange | None:
    """The change of the first anchor that is stale; none that would show a secret, which code may hold."""
    one = next((one for one in judged.anchors if one.verdict.state is State.STALE), None)
    if one is None or judged.state is not State.STALE:
        return None
    try:
        change = find_line_change(one, evidence)
    except NotAtHand:
        return None
    if change is None or find_secrets({"before": change.before, "after": change.after}):
        return None
    return change


class _TooLong(BaseException):
    """The time is over; no handler of errors may take it for one."""


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise _TooLong in the block when the time is over, where the system can tell."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: object) -> None:  # noqa: ARG001 - a handler is given both
        raise _TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
