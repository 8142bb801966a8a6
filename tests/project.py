"""A repository in which `git memory` is used, as a person at the command line sees it."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self, TextIO

from legendary_git.cli.main import run
from legendary_git.store.places import INDEX
from tests.history import History

CHECKOUT = Path(__file__).resolve().parent.parent
"""What child processes import, whatever else is installed."""

NOW = "2026-01-03T00:00:00Z"
"""What the clock says in a project: two days after its first commit."""

PAY = """\
LIMIT = 10


def charge(amount: int) -> int:
    total = amount * 100
    if total > LIMIT:
        total -= 1
    return total


def refund(amount: int) -> int:
    back = amount * 100
    if back > LIMIT:
        back += 7
    return back
"""
STORE = """\
class Store:
    def connect(self, path: str) -> str:
        found = path.strip()
        if not found:
            found = "default"
        return found

    def close(self, path: str) -> str:
        found = path.lstrip()
        while found.endswith("x"):
            found = found[1:]
        return found
"""
_ID = re.compile(r"mem-[0-9a-f]{8}")


@dataclass(frozen=True)
class Answer:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.out)
        return found

    @property
    def id(self) -> str:
        """The first id of a memory in what was printed."""
        found = _ID.search(self.out)
        assert found is not None, self
        return found[0]


@dataclass
class Project(History):
    """A History with the commands of `git memory`, run in this process unless it is `process` that runs them."""

    def memory(self, *words: str, folder: str | Path = "", stdin: bytes = b"") -> Answer:
        """Run `git memory WORDS…` in a folder of the repository."""
        streams = [io.TextIOWrapper(io.BytesIO(data), encoding="ascii") for data in (stdin, b"", b"")]
        with _streams(*streams), chdir(self.root / folder):
            code = run(words)
        out, err = (_bytes_of(stream).decode("utf-8", "surrogateescape") for stream in streams[1:])
        return Answer(code, out, err)

    def must(self, *words: str, folder: str | Path = "", stdin: bytes = b"") -> Answer:
        """As `memory`, where anything but success is a fault of the test."""
        answer = self.memory(*words, folder=folder, stdin=stdin)
        assert answer.code == 0, answer
        return answer

    def process(
        self, *words: str, folder: str | Path = "", stdin: bytes = b"", env: Mapping[str, str] | None = None
    ) -> Answer:
        """Run `git memory WORDS…` as a process of its own."""
        result = self.run(*COMMAND, *words, check=False, stdin=stdin, env=env, folder=folder)
        return _answer(result)

    def commit_told(self, message: str, files: Mapping[str, str | bytes | None] | None = None) -> str:
        """Commit everything; what git and its hooks said on stderr."""
        self.write(files or {})
        self.git("add", "-A")
        self.commits += 1
        return self.told("commit", "-q", "--allow-empty", "-m", message)

    def told(self, *words: str, env: Mapping[str, str] | None = None) -> str:
        """Run git; what it and its hooks said on stderr."""
        return self.run("git", *words, env=env).stderr.decode("utf-8", "surrogateescape")

    def remember(self, text: str, *anchors: str, options: tuple[str, ...] = ()) -> str:
        """Remember a text; the memory's id."""
        words = [word for anchor in anchors for word in ("--anchor", anchor)]
        return self.must("remember", *options, *words, "--", text).id

    def path_of(self, memory_id: str) -> Path:
        """The file of a memory."""
        return next((self.root / ".legendary" / "memories").glob(f"{memory_id}*"))

    def shown(self, memory_id: str) -> dict[str, Any]:
        """A memory as `show --json` has it."""
        found: dict[str, Any] = self.must("show", memory_id, "--json").json["memory"]
        return found

    def verdicts(self, *options: str) -> dict[str, str]:
        """The verdict of each memory, by id."""
        listed = self.must(*(options or ("list",)), "--json").json["memories"]
        return {memory["id"]: memory["verdict"] for memory in listed}

    @property
    def status(self) -> list[str]:
        """`git status --porcelain`, every untracked file by itself."""
        return self.git("status", "--porcelain", "--untracked-files=all").splitlines()

    @property
    def own_git_dir(self) -> Path:
        """The git directory of this work tree: of a linked one and of a submodule, where the file `.git` points."""
        found = self.root / ".git"
        return found if found.is_dir() else self.root / found.read_text("utf-8").removeprefix("gitdir: ").rstrip()

    @property
    def index_path(self) -> Path:
        return self.own_git_dir / INDEX

    def forbid_index(self) -> None:
        """Put a folder where the index would be, which stops even the superuser."""
        self.index_path.unlink(missing_ok=True)
        self.index_path.mkdir(parents=True)

    def run_no_hooks(self) -> None:
        """A hook takes longer than twenty commits without one."""
        with (self.root / ".git" / "config").open("a", encoding="utf-8") as file:
            file.write(f"[core]\n\thooksPath = {os.devnull}\n")

    def copy(self, target: Path) -> Self:
        """The same repository at another place; its index, which knows its place, is left behind."""
        shutil.copytree(self.root, target, symlinks=True, ignore=shutil.ignore_patterns("index.db*"))
        return replace(self, root=target)


@dataclass
class Shop(Project):
    """A project with two memories in its third commit: on src/pay.py::charge and on src/store.py::Store.connect."""

    cents: str = ""
    locked: str = ""

    CENTS = "Amounts are whole cents"
    LOCKED = "WAL does not help"

    @classmethod
    def fill(cls, project: Project) -> Shop:
        episode = ("--type", "episode", "--trigger", "database is locked (5)", "--tag", "sqlite")
        cents = project.remember(f"{cls.CENTS}\nFloats lost one in March.", "src/pay.py::charge")
        locked = project.remember(cls.LOCKED, "src/store.py::Store.connect", options=episode)
        project.commit("Remember why")
        return cls(project.root, project.commits, cents, locked)

    def change(self, message: str = "Charge more", text: str = PAY.replace("100", "1000")) -> str:
        """Commit a change of what `cents` is about; the commit's id."""
        return self.commit(message, {"src/pay.py": text})


COMMAND = (sys.executable, "-P", "-m", "legendary_git")


def write_command(folder: Path) -> Path:
    """A program `git-memory` in a folder for PATH, as an installation of the code under test would have it."""
    folder.mkdir(parents=True)
    program = folder / "git-memory"
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{CHECKOUT}" exec "{sys.executable}" -P -m legendary_git "$@"\n')
    program.chmod(0o755)
    return program


@contextmanager
def _streams(stdin: TextIO, stdout: TextIO, stderr: TextIO) -> Iterator[None]:
    kept = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = stdin, stdout, stderr
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept


def _bytes_of(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue()


def _answer(result: subprocess.CompletedProcess[bytes]) -> Answer:
    out, err = (data.decode("utf-8", "surrogateescape") for data in (result.stdout, result.stderr))
    return Answer(result.returncode, out, err)
