"""Whether our hooks would run, and if not, why."""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from legendary_git.git.hook_folder import HookFolder, default_hook_folder, find_hook_folder, is_foreign
from legendary_git.git.hook_slot import find_moved, find_saved, has_ours, is_our_file, read_hook
from legendary_git.git.hook_text import BODY, HOOKS, body_bytes, find_interpreter, is_intact
from legendary_git.git.repository import Repository


class HookProblem(StrEnum):
    """Why a hook of ours does not run, or not as it should; the value is shown to people."""

    HOOKS_OFF = "core.hooksPath tells git to run no hooks"
    HOOKS_PATH_ELSEWHERE = "core.hooksPath points to another folder than the one where ours are"
    NOT_INSTALLED = "not installed"
    REPLACED = "another hook has taken its place"
    NOT_EXECUTABLE = "not executable"
    BODY_MISSING = f"{BODY} is missing beside it"
    INTERPRETER_MISSING = "the Python that it hands over to is gone"
    OUTDATED = "not the text that this version installs"


@dataclass(frozen=True, slots=True)
class HookStatus:
    """One hook: the file that git would run, what keeps ours from working (None: it works), and whose hook it runs.

    `interpreter` is the Python it hands over to, as far as that is known; `saved` the hook that was there before.
    """

    name: str
    path: Path
    problem: HookProblem | None = None
    interpreter: Path | None = None
    saved: Path | None = None

    @property
    def is_effective(self) -> bool:
        """Whether git runs it and it does what it should; an older text of ours still does."""
        return self.problem in (None, HookProblem.OUTDATED)


def status(repo: Repository) -> tuple[HookStatus, ...]:
    """Each of our hooks, in the folder where git looks now. Changes nothing."""
    folder = find_hook_folder(repo)
    body = read_hook(folder.path / BODY)
    interpreter = find_interpreter(body) if body else None
    return tuple(
        HookStatus(
            name,
            folder.path / name,
            _find_problem(repo, folder, name, body, interpreter),
            interpreter,
            find_saved(folder.path, name),
        )
        for name in HOOKS
    )


def _find_problem(
    repo: Repository, folder: HookFolder, name: str, body: bytes, interpreter: Path | None
) -> HookProblem | None:
    if folder.is_off:
        return HookProblem.HOOKS_OFF
    path = folder.path / name
    if not is_our_file(path):
        moved = find_moved(folder.path, name)
        if moved is None:
            return _why_not_there(repo, folder, path)
        path = moved
    if not os.access(path, os.X_OK):
        return HookProblem.NOT_EXECUTABLE
    if not body:
        return HookProblem.BODY_MISSING
    if interpreter is None or not os.access(interpreter, os.X_OK):
        return HookProblem.INTERPRETER_MISSING
    is_current = is_intact(read_hook(path), name) and body == body_bytes(interpreter)
    return None if is_current else HookProblem.OUTDATED


def _why_not_there(repo: Repository, folder: HookFolder, path: Path) -> HookProblem:
    default = default_hook_folder(repo)
    if folder.setting is not None and (is_foreign(repo, folder) or (folder.path != default and has_ours(default))):
        return HookProblem.HOOKS_PATH_ELSEWHERE
    return HookProblem.REPLACED if os.path.lexists(path) and has_ours(folder.path) else HookProblem.NOT_INSTALLED
