"""String literals that stand side by side, as C and its kin join them: `"a" "b"` is `"ab"`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from legendary_git.domain.patterns import compile_late

_LITERAL = compile_late(rb'(@|L|u8|u|U)?"((?:[^"\\]|\\.)*)"', re.DOTALL)
_OPEN_END = compile_late(rb"(?:[^\\]|\\.)*?(?:\\x[0-9A-Fa-f]+|\\[0-7]{1,2})", re.DOTALL)
_APART = b'" "'


def join_adjacent(texts: Iterable[bytes]) -> list[bytes]:
    """The literals, those joined that are one string; what is no plain literal (raw, of two prefixes) stays alone.

    Source of the rule: ISO C, 5.1.1.2, phases 5 and 6: escapes are read first, so that `"\\x1" "2"` is not `"\\x12"`.
    """
    joined: list[bytes] = []
    prefix = b""
    parts: list[bytes] = []
    for text in texts:
        found = _LITERAL.fullmatch(text)
        own = b"" if found is None else found[1] or b""
        if parts and (found is None or (own and prefix not in (b"", own))):
            joined.append(_format(prefix, parts))
            prefix, parts = b"", []
        if found is None:
            joined.append(text)
        else:
            prefix = prefix or own
            parts.append(found[2])
    return [*joined, _format(prefix, parts)] if parts else joined


def _format(prefix: bytes, parts: Iterable[bytes]) -> bytes:
    """One literal; its parts kept apart where the end of one would become another escape, or a trigraph."""
    said: list[bytes] = []
    for part in filter(None, parts):
        if said and _would_run_on(said[-1], part):
            said.append(_APART)
        said.append(part)
    return prefix + b'"' + b"".join(said) + b'"'


def _would_run_on(before: bytes, after: bytes) -> bool:
    if before[-1:] == b"?":
        return after[:1] == b"?"
    return after[:1].isalnum() and _OPEN_END.fullmatch(before) is not None
