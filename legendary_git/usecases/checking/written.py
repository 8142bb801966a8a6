"""Memories that a change wrote or edited, asked what `remember` would have asked of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from legendary_git.domain.judged import JudgedMemory
from legendary_git.domain.memory import Memory, MemoryType
from legendary_git.domain.related import MOST_COMPARED
from legendary_git.domain.trigger import examine_trigger
from legendary_git.domain.values import replace
from legendary_git.domain.verdict import State
from legendary_git.errors import OverLimit
from legendary_git.store.tool_words import load_tool_lines, load_word_counts
from legendary_git.usecases.checking.bad_stamps import find_bad_stamps
from legendary_git.usecases.checking.bad_values import find_bad_values, find_unknown_ids
from legendary_git.usecases.checking.finding import Finding, Gap
from legendary_git.usecases.checking.neighbours import Neighbours
from legendary_git.usecases.checking.rules import Rule
from legendary_git.usecases.checking.standing import Standing
from legendary_git.usecases.checking.stores import line_of
from legendary_git.usecases.judging import Judging
from legendary_git.usecases.kin import compare, subject_of
from legendary_git.usecases.memories import Memories
from legendary_git.usecases.supersede import find_uncovered

MOST_PAIRS = 16_000
"""Pairs compared in full, altogether: thousands that are about no place, in one push, must not keep a server busy."""


class Written:
    """The memories in the files `paths`, as `now` has them; `before` is what was there before the change."""

    def __init__(self, now: Standing, before: Memories, paths: Collection[str], judging: Judging) -> None:
        self._now = now
        self._before = {one.id: one for one in before.valid}
        self._paths = paths
        self._judging = judging
        self._judged = {one.memory.id: one for one in now.survey.memories}
        self._ids = {*self._judged, *(bad.id for bad in now.loaded.invalid if bad.id is not None)}
        self._compared: set[str] = set()
        self._neighbours = Neighbours(now.loaded.valid)
        self._pairs = 0
        self._passed_over = 0
        self._uncompared = 0

    def findings(self) -> Iterator[Finding]:
        """What is wrong with them that was not before, the oldest memory first."""
        for judged in self._now.survey.memories:
            if judged.memory.path in self._paths:
                old = self._before.get(judged.memory.id)
                yield from self._bad_values(judged, old)
        for judged in self._now.survey.current():
            if judged.memory.path in self._paths:
                old = self._before.get(judged.memory.id)
                yield from self._weak_triggers(judged, old)
                yield from self._kin(judged, old)
                try:
                    yield from self._uncovered(judged, old)
                except OverLimit:
                    self._uncompared += 1

    @property
    def notices(self) -> tuple[str, ...]:
        """What was not looked at; once the findings have been asked for."""
        found = []
        if self._passed_over:
            said = f"{self._passed_over} memories were not compared with the others"
            found.append(f"too much is written at once: {said}")
        if self._uncompared:
            found.append(f"the time was over: what {self._uncompared} memories cover was not looked at")
        return tuple(found)

    def _bad_values(self, judged: JudgedMemory, old: Memory | None) -> Iterator[Finding]:
        memory = judged.memory
        for one in find_bad_values(memory, old):
            yield self._finding(Rule.INVALID, judged, one.key, f"{one.key.partition('[')[0]}: {one.value}", one.why)
        evidence = self._judging.evidence(memory, self._now.code_for(memory))
        for one in find_bad_stamps(memory, old, evidence):
            yield self._finding(Rule.INVALID, judged, one.key, f"stamp: {one.value}", one.why)
        for one in find_unknown_ids(memory, old, self._ids):
            if one.key == "superseded_by":
                found = self._finding(Rule.UNCOVERED, judged, one.key, one.value, one.why)
                yield replace(found, gap=Gap.NO_SUCCESSOR)
            elif not memory.is_conflicted:  # what is marked is told anyway, whoever did it
                yield replace(self._finding(Rule.CONFLICTED, judged, one.key, one.value, one.why), gap=Gap.NO_PARTNER)

    def _weak_triggers(self, judged: JudgedMemory, old: Memory | None) -> Iterator[Finding]:
        memory = judged.memory
        known = old.triggers if old is not None else ()
        for number, trigger in enumerate(memory.triggers):
            report = examine_trigger(trigger, load_word_counts(), load_tool_lines())
            if not report.accepted and trigger not in known:
                why = f"`{trigger}`: {report.reasons()[0]}; {report.advice()}"
                yield self._finding(Rule.TRIGGER, judged, f"triggers[{number}]", trigger, why)
        if old is None and memory.type is MemoryType.EPISODE and not any(map(str.strip, memory.triggers)):
            why = "an episode without the verbatim error that it is about can never come back by itself"
            yield self._finding(Rule.TRIGGER, judged, "type", "none", why)

    def _kin(self, judged: JudgedMemory, old: Memory | None) -> Iterator[Finding]:
        memory = judged.memory
        if (old is not None and _says_the_same(old, memory)) or memory.front.get("distinct"):
            return
        if self._pairs >= MOST_PAIRS:
            self._passed_over += 1
            return
        others = tuple(one for one in self._neighbours.of(memory) if self._is_other(one, memory))
        self._pairs += min(len(others), MOST_COMPARED)
        kin = compare(Memories(others, ()), memory)
        self._compared.add(memory.id)
        if kin.same is not None:
            yield self._like(judged, kin.same, "says the same as")
        elif kin.near:
            like, why = kin.near[0]
            yield self._like(judged, like, f"says nearly the same ({why}) as")
        known = {*memory.conflicts_with}
        unsaid = tuple(one for one in kin.contradicted if one.id not in known and memory.id not in one.conflicts_with)
        if unsaid:
            about = " ".join(sorted(one.id for one in unsaid))
            line = line_of(self._now.store, memory.path, "title")
            yield Finding(Rule.CONFLICTED, memory.id, memory.path, line, about, judged=judged, partners=unsaid)

    def _is_other(self, one: Memory, memory: Memory) -> bool:
        """Whether the two are to be compared: no memory with what it takes the place of, and no two of them twice.

        Of two that the change wrote either may say that it is another one.
        """
        if one.id == memory.id or one.id in self._compared:
            return False
        if one.path in self._paths and one.front.get("distinct"):
            return False
        return one.id not in memory.supersedes and memory.id not in one.supersedes

    def _like(self, judged: JudgedMemory, other: Memory, how: str) -> Finding:
        memory = judged.memory
        line, why = line_of(self._now.store, memory.path, "title"), f"{how} {other.id}"
        return Finding(
            Rule.DUPLICATE, memory.id, memory.path, line, other.id, judged=judged, partners=(other,), why=why
        )

    def _uncovered(self, judged: JudgedMemory, old: Memory | None) -> Iterator[Finding]:
        memory = judged.memory
        for number, one in enumerate(memory.supersedes):
            is_new = old is None or one not in old.supersedes
            if is_new and (found := self._find_gap(judged, one)) is not None:
                gap, why = found
                yield replace(self._finding(Rule.UNCOVERED, judged, f"supersedes[{number}]", one, why), gap=gap)

    def _find_gap(self, judged: JudgedMemory, memory_id: str) -> tuple[Gap, str] | None:
        """What keeps a memory from standing in the place of the other one, and in words."""
        if memory_id == judged.memory.id:
            return Gap.ITSELF, "it supersedes itself"
        other = self._judged.get(memory_id)
        if other is None:
            return Gap.NO_MEMORY, f"it supersedes {memory_id}, and there is no such memory"
        evidence = self._judging.evidence(other.memory, self._now.code_for(judged.memory))
        missing = find_uncovered(evidence, other, judged.anchors)
        there = [one.anchor.spec for one in missing if one.verdict.state is not State.ORPHANED]
        uncovered = f"does not cover {', '.join(there)}" if there else ""
        if not other.memory.is_retired:
            why = f"it supersedes {memory_id}, which is {other.memory.status.value} all the same"
            return (Gap.ACTIVE_UNCOVERED if missing else Gap.ACTIVE), why + (f"; it {uncovered}" if uncovered else "")
        return (Gap.UNCOVERED, f"it supersedes {memory_id} and {uncovered}") if uncovered else None

    def _finding(self, rule: Rule, judged: JudgedMemory, key: str, about: str, why: str) -> Finding:
        memory = judged.memory
        line = line_of(self._now.store, memory.path, key)
        return Finding(rule, memory.id, memory.path, line, about, judged=judged, why=why)


def _says_the_same(old: Memory, new: Memory) -> bool:
    """Whether an edit left everything as it was by which memories are compared."""
    return subject_of(old) == subject_of(new)
