"""Our hooks on disk: put there, taken away, looked at. A hook that was there before keeps running."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path

from legendary_git.domain.values import dataclass
from legendary_git.errors import HooksRefused
from legendary_git.git.atomic import write_atomically
from legendary_git.git.hook_call import call_lines, dialect_of
from legendary_git.git.hook_config import remove_config_hooks
from legendary_git.git.hook_folder import HookFolder, default_hook_folder, find_hook_folder, load_hook_folder
from legendary_git.git.hook_launcher import keep_launcher, launcher_folder, remove_launcher
from legendary_git.git.hook_manager import HookManager, calls_us, find_manager
from legendary_git.git.hook_saved import drop_siblings, link_siblings, refuse_lost_links, save_hook
from legendary_git.git.hook_slot import (
    find_copies,
    find_moved,
    find_saved,
    has_ours,
    is_foreign_hook,
    is_of_pre_commit,
    is_our_file,
    read_hook,
    saved_folder,
)
from legendary_git.git.hook_status import HookProblem, HookStatus, status
from legendary_git.git.hook_text import (
    BODY,
    HOOKS,
    RUN,
    body_bytes,
    hook_bytes,
    is_intact,
    renewed,
    without_ours,
)
from legendary_git.git.repository import Repository

__all__ = [
    "HOOKS",
    "HookAction",
    "HookChange",
    "HookProblem",
    "HookStatus",
    "InstallReport",
    "install",
    "status",
    "uninstall",
]

_MODE = 0o755
_BODY_MODE = 0o644


class HookAction(StrEnum):
    """What was done about one hook."""

    INSTALLED = "installed"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    REMOVED = "removed"
    RESTORED = "restored"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class HookChange:
    """One hook, what was done about it, and where the hook that was there before is (None: there was none)."""

    name: str
    action: HookAction
    saved: Path | None = None


@dataclass(frozen=True, slots=True)
class InstallReport:
    """What `install` or `uninstall` did in one folder. `body_changed`: the shared body was written or removed.

    `manager`: who runs the hooks; then only what its lines run was written, into `folder`.
    """

    folder: Path
    changes: tuple[HookChange, ...]
    body_changed: bool
    manager: HookManager | None = None

    @property
    def changed(self) -> bool:
        idle = (HookAction.UNCHANGED, HookAction.ABSENT)
        return self.body_changed or any(change.action not in idle for change in self.changes)


def install(repo: Repository, python: Path, *, force_global: bool = False, force: bool = False) -> InstallReport:
    """Put our hooks where git looks for them, handing over to the interpreter `python` (absolute; never resolved).

    A hook that is there already is kept, byte and mode, and ours runs it first. Doing it again changes
    nothing but the interpreter. In a folder that a hook manager wipes or git commits nothing is written without
    `force`: its own lines have to call us. Raises HooksRefused before anything but what such lines run is changed.
    """
    folder = load_hook_folder(repo, force_global=force_global)
    found = find_hook_folder(repo)
    manager = find_manager(repo, found)
    if manager is not None and not force and not manager.keeps_others and not _is_full(folder):
        return _install_beside(repo, python, found, manager)
    _refuse_second_save(folder)
    refuse_lost_links(folder)
    with _writing(folder):
        body_changed = _write_if_other(folder / BODY, body_bytes(python))
        changes = tuple(_install_one(folder, name) for name in HOOKS)
        link_siblings(folder)
        return InstallReport(folder, changes, body_changed)


def uninstall(repo: Repository) -> tuple[InstallReport, ...]:
    """Take our hooks away and put back what was there before, wherever they are; one report a folder that has any.

    Raises HooksRefused, before anything is changed, where another tool has since written into a hook of ours that
    itself had taken another's place.
    """
    folders = dict.fromkeys((find_hook_folder(repo).path, default_hook_folder(repo)))
    present = [folder for folder in folders if has_ours(folder)]
    for folder in present:
        _refuse_unclear(folder)
    reports = [_uninstall_folder(folder) for folder in present]
    return (*reports, *_uninstall_beside(repo))


def keep_for_lines(repo: Repository, python: Path) -> bool:
    """Put what other tools' lines run into the git directory; whether it had to be written. Raises HooksRefused."""
    with _writing(launcher_folder(repo)):
        return keep_launcher(repo, python)


def _is_full(folder: Path) -> bool:
    """Whether all of ours are there already: they were written before the folder got another owner, or by force."""
    return all(is_our_file(folder / name) or find_moved(folder, name) for name in HOOKS)


def _install_beside(repo: Repository, python: Path, folder: HookFolder, manager: HookManager) -> InstallReport:
    body_changed = keep_for_lines(repo, python)
    if all(calls_us(repo, folder, manager, name) for name in HOOKS):
        changes = tuple(HookChange(name, HookAction.UNCHANGED) for name in HOOKS)
        return InstallReport(launcher_folder(repo), changes, body_changed, manager)
    raise _why_not_into(folder, manager)


def _why_not_into(folder: HookFolder, manager: HookManager) -> HooksRefused:
    if manager is HookManager.OVERCOMMIT:
        return HooksRefused(
            f"the hooks in {folder.path} belong to {manager}, which shows nothing of a hook that succeeds, as ours do",
            "Write ours with --force: they run its hooks first. After each `overcommit --install`, do so again.",
        )
    dialect = dialect_of(manager)
    why = (
        "would commit a path of this machine" if manager is HookManager.COMMITTED else "would wipe what is not its own"
    )
    return HooksRefused(
        f"the hooks in {folder.path} belong to {manager}, which {why}; it has to call ours",
        f"Add these lines (git memory hooks install --print {dialect} prints them alone), or write with --force.",
        details=call_lines(dialect),
    )


def _uninstall_beside(repo: Repository) -> tuple[InstallReport, ...]:
    with _writing(launcher_folder(repo)):
        removed = remove_config_hooks(repo)
        is_gone = remove_launcher(repo)
    if not removed and not is_gone:
        return ()
    names = removed or (RUN,)
    return (InstallReport(launcher_folder(repo), tuple(HookChange(one, HookAction.REMOVED) for one in names), is_gone),)


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise HooksRefused(
            f"{folder} cannot be written: {error.strerror}", "Make it a folder that you can write to; then try again."
        ) from error


def _refuse_second_save(folder: Path) -> None:
    both = [
        str(folder / name)
        for name in HOOKS
        if is_foreign_hook(folder, name) and find_moved(folder, name) is None and _would_lose(folder, name)
    ]
    if both:
        raise HooksRefused(
            "another tool has replaced our hooks, and what was there before them is still kept",
            f"Remove what you do not need of each, there or in {saved_folder(folder)}, then install again.",
            details=tuple(both),
        )


def _would_lose(folder: Path, name: str) -> bool:
    """Whether the hook that stands there is another one than the one that is kept."""
    saved = find_saved(folder, name)
    return saved is not None and read_hook(saved) != read_hook(folder / name)


def _install_one(folder: Path, name: str) -> HookChange:
    path = folder / name
    if is_foreign_hook(folder, name):
        if find_moved(folder, name) is not None:  # a hook manager runs ours from there
            return HookChange(name, HookAction.UNCHANGED, find_saved(folder, name))
        if find_saved(folder, name) is None:
            save_hook(folder, name)
    action = _write_hook(path, name)
    return HookChange(name, action, find_saved(folder, name))


def _write_hook(path: Path, name: str) -> HookAction:
    content = read_hook(path)
    if not is_our_file(path):
        write_atomically(path, hook_bytes(name), mode=_MODE)
        return HookAction.INSTALLED
    if is_intact(content, name) and os.access(path, os.X_OK):
        return HookAction.UNCHANGED
    write_atomically(path, content if is_intact(content, name) else renewed(content, name), mode=_MODE)
    return HookAction.UPDATED


def _write_if_other(path: Path, content: bytes) -> bool:
    if read_hook(path) == content:
        return False
    write_atomically(path, content, mode=_BODY_MODE)
    return True


def _refuse_unclear(folder: Path) -> None:
    taken = [folder / name for name in HOOKS if find_saved(folder, name) and is_our_file(folder / name)]
    unclear = [str(path) for path in taken if without_ours(read_hook(path))]
    if unclear:
        raise HooksRefused(
            "another tool has added to hooks of ours that had taken the place of others",
            f"Take what was added out of each, or move it to those in {saved_folder(folder)}; then uninstall again.",
            details=tuple(unclear),
        )


def _uninstall_folder(folder: Path) -> InstallReport:
    with _writing(folder):
        changes = tuple(_uninstall_one(folder, name) for name in HOOKS)
        drop_siblings(folder)
        body_changed = (folder / BODY).exists()
        (folder / BODY).unlink(missing_ok=True)
        return InstallReport(folder, changes, body_changed)


def _uninstall_one(folder: Path, name: str) -> HookChange:
    path, saved = folder / name, find_saved(folder, name)
    place = find_moved(folder, name) if is_foreign_hook(folder, name) else path
    action = HookAction.ABSENT
    if place is not None and saved is not None:
        action, saved = _put_back(saved, place, path), None
    elif place is not None and os.path.lexists(place):
        action = _take_away(place)
    for copy in find_copies(folder, name):
        copy.unlink()
        action = HookAction.REMOVED if action is HookAction.ABSENT else action
    return HookChange(name, action, saved)


def _take_away(place: Path) -> HookAction:
    if added := without_ours(read_hook(place)):
        write_atomically(place, added, mode=place.stat().st_mode & 0o7777)
    else:
        place.unlink()
    return HookAction.REMOVED


def _put_back(saved: Path, place: Path, path: Path) -> HookAction:
    if place != path and (read_hook(saved) == read_hook(path) or (is_of_pre_commit(saved) and is_of_pre_commit(path))):
        # A manager was installed before us and again after us: run from its own chain it would call itself.
        place.unlink()
        saved.unlink()
        return HookAction.REMOVED
    saved.replace(place)
    return HookAction.RESTORED
