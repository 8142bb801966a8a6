"""A program that answers one line of JSON with another, for as long as it is asked."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any


class Worker:
    """The program is started at the first question."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = list(words)

    def ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        pipe = self._process
        assert pipe.stdin is not None
        assert pipe.stdout is not None
        pipe.stdin.write(json.dumps(question) + "\n")
        pipe.stdin.flush()
        line = pipe.stdout.readline()
        if not line:
            raise RuntimeError(f"{self._words} ended")
        found: dict[str, Any] = json.loads(line)
        return found

    @cached_property
    def _process(self) -> subprocess.Popen[str]:
        return subprocess.Popen(self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
