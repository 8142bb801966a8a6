"""When a row about a file on disk still says what the file says."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os

    from legendary_git.store.folder import DiskStat

_SECOND = 1_000_000_000
_FINE_MARGIN = _SECOND // 50
_COARSE_MARGIN = 2 * _SECOND


def is_settled(stat: DiskStat, seen_ns: int) -> bool:
    """Whether a file with this stat, read at `seen_ns`, would have another stat if it had been written since.

    A file can be written twice within one tick of the file system's clock, with the same size: only one that was
    last changed clearly before it was read is known to have been read whole. git calls such entries racy
    (gitformat-index, racy-git). Ticks are up to 10 ms, or 2 s where the clock has whole seconds only.
    """
    return is_settled_at(stat.mtime_ns, stat.ctime_ns, seen_ns)


def is_settled_at(mtime_ns: int, ctime_ns: int, seen_ns: int) -> bool:
    """As `is_settled`, of the two times of a file or a folder."""
    if not isinstance(seen_ns, int):  # of a damaged row
        return False
    changed_ns = max(mtime_ns, ctime_ns)
    is_coarse = mtime_ns % _SECOND == 0 and ctime_ns % _SECOND == 0
    return changed_ns + (_COARSE_MARGIN if is_coarse else _FINE_MARGIN) < seen_ns


def folder_stamp(found: os.stat_result) -> str:
    """What a folder looks like: another one after a file in it came, went or was replaced."""
    return f"{found.st_mtime_ns} {found.st_ctime_ns} {found.st_ino}"
