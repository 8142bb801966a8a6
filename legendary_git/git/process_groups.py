"""Whether each git that is started leads a group of processes, so that what it starts can be ended with it.

Apart from what starts git, which loads much: whoever has to end in time mostly starts none.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from legendary_git.domain.annotations import Any

_wanted: list[bool] = []


@contextmanager
def in_groups_of_their_own() -> Iterator[None]:
    """Have each git of the block lead one."""
    _wanted.append(True)
    try:
        yield
    finally:
        _wanted.pop()


def popen_options() -> dict[str, Any]:
    """What `subprocess.Popen` has to be told for that."""
    return {"process_group": 0} if _wanted and hasattr(os, "killpg") else {}
