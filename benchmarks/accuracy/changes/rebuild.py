"""A real history made again with memories in it: every tree as it was, but for the memory folder."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.accuracy.history import Clone

_WHO = b"A. Benchmark <benchmark@example.org> 1262304000 +0000"


class Rebuilt:
    """A scratch repository that borrows the objects of a clone, and has commits of its own on top of each other."""

    def __init__(self, clone: Clone, root: Path) -> None:
        subprocess.run(
            ["git", "clone", "-q", "--shared", "--no-checkout", str(clone.root), str(root)],
            check=True,
            capture_output=True,
        )
        self.clone = clone
        self.here = Clone(root)
        self._folder: bytes | None = None
        self._last: str | None = None

    def append(self, commits: Sequence[str]) -> dict[str, str]:
        """Make real commits again on top of the last one, each on the one before it; the new id of each."""
        parts = [self._copy(commit, number) for number, commit in enumerate(commits, 1)]
        return dict(zip(commits, self._import(b"".join(parts)), strict=True))

    def remember(self, commit: str, files: Mapping[str, bytes]) -> str:
        """A commit on top of a real one that has these memory files, by name, and is else the same; its id."""
        self._folder = self._make_folder(files) if files else None
        self._last = commit
        tree = self.here.git("rev-parse", f"{commit}^{{tree}}").strip()
        (made,) = self._import(self._commit(tree, _head(1), is_first=True))
        return made

    def _make_folder(self, files: Mapping[str, bytes]) -> bytes:
        lines = [b"commit refs/heads/memories\n", _head(1), b"deleteall\n"]
        for name, data in sorted(files.items()):
            lines.append(b"M 100644 inline .legendary/memories/%s\ndata %d\n%s\n" % (name.encode(), len(data), data))
        self._import(b"".join(lines))
        return self.here.git("rev-parse", "refs/heads/memories:.legendary").strip()

    def undo(self, base: str, commit: str) -> str:
        """A commit on top of `commit` with the tree of `base`; its id."""
        words = ("commit-tree", f"{base}^{{tree}}", "-p", commit, "-m", "Revert")
        return self.here.git(*_AS, *words).decode().strip()

    def _copy(self, commit: str, mark: int) -> bytes:
        head, _, message = self.clone.git("cat-file", "commit", commit).partition(b"\n\n")
        said = dict(line.split(b" ", 1) for line in head.split(b"\n") if line.count(b" "))
        who = b"mark :%d\nauthor %s\ncommitter %s\n" % (mark, said[b"author"], said[b"committer"])
        return self._commit(said[b"tree"], who + b"data %d\n%s\n" % (len(message), message), is_first=mark == 1)

    def _commit(self, tree: bytes, head: bytes, *, is_first: bool) -> bytes:
        onto = b"from %s\n" % self._last.encode() if self._last is not None and is_first else b""
        folder = b"M 040000 %s .legendary\n" % self._folder if self._folder is not None else b""
        return b"commit refs/heads/rebuilt\n" + head + onto + b'M 040000 %s ""\n' % tree + folder + b"\n"

    def _import(self, stream: bytes) -> list[str]:
        marks = self.here.root / ".git" / "marks"
        words = ["git", "-C", str(self.here.root), "fast-import", "--quiet", "--force", f"--export-marks={marks}"]
        subprocess.run([*words, "--date-format=raw-permissive"], input=stream, check=True, capture_output=True)
        made = dict(line.split() for line in marks.read_text(encoding="ascii").splitlines())
        found = [made[f":{number}"] for number in range(1, len(made) + 1)]
        self._last = found[-1]
        return found


_AS = ("-c", "user.name=A. Benchmark", "-c", "user.email=benchmark@example.org")


def _head(mark: int) -> bytes:
    return b"mark :%d\ncommitter %s\ndata 8\nRemember\n" % (mark, _WHO)
