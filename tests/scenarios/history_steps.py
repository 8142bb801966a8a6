"""Steps that move HEAD in the ways of every day: commits, branches, merges, rebases, resets."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tests.scenarios.file_steps import FileSteps
from tests.scenarios.ground import NO_HOOKS, Step, pick
from tests.scenarios.memory_steps import MemorySteps


class HistorySteps(FileSteps, MemorySteps):
    """What runs into a conflict is given up."""

    _forks = 0

    def _quietly(self, step: Step) -> None:
        """Commit what is pending where no hooks run."""
        if not self.pending:
            self._change(Step("change", step.a, step.b, 4 * step.c + 3))
        if self.pending:
            self._stage(".")
            self.history.commits += 1
            self._git(*NO_HOOKS, "commit", "-q", "-m", f"quiet {self._count}", "--allow-empty", told=None)

    def _amend(self, step: Step) -> None:
        self._change(Step("change", step.a, step.b, 4 * step.c + 3))
        self._stage(".")
        self._git("commit", "-q", "--amend", "--no-edit", "--allow-empty")

    def _revert(self, step: Step) -> None:
        self._settle(step)
        commits = self.history.git("rev-list", "--no-merges", "--max-count=4", "HEAD").split()
        self._try("revert", "--no-edit", pick(commits, step.a), abort=("reset", "-q", "--hard"))

    def _branch(self, step: Step) -> None:
        self._settle(step)
        self._git("checkout", "-q", "-b", f"b{self._count}")

    def _switch(self, step: Step) -> None:
        self._settle(step)
        if step.c % 4 == 3:
            commits = self.history.git("rev-list", "--max-count=4", "HEAD").split()
            self._git("checkout", "-q", "--detach", pick(commits, step.b))
        else:
            self._git("checkout", "-q", pick(self._branches(), step.a))

    def _merge(self, step: Step) -> None:
        other = self._other(step)
        self.history.commits += 1
        if step.b % 4 == 3:
            # A squash moves no HEAD: whether its hook looks again depends on what was watched.
            self._try(*NO_HOOKS, "merge", "-q", "--squash", other, abort=("reset", "-q", "--hard"))
            if self.history.git("status", "--porcelain", "-uno"):
                self._commit(f"squash {other}")
        else:
            options = ("--no-ff", "-m", f"merge {other}") if step.b % 2 else ("-m", f"merge {other}")
            self._try("merge", "-q", *options, other, abort=("merge", "--abort"))

    def _rebase(self, step: Step) -> None:
        other = self._other(step)
        self.history.commits += 1
        self._try("rebase", "-q", other, abort=("rebase", "--abort"))

    def _pick_commit(self, step: Step) -> None:
        commits = self.history.git("rev-list", "--no-merges", self._other(step), "--not", "HEAD").split()
        if commits:
            self.history.commits += 1
            words = ("cherry-pick", "--keep-redundant-commits", pick(commits, step.c))
            self._try(*words, abort=("reset", "-q", "--hard"))

    def _other(self, step: Step) -> str:
        """A branch that has something which HEAD does not; made for the purpose where there is none."""
        self._settle(step)
        others = self.history.git("branch", "--format=%(refname:short)", "--no-merged", "HEAD").split()
        if others:
            return pick(others, step.a)
        back = self.history.git("rev-list", "--max-count=3", "HEAD").split()
        edits = (self._change, pick((self._remember, self._move, self._rename_file), step.c))
        return self._fork(
            pick(back, step.b),
            *(
                partial(edit, Step("fork", step.a + turn, step.b + step.c, 4 * step.b + turn))
                for turn, edit in enumerate(edits)
            ),
        )

    def _fork(self, start: str, *edits: Callable[[], object]) -> str:
        """A new branch from a commit, with edits that are committed; then back to where HEAD was."""
        here = self._here
        self._forks += 1
        branch = f"f{self._forks}"
        self._git("checkout", "-q", "-b", branch, start)
        for edit in edits:
            edit()
        self._settle(Step("settle"))
        self._git("checkout", "-q", here)
        return branch

    def _reset(self, step: Step) -> None:
        self._settle(step)
        commits = self.history.git("rev-list", "--max-count=4", "HEAD").split()
        self._git("reset", "-q", "--hard", pick(commits, step.a), told=None)
