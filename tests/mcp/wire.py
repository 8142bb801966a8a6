"""The server without any client: what goes over its pipes, byte for byte."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.mcp.client import WORDS

SECONDS = 60
"""When a server that does not end is given up."""


@dataclass
class Wire:
    """A server as a process; lines go in, lines come out."""

    process: subprocess.Popen[bytes]
    ids: int = 0
    notes: list[str] = field(default_factory=list)

    @classmethod
    @contextmanager
    def started(cls, folder: Path, env: Mapping[str, str] | None = None) -> Iterator[Wire]:
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            [sys.executable, *WORDS],
            cwd=folder,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            env={**os.environ, **(env or {})},
        )
        with process:
            try:
                yield cls(process)
            finally:
                if process.poll() is None:
                    process.kill()

    def send(self, line: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def request(self, method: str, params: Mapping[str, Any]) -> int:
        self.ids += 1
        self.send(json.dumps({"jsonrpc": "2.0", "id": self.ids, "method": method, "params": params}).encode())
        return self.ids

    def notify(self, method: str, params: Mapping[str, Any]) -> None:
        self.send(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())

    def read(self) -> bytes:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def ask(self, method: str, params: Mapping[str, Any]) -> bytes:
        """The line that answers; every line before it must be JSON too."""
        number = self.request(method, params)
        while line := self.read():
            if json.loads(line).get("id") == number:
                return line
        raise AssertionError("the server ended without an answer")

    def call(self, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.ask("tools/call", {"name": tool, "arguments": arguments}))
        return found

    def initialize(self) -> None:
        client = {"name": "test", "version": "1"}
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client})
        self.notify("notifications/initialized", {})

    def end(self) -> tuple[int, bytes, bytes]:
        """Close its input; its exit code, and what was left on stdout and stderr."""
        out, err = self.process.communicate(timeout=SECONDS)
        return self.process.returncode, out, err
