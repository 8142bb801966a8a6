"""Somebody who commits, and asks `git memory`, in surroundings of their own."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.project import COMMAND, PAY, Shop

MORE = PAY.replace("total = amount * 100", "total = amount * 1000")
PAID = "src/pay.py"


def launcher(folder: Path) -> str:
    """Make a folder with a `git-memory`, which is all that `git memory` needs; its path, to be put on PATH."""
    path = folder / "git-memory"
    if path.exists():
        return str(folder)
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\nexec '{COMMAND[0]}' {' '.join(COMMAND[1:])} \"$@\"\n")
    path.chmod(0o755)
    return str(folder)


@dataclass
class Caller:
    """A person or a program: git's own options, the environment, the folder, and what starts it all."""

    shop: Shop
    options: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    folder: str | Path = ""
    prefix: tuple[str, ...] = ()
    place: str = "src/pay.py::charge"

    def git(self, *words: str) -> str:
        """Run git as the caller does, which must succeed; what it and its hooks said on stderr."""
        return self.run("git", *self.options, *words).stderr.decode("utf-8", "surrogateescape")

    def run(self, *words: str, check: bool = True) -> subprocess.CompletedProcess[bytes]:
        return self.shop.run(*self.prefix, *words, check=check, env=self.env, folder=self.folder)

    def memory(self, *words: str) -> subprocess.CompletedProcess[bytes]:
        """Run `git memory WORDS…` as git's own subcommand, with git's options."""
        path = launcher(self.shop.root.parent / "launcher") + os.pathsep + os.environ["PATH"]
        env = {"PATH": path, **self.env}
        words = (*self.prefix, "git", *self.options, "memory", *words)
        return self.shop.run(*words, check=False, env=env, folder=self.folder)

    def flip(self, subject: str = "Flip") -> str:
        """Commit a change that makes `cents` stale, or fresh again; what was said, and what should have been."""
        file = self.shop.root / self.place.partition("::")[0]
        word = "stale" if file.read_text() == PAY else "fresh again"
        file.write_text(MORE if word == "stale" else PAY)
        self.shop.commits += 1
        return self.git("commit", "-q", "-a", "-m", subject)

    def told(self, subject: str = "Flip") -> str:
        """The line that a hook should have said about the commit that is HEAD."""
        is_stale = (self.shop.root / self.place.partition("::")[0]).read_text() == MORE
        word, see = ("stale", " (see git memory stale)") if is_stale else ("fresh again", "")
        head = self.run("git", *self.options, "rev-parse", "--short=7", "HEAD").stdout.decode().strip()
        return f'legendary: {word} [decision #{self.shop.cents}] {self.place} by {head} "{subject}"{see}\n'

    def check_flip(self, subject: str = "Flip") -> None:
        """Commit a change, and see that the hook says it in one line and that every answer is about it."""
        assert self.flip(subject) == self.told(subject)
        self.check_answers()

    def check_answers(self) -> None:
        """See that what is read is about HEAD."""
        verdict = "stale" if (self.shop.root / self.place.partition("::")[0]).read_text() == MORE else "fresh"
        listed = self.memory("list", "--json")
        assert (listed.returncode, listed.stderr) == (0, b"")
        memories = {one["id"]: one["verdict"] for one in json.loads(listed.stdout)["memories"]}
        assert memories[self.shop.cents] == verdict
