"""Two other tools, each asked in its own interpreter: their code is called, never copied."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from benchmarks.accuracy.history import Clone
from benchmarks.accuracy.judges import FRESH, ORPHANED, STALE, Answer
from benchmarks.accuracy.subjects import Step, Subject
from benchmarks.accuracy.worker import Worker

WORKERS = Path(__file__).with_name("workers")
_YIGRAF_STATES = {"none": FRESH, "renamed": FRESH, "soft": STALE, "hard": ORPHANED}


class Contents:
    """Contents of a clone as files in a scratch folder, each in a folder of its own."""

    def __init__(self, clone: Clone, scratch: Path) -> None:
        self._clone = clone
        self._scratch = scratch / clone.name
        self.nothing = self._scratch / "nothing"
        self.nothing.mkdir(parents=True, exist_ok=True)

    def file(self, path: str, blob: str) -> Path:
        found = self._scratch / blob / f"file{PurePosixPath(path).suffix}"
        if not found.exists():
            found.parent.mkdir(exist_ok=True)
            found.write_bytes(self._clone.read_blob(blob))
        return found

    def files(self, files: Mapping[str, str], paths: Iterable[str] | None = None) -> dict[str, str]:
        return {path: str(self.file(path, files[path])) for path in (files if paths is None else paths)}


class LegendaryMcp:
    """legendary-mcp: its `resolve_and_hash` when stamped, its `check_anchor` when judged."""

    name = "legendary-mcp"

    def __init__(self, python: Path, contents: Contents) -> None:
        self._worker = Worker([str(python), "-I", str(WORKERS / "ask_legendary_mcp.py")])
        self._contents = contents
        self._anchors: dict[tuple[str, str, str], dict[str, Any] | None] = {}
        self._answers: dict[tuple[str, str, str, str | None], Answer] = {}

    def judge(self, step: Step) -> list[Answer | None]:
        return [self._judge(one, step.after.files.get(one.path)) for one in step.subjects]

    def _judge(self, subject: Subject, blob: str | None) -> Answer | None:
        anchor = None if subject.is_part else self._stamp(subject)
        if anchor is None:
            return None
        key = (subject.path, subject.blob, subject.name, blob)
        if key not in self._answers:
            root = self._contents.nothing if blob is None else self._contents.file(subject.path, blob).parent
            self._answers[key] = Answer(self._worker.ask({"check": [str(root), anchor]})["verdict"])
        return self._answers[key]

    def _stamp(self, subject: Subject) -> dict[str, Any] | None:
        key = (subject.path, subject.blob, subject.name)
        if key not in self._anchors:
            file = self._contents.file(subject.path, subject.blob)
            question = {"stamp": [str(file.parent), file.name, subject.name]}
            self._anchors[key] = self._worker.ask(question)["anchor"]
        return self._anchors[key]


class Yigraf:
    """yigraf: what its drift report says of a memory that concerns the symbol."""

    name = "yigraf"

    def __init__(self, python: Path, contents: Contents) -> None:
        self._worker = Worker([str(python), "-I", str(WORKERS / "ask_yigraf.py")])
        self._contents = contents

    def judge(self, step: Step) -> list[Answer | None]:
        asked = [one for one in step.subjects if not one.is_part]
        question = {
            "before": self._contents.files(step.before.files, {one.path for one in asked}),
            "after": self._contents.files(step.after.files),
            "symbols": [[one.path, one.name] for one in asked],
        }
        answers = dict(zip(asked, self._worker.ask(question)["answers"], strict=True))
        return [_yigraf_answer(answers.get(one)) for one in step.subjects]


def _yigraf_answer(found: Sequence[str] | None) -> Answer | None:
    if found is None:
        return None
    kind, locator = found
    path, _, name = (locator or "").removeprefix("sym:").partition("#")
    return Answer(_YIGRAF_STATES[kind], kind, (path, name) if locator else None)
