"""A short name for the code that a memory is about as it is now, by which one can tell later that it is still that."""

from __future__ import annotations

import hashlib

from legendary_git.domain.evidence import Evidence
from legendary_git.domain.fingerprint import fingerprint
from legendary_git.domain.judged import JudgedAnchor, JudgedMemory
from legendary_git.usecases.present import find_present

STATE_DIGITS = 12


def find_state(judged: JudgedMemory, evidence: Evidence) -> str | None:
    """A digest over the present fingerprints of all anchors, in their order; None for a memory without anchors.

    It does not hang on the stamps, on line numbers or on comments: equal means that no anchor's code changed.
    """
    if not judged.anchors:
        return None
    parts = [f"{one.anchor.spec}\\0{_present(one, evidence)}" for one in judged.anchors]
    return hashlib.sha256("\\n".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:STATE_DIGITS]


def _present(judged: JudgedAnchor, evidence: Evidence) -> str:
    """The fingerprint of the code that is there; of what cannot be read, the file's content stands for it."""
    found = find_present(judged, evidence)
    if found is not None and not found.file.is_damaged(found.region):
        return fingerprint(found.file.tokens(found.region))
    return evidence.blob_at(judged.anchor.file) or "gone"
