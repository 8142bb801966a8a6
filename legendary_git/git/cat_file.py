"""Objects from one `git cat-file` process that answers as long as it is asked."""

from __future__ import annotations

import subprocess
import weakref
from collections.abc import Callable
from contextlib import suppress
from typing import IO, NamedTuple

from legendary_git.git.object_database import MOST_BYTES, too_large
from legendary_git.git.objects import ObjectFormat

_CHUNK = 1 << 20
_USAGE = 129


class Header(NamedTuple):
    """An object without its content: its id, its kind (`commit`, `tree`, `blob`, `tag`) and its size in bytes."""

    oid: str
    kind: str
    size: int


class _Died(Exception):
    """The process has ended: at an object that is damaged, or that it would have to fetch."""


class CatFile:
    """The process is started at the first question and ends with this object, or with us.

    It ends when nobody holds its stdin any more, however we do; no other child gets that.
    """

    def __init__(self, start: Callable[..., subprocess.Popen[bytes]], form: ObjectFormat) -> None:
        """`start` starts git with the words that it is given, its stdin and stdout being pipes."""
        self._start = start
        self._form = form
        self._process: subprocess.Popen[bytes] | None = None
        self._close: Callable[[], object] = lambda: None
        # Git 2.36 brought --batch-command, which tells the size without the content.
        self._knows_commands = True

    def header(self, name: str) -> Header | None:
        """The object that a revision in git's terms names; None where there is none. `name` is one line."""
        found = self._ask("info", name)
        return found[0] if found is not None else None

    def read(self, oid: str, most: int = MOST_BYTES) -> tuple[str, bytes] | None:
        """Kind and content of the object of that id; None if it is not here, or its content is not what it was.

        Raises OverLimit for one of more than `most` bytes, of which none is kept.
        """
        found = self._ask("contents", oid, most)
        if found is not None and found[0].size > most:
            raise too_large(f"the {found[0].kind} {oid}")
        if found is None or self._form.hash_object(found[0].kind, found[1]) != oid:
            return None
        return found[0].kind, found[1]

    def _ask(self, command: str, name: str, most: int = 0) -> tuple[Header, bytes] | None:
        try:
            return self._exchange(command, name, most)
        except _Died:
            was_refused = self._process is not None and self._process.wait() == _USAGE
            self._stop()
            if not (was_refused and self._knows_commands):
                return None
            self._knows_commands = False
            return self._ask(command, name, most)
        except BaseException:  # interrupted between question and answer: the next would get the answer to this one
            self._stop()
            raise

    def _exchange(self, command: str, name: str, most: int) -> tuple[Header, bytes] | None:
        stdin, stdout = self._pipes()
        try:
            stdin.write(f"{command} {name}\n".encode() if self._knows_commands else f"{name}\n".encode())
            stdin.flush()
        except OSError as error:
            raise _Died from error
        header = _parse_header(stdout.readline())
        if header is None or (command == "info" and self._knows_commands):
            return (header, b"") if header is not None else None
        return header, _read_content(stdout, header.size, is_wanted=header.size <= most)

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        if self._process is None:
            self._process = self._start("cat-file", "--batch-command" if self._knows_commands else "--batch")
            self._close = weakref.finalize(self, _end, self._process)
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise _Died
        return stdin, stdout

    def _stop(self) -> None:
        self._close()
        self._process = None


def _parse_header(line: bytes) -> Header | None:
    """`OID KIND SIZE`, or the name that was asked for and what is wrong with it."""
    if not line.endswith(b"\n"):
        raise _Died
    oid, _, rest = line.decode("utf-8", "replace").rstrip("\n").partition(" ")
    kind, _, size = rest.partition(" ")
    return Header(oid, kind, int(size)) if size.isdigit() else None


def _read_content(stdout: IO[bytes], size: int, *, is_wanted: bool) -> bytes:
    data, left = b"", size
    if is_wanted:
        data = stdout.read(size)
        left -= len(data)
    while left and not is_wanted and (dropped := stdout.read(min(left, _CHUNK))):
        left -= len(dropped)
    if left or stdout.read(1) != b"\n":
        raise _Died
    return data


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):  # what was still to be written goes nowhere
                pipe.close()
    process.wait()
