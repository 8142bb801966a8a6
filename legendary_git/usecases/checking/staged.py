"""Check what is about to be committed, as a pre-commit hook is asked."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from legendary_git.domain.judged import JudgedAnchor, JudgedMemory, Since
from legendary_git.domain.values import dataclass, replace
from legendary_git.domain.verdict import Reason
from legendary_git.errors import ConfigError, GitFailed, StagedRefused
from legendary_git.git.disk_bytes import MOST_BYTES
from legendary_git.git.paths import repo_path_of
from legendary_git.git.repository import Repository
from legendary_git.store.index import Index
from legendary_git.usecases.checking.baseline import Baseline, load_baseline, parse_baseline_bytes
from legendary_git.usecases.checking.check import Asked, check_commit
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.report import CheckReport
from legendary_git.usecases.checking.settings import Settings
from legendary_git.usecases.checking.stand import Stands
from legendary_git.usecases.code import WorktreeCode
from legendary_git.usecases.config import CONFIG, Config, parse_config
from legendary_git.usecases.effort import Effort
from legendary_git.usecases.judging import Judging
from legendary_git.usecases.team_settings import decode_team_settings
from legendary_git.usecases.workspace import Workspace

_NOBODY = {f"GIT_{who}_{what}": "nobody" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
_AS_STAMPED = (Reason.UNCHANGED, Reason.MOVED, Reason.REFORMATTED)
_EARLIEST = "2000-01-01T00:00:00Z"


@dataclass(frozen=True, slots=True)
class Staged:
    """What is about to be committed, as a commit `oid` that nobody else sees; `merged` are those that it merges.

    `workspace` sees that commit, `on_disk` what is beside it in the work tree.
    """

    workspace: Workspace
    oid: str
    head: str | None
    merged: tuple[str, ...]
    on_disk: Workspace

    def check(self, asked: Asked, effort: Effort | None = None) -> CheckReport:
        """What the commit would do to the memories that HEAD has; before the first one, all that is wrong.

        What a merge brings was there before as well.
        """
        stands = Stands(self.workspace, effort)
        report = check_commit(self.workspace, asked, self.head, self.oid, stands, besides=self.merged)
        return _with_unstaged(self.on_disk, _as_uncommitted(report, self.oid))

    def load_settings(self, baseline: Path, *, is_named: bool) -> Settings:
        """The team's settings, and the baseline in that file, as they are staged. Raises ConfigError."""
        data = self._read(CONFIG)
        config = parse_config(decode_team_settings(data)) if data is not None else Config()
        return Settings(config, self._load_baseline(baseline, is_named=is_named))

    def _load_baseline(self, path: Path, *, is_named: bool) -> Baseline:
        """The baseline as it is staged; one outside of the repository as it is on disk. Raises ConfigError."""
        root = self.workspace.root
        repo_path = repo_path_of(root, path.absolute())
        if repo_path is None:
            return load_baseline(path, root, is_named=is_named)
        data = self._read(repo_path)
        if data is None and is_named:
            raise ConfigError(f"there is no baseline at {path} in what is staged", f"git add {path}")
        return parse_baseline_bytes(data, repo_path) if data is not None else Baseline()

    def _read(self, repo_path: str) -> bytes | None:
        """The bytes of a file; None where there is none. Raises ConfigError for a link, and for what is too long."""
        repo = self.workspace.repo
        entry = repo.entry(self.oid, repo_path)
        if entry is None:
            return None
        if not entry.is_regular:
            raise ConfigError(f"{repo_path} is staged as something else than a file", "make it a file, and no link")
        size = repo.blob_size(entry.oid)
        if size is None or size > MOST_BYTES:
            why = "its content is not in this clone" if size is None else "it is too long"
            raise ConfigError(f"{repo_path} cannot be read: {why}", "see what is staged there: git diff --cached")
        return repo.read_blob(entry.oid)


@contextmanager
def open_staged(ws: Workspace, environ: Mapping[str, str]) -> Iterator[Staged]:
    """What git is about to commit by `environ`: where a part is committed, that is not the repository's own index.

    Nothing is written into the repository. Raises StagedRefused where git would refuse to commit.
    """
    repo = ws.repo
    head = repo.head()
    merged = _merged(repo) if head is not None else ()
    parents = (*([head] if head is not None else ()), *merged)
    with _beside(ws, environ) as (there, index):
        tree = _write_tree(there.repo, index)
        yield Staged(there, _write_commit(there.repo, tree, parents), head, merged, ws)


@contextmanager
def _beside(ws: Workspace, environ: Mapping[str, str]) -> Iterator[tuple[Workspace, Path]]:
    """The repository with a place for objects beside it, and a copy of the index, into which git may write."""
    with TemporaryDirectory(prefix="git-memory-") as folder:
        objects, index = Path(folder, "objects"), Path(folder, "index")
        objects.mkdir()
        # Like git itself, from the top of the work tree.
        given = environ.get("GIT_INDEX_FILE")
        with suppress(FileNotFoundError):
            shutil.copyfile(ws.root / given if given else ws.repo.git_dir / "index", index)
        places = {
            "GIT_OBJECT_DIRECTORY": str(objects),
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": ws.repo.object_folders,
        }
        repo = Repository.find(ws.cwd, {**environ, **places})
        yield Workspace(repo, Index.in_memory(), ws.cwd), index


def _write_tree(repo: Repository, index: Path) -> str:
    extra = {"GIT_INDEX_FILE": str(index)}
    try:
        unmerged = repo.git("ls-files", "-u", "-z", "--", extra=extra)
    except GitFailed as error:
        said = error.what.replace(str(index), "the index")
        raise StagedRefused(
            f"what is staged cannot be read: {said}",
            "see what `git status` says; where the index is damaged, `git reset` makes it anew from HEAD",
        ) from error
    if unmerged:
        paths = dict.fromkeys(os.fsdecode(one.partition(b"\t")[2]) for one in unmerged.split(b"\0") if one)
        raise StagedRefused(
            f"{next(iter(paths))} is not merged{f', nor are {len(paths) - 1} more files' if len(paths) > 1 else ''}",
            "resolve it, then: git add",
        )
    # A partial clone need not have what it does not change.
    return repo.git("write-tree", "--missing-ok", extra=extra).decode("ascii").strip()


def _write_commit(repo: Repository, tree: str, parents: Sequence[str]) -> str:
    known = [one.committed_at for parent in parents if (one := repo.commit(parent)) is not None]
    at = max(known, default=_EARLIEST)
    extra = {**_NOBODY, "GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at}
    words = [word for parent in parents for word in ("-p", parent)]
    return repo.git("commit-tree", *words, "-m", "(staged)", tree, extra=extra).decode("ascii").strip()


def _merged(repo: Repository) -> tuple[str, ...]:
    """The commits that are being merged."""
    try:
        said = (repo.git_dir / "MERGE_HEAD").read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return ()
    return tuple(oid for oid in said.split() if repo.object_format.is_oid(oid) and repo.commit(oid) is not None)


def _as_uncommitted(report: CheckReport, commit: str) -> CheckReport:
    """The report without that commit, which nobody will ever see."""
    return replace(
        report,
        head=None,
        is_staged=True,
        findings=tuple(_finding(one, commit) for one in report.findings),
        earlier=tuple(_finding(one, commit) for one in report.earlier),
        suppressed=tuple(replace(one, finding=_finding(one.finding, commit)) for one in report.suppressed),
        judged=tuple(_memory(one, commit) for one in report.judged),
    )


def _with_unstaged(ws: Workspace, report: CheckReport) -> CheckReport:
    """The report, with each file that would have to be staged: a memory was stamped on what is on disk.

    What counts is the index alone; here it is only asked what whoever commits can do about it.
    """
    there = Workspace(ws.repo, Index.in_memory(), ws.cwd)  # nothing is written
    judging, code = Judging(there), WorktreeCode(there.repo, there.index)
    return replace(
        report, findings=tuple(replace(one, unstaged=_find_unstaged(one, judging, code)) for one in report.findings)
    )


def _find_unstaged(one: Finding, judging: Judging, code: WorktreeCode) -> str | None:
    if one.judged is None or one.anchor is None or not one.anchor.uncommitted:
        return None
    anchor = one.anchor.anchor
    return anchor.file if judging.judge(one.judged.memory, anchor, code).reason in _AS_STAMPED else None


def _finding(one: Finding, commit: str) -> Finding:
    cause = one.cause
    if cause is not None and _is(cause.since, commit):
        cause = replace(cause, since=None)
    judged = _memory(one.judged, commit) if one.judged is not None else None
    anchor = _anchor(one.anchor, commit) if one.anchor is not None else None
    return replace(one, judged=judged, anchor=anchor, cause=cause)


def _memory(judged: JudgedMemory, commit: str) -> JudgedMemory:
    return replace(judged, anchors=tuple(_anchor(one, commit) for one in judged.anchors))


def _anchor(one: JudgedAnchor, commit: str) -> JudgedAnchor:
    return replace(one, since=None, uncommitted=True) if _is(one.since, commit) else one


def _is(since: Since | None, commit: str) -> bool:
    return since is not None and since.commit == commit
