"""A hook's place in a folder: what stands there, what was kept, where a manager may have moved it."""

from __future__ import annotations

import os
from pathlib import Path

from legendary_git.git.hook_text import BODY, HOOKS, SAVED_SUFFIX, is_ours


def saved_folder(folder: Path) -> Path:
    """Where the hooks are kept that were there before ours: beside the folder, at the same depth.

    There a hook has its own name still and what it reads by a path relative to itself, which many need: they look at
    `$0` for what to do, or for the file beside them that does it.
    """
    return folder.with_name(f"{folder.name}{SAVED_SUFFIX}")


def saved_path(folder: Path, name: str) -> Path:
    """Where the hook is kept that was there before ours."""
    return saved_folder(folder) / name


def find_saved(folder: Path, name: str) -> Path | None:
    """The hook that was there before ours, if there was one."""
    saved = saved_path(folder, name)
    return saved if os.path.lexists(saved) else None


def is_our_file(abs_path: Path) -> bool:
    """Whether a hook is ours. We write files; a link to one of ours was somebody else's hook before."""
    return not abs_path.is_symlink() and is_ours(read_hook(abs_path))


def is_foreign_hook(folder: Path, name: str) -> bool:
    """Whether a hook stands there that is not ours."""
    path = folder / name
    return os.path.lexists(path) and not is_our_file(path)


def find_moved(folder: Path, name: str) -> Path | None:
    """Our hook under another name, from which the hook that took its place runs it.

    pre-commit moves what it finds to `<hook>.legacy` and chains to it without saying so in its text; any other
    manager is believed if it names the file.
    """
    text = read_hook(folder / name)
    return next((path for path in find_copies(folder, name) if _is_chained(path, text)), None)


def find_copies(folder: Path, name: str) -> tuple[Path, ...]:
    """Our hook under other names: `<hook>.*`."""
    if not folder.is_dir():
        return ()
    named_alike = (path for path in folder.iterdir() if path.name.startswith(f"{name}."))
    return tuple(sorted(path for path in named_alike if is_our_file(path)))


def has_ours(folder: Path) -> bool:
    """Whether anything of ours is in the folder."""
    if not folder.is_dir():
        return False
    return (folder / BODY).exists() or any(
        is_our_file(folder / name) or find_saved(folder, name) or find_copies(folder, name) for name in HOOKS
    )


def read_hook(abs_path: Path) -> bytes:
    """The bytes of a hook; empty if there is none that can be read."""
    try:
        return abs_path.read_bytes()
    except OSError:
        return b""


def _is_chained(path: Path, text: bytes) -> bool:
    return bool(text) and (path.suffix == ".legacy" or os.fsencode(path.name) in text)
