"""The fence round the parser: nothing that a file holds makes it run for ever, or takes this process with it.

There are two. Every parse is metered: a scanner may read to the end of the file at every token, and recovery from
errors may try again and again, so that both take time with the square of the size. A parse is given up after so many
steps and so many bytes read. That depends on the file alone, never on the machine or its load.

But within a single step nobody counts: a scanner may loop or write where it must not, and recovery may go through more
ways than there is time for. A language whose grammar was seen doing so is `fenced` in its file, and every large file
is: there a child process parses first, under limits that the kernel keeps, and only what it survived is parsed here.
"""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from legendary_git.domain.annotations import NoReturn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Parser, Tree

STEPS = 200_000
STEPS_PER_BYTE = 5
"""Steps that a parse may take. Code that people wrote takes one or two for each byte, packed JavaScript two."""

LOST_STEPS = 500_000
"""Steps that it may take while it knows no way to read on; each may cost a hundred times as much as any other."""

READ = 50_000_000
READ_PER_BYTE = 20
"""Bytes that it may read, those that it reads again among them. Most grammars read code that people wrote once or
twice; those of Lua, Perl, Scala and Svelte may look for the end of the file at every token."""

FENCED_FROM = 100_000
"""Bytes from which on a file is fenced in any language: few are that large, and there the square of the size counts."""

CPU_SECONDS = 10
MEMORY_LIMIT = 4 << 30
"""What a child may use, of its own time and of addresses in bytes: more than any parse that the meter lets through."""

CLOCK_SECONDS = 300
"""When a child is given up that uses no time of its own, since another thread held a lock when it was born."""

_STEPS_PER_CALL = 100
"""tree-sitter calls back after so many steps: OP_COUNT_PER_PARSER_CALLBACK_CHECK in its parser.c."""

_CHUNK = 1_024
_LONGEST_CHARACTER = 4
_CALL_AS_BYTES = 64
"""Bytes as which a request counts that gets none, at the end of the file."""

_LEFT_TO_THE_KERNEL = {
    signal.SIGINT, signal.SIGXCPU, signal.SIGALRM, signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT, signal.SIGFPE,
    signal.SIGILL,
}  # fmt: skip
_KEPT_WAITING = {signal.SIGINT, signal.SIGALRM}
"""What somebody may send who wants no more of this: Ctrl-C, and the end of the time that an answer may take."""
_DONE = b"1"


def parse(parser: Parser, data: bytes, *, fenced: bool = False) -> Tree | None:
    """Parse the bytes of a file; None if that takes too much or, where `fenced`, a child process dies of it."""
    if (fenced or len(data) >= FENCED_FROM) and not _is_survived(parser, data):
        return None
    return _parse_metered(parser, data)


class _Meter:
    """What the parser reads through, and reports to: the one place where it can be counted and stopped.

    It is given the same few bytearrays again and again, since tree-sitter never lets go of what it was given.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._given: dict[int, bytearray] | None = {}
        self._given_end = 0
        self._steps_left = STEPS + STEPS_PER_BYTE * len(data)
        self._lost_left = LOST_STEPS
        self._read_left = READ + READ_PER_BYTE * len(data)
        self.is_interrupted = False

    @property
    def is_over(self) -> bool:
        return self._steps_left < 0 or self._lost_left < 0 or self._read_left < 0

    def read(self, offset: int, _point: object) -> bytes | bytearray:
        """The bytes from an offset on, a little at a time; one who has read too much is told that the file ends."""
        if self._given is None:
            return self._data[offset : offset + _CHUNK]
        size = _chunk_size(len(self._data) - offset)
        self._read_left -= size + _CALL_AS_BYTES
        if size == 0:
            return b""
        if self._read_left < 0:
            return self._rest_of_character(offset)
        self._given_end = offset + size
        given = self._given.setdefault(size, bytearray(size))
        given[:] = self._data[offset : offset + size]
        return given

    def _rest_of_character(self, offset: int) -> bytes:
        """The character that the last bytes given were the beginning of, else nothing.

        Where it got a part of one, tree-sitter asks again, and follows a null pointer if it then gets nothing.
        """
        if not 0 < self._given_end - offset < _LONGEST_CHARACTER:
            return b""
        first = self._data[offset]
        length = 1 if first < 0xC0 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
        character = self._data[offset : offset + length]
        try:
            character.decode("utf-8")
        except UnicodeDecodeError:
            return character[:1]
        return character

    def progress(self, _offset: int, is_lost: bool) -> bool:
        """Whether to stop."""
        self._steps_left -= _STEPS_PER_CALL
        if is_lost:
            self._lost_left -= _STEPS_PER_CALL
        self.is_interrupted = not _KEPT_WAITING.isdisjoint(signal.sigpending())
        return self.is_over or self.is_interrupted

    def end(self) -> None:
        """From here on it is `Node.text` that reads, as often as it likes, and takes nothing but bytes."""
        self._given = None


def _chunk_size(left: int) -> int:
    """How much to give of what is left: sizes that are few, and none that could cut the first character in two."""
    if left >= _CHUNK:
        return _CHUNK
    return max(left, 0) if left < _LONGEST_CHARACTER else 1 << (left.bit_length() - 1)


def _parse_metered(parser: Parser, data: bytes) -> Tree | None:
    while True:
        meter = _Meter(data)
        try:
            with _uninterrupted():
                tree = parser.parse(meter.read, progress_callback=meter.progress)
        except ValueError:
            if meter.is_over:
                return None
            if meter.is_interrupted:  # and whoever was told of it chose to go on
                continue
            raise
        finally:
            parser.reset()  # else the next parse would go on where this one was stopped
        if meter.is_over:
            return None
        meter.end()
        return tree


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Keep signals waiting whose handlers raise: tree-sitter before 0.26 crashes if a callback does.

    The parse stops soon after one came, and what its handler raises is raised here.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _KEPT_WAITING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _is_survived(parser: Parser, data: bytes) -> bool:
    """Whether a child process comes through a parse. It says so itself: how children end, not everybody is told."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _parse_and_exit(parser, data, writing)
    os.close(writing)
    try:
        return os.read(reading, 1) == _DONE
    finally:
        os.close(reading)
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def _parse_and_exit(parser: Parser, data: bytes, writing: int) -> NoReturn:
    """The child's whole life. It must leave without a word, and without the clean-up that is its parent's."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        for name in _LEFT_TO_THE_KERNEL:
            signal.signal(name, signal.SIG_DFL)
        signal.alarm(CLOCK_SECONDS)
        _set_limit(resource.RLIMIT_CORE, 0)
        _set_limit(resource.RLIMIT_CPU, CPU_SECONDS)
        _set_limit(resource.RLIMIT_AS, MEMORY_LIMIT)
        if _parse_metered(parser, data) is not None:
            os.write(writing, _DONE)
    finally:
        os._exit(0)


def _set_limit(what: int, most: int) -> None:
    _, hard = resource.getrlimit(what)
    resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
