"""Say that a memory still holds: stamp what changed anew, renew its day, and keep who said so and why."""

from __future__ import annotations

from collections.abc import Sequence
from shlex import quote

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.evidence import Evidence
from legendary_git.domain.expiry import expiry_of
from legendary_git.domain.judged import JudgedAnchor, JudgedMemory
from legendary_git.domain.memory import FrontValue, Memory
from legendary_git.domain.values import dataclass, replace
from legendary_git.domain.verdict import Reason, State
from legendary_git.errors import AnchorRefused, MemoryRefused, UsageError
from legendary_git.secrets import refuse_secrets
from legendary_git.store.rewrite import Change, Event
from legendary_git.usecases.amend import draft, event, moment, put
from legendary_git.usecases.catch_up import catch_up
from legendary_git.usecases.code import WorktreeCode
from legendary_git.usecases.diff import AnchorDiff, diff_anchors
from legendary_git.usecases.examine import NEVER
from legendary_git.usecases.extents import evidence_of
from legendary_git.usecases.find import find_memory
from legendary_git.usecases.memories import Memories, load_memories
from legendary_git.usecases.present import find_present
from legendary_git.usecases.renew import read_day, with_day
from legendary_git.usecases.stamp import stamp, stamp_at
from legendary_git.usecases.state import find_state
from legendary_git.usecases.survey import survey
from legendary_git.usecases.workspace import Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class Assertion:
    """What a person asserts: that the memory holds, what shows it, and where its code is if that is gone.

    `expect` is the state that they saw (`show` prints it); None: they saw what is there now. `expires` is the day on
    which to look again (`YYYY-MM-DD`, or `never`); None: as it was.
    """

    memory_id: str
    evidence: str
    anchors: Sequence[str] = ()
    expect: str | None = None
    expires: str | None = None


@dataclass(frozen=True, slots=True)
class Restamped:
    """An anchor before and after: `before` None where it is new, `after` None where another stands for it now."""

    number: int | None
    before: JudgedAnchor | None
    after: Anchor | None

    @property
    def from_hash(self) -> str | None:
        """The fingerprint for which the memory held for certain."""
        if self.before is None:
            return None
        anchor = self.before.anchor
        return (anchor.was.anchor if anchor.was is not None else anchor).content_hash


@dataclass(frozen=True, slots=True)
class Reaffirmation:
    """What would be written, and what it rests on: the old and the new code, and the state that stands for the new.

    `state` is None where there are no anchors; `anchors` is empty where the day alone is renewed.
    """

    assertion: Assertion
    judged: JudgedMemory
    head: str | None
    state: str | None
    anchors: tuple[Restamped, ...]
    diffs: tuple[AnchorDiff, ...]
    notices: tuple[str, ...] = ()


def prepare_reaffirmation(ws: Workspace, assertion: Assertion) -> Reaffirmation:
    """Look at the code and find what is to be written; nothing is.

    Raises UnknownMemory, UsageError (no evidence, no day), MemoryRefused (a secret, retired, not in doubt and without
    another day, or of another state than was expected) and AnchorRefused (the code of an anchor is gone, or nothing
    can be known of it).
    """
    _refuse_unsaid(assertion)
    loaded = load_memories(ws)
    memory = find_memory(loaded, assertion.memory_id)
    catch_up(ws, loaded)
    found = survey(ws, memories=Memories((memory,), (), loaded.warnings), candidates=True)
    (judged,) = found.memories
    evidence = evidence_of(ws, judged)
    state = find_state(judged, evidence)
    _refuse_retired(memory)
    _refuse_unexpected(memory, state, assertion.expect)
    if state is not None and judged.state is not State.FRESH:
        _refuse_unknown(judged)
        anchors = _restamp(ws, judged, evidence, assertion)
    elif assertion.expires is not None and not assertion.anchors:
        anchors = ()
    else:
        why = "it has no anchor" if state is None else "its code is what was remembered"
        why += "; --expires gives it another day" if expiry_of(memory) is not None else ""
        raise MemoryRefused(
            f"nothing to reaffirm: {memory.id} is {judged.state}", f"{why}; see git memory show {memory.id}"
        )
    return Reaffirmation(assertion, judged, found.head, state, anchors, diff_anchors(judged, evidence), found.notices)


def reaffirm(ws: Workspace, ready: Reaffirmation) -> None:
    """Write what was prepared, if the code is still what was looked at then.

    Raises what `prepare_reaffirmation` raises, and StoreError.
    """
    assertion = ready.assertion
    memory_id = ready.judged.memory.id
    again = prepare_reaffirmation(ws, replace(assertion, memory_id=memory_id, expect=ready.state))
    if [_hash_of(one) for one in again.anchors] != [_hash_of(one) for one in ready.anchors]:
        raise MemoryRefused("the code was changed by somebody else just now", "look at it and run the command again")
    loaded = load_memories(ws)
    memory = find_memory(loaded, memory_id)
    if memory != ready.judged.memory:
        raise MemoryRefused(f"{memory.path} was changed by somebody else just now", "run the command again")
    at = moment()
    change = Change(
        anchors={one.number: one.after for one in again.anchors if one.number is not None and one.after is not None},
        gone_anchors=frozenset(one.number for one in again.anchors if one.number is not None and one.after is None),
        new_anchors=tuple(one.after for one in again.anchors if one.number is None and one.after is not None),
        added={"evidence": _evidence(ws, again, at)},
    )
    events = [_event(ws, one, at) for one in again.anchors]
    if assertion.expires is not None:
        day = read_day(assertion.expires)
        change = with_day(change, day)
        events.append(event(ws, "renewed", at, to=day or NEVER))
    put(ws, [draft(ws, loaded, memory, change, at, events)])
    catch_up(ws)


def _hash_of(one: Restamped) -> str | None:
    return one.after.content_hash if one.after is not None else None


def _refuse_unsaid(assertion: Assertion) -> None:
    if not assertion.evidence.strip():
        raise UsageError("no evidence is given", "say what shows that it still holds: --evidence TEXT")
    refuse_secrets({"evidence": assertion.evidence, "expires": assertion.expires or ""})
    if assertion.expires is not None:
        read_day(assertion.expires)


def _refuse_retired(memory: Memory) -> None:
    if memory.is_retired:
        by = f" by {memory.superseded_by}" if memory.superseded_by else ""
        raise MemoryRefused(
            f"{memory.id} is {memory.status}{by}: it is not to hold again",
            "remember what holds now: git memory remember",
        )


def _refuse_unexpected(memory: Memory, state: str | None, expect: str | None) -> None:
    if expect is not None and expect.strip().lower() != state:
        raise MemoryRefused(
            f"the code of {memory.id} is not what was shown: its state is {state or 'none'} now, not {expect.strip()}",
            f"look at it again: git memory diff {memory.id}",
        )


def _refuse_unknown(judged: JudgedMemory) -> None:
    for one in judged.anchors:
        if one.verdict.state is State.UNKNOWN and one.verdict.reason is not Reason.NOT_STAMPED:
            raise AnchorRefused(
                f"{one.anchor.spec} cannot be verified here ({one.verdict.reason}): nobody knows whether it changed",
                "git memory doctor tells what is missing",
            )


def _restamp(ws: Workspace, judged: JudgedMemory, evidence: Evidence, assertion: Assertion) -> tuple[Restamped, ...]:
    """Stale anchors, and those without a stamp, as their code stands now; what is gone gives way to what is named."""
    gone = [(n, one) for n, one in enumerate(judged.anchors) if one.verdict.state is State.ORPHANED]
    if gone and not assertion.anchors:
        raise _gone(judged, [one for _, one in gone])
    code = WorktreeCode(ws.repo, ws.index)
    doubtful = [
        Restamped(n, one, _stamp_there(ws, code, one, evidence))
        for n, one in enumerate(judged.anchors)
        if one.verdict.state is State.STALE or one.verdict.reason is Reason.NOT_STAMPED
    ]
    kept = {one.anchor.spec for one in judged.anchors if one.verdict.state is State.FRESH}
    kept |= {one.after.spec for one in doubtful if one.after is not None}
    named = {anchor.spec: anchor for anchor in (stamp(ws, spec) for spec in assertion.anchors)}
    new = [anchor for spec, anchor in named.items() if spec not in kept]
    replaced = [Restamped(n, one, new[place] if place < len(new) else None) for place, (n, one) in enumerate(gone)]
    added = [Restamped(None, None, anchor) for anchor in new[len(gone) :]]
    return (*doubtful, *replaced, *added)


def _stamp_there(ws: Workspace, code: WorktreeCode, judged: JudgedAnchor, evidence: Evidence) -> Anchor:
    found = find_present(judged, evidence)
    if found is None:
        raise AnchorRefused(
            f"{judged.anchor.spec} cannot be found in the code that is there now",
            "say where it is: git memory reanchor",
        )
    return stamp_at(ws, code, found.spec, judged.anchor.language)


def _gone(judged: JudgedMemory, gone: Sequence[JudgedAnchor]) -> AnchorRefused:
    """The ways on where the code is gone: the likeliest places, ready to paste."""
    memory = judged.memory
    places = [candidate.spec for one in gone for candidate in one.candidates]
    what = ", ".join(one.anchor.spec for one in gone)
    retire = f"git memory deprecate {memory.id} --reason TEXT"
    return AnchorRefused(
        f"{what} is orphaned: there is no code for which {memory.id} could hold",
        f"say what it is about now with --anchor SPEC, or retire it: {retire}",
        details=tuple(f"--anchor {quote(place)}" for place in places),
    )


def _evidence(ws: Workspace, ready: Reaffirmation, at: str) -> list[FrontValue]:
    """An entry for each anchor, or one for none: who said that it holds, when, why, and of which code."""
    by, text = ws.repo.identity(), ready.assertion.evidence.strip()
    entries: list[FrontValue] = [] if ready.anchors else [{"at": at, "by": by, "text": text}]
    for one in ready.anchors:
        if one.after is not None:
            hashes = {"from": one.from_hash, "to": one.after.content_hash}
            told: dict[str, FrontValue] = {key: value for key, value in hashes.items() if value}
            entries.append({"at": at, "by": by, "text": text, "anchor": one.after.spec, **told})
    return entries


def _event(ws: Workspace, one: Restamped, at: str) -> Event:
    old = one.before.anchor.spec if one.before is not None else ""
    new = one.after.spec if one.after is not None else ""
    commit = (one.after.commit or "") if one.after is not None else ""
    return event(ws, "reaffirmed", at, commit=commit, anchor=old or new, to=new if old and new != old else "")
