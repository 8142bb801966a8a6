"""Strings as SQLite can hold them: paths may have surrogates, which UTF-8 has not."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def pack(text: str) -> str | bytes:
    """The string itself where it is UTF-8, else its bytes with the surrogates passed through; one form per string."""
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def pack_or_none(text: str | None) -> str | bytes | None:
    return None if text is None else pack(text)


def unpack(value: str | bytes) -> str:
    """The opposite of pack."""
    return value if isinstance(value, str) else value.decode("utf-8", "surrogatepass")


def unpack_or_none(value: str | bytes | None) -> str | None:
    return None if value is None else unpack(value)


def pack_json(value: Any) -> str:
    """JSON in ASCII, where a surrogate is an escape like any other."""
    import json  # late: it costs more than one look into the index

    return json.dumps(value, separators=(",", ":"))


def unpack_json(text: str) -> Any:
    """The opposite of pack_json; raises ValueError where it is not JSON."""
    import json

    return json.loads(text)
