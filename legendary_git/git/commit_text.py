"""The text of commits as both back ends read it: encodings, subjects, times."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def decode_text(text: bytes, encoding: str | None) -> str:
    """Text of a commit that names that encoding, or none; what cannot be read is replaced."""
    try:
        return text.decode(encoding or "utf-8", "replace")
    except LookupError:  # an encoding that nobody knows
        return text.decode("utf-8", "replace")


def format_subject(message: str) -> str:
    """The first paragraph on one line, as `git log --format=%s` shows it."""
    return " ".join(message.strip().partition("\n\n")[0].split("\n"))


def format_utc(seconds: int) -> str:
    """A time of git's, in UTC; the epoch for one that cannot be shown, as git shows it."""
    try:
        moment = _EPOCH + timedelta(seconds=seconds)
    except OverflowError:
        moment = _EPOCH
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
