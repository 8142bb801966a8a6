"""A server that people push to, with the hooks that docs/server.md shows."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from tests.project import CHECKOUT, Answer, Project, write_command

HOOK = re.compile(r"^<!-- (?P<name>[a-z-]+) -->\n```sh\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
ZERO = "0" * 40


def documented(name: str) -> str:
    """The hook of that name in docs/server.md."""
    text = (CHECKOUT / "docs/server.md").read_text(encoding="utf-8")
    return next(found["text"] for found in HOOK.finditer(text) if found["name"] == name)


@dataclass
class Server(Project):
    """A repository to push to; its `root` is the folder that hooks run in."""

    @classmethod
    def beside(cls, project: Project, *options: str) -> Self:
        """A bare clone of a project that is called `origin` there."""
        root = project.root.parent / "server.git"
        project.git("clone", "-q", "--bare", *options, f"file://{project.root}", str(root))
        return cls(root).as_origin_of(project)

    @classmethod
    def empty(cls, project: Project, *options: str) -> Self:
        return cls.start(project.root.parent / "empty.git", "--bare", *options).as_origin_of(project)

    def as_origin_of(self, project: Project) -> Self:
        project.git("remote", "add", "origin", f"file://{self.root}")
        return self

    def install(self, text: str, hook: str = "pre-receive") -> None:
        """Install a hook, and `git memory` for whoever pushes in this test."""
        programs = Path(os.environ["HOME"]) / "programs"
        if not programs.exists():
            write_command(programs)
            os.environ["PATH"] = f"{programs}{os.pathsep}{os.environ['PATH']}"
        path = self.root / "hooks" / hook
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def options(self, words: str) -> None:
        """Install the documented pre-receive hook with more options."""
        self.install(documented("pre-receive").replace("--stdin-refs", f"--stdin-refs {words}"))

    def tip(self, ref: str) -> str:
        """The id that a ref has; empty where there is none."""
        return self.git("rev-parse", "--verify", "--quiet", ref, check=False)

    def asked(self, *lines: str, words: tuple[str, ...] = ()) -> Answer:
        """Run the check in the repository as a hook would, with these lines on stdin."""
        stdin = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")
        return self.memory("check", "--stdin-refs", *words, stdin=stdin)

    def snapshot(self) -> dict[str, tuple[int, bytes]]:
        """Everything in the repository: when each file and folder was changed, and what is in it."""
        return {str(path): (path.lstat().st_mtime_ns, _content(path)) for path in _walk(self.root)}


def _walk(root: Path) -> Iterator[Path]:
    yield root
    yield from root.rglob("*")


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


@dataclass(frozen=True)
class Pushed:
    """What `git push` said of a push: whether it was taken, and what the server's hook told."""

    taken: bool
    told: str
    err: str

    @property
    def findings(self) -> list[str]:
        """Level and rule of each finding."""
        return [" ".join(line.split()[:2]) for line in self.told.splitlines() if re.match(r"  (error|warning) ", line)]


def push(project: Project, *refspecs: str) -> Pushed:
    """Push to `origin`."""
    result = project.run("git", "push", "-q", "origin", *refspecs, check=False)
    err = result.stderr.decode("utf-8", "surrogateescape")
    told = [line.removeprefix("remote: ").rstrip() for line in err.splitlines() if line.startswith("remote: ")]
    told = [line for line in told if not line.startswith("error: hook declined")]  # git's own word
    return Pushed(result.returncode == 0, "".join(f"{line}\n" for line in told), err)
