"""Whether a text of code or of a commit holds a secret, so that it is told to nobody."""

from __future__ import annotations

import re
from collections.abc import Mapping

from legendary_git.domain.patterns import compile_late

_MAY_BE_SECRET = compile_late(r"[\w+/=.~-]{16}|://|pass|secret|token|key|auth|bearer|credential|pwd", re.IGNORECASE)
"""What any secret has: a long run of its letters, or a word that says what it is."""


WITHHELD = "(not shown: it may hold a secret)"


def without_secret(text: str) -> str:
    """A text as it may be shown: itself, or a word on why not."""
    return WITHHELD if holds_secret({"text": text}) else text


def holds_secret(texts: Mapping[str, str]) -> bool:
    """Looking for secrets takes longer than all the rest of a push; most lines cannot hold one."""
    if not any(_MAY_BE_SECRET.search(text) for text in texts.values()):
        return False
    from legendary_git.secrets import find_secrets

    return bool(find_secrets(texts))
