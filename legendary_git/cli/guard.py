"""`git memory guard`: what an agent's hook runs; the fast way to it is in `legendary_git.__main__`."""

from __future__ import annotations

import os
import sys
from typing import BinaryIO

import click

from legendary_git.agents.recurrence import preview
from legendary_git.agents.run import run
from legendary_git.cli.output import say

_MOST_BYTES = 32 * 1024 * 1024
_CHUNK = 1 << 20


@click.command("guard")
@click.option("--host", default="claude", metavar="NAME", help="The agent whose hook runs this (default: claude).")
@click.option(
    "--text",
    "is_text",
    is_flag=True,
    help="Read a command's output on stdin, print what would come, keep nothing.",
)
def command(host: str, is_text: bool) -> int:
    """Push what memories say of an error that is back: an agent's hook runs this, an event as JSON on stdin.

    When a command has printed an error that is the trigger of a memory, with whatever paths, ports, times and line
    numbers, that memory comes with its verdict and how often the error was seen before, once a session. Text that is
    only displayed fires nothing. Any failure is silent: the agent goes on.
    """
    if not is_text:
        return run(["guard", "--host", host])
    text = preview(_read_ends(sys.stdin.buffer).decode("utf-8", "replace"), os.environ)
    if text:
        say(text.split("\n"))
    return 0


def _read_ends(stream: BinaryIO) -> bytes:
    """All of it, or of a long one the first and the last half of what is looked at."""
    head = stream.read(_MOST_BYTES // 2)
    tail = b""
    while chunk := stream.read(_CHUNK):
        tail = (tail + chunk)[-_MOST_BYTES // 2 :] if len(tail) > _MOST_BYTES else tail + chunk
    return head + tail[-_MOST_BYTES // 2 :]
