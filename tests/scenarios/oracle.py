"""What the answers must be, found by brute force: nothing kept, nothing skipped, every commit judged on its own."""

from __future__ import annotations

from collections.abc import Callable

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


def empty_workspace(repo: Repository) -> Workspace:
    """A repository with an index that knows nothing and keeps nothing."""
    return Workspace(repo, Index.in_memory(), repo.root)


class Oracle:
    """Answers about one repository's history. Verdicts are remembered here, for they are asked for often."""

    def __init__(self, history: History, repo: Repository) -> None:
        self._history = history
        self._repo = repo
        self._verdicts: dict[tuple[str, Anchor, str], Verdict] = {}
        self._listed: dict[str, dict[str, str]] = {}
        self._then: dict[tuple[str, str], set[str]] = {}
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
        return any(memory.id in path for path in self._memory_files(commit))

    def holds_anchor(self, memory: Memory, anchor: Anchor, commit: str) -> bool:
        """Whether a commit has the memory's file, and in it that anchor."""
        if not self.holds(memory, commit):
            return False
        path, blob = min(item for item in self._memory_files(commit).items() if memory.id in item[0])
        if (path, blob) not in self._then:
            then = parse_memory(path, self._history.git("cat-file", "blob", blob).encode() + b"\n")
            self._then[path, blob] = {one.spec for one in then.anchors} if isinstance(then, Memory) else set()
        return anchor.spec in self._then[path, blob]

    def _memory_files(self, commit: str) -> dict[str, str]:
        """The memory files of a commit, with the ids of their contents."""
        if commit not in self._listed:
            listed = self._history.git("ls-tree", "-r", commit, f"{MEMORIES}/").splitlines()
            self._listed[commit] = {path: said.split()[2] for said, _, path in (one.partition("\t") for one in listed)}
        return self._listed[commit]

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
