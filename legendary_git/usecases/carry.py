"""Carry a verdict from one commit to a near one, where nothing that it depends on differs between the two.

A verdict in place depends on one file. One that was found by following depends on everything that changed since the
stamp, which is too much to look through at every commit; what differs between two neighbours is little.
"""

from __future__ import annotations

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.stamp import Stamp
from legendary_git.git.objects import Change
from legendary_git.git.repository import Repository
from legendary_git.usecases.code import CommitCode
from legendary_git.usecases.evidence import CodeEvidence


class Carrying:
    """Whether the verdict of one anchor that is gone from its place must be the same at two commits."""

    def __init__(self, repo: Repository, anchor: Anchor, evidence: CodeEvidence, code: CommitCode) -> None:
        self._repo = repo
        self._anchor = anchor
        self._evidence = evidence
        self._code = code

    def holds_from(self, near: CodeEvidence, commit: str) -> bool:
        """Whether the verdict that `near` gave at `commit` must be the one here too.

        It must if both are compared with the same base, and nothing between them touches the anchor's file, a file
        with all the words of its body, or (the file being gone) a file that git could see as renamed from or to.
        """
        base = self._evidence.base(self._anchor)
        if base is None or base != near.base(self._anchor) or self._code.commit is None:
            return False
        needles = Stamp(self._anchor, self._evidence).needles
        is_gone = self._code.blob_at(self._anchor.file) is None
        return bool(needles) and not any(
            self._matters(change, needles, base if is_gone else None)
            for change in self._repo.changes(commit, self._code.commit)
        )

    def _matters(self, change: Change, needles: frozenset[bytes], renamed_since: str | None) -> bool:
        if change.path == self._anchor.file or self._may_hold(change, needles):
            return True
        if renamed_since is None:
            return False
        is_edit = change.before is not None and change.after is not None
        return not is_edit or self._repo.entry(renamed_since, change.path) is None

    def _may_hold(self, change: Change, needles: frozenset[bytes]) -> bool:
        for blob in (change.before, change.after):
            data = self._repo.read_blob(blob) if blob is not None else None
            if blob is not None and (data is None or all(needle in data for needle in needles)):
                return True
        return False
