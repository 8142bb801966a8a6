"""Dates as people write them into documents, as the moment that a memory file has."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

_DAY = re.compile(r"(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
_WORDS = (
    re.compile(r"(?P<day>\d{1,2})(?:st|nd|rd|th)?\.? (?P<month>[A-Za-z]{3,9})\.?,? (?P<year>\d{4})(?!\d)"),
    re.compile(r"(?P<month>[A-Za-z]{3,9})\.? (?P<day>\d{1,2})(?:st|nd|rd|th)?,? (?P<year>\d{4})(?!\d)"),
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def parse_moment(text: str) -> str | None:
    """`YYYY-MM-DDTHH:MM:SSZ` for a text that is, or holds, a date; None where it has none.

    A time without a zone is taken for UTC, a day without a time for its midnight. `03/04/2024` is no date: nobody can
    tell the day from the month.
    """
    text = text.strip()
    found: datetime | None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        day = _day_in(text)
        found = datetime(day.year, day.month, day.day) if day is not None else None
    if found is None:
        return None
    known = found if found.tzinfo is not None else found.replace(tzinfo=UTC)
    try:
        return known.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if known.year >= 1000 else None
    except (OverflowError, ValueError):  # a zone that leads out of what a calendar holds
        return None


def _day_in(text: str) -> date | None:
    if (found := _DAY.search(text)) is not None:
        return _date(int(found[1]), int(found[2]), int(found[3]))
    for pattern in _WORDS:
        if (found := pattern.search(text)) is not None and (month := found["month"][:3].lower()) in _MONTHS:
            return _date(int(found["year"]), _MONTHS.index(month) + 1, int(found["day"]))
    return None


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
