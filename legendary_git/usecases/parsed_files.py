"""The files parsed so far: one commit's anchors mostly stand in few files, and its neighbours' in the same ones."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

from legendary_git.domain.body import Body, read_body
from legendary_git.domain.parsed import ParsedFile, Unreadable
from legendary_git.domain.region import Region
from legendary_git.parsing.language import find_language
from legendary_git.parsing.plain import is_prose
from legendary_git.parsing.reader import read

_KEPT_FILES = 256
_KEPT_BODIES = 8_192
_KEPT_NEEDLES = 64
"""Anchors of which is kept which contents cannot hold their bodies: of thousands of files each."""


class ParsedFiles:
    """Parsed files by their content, and the bodies that were read of them."""

    def __init__(self) -> None:
        self._files: OrderedDict[tuple[str, str | None, bool], ParsedFile | Unreadable] = OrderedDict()
        self._bodies: dict[tuple[int, Region, bytes, bytes], tuple[ParsedFile, Body]] = {}
        self._lacking: OrderedDict[frozenset[bytes], set[str]] = OrderedDict()

    def load(self, path: str, blob: str, data: bytes, language: str | None) -> ParsedFile | Unreadable:
        """The content `blob`, which stands at `path`, as `language` or as its name suggests."""
        # Whoever names the language that the name suggests gets what was read for those who name none.
        name = language or find_language(path, data)
        key = (blob, name, name is None and is_prose(path))
        if key not in self._files:
            self._files[key] = read(path, data, name)
            if len(self._files) > _KEPT_FILES:
                self._files.popitem(last=False)
                self._bodies.clear()
        self._files.move_to_end(key)
        return self._files[key]

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
        key = (id(parsed), region, own_name, other_name)
        if key not in self._bodies:
            if len(self._bodies) >= _KEPT_BODIES:
                self._bodies.clear()
            # The file is kept beside its body: as long as it lives, no other one can have its id.
            self._bodies[key] = (parsed, read_body(parsed, region, own_name, other_name))
        return self._bodies[key][1]
