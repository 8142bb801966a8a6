"""Which oracle reads which language, and the two that run outside of Python."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from benchmarks.accuracy.definitions import Definition, Oracle
from benchmarks.accuracy.oracle_python import PythonOracle
from benchmarks.accuracy.worker import Worker

_HERE = Path(__file__).parent
_SUFFIXES = {
    "javascript": (".js", ".jsx", ".mjs", ".cjs"),
    "typescript": (".ts", ".tsx", ".mts", ".cts"),
    "go": (".go",),
}
LANGUAGES = ("python", *_SUFFIXES)


class NoOracle(Exception):
    """There is no oracle for a language here, and why."""


class OutsideOracle:
    """A program that parses a text and lists its definitions."""

    def __init__(self, words: Sequence[str], suffixes: tuple[str, ...]) -> None:
        self.suffixes = suffixes
        self._worker = Worker(words)

    def read(self, path: str, data: bytes) -> Sequence[Definition] | None:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return None
        found = self._worker.ask({"path": path, "text": text})["definitions"]
        return None if found is None else [Definition(**one) for one in found]


def open_oracle(language: str, *, node_modules: Path | None, go: str, scratch: Path) -> Oracle:
    """The oracle of a language; `scratch` is a folder for what has to be compiled. Raises NoOracle."""
    if language == "python":
        return PythonOracle()
    if language == "go":
        return OutsideOracle([str(_build(go, scratch))], _SUFFIXES[language])
    if language in _SUFFIXES:
        return OutsideOracle(_typescript(node_modules), _SUFFIXES[language])
    raise NoOracle(f"no oracle reads {language}")


def _typescript(node_modules: Path | None) -> list[str]:
    node = shutil.which("node")
    if node is None:
        raise NoOracle("node is not installed")
    if node_modules is None or not (node_modules / "typescript").is_dir():
        raise NoOracle("give the folder that holds the npm package `typescript` as --node-modules")
    return [node, "--stack-size=4000", str(_HERE / "oracle_typescript.js"), str(node_modules.resolve())]


def _build(go: str, scratch: Path) -> Path:
    program = shutil.which(go)
    if program is None:
        raise NoOracle("go is not installed")
    built = scratch.resolve() / "oracle_go"
    scratch.mkdir(parents=True, exist_ok=True)
    words = [program, "build", "-o", str(built), str(_HERE / "oracle_go.go")]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=_HERE)
    if done.returncode:
        raise NoOracle(f"go cannot build its oracle: {done.stderr.strip()}")
    return built
