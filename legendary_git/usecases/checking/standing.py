"""What is wrong with the memories of one state, whoever made it so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from functools import cached_property

from legendary_git.domain.commanding import Commanding, find_commanding
from legendary_git.domain.expiry import expiry_of, is_expired
from legendary_git.domain.judged import JudgedAnchor, JudgedMemory, Survey
from legendary_git.domain.memory import InvalidMemory, Memory
from legendary_git.domain.values import dataclass, field, replace
from legendary_git.domain.verdict import Reason, State
from legendary_git.store.folder import FOLDERS, MEMORIES
from legendary_git.store.memory_fields import ID
from legendary_git.usecases.checking.finding import CodePlace, Finding
from legendary_git.usecases.checking.front_texts import said_in_front
from legendary_git.usecases.checking.ignores import find_bad_ignores
from legendary_git.usecases.checking.rules import Rule
from legendary_git.usecases.checking.stores import Store, first_line_of_body, line_of
from legendary_git.usecases.code import Code
from legendary_git.usecases.conflicts import partners_of
from legendary_git.usecases.evidence import path_of
from legendary_git.usecases.lacks import Lack
from legendary_git.usecases.memories import Memories
from legendary_git.usecases.screening import shown_bad

IS_FOLDER = "it is a folder, not a file"
"""Why nothing can be said of an anchor at which a folder is."""
RULE_OF = {State.ORPHANED: Rule.ORPHANED, State.STALE: Rule.STALE, State.UNKNOWN: Rule.UNKNOWN}
"""The verdicts that are findings."""


@dataclass(frozen=True)
class Standing:
    """The memories of one state with their verdicts: where their files are read, and on which code they were judged."""

    store: Store
    loaded: Memories
    survey: Survey
    code: Code
    today: date
    early: Mapping[str, Code] = field(default_factory=dict)
    """The ids of memories that were judged on another state, because HEAD does not have their code yet; and that."""
    heard: dict[str, tuple[Commanding, ...]] = field(default_factory=dict)
    """Texts that were looked through already, for this state or another one, and what in them commands."""
    is_bare: bool = False
    """Whether it has no memory file at all, and the commit that it stands on has some."""
    find_lacks: Callable[[], tuple[Lack, ...]] = tuple
    """Asks what this clone was made without."""

    def code_for(self, memory: Memory) -> Code:
        """The state of the code on which a memory was judged."""
        return self.early.get(memory.id, self.code)

    @cached_property
    def told(self) -> tuple[Finding, ...]:
        """What is wrong, in that order, each with a fingerprint of its own."""
        return tuple(told_apart(self.findings()))

    def findings(self) -> Iterator[Finding]:
        """What is wrong, invalid files first, then the oldest memory first."""
        yield from map(of_bad_file, self.survey.invalid)
        for judged in self.survey.current():
            yield from self._of_memory(judged)
        yield from self._of_nothing()

    @property
    def anchors(self) -> int:
        """How many anchors were to be judged."""
        return sum(len(judged.anchors) for judged in self.survey.current())

    @property
    def unknown(self) -> int:
        """How many of them could not be, and how many memories are not in this clone."""
        return self._unknown_anchors + sum(bad.is_absent for bad in self.survey.invalid)

    @property
    def _unknown_anchors(self) -> int:
        verdicts = (one.verdict.state for judged in self.survey.current() for one in judged.anchors)
        return sum(state is State.UNKNOWN for state in verdicts)

    def _of_memory(self, judged: JudgedMemory) -> Iterator[Finding]:
        memory = judged.memory
        if memory.is_conflicted:
            partners = partners_of(self.loaded, memory)
            about = " ".join(sorted(one.id for one in partners))
            line = line_of(self.store, memory.path, "status")
            yield Finding(Rule.CONFLICTED, memory.id, memory.path, line, about, judged=judged, partners=partners)
        yield from self._commanding(judged)
        if is_expired(memory, self.today):
            line = line_of(self.store, memory.path, "expires")
            yield Finding(Rule.EXPIRED, memory.id, memory.path, line, str(expiry_of(memory)), judged=judged)
        yield from find_bad_ignores(self.store, judged)
        for number, anchor in enumerate(judged.anchors):
            if anchor.verdict.state in RULE_OF:
                yield self._of_anchor(judged, number, anchor)

    def _of_anchor(self, judged: JudgedMemory, number: int, anchor: JudgedAnchor) -> Finding:
        memory, rule = judged.memory, RULE_OF[anchor.verdict.state]
        line = line_of(self.store, memory.path, f"anchors[{number}]")
        place = _place_of(self.code_for(memory), anchor)
        about = anchor.anchor.spec
        lacks = self.find_lacks() if anchor.verdict.reason is Reason.OBJECT_MISSING else ()
        why = IS_FOLDER if self._is_about_a_folder(judged, anchor) else ""
        found = Finding(
            rule, memory.id, memory.path, line, about, judged=judged, anchor=anchor, code=place, lacks=lacks
        )
        return replace(found, why=why)

    def _is_about_a_folder(self, judged: JudgedMemory, anchor: JudgedAnchor) -> bool:
        """Whether it was written by hand for a folder, from which nothing need be gone."""
        if anchor.verdict.reason is not Reason.FILE_GONE or anchor.anchor.is_stamped:
            return False
        return self.code_for(judged.memory).is_folder(anchor.anchor.file)

    def _commanding(self, judged: JudgedMemory) -> Iterator[Finding]:
        """Text that commands an agent, or that nobody sees: a reviewer should, before an agent does."""
        memory = judged.memory
        for key, text in said_in_front(memory):
            for one in self._hear(text):
                yield self._command(judged, line_of(self.store, memory.path, key), one.why)
        heard = self._hear(memory.body)
        first = first_line_of_body(self.store, memory) if heard else 1
        for one in heard:
            yield self._command(judged, first + one.line - 1, one.why)

    def _hear(self, text: str) -> tuple[Commanding, ...]:
        if text not in self.heard:
            self.heard[text] = find_commanding(text)
        return self.heard[text]

    def _command(self, judged: JudgedMemory, line: int, why: str) -> Finding:
        memory = judged.memory
        return Finding(Rule.COMMANDING, memory.id, memory.path, line, why, judged=judged, why=why)

    def _of_nothing(self) -> Iterator[Finding]:
        """A check that judged none of many anchors, or read no memory, does not look as if it had found nothing."""
        is_none_judged = self.unknown > 0 and self._unknown_anchors == self.anchors
        linked = [bad for bad in self.survey.invalid if bad.path in FOLDERS] if not self.survey.memories else []
        if is_none_judged or linked or self.is_bare:
            lacks = self.find_lacks() if self._is_missing else ()
            yield Finding(Rule.UNVERIFIED, None, MEMORIES, 1, lacks=lacks, why=linked[0].path if linked else "")

    @property
    def _is_missing(self) -> bool:
        """Whether something could not be judged because it is not in this clone."""
        anchors = (one for judged in self.survey.current() for one in judged.anchors)
        return any(one.verdict.reason is Reason.OBJECT_MISSING for one in anchors)


def _place_of(code: Code, anchor: JudgedAnchor) -> CodePlace | None:
    """Where an anchor's code stands, as far as it stands anywhere; its file alone where only that is left."""
    followed_to = anchor.verdict.followed_to
    path = path_of(anchor.anchor, followed_to) if followed_to is not None else anchor.anchor.file
    return CodePlace(path, anchor.verdict.lines) if code.blob_at(path) is not None else None


def of_bad_file(bad: InvalidMemory) -> Finding:
    """A file that is no memory, or is not to be read as one."""
    rule = Rule.UNKNOWN if bad.is_absent else Rule.SECRET if bad.has_secret else Rule.INVALID
    shown = shown_bad(bad)
    path = shown.path
    memory_id = bad.id if path == bad.path or ID.fullmatch(bad.id or "") else None  # may be the beginning of the name
    return Finding(rule, memory_id, path, bad.line, "" if memory_id is None else path, invalid=shown)


def told_apart(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings; of several that would have one fingerprint the later ones are numbered."""
    seen: dict[str, int] = {}
    for one in findings:
        number = seen[one.fingerprint] = seen.get(one.fingerprint, 0) + 1
        yield one if number == 1 else replace(one, about=f"{one.about} ({number})")
