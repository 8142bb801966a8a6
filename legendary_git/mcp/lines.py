"""Standard input as the SDK reads it, but for lines that it would drop without a word: these are answered here."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

import anyio
import anyio.to_thread
import mcp_types as types
from anyio.abc import ObjectSendStream
from mcp.shared.message import SessionMessage

from legendary_git.mcp.unread import find_answers, refuse_long

_LONGEST = 64 * 1024 * 1024


class Lines:
    """An iterator over lines. A line that is longer than 64 MB is not kept."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._answers: ObjectSendStream[SessionMessage] | None = None

    def answer_on(self, stream: ObjectSendStream[SessionMessage]) -> None:
        """Where answers go to. It has to be called before the first line is asked for."""
        self._answers = stream

    def __aiter__(self) -> Lines:
        return self

    async def __anext__(self) -> str:
        while line := await anyio.to_thread.run_sync(self._read):
            is_whole = len(line) < _LONGEST or line.endswith(b"\n")
            answers = find_answers(line) if is_whole else (refuse_long(line),)
            if not answers:
                # Only an answer to what we asked may be no UTF-8 here; without it a call would wait for ever.
                return line.decode("utf-8", errors="replace")
            await self._send(answers)
        raise StopAsyncIteration

    async def _send(self, answers: Iterable[types.JSONRPCError]) -> None:
        if self._answers is None:
            return
        for answer in answers:
            with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
                await self._answers.send(SessionMessage(answer))

    def _read(self) -> bytes:
        line = self._file.readline(_LONGEST)
        rest = line
        while len(rest) == _LONGEST and not rest.endswith(b"\n"):
            rest = self._file.readline(_LONGEST)
        return line


@contextmanager
def own_input() -> Iterator[BinaryIO]:
    """What comes in, for us alone: whatever else reads standard input meanwhile, such as children, finds nothing."""
    own = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    try:
        # It is never closed: a thread may wait in it for ever, and the number must not come to mean another file.
        yield os.fdopen(own, "rb", closefd=False)
    finally:
        os.dup2(own, 0)
