"""What every step stands on: a repository with our hooks, what was remembered in it, and what git was told to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from legendary_git.domain.memory import Memory
from legendary_git.git.hook_files import install
from legendary_git.git.repository import Repository
from legendary_git.store.folder import MEMORIES
from legendary_git.usecases.init import init
from legendary_git.usecases.workspace import open_workspace
from tests.history import History
from tests.scenarios import sources
from tests.scenarios.warm import STARTS

_T = TypeVar("_T")
_GIVEN_UP = (
    *("CONFLICT", "nothing to commit", "nothing added", "is now empty", "unrelated histories"),
    *("Patch failed", "patch does not apply", "Should not be doing an octopus", "merge program failed"),
)
READ = "read"
"""An event in which nothing was done: what is answered then must be right all the same."""
BY_HAND = ("remember", "reanchor", "list")
"""Events in which somebody ran a command of ours: what it finds is for a hook to tell."""

NO_HOOKS = ("-c", "core.hooksPath=/dev/null")


@dataclass(frozen=True, slots=True)
class Step:
    """Something to do, and three small numbers that choose with what, where and how."""

    do: str
    a: int = 0
    b: int = 0
    c: int = 0


@dataclass(frozen=True, slots=True)
class Stamped:
    """A memory as it was made, and the texts of the files it is about, committed or not."""

    memory: Memory
    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Event:
    """Something was done that ours may have noticed.

    `said` is what was printed, `told` whether a hook should speak, `starts` how often hooks started Python. `root` and
    `before` are given where it was done in another work tree, on top of that commit.
    """

    what: str
    said: str
    told: bool
    starts: int = 0
    root: Path | None = None
    before: str = ""


class Ground:
    """Plays steps. `diary` reads like a terminal session; `watcher` is called after each thing that git did."""

    def __init__(self, root: Path, watcher: Callable[[Event], None]) -> None:
        self.history = History.start(root)
        self.root = root
        self.diary: list[str] = []
        self.stamped: dict[str, Stamped] = {}
        self.pending: set[str] = set()
        self._watcher = watcher
        self._count = 0
        self._start_log: Path | None = None
        self._repo: Repository | None = None

    def begin(self, python: Path | None) -> None:
        """Two files, a memory folder and hooks that hand over to `python`, all committed. None: no hooks run."""
        workspace = open_workspace(self.root)
        init(workspace)
        if python is not None:
            install(workspace.repo, python)
            self._start_log = python.with_name(STARTS)
        else:
            self.history.git("config", "core.hooksPath", "/dev/null")
        workspace.index.close()
        self._write("app.py", sources.join([sources.new_block(name, 1) for name in ("price", "label", "Store")]))
        self._write("core.py", sources.join([sources.new_block(name, 2) for name in ("parse", "render")]))
        self.pending |= {".legendary/.gitattributes", ".legendary/.gitignore", ".legendary/config.toml"}
        self._commit("start")

    @property
    def repo(self) -> Repository:
        if self._repo is None:
            self._repo = open_repository(self.root)
        return self._repo

    @property
    def head(self) -> str:
        head = self.repo.head()
        assert head is not None
        return head

    def forget(self) -> None:
        """Hold on to nothing that cannot be copied."""
        self._repo = None

    def play(self, step: Step) -> None:
        """Do it, as far as it can be done here."""
        self._count += 1
        getattr(self, f"_{step.do}")(step)

    def _edit(self, step: Step, change: Callable[[str], str]) -> None:
        if (found := self._blocks(step)) is not None:
            path, blocks, index = found
            blocks[index] = change(blocks[index])
            self._write(path, sources.join(blocks))
            self._finish(step)

    def _path(self, step: Step) -> str | None:
        there = [path for path in sources.PATHS if (self.root / path).exists()]
        return pick(there, step.a) if there else None

    def _blocks(self, step: Step) -> tuple[str, list[str], int] | None:
        """The file that a step is about, its blocks, and which of them."""
        path = self._path(step)
        blocks = sources.split(self.read(path) or "") if path is not None else None
        return (path, blocks, step.b % len(blocks)) if path is not None and blocks else None

    def _finish(self, step: Step) -> None:
        """Commit what the step did, mostly."""
        if step.c % 4 == 3:
            pending = ", ".join(sorted(self.pending))
            self.diary.append(f"# {step.do} {step.a} {step.b} {step.c}: {pending} not committed")
        else:
            self._commit(f"{step.do} {step.a} {step.b} {step.c}")

    def _settle(self, step: Step) -> None:
        """Nothing that is tracked stays changed; memories that are not committed may stay so."""
        untracked = set(self.history.git("ls-files", "-o", "--", MEMORIES).split()) if step.c % 2 else set()
        if self.pending - untracked:
            kept = [f":!{path}" for path in untracked]
            self._stage(".", *kept)
            self._commit_staged("settle", untracked)

    def _commit(self, message: str, *paths: str) -> None:
        self._stage(*(paths or (".",)))
        self._commit_staged(message, self.pending - set(paths) if paths else set())

    def _commit_staged(self, message: str, left: set[str]) -> None:
        self.history.commits += 1
        self.pending = set(left)
        self._git("commit", "-q", "--allow-empty", "-m", message)

    def _stage(self, *pathspecs: str) -> None:
        self.history.git("add", "-A", "--", *pathspecs)

    def _branches(self) -> list[str]:
        return self.history.git("for-each-ref", "--format=%(refname:short)", "refs/heads").split()

    def _try(self, *words: str, abort: Sequence[str], env: Mapping[str, str] | None = None) -> bool:
        """Run what may end in a conflict, which then is given up, and of which nothing is told."""
        head, before = self.head, self._starts()
        result = self.history.run("git", *words, check=False, env=env)
        said = (result.stdout + result.stderr).decode()
        self.diary.append(f"$ git {' '.join(words)}" + (f" [exit {result.returncode}]" if result.returncode else ""))
        if result.returncode == 0:
            # Where git finds nothing to do it runs no hook.
            ran_hooks = self.head != head
            self._notice(f"git {words[0]}", said, told=True if ran_hooks else None, before=before)
            return True
        if not any(reason in said for reason in _GIVEN_UP):
            raise AssertionError(f"git {' '.join(words)} exited {result.returncode}: {said}")
        self._notice(f"git {words[0]}", said, told=None, before=before)
        self._abort(*abort)
        return False

    def _abort(self, *words: str) -> None:
        """Give something up: HEAD is where it was, and nobody heard of it."""
        said = self.history.run("git", *words, check=False)
        self.diary.append(f"$ git {' '.join(words)}")
        self._notice("git abort", (said.stdout + said.stderr).decode(), told=None)

    def _git(self, *words: str, told: bool | None = True, env: Mapping[str, str] | None = None) -> None:
        before = self._starts()
        result = self.history.run("git", *words, env=env)
        if words[:2] == NO_HOOKS or "--amend" in words:
            self.pending = set()
        self.diary.append(f"$ git {' '.join(words)}")
        self._notice(f"git {words[0]}", (result.stdout + result.stderr).decode(), told, before)

    def _notice(self, what: str, said: str, told: bool | None, before: int = 0) -> None:
        self.diary += [f"  {line}" for line in said.splitlines()]
        if told is not None:
            self._watcher(Event(what, said, told, self._starts() - before))
        elif "legendary:" in said:
            raise AssertionError(f"{what} should tell nothing, and yet: {said}")

    def _starts(self) -> int:
        """How often hooks have started Python, where that is written down."""
        if self._start_log is None or not self._start_log.exists():
            return 0
        return len(self._start_log.read_bytes().splitlines())

    def _read(self) -> None:
        """Somebody reads, which shows what is so and is of no consequence for what is told."""
        self._watcher(Event(READ, "", told=False))

    def _rescan(self) -> None:
        """What is not committed is what git says, where no hook ran that could have left something behind."""
        shown = self.history.git("status", "--porcelain", "-uall", "--no-renames").splitlines()
        self.pending = {line[3:] for line in shown}

    @property
    def _here(self) -> str:
        """The branch that HEAD is on, or else its commit."""
        return self.history.git("symbolic-ref", "-q", "--short", "HEAD", check=False) or self.head

    def read(self, path: str) -> str | None:
        try:
            return (self.root / path).read_text(encoding="utf-8")
        except FileNotFoundError:
            return None

    def _write(self, path: str, text: str | None) -> None:
        self.history.write({path: text})
        self.pending.add(path)


def open_repository(root: Path) -> Repository:
    workspace = open_workspace(root)
    workspace.index.close()
    return workspace.repo


def pick(among: Sequence[_T], number: int) -> _T:
    return among[number % len(among)]
