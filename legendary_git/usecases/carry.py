"""Carry a verdict from one commit to a near one, where nothing that it depends on differs between the two.

A verdict in place depends on one file. One that was found by following depends on everything that changed since the
stamp, which is too much to look through at every commit; what differs between two neighbours is little.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.stamp import Stamp
from legendary_git.domain.verdict import Verdict
from legendary_git.git.follow_path import find_deletions
from legendary_git.git.objects import Change
from legendary_git.git.repository import Repository
from legendary_git.usecases.code import CommitCode
from legendary_git.usecases.evidence import CodeEvidence, path_of


@dataclass(frozen=True, slots=True)
class Near:
    """A commit that differs little, where the anchor has been judged; `tip` is, or descends from, both."""

    commit: str
    tip: str


@dataclass
class Carrying:
    """When the verdict of one anchor that is gone from its place must be the same at two commits."""

    repo: Repository
    anchor: Anchor
    stamp: Stamp
    _bases: dict[str, str | None] = field(default_factory=dict)
    _lone: dict[str, bool] = field(default_factory=dict)

    def holds(self, verdict: Verdict, here: CodeEvidence, there: CodeEvidence, code: CommitCode, near: Near) -> bool:
        """Whether the verdict that was given `there`, at `near`, must be the one `here` too.

        It must if both are compared with the same base, and nothing between them touches the anchor's file, a file
        that holds all the words of its body, or, where the file is gone, the way that git sees it went.
        """
        base = self._base(here, code.commit or "")
        if not self._needles or base is None or base != self._base(there, near.commit):
            return False
        changes = self.repo.changes(near.commit, code.commit or "")
        if any(change.path == self.anchor.file or self._may_hold(change) for change in changes):
            return False
        return code.blob_at(self.anchor.file) is not None or self._went_the_same_way(verdict, changes, base, near.tip)

    def _went_the_same_way(self, verdict: Verdict, changes: tuple[Change, ...], base: str, tip: str) -> bool:
        """Whether the file that is gone was taken away by one commit only, and what it became stands untouched."""
        if tip not in self._lone:
            self._lone[tip] = len(find_deletions(self.repo, base, tip, self.anchor.file)) == 1
        if not self._lone[tip]:
            return False
        if verdict.followed_to is not None:
            became = path_of(self.anchor, verdict.followed_to)
            return all(change.path != became for change in changes)
        return all(change.before is not None and change.after is not None for change in changes)

    def _may_hold(self, change: Change) -> bool:
        for blob in (change.before, change.after):
            data = self.repo.read_blob(blob) if blob is not None else None
            if blob is not None and (data is None or all(needle in data for needle in self._needles)):
                return True
        return False

    def _base(self, evidence: CodeEvidence, commit: str) -> str | None:
        if commit not in self._bases:
            self._bases[commit] = evidence.base(self.anchor)
        return self._bases[commit]

    @cached_property
    def _needles(self) -> frozenset[bytes]:
        return self.stamp.needles
