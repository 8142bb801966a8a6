"""Whether our hooks would run, and if not, why."""

from __future__ import annotations

import os
from enum import StrEnum
from functools import cached_property
from pathlib import Path

from legendary_git.domain.values import dataclass
from legendary_git.git.hook_config import ConfigHook, find_config_hooks
from legendary_git.git.hook_folder import HookFolder, default_hook_folder, find_hook_folder, is_foreign
from legendary_git.git.hook_interpreter import has_us, is_program
from legendary_git.git.hook_launcher import has_launcher, launcher_folder
from legendary_git.git.hook_manager import HookManager, calls_us, find_manager
from legendary_git.git.hook_slot import find_moved, find_saved, has_ours, is_our_file, read_hook
from legendary_git.git.hook_text import BODY, HOOKS, RUN, body_bytes, find_interpreter, is_intact, run_bytes
from legendary_git.git.repository import Repository

_BOM = b"\xef\xbb\xbf"


class HookProblem(StrEnum):
    """Why a hook of ours does not run, or not as it should; the value is shown to people."""

    HOOKS_OFF = "core.hooksPath tells git to run no hooks"
    HOOKS_PATH_ELSEWHERE = "core.hooksPath points to another folder than the one where ours are"
    NOT_INSTALLED = "not installed"
    REPLACED = "another hook has taken its place"
    NOT_CALLED = "the hook manager that owns the folder does not call it"
    MANAGER_ABSENT = "the hook manager has a line for it, and is itself not installed for this hook"
    NOT_EXECUTABLE = "not executable"
    NO_EXEC = "it lies on a file system that is mounted noexec"
    BYTE_ORDER_MARK = "it begins with a byte order mark, before the #!"
    CARRIAGE_RETURNS = "its lines end in CRLF, so there is no interpreter of the name after the #!"
    CONFIG_OFF = "git's configuration has it and switches it off (hook.<name>.enabled)"
    CONFIG_TOO_OLD = "git's configuration has it, and this git is older than 2.54 and does not look there"
    BODY_MISSING = f"{BODY} is missing beside it"
    LAUNCHER_MISSING = f"what the line runs (legendary/{RUN} in the git directory) is missing"
    INTERPRETER_MISSING = "the Python that it hands over to is gone"
    INTERPRETER_BARE = "the Python that it hands over to does not have legendary-git"
    OUTDATED = "not the text that this version installs"


@dataclass(frozen=True, slots=True)
class HookStatus:
    """One hook: the file that git would run, what keeps ours from working (None: it works), and whose hook it runs.

    `interpreter` is the Python it hands over to, as far as that is known; `saved` the hook that was there before;
    `runner` says who runs it.
    """

    name: str
    path: Path
    problem: HookProblem | None = None
    interpreter: Path | None = None
    saved: Path | None = None
    runner: str = "git"

    @property
    def is_effective(self) -> bool:
        """Whether git runs it and it does what it should; an older text of ours still does."""
        return self.problem in (None, HookProblem.OUTDATED)


def status(repo: Repository) -> tuple[HookStatus, ...]:
    """Each of our hooks, as git would find it now. Changes nothing."""
    examiner = _Examiner(repo, find_hook_folder(repo))
    return tuple(examiner.examine(name) for name in HOOKS)


def find_callers(repo: Repository) -> tuple[HookManager | None, tuple[str, ...]]:
    """The manager of the folder where git looks, and which of our hooks its own files call."""
    folder = find_hook_folder(repo)
    manager = find_manager(repo, folder)
    names = [name for name in HOOKS if manager is not None and calls_us(repo, folder, manager, name)]
    return manager, tuple(names)


class _Examiner:
    """What the four hooks of a repository have in common, asked once."""

    def __init__(self, repo: Repository, folder: HookFolder) -> None:
        self._repo, self._folder = repo, folder
        self._config = find_config_hooks(repo)

    def examine(self, name: str) -> HookStatus:
        path, saved = self._folder.path / name, find_saved(self._folder.path, name)
        if self._config[name] is ConfigHook.RUN:
            return HookStatus(name, path, self._launched_problem(), self._launched, saved, "git, by its configuration,")
        file = self._own_file(name)
        if file is not None and not self._folder.is_off:
            return HookStatus(name, path, self._file_problem(file, name), self._installed, saved)
        if self._manager is not None and calls_us(self._repo, self._folder, self._manager, name):
            return HookStatus(name, path, self._called_problem(path), self._launched, saved, str(self._manager))
        return HookStatus(name, path, self._why_not_there(path), None, saved)

    @cached_property
    def _manager(self) -> HookManager | None:
        return find_manager(self._repo, self._folder)

    @cached_property
    def _body(self) -> bytes:
        return read_hook(self._folder.path / BODY)

    @cached_property
    def _installed(self) -> Path | None:
        return find_interpreter(self._body)

    @cached_property
    def _launched(self) -> Path | None:
        return find_interpreter(read_hook(launcher_folder(self._repo) / BODY))

    def _own_file(self, name: str) -> Path | None:
        path = self._folder.path / name
        return path if is_our_file(path) else find_moved(self._folder.path, name)

    def _file_problem(self, file: Path, name: str) -> HookProblem | None:
        if (problem := _why_it_cannot_start(file)) is not None:
            return problem
        if not self._body:
            return HookProblem.BODY_MISSING
        if (problem := _interpreter_problem(self._installed)) is not None:
            return problem
        is_current = is_intact(read_hook(file), name) and self._installed and self._body == body_bytes(self._installed)
        return None if is_current else HookProblem.OUTDATED

    def _called_problem(self, path: Path) -> HookProblem | None:
        if not os.path.lexists(path):
            return HookProblem.MANAGER_ABSENT
        return _why_it_cannot_start(path) or self._launched_problem()

    def _launched_problem(self) -> HookProblem | None:
        if not has_launcher(self._repo):
            return HookProblem.LAUNCHER_MISSING
        if (problem := _interpreter_problem(self._launched)) is not None:
            return problem
        folder = launcher_folder(self._repo)
        is_current = self._launched and read_hook(folder / BODY) == body_bytes(self._launched)
        return None if is_current and read_hook(folder / RUN) == run_bytes() else HookProblem.OUTDATED

    def _why_not_there(self, path: Path) -> HookProblem:
        state = self._config[path.name]
        if state is ConfigHook.OFF:
            return HookProblem.CONFIG_OFF
        if state is ConfigHook.TOO_OLD:
            return HookProblem.CONFIG_TOO_OLD
        if self._folder.is_off:
            return HookProblem.HOOKS_OFF
        if self._manager is not None and not self._manager.keeps_others:
            return HookProblem.NOT_CALLED
        default = default_hook_folder(self._repo)
        is_elsewhere = self._folder.path != default and has_ours(default)
        if self._folder.setting is not None and (is_foreign(self._repo, self._folder) or is_elsewhere):
            return HookProblem.HOOKS_PATH_ELSEWHERE
        was_ours = os.path.lexists(path) and has_ours(self._folder.path)
        return HookProblem.REPLACED if was_ours else HookProblem.NOT_INSTALLED


def _why_it_cannot_start(file: Path) -> HookProblem | None:
    text = read_hook(file)
    if not file.stat().st_mode & 0o111:
        return HookProblem.NOT_EXECUTABLE
    if not os.access(file, os.X_OK):
        return HookProblem.NO_EXEC if _is_noexec(file) else HookProblem.NOT_EXECUTABLE
    if text.startswith(_BOM):
        return HookProblem.BYTE_ORDER_MARK
    return HookProblem.CARRIAGE_RETURNS if text.partition(b"\n")[0].endswith(b"\r") else None


def _is_noexec(file: Path) -> bool:
    return bool(os.statvfs(file).f_flag & os.ST_NOEXEC)


def _interpreter_problem(python: Path | None) -> HookProblem | None:
    if python is None or not is_program(python):
        return HookProblem.INTERPRETER_MISSING
    return None if has_us(python) else HookProblem.INTERPRETER_BARE
