"""Judge an anchor that legendary-mcp wrote, by its own scheme, where the stamped content itself cannot be had."""

from __future__ import annotations

from collections.abc import Iterator

from legendary_git.domain.fingerprint import legacy_fingerprint
from legendary_git.domain.parsed import ParsedFile
from legendary_git.domain.patterns import compile_late
from legendary_git.domain.region import Region
from legendary_git.domain.stamp import Stamp
from legendary_git.domain.symbols import find_symbols
from legendary_git.domain.verdict import Reason, Verdict

_DECORATOR_END = compile_late(rb"\s*(async\s+def|def|class|function|export|public|private|static)\b")


def judge_legacy(stamp: Stamp, now: ParsedFile) -> Verdict:
    """The verdict by SHA-256 over stripped lines: what legendary-mcp itself would say, deletions aside.

    A symbol that is gone is orphaned here, where legendary-mcp went on to hash the whole file.
    """
    anchor = stamp.anchor
    region: Region | None = None
    if anchor.symbol is not None and now.language is not None:
        found = find_symbols(now.symbols, anchor.symbol)
        if not found:
            return Verdict(Reason.UNPARSABLE if now.has_errors else Reason.SYMBOL_GONE)
        if len(found) > 1:
            return Verdict(Reason.AMBIGUOUS, candidates=tuple(f"{anchor.file}::{symbol.name}" for symbol in found))
        region = found[0].region
    elif anchor.lines is not None:
        region = now.range(anchor.lines)
    region = region or now.whole()
    is_same = any(legacy_fingerprint(text) == anchor.content_hash for text in _readings(now.text(region)))
    return Verdict(Reason.UNCHANGED if is_same else Reason.CHANGED, region.lines)


def _readings(text: bytes) -> Iterator[bytes]:
    """The region as it is, and without its decorators: legendary-mcp's spans began at the definition itself."""
    yield text
    lines = text.split(b"\n")
    if lines[0].lstrip().startswith(b"@"):
        start = next((i for i, line in enumerate(lines) if _DECORATOR_END.match(line)), 0)
        yield b"\n".join(lines[start:])
