"""The best memories that may be pushed: those that may not take nobody's place."""

from __future__ import annotations

from legendary_git.usecases.place import Place
from legendary_git.usecases.pushable import keep_pushable
from legendary_git.usecases.pushing import Push

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_LOOKED_AT = 100
"""Who asks for a few that may be pushed goes through so many, and no more."""


def choose_pushable(
    place: Place, pushes: list[Push], most: int, environ: Mapping[str, str], *, only_merged: bool
) -> tuple[list[Push], int]:
    """The first `most` of the memories that may be pushed, and how many had to be looked at for them."""
    chosen: list[Push] = []
    looked = 0
    while looked < len(pushes) and len(chosen) < most:
        part = pushes[looked : looked + max(most, 1)]
        chosen += keep_pushable(place, part, environ, only_merged=only_merged)
        looked += len(part)
    return chosen[:most], looked
