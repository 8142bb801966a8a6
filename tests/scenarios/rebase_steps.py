"""Steps that replay commits: rebases of every kind, cherry-picks and reverts of several commits, mailed patches."""

from __future__ import annotations

import shutil

from legendary_git.usecases.list import list_memories
from legendary_git.usecases.workspace import open_workspace
from tests.scenarios.ground import Step, pick
from tests.scenarios.merge_steps import MergeSteps

_ABORT = ("rebase", "--abort")
_EDITOR = "GIT_SEQUENCE_EDITOR"
_MARK = "sed -i -e {}"


class RebaseSteps(MergeSteps):
    """Most replay three commits that they have made for the purpose."""

    def _rebase_squash(self, step: Step) -> None:
        self._stack(step)
        self._interactive("'2s/^pick/squash/;3s/^pick/fixup/'")

    def _rebase_drop(self, step: Step) -> None:
        """One of them, or the last, after which none is left to replay."""
        self._stack(step)
        self._interactive(f"'{step.c % 3 + 1}s/^pick/drop/'")

    def _rebase_reorder(self, step: Step) -> None:
        self._stack(step)
        self._interactive("'1{h;d};2G'")

    def _rebase_edit(self, step: Step) -> None:
        """Stopped at the first: it is amended, another is put behind it, and on it goes."""
        if self._stop(step):
            self._alter(Step("alter", step.a + 3, step.b + 1, step.c))
            self._stage(".")
            self._git("commit", "-q", "-m", f"between {self._count}", told=None)
            self.pending = set()
            self._try("rebase", "--continue", abort=_ABORT)

    def _rebase_abort(self, step: Step) -> None:
        """What was amended meanwhile is abandoned, and whoever looked at it in between has heard of no flip."""
        if self._stop(step):
            if step.c % 2:
                workspace = open_workspace(self.root)
                list_memories(workspace)
                workspace.index.close()
                self.diary.append("$ git memory list")
            self._abort(*_ABORT)

    def _rebase_onto(self, step: Step) -> None:
        self._stack(step)
        branch = self._fork("HEAD~2", *self._edits(Step("alter", step.a + 1, step.b + 2, step.c), 1))
        self.history.commits += 1
        self._try("rebase", "-q", "--onto", branch, "HEAD~1", abort=_ABORT)

    def _rebase_autosquash(self, step: Step) -> None:
        self._stack(step)
        self._alter(Step("alter", step.a + 3, step.b + 1, step.c + 1))
        self._stage(".")
        self.pending = set()
        self._git("commit", "-q", "--fixup=HEAD~1")
        self.history.commits += 1
        env = {_EDITOR: "true"}
        self._try("rebase", "-q", "-i", "--autosquash", "HEAD~4", abort=_ABORT, env=env)

    def _rebase_forward(self, step: Step) -> None:
        """There is nothing to replay."""
        self._settle(Step("settle"))
        branch = self._fork("HEAD", *self._edits(step, 2))
        self._try("rebase", "-q", branch, abort=_ABORT)

    def _rebase_update_refs(self, step: Step) -> None:
        """A branch in the middle of what is replayed comes along."""
        self._stack(step)
        middle = f"m{self._count}"
        self.history.git("branch", middle, "HEAD~1")
        branch = self._fork("HEAD~3", *self._edits(Step("alter", step.a + 4, step.b + 3, step.c), 1))
        self.history.commits += 1
        if self._try("rebase", "-q", "--update-refs", branch, abort=_ABORT):
            assert self.history.git("merge-base", "--is-ancestor", middle, "HEAD") == ""

    def _pick_range(self, step: Step) -> None:
        commits = self._range(step)
        words = ("cherry-pick", "--keep-redundant-commits", "--allow-empty", commits)
        self._try(*words, abort=("cherry-pick", "--abort"))

    def _revert_range(self, step: Step) -> None:
        self._stack(step)
        self.history.commits += 1
        self._try("revert", "--no-edit", "HEAD~3..HEAD", abort=("revert", "--abort"))

    def _am(self, step: Step) -> None:
        """Git runs none of our hooks."""
        commits, folder = self._range(step), self.root.with_name("patches")
        self.history.git("format-patch", "-q", "-o", str(folder), commits)
        patches = sorted(map(str, folder.iterdir()))
        head = self.head
        result = self.history.run("git", "am", "-q", *patches, check=False)
        self.diary.append(f"$ git am {commits} [exit {result.returncode}]")
        self._notice("git am", (result.stdout + result.stderr).decode(), told=None)
        if result.returncode:
            self._abort("am", "--abort")
            assert self.head == head
        shutil.rmtree(folder)

    # Underneath.

    def _range(self, step: Step) -> str:
        """Three commits on a branch that left the current one some time ago."""
        self._settle(Step("settle"))
        back = self.history.git("rev-list", "--max-count=3", "HEAD").split()
        start = pick(back, step.b)
        branch = self._fork(start, lambda: self._stack(step))
        self.history.commits += 1
        return f"{branch}~3..{branch}"

    def _interactive(self, script: str) -> bool:
        """Rebase the last three commits by a script for sed."""
        self.history.commits += 1
        env = {_EDITOR: _MARK.format(script)}
        return self._try("rebase", "-q", "-i", "HEAD~3", abort=_ABORT, env=env)

    def _stop(self, step: Step) -> bool:
        """Three commits, of which the first is being edited and has been amended."""
        self._stack(step)
        self.history.commits += 1
        env = {_EDITOR: _MARK.format("'1s/^pick/edit/'")}
        self._git("rebase", "-q", "-i", "HEAD~3", told=None, env=env)
        self._alter(Step("alter", step.a, step.b, step.c + 1))
        self._stage(".")
        self._git("commit", "-q", "--amend", "--no-edit", told=None)
        return True
