"""Make a repository remember: the memory folder, its settings, and the hooks."""

from __future__ import annotations

import sys
from pathlib import Path

from legendary_git.domain.values import dataclass, replace
from legendary_git.errors import HooksRefused, StoreError
from legendary_git.git.hook_files import HookAction, InstallReport, install
from legendary_git.git.merge_driver import DRIVER, install_driver
from legendary_git.store.folder import MEMORIES, why_not_a_folder
from legendary_git.usecases.catch_up import catch_up
from legendary_git.usecases.own_index import open_index
from legendary_git.usecases.workspace import Workspace

IGNORED = """\
# A write that was cut off.
/memories/.*.tmp
"""

ATTRIBUTES = f"""\
# Memories are merged by meaning where `git memory hooks install` was run, elsewhere as text.
/memories/*.md merge={DRIVER}
"""

SETTINGS = """\
# Settings of the whole team. Personal ones are in git's own configuration (git config legendary.<name>).
# Every line below is the default; remove the # to change it.

# [brief]
# most = 8           # how many memories `git memory brief` shows
# stale_days = 7     # for how many days it tells that a memory's code changed

# [check]
# fail_on = ["orphaned", "invalid", "conflicted", "secret"]    # of these, stale, unknown, commanding

# [push]
# brief_budget = 1200      # characters that an agent is told as its session begins; 0 turns it off
# push_budget = 4000       # ... at once, when it opens or edits a file, or meets an error
# session_budget = 20000   # ... in one session; each may be raised to twice this here
"""


_FILES = {
    ".legendary/.gitignore": IGNORED,
    ".legendary/.gitattributes": ATTRIBUTES,
    ".legendary/config.toml": SETTINGS,
}


@dataclass(frozen=True, slots=True)
class Initialised:
    """What was made (repo_paths), what was there, and what became of the merge driver and the hooks."""

    root: Path
    made: tuple[str, ...]
    found: tuple[str, ...]
    driver: HookAction | None
    hooks: InstallReport | None
    hooks_refused: HooksRefused | None


def init(ws: Workspace, *, force_global: bool = False) -> Initialised:
    """Make what is missing and leave alone what is there. Raises StoreError where it cannot be written.

    The index is brought in step with HEAD, so that the first hook that runs has something to compare with.
    """
    if (refusal := why_not_a_folder(ws.root)) is not None:
        raise StoreError(f"{refusal.path}: {refusal.message}", "memories are only kept in a real folder")
    made: list[str] = []
    found: list[str] = []
    try:
        folder = ws.root / MEMORIES
        (found if folder.is_dir() else made).append(f"{MEMORIES}/")
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in _FILES.items():
            (made if _write_new(ws.root / name, content) else found).append(name)
    except OSError as error:
        raise StoreError(
            f"{error.filename}: {error.strerror}", "make the folder writable, then run it again"
        ) from error
    catch_up(replace(ws, index=open_index(ws.root, ws.repo.git_dir)))
    driver: HookAction | None = None
    try:
        driver = install_driver(ws.repo, Path(sys.executable))
        hooks = install(ws.repo, Path(sys.executable), force_global=force_global)
    except HooksRefused as refused:
        return Initialised(ws.root, tuple(made), tuple(found), driver, None, refused)
    return Initialised(ws.root, tuple(made), tuple(found), driver, hooks, None)


def _write_new(path: Path, content: str) -> bool:
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(content)
    except FileExistsError:
        return False
    return True
