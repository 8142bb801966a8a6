"""Carry a verdict from one commit to a near one, where nothing that it depends on differs between the two.

A verdict in place depends on one file. One that was found by following depends on everything that changed since the
stamp, which is too much to look through at every commit; what differs between two neighbours is little.
"""

from __future__ import annotations

from legendary_git.domain.anchor import Anchor, AnchorSpec
from legendary_git.domain.values import dataclass, field
from legendary_git.domain.verdict import State, Verdict
from legendary_git.git.follow_path import follow_path
from legendary_git.git.objects import Change
from legendary_git.git.repository import Repository
from legendary_git.usecases.code import CommitCode
from legendary_git.usecases.evidence import CodeEvidence
from legendary_git.usecases.parsed_files import ParsedFiles


@dataclass
class Carrying:
    """When the verdict of one anchor that is gone from its place must be the same at two commits."""

    repo: Repository
    anchor: Anchor
    needles: frozenset[bytes]
    """Words that every copy of its body holds."""
    symbol: str
    """Its full name."""
    parsed: ParsedFiles
    _bases: dict[str, str | None] = field(default_factory=dict)
    _places: dict[str, AnchorSpec | None] = field(default_factory=dict)

    def holds(
        self, verdict: Verdict, here: CodeEvidence, there: CodeEvidence, code: CommitCode, near: CommitCode
    ) -> bool:
        """Whether the verdict that was given on `near`, seen as `there`, must be the one on `code` too, seen as `here`.

        It must if both are compared with the same base, and nothing between them touches the anchor's file, a file
        that holds all the words of its body, or, where the file is gone, what git sees it became. A symbol whose body
        is nowhere must besides have been taken to the same place on the way, and nothing may touch that either.
        """
        base = self._base(here, code)
        if not self.needles or base is None or base != self._base(there, near):
            return False
        changes = self.repo.changes(near.commit, code.commit or "")
        if any(change.path == self.anchor.file or self._may_hold(change) for change in changes):
            return False
        touched = {change.path for change in changes}
        if code.blob_at(self.anchor.file) is None:
            became = self._became(base, code)
            if became != self._became(base, near) or became in touched:
                return False
        if self.anchor.symbol is None or verdict.state is State.FRESH:
            return True
        place = self._place(here, code)
        return place == self._place(there, near) and (place is None or place.path not in touched)

    def deciders(self, verdict: Verdict, evidence: CodeEvidence, code: CommitCode) -> frozenset[str] | None:
        """The files that, besides those that hold all the words of the body, can make the verdict another one.

        None where the body has no words that would tell those files.
        """
        base = self._base(evidence, code)
        if not self.needles or base is None:
            return None
        paths = {self.anchor.file}
        if code.blob_at(self.anchor.file) is None and (became := self._became(base, code)) is not None:
            paths.add(became)
        if self.anchor.symbol is not None and verdict.state is not State.FRESH:
            place = self._place(evidence, code)
            paths |= {place.path} if place is not None else set()
        return frozenset(paths)

    def _place(self, evidence: CodeEvidence, code: CommitCode) -> AnchorSpec | None:
        if code.key not in self._places:
            self._places[code.key] = evidence.last_place(self.anchor, self.symbol)
        return self._places[code.key]

    def _became(self, base: str, code: CommitCode) -> str | None:
        return follow_path(self.repo, base, code.commit or "", self.anchor.file)

    def _may_hold(self, change: Change) -> bool:
        return any(self.may_be_in(blob) for blob in (change.before, change.after) if blob is not None)

    def may_be_in(self, blob: str) -> bool:
        """Whether a content holds all the words of the body."""
        if blob in self.parsed.lacking(self.needles):
            return False
        data = self.repo.read_blob(blob)
        return data is None or self.parsed.holds(blob, data, self.needles)

    def _base(self, evidence: CodeEvidence, code: CommitCode) -> str | None:
        commit = code.commit or ""
        if commit not in self._bases:
            self._bases[commit] = evidence.base(self.anchor)
        return self._bases[commit]
