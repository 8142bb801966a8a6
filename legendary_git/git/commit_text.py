"""The text of commits as both back ends read it: encodings, subjects, times."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LATEST = int((datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC) - _EPOCH).total_seconds())


def decode_text(text: bytes, encoding: str | None) -> str:
    """Text of a commit that names that encoding, or none; what cannot be read is replaced."""
    try:
        return text.decode(encoding or "utf-8", "replace")
    except LookupError:  # an encoding that nobody knows
        return text.decode("utf-8", "replace")


def format_subject(message: str) -> str:
    """The first paragraph on one line, as `git log --format=%s` shows it."""
    return " ".join(message.strip().partition("\n\n")[0].split("\n"))


def parse_seconds(digits: bytes | None) -> int:
    """A time as git writes it, in seconds since the epoch; 0 for one that is missing or cannot be shown.

    To git nothing but digits is a time, not even a sign; and there may be any number of them.
    """
    found = (digits or b"").lstrip(b"0")
    return int(found) if found.isdigit() and len(found) <= len(str(_LATEST)) and int(found) <= _LATEST else 0


def format_utc(seconds: int) -> str:
    """A time of git's (`parse_seconds`), in UTC."""
    return (_EPOCH + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")
