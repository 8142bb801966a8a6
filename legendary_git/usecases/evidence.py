"""The evidence that judging asks for, taken from git, from disk and from the parser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from legendary_git.domain.anchor import Anchor, AnchorSpec
from legendary_git.domain.body import Body
from legendary_git.domain.evidence import Movements
from legendary_git.domain.memory import Memory
from legendary_git.domain.parsed import ParsedFile, Unreadable
from legendary_git.domain.region import Region
from legendary_git.domain.stamp import Stamp
from legendary_git.domain.values import replace
from legendary_git.domain.verdict import Reason
from legendary_git.git.objects import NULL_ID
from legendary_git.git.repository import Repository
from legendary_git.usecases.code import Code
from legendary_git.usecases.movements import ChangedSince, Sides, WholeTree, why_unread
from legendary_git.usecases.origin import find_arrival
from legendary_git.usecases.parsed_files import ParsedFiles

if TYPE_CHECKING:
    from legendary_git.usecases.traces import Traces


class CodeEvidence:
    """One state of the code, as the anchors of one memory see it."""

    def __init__(self, repo: Repository, code: Code, memory: Memory, parsed: ParsedFiles, traces: Traces) -> None:
        self._repo = repo
        self._code = code
        self._memory = memory
        self._parsed = parsed
        self._traces = traces

    def blob_at(self, path: str) -> str | None:
        return self._code.blob_at(path)

    def file_at(self, path: str, language: str | None) -> ParsedFile | Unreadable:
        blob = self._code.blob_at(path)
        if blob == NULL_ID:
            return Unreadable(Reason.NOT_STORABLE)
        data = self._code.read(path, blob) if blob is not None else None
        if blob is None or data is None:
            return Unreadable(why_unread(self._repo, blob))
        return self._parsed.load(path, blob, data, language)

    def body_of(self, parsed: ParsedFile, region: Region, own_name: bytes, other_name: bytes) -> Body:
        return self._parsed.body_of(parsed, region, own_name, other_name)

    def stamped_blob(self, anchor: Anchor) -> str | None:
        if anchor.blob is not None or anchor.commit is None:
            return anchor.blob
        commit = self._repo.find_commit(anchor.commit)
        entry = self._repo.entry(commit, anchor.file) if commit is not None else None
        return entry.oid if entry is not None and entry.is_regular else None

    def stamped_bytes(self, anchor: Anchor) -> bytes | None:
        blob = self.stamped_blob(anchor)
        data = self._repo.read_blob(blob) if blob is not None else None
        return None if data is None else data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")

    def stamped_file(self, anchor: Anchor) -> ParsedFile | Unreadable:
        blob = self.stamped_blob(anchor)
        data = self._repo.read_blob(blob) if blob is not None else None
        if blob is None or data is None:
            return Unreadable(why_unread(self._repo, blob))
        return self._parsed.load(anchor.file, blob, data, anchor.language)

    def movements(self, anchor: Anchor) -> Movements | Unreadable:
        base = self.base(anchor)
        sides = Sides(self._repo, self._code, self._parsed, self._language(anchor))
        if base is None:
            return WholeTree(self._code, sides, Stamp(anchor, self))
        return ChangedSince(self._repo, self._code, sides, anchor, base, self.stamped_blob(anchor))

    def last_place(self, anchor: Anchor, symbol: str) -> AnchorSpec | None:
        base, commit = self.base(anchor), self._code.commit
        if base is None or commit is None:
            return None
        trace = self._traces.find(self._memory, replace(anchor, symbol=symbol), base, commit)
        return trace.place if trace.is_elsewhere and not trace.removals else None

    def changed_with(self, anchor: Anchor, symbol: str) -> tuple[str, ...]:
        """The files that changed in the commits that took away the anchor's symbol, or its whole file, and are there.

        The working tree, where something in it is not committed, counts as one more commit.
        """
        base, commit = self.base(anchor), self._code.commit
        if base is None or commit is None:
            return ()
        found = self._traces.changed_with(self._memory, replace(anchor, symbol=symbol or None), base, commit)
        if self._code.key != commit:
            found += tuple(change.path for change in self._code.changes_since(commit).changes)
        return tuple(path for path in dict.fromkeys(found) if self._code.blob_at(path) is not None)

    def stamped_version(self, anchor: Anchor, path: str) -> ParsedFile | None:
        """The file that stood at `path` in the tree that the anchor was stamped in."""
        base = self.base(anchor)
        entry = self._repo.entry(base, path) if base is not None else None
        blob = self.stamped_blob(anchor) if path == anchor.file else entry.oid if entry is not None else None
        data = self._repo.read_blob(blob) if blob is not None else None
        if blob is None or data is None:
            return None
        parsed = self._parsed.load(path, blob, data, None)
        return None if isinstance(parsed, Unreadable) else parsed

    def _language(self, anchor: Anchor) -> str | None:
        """The language of the stamp; anchors written by hand or by legendary-mcp do not name it."""
        if anchor.language is not None:
            return anchor.language
        stamped = self.stamped_file(anchor)
        return None if isinstance(stamped, Unreadable) else stamped.language

    def base(self, anchor: Anchor) -> str | None:
        """The commit that the stamp is compared from (`find_base`)."""
        return find_base(self._repo, self._code, self._memory, anchor)


def find_base(repo: Repository, code: Code, memory: Memory, anchor: Anchor) -> str | None:
    """The commit that an anchor's stamp is compared from: a function of the history of the judged state alone.

    HEAD when stamped, if it is part of that history; else (the branch was squashed, rebased, or never pushed) the
    commit that brought the anchor. None where neither is there. Raises ObjectMissing in a clone that lacks folders.
    """
    commit = code.commit
    if commit is None:
        return None
    stamped = repo.find_commit(anchor.commit) if anchor.commit is not None else None
    if stamped is not None and repo.is_ancestor(stamped, commit):
        return stamped
    return find_arrival(repo, memory, anchor, commit)


def path_of(anchor: Anchor, spec: str) -> str:
    """The path in a spec that an anchor was followed to; the anchor tells which kind of spec it is."""
    if anchor.symbol is not None:
        return spec.partition("::")[0]
    return spec.rpartition(":")[0] if anchor.lines is not None else spec
