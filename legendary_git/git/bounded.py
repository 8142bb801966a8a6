"""Talk to a child process that may take, print and hold only so much: what it looks at may be made to be too much."""

from __future__ import annotations

import os
import resource
import selectors
import subprocess
import time
from contextlib import suppress

from legendary_git.git.deadline import late
from legendary_git.git.object_database import too_large

MOST_OUTPUT = 256_000_000
"""Bytes of an answer: some millions of ids, or of paths."""
MOST_MEMORY = 4 << 30
"""Bytes that a child may hold by itself; what it maps of files, as git does its packs, is not counted."""
_CHUNK = 1 << 16


def exchange(process: subprocess.Popen[bytes], stdin: bytes, seconds: float) -> bytes:
    """Give a child its input; all that it prints until it closes its output. Both have to be pipes.

    Raises OverLimit after so many seconds or MOST_OUTPUT bytes; the child may run on then.
    """
    _limit_memory(process.pid)
    end = time.monotonic() + seconds
    found = bytearray()
    left = memoryview(stdin)
    assert process.stdin is not None  # noqa: S101 - whoever calls has made pipes
    assert process.stdout is not None  # noqa: S101
    with selectors.DefaultSelector() as waiting:
        waiting.register(process.stdout, selectors.EVENT_READ)
        if left:
            os.set_blocking(process.stdin.fileno(), False)
            waiting.register(process.stdin, selectors.EVENT_WRITE)
        else:
            process.stdin.close()
        while waiting.get_map():
            ready = waiting.select(max(0.0, end - time.monotonic()))
            if not ready:
                raise late()
            for key, _ in ready:
                if key.fileobj is process.stdin:
                    left = _write(process.stdin.fileno(), left)
                    if not left:
                        waiting.unregister(process.stdin)
                        process.stdin.close()
                    continue
                data = os.read(key.fd, _CHUNK)
                found += data
                if len(found) > MOST_OUTPUT:
                    raise too_large("what git answers")
                if not data:
                    waiting.unregister(process.stdout)
    _wait(process, end)
    return bytes(found)


def _write(descriptor: int, data: memoryview) -> memoryview:
    """Write as much as goes; what is left, nothing where nobody reads on."""
    try:
        return data[os.write(descriptor, data[:_CHUNK]) :]
    except BlockingIOError:
        return data
    except BrokenPipeError:
        return data[:0]


def _wait(process: subprocess.Popen[bytes], end: float) -> None:
    try:
        process.wait(max(0.1, end - time.monotonic()))
    except subprocess.TimeoutExpired:
        raise late() from None


def _limit_memory(pid: int) -> None:
    if hasattr(resource, "prlimit"):  # of Linux, where servers are
        with suppress(OSError, ValueError):
            resource.prlimit(pid, resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
