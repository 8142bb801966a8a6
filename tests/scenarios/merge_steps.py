"""Steps that join histories: merges that succeed at once, later or never, and pulls from a second clone."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from functools import partial

from tests.history import History
from tests.scenarios import sources
from tests.scenarios.commit_steps import CommitSteps
from tests.scenarios.ground import Step, pick

_ABORT = ("merge", "--abort")


class MergeSteps(CommitSteps):
    """Each makes for itself what it merges."""

    def _fast_forward(self, step: Step) -> None:
        self._settle(step)
        branch = self._fork("HEAD", *self._edits(step, 2))
        self._git("merge", "-q", "--ff-only", branch)

    def _true_merge(self, step: Step) -> None:
        self._settle(step)
        branch = self._fork("HEAD", *self._edits(step, 1))
        self._alter(Step("alter", step.a + 1, step.b + 1, step.c))
        self._commit(f"ours {self._count}")
        self.history.commits += 1
        self._try("merge", "-q", "--no-edit", branch, abort=_ABORT)

    def _octopus(self, step: Step) -> None:
        self._settle(step)
        branches = [self._fork("HEAD", edit) for edit in self._edits(step, 2)]
        self.history.commits += 1
        self._try("merge", "-q", "-m", f"octopus {self._count}", *branches, abort=("reset", "-q", "--hard"))

    def _squash(self, step: Step) -> None:
        """The hook of a squash sees HEAD where it was."""
        self._settle(step)
        branch = self._fork("HEAD", *self._edits(step, 2))
        self._look(step)
        self._git("merge", "-q", "--squash", branch, told=None)
        self._commit(f"squash {self._count}")

    def _resolved_merge(self, step: Step) -> None:
        """A conflict, and a commit that ends it."""
        if (clash := self._clash(step)) is None:
            return
        path, texts = clash
        self._write(path, pick(texts, step.c))
        self._stage(path)
        self.history.commits += 1
        self.pending = set()
        self._git("commit", "-q", "--no-edit")

    def _aborted_merge(self, step: Step) -> None:
        if self._clash(step) is not None:
            self._abort(*_ABORT)

    def _clash(self, step: Step) -> tuple[str, Sequence[str]] | None:
        """A merge that stops because both sides changed one line: the file, and how it may go on."""
        self._settle(Step("settle"))
        if (found := self._blocks(step)) is None:
            return None
        path, blocks, index = found
        texts = []
        for turn in range(3):
            changed = [*blocks]
            changed[index] = sources.change_number(blocks[index], step.c, 100 * turn + self._count + 50)
            texts.append(sources.join(changed))
        branch = self._fork("HEAD", partial(self._write, path, texts[0]))
        self._write(path, texts[1])
        self._commit(f"ours {self._count}")
        before = self._starts()
        result = self.history.run("git", "merge", "-q", "--no-edit", branch, check=False)
        said = (result.stdout + result.stderr).decode()
        self.diary.append(f"$ git merge {branch} [exit {result.returncode}]")
        if result.returncode == 0:
            self._notice("git merge", said, told=texts[0] != texts[1], before=before)
            return None
        self._notice("git merge", said, told=None)
        return path, texts

    def _edits(self, step: Step, count: int) -> list[Callable[[], object]]:
        """Changes of one file after the other."""
        turns = (Step("alter", step.a + turn, step.b, step.c) for turn in range(count))
        return [partial(self._alter, turn) for turn in turns]

    # From a second clone, where nothing of ours is installed.

    def _pull(self, step: Step) -> None:
        self._pull_with(step, "--ff-only", is_ahead=False)

    def _pull_merge(self, step: Step) -> None:
        self._pull_with(step, "--no-rebase", "--no-edit", abort=_ABORT)

    def _pull_rebase(self, step: Step) -> None:
        self._pull_with(step, "--rebase", abort=("rebase", "--abort"))

    def _pull_rebase_ahead(self, step: Step) -> None:
        """There is nothing to replay."""
        self._pull_with(step, "--rebase", is_ahead=False)

    def _pull_with(self, step: Step, *options: str, is_ahead: bool = True, abort: Sequence[str] = _ABORT) -> None:
        self._settle(Step("settle"))
        branch, second = f"p{self._count}", self.root.with_name(f"second{self._count}")
        self.history.git("branch", branch)
        self.history.git("clone", "-q", "-b", branch, str(self.root), str(second))
        path = self._path(step) or "app.py"
        text = f"{self.read(path) or ''}\n\nfrom_elsewhere = {self._count}\n"
        blocks = sources.split(text) or []
        if blocks:
            blocks[0] = sources.change_number(blocks[0], step.c, self._count + 20)
            text = sources.join(blocks)
        self.history.commits += 1
        History(second, self.history.commits).commit(f"elsewhere {self._count}", {path: text})
        if is_ahead:
            self._alter(Step("alter", step.a + 1, step.b, step.c))
            self._commit(f"here {self._count}")
        self.history.commits += 1
        self._try("pull", "-q", *options, str(second), branch, abort=abort)
        self._git("pull", "-q", *options, str(second), branch, told=None) if options[0] == "--ff-only" else None
        shutil.rmtree(second)
