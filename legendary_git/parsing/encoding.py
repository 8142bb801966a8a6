"""The encoding that a source file declares of itself: what its strings say depends on it."""

from __future__ import annotations

import codecs

from legendary_git.domain.patterns import compile_late

_COOKIE = compile_late(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK = compile_late(rb"[ \t\f]*(?:#.*)?\r?\Z")


def to_utf8(data: bytes) -> bytes | None:
    """The file in UTF-8, as the cookie in its first two lines tells to read it; None where that cannot be done.

    Source of the rule: PEP 263. Without a cookie, or with one that says UTF-8, the bytes stay as they are.
    """
    name = _find_cookie(data)
    if name is None:
        return data
    try:
        codec = codecs.lookup(name)
        if codec.name == "utf-8":
            return data
        return codec.decode(data, "strict")[0].encode("utf-8", "surrogatepass")
    except (LookupError, ValueError, AttributeError, TypeError):
        return None


def _find_cookie(data: bytes) -> str | None:
    for line in data[:1024].split(b"\n")[:2]:
        if (found := _COOKIE.match(line)) is not None:
            return found[1].decode("ascii", "replace")
        if _BLANK.match(line) is None:
            return None
    return None
