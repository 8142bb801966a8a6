"""Commit some files and nothing else that is staged or changed."""

from __future__ import annotations

from collections.abc import Iterable

from legendary_git.git.paths import encode_path
from legendary_git.git.repository import Repository


def find_uncommitted(repo: Repository, repo_paths: Iterable[str]) -> frozenset[str]:
    """Those of the files that differ from HEAD, in the index or on disk, or that it does not have."""
    words = {encode_path(path): path for path in repo_paths}
    status = ("status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames", "--ignored=matching")
    found = repo.git("--literal-pathspecs", *status, "--", *words)
    return frozenset(words[entry[3:]] for entry in found.split(b"\0") if entry[3:] in words)


def commit_files(repo: Repository, repo_paths: Iterable[str], message: str) -> str:
    """Commit the files as they are on disk, on top of HEAD, with the user's own hooks; the commit's id.

    The index keeps all else that is staged. Raises GitFailed: a hook of the user's may refuse, and in a merge git
    makes no such commit.
    """
    paths = [encode_path(path) for path in repo_paths]
    # Git sees the grafts that it is told to do without, and advises against them before it says what is wrong.
    quiet = ("-c", "advice.graftFileDeprecated=false", "--literal-pathspecs")
    words = (*quiet, "commit", "--quiet", "--only", "--file=-", "--cleanup=verbatim", "--")
    repo.git(
        *words,
        *paths,
        stdin=message.encode("utf-8", "replace"),
        with_user_locale=True,
    )
    return repo.git("rev-parse", "--verify", "HEAD").decode("ascii").strip()
