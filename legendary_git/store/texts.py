"""Strings as SQLite can hold them, for paths may have surrogates, which UTF-8 has not; and sums over rows of them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

try:  # by the time that a row is read, `blob_id` has loaded this one anyway
    from _sha1 import sha1  # type: ignore[import-not-found]
except ImportError:
    from hashlib import sha1

_SUM_DIGITS = 12


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
    """The opposite of pack; what a damaged row has in a string's place is some other string."""
    if isinstance(value, str):
        return value
    try:
        return value.decode("utf-8", "surrogatepass")
    except (UnicodeDecodeError, AttributeError):
        return repr(value)


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


def row_sum(values: Iterable[object]) -> str:
    """Twelve hex digits over values as SQLite gives them back, by which a row is known to be what was put.

    SQLite does not see damage within a value. Accidents are told by this, not forgers.
    """
    said = "\0".join([one if isinstance(one, str) else repr(one) for one in values])
    return str(sha1(said.encode("utf-8", "surrogatepass")).hexdigest())[:_SUM_DIGITS]  # noqa: S324 - as is said above
