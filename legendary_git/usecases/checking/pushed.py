"""Which commits a push is about, as its hook is told: by pre-commit in variables, by git on standard input."""

from __future__ import annotations

from collections.abc import Mapping

from legendary_git.errors import UsageError
from legendary_git.git.objects import ObjectFormat

_BRANCHES = "refs/heads/"
_MOST_SHOWN = 80
_IN_HOOK = "GIT_PREFIX"
"""Git sets it for its hooks, if only to nothing, and not for a command that it finds as `git-NAME`."""
_IN_PRE_COMMIT = "PRE_COMMIT"


def find_pushed(
    environ: Mapping[str, str], stdin: bytes, form: ObjectFormat, *, is_pipe: bool = False
) -> tuple[str, ...] | None:
    """The commits that are pushed to branches, each once; None where nobody says that anything is pushed.

    pre-commit and prek give one branch of a push (pre-commit.com, "pre-push"): where it is new and begins with a root,
    by its local name alone. Git gives `LOCAL-REF LOCAL-ID REMOTE-REF REMOTE-ID` a line (githooks(5)), and none where
    the other side has all of it already. `is_pipe`: standard input is one, as git's is; a program between git and us
    that hands nothing on mostly opens the null device.
    Raises UsageError.
    """
    commit = environ.get("PRE_COMMIT_TO_REF") or environ.get("PRE_COMMIT_LOCAL_BRANCH")
    if commit:
        return (commit,) if environ.get("PRE_COMMIT_REMOTE_BRANCH", _BRANCHES).startswith(_BRANCHES) else ()
    lines = [line for line in stdin.decode("utf-8", "surrogateescape").split("\n") if line.strip()]
    if not lines:
        return () if is_pipe and _IN_HOOK in environ and _IN_PRE_COMMIT not in environ else None
    found = dict.fromkeys(oid for line in lines if (oid := _commit_in(line, form)) is not None)
    return tuple(found)


def _commit_in(line: str, form: ObjectFormat) -> str | None:
    """What a branch is moved to; None for a tag, and where it is deleted."""
    fields = line.split(" ")
    if len(fields) != 4 or not all(map(form.is_oid, (fields[1], fields[3]))):
        raise UsageError(
            f"standard input is not what git tells a pre-push hook: {line[:_MOST_SHOWN]!r}",
            "leave stdin as it is in that hook, and --pushed out elsewhere",
        )
    return fields[1] if fields[2].startswith(_BRANCHES) and fields[1].strip("0") else None
