"""Where a memory holds: in the repository, in a part of it, everywhere, or below a folder of the user's home."""

from __future__ import annotations

from collections.abc import Iterator

from legendary_git.errors import UsageError
from legendary_git.usecases.note import Note
from legendary_git.usecases.workspace import Workspace

REPO = "repo"
GLOBAL = "global"
_PATH = "path:"
_FORMS = "write repo, path:GLOB inside the repository, global, or path:~/FOLDER"


def is_of_user(scope: str) -> bool:
    """Whether such memories are of no repository, and are kept in the user's own store."""
    return scope == GLOBAL or (scope.startswith(_PATH) and scope.removeprefix(_PATH).startswith("~"))


def why_no_scope(scope: str) -> str | None:
    """Why a text is no scope of any memory, whosever store it is in; None where it is one."""
    if scope in (REPO, GLOBAL):
        return None
    path = scope.removeprefix(_PATH)
    if path == scope or not path.strip("/"):
        return "is none" if path == scope else "names no path"
    if path.startswith("/"):
        return "is not inside the repository"
    below = path.removeprefix("~") if path.startswith("~") else f"/{path}"
    return next(_wrong_steps(below), None)


def check_scope(ws: Workspace, note: Note) -> None:
    """Raises UsageError where a scope means nothing, leaves the repository, or is not for this store."""
    scope = note.scope
    if scope not in (REPO, GLOBAL) and not scope.startswith(_PATH):
        raise UsageError(f"`{scope}` is no scope", _FORMS)
    if is_of_user(scope):
        _check_users(ws, note)
        return
    if ws.is_users:
        raise UsageError(
            f"`{scope}` is a scope in a repository, and this store is of none", "--scope global, or path:~/FOLDER"
        )
    if scope.startswith(_PATH):
        _check_inside(scope)


def _check_users(ws: Workspace, note: Note) -> None:
    if not ws.is_users:
        raise UsageError(
            f"a memory in scope `{note.scope}` is kept in the store of no repository", "git memory --global remember …"
        )
    if note.anchors:
        raise UsageError(
            f"a memory in scope `{note.scope}` is about no repository's code, so it has no anchors",
            "leave --anchor out, or --scope",
        )
    if note.scope != GLOBAL and (why := next(_wrong_steps(note.scope.removeprefix(_PATH).removeprefix("~")), None)):
        raise UsageError(f"`{note.scope}` {why}", "write path:~/FOLDER, or path:~ for all of your home")


def _check_inside(scope: str) -> None:
    path = scope.removeprefix(_PATH)
    if not path.strip("/"):
        raise UsageError(f"`{scope}` names no path", "write path:GLOB, such as path:src/**, or repo")
    if path.startswith("/"):
        raise UsageError(
            f"`{scope}` is not inside the repository", "write it from the top of the repository: path:src/**"
        )
    if why := next(_wrong_steps(f"/{path}"), None):
        raise UsageError(f"`{scope}` {why}", "write it from the top of the repository, without . and ..: path:src/**")


def _wrong_steps(path: str) -> Iterator[str]:
    """Why what follows `~`, or the root, is not a path below it."""
    if path and not path.startswith("/"):
        yield "is another user's home"
    if any(step in ("..", ".") for step in path.split("/")):
        yield "has steps that lead out of it or stay where they are"
    if "\n" in path or "\0" in path:
        yield "has a line end in it"
