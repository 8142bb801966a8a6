"""The operations of git after which every answer must be right, and a stage on which they are played."""

from __future__ import annotations

import copy
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.scenarios.examiner import Examiner
from tests.scenarios.ground import Step

OPERATIONS = (
    *("commit_all", "commit_path", "no_verify", "empty", "amend", "orphan"),
    *("fast_forward", "true_merge", "resolved_merge", "aborted_merge", "octopus", "squash"),
    *("pull", "pull_merge", "pull_rebase", "pull_rebase_ahead"),
    *("rebase", "rebase_edit", "rebase_squash", "rebase_drop", "rebase_reorder", "rebase_onto", "rebase_autosquash"),
    *("rebase_abort", "rebase_forward", "rebase_update_refs"),
    *("pick_commit", "pick_range", "revert", "revert_range", "am"),
    *("reset", "reset_soft", "reset_mixed", "stash", "switch", "checkout_file", "restore_file", "bisect"),
    *("worktree", "submodule", "rewrite", "foreign", "quietly"),
)
"""Names of steps; `quietly` is a commit whose hooks are switched off, as other clients run none."""


_FIRST = (("remember", 0, 0), ("remember", 1, 2), ("remember", 0, 3))
"""Three memories, on two symbols, on lines and on a class, committed with their code."""


class Stage:
    """One repository in which steps are played under the eyes of an examiner."""

    def __init__(self, folder: Path, python: Path | None) -> None:
        self.folder = folder
        self.examiner = Examiner(folder / "repo")
        self.examiner.workshop.begin(python)
        for do, a, b in _FIRST:
            self.examiner.workshop.play(Step(do, a, b))
        self.examiner.forget()
        self._kept = folder.with_name("kept"), copy.deepcopy(self.examiner)
        shutil.copytree(folder, self._kept[0], symlinks=True)

    def clear(self) -> None:
        """Everything is again as it was in the beginning, at the same place."""
        shutil.rmtree(self.folder)
        shutil.copytree(self._kept[0], self.folder, symlinks=True)
        self.examiner = copy.deepcopy(self._kept[1])

    def play(self, step: Step, *, compares: bool) -> None:
        """Do it, and `compares` every answer with a clone's. What fails says all that was done before."""
        with self._noted():
            self.examiner.workshop.play(step)
            if compares:
                self.examiner.compare_clone()

    def end(self) -> None:
        """Hold every answer against all that is known of it."""
        with self._noted():
            self.examiner.look()

    @contextmanager
    def _noted(self) -> Iterator[None]:
        try:
            yield
        except BaseException as error:
            error.add_note("\n".join(self.examiner.workshop.diary))
            raise
