"""The question that CI asks: does every memory still have the code that it is about?"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import Enum

from legendary_git.domain.commanding import find_commanding
from legendary_git.domain.judged import JudgedAnchor, JudgedMemory, Survey
from legendary_git.domain.memory import FrontValue, InvalidMemory, Memory
from legendary_git.domain.values import dataclass, replace
from legendary_git.domain.verdict import State
from legendary_git.git.worktree import unmerged
from legendary_git.store.folder import MEMORIES, is_memory_path
from legendary_git.store.front_matter import parse_front_matter
from legendary_git.usecases.conflicts import partners_of
from legendary_git.usecases.memories import Memories, load_memories, read_memory_file
from legendary_git.usecases.origin import held_memories, holds_stamp
from legendary_git.usecases.secret_files import without_secrets
from legendary_git.usecases.survey import survey
from legendary_git.usecases.workspace import Workspace


class Rule(Enum):
    """What can be found. The id never changes its meaning; the name says it; the policy is what fail_on speaks of."""

    ORPHANED_ANCHOR = ("LG001", "orphaned-anchor", "orphaned")
    INVALID_MEMORY = ("LG002", "invalid-memory", "invalid")
    STALE_ANCHOR = ("LG003", "stale-anchor", "stale")
    UNKNOWN_ANCHOR = ("LG004", "unknown-anchor", "unknown")
    CONFLICTING_MEMORIES = ("LG005", "conflicting-memories", "conflicted")
    SECRET = ("LG006", "secret-in-memory", "secret")
    COMMANDING_TEXT = ("LG007", "commanding-text", "commanding")

    def __init__(self, rule_id: str, rule_name: str, policy: str) -> None:
        self.rule_id = rule_id
        self.rule_name = rule_name
        self.policy = policy


POLICIES = tuple(rule.policy for rule in Rule)
DEFAULT_FAIL_ON = ("orphaned", "invalid", "conflicted", "secret")
_RULE_OF = {
    State.ORPHANED: Rule.ORPHANED_ANCHOR,
    State.STALE: Rule.STALE_ANCHOR,
    State.UNKNOWN: Rule.UNKNOWN_ANCHOR,
}


class Level(Enum):
    """Whether a finding fails the check."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found, with the memory file and the line in it that it is about."""

    rule: Rule
    level: Level
    memory_id: str | None
    path: str
    line: int
    invalid: InvalidMemory | None = None
    judged: JudgedMemory | None = None
    anchor: JudgedAnchor | None = None
    partners: tuple[Memory, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The findings, invalid files first, then the oldest memory first; and how much was looked at."""

    head: str | None
    findings: tuple[Finding, ...]
    memories: int
    anchors: int
    unknown: int
    notices: tuple[str, ...] = ()

    @property
    def failed(self) -> bool:
        return any(finding.level is Level.ERROR for finding in self.findings)


def check(
    ws: Workspace, *, fail_on: Collection[str] = DEFAULT_FAIL_ON, at: str | None = None, worktree: bool = False
) -> CheckReport:
    """Judge every memory that is not retired on HEAD, on the commit `at`, or on the working tree.

    A repository without commits is judged as it is on disk. Raises UnknownRevision.
    """
    loaded = without_secrets(ws, load_memories(ws))
    if at is not None or worktree or ws.repo.head() is None:
        found = survey(ws, at=at, memories=loaded, candidates=True)
    else:
        found = _survey_head(ws, loaded)
    findings = [_bad_file(bad, fail_on) for bad in (*found.invalid, *_left_in_conflict(ws, found))]
    findings += [finding for judged in found.current() for finding in _findings(ws, loaded, judged, fail_on)]
    anchors = [anchor for judged in found.current() for anchor in judged.anchors]
    unknown = sum(anchor.verdict.state is State.UNKNOWN for anchor in anchors)
    unknown += sum(bad.is_absent for bad in found.invalid)
    return CheckReport(found.head, tuple(findings), len(found.memories), len(anchors), unknown, found.notices)


def _bad_file(bad: InvalidMemory, fail_on: Collection[str]) -> Finding:
    rule = Rule.UNKNOWN_ANCHOR if bad.is_absent else Rule.SECRET if bad.has_secret else Rule.INVALID_MEMORY
    return Finding(rule, _level(rule, fail_on), bad.id, bad.path, bad.line, invalid=bad)


def _left_in_conflict(ws: Workspace, found: Survey) -> tuple[InvalidMemory, ...]:
    """Memories about which a merge waits for somebody's word, though nothing in their files says so."""
    known = {bad.path for bad in found.invalid}
    return tuple(
        InvalidMemory(path, 1, "a merge has left it in conflict: one side changed or removed what the other one kept")
        for path in unmerged(ws.repo, MEMORIES)
        if path not in known and is_memory_path(path)
    )


def _survey_head(ws: Workspace, loaded: Memories) -> Survey:
    """HEAD; but a memory, or an anchor, that it does not have yet may be about code that it does not have either.

    Where such a one does not hold on HEAD, the working tree is asked.
    """
    found = survey(ws, at="HEAD", memories=loaded, candidates=True)
    held = {memory.id for memory in held_memories(ws.repo, loaded.valid, found.head)} if found.head else set()
    doubtful = [judged for judged in found.memories if judged.state in _RULE_OF]
    early = [one.memory for one in doubtful if one.memory.id not in held or _has_new_anchor(ws, one, found.head)]
    if not early:
        return found
    on_disk = {
        judged.memory.id: judged for judged in survey(ws, memories=Memories(tuple(early), ()), candidates=True).memories
    }
    return replace(found, memories=tuple(on_disk.get(judged.memory.id, judged) for judged in found.memories))


def _has_new_anchor(ws: Workspace, judged: JudgedMemory, head: str | None) -> bool:
    """Whether one of the anchors that do not hold on HEAD was written, or stamped anew, later."""
    doubtful = [one.anchor for one in judged.anchors if one.verdict.state in _RULE_OF]
    return head is not None and any(not holds_stamp(ws.repo, judged.memory, one, head) for one in doubtful)


def _findings(ws: Workspace, loaded: Memories, judged: JudgedMemory, fail_on: Collection[str]) -> Iterator[Finding]:
    if judged.memory.is_conflicted:
        yield _conflict(ws, loaded, judged, fail_on)
    yield from _commanding(ws, judged, fail_on)
    for number, anchor in enumerate(judged.anchors):
        rule = _RULE_OF.get(anchor.verdict.state)
        if rule is not None:
            memory = judged.memory
            line = _line_of(ws, memory.path, f"anchors[{number}]")
            yield Finding(rule, _level(rule, fail_on), memory.id, memory.path, line, judged=judged, anchor=anchor)


def _commanding(ws: Workspace, judged: JudgedMemory, fail_on: Collection[str]) -> Iterator[Finding]:
    """Text that commands an agent, or that nobody sees: a reviewer should, before an agent does."""
    rule, memory = Rule.COMMANDING_TEXT, judged.memory
    for key, text in _said(memory):
        for one in find_commanding(text):
            line = _line_of(ws, memory.path, key)
            yield Finding(rule, _level(rule, fail_on), memory.id, memory.path, line, judged=judged, why=one.why)
    for one in find_commanding(memory.body):
        line = _first_line_of_body(ws, memory) + one.line - 1
        yield Finding(rule, _level(rule, fail_on), memory.id, memory.path, line, judged=judged, why=one.why)


def _said(memory: Memory) -> Iterator[tuple[str, str]]:
    """Every text of the front matter, with its key; but for anchors, which name files and symbols."""
    if "title" not in memory.front:
        yield "title", memory.title
    for key, value in memory.front.items():
        if key != "anchors":
            yield from _texts(key, value)


def _texts(key: str, value: FrontValue) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from ((f"{key}[{number}]", text) for _, text in _texts(key, one))
    else:
        for inner, one in value.items():
            yield key, inner
            yield from ((key, text) for _, text in _texts(key, one))


def _first_line_of_body(ws: Workspace, memory: Memory) -> int:
    data = read_memory_file(ws, memory.path)
    text = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n") if data is not None else memory.body
    return text[: max(text.rfind(memory.body), 0)].count("\n") + 1


def _conflict(ws: Workspace, loaded: Memories, judged: JudgedMemory, fail_on: Collection[str]) -> Finding:
    rule, memory = Rule.CONFLICTING_MEMORIES, judged.memory
    line, partners = _line_of(ws, memory.path, "status"), partners_of(loaded, memory)
    return Finding(rule, _level(rule, fail_on), memory.id, memory.path, line, judged=judged, partners=partners)


def _line_of(ws: Workspace, path: str, key: str) -> int:
    """Where a key stands in a memory's file."""
    data = read_memory_file(ws, path)
    return parse_front_matter(data).line_of(key) if data is not None else 1


def _level(rule: Rule, fail_on: Collection[str]) -> Level:
    return Level.ERROR if rule.policy in fail_on else Level.WARNING
