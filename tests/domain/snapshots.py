"""Two states of the code in memory, and the evidence that judging asks of them: no git, no disk."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from legendary_git.domain.anchor import Anchor, AnchorSpec
from legendary_git.domain.body import Body, read_body
from legendary_git.domain.evidence import ChangedFile, Movements
from legendary_git.domain.fingerprint import fingerprint
from legendary_git.domain.judge import judge
from legendary_git.domain.parsed import ParsedFile, Unreadable
from legendary_git.domain.region import LineRange, Region
from legendary_git.domain.symbols import find_symbols
from legendary_git.domain.verdict import Reason, Verdict
from legendary_git.parsing.reader import read

Files = Mapping[str, str]


def blob_id(text: str) -> str:
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()


def stamped(files: Files, path: str, symbol: str | None = None, lines: LineRange | None = None) -> Anchor:
    """The anchor that would be written for a place in these files."""
    parsed = read(path, files[path].encode())
    assert not isinstance(parsed, Unreadable)
    region = parsed.whole() if lines is None else parsed.range(lines)
    if symbol is not None:
        (found,) = find_symbols(parsed.symbols, symbol)
        symbol, region, lines = found.name, found.region, found.region.lines
    assert region is not None
    return Anchor(
        file=path,
        symbol=symbol,
        lines=lines,
        blob=blob_id(files[path]),
        content_hash=fingerprint(parsed.tokens(region)),
        language=parsed.language,
        grammar=parsed.grammar,
    )


@dataclass
class Snapshots:
    """The code when stamped and now; `lost` blobs are in no clone, `renames` what git would see."""

    before: Files
    now: Files
    renames: Mapping[str, str] = field(default_factory=dict)
    lost: frozenset[str] = frozenset()
    has_history: bool = True
    went_to: AnchorSpec | None = None

    def blob_at(self, path: str) -> str | None:
        return blob_id(self.now[path]) if path in self.now else None

    def file_at(self, path: str, language: str | None) -> ParsedFile | Unreadable:
        return read(path, self.now[path].encode(), language)

    def body_of(self, parsed: ParsedFile, region: Region, own_name: bytes, other_name: bytes) -> Body:
        return read_body(parsed, region, own_name, other_name)

    def stamped_blob(self, anchor: Anchor) -> str | None:
        return anchor.blob

    def stamped_bytes(self, anchor: Anchor) -> bytes | None:
        known = {blob_id(text): text for text in self.before.values()}
        text = known.get(anchor.blob or "")
        return None if text is None or anchor.blob in self.lost else text.encode()

    def stamped_file(self, anchor: Anchor) -> ParsedFile | Unreadable:
        data = self.stamped_bytes(anchor)
        return Unreadable(Reason.OBJECT_MISSING) if data is None else read(anchor.file, data, anchor.language)

    def last_place(self, anchor: Anchor, symbol: str) -> AnchorSpec | None:  # noqa: ARG002 - one stamp, one answer
        return self.went_to

    def movements(self, anchor: Anchor) -> Movements | Unreadable:  # noqa: ARG002 - one stamp, one answer
        return _Moved(self)


@dataclass
class _Moved:
    snapshots: Snapshots

    @property
    def is_complete(self) -> bool:
        return self.snapshots.has_history

    def renamed_to(self, path: str) -> str | None:
        return self.snapshots.renames.get(path)

    def paths_before(self, blob: str) -> tuple[str, ...]:
        return tuple(path for path, text in self._changed(self.snapshots.before) if blob_id(text) == blob)

    def paths_after(self, blob: str) -> tuple[str, ...]:
        return tuple(path for path, text in self._changed(self.snapshots.now) if blob_id(text) == blob)

    def stood_before(self, path: str, symbol: str) -> bool:
        text = self.snapshots.before.get(path)
        parsed = read(path, text.encode()) if text is not None else None
        if parsed is None or isinstance(parsed, Unreadable):
            return parsed is not None
        return symbol in {one.name for one in parsed.symbols}

    def files(self, needles: frozenset[bytes]) -> Iterator[ChangedFile]:
        before = dict(self._changed(self.snapshots.before)) if self.is_complete else {}
        now = dict(self._changed(self.snapshots.now)) if self.is_complete else dict(self.snapshots.now)
        for path in sorted({*before, *now}):
            yield ChangedFile(path, _read(path, before.get(path), needles), _read(path, now.get(path), needles))

    def _changed(self, files: Files) -> list[tuple[str, str]]:
        one, other = self.snapshots.before, self.snapshots.now
        return [(path, text) for path, text in files.items() if one.get(path) != other.get(path)]


def _read(path: str, text: str | None, needles: frozenset[bytes]) -> ParsedFile | Unreadable | None:
    if text is None or not all(needle in text.encode() for needle in needles):
        return None
    return read(path, text.encode())


def judged(before: Files, now: Files, spec: str, **options: object) -> Verdict:
    """Stamp `PATH`, `PATH::Symbol` or `PATH:A-B` on one state and judge it on the other."""
    path, _, symbol = spec.partition("::")
    lines = None
    if not symbol and ":" in path:
        path, _, numbers = path.partition(":")
        first, _, last = numbers.partition("-")
        lines = LineRange(int(first), int(last))
    anchor = stamped(before, path, symbol or None, lines)
    return judge(anchor, Snapshots(before, now, **options))  # type: ignore[arg-type]
