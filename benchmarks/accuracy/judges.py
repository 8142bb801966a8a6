"""Those who are judged: how any of them is asked, and the two baselines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from benchmarks.accuracy.definitions import OracleFiles
from benchmarks.accuracy.history import Clone
from benchmarks.accuracy.subjects import Step, Subject
from benchmarks.accuracy.truth import Place

FRESH, STALE, ORPHANED, UNKNOWN = "fresh", "stale", "orphaned", "unknown"


@dataclass(frozen=True, slots=True)
class Answer:
    """One verdict. `place` is where the code is said to stand now, if not where it was; `candidates` where it may.

    `more` looks for other candidates, as the judge does only for those who read about one that is lost.
    """

    state: str
    reason: str = ""
    place: Place | None = None
    candidates: tuple[Place, ...] = ()
    more: Callable[[], tuple[Place, ...]] = tuple


class Judge(Protocol):
    """Gives verdicts on the subjects of a step; None for one that it could not stamp."""

    @property
    def name(self) -> str: ...

    def judge(self, step: Step) -> list[Answer | None]: ...


class WholeFile:
    """The baseline that takes any change of the file for a change of all that is in it."""

    name = "whole-file hash"

    def judge(self, step: Step) -> list[Answer | None]:
        return [_by_content(step.after.files.get(one.path), one.blob) for one in step.subjects]


class StrippedLines:
    """The baseline that compares the lines of a region without their indentation, on the oracle's own regions."""

    name = "stripped lines"

    def __init__(self, clone: Clone, files: OracleFiles) -> None:
        self._clone = clone
        self._files = files
        self._lines: dict[str, list[bytes]] = {}

    def judge(self, step: Step) -> list[Answer | None]:
        return [self._judge(one, step.after.files.get(one.path)) for one in step.subjects]

    def _judge(self, subject: Subject, blob: str | None) -> Answer | None:
        if subject.is_part:
            return None
        if blob is None:
            return Answer(ORPHANED)
        now = self._region(subject.path, blob, subject.name)
        if not now:
            return Answer(ORPHANED if now is not None else UNKNOWN)
        return _by_content(now, self._region(subject.path, subject.blob, subject.name))

    def _region(self, path: str, blob: str, name: str) -> list[bytes] | None:
        file = self._files.load(path, blob)
        if file is None:
            return None
        if blob not in self._lines:
            self._lines[blob] = self._clone.read_blob(blob).splitlines()
        found = file.by_name.get(name, ())
        lines = [line.strip() for one in found for line in self._lines[blob][one.first - 1 : one.last]]
        return [line for line in lines if line]


def _by_content(now: object, before: object) -> Answer:
    if now is None:
        return Answer(ORPHANED)
    return Answer(FRESH if now == before else STALE)
