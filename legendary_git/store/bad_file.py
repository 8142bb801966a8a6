"""What is raised inside this package for a file that does not say a memory; it leaves as an InvalidMemory."""

from __future__ import annotations


class BadFile(Exception):
    """`line` counts from 1 in the file; `message` is one line: what is wrong and what to do about it."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message
