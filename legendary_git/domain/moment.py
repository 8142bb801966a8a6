"""Moments as memories and commits write them."""

from __future__ import annotations

from datetime import UTC, datetime


def parse_moment(text: str | None) -> datetime | None:
    """An ISO 8601 date or time; one without an offset is UTC. None where it is neither, and where no calendar has it.

    Of a day at either end of the calendar an offset makes one that is before year 1, or after 9999, in UTC.
    """
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text.strip())
        moment = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
        moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return moment
