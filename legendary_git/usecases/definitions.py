"""All definitions of one language in a state of the code: which of their files can hold a body, looked up by its hash.

Where a stamp's content is not here (a shallow clone), nothing tells its body but a hash, and every definition may be
that body under another name. For each anchor that is gone each of them is hashed once more, which is all that has to
be done for it: the other files of the search need not be looked at one by one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from hashlib import sha256  # of OpenSSL: tens of thousands of bodies are hashed for each anchor
from itertools import accumulate
from typing import TypeAlias

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.fingerprint import SCHEME
from legendary_git.domain.parsed import Unreadable
from legendary_git.usecases.outline import Cut, Outline, said_name

OutlinedFile: TypeAlias = tuple[str, Outline | Unreadable]
"""A path, and what stands there."""


class Definitions:
    """The definitions of files, in the order of their paths."""

    def __init__(self, files: Iterable[OutlinedFile]) -> None:
        self._files = tuple(files)
        self._always = {number for number, (_, one) in enumerate(self._files) if _is_doubtful(one)}
        self._bodies: list[Cut] = []
        self._owners: list[int] = []
        self._read_by: dict[str | None, int] = {}
        for number, (_, one) in enumerate(self._files):
            if isinstance(one, Outline) and one.bodies:
                self._bodies += one.bodies
                self._owners += [number] * len(one.bodies)
                self._read_by.setdefault(one.grammar, number)
        self._pieces = [one.pieces for one in self._bodies]
        self._text = b"\0".join(map(b"\0".join, self._pieces))
        self._ends = list(accumulate(sum(map(len, pieces)) + len(pieces) for pieces in self._pieces))

    def files_for(self, anchor: Anchor, own_name: bytes) -> Iterator[OutlinedFile]:
        """The files that decide whether the anchor's body is among them, in order: what the others hold is not it.

        Those that hold it under any name, those in which something could not be read, and where the hash was made
        under another grammar or by another scheme, so that a difference proves nothing, one to show that.
        """
        numbers = set(self._always)
        if anchor.scheme == SCHEME and anchor.content_hash is not None:
            numbers |= self._holding(anchor.content_hash, own_name)
        grammar = anchor.grammar if anchor.scheme == SCHEME else ""
        numbers |= {number for read_by, number in self._read_by.items() if read_by != grammar}
        return (self._files[number] for number in sorted(numbers))

    def _holding(self, wanted: str, name: bytes) -> set[int]:
        said, digest = said_name(name), wanted.partition(":")[2]
        found = {
            self._owners[number]
            for number, pieces in enumerate(self._pieces)
            if sha256(said.join(pieces)).hexdigest() == digest
        }
        return found | {
            self._owners[number]
            for number in self._speaking_of(said)  # under that name each of these is more than its pieces joined
            if self._bodies[number].called(name).fingerprint == wanted
        }

    def _speaking_of(self, said: bytes) -> Iterator[int]:
        """The bodies that speak of something of that name already."""
        place = self._text.find(said)
        while place >= 0:
            number = bisect_right(self._ends, place)
            yield number
            place = self._text.find(said, self._ends[number])


def _is_doubtful(one: Outline | Unreadable) -> bool:
    return isinstance(one, Unreadable) or one.has_errors
