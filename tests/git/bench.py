"""What the tests of this package share: repositories of odd kinds, and an interpreter that only says it was started."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass
from pathlib import Path

from legendary_git.git.objects import ObjectFormat
from legendary_git.git.repository import Repository
from tests.history import History


def find(history: History | Path) -> Repository:
    root = history.root if isinstance(history, History) else history
    return Repository.find(root, os.environ)


def hash_blob(data: bytes) -> str:
    """The id of a blob in the repositories that the test makes."""
    return _object_format().hash_object("blob", data)


def absent_id() -> str:
    """An id that no object has."""
    return "1" * _object_format().hex_digits


def _object_format() -> ObjectFormat:
    return ObjectFormat(os.environ.get("GIT_DEFAULT_HASH", "sha1"))


def clone(source: Path, target: Path, *options: str) -> History:
    """Clone over a local transport, so that filters and depths mean something."""
    made = History(target, commits=100)
    target.mkdir(parents=True)
    made.git("clone", "-q", *options, f"file://{source}", ".")
    return made


@dataclass(frozen=True)
class FakePython:
    """An interpreter that writes down each start: its words, and what it could read from stdin."""

    path: Path
    record: Path

    @classmethod
    def make(cls, folder: Path) -> FakePython:
        folder.mkdir(parents=True, exist_ok=True)
        fake = cls(folder / "python", folder / "starts")
        fake.path.write_text(f'#!/bin/sh\nprintf \'%s|%s\\n\' "$*" "$(cat)" >>{shlex.quote(str(fake.record))}\n')
        fake.path.chmod(0o755)
        return fake

    def starts(self) -> list[str]:
        """The hook and its arguments at each start since the last call, what it was told on stdin after `|`."""
        if not self.record.exists():
            return []
        lines = self.record.read_text().splitlines()
        self.record.unlink()
        return [line.removeprefix("-P -m legendary_git hook ").removesuffix("|") for line in lines]


def write_script(path: Path, text: str, mode: int = 0o755) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    path.chmod(mode)


def snapshot(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Every file below a folder: mode and bytes."""
    return {
        str(path.relative_to(folder)): (path.lstat().st_mode, path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
