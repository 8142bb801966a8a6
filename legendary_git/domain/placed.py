"""How a region that is still what it was stands now: untouched, elsewhere, or written differently."""

from __future__ import annotations

from legendary_git.domain.parsed import ParsedFile
from legendary_git.domain.region import Region
from legendary_git.domain.stamp import Stamp
from legendary_git.domain.verdict import Reason


def fresh_reason(stamp: Stamp, now: ParsedFile, region: Region) -> Reason:
    """`unchanged` or `moved` if the region's bytes are the stamped ones, else `reformatted`."""
    if not is_unharmed(stamp, now, region):
        return Reason.REFORMATTED
    hint = stamp.anchor.lines
    return Reason.UNCHANGED if hint is None or hint == region.lines else Reason.MOVED


def is_unharmed(stamp: Stamp, now: ParsedFile, region: Region) -> bool:
    """Whether the region's bytes stand in the stamped content as they are, or must be taken to where it is missing."""
    stamped = stamp.evidence.stamped_bytes(stamp.anchor)
    if stamped is None:
        hint = stamp.anchor.lines
        return hint is None or len(hint) == len(region.lines)
    return all(now.text(Region((span,))) in stamped for span in region.spans)
