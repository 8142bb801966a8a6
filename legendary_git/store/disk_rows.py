"""When a row about a file on disk still says what the file says."""

from __future__ import annotations

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
    changed_ns = max(stat.mtime_ns, stat.ctime_ns)
    is_coarse = stat.mtime_ns % _SECOND == 0 and stat.ctime_ns % _SECOND == 0
    return changed_ns + (_COARSE_MARGIN if is_coarse else _FINE_MARGIN) < seen_ns
