"""Moments as memories and commits write them."""

from __future__ import annotations

from datetime import UTC, datetime


def parse_moment(text: str | None) -> datetime | None:
    """An ISO 8601 date or time; one without an offset is UTC. None where it is neither."""
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
