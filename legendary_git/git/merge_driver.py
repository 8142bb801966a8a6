"""Our merge driver in git's configuration: put there, taken away, looked at (gitattributes(5), "Defining a custom merge
driver").
"""

from __future__ import annotations

import os
import shlex
from enum import StrEnum
from pathlib import Path

from legendary_git.errors import GitFailed, HooksRefused
from legendary_git.git.hook_files import HookAction
from legendary_git.git.repository import Repository

DRIVER = "legendary"
NAME = "memories of legendary-git, merged by meaning"
CONFLICT = 17
"""What the command exits with where the sides disagree: no shell, no Python that fails to start exits with that."""

_SECTION = f"merge.{DRIVER}"
_PYTHON = "python="
# Only 0 and CONFLICT say that the file was merged. Anything else (no interpreter, no package, a signal) leaves it as it
# was, and git's own merge of texts, which needs nothing of ours, keeps both sides in it. Above 128 git would give up
# the whole merge. What a Python that cannot start has to say is no help to anybody who merges.
_COMMAND = (
    "python=@PYTHON@; "
    # As in githooks/legendary-git.sh: what is merged may bring modules, and no entry of PYTHONPATH may lead to them.
    'rest=$PYTHONPATH: kept=; while [ -n "$rest" ]; do'
    " case $rest in /*) kept=$kept:${rest%%%%:*};; esac; rest=${rest#*:}; done;"
    " PYTHONPATH=${kept#:};"
    ' said=$("$python" -P -m legendary_git merge-driver --conflict-code @CONFLICT@'
    " --marker-size %L %O %A %B %P 2>&1); code=$?;"
    ' case $code in 0|@CONFLICT@) [ -z "$said" ] || printf "%%s\\n" "$said" >&2; [ $code = 0 ]; exit;; esac;'
    ' echo "legendary-git: memories are merged as text: run git memory hooks install" >&2;'
    ' git merge-file -q --marker-size=%L -L ours -L "common ancestor" -L theirs %A %O %B || exit 1'
)


class DriverProblem(StrEnum):
    """Why git does not merge memories by meaning; the value is shown to people."""

    NOT_CONFIGURED = "not configured in this clone"
    NO_ATTRIBUTE = f".legendary/.gitattributes does not give memory files merge={DRIVER}"
    INTERPRETER_MISSING = "the Python that it hands over to is gone"
    OUTDATED = "not what this version configures"


def install_driver(repo: Repository, python: Path) -> HookAction:
    """Configure the driver in this clone, for all its work trees. Raises HooksRefused where that cannot be written."""
    command = driver_command(python)
    found = _configured(repo)
    if found == command:
        return HookAction.UNCHANGED
    try:
        repo.git("config", "--local", "--replace-all", f"{_SECTION}.name", NAME)
        repo.git("config", "--local", "--replace-all", f"{_SECTION}.driver", command)
    except GitFailed as error:
        raise _refusal(error) from error
    return HookAction.INSTALLED if found is None else HookAction.UPDATED


def uninstall_driver(repo: Repository) -> HookAction:
    """Take the driver out of this clone's configuration. Raises HooksRefused where that cannot be written."""
    if not _ask(repo, "config", "--local", "--get-regexp", rf"^merge\.{DRIVER}\."):
        return HookAction.ABSENT
    try:
        repo.git("config", "--local", "--remove-section", _SECTION)
    except GitFailed as error:
        raise _refusal(error) from error
    return HookAction.REMOVED


def find_driver_problem(repo: Repository, memory_path: str) -> DriverProblem | None:
    """What keeps git from merging the file at that repo_path by meaning; None: nothing does. Changes nothing."""
    if (command := _configured(repo)) is None:
        return DriverProblem.NOT_CONFIGURED
    python = _interpreter(command)
    if python is None or command != driver_command(python):
        return DriverProblem.OUTDATED
    if not os.access(python, os.X_OK):
        return DriverProblem.INTERPRETER_MISSING
    attribute = _ask(repo, "check-attr", "-z", "merge", "--", memory_path).split(b"\0")[2:3]
    return None if attribute == [DRIVER.encode()] else DriverProblem.NO_ATTRIBUTE


def driver_command(python: Path) -> str:
    """What git runs for each memory file that both sides changed; git reads a `%` as a placeholder's."""
    place = shlex.quote(str(python)).replace("%", "%%")
    return _COMMAND.replace("@CONFLICT@", str(CONFLICT)).replace("@PYTHON@", place)


def _interpreter(command: str) -> Path | None:
    """The interpreter of a configured command."""
    if not command.startswith(_PYTHON):
        return None
    try:
        word = shlex.split(command.replace("%%", "%"))[0]
    except ValueError:
        return None
    return Path(word.removeprefix(_PYTHON).removesuffix(";"))


def _configured(repo: Repository) -> str | None:
    found = _ask(repo, "config", "-z", "--get", f"{_SECTION}.driver")
    return found.rstrip(b"\0").decode("utf-8", "surrogateescape") if found else None


def _ask(repo: Repository, *words: str) -> bytes:
    """What git prints; nothing where it exits with another code than 0."""
    try:
        return repo.git(*words)
    except GitFailed:
        return b""


def _refusal(error: GitFailed) -> HooksRefused:
    return HooksRefused(
        f"git's configuration of this clone cannot be written: {error.what}", "Make it writable; then try again."
    )
