"""The files parsed so far: one commit's anchors mostly stand in few files, and its neighbours' in the same ones."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

from legendary_git.domain.body import Body, read_body
from legendary_git.domain.parsed import ParsedFile, Unreadable
from legendary_git.domain.region import Region
from legendary_git.domain.verdict import Reason
from legendary_git.parsing.language import find_language
from legendary_git.parsing.plain import is_prose
from legendary_git.parsing.reader import read
from legendary_git.usecases.outline import Outline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from legendary_git.usecases.definitions import Definitions, OutlinedFile

_KEPT_FILES = 256
_KEPT_BODIES = 8_192
_KEPT_DEFINITIONS = 2
"""Of a language in both states of a change: anchors are judged language by language."""
_KEPT_SIZES = 100_000
_OUTLINED_BYTES = 32_000_000
_KEPT_NEEDLES = 64
"""Anchors of which is kept which contents cannot hold their bodies: of thousands of files each."""


class ParsedFiles:
    """Parsed files by their content, and the bodies that were read of them."""

    def __init__(self, refuse_late: Callable[[], None] = lambda: None) -> None:
        """`refuse_late` is called before each parse, and raises OverLimit where there is no more time for one."""
        self._refuse_late = refuse_late
        self._files: OrderedDict[tuple[str, str | None, bool], ParsedFile | Unreadable] = OrderedDict()
        self._bodies: dict[tuple[int, Region, bytes, bytes], tuple[ParsedFile, Body]] = {}
        self._outlines: dict[tuple[str, str, str | None], Outline | Unreadable | None] = {}
        self._outlined = 0
        self._left: dict[tuple[str, str | None, bool], Outline] | None = None
        self._definitions: OrderedDict[tuple[str, str, str | None], Definitions] = OrderedDict()
        self._sizes: dict[str, int] = {}
        self._lacking: OrderedDict[frozenset[bytes], set[str]] = OrderedDict()

    def load(self, path: str, blob: str, data: bytes, language: str | None) -> ParsedFile | Unreadable:
        """The content `blob`, which stands at `path`, as `language` or as its name suggests."""
        # Whoever names the language that the name suggests gets what was read for those who name none.
        name = language or find_language(path, data)
        key = (blob, name, name is None and is_prose(path))
        if key not in self._files:
            self._refuse_late()
            self._files[key] = read(path, data, name)
            if len(self._files) > _KEPT_FILES:
                old, parsed = self._files.popitem(last=False)
                self._bodies.clear()
                if self._left is not None and old not in self._left and not isinstance(parsed, Unreadable):
                    self._left[old] = Outline(parsed, _parse_again)
        self._files.move_to_end(key)
        return self._files[key]

    def outline(
        self, path: str, blob: str, language: str | None, read: Callable[[], bytes | None]
    ) -> Outline | Unreadable | None:
        """The definitions of a content that stands at `path`; None where it is not in that language."""
        key = (blob, path, language)
        if key not in self._outlines:
            data = read()
            found = self._make_outline(path, blob, language, data)
            if data is None:
                return found
            self._outlines[key] = found
            self._outlined += len(data)
            if self._outlined > _OUTLINED_BYTES:
                self._outlines.clear()
                self._outlined = 0
        return self._outlines[key]

    def _make_outline(
        self, path: str, blob: str, language: str | None, data: bytes | None
    ) -> Outline | Unreadable | None:
        if data is None:
            return Unreadable(Reason.OBJECT_MISSING)
        if find_language(path, data) != language:
            return None
        key = (blob, language, language is None and is_prose(path))
        left = (self._left or {}).get(key)
        parsed = left or self.load(path, blob, data, None)
        if isinstance(parsed, Unreadable):
            return parsed

        def again() -> ParsedFile:
            found = self.load(path, blob, data, None)
            # It was none before, and `parsed` is not to be kept for this.
            assert not isinstance(found, Unreadable)  # noqa: S101
            return found

        if left is not None:
            left.again = again
            return left
        outline = Outline(parsed, again)
        if self._left is not None:
            self._left[key] = outline  # it need not be made once more when the parse is let go
        return outline

    @contextmanager
    def keeping_outlines(self) -> Iterator[None]:
        """While all of one language may be searched through: what was parsed before is not parsed again for that."""
        self._left = {}
        try:
            yield
        finally:
            self._left = None
            self._outlines.clear()
            self._outlined = 0
            self._definitions.clear()

    def definitions(
        self, key: tuple[str, str, str | None], search: Callable[[], Iterable[OutlinedFile]]
    ) -> Definitions:
        """All definitions of one language in one state of the code, `key`, in the files that `search` finds."""
        if key not in self._definitions:
            from legendary_git.usecases.definitions import Definitions  # where history is cut off alone

            self._definitions[key] = Definitions(search())
            if len(self._definitions) > _KEPT_DEFINITIONS:
                self._definitions.popitem(last=False)
        self._definitions.move_to_end(key)
        return self._definitions[key]

    def size_of(self, blob: str, read: Callable[[], bytes | None]) -> int:
        """The number of bytes of a content; 0 where it is not here."""
        if blob not in self._sizes:
            if len(self._sizes) >= _KEPT_SIZES:
                self._sizes.clear()
            self._sizes[blob] = len(read() or b"")
        return self._sizes[blob]

    def lacking(self, needles: frozenset[bytes]) -> set[str]:
        """The contents that are known not to hold every needle, so that they need not even be read."""
        found = self._lacking.setdefault(needles, set())
        self._lacking.move_to_end(needles)
        if len(self._lacking) > _KEPT_NEEDLES:
            self._lacking.popitem(last=False)
        return found

    def holds(self, blob: str, data: bytes, needles: frozenset[bytes]) -> bool:
        """Whether `data`, the content `blob`, holds every needle somewhere."""
        if all(needle in data for needle in needles):
            return True
        self.lacking(needles).add(blob)
        return False

    def sift(self, contents: Mapping[str, bytes], needles: frozenset[bytes]) -> set[str]:
        """`lacking`, after all the contents were searched for the longest needle.

        Where thousands of files moved, that is the innermost loop of all.
        """
        lacking = self.lacking(needles)
        if needles:
            longest = max(needles, key=lambda needle: (len(needle), needle))
            lacking |= {blob for blob, data in contents.items() if longest not in data}
        return lacking

    def body_of(self, parsed: ParsedFile, region: Region, own_name: bytes, other_name: bytes) -> Body:
        """The body of a region; each is made once, as the same files are searched at one commit after the other."""
        if isinstance(parsed, Outline):
            body = parsed.body_of(region, own_name, other_name)
            if body is not None:
                return body
            parsed = parsed.again()
        key = (id(parsed), region, own_name, other_name)
        if key not in self._bodies:
            if len(self._bodies) >= _KEPT_BODIES:
                self._bodies.clear()
            # The file is kept beside its body: as long as it lives, no other one can have its id.
            self._bodies[key] = (parsed, read_body(parsed, region, own_name, other_name))
        return self._bodies[key][1]


def _parse_again() -> ParsedFile:
    """What an outline has until somebody says where its content stands."""
    raise LookupError
