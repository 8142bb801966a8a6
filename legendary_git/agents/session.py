"""What was put before the agent in one session, so that it is put there once.

A file of lines under the git directory of the work tree, one for each memory that was pushed. It is only appended to;
who decides what is new holds a lock, for a host may run several hooks of one session at the same time.
"""

from __future__ import annotations

import os
import time

from legendary_git.git.blob_id import short_digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType

FOLDER = os.path.join("legendary", "sessions")
_DAY = 24 * 3600
_WEEK = 7 * _DAY
_HOUR = 3600
_FORGOTTEN = "*"
_WAIT_SECONDS = 1.0
_PAUSE_SECONDS = 0.005


class Session:
    """What one session has been told in one work tree. `with` holds its lock: what is new then, is so for nobody else.

    A key is a memory's id, or another word for what was pushed; `said` is a digest of what was said of it. Neither
    has a tab or a line end. Where the
    file cannot be written, everything is new each time: a memory that comes twice is better than one that never does.
    """

    def __init__(self, path: str, now: float, lifetime: float) -> None:
        self._path = path
        self._now = now
        self._lifetime = lifetime
        self._lines: list[tuple[float, str, str, int]] = []
        self._descriptor: int | None = None
        self._load()

    @classmethod
    def open(cls, git_dir: str | os.PathLike[str], session_id: str | None, environ: Mapping[str, str]) -> Session:
        """The session of that name in the work tree that `git_dir` belongs to; nothing is written before `keep`.

        A host that names no session has one for each hour: its sessions cannot be told from each other.
        """
        name = short_digest(session_id) if session_id is not None else "unnamed"
        path = os.path.join(git_dir, FOLDER, name)
        return cls(path, read_clock(environ), _DAY if session_id is not None else _HOUR)

    def is_new_to(self, key: str, said: str = "") -> bool:
        """Whether the session was not told this, or is not expected to have it in mind any more."""
        return self.last_said(key) != said

    def last_said(self, key: str) -> str | None:
        """What was said last of something; None where nothing was, or too long ago."""
        return next((said for _, known, said, _ in reversed(self._lines) if known == key), None)

    def left(self, budget: int) -> int:
        """How many characters of a session's budget are left."""
        return max(0, budget - sum(characters for _, _, _, characters in self._lines))

    def keep(self, key: str, said: str = "", characters: int = 0) -> None:
        """Keep that this was pushed now, in so many characters."""
        self._append(key, said, characters)
        self._lines.append((self._now, key, said, characters))

    def forget(self) -> None:
        """Keep that the agent has nothing of it in mind any more: its session began, was cleared or compacted."""
        if self._lines:
            self._append(_FORGOTTEN, "", 0)
            self._lines = []

    def __enter__(self) -> Session:
        self._lock()
        self._load()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _load(self) -> None:
        try:
            with open(self._path, encoding="utf-8", errors="replace") as file:
                lines = file.read().split("\n")
        except OSError:
            lines = []
        self._lines = []
        for line in lines:
            found = _parse(line)
            if found is not None and found[1] == _FORGOTTEN:
                self._lines = []
            elif found is not None and found[0] + self._lifetime > self._now:
                self._lines.append(found)

    def _append(self, key: str, said: str, characters: int) -> None:
        """One write, which the system puts at the end whole; begun on a new line, lest another one was torn."""
        line = f"\n{self._now:.0f}\t{key}\t{said}\t{characters}\n".encode("utf-8", "replace")
        descriptor = self._descriptor if self._descriptor is not None else self._open()
        if descriptor is None:
            return
        try:
            os.write(descriptor, line)
        except OSError:
            pass
        finally:
            if descriptor != self._descriptor:
                os.close(descriptor)

    def _open(self) -> int | None:
        folder = os.path.dirname(self._path)
        try:
            if not os.path.exists(self._path):
                os.makedirs(folder, exist_ok=True)
                _clean(folder, self._now)
            return os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o666)
        except OSError:
            return None

    def _lock(self) -> None:
        """The system takes it from whoever dies; where it is held for too long, or there is none, we go on without."""
        self._descriptor = self._open()
        try:
            import fcntl
        except ImportError:  # Windows: lines are still whole, only two hooks at once may both find a memory new
            return
        until = time.monotonic() + _WAIT_SECONDS
        while self._descriptor is not None:
            try:
                fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() < until:
                    time.sleep(_PAUSE_SECONDS)
                    continue
            except OSError:  # a file system without locks
                pass
            return


def _parse(line: str) -> tuple[float, str, str, int] | None:
    fields = line.split("\t")
    try:
        at, key, said, characters = fields
        return float(at), key, said, int(characters)
    except ValueError:
        return None


def _clean(folder: str, now: float) -> None:
    """Sessions of which nothing was heard for a week are over."""
    with os.scandir(folder) as entries:
        for entry in entries:
            try:
                if entry.stat(follow_symlinks=False).st_mtime + _WEEK < now:
                    os.unlink(entry.path)
            except OSError:
                continue


def read_clock(environ: Mapping[str, str]) -> float:
    """Now, in seconds; the variable that stands in for the clock elsewhere does so here."""
    if not environ.get("LEGENDARY_NOW"):
        return time.time()
    from legendary_git.usecases import clock

    return clock.read_clock().timestamp()
