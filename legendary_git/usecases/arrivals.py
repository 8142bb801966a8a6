"""Whether a file that no memory is anchored to is where another one with memories was moved, without a commit.

The index knows memories by the file that they are anchored to, and by those to which their code was followed when they
were judged. A file that was moved since the last look is in neither, and so is looked for here. Nearly every file has
stood where it is since then, which its times tell, and those of the folders above it.
"""

from __future__ import annotations

import os
import time

from legendary_git.git.blob_id import short_digest
from legendary_git.store.quick_put import put_arrivals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from legendary_git.store.quick_look import QuickLook
    from legendary_git.usecases.place import Place

_TICK_NS = 50_000_000
"""A clock of a file system may be behind by so much."""
_MOST_GONE = 500


def follow_here(place: Place, look: QuickLook, environ: Mapping[str, str]) -> bool:
    """Look where the memories of files that are gone went, if the file may be such a place; whether that was done."""
    known_head, _, known = (look.arrivals() or "").partition(" ")
    known_at, _, known_gone = known.partition(" ")
    head = place.head or ""
    if known_head == head and known_at.isdigit() and _newest_ns(place) + _TICK_NS < int(known_at):
        return False
    now = time.time_ns()
    gone = look.gone_files()
    stamp = short_digest(*gone) if gone else "-"
    is_due = bool(gone) and (known_head != head or known_gone != stamp or not _is_committed(place, environ))
    if is_due:
        _judge_gone(place, look, gone[:_MOST_GONE], environ)
    put_arrivals(place.near.root, place.near.git_dir, f"{head} {now} {stamp}")
    return is_due


def _judge_gone(place: Place, look: QuickLook, paths: list[str], environ: Mapping[str, str]) -> None:
    """What is found is kept for the answer; where there is no time for all, the rest is not followed."""
    from legendary_git.usecases.call_time import TooLong, judging_seconds
    from legendary_git.usecases.limited import limited
    from legendary_git.usecases.pushing_survey import judge_with_git

    try:
        with limited(judging_seconds()):
            judge_with_git(place.near, look.about_files(paths), environ, {})
    except TooLong:
        return


def _newest_ns(place: Place) -> int:
    """When the file, or a folder on the way to it, came to be what it is, at the latest."""
    path = place.near.abs_path(place.repo_path)
    newest = 0
    while len(path) > len(place.near.root):
        try:
            found = os.lstat(path)
        except OSError:
            return time.time_ns()
        newest = max(newest, found.st_ctime_ns, found.st_mtime_ns)
        path = os.path.dirname(path)
    return newest


def _is_committed(place: Place, environ: Mapping[str, str]) -> bool:
    from legendary_git.usecases.at_hand import AtHand, NotAtHand

    try:
        return AtHand(place.near, place.head, environ).read_committed(place.repo_path) is not None
    except NotAtHand:
        return False
