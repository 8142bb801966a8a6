"""Our own verdicts, given as the product gives them: stamped from one commit's blob, judged on another's tree."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache, lru_cache

from benchmarks.accuracy.definitions import Definition, OracleFile
from benchmarks.accuracy.history import Clone
from benchmarks.accuracy.judges import Answer
from benchmarks.accuracy.subjects import Step, Subject
from benchmarks.accuracy.truth import Place
from legendary_git.domain.anchor import Anchor
from legendary_git.domain.body import Body
from legendary_git.domain.fingerprint import fingerprint
from legendary_git.domain.judge import judge
from legendary_git.domain.memory import Memory, MemoryType, Status
from legendary_git.domain.parsed import ParsedFile, Unreadable
from legendary_git.domain.region import Region, Symbol
from legendary_git.domain.symbols import family_name, find_family
from legendary_git.domain.verdict import State
from legendary_git.git.repository import Repository
from legendary_git.parsing.reader import read
from legendary_git.usecases.candidates import find_candidates
from legendary_git.usecases.code import CommitCode
from legendary_git.usecases.evidence import CodeEvidence
from legendary_git.usecases.parsed_files import ParsedFiles
from legendary_git.usecases.traces import Traces

_KEPT = 1200
_KEPT_BODIES = 100_000
_KEPT_BLOBS = 10_000
_MEMORY = Memory(
    id="mem-00000000",
    type=MemoryType.DECISION,
    title="Judged by the benchmark",
    status=Status.ACTIVE,
    path=".legendary/memories/mem-00000000-judged.md",
)


class Ours:
    """legendary-git: `judge` on the evidence that the commands give it."""

    name = "legendary-git"

    def __init__(self, clone: Clone) -> None:
        self._clone = clone
        self._repo = Repository.find(clone.root, os.environ)
        vars(self._repo)["read_blob"] = lru_cache(_KEPT_BLOBS)(self._repo.read_blob)  # they are asked for at every pair
        self._parsed = _PatientFiles()
        self._traces = Traces(self._repo, self._parsed)
        self._read = lru_cache(_KEPT)(self._read_blob)

    def judge(self, step: Step) -> list[Answer | None]:
        code = CommitCode(self._repo, step.after.commit)
        evidence = CodeEvidence(self._repo, code, _MEMORY, self._parsed, self._traces)
        anchors = (self.stamp(one, step.before.commit) for one in step.subjects)
        return [_answer(anchor, code, evidence) if anchor is not None else None for anchor in anchors]

    def subjects(self, path: str, blob: str, oracle: OracleFile) -> list[Subject]:
        """Every definition that the oracle knows as a subject; several where we keep twins of one name apart.

        Which of its definitions one of our twins is about is told by the lines that they begin on.
        """
        parsed = self._read(path, blob)
        symbols = parsed.symbols if parsed is not None else ()
        by_family: dict[str, list[Symbol]] = {}
        for symbol in symbols:
            by_family.setdefault(family_name(symbol.name), []).append(symbol)
        subjects = []
        for name, found in oracle.by_name.items():
            family = by_family.get(name, [])
            if not family:
                subjects.append(Subject(path, blob, name, found, len(found), None))
            for twin in family:
                is_all = len(family) == 1 and not _are_apart(found)
                own = found if is_all else tuple(one for one in found if _covers(twin.region, one.first))
                if own:
                    lines = twin.region.lines.first, twin.region.lines.last
                    subjects.append(Subject(path, blob, name, own, len(found), twin.name, lines))
        return subjects

    def unknown_to(self, path: str, blob: str, oracle: OracleFile) -> list[str]:
        """Our symbols that the oracle does not know."""
        parsed = self._read(path, blob)
        names = {family_name(symbol.name) for symbol in parsed.symbols} if parsed is not None else set()
        return sorted(names - oracle.by_name.keys())

    def tokens(self, subject: Subject, blob: str) -> list[str]:
        """The tokens of a subject's region in some content of its file, for showing."""
        parsed = self._read(subject.path, blob)
        family = find_family(parsed.symbols, subject.symbol or subject.name) if parsed is not None else ()
        return [
            f"{token.kind.name.lower()} {token.text.decode('utf-8', 'replace')}"
            for symbol in family
            if parsed is not None
            for token in parsed.tokens(symbol.region)
        ]

    def stamp(self, subject: Subject, commit: str) -> Anchor | None:
        """The anchor that `remember` would write, had it been asked at that commit; None where it would refuse."""
        parsed = self._read(subject.path, subject.blob)
        symbol = _find(parsed.symbols, subject.symbol) if parsed is not None else None
        if parsed is None or symbol is None or parsed.is_damaged(symbol.region):
            return None
        return Anchor(
            file=subject.path,
            symbol=symbol.name,
            lines=symbol.region.lines,
            commit=commit,
            blob=subject.blob,
            content_hash=fingerprint(parsed.tokens(symbol.region)),
            language=parsed.language,
            grammar=parsed.grammar,
        )

    def _read_blob(self, path: str, blob: str) -> ParsedFile | None:
        parsed = read(path, self._clone.read_blob(blob))
        return None if isinstance(parsed, Unreadable) else parsed


class _PatientFiles(ParsedFiles):
    """Parsed files of which many are kept, each region read once: so many anchors are never judged in one go else."""

    def __init__(self) -> None:
        super().__init__()
        self._read = lru_cache(_KEPT)(self._read_once)

    def load(self, path: str, blob: str, data: bytes, language: str | None) -> ParsedFile | Unreadable:
        return self._read(path, blob, data, language)

    def body_of(self, parsed: ParsedFile, region: Region, own_name: bytes, other_name: bytes) -> Body:
        if len(self._bodies) > _KEPT_BODIES:
            self._bodies.clear()  # each of them keeps its file alive
        return super().body_of(parsed, region, own_name, other_name)

    def _read_once(self, path: str, blob: str, data: bytes, language: str | None) -> ParsedFile | Unreadable:  # noqa: ARG002
        found = read(path, data, language)
        if not isinstance(found, Unreadable):
            vars(found)["tokens"] = cache(found.tokens)
        return found


def _answer(anchor: Anchor, code: CommitCode, evidence: CodeEvidence) -> Answer:
    verdict = judge(anchor, evidence)
    place = _place(verdict.followed_to) if verdict.followed_to is not None else None

    def more() -> tuple[Place, ...]:
        if verdict.state is not State.ORPHANED:
            return ()
        return tuple(_place(one.spec) for one in find_candidates(code, anchor, evidence, verdict))

    return Answer(verdict.state.value, verdict.reason.value, place, tuple(map(_place, verdict.candidates)), more)


def _place(spec: str) -> Place:
    path, _, name = spec.partition("::")
    return path, family_name(name)


def _find(symbols: Sequence[Symbol], name: str | None) -> Symbol | None:
    return next((symbol for symbol in symbols if symbol.name == name), None)


def _are_apart(definitions: Sequence[Definition]) -> bool:
    """Whether each stands in another object or function that has no name, so that they only look like one thing."""
    return len({one.within for one in definitions}) == len(definitions) > 1


def _covers(region: Region, line: int) -> bool:
    return any(span.lines.first <= line <= span.lines.last for span in region.spans)
