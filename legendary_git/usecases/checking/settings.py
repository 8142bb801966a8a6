"""By which settings a state is checked: those on disk, or those that are committed in it."""

from __future__ import annotations

import os

from legendary_git.domain.values import dataclass
from legendary_git.errors import ConfigError, ObjectMissing
from legendary_git.git.repository import Repository
from legendary_git.git.worktree import skipped
from legendary_git.usecases.checking.baseline import BASELINE, Baseline, load_baseline, parse_baseline
from legendary_git.usecases.config import CONFIG, Config, load_config, parse_config
from legendary_git.usecases.team_settings import decode_team_settings
from legendary_git.usecases.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Settings:
    """The team's settings and what its baseline knows; `notices` say where they are from, if not from disk."""

    config: Config
    baseline: Baseline
    notices: tuple[str, ...] = ()


def load_settings(
    ws: Workspace, *, at: str | None = None, worktree: bool = False, with_baseline: bool = True
) -> Settings:
    """The settings of the commit `at`; without one those on disk, and what is not on disk as HEAD has it.

    For `worktree` that is so of what a sparse checkout leaves out alone. Raises ConfigError and UnknownRevision.
    """
    commit = (ws.repo.resolve(at) if at is not None else ws.repo.head()) or ""
    wanted = (CONFIG, BASELINE) if with_baseline else (CONFIG,)
    committed = [path for path in wanted if at is not None or (commit and _is_left_out(ws, path, worktree=worktree))]
    absent = [path for path in committed if _is_absent(ws.repo, commit, path)]
    config, known = Config(), Baseline()
    if CONFIG not in absent:
        config = committed_config(ws.repo, commit) if CONFIG in committed else load_config(ws.root)
    if with_baseline and BASELINE not in absent:
        at_hand = BASELINE not in committed
        known = (
            load_baseline(ws.root / BASELINE, ws.root, is_named=False)
            if at_hand
            else committed_baseline(ws.repo, commit)
        )
    notices = [f"{path} is not in this clone: what it says does not count" for path in absent]
    held = [path for path in committed if path not in absent and ws.repo.entry(commit, path) is not None]
    if held and at is None:
        notices.append(f"{' and '.join(held)}: as committed in {commit[:7]}")
    return Settings(config, known, tuple(notices))


def _is_absent(repo: Repository, commit: str, path: str) -> bool:
    """Whether a commit has a file whose content is not in this clone, or may have."""
    try:
        entry = repo.entry(commit, path)
        return entry is not None and entry.is_regular and repo.read_blob(entry.oid) is None
    except ObjectMissing:
        return True


def _is_left_out(ws: Workspace, path: str, *, worktree: bool) -> bool:
    """Whether a file is not on disk, where it would count."""
    return not os.path.lexists(ws.root / path) and (not worktree or bool(skipped(ws.repo, [path])))


def committed_config(repo: Repository, commit: str) -> Config:
    """The team's settings in a commit; the defaults where it has none. Raises ConfigError."""
    text = _read(repo, commit, CONFIG)
    return parse_config(decode_team_settings(text.encode())) if text is not None else Config()


def committed_baseline(repo: Repository, commit: str) -> Baseline:
    """What is known by the baseline in a commit. Raises ConfigError."""
    text = _read(repo, commit, BASELINE)
    return parse_baseline(text, BASELINE) if text is not None else Baseline()


def _read(repo: Repository, commit: str, path: str) -> str | None:
    """The text of a file; None where there is none. Raises ConfigError where it cannot be read."""
    try:
        entry = repo.entry(commit, path)
        if entry is None or not entry.is_regular:
            return None
        data = repo.read_blob(entry.oid)
        if data is None:
            raise ConfigError(f"{path} is not in this repository", "fetch it")
        return data.decode("utf-8")
    except (ObjectMissing, UnicodeDecodeError) as error:
        why = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else error.what
        raise ConfigError(f"{path} cannot be read: {why}", "make it a readable UTF-8 file") from error
