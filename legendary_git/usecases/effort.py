"""How much of the machine a long read may take, and who is told how far it is."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from legendary_git.domain.values import dataclass

MOST_BY_ITSELF = 8
"""Processes that nobody asked for: a build machine with a hundred processors is mostly shared."""
_LEAST_SHARE = 100
"""Anchors to judge for one process more: beginning one takes as long as some tens of them."""


def tell_nobody(doing: str, done: int, total: int) -> None:
    """Where nobody looks on."""


@dataclass(frozen=True, slots=True)
class Effort:
    """`jobs`: processes to judge in; None: as many as are worth it. `told` hears what is being done, and how far."""

    jobs: int | None = None
    told: Callable[[str, int, int], None] = tell_nobody

    def jobs_for(self, anchors: int) -> int:
        """In how many processes that many anchors are judged."""
        if self.jobs is not None:
            return self.jobs
        # Apple's frameworks may end a process that was forked and goes on in their code.
        most = 1 if sys.platform == "darwin" else min(_processors(), MOST_BY_ITSELF)
        return max(min(most, anchors // _LEAST_SHARE), 1)


ALONE = Effort(jobs=1)
"""One process, and nobody is told: hooks, and reads that look at little."""


def _processors() -> int:
    """Those that this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
