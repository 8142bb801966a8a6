"""Judge a memory by the bytes of its files alone, as far as these tell; all else is for `survey`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cached_property

from legendary_git.domain.anchor import Anchor, AnchorSpec
from legendary_git.domain.body import Body
from legendary_git.domain.evidence import Movements
from legendary_git.domain.fingerprint import SCHEME
from legendary_git.domain.judge import judge_in_place, needs_following, unless_unproved
from legendary_git.domain.judged import JudgedAnchor, JudgedMemory
from legendary_git.domain.memory import Memory
from legendary_git.domain.parsed import ParsedFile, Unreadable
from legendary_git.domain.region import Region
from legendary_git.domain.verdict import Reason, State, Verdict
from legendary_git.errors import UserError
from legendary_git.git.attributes import may_convert
from legendary_git.git.blob_id import blob_id
from legendary_git.git.disk_bytes import MOST_BYTES, TooLarge, read_regular
from legendary_git.git.nearest import Nearest
from legendary_git.usecases.parsed_files import ParsedFiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from legendary_git.git.gitcmd import CommandObjects


class NotAtHand(Exception):
    """More than the bytes of the anchored files has to be asked."""


class DatedByHistory(NotAtHand):
    """The memory is out of step with the bytes of its files; only since when is not at hand."""


class AtHand:
    """The files of one work tree as they are on disk, and what was stamped of them. `contents` stand in for files."""

    def __init__(
        self, near: Nearest, head: str | None, environ: Mapping[str, str], contents: Mapping[str, bytes] | None = None
    ) -> None:
        self._near = near
        self._head = head
        self._environ = environ
        self._contents: dict[str, bytes | None] = dict(contents or {})
        self.parsed = ParsedFiles()

    def read(self, repo_path: str) -> bytes | None:
        """A regular file's bytes; None where there is none. Raises NotAtHand where git would store something else."""
        if repo_path not in self._contents:
            dirs = (self._near.git_dir, self._near.common_dir)
            if may_convert(self._near.root, dirs, repo_path, self._environ):
                raise NotAtHand
            self._contents[repo_path] = self._read(self._near.abs_path(repo_path))
        return self._contents[repo_path]

    def _read(self, abs_path: str) -> bytes | None:
        if os.path.realpath(abs_path) != abs_path:  # git takes what is behind a link for no file of its own
            raise NotAtHand
        try:
            return read_regular(abs_path)
        except TooLarge as error:
            raise NotAtHand from error

    def is_committed(self, repo_path: str) -> bool:
        """Whether HEAD has the file as it is. Raises NotAtHand where that cannot be told."""
        data = self.read(repo_path)
        if self._head is None or data is None:
            raise NotAtHand
        digits = len(self._head)
        try:
            entry = self._objects.entry(self._head, repo_path) if self._head else None
        except UserError as error:
            raise NotAtHand from error
        return entry is not None and entry.oid in (blob_id(data, digits), blob_id(_with_lf(data), digits))

    def read_committed(self, repo_path: str) -> bytes | None:
        """What HEAD has at a path; None where it has no regular file. Raises NotAtHand where that cannot be told."""
        if not self._head:
            raise NotAtHand
        try:
            entry = self._objects.entry(self._head, repo_path)
        except UserError as error:
            raise NotAtHand from error
        return self.read_blob(entry.oid) if entry is not None and entry.is_regular else None

    def read_blob(self, oid: str) -> bytes | None:
        """Raises NotAtHand where it is larger than any file that is read here."""
        size = self._objects.blob_size(oid)
        if size is not None and size > MOST_BYTES:
            raise NotAtHand
        return self._objects.read_blob(oid)

    @cached_property
    def _objects(self) -> CommandObjects:
        from pathlib import Path

        from legendary_git.git.environment import scrubbed
        from legendary_git.git.gitcmd import CommandObjects
        from legendary_git.git.objects import ObjectFormat

        is_long = len(self._head or "") == ObjectFormat.SHA256.hex_digits
        form = ObjectFormat.SHA256 if is_long else ObjectFormat.SHA1
        return CommandObjects(Path(self._near.git_dir), scrubbed(self._environ), form)


def judge_at_hand(memory: Memory, files: AtHand) -> JudgedMemory:
    """The memory's verdicts, as `survey` would give them. Raises NotAtHand where the files alone do not tell."""
    return JudgedMemory(memory, tuple(_judge(anchor, files) for anchor in memory.anchors))


def _judge(anchor: Anchor, files: AtHand) -> JudgedAnchor:
    if anchor.blob is None:
        raise NotAtHand
    verdict = _without_stamp(anchor, files)
    if verdict is None:
        verdict = judge_in_place(anchor, FileEvidence(files, with_stamped=True))
    verdict = unless_unproved(anchor, verdict)
    if needs_following(verdict):
        raise NotAtHand
    is_dated = verdict.state in (State.STALE, State.ORPHANED)
    if is_dated and (anchor.was is not None or files.is_committed(anchor.file)):
        raise DatedByHistory
    return JudgedAnchor(anchor, verdict, uncommitted=is_dated)


def _without_stamp(anchor: Anchor, files: AtHand) -> Verdict | None:
    """Fresh where the fingerprint itself says so, which spares reading what was stamped; None where it does not.

    Not for lines: what stands at the same lines now may be a copy of what has gone from there.
    """
    if anchor.scheme != SCHEME or (anchor.symbol is None and anchor.lines is not None):
        return None
    verdict = judge_in_place(anchor, FileEvidence(files, with_stamped=False))
    return verdict if verdict.state is State.FRESH else None


class FileEvidence:
    """What is on disk, as one anchor sees it; where more is asked for, NotAtHand is raised."""

    def __init__(self, files: AtHand, *, with_stamped: bool) -> None:
        self._files = files
        self._with_stamped = with_stamped

    def blob_at(self, path: str) -> str | None:
        data = self._files.read(path)
        return blob_id(data) if data is not None else None

    def file_at(self, path: str, language: str | None) -> ParsedFile | Unreadable:
        data = self._files.read(path)
        if data is None:
            raise NotAtHand
        return self._files.parsed.load(path, blob_id(data), data, language)

    def body_of(self, parsed: ParsedFile, region: Region, own_name: bytes, other_name: bytes) -> Body:
        return self._files.parsed.body_of(parsed, region, own_name, other_name)

    def stamped_blob(self, anchor: Anchor) -> str | None:
        return anchor.blob if self._with_stamped else None

    def stamped_bytes(self, anchor: Anchor) -> bytes | None:
        data = self._stamped(anchor)
        return None if data is None else _with_lf(data)

    def stamped_file(self, anchor: Anchor) -> ParsedFile | Unreadable:
        data = self._stamped(anchor)
        if data is None or anchor.blob is None:
            return Unreadable(Reason.OBJECT_MISSING)
        return self._files.parsed.load(anchor.file, anchor.blob, data, anchor.language)

    def movements(self, anchor: Anchor) -> Movements | Unreadable:  # noqa: ARG002 - whatever it is
        raise NotAtHand

    def last_place(self, anchor: Anchor, symbol: str) -> AnchorSpec | None:  # noqa: ARG002 - same
        raise NotAtHand

    def _stamped(self, anchor: Anchor) -> bytes | None:
        if not self._with_stamped or anchor.blob is None:
            return None
        return self._files.read_blob(anchor.blob)


def _with_lf(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n")
