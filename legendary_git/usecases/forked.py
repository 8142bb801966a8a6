"""Do many tasks in several processes at once, each a copy of this one that answers through a pipe.

Nothing but `fork` and pipes is needed: neither semaphores, which a container may lack, nor threads. Where a process
cannot be made, or ends before it has answered, its tasks are simply not done: whoever asked does them.
"""

from __future__ import annotations

import os
import pickle
import selectors
import signal
import struct
import sys
import threading
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

MOST_TASKS = 1_000
"""They wait in a pipe all at once, which may hold no more than a page."""
_NUMBER = struct.Struct("=I")
_LENGTH = struct.Struct("=Q")
_CHUNK = 1 << 16

Work = Callable[[int], Any]


def run_forked(begin: Callable[[], Work], count: int, jobs: int, take: Callable[[int, Any], None]) -> None:
    """Do tasks 0 to `count` - 1, at most MOST_TASKS, in up to `jobs` processes; `take` gets number and answer of each.

    In each process `begin` makes the function that does a task: it must open anew whatever it shares with this one
    (git, SQLite). Answers come in any order and are pickled on the way; a task that failed is not answered. All
    processes have ended when this returns or raises, also at Ctrl-C, of which they see nothing themselves.
    """
    jobs = min(jobs, count)
    if jobs < 2 or not _can_fork():
        return
    tasks, asking = os.pipe()
    children: dict[int, int] = {}
    try:
        os.write(asking, b"".join(map(_NUMBER.pack, range(count))))
        os.close(asking)
        _start(begin, tasks, jobs, children)
        _listen(list(children.values()), take)
    finally:
        os.close(tasks)
        _end(children)


def _can_fork() -> bool:
    return hasattr(os, "fork") and threading.current_thread() is threading.main_thread()


def _start(begin: Callable[[], Work], tasks: int, jobs: int, children: dict[int, int]) -> None:
    """Make the processes: `children` gets their ids, with the pipes in which they answer."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    # None may be interrupted before it has learned to let that to us.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        for _ in range(jobs):
            answers, answering = os.pipe()
            try:
                pid = _fork()
            except OSError:  # too many processes, or too little memory
                os.close(answers)
                os.close(answering)
                return
            if pid == 0:
                _serve(begin, tasks, answering)
            os.close(answering)
            children[pid] = answers
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _fork() -> int:
    with warnings.catch_warnings():
        # Python 3.12 warns where there are threads. Those of a library that is loaded stay here, where it is asked.
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _serve(begin: Callable[[], Work], tasks: int, answering: int) -> NoReturn:
    """The life of such a process. It ends without any of what a process does at its end: that is the first one's."""
    code = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        work = begin()
        while said := os.read(tasks, _NUMBER.size):
            (number,) = _NUMBER.unpack(said)
            answer = pickle.dumps((number, work(number)), pickle.HIGHEST_PROTOCOL)
            _write_all(answering, _LENGTH.pack(len(answer)) + answer)
        code = 0
    finally:
        os._exit(code)  # whatever was raised: it is raised again where the task is done instead


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _listen(pipes: list[int], take: Callable[[int, Any], None]) -> None:
    """Take what comes until every process has closed its pipe; what one did not finish is dropped."""
    with selectors.DefaultSelector() as waiting:
        for pipe in pipes:
            waiting.register(pipe, selectors.EVENT_READ, bytearray())
        while waiting.get_map():
            for key, _ in waiting.select():
                data = os.read(key.fd, _CHUNK)
                if not data:
                    waiting.unregister(key.fd)
                    continue
                key.data.extend(data)
                _take_whole(key.data, take)


def _take_whole(data: bytearray, take: Callable[[int, Any], None]) -> None:
    """Take the whole answers off the front."""
    while len(data) >= _LENGTH.size:
        end = _LENGTH.size + _LENGTH.unpack_from(data)[0]
        if len(data) < end:
            return
        # Our own copy wrote it.
        number, answer = pickle.loads(bytes(data[_LENGTH.size : end]))  # noqa: S301
        del data[:end]
        take(number, answer)


def _end(children: dict[int, int]) -> None:
    for pid, pipe in children.items():
        os.close(pipe)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(pid, 0)
