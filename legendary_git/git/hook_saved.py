"""Hooks that were there before ours, kept in a folder beside theirs, with links to what else theirs holds."""

from __future__ import annotations

import os
from pathlib import Path

from legendary_git.errors import HooksRefused
from legendary_git.git.hook_slot import saved_folder, saved_path
from legendary_git.git.hook_text import BODY, HOOKS


def refuse_lost_links(folder: Path) -> None:
    """Raise HooksRefused for hooks that are links which would lead elsewhere from the folder for kept ones."""
    lost = [str(folder / name) for name in HOOKS if _leads_elsewhere(folder, folder / name)]
    if lost:
        raise HooksRefused(
            f"hooks in {folder} are links that would lead elsewhere once ours stand in their place",
            "Make each a file, or a link by an absolute path to a file outside that folder; then install again.",
            details=tuple(lost),
        )


def _leads_elsewhere(folder: Path, path: Path) -> bool:
    """Relative links are read from what the folder really is; absolute ones into it would find our hooks."""
    if not path.is_symlink():
        return False
    target = path.readlink()
    if target.is_absolute():
        return target.name in HOOKS and target.parent.resolve() == folder.resolve()
    return folder.resolve() != saved_folder(folder).resolve().with_name(folder.name)


def save_hook(folder: Path, name: str) -> None:
    """Keep the file itself, not a copy: mode, times and links stay. Never over another one. Raises OSError."""
    path, saved = folder / name, saved_path(folder, name)
    saved.parent.mkdir(exist_ok=True)
    try:  # what is there stays until ours takes its place
        os.link(path, saved, follow_symlinks=False)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        path.rename(saved)


def link_siblings(folder: Path) -> None:
    """Let the kept hooks find under its name each other file that is beside ours now, and nothing that is gone."""
    kept = saved_folder(folder)
    if not kept.is_dir():
        return
    for path in _links(folder):
        if not path.exists():
            path.unlink()
    for path in folder.iterdir():
        is_ours = path.name in HOOKS or path.name == BODY
        if not is_ours and path.suffix != ".sample" and not os.path.lexists(kept / path.name):
            (kept / path.name).symlink_to(_target(folder, path.name))


def drop_siblings(folder: Path) -> None:
    """Take the folder away when no hook is kept in it any more; what is no link of ours in it stays."""
    kept = saved_folder(folder)
    if not kept.is_dir() or any(os.path.lexists(kept / name) for name in HOOKS):
        return
    for path in _links(folder):
        path.unlink()
    if not any(kept.iterdir()):
        kept.rmdir()


def _links(folder: Path) -> list[Path]:
    """The links of ours beside the kept hooks."""
    there = saved_folder(folder).iterdir()
    return [path for path in there if path.is_symlink() and path.readlink() == _target(folder, path.name)]


def _target(folder: Path, name: str) -> Path:
    return Path("..", folder.name, name)
