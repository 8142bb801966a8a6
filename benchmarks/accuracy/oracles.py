"""Which oracle reads which language."""

from __future__ import annotations

from pathlib import Path

from benchmarks.accuracy.definitions import Oracle
from benchmarks.accuracy.oracle_python import PythonOracle

LANGUAGES = ("python", "javascript", "typescript", "go")


class NoOracle(Exception):
    """There is no oracle for a language here, and why."""


def open_oracle(language: str, *, node_modules: Path | None, go: str) -> Oracle:  # noqa: ARG001
    """The oracle of a language. Raises NoOracle."""
    if language == "python":
        return PythonOracle()
    raise NoOracle(f"there is no oracle for {language}")
