"""What to do about hooks, and a merge driver, that do not run."""

from __future__ import annotations

from legendary_git.git.hook_status import HookProblem
from legendary_git.git.merge_driver import DriverProblem

_CURES = {
    HookProblem.HOOKS_OFF: "set core.hooksPath to a folder, or unset it: git config --unset core.hooksPath",
    HookProblem.HOOKS_PATH_ELSEWHERE: "git memory hooks install --force-global, or unset core.hooksPath",
    HookProblem.NOT_CALLED: "git memory hooks install says which lines to add to its settings",
    HookProblem.MANAGER_ABSENT: "install the manager again, for this hook too (lefthook install, npx husky, …)",
    HookProblem.NO_EXEC: "mount it with exec, or set core.hooksPath to a folder elsewhere",
    HookProblem.CONFIG_OFF: "unset what git config --get-regexp 'hook[.].*[.]enabled' shows",
    HookProblem.CONFIG_TOO_OLD: "git memory hooks install, or a newer git",
    HookProblem.INTERPRETER_BARE: "git memory hooks install, with the git memory that is to run",
}


_DRIVER_CURES = {
    DriverProblem.NO_ATTRIBUTE: "git memory init, or write `/memories/*.md merge=legendary` there",
}


def cure_of_driver(problem: DriverProblem) -> str:
    """The command or step that mends it."""
    return _DRIVER_CURES.get(problem, "git memory hooks install")


def cure_of(problem: HookProblem) -> str:
    """The command or step that mends it."""
    return _CURES.get(problem, "git memory hooks install")
