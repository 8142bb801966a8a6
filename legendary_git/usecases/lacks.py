"""What a clone was made without, so that some memories cannot be judged in it."""

from __future__ import annotations

from enum import Enum

from legendary_git.git.repository import Repository


class Lack(Enum):
    """What is not there, and the command that gets it."""

    HISTORY = "git fetch --unshallow"
    CONTENTS = "git fetch --refetch --no-filter"


def find_lacks(repo: Repository) -> tuple[Lack, ...]:
    """What a shallow or a partial clone lacks, in the order in which to get it; nothing is fetched."""
    found = {Lack.HISTORY: bool(repo.cut_off), Lack.CONTENTS: repo.is_partial}
    return tuple(lack for lack, is_lacking in found.items() if is_lacking)
