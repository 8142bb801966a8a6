"""What was stamped at one place beside what stands at another: the evidence for who says that they are one."""

from __future__ import annotations

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.fingerprint import fingerprint, swap_names
from legendary_git.domain.similarity import profile, similarity
from legendary_git.domain.stamp import Stamp
from legendary_git.domain.token import Token
from legendary_git.domain.values import dataclass
from legendary_git.usecases.diff import Side, side_of
from legendary_git.usecases.evidence import CodeEvidence


@dataclass(frozen=True, slots=True)
class Comparison:
    """`is_same`: the new place has the stamped body, its own name aside; False also where that cannot be told.

    `similarity` in percent, None where what was stamped is not here; `before` and `after` are the two texts.
    """

    is_same: bool
    similarity: int | None
    before: Side | None
    after: Side | None


def compare(evidence: CodeEvidence, origin: Anchor, after: Anchor) -> Comparison:
    """The body that was stamped at `origin` with the one that is stamped now at `after`."""
    old, new = Stamp(origin, evidence), Stamp(after, evidence)
    tokens = new.tokens
    if tokens is None:
        return Comparison(False, None, side_of(old), side_of(new))
    if origin.symbol is not None and after.symbol is not None:
        tokens = swap_names(tokens, new.own_name, old.own_name)
    is_same = old.is_body(fingerprint(tokens), after.grammar) is True
    return Comparison(is_same, _degree(old.tokens, tokens, is_same=is_same), side_of(old), side_of(new))


def _degree(old: tuple[Token, ...] | None, new: tuple[Token, ...], *, is_same: bool) -> int | None:
    if is_same:
        return 100
    return None if old is None else min(similarity(profile(old), profile(new)), 99)
