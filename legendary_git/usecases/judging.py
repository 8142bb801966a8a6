"""Judge many anchors on one state of the code, each content at most once: the answers are kept in the index."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Any

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.judge import judge_elsewhere, judge_in_place, needs_following, unless_unproved
from legendary_git.domain.judged import JudgedAnchor
from legendary_git.domain.memory import Memory
from legendary_git.domain.stamp import Stamp
from legendary_git.domain.values import dataclass
from legendary_git.domain.verdict import Reason, Verdict
from legendary_git.errors import ObjectMissing, OverLimit
from legendary_git.git.step_log import Step
from legendary_git.parsing.identity import judged_by
from legendary_git.usecases.carry import Carrying
from legendary_git.usecases.code import Code, CommitCode
from legendary_git.usecases.evidence import CodeEvidence, path_of
from legendary_git.usecases.parsed_files import ParsedFiles
from legendary_git.usecases.traces import Traces
from legendary_git.usecases.workspace import Workspace

_PASSING = (Reason.OBJECT_MISSING, Reason.NOT_STORABLE, Reason.NO_GRAMMAR, Reason.TIME_OVER)
"""Reasons that end when an object is fetched or a grammar installed, or with the next process: never kept."""

_MOST_KNOWN = 100_000
"""Answers kept in memory; the index has them all."""
_MOST_CARRIED = 64
"""Anchors of which is kept what tells whether their verdicts hold elsewhere."""

Key = tuple[str, str]
Findings = tuple[dict[Key, Verdict], dict[Key, str], dict[Key, Any]]
"""Verdicts, origins, and what was made of code while it was at hand."""


@dataclass(frozen=True, slots=True)
class Deciders:
    """What can make a verdict another one: the files at these paths, and contents of which `may_be_in` is true."""

    paths: frozenset[str]
    may_be_in: Callable[[str], bool] | None = None

    def are_touched(self, step: Step) -> bool:
        """Whether a commit changed any of them."""
        if any(step.touches(path) for path in self.paths):
            return True
        return self.may_be_in is not None and any(map(self.may_be_in, step.blobs()))


class Judging:
    """Answers about anchors; what has been judged once, here or in an earlier process, is not judged again."""

    def __init__(self, ws: Workspace) -> None:
        self._ws = ws
        self._parsed = ParsedFiles(ws.allowance.refuse_late)
        self._traces = Traces(ws.repo, self._parsed)
        self._known: dict[Key, Verdict] = {}
        self._new: dict[Key, Verdict] = {}
        self._new_origins: dict[Key, str] = {}
        self._looks: dict[Key, Any] = {}
        self._words: dict[str, tuple[frozenset[bytes], str]] = {}
        self._carrying: OrderedDict[str, Carrying] = OrderedDict()

    def recall(self, pairs: Iterable[tuple[Memory, Anchor]], code: Code) -> None:
        """Fetch at once what the index knows of many anchors on one state of the code."""
        asked = (pair for pair in pairs if not is_as_stamped(pair[1], code))
        keys = [key for memory, anchor in asked for key in self._keys(memory, anchor, code)]
        self._known.update(self._ws.index.find_verdicts(keys))

    def judge(self, memory: Memory, anchor: Anchor, code: Code, near: CommitCode | None = None) -> Verdict:
        """The verdict of one anchor; `near` is a commit that differs little, where it may have been judged before."""
        try:
            return unless_unproved(anchor, self._judge(memory, anchor, code, near))
        except OverLimit:
            return Verdict(Reason.TIME_OVER if self._ws.allowance.is_over else Reason.TOO_MANY_PATHS)
        except ObjectMissing:
            return Verdict(Reason.OBJECT_MISSING)

    def _judge(self, memory: Memory, anchor: Anchor, code: Code, near: CommitCode | None) -> Verdict:
        if is_as_stamped(anchor, code):
            return Verdict(Reason.UNCHANGED, anchor.lines)
        in_place, elsewhere = self._keys(memory, anchor, code)
        verdict = self._find(in_place)
        evidence = self.evidence(memory, code)
        if verdict is None:
            verdict = self._keep(in_place, self._in_time(lambda: judge_in_place(anchor, evidence)))
        if not needs_following(verdict):
            return verdict
        known = self._find(elsewhere)
        if known is None:
            gone = verdict.reason
            known = self._in_time(lambda: self._look_elsewhere(memory, anchor, code, near, gone))
        return self._keep(elsewhere, known)

    def _look_elsewhere(
        self, memory: Memory, anchor: Anchor, code: Code, near: CommitCode | None, gone: Reason
    ) -> Verdict:
        known = self._carry(memory, anchor, code, near) if near is not None and isinstance(code, CommitCode) else None
        if known is None:
            evidence = self.evidence(memory, code)
            known = judge_elsewhere(anchor, evidence, gone)
            self._carried(memory, anchor, evidence)  # what the next state asks of the stamp, which is at hand now
        return known

    def _in_time(self, find: Callable[[], Verdict]) -> Verdict:
        """A verdict that was found before the time was over: what cannot be read any more is no evidence."""
        self._ws.allowance.refuse_late()
        found = find()
        self._ws.allowance.refuse_late()
        return found

    def _carry(self, memory: Memory, anchor: Anchor, code: CommitCode, near: CommitCode) -> Verdict | None:
        """The verdict at the near commit, if it is known and must be the one at `code` too."""
        verdict = self._find(self._keys(memory, anchor, near)[1])
        if verdict is None:
            return None
        here, there = self.evidence(memory, code), self.evidence(memory, near)
        return verdict if self._carried(memory, anchor, here).holds(verdict, here, there, code, near) else None

    def _carried(self, memory: Memory, anchor: Anchor, evidence: CodeEvidence) -> Carrying:
        key = anchor_key(memory, anchor)
        if key not in self._carrying:
            words = self._words.get(key)
            if words is None:
                stamp = Stamp(anchor, evidence)
                words = self._words[key] = stamp.needles, stamp.symbol_name
            self._carrying[key] = Carrying(self._ws.repo, anchor, *words, self._parsed)
            if len(self._carrying) > _MOST_CARRIED:
                self._carrying.popitem(last=False)
        self._carrying.move_to_end(key)
        return self._carrying[key]

    def find_deciders(self, memory: Memory, anchor: Anchor, code: CommitCode) -> Deciders | None:
        """What the verdict on a commit depends on; None where that cannot be told."""
        verdict = self.judge(memory, anchor, code)
        if not self.took_following(memory, anchor, code):
            return Deciders(frozenset({anchor.file}))
        evidence = self.evidence(memory, code)
        carrying = self._carried(memory, anchor, evidence)
        paths = carrying.deciders(verdict, evidence, code)
        return Deciders(paths, carrying.may_be_in) if paths is not None else None

    def evidence(self, memory: Memory, code: Code) -> CodeEvidence:
        """One state of the code, as the anchors of a memory see it; what was read once is not read again."""
        return CodeEvidence(self._ws.repo, code, memory, self._parsed, self._traces)

    def took_following(self, memory: Memory, anchor: Anchor, code: Code) -> bool:
        """Whether the verdict that was given on `code` depends on more than the anchor's own file."""
        if is_as_stamped(anchor, code):
            return False
        in_place = self._find(self._keys(memory, anchor, code)[0])
        return in_place is not None and needs_following(in_place)

    def is_known(self, memory: Memory, anchor: Anchor, code: Code) -> bool:
        """Whether nothing need be read to judge an anchor; asked after `recall`."""
        if is_as_stamped(anchor, code):
            return True
        in_place, elsewhere = self._keys(memory, anchor, code)
        verdict = self._known.get(in_place)
        return verdict is not None and (not needs_following(verdict) or elsewhere in self._known)

    def searching_all(self) -> AbstractContextManager[None]:
        """While anchors of one language are judged whose stamps history does not have."""
        return self._parsed.keeping_outlines()

    @property
    def is_late(self) -> bool:
        """Whether the time for judging is over."""
        return self._ws.allowance.is_over

    def refuse_late(self) -> None:
        """Raises OverLimit where it is."""
        self._ws.allowance.refuse_late()

    def is_gone(self, memory: Memory, anchor: Anchor, code: Code) -> bool:
        """Whether an anchor is gone from its place in `code`: the verdict in place is found and kept, and no more."""
        if is_as_stamped(anchor, code):
            return False
        in_place = self._keys(memory, anchor, code)[0]
        try:
            verdict = self._find(in_place)
            if verdict is None:
                evidence = self.evidence(memory, code)
                verdict = self._keep(in_place, self._in_time(lambda: judge_in_place(anchor, evidence)))
        except ObjectMissing:
            return False
        return needs_following(verdict)

    def find_origin(self, key: Key) -> str | None:
        """What is known of an anchor's since, under anchor_key and commit: '' where history does not tell."""
        known = self._new_origins.get(key)
        return known if known is not None else self._ws.index.find_since([key]).get(key)

    def keep_origin(self, key: Key, since: str) -> None:
        self._new_origins[key] = since

    def keep_look(self, memory: Memory, found: JudgedAnchor, code: Code, seen: Any) -> None:
        """Keep what was made of an anchor's code while it was at hand."""
        self._looks[_look_key(memory, found, code)] = seen

    def find_look(self, memory: Memory, found: JudgedAnchor, code: Code) -> Any | None:
        """What was made of it here or in another state of the code with the same content in the same place."""
        return self._looks.get(_look_key(memory, found, code))

    def save(self) -> None:
        """Give the index what it did not know."""
        verdicts, origins = self._new, self._new_origins
        self._new, self._new_origins = {}, {}
        with self._ws.index.transaction():
            self._ws.index.put_verdicts(verdicts)
            self._ws.index.put_since(origins)

    def take_new(self) -> Findings:
        """What was found since the last time."""
        found = self._new, self._new_origins, self._looks
        self._new, self._new_origins, self._looks = {}, {}, {}
        return found

    def put_new(self, found: Findings) -> None:
        """Take what another process has found."""
        verdicts, origins, looks = found
        self._known.update(verdicts)
        self._new.update(verdicts)
        self._new_origins.update(origins)
        self._looks.update(looks)

    def apart(self, ws: Workspace) -> Judging:
        """The same for another process, which asks git and the index by itself: it knows what is known here."""
        other = Judging(ws)
        other._known = dict(self._known)
        return other

    def _keys(self, memory: Memory, anchor: Anchor, code: Code) -> tuple[Key, Key]:
        """Under which an anchor's verdict in place, and the one after following, are kept.

        Following asks history, which may be cut off in one place today and in another one tomorrow.
        """
        key, judge = anchor_key(memory, anchor), judged_by()
        tree = f"{judge} tree {code.key}{self._ws.repo.cut_off}"
        return (key, f"{judge} blob {code.blob_at(anchor.file) or '-'}"), (key, tree)

    def _find(self, key: Key) -> Verdict | None:
        if key not in self._known:
            self._known.update(self._ws.index.find_verdicts([key]))
        return self._known.get(key)

    def _keep(self, key: Key, verdict: Verdict) -> Verdict:
        if verdict.reason not in _PASSING:
            if len(self._known) >= _MOST_KNOWN:
                self.save()
                self._known.clear()
            self._known[key] = self._new[key] = verdict
        return verdict


def is_as_stamped(anchor: Anchor, code: Code) -> bool:
    """Whether an anchor's file is, byte for byte, what was stamped: nothing more need be asked."""
    return anchor.blob is not None and code.blob_at(anchor.file) == anchor.blob


def pairs_of(memories: Iterable[Memory]) -> Iterator[tuple[Memory, Anchor]]:
    """Every anchor with its memory."""
    return ((memory, anchor) for memory in memories for anchor in memory.anchors)


def _look_key(memory: Memory, found: JudgedAnchor, code: Code) -> Key:
    verdict = found.verdict
    path = path_of(found.anchor, verdict.followed_to) if verdict.followed_to is not None else found.anchor.file
    where = f"{code.blob_at(path)} {verdict.reason.value} {verdict.lines} {verdict.followed_to}"
    return anchor_key(memory, found.anchor), where


def anchor_key(memory: Memory, anchor: Anchor) -> str:
    """What an anchor's answers are kept under: all that they depend on, the code aside."""
    said = "\0".join(
        str(part)
        for part in (memory.id, memory.path, anchor.spec, anchor.lines, anchor.commit, anchor.blob, anchor.content_hash)
    )
    read_by = f"{anchor.language}\0{anchor.grammar}" + ("\0was" if anchor.was is not None else "")
    return hashlib.sha256(f"{said}\0{read_by}".encode("utf-8", "surrogateescape")).hexdigest()[:32]
