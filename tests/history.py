"""Build real histories with the real git, with fixed authors and dates, so that commit ids are the same everywhere."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

START = 1_767_225_600
"""2026-01-01T00:00:00Z; every commit is made one minute after the one before it."""


def git_version() -> tuple[int, int]:
    """Of the git on PATH."""
    found = re.search(
        r"(\d+)\.(\d+)", subprocess.run(["git", "version"], capture_output=True, text=True, check=True).stdout
    )
    assert found is not None
    return int(found[1]), int(found[2])


@dataclass
class History:
    """A repository and the number of commits made in it so far."""

    root: Path
    commits: int = field(default=0)

    @classmethod
    def start(cls, root: Path, *init_options: str) -> Self:
        root.mkdir(parents=True, exist_ok=True)
        history = cls(root)
        history.git("init", "-q", "-b", "main", *init_options)
        return history

    def git(
        self, *words: str, check: bool = True, stdin: bytes | None = None, env: Mapping[str, str] | None = None
    ) -> str:
        """Run git in the repository at the next fixed date; what it prints, without the last line end."""
        return (
            self.run("git", *words, check=check, stdin=stdin, env=env)
            .stdout.decode("utf-8", "surrogateescape")
            .rstrip("\n")
        )

    def run(
        self,
        *words: str,
        check: bool = True,
        stdin: bytes | None = None,
        env: Mapping[str, str] | None = None,
        folder: str | Path = "",
    ) -> subprocess.CompletedProcess[bytes]:
        """Run any program in the repository, as `git` does; raises with everything it printed when it fails."""
        date = f"{START + 60 * self.commits} +0000"
        result = subprocess.run(
            words,
            cwd=self.root / folder,
            env={**os.environ, "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date, **(env or {})},
            input=b"" if stdin is None else stdin,
            capture_output=True,
            check=False,
        )
        if check and result.returncode != 0:
            shown = (result.stdout + result.stderr).decode("utf-8", "replace")
            raise AssertionError(f"{' '.join(words)} exited {result.returncode}:\n{shown}")
        return result

    def write(self, files: Mapping[str, str | bytes | None]) -> None:
        """Write files below the root; None removes one."""
        for repo_path, content in files.items():
            path = self.root / repo_path
            if content is None:
                path.unlink()
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content)

    def commit(self, message: str, files: Mapping[str, str | bytes | None] | None = None, *options: str) -> str:
        """Write the files, stage everything, commit; the commit's id."""
        self.write(files or {})
        self.git("add", "-A")
        self.commits += 1
        self.git("commit", "-q", "--allow-empty", "-m", message, *options)
        return self.head

    def retime(self, oid: str, **times: bytes) -> str:
        """Write a commit again with something else behind the mail of its `author` or `committer`; its id."""
        raw = self.run("git", "cat-file", "commit", oid).stdout
        for who, time in times.items():
            raw = re.sub(rb"(?m)^(%s [^>\n]*>).*$" % who.encode(), rb"\g<1>" + time, raw)
        return self.git("hash-object", "-t", "commit", "-w", "--stdin", "--literally", stdin=raw)

    @property
    def head(self) -> str:
        return self.git("rev-parse", "HEAD")
