"""What the answers must be, found by brute force: nothing kept, nothing skipped, every commit judged on its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.memory import Memory
from legendary_git.domain.verdict import State, Verdict
from legendary_git.git.repository import Repository
from legendary_git.store.folder import MEMORIES
from legendary_git.store.index import Index
from legendary_git.store.memory_file import parse_memory
from legendary_git.usecases.code import CommitCode
from legendary_git.usecases.judging import Judging
from legendary_git.usecases.workspace import Workspace
from tests.history import History

_NOWHERE = Path("/nonexistent/index.db")


def empty_workspace(repo: Repository) -> Workspace:
    """A repository with an index that knows nothing and keeps nothing."""
    return Workspace(repo, Index.open(_NOWHERE), repo.root)


class Oracle:
    """Answers about one repository's history. Verdicts are remembered here, for they are asked for often."""

    def __init__(self, history: History, repo: Repository) -> None:
        self._history = history
        self._repo = repo
        self._verdicts: dict[tuple[str, Anchor, str], Verdict] = {}
        self._holders: dict[tuple[str, str], bool] = {}
        self._parents: dict[str, tuple[str, ...]] = {}

    def judge(self, memory: Memory, anchor: Anchor, commit: str) -> Verdict:
        """The verdict on one commit, with nothing known from before."""
        key = (memory.path, anchor, commit)
        if key not in self._verdicts:
            judging = Judging(empty_workspace(self._repo))
            self._verdicts[key] = judging.judge(memory, anchor, CommitCode(self._repo, commit))
        return self._verdicts[key]

    def since(self, memory: Memory, anchor: Anchor, head: str) -> str | None:
        """Where the anchor left fresh: back from `head`, to the first parent that is not fresh either."""
        return self._walk(memory, anchor, head, lambda state: state is not State.FRESH)

    def cause(self, memory: Memory, anchor: Anchor, head: str) -> str | None:
        """Where the anchor came into the state that it has at `head`."""
        now = self.judge(memory, anchor, head).state
        return self._walk(memory, anchor, head, lambda state: state is now)

    def holds(self, memory: Memory, commit: str) -> bool:
        """Whether a commit has the memory's file."""
        key = (memory.id, commit)
        if key not in self._holders:
            listed = self._history.git("ls-tree", "-r", "--name-only", commit, f"{MEMORIES}/")
            self._holders[key] = f"{MEMORIES}/{memory.id}" in listed
        return self._holders[key]

    def holds_anchor(self, memory: Memory, anchor: Anchor, commit: str) -> bool:
        """Whether a commit has the memory's file, and in it that anchor."""
        if not self.holds(memory, commit):
            return False
        listed = self._history.git("ls-tree", "-r", "--name-only", commit, f"{MEMORIES}/").splitlines()
        path = min(path for path in listed if memory.id in path)
        then = parse_memory(path, self._history.git("show", f"{commit}:{path}").encode() + b"\n")
        return isinstance(then, Memory) and anchor.spec in [one.spec for one in then.anchors]

    def _walk(self, memory: Memory, anchor: Anchor, head: str, goes_on: Callable[[State], bool]) -> str | None:
        """None where the memory is not committed, and its anchor was never otherwise in this history."""
        commit = head
        while True:
            so_too = [
                parent for parent in self._parents_of(commit) if goes_on(self.judge(memory, anchor, parent).state)
            ]
            found = [parent for parent in self._passable(memory, anchor, commit) if parent in so_too]
            if not found:
                is_told = self.holds(memory, commit) or len(so_too) < len(self._parents_of(commit))
                return commit if is_told else None
            commit = found[0]

    def _passable(self, memory: Memory, anchor: Anchor, commit: str) -> list[str]:
        """A memory's life begins with the commit that brought it, or, not committed, after HEAD when it was stamped."""
        if self.holds(memory, commit):
            return [parent for parent in self._parents_of(commit) if self.holds(memory, parent)]
        return [parent for parent in self._parents_of(commit) if not self._was_there(parent, anchor.commit)]

    def _was_there(self, commit: str, stamped: str | None) -> bool:
        if stamped is None:
            return False
        return self._history.run("git", "merge-base", "--is-ancestor", commit, stamped, check=False).returncode == 0

    def _parents_of(self, commit: str) -> tuple[str, ...]:
        if commit not in self._parents:
            for line in self._history.git("rev-list", "--parents", commit).splitlines():
                one, *parents = line.split()
                self._parents[one] = tuple(parents)
        return self._parents[commit]
