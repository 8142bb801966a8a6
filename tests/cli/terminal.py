"""A terminal in which a command runs, as a person has one before them."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import struct
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def run_in_terminal(words: Sequence[str], folder: Path, env: Mapping[str, str]) -> tuple[int, str]:
    """Run a program whose three streams are a terminal; its exit code, and what is on the screen, escapes and all."""
    with Session(words, folder, env) as terminal:
        return terminal.end(), terminal.shown


class Session:
    """A program in a terminal, and a person who reads what it asks before they answer."""

    PATIENCE = 60
    """Seconds after which a program that says nothing more is taken to hang; no test waits for them."""

    def __init__(
        self, words: Sequence[str], folder: Path, env: Mapping[str, str], columns: int = 80, rows: int = 25
    ) -> None:
        self._child, self.descriptor = pty.fork()
        if self._child == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.chdir(folder)
            os.execvpe(words[0], list(words), dict(env))  # noqa: S606 - no shell is wanted
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self._unread = ""
        self.shown = ""
        self._code: int | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        os.close(self.descriptor)  # who still waits for an answer gets the end of input
        if self._code is None:
            os.waitpid(self._child, 0)

    def read_until(self, *ends: str) -> str:
        """What appears up to and with the first of some texts; without one, up to the end of the program."""
        while True:
            places = [(at, end) for end in ends if (at := self._unread.find(end)) >= 0]
            if places:
                at, end = min(places)
                return self._take(at + len(end))
            if not self._read_more():
                assert not ends, f"it ended without saying {ends}:\n{self.shown}{self._unread}"
                return self._take(len(self._unread))

    def type(self, text: str) -> None:
        """Type a line and press Enter."""
        self.press(f"{text}\n")

    def answer(self, *turns: tuple[str, str]) -> None:
        """Wait for each question, then type its answer."""
        for question, answer in turns:
            self.read_until(question)
            self.type(answer)

    def press(self, keys: str) -> None:
        """Press keys: `\x03` is Ctrl-C, `\x04` Ctrl-D."""
        if "\x03" in keys:
            self._await_reading()
        os.write(self.descriptor, keys.encode())

    def end(self) -> int:
        """The program's exit code, once it has said all."""
        self.read_until()
        if self._code is None:
            self._code = os.waitstatus_to_exitcode(os.waitpid(self._child, 0)[1])
        return self._code

    def _await_reading(self) -> None:
        """Until it sleeps, which after a question it does to read: a signal just before would wait for the answer."""
        stat = Path(f"/proc/{self._child}/stat")
        while stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "R":
            os.sched_yield()

    def _take(self, length: int) -> str:
        text, self._unread = self._unread[:length], self._unread[length:]
        self.shown += text
        return text

    def _read_more(self) -> bool:
        ready, _, _ = select.select([self.descriptor], [], [], self.PATIENCE)
        assert ready, f"it says nothing more:\n{self.shown}{self._unread}"
        try:
            data = os.read(self.descriptor, 65536)
        except OSError:
            return False
        self._unread = (self._unread + self._decoder.decode(data)).replace("\r\n", "\n")
        return bool(data)
