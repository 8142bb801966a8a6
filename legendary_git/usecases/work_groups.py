"""Which anchors are judged after each other in one process, so that few contents are parsed in two of them.

Words tell which contents an anchor needs, before anything is parsed; where they do not, docs/check.md says.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.memory import Memory
from legendary_git.domain.values import dataclass
from legendary_git.errors import ObjectMissing
from legendary_git.git.repository import Repository
from legendary_git.usecases.code import Code
from legendary_git.usecases.evidence import find_base

_WORD = re.compile(rb"\w+")
_MOST_BASES = 16
"""Commits from which changes are looked through ahead. Where there are more, one process gets all that seems gone."""
_LONGEST = 4
"""Words of a body that are looked for: a search takes the eight longest, which a glance may tell wrongly."""
_SAID = re.compile(
    rb'"""[\s\S]*?"""|' + rb"'''[\s\S]*?'''|" + rb'"(?:\\.|[^"\\\n])*"|' + rb"'(?:\\.|[^'\\\n])*'|`[^`]*`|"
    rb"/\*[\s\S]*?\*/|(?://|#|--)[^\n]*"
)
"""Strings and remarks, whose words need not be where the body went; too much of it only makes groups larger."""
Links = Iterator[tuple[int, Hashable]]


@dataclass(frozen=True, slots=True)
class Ask:
    """An anchor of a memory that is to be judged on a state of the code: the `state`-th of those that are compared."""

    state: int
    code: Code
    memory: Memory
    anchor: Anchor

    @property
    def language(self) -> str:
        """What the file's name ends in: where history is cut off, all that ends so is searched through as a whole."""
        return self.anchor.file.rpartition("/")[2].rpartition(".")[2]

    @property
    def place(self) -> tuple[str, str, int]:
        """Asks are judged language by language, file by file, in the order of the states."""
        return self.language, self.anchor.file, self.state

    @property
    def own_name(self) -> bytes:
        """The last part of the symbol's name."""
        name = (self.anchor.symbol or "").rpartition(".")[2].partition("@")[0]
        return name.encode("utf-8", "surrogateescape")


@dataclass(frozen=True, slots=True)
class Group:
    """Numbers of asks, in order. `is_lost`: history has not their stamps, so that all of a language may be read."""

    numbers: tuple[int, ...]
    is_lost: bool = False


def group_asks(repo: Repository, asks: Sequence[Ask], numbers: Sequence[int]) -> list[Group]:
    """The asks of those numbers in groups of which mostly no two need the same content, each in the given order.

    In one group is what is about one file in any state, what has a content in common, and what is about code that
    seems to have gone to the same file, as far as words tell that without a parse. An answer hangs on none of it.
    """
    grouping = _Grouping(repo, asks, numbers)
    above: dict[Hashable, Hashable] = {}

    def top(node: Hashable) -> Hashable:
        while (higher := above.get(node, node)) != node:
            above[node] = above.get(higher, higher)
            node = higher
        return node

    for number, need in grouping.links():
        above[top(number)] = top(need)
    found: dict[Hashable, list[int]] = {}
    for number in numbers:
        found.setdefault(top(number), []).append(number)
    return [Group(tuple(each), any(map(grouping.is_lost, each))) for each in found.values()]


class _Grouping:
    """What each ask needs that others may need, too."""

    def __init__(self, repo: Repository, asks: Sequence[Ask], numbers: Sequence[int]) -> None:
        self._repo = repo
        self._asks = asks
        self._numbers = numbers

    def is_lost(self, number: int) -> bool:
        commit = self._asks[number].anchor.commit
        return bool(self._repo.cut_off) and (commit is None or self._repo.find_commit(commit) is None)

    def links(self) -> Links:
        for number in self._numbers:
            ask = self._asks[number]
            if self.is_lost(number):
                yield number, ("language", ask.language)
            yield number, ("path", ask.anchor.file)
            for blob in (ask.code.blob_at(ask.anchor.file), ask.anchor.blob):
                if blob is not None:
                    yield number, ("blob", blob)
        gone = [number for number in self._numbers if not self.is_lost(number) and self._seems_gone(self._asks[number])]
        yield from self._followed(gone)

    def _seems_gone(self, ask: Ask) -> bool:
        blob = ask.code.blob_at(ask.anchor.file)
        return blob is None or (ask.anchor.symbol is not None and ask.own_name not in self._words_in(ask, blob))

    def _followed(self, gone: Sequence[int]) -> Links:
        """The contents that are parsed to find what seems gone: those that changed since then and hold its words."""
        by_base: dict[tuple[int, str | None], list[int]] = {}
        for number in gone:
            ask = self._asks[number]
            by_base.setdefault((ask.state, self._base_of(ask)), []).append(number)
        if len(by_base) > _MOST_BASES:
            yield from self._all_to_one(gone)
            return
        for (_, base), numbers in by_base.items():
            if base is not None:
                yield from self._went_to(self._asks[numbers[0]].code, base, numbers)

    def _base_of(self, ask: Ask) -> str | None:
        """The commit from which judging follows the code: of a squashed branch that of the stamp is here no more."""
        try:
            return find_base(self._repo, ask.code, ask.memory, ask.anchor)
        except ObjectMissing:  # a partial clone that has not the folders: judging follows nothing there
            return None

    def _went_to(self, code: Code, base: str, numbers: Sequence[int]) -> Links:
        bodies = self._bodies(numbers)
        try:
            contents = code.changes_since(base).contents(self._repo.read_blob)
        except ObjectMissing:  # a partial clone that has not the folders of both follows nothing either
            return
        for blob, data in contents.items():
            yield from ((number, ("blob", blob)) for number in bodies.found_in(data))

    def _all_to_one(self, gone: Sequence[int]) -> Links:
        bodies = self._bodies(gone)
        for number in self._numbers:
            ask = self._asks[number]
            blob = ask.code.blob_at(ask.anchor.file)
            if blob is not None and any(bodies.found_in(ask.code.read(ask.anchor.file, blob) or b"")):
                yield number, ("gone",)
        yield from ((number, ("gone",)) for number in gone)

    def _bodies(self, numbers: Sequence[int]) -> _Bodies:
        return _Bodies({number: self._words_of(self._asks[number]) for number in numbers})

    def _words_of(self, ask: Ask) -> frozenset[bytes]:
        """The longest words of what was stamped, but for the name: nothing is parsed to find them."""
        blob, lines = ask.anchor.blob, ask.anchor.lines
        data = self._repo.read_blob(blob) if blob is not None else None
        text = (data or b"").splitlines()
        text = text[lines.first - 1 : lines.last] if lines is not None else text
        code = _SAID.sub(b" ", b"\n".join(text))
        words = {word for word in _WORD.findall(code) if len(word) > 2 and not word[:1].isdigit()} - {ask.own_name}
        return frozenset(sorted(words, key=lambda word: (-len(word), word))[:_LONGEST])

    def _words_in(self, ask: Ask, blob: str) -> Collection[bytes]:
        return _words(ask.code.read(ask.anchor.file, blob) or b"")


class _Bodies:
    """Bodies of which some words are known, by number."""

    def __init__(self, words: Mapping[int, frozenset[bytes]]) -> None:
        self._words = words
        self._by_longest: dict[bytes, list[int]] = {}
        for number, known in words.items():
            self._by_longest.setdefault(max(known, key=len, default=b""), []).append(number)

    def found_in(self, data: bytes) -> Iterator[int]:
        """Those that a content may hold: it has their words."""
        for longest, numbers in self._by_longest.items():
            if longest in data:
                yield from (one for one in numbers if all(word in data for word in self._words[one]))


@lru_cache(maxsize=64)
def _words(data: bytes) -> frozenset[bytes]:
    return frozenset(_WORD.findall(data))
