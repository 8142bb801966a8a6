"""Which memories may be put before an agent unasked: those of HEAD, and those that whoever works here wrote.

What somebody else left in the work tree without committing it (an unpacked archive, a patch, another tool) is text that
nobody has stood up for.
"""

from __future__ import annotations

from legendary_git.git.blob_id import blob_id
from legendary_git.git.disk_bytes import TooLarge, read_regular
from legendary_git.usecases.place import Place
from legendary_git.usecases.pushing import Push

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_MOST_CHARACTERS = 2_000_000


def keep_pushable(
    place: Place, pushes: list[Push], environ: Mapping[str, str], *, only_merged: bool = False
) -> list[Push]:
    """Those of the memories that may be pushed, in their order; with `only_merged`, those of the default branch.

    Memories in which nobody has looked for secrets yet are looked through now. What is huge waits for another push, the
    largest longest: each is read and looked through whole.
    """
    pushes = _affordable(pushes)
    digits = len(place.head or "") or 40
    kept = [push for push in pushes if push.noted.is_looked_through]
    if len(kept) != len(pushes):
        from legendary_git.usecases.pushable_slowly import without_secrets

        kept = without_secrets(place, pushes, environ)
    known = {push.noted.path: push.committed for push in kept if push.committed is not None and not only_merged}
    unknown = [push for push in kept if push.noted.path not in known]
    if unknown and place.head != "":
        from legendary_git.usecases.pushable_by_git import find_committed

        known |= find_committed(place, [push.noted.path for push in unknown], environ, only_merged=only_merged)
    rest = [push for push in kept if not _is_blob(place, push.noted.path, known.get(push.noted.path, ""), digits)]
    if rest and not only_merged:
        from legendary_git.usecases.pushable_by_git import find_own

        own = find_own(place, rest, known, environ)
        for push in rest:
            push.is_own = push.noted.path in own
        rest = [push for push in rest if not push.is_own]
    left_out = {push.noted.path for push in rest}
    return [push for push in kept if push.noted.path not in left_out]


def _affordable(pushes: list[Push]) -> list[Push]:
    sizes = {push.noted.path: len(push.noted.body) + len(push.noted.front) for push in pushes}
    if sum(sizes.values()) <= _MOST_CHARACTERS:
        return pushes
    left = _MOST_CHARACTERS
    kept: set[str] = set()
    for path in sorted(sizes, key=lambda path: sizes[path]):
        left -= sizes[path]
        if left < 0 and kept:
            break
        kept.add(path)
    return [push for push in pushes if push.noted.path in kept]


def _is_blob(place: Place, memory_path: str, committed: str, digits: int) -> bool:
    """Whether a memory's file is what was committed, whatever its line ends on disk."""
    if not committed:
        return False
    try:
        data = read_regular(place.near.abs_path(memory_path))
    except TooLarge:
        return False
    if data is None:
        return place.near.is_sparse  # outside the cone: it was read from HEAD
    if committed == blob_id(data, digits):
        return True
    return b"\r\n" in data and committed == blob_id(data.replace(b"\r\n", b"\n"), digits)
