"""One run over one clone: plan the pairs, ask every judge about them, score the answers."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.accuracy.definitions import Oracle, OracleFiles
from benchmarks.accuracy.examples import Example, find_cause, show_difference, show_forms, show_tokens
from benchmarks.accuracy.history import Clone, Snapshot
from benchmarks.accuracy.judge_ours import Ours
from benchmarks.accuracy.judges import Answer, Judge, StrippedLines, WholeFile
from benchmarks.accuracy.peers import Contents, LegendaryMcp, Yigraf
from benchmarks.accuracy.scores import REFUSED, Outcome, Score, score
from benchmarks.accuracy.subjects import Step, Subject, plan_steps
from benchmarks.accuracy.truth import Finding, Tree, find_truth

_WRONG = (Outcome.FALSE_FRESH, Outcome.FALSE_STALE, Outcome.MISSED)
_SHOWN_OF_OTHERS = 3
"""Examples kept of each cause of a wrong answer that is not ours; of ours every one is kept."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to run: a clone, one of its languages, how much of it, and with whom."""

    root: Path
    language: str
    pairs: int
    commits: int
    seed: int
    rev: str
    since: str | None
    peers: dict[str, Path]
    scratch: Path


@dataclass
class Result:
    """What a run found.

    `causes` counts wrong answers by judge, outcome and cause. `not_ours` are definitions that we do not know, by kind,
    `not_the_oracles` symbols that it does not know, by name; `seen_otherwise` those that it sees on other lines.
    """

    repo: str
    language: str
    rev: str
    snapshots: tuple[str, ...]
    scores: dict[str, Score] = field(default_factory=dict)
    causes: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    examples: list[Example] = field(default_factory=list)
    not_ours: Counter[str] = field(default_factory=Counter)
    not_the_oracles: Counter[str] = field(default_factory=Counter)
    unparsable: int = 0
    seen_otherwise: list[str] = field(default_factory=list)


class Run:
    """A clone with its oracle and its judges."""

    def __init__(self, plan: Plan, oracle: Oracle) -> None:
        self._clone = Clone(plan.root.resolve())
        self._plan = plan
        self._files = OracleFiles(oracle, self._clone.read_blob)
        self._ours = Ours(self._clone)
        self._judges = self._all_judges()
        self._subjects: dict[tuple[str, str], tuple[Subject, ...]] = {}
        commits = self._clone.commits(plan.commits, plan.rev, plan.since)
        self._snapshots = [Snapshot(commit, self._clone.files(commit, oracle.suffixes)) for commit in commits]
        self.result = Result(self._clone.name, plan.language, commits[-1], tuple(commits))
        self._trees: dict[str, Tree] = {}

    def run(self) -> Result:
        for step in plan_steps(self._snapshots, self._subjects_at, self._plan.pairs, self._plan.seed):
            if step.subjects:
                self._run_step(step)
        return self.result

    def _all_judges(self) -> list[Judge]:
        judges: list[Judge] = [self._ours]
        contents = Contents(self._clone, self._plan.scratch)
        if (python := self._plan.peers.get(LegendaryMcp.name)) is not None:
            judges.append(LegendaryMcp(python, contents))
        if (python := self._plan.peers.get(Yigraf.name)) is not None:
            judges.append(Yigraf(python, contents))
        return [*judges, WholeFile(), StrippedLines(self._clone, self._files)]

    def _run_step(self, step: Step) -> None:
        before, after = self._tree(step.before), self._tree(step.after)
        findings = [find_truth(one, before, after, step.after) for one in step.subjects]
        for judge in self._judges:
            total = self.result.scores.setdefault(judge.name, Score())
            begin = time.perf_counter()
            answers = judge.judge(step)
            total.seconds += time.perf_counter() - begin
            for subject, finding, answer in zip(step.subjects, findings, answers, strict=True):
                is_same = step.after.files.get(subject.path) == subject.blob
                outcome = score(subject, finding, answer, after) if answer is not None else None
                total.add(finding, answer.state if answer is not None else REFUSED, outcome, is_same=is_same)
                if answer is not None and outcome in _WRONG:
                    self._note(judge, step, subject, finding, answer, outcome)

    def _subjects_at(self, snapshot: Snapshot) -> Sequence[Subject]:
        return [one for path, blob in sorted(snapshot.files.items()) for one in self._subjects_in(path, blob)]

    def _subjects_in(self, path: str, blob: str) -> tuple[Subject, ...]:
        if (path, blob) not in self._subjects:
            oracle = self._files.load(path, blob)
            found = self._ours.subjects(path, blob, oracle) if oracle is not None else ()
            self._subjects[path, blob] = tuple(found)
            if oracle is None:
                self.result.unparsable += 1
            else:
                self.result.not_ours.update(one.kind for one in found if one.symbol is None)
                self.result.seen_otherwise += [_spot(blob, one) for one in found if not one.is_seen_alike]
                self.result.not_the_oracles.update(self._ours.unknown_to(path, blob, oracle))
        return self._subjects[path, blob]

    def _tree(self, snapshot: Snapshot) -> Tree:
        if snapshot.commit not in self._trees:
            self._trees[snapshot.commit] = Tree(snapshot, self._files)
        return self._trees[snapshot.commit]

    def _note(
        self, judge: Judge, step: Step, subject: Subject, finding: Finding, answer: Answer, outcome: Outcome
    ) -> None:
        blob = step.after.files.get(subject.path)
        texts = self._text(subject, subject.blob), self._text(subject, blob)
        cause = ("twins: " if subject.of_name > 1 else "") + find_cause(*texts)
        key = (judge.name, outcome.value, cause)
        self.result.causes[key] += 1
        if judge is not self._ours and self.result.causes[key] > _SHOWN_OF_OTHERS:
            return
        difference = show_difference(*texts)
        if judge is self._ours and blob is not None:
            difference += show_tokens(self._ours.tokens(subject, subject.blob), self._ours.tokens(subject, blob))
            difference += show_forms(self._forms(subject, subject.blob), self._forms(subject, blob))
        self.result.examples.append(
            Example(
                judge=judge.name,
                outcome=outcome.value,
                cause=cause,
                repo=self._clone.name,
                before=step.before.commit,
                after=step.after.commit,
                path=subject.path,
                name=subject.symbol or subject.name,
                truth=f"{finding.truth.value} {' '.join('::'.join(place) for place in finding.places[:3])}".strip(),
                answer=f"{answer.state} ({answer.reason}) {'::'.join(answer.place or ())}".strip(),
                difference=difference,
            )
        )

    def _text(self, subject: Subject, blob: str | None) -> list[str]:
        """The lines of all definitions of the subject's name in some content of its file, as the oracle finds them."""
        file = self._files.load(subject.path, blob) if blob is not None else None
        if file is None or blob is None:
            return []
        lines = self._clone.read_blob(blob).decode("utf-8", "replace").splitlines()
        return [line for one in file.by_name.get(subject.name, ()) for line in lines[one.first - 1 : one.last]]

    def _forms(self, subject: Subject, blob: str) -> str:
        """The normal forms of the same definitions."""
        found = self._files.read(subject.path, blob) or ()
        return "\n".join(one.form for one in found if one.name == subject.name)


def _spot(blob: str, subject: Subject) -> str:
    oracle = ",".join(f"{one.first}-{one.last}" for one in subject.definitions)
    return f"{blob[:10]} {subject.path}::{subject.symbol} ours {subject.lines}, the oracle's {oracle}"
