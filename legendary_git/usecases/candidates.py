"""What orphaned code may have become: asked by the reads that show it, never by the hooks, and no part of a verdict."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from legendary_git.domain.anchor import Anchor, AnchorSpec
from legendary_git.domain.fingerprint import swap_names
from legendary_git.domain.parsed import ParsedFile, Unreadable
from legendary_git.domain.region import Region
from legendary_git.domain.similarity import (
    FLOOR,
    MOST_CANDIDATES,
    Candidate,
    Profile,
    may_reach,
    profile,
    rank,
    similarity,
)
from legendary_git.domain.stamp import Stamp
from legendary_git.domain.values import dataclass
from legendary_git.domain.verdict import Reason, Verdict
from legendary_git.errors import ObjectMissing
from legendary_git.usecases.code import Code
from legendary_git.usecases.evidence import CodeEvidence

MOST_FILES = 40
_GONE = (Reason.SYMBOL_GONE, Reason.FILE_GONE)


def find_candidates(code: Code, anchor: Anchor, evidence: CodeEvidence, verdict: Verdict) -> tuple[Candidate, ...]:
    """What the code of an anchor with an orphaned verdict may have become in `code`, the most similar first."""
    try:
        search = _Search(code, anchor, evidence)
        known = [search.compare(spec) for spec in verdict.candidates]
        found = search.find() if verdict.reason in _GONE else ()
        return rank((*known, *found))[: max(MOST_CANDIDATES, len(known))]
    except ObjectMissing:  # a tree that this clone does not have: what was proved is all there is
        return ()


@dataclass
class _Search:
    """One anchor's body, and the places that it is compared with."""

    code: Code
    anchor: Anchor
    evidence: CodeEvidence

    def __post_init__(self) -> None:
        self._stamp = Stamp(self.anchor, self.evidence)
        self._wanted = profile(self._stamp.tokens) if self._stamp.tokens else None

    def compare(self, spec: str) -> Candidate:
        """A place that is a candidate already, with its similarity."""
        path, _, symbol = spec.partition("::")
        parsed = self._load(path) if self._wanted is not None else None
        if parsed is None or self._wanted is None:
            return Candidate(spec, None)
        regions = [one for one in _regions(parsed, self.anchor) if (one[0] or "") == symbol]
        if not regions:
            return Candidate(spec, None)
        return Candidate(spec, self._similarity(parsed, *regions[0][1:], self._wanted))

    def find(self) -> Iterator[Candidate]:
        """Symbols (for a whole file: files) that came or changed since, where the anchor's went, above the floor."""
        if self._wanted is None or (self.anchor.symbol is None and self.anchor.lines is not None):
            return
        for path in islice(self._paths(), MOST_FILES):
            parsed = self._load(path)
            if parsed is None or parsed.language != (self._stamp.file and self._stamp.file.language):
                continue
            old = self._unchanged(path)
            for name, own_name, region in _regions(parsed, self.anchor):
                if (name, parsed.text(region)) in old or parsed.is_damaged(region):
                    continue
                degree = self._similarity(parsed, own_name, region, self._wanted)
                if degree >= FLOOR:
                    yield Candidate(str(AnchorSpec(path, name)), degree)

    def _similarity(self, parsed: ParsedFile, own_name: bytes, region: Region, wanted: Profile) -> int:
        """Its own name aside; 100 for the same body only."""
        tokens = swap_names(parsed.tokens(region), own_name, self._stamp.own_name)
        found = profile(tokens)
        if not may_reach(wanted, found, FLOOR):
            return 0
        is_same = [token[:2] for token in tokens] == [token[:2] for token in self._stamp.tokens or ()]
        return 100 if is_same else min(similarity(wanted, found), 99)

    def _paths(self) -> Iterator[str]:
        """Its own file, then those that changed in the commits that took it away, in the order of their names."""
        seen = {self.anchor.file}
        if self.anchor.symbol is not None:
            yield self.anchor.file
        for path in self.evidence.changed_with(self.anchor, self._stamp.symbol_name):
            if path not in seen:
                seen.add(path)
                yield path

    def _unchanged(self, path: str) -> set[tuple[str | None, bytes]]:
        """What stood in the file as it is when the anchor was stamped: that is not what it became."""
        then = self.evidence.stamped_version(self.anchor, path)
        if then is None:
            return set()
        return {(name, then.text(region)) for name, _, region in _regions(then, self.anchor)}

    def _load(self, path: str) -> ParsedFile | None:
        if self.code.blob_at(path) is None:
            return None
        parsed = self.evidence.file_at(path, None)
        return None if isinstance(parsed, Unreadable) else parsed


def _regions(parsed: ParsedFile, anchor: Anchor) -> Iterator[tuple[str | None, bytes, Region]]:
    if anchor.symbol is None:
        yield None, b"", parsed.whole()
        return
    for symbol in parsed.symbols:
        yield symbol.name, symbol.own_name.encode("utf-8", "surrogateescape"), symbol.region
