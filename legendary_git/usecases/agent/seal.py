"""The last line of a file of ours alone: a digest, by which it is known whether somebody has edited it."""

from __future__ import annotations

import hashlib
import re

_SEAL = re.compile(r"legendary-git wrote this, as (?P<digest>[0-9a-f]{16})\b.*")


def seal(text: str, comment: str) -> str:
    """The text, and at its end a comment that says whether it is still as we wrote it."""
    note = f"legendary-git wrote this, as {digest(text)}; once it is edited, it is yours"
    return text + comment.format(note) + "\n"


def has_seal(text: str) -> bool:
    """Whether we wrote it, whatever became of it since."""
    return _find_seal(text) is not None


def is_sealed(text: str) -> bool:
    """Whether it is, to the byte, as some version of ours wrote it."""
    text = with_lf(text)
    found = _find_seal(text)
    if found is None:
        return False
    start = text.rfind("\n", 0, found.start()) + 1
    return digest(text[:start]) == found["digest"] and text.endswith("\n") and text.count("\n", start) == 1


def with_lf(text: str) -> str:
    """With LF: git may have written it with CRLF."""
    return text.replace("\r\n", "\n")


def _find_seal(text: str) -> re.Match[str] | None:
    return next(reversed(list(_SEAL.finditer(text))), None)


def digest(text: str) -> str:
    """What a text is known by, whatever its line ends are."""
    return hashlib.sha256(with_lf(text).encode("utf-8", "surrogatepass")).hexdigest()[:16]
