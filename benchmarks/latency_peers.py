"""The hooks of legendary-mcp and yigraf, on the same files and with as many memories, for `benchmarks.latency`.

Both are installed into one environment, which needs Python 3.12 or later:

    python3.12 -m venv DIR
    DIR/bin/pip install legendary-mcp==0.2.1 yigraf 'tree-sitter-language-pack<1'

legendary-mcp takes version 1 of the last one too, which fetches each grammar over the network.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_FILLERS = Path(__file__).with_name("peer_stores")
Ask = Callable[[Path, Sequence[str], Mapping[str, Any]], float]
"""Runs an interpreter with some words and a payload on standard input; gives seconds of the processor."""


@dataclass(frozen=True, slots=True)
class PeerMemory:
    """What a memory says, the function that it is about (or none), and its trigger (or none)."""

    title: str
    body: str
    file: str = ""
    symbol: str = ""
    trigger: str = ""


class Peers:
    """Both tools in one environment: copies of a repository with their stores, and the payloads that they take."""

    def __init__(self, environment: Path, env: Mapping[str, str], ask: Ask) -> None:
        self.python = environment / "bin" / "python"
        self._env = env
        self._ask = ask
        self._sessions = 0

    @property
    def missing(self) -> str:
        """What is not there; empty where both are."""
        asked = (
            subprocess.run([self.python, "-c", "import legendary.cli, yigraf.cli"], capture_output=True, check=False)
            if self.python.exists()
            else None
        )
        return "" if asked is not None and asked.returncode == 0 else f"no legendary-mcp and yigraf in {self.python}"

    def copy(self, root: Path, to: Path) -> Path:
        """A copy of the repository without our memories."""
        shutil.copytree(root, to, symlinks=True)
        shutil.rmtree(to / ".legendary", ignore_errors=True)
        return to

    def fill_legendary(self, root: Path, memories: Iterable[PeerMemory]) -> None:
        self._run(root, "-m", "legendary.cli", "init", "--repo", str(root))
        self._fill("fill_legendary_mcp.py", root, memories)

    def fill_yigraf(self, root: Path, memories: Iterable[PeerMemory]) -> None:
        self._run(root, "-m", "yigraf", "init", str(root))
        self._fill("fill_yigraf.py", root, memories)
        self._run(root, "-m", "yigraf", "build")

    def legendary(self, verb: str, root: Path, payload: Mapping[str, Any]) -> float:
        """Seconds for `legendary surface` or `guard`, as its documentation has it but started by Python at once."""
        return self._ask(self.python, ["-m", "legendary.cli", verb, "--repo", str(root)], self._begin(root, payload))

    def yigraf(self, hook: str, root: Path, payload: Mapping[str, Any]) -> float:
        """Seconds for `yigraf hook …`, as `yigraf install-claude-hooks` writes it."""
        return self._ask(self.python, ["-m", "yigraf", "hook", hook], self._begin(root, payload))

    def _begin(self, root: Path, payload: Mapping[str, Any]) -> dict[str, Any]:
        self._sessions += 1
        return {"session_id": f"session {self._sessions}", "cwd": str(root), **payload}

    def _fill(self, script: str, root: Path, memories: Iterable[PeerMemory]) -> None:
        told = [{"title": one.title, "body": one.body, "file": one.file, "symbol": one.symbol, "trigger": one.trigger}
                for one in memories]  # fmt: skip
        self._run(root, str(_FILLERS / script), data=json.dumps({"root": str(root), "memories": told}))

    def _run(self, root: Path, *words: str, data: str = "") -> None:
        subprocess.run(
            [self.python, *words], cwd=root, env=self._env, input=data.encode(), check=True, capture_output=True
        )
