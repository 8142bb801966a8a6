"""Follow a file through its renames, as `git log --follow` does: each at the commit that made it."""

from __future__ import annotations

from legendary_git.git.repository import Repository

_MOST_RENAMES = 32


def follow_path(repo: Repository, old: str, new: str, repo_path: str) -> str | None:
    """Where the file that `old` has at `repo_path` stands in `new`, by the renames that git sees on the way.

    A file that was moved and later rewritten is no longer like what it was; at the commit that moved it, it was. None
    where it was deleted, or where the way from one commit to the other cannot be seen.
    """
    path, since = repo_path, old
    for _ in range(_MOST_RENAMES):
        deletion = next((touch.commit for touch in repo.touches(since, new, path) if touch.after is None), None)
        renamed = _renamed_by(repo, deletion, path) if deletion is not None else None
        if deletion is None or renamed is None:
            return None
        entry = repo.entry(new, renamed)
        if entry is not None and entry.is_regular:
            return renamed
        path, since = renamed, deletion
    return None


def _renamed_by(repo: Repository, oid: str, path: str) -> str | None:
    commit = repo.commit(oid)
    return repo.renames(commit.parents[0], oid).get(path) if commit is not None and commit.parents else None
