"""One run over one clone: remember, walk through real commits, ask about each, hold every answer against the oracle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.accuracy.changes.compare import WRONG, Outcome, compare_change
from benchmarks.accuracy.changes.laws import Laws
from benchmarks.accuracy.changes.memories import Remembered, remember
from benchmarks.accuracy.changes.plan import choose, pick_groups, touched
from benchmarks.accuracy.changes.rebuild import Rebuilt
from benchmarks.accuracy.changes.said import Said, ask_change
from benchmarks.accuracy.definitions import Oracle, OracleFiles, body_of
from benchmarks.accuracy.examples import show_difference
from benchmarks.accuracy.history import Clone, Snapshot
from benchmarks.accuracy.judge_ours import Ours
from benchmarks.accuracy.subjects import Subject
from benchmarks.accuracy.truth import Finding, Tree, Truth, find_truth

_SHOWN = (*WRONG, Outcome.NOT_FOLLOWED, Outcome.OTHERWISE)


@dataclass(frozen=True, slots=True)
class Wanted:
    """How much of a clone is looked at: commits, in how many groups, and the memories written before each group."""

    root: Path
    language: str
    commits: int
    groups: int
    memories: int
    seed: int
    rev: str
    since: str | None
    scratch: Path


@dataclass
class Result:
    """What a run found. `quiet` counts what nothing is said of, by what the commit did to the code all the same."""

    repo: str
    language: str
    commits: tuple[str, ...]
    memories: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[tuple[Outcome, str]] = field(default_factory=Counter)
    quiet: Counter[str] = field(default_factory=Counter)
    others: Counter[str] = field(default_factory=Counter)
    laws: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    examples: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    def count(self, outcome: Outcome) -> int:
        return sum(number for (one, _), number in self.outcomes.items() if one is outcome)

    @property
    def answers(self) -> int:
        return sum(self.outcomes.values())


class Run:
    """A clone, its oracle, and its history made again with memories."""

    def __init__(self, wanted: Wanted, oracle: Oracle) -> None:
        self._wanted = wanted
        self._clone = Clone(wanted.root.resolve())
        self._suffixes = oracle.suffixes
        self._files = OracleFiles(oracle, self._clone.read_blob)
        self._ours = Ours(self._clone)
        self._rebuilt = Rebuilt(self._clone, wanted.scratch)
        self._trees: dict[str, tuple[Snapshot, Tree]] = {}
        self._line = self._clone.first_parents(wanted.rev, wanted.since)
        self._groups = pick_groups(self._clone, self._line, oracle.suffixes, wanted.commits, wanted.groups)
        picked = [commit for group in self._groups for commit in group]
        self.result = Result(self._clone.name, wanted.language, tuple(picked))
        self._laws = Laws(self._rebuilt, self.result.laws, self.result.broken)

    def run(self) -> Result:
        for number, group in enumerate(self._groups):
            begin, end = (self._line.index(one) for one in (group[0], group[-1]))
            base, known = self._remember(self._line[begin - 1], group, number)
            ids = {self._line[begin - 1]: base} | self._rebuilt.append(self._line[begin : end + 1])
            self._look([(self._line[self._line.index(one) - 1], one) for one in group], ids, known)
        return self.result

    def _remember(self, commit: str, group: Sequence[str], number: int) -> tuple[str, list[Remembered]]:
        snapshot, _ = self._tree(commit)
        subjects = [one for path, blob in sorted(snapshot.files.items()) for one in self._subjects(path, blob)]
        seed = f"{self._wanted.seed}:{number}"
        chosen = choose(subjects, touched(self._clone, group), self._wanted.memories, seed)
        base, made = remember(self._ours, self._rebuilt, commit, chosen, number)
        self.result.memories += len(made)
        self.result.kinds.update(one.kind for one in made)
        return base, made

    def _look(self, pairs: Sequence[tuple[str, str]], ids: dict[str, str], known: Sequence[Remembered]) -> None:
        for parent, commit in pairs:
            said = ask_change(self._rebuilt.here.root, ids[parent], ids[commit])
            self.result.others.update(said.others)
            for one in known:
                self._hold(one, parent, commit, said)
            self._laws.check(ids[parent], ids[commit], said)
        self._laws.check_spans([(ids[parent], ids[commit]) for parent, commit in pairs])

    def _hold(self, one: Remembered, parent: str, commit: str, said: Said) -> None:
        then, now = self._truth(one, parent), self._truth(one, commit)
        held = compare_change(one.memory_id, then, now, said)
        self.result.outcomes[held.outcome, held.why] += 1
        if held.outcome is Outcome.QUIET:
            self.result.quiet[self._unsaid(one.subject, parent, commit)] += 1
        if held.outcome in _SHOWN:
            texts = [self._text(one.subject, at) for at in (parent, commit)]
            title = f"{held.outcome} {held.why}: {parent[:10]}..{commit[:10]} {one.subject.path}::{one.subject.symbol}"
            states = f"stamped at {one.commit[:10]}, {then.truth} then {now.truth}; said {_word(one.memory_id, said)}"
            self.result.examples.append((f"{title} ({states})", show_difference(*texts)))

    def _truth(self, one: Remembered, commit: str) -> Finding:
        snapshot, tree = self._tree(commit)
        found = find_truth(one.subject, self._tree(one.commit)[1], tree, snapshot)
        if found.truth is Truth.GONE and one.subject.is_part and _stands_somewhere(one.subject, tree, snapshot):
            return Finding(Truth.ELSEWHERE)  # which of several of its name it is now is not told
        return found

    def _unsaid(self, subject: Subject, parent: str, commit: str) -> str:
        """What a commit did to a symbol that is what it was."""
        before, after = (self._tree(one)[0].files.get(subject.path) for one in (parent, commit))
        if before == after:
            return "file as it was"
        texts = [self._text(subject, one) for one in (parent, commit)]
        if not any(texts):
            return "elsewhere already"
        return "file changed, its lines not" if texts[0] == texts[1] else "its lines changed, its code not"

    def _text(self, subject: Subject, commit: str) -> list[str]:
        blob = self._tree(commit)[0].files.get(subject.path)
        file = self._files.load(subject.path, blob) if blob is not None else None
        if file is None or blob is None:
            return []
        lines = self._clone.read_blob(blob).decode("utf-8", "replace").splitlines()
        return [line for one in file.by_name.get(subject.name, ()) for line in lines[one.first - 1 : one.last]]

    def _subjects(self, path: str, blob: str) -> Iterator[Subject]:
        oracle = self._files.load(path, blob)
        if oracle is not None:
            yield from self._ours.subjects(path, blob, oracle)

    def _tree(self, commit: str) -> tuple[Snapshot, Tree]:
        if commit not in self._trees:
            snapshot = Snapshot(commit, self._clone.files(commit, self._suffixes))
            self._trees[commit] = (snapshot, Tree(snapshot, self._files))
        return self._trees[commit]


def _stands_somewhere(subject: Subject, tree: Tree, snapshot: Snapshot) -> bool:
    """Whether one definition, of whatever name, has the body of a subject that is one of several of its name."""
    files = (tree.file(path) for path in snapshot.files)
    bodies = {one.body for file in files if file is not None for one in file.definitions}
    return body_of(subject.definitions) in bodies


def _word(memory_id: str, said: Said) -> str:
    parts = (("new", said.new), ("earlier", said.earlier), ("ended", said.ended))
    return " ".join(f"{name} {states[memory_id]}" for name, states in parts if memory_id in states) or "nothing"
