"""What time it is."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from legendary_git.domain.moment import parse_moment

NOW = "LEGENDARY_NOW"
"""The environment variable that stands in for the clock where runs must be repeatable, as GIT_COMMITTER_DATE does."""


def read_clock() -> datetime:
    """Now, in UTC."""
    return parse_moment(os.environ.get(NOW)) or datetime.now(UTC)
