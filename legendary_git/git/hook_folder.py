"""The folder in which git looks for a repository's hooks, and whether it is ours to write to."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from legendary_git.domain.values import dataclass
from legendary_git.errors import GitFailed, HooksRefused
from legendary_git.git.repository import Repository


@dataclass(frozen=True, slots=True)
class HookFolder:
    """Where git looks. `setting` is core.hooksPath as configured (None: not), `scope` where it was (local, global…)."""

    path: Path
    setting: str | None = None
    scope: str | None = None

    @property
    def is_off(self) -> bool:
        """Whether git is told to run no hooks at all."""
        return self.setting is not None and (not self.setting or (self.path.exists() and not self.path.is_dir()))


def find_hook_folder(repo: Repository) -> HookFolder:
    """Ask git; a relative core.hooksPath counts from the top of the work tree, where git runs the hooks."""
    setting, scope = _setting(repo)
    if setting == "":
        return HookFolder(repo.common_dir / "hooks", setting, scope)
    found = repo.git("rev-parse", "--git-path", "hooks").removesuffix(b"\n")
    return HookFolder(repo.root / os.fsdecode(found), setting, scope)


def default_hook_folder(repo: Repository) -> Path:
    """Where hooks are as long as core.hooksPath is not set; all work trees share it."""
    return repo.common_dir / "hooks"


def is_foreign(repo: Repository, folder: HookFolder) -> bool:
    """Whether the folder also serves other repositories: it lies outside of this one, or is set for all of them."""
    is_shared = folder.scope in ("global", "system") and Path(folder.setting or "").expanduser().is_absolute()
    ours = (repo.root.resolve(), repo.git_dir.resolve(), repo.common_dir.resolve())
    return is_shared or not any(folder.path.resolve().is_relative_to(top) for top in ours)


def load_hook_folder(repo: Repository, *, force_global: bool) -> Path:
    """The folder to write hooks to. Raises HooksRefused where that would do nothing, or reach other repositories."""
    folder = find_hook_folder(repo)
    if folder.is_off:
        raise HooksRefused(
            f"core.hooksPath is `{folder.setting}` ({folder.scope} configuration): git runs no hooks here",
            "Run without `-c core.hooksPath=…`."
            if folder.scope == "command"
            else f"Unset it: git config --{folder.scope} --unset core.hooksPath",
        )
    if is_foreign(repo, folder) and not force_global:
        own = shlex.quote(str(default_hook_folder(repo)))
        raise HooksRefused(
            f"git takes hooks from {folder.path}, which serves other repositories too",
            f"Give this repository its own (git config core.hooksPath {own}), or write there with --force-global.",
        )
    return folder.path


def _setting(repo: Repository) -> tuple[str | None, str | None]:
    try:
        found = repo.git("config", "-z", "--show-scope", "--type=path", "--get", "core.hooksPath")
    except GitFailed:  # it is not set
        return None, None
    scope, value = found.split(b"\0")[:2]
    return os.fsdecode(value), scope.decode()
