"""What judging may ask about one state of the code. The use cases give it from git, from disk and from the parser."""

from __future__ import annotations

from collections.abc import Iterator

from legendary_git.domain.anchor import Anchor, AnchorSpec
from legendary_git.domain.annotations import Protocol
from legendary_git.domain.body import Body
from legendary_git.domain.parsed import ParsedFile, Unreadable
from legendary_git.domain.region import Region
from legendary_git.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """One path whose content differs between the stamp's tree and the judged one; None where it is absent."""

    path: str
    before: ParsedFile | Unreadable | None
    after: ParsedFile | Unreadable | None


class Movements(Protocol):
    """What changed between the state that an anchor was stamped in and the judged one."""

    @property
    def is_complete(self) -> bool:
        """Whether the stamp's tree is known. If not, every file counts as changed and `before` is always None."""

    def renamed_to(self, path: str) -> str | None:
        """Where git sees the file at `path` renamed to."""

    def paths_before(self, blob: str) -> tuple[str, ...]:
        """Changed paths that held exactly this content in the stamp's tree."""

    def paths_after(self, blob: str) -> tuple[str, ...]:
        """Changed paths that hold exactly this content in the judged tree."""

    def stood_before(self, path: str, symbol: str) -> bool:
        """Whether a symbol of this name stood in the file in the stamp's tree; True where that file cannot be read."""

    def files(self, needles: frozenset[bytes]) -> Iterator[ChangedFile]:
        """Changed files, in the order of their paths, one side of which holds every needle somewhere in its bytes.

        A side that does not hold them all is None if the file is of no interest there.
        """


class Evidence(Protocol):
    """One state of the code, a commit's or the working tree's, seen through the eyes of an anchor."""

    def blob_at(self, path: str) -> str | None:
        """The id of the content of the regular file at `path`; None where there is none."""

    def file_at(self, path: str, language: str | None) -> ParsedFile | Unreadable:
        """The file at `path`, which is there, read as `language` or as its name suggests."""

    def body_of(self, parsed: ParsedFile, region: Region, own_name: bytes, other_name: bytes) -> Body:
        """`read_body`, which is asked for the same regions again and again."""

    def stamped_blob(self, anchor: Anchor) -> str | None:
        """The id of the content that was stamped: the anchor's own, or its commit's where it names no blob."""

    def stamped_bytes(self, anchor: Anchor) -> bytes | None:
        """That content with LF line ends; None where the object is not here."""

    def stamped_file(self, anchor: Anchor) -> ParsedFile | Unreadable:
        """That content as today's grammar reads it."""

    def movements(self, anchor: Anchor) -> Movements | Unreadable:
        """What changed since the stamp; Unreadable where that cannot be told."""

    def last_place(self, anchor: Anchor, symbol: str) -> AnchorSpec | None:
        """The other place where history last proves the anchor's symbol, `symbol` in full, to have gone; None: none."""
