"""JSON that every parser takes, whatever bytes a file's name has."""

from __future__ import annotations

import re

_ESCAPE = re.compile(r"\\\\|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|\\u(?P<half>d[89a-f][0-9a-f]{2})")


def strict_json(text: str) -> str:
    """JSON in ASCII, with the bytes of names that are not UTF-8 written out as `\\xe4`.

    Half of a surrogate pair is no character, and parsers refuse it or lose it (RFC 8259, section 8.2).
    """
    return _ESCAPE.sub(_written_out, text) if "\\ud" in text else text


def _written_out(found: re.Match[str]) -> str:
    half = found["half"]
    if half is None:  # a backslash, or a whole pair
        return found[0]
    code = int(half, 16)
    return f"\\\\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else f"\\\\u{half}"
