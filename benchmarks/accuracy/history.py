"""A clone's real history, read with git alone: the commits to look at, their files, the bytes of a blob."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

_REGULAR = ("100644", "100755")


@dataclass(frozen=True)
class Clone:
    """A repository with a work tree."""

    root: Path

    @property
    def name(self) -> str:
        return self.root.name

    def git(self, *words: str) -> bytes:
        return subprocess.run(["git", "-C", str(self.root), *words], check=True, capture_output=True).stdout

    def commits(self, count: int, rev: str, since: str | None) -> list[str]:
        """At most `count` commits, spread evenly over the first parents of `rev`, oldest first; the last is `rev`."""
        everything = self.first_parents(rev, since)
        count = min(count, len(everything))
        if count < 2:
            return everything
        return [everything[(len(everything) - 1) * index // (count - 1)] for index in range(count)]

    def first_parents(self, rev: str, since: str | None) -> list[str]:
        """The commits of the main line up to `rev`, oldest first, since the beginning of a day (YYYY-MM-DD) in UTC."""
        # Without a time of day git takes that of now.
        words = [f"--since={since}T00:00:00Z"] if since else []
        return self.git("rev-list", "--first-parent", "--reverse", *words, rev).decode().split()

    def files(self, commit: str, suffixes: tuple[str, ...]) -> dict[str, str]:
        """The blob ids of the commit's regular files with such names, by path."""
        found = {}
        for entry in self.git("ls-tree", "-r", "-z", "--full-tree", commit).split(b"\0"):
            head, _, name = entry.partition(b"\t")
            path = name.decode("utf-8", "surrogateescape")
            if path.endswith(suffixes) and head.split()[0].decode() in _REGULAR:
                found[path] = head.split()[2].decode()
        return found

    def read_blob(self, blob: str) -> bytes:
        pipe = self._batch
        assert pipe.stdin is not None
        assert pipe.stdout is not None
        pipe.stdin.write(blob.encode() + b"\n")
        pipe.stdin.flush()
        size = int(pipe.stdout.readline().split()[2])
        data = pipe.stdout.read(size)
        pipe.stdout.read(1)
        return data

    @cached_property
    def _batch(self) -> subprocess.Popen[bytes]:
        words = ["git", "-C", str(self.root), "cat-file", "--batch"]
        return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


@dataclass(frozen=True)
class Snapshot:
    """One commit: its id and the blobs of the files that count, by path."""

    commit: str
    files: dict[str, str]
