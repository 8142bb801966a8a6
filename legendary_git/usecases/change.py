"""What changed in a region, in one line."""

from __future__ import annotations

from legendary_git.domain.evidence import Evidence
from legendary_git.domain.judged import JudgedAnchor
from legendary_git.domain.parsed import ParsedFile
from legendary_git.domain.stamp import Stamp
from legendary_git.domain.token import Token
from legendary_git.domain.values import dataclass
from legendary_git.usecases.present import find_present


@dataclass(frozen=True, slots=True)
class LineChange:
    """The first line that differs, when stamped and now, without the white space around it; empty: it ends there."""

    before: str
    after: str


def find_line_change(judged: JudgedAnchor, evidence: Evidence) -> LineChange | None:
    """The first lines with another token: comments and layout do not count. None where either side cannot be had."""
    anchor = judged.anchor.was.anchor if judged.anchor.was is not None else judged.anchor
    stamp = Stamp(anchor, evidence)
    now = find_present(judged, evidence)
    if stamp.file is None or stamp.region is None or now is None:
        return None
    old, new = stamp.file.tokens(stamp.region), now.file.tokens(now.region)
    pairs = zip(old, new, strict=False)
    at = next((n for n, (one, other) in enumerate(pairs) if one[:2] != other[:2]), min(len(old), len(new)))
    if at == len(old) == len(new):
        return None
    return LineChange(_line(stamp.file, old, at), _line(now.file, new, at))


def _line(file: ParsedFile, tokens: tuple[Token, ...], at: int) -> str:
    if at >= len(tokens):
        return ""
    lines = file.text(file.whole()).split(b"\n")
    number = tokens[at].line
    return lines[number - 1].decode("utf-8", "replace").strip() if number <= len(lines) else ""
