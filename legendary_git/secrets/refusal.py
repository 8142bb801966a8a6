"""The words in which a secret is refused."""

from __future__ import annotations

from collections.abc import Mapping

from legendary_git.errors import MemoryRefused
from legendary_git.secrets.find import find_secrets


def refuse_secrets(fields: Mapping[str, str]) -> None:
    """Raise MemoryRefused if one of `fields` (name to text) holds a secret. The error names fields and kinds only."""
    found = find_secrets(fields)
    if found:
        raise MemoryRefused(
            "there is a secret in it, and a memory is committed for everybody to read",
            "write its name or where it is kept, or cross it out with `…`; if it was sent anywhere before, revoke it",
            details=tuple(str(finding) for finding in found),
        )
