"""Whether git is in the middle of replaying commits, when HEAD is on its way and no branch's yet."""

from __future__ import annotations

from collections.abc import Sequence

from legendary_git.git.repository import Repository


def is_replaying(repo: Repository) -> bool:
    """Whether a rebase, patches from mail, or a cherry-pick or revert of several commits goes on, or waits."""
    return any((repo.git_dir / name).exists() for name in ("rebase-merge", "rebase-apply", "sequencer/todo"))


def is_on_the_way(repo: Repository, hook: Sequence[str]) -> bool:
    """Whether a hook, its name and its arguments, was run in the middle of that: what it sees may yet be abandoned.

    As the shell part of our hooks sees it, for those who start this one by themselves.
    """
    if any((repo.git_dir / name).exists() for name in ("rebase-merge", "rebase-apply")):
        # At the end of a rebase its folder still stands. One that replays nothing only checks out.
        is_end = list(hook[:2]) == ["post-rewrite", "rebase"]
        return not is_end and not (
            list(hook[:1]) == ["post-checkout"] and _todo(repo, "rebase-merge/git-rebase-todo") == []
        )
    # The commit that is being picked is still listed.
    return len(_todo(repo, "sequencer/todo") or []) > 1


def _todo(repo: Repository, name: str) -> list[bytes] | None:
    """The commands that are left to do; None where there is no list of them."""
    try:
        lines = (repo.git_dir / name).read_bytes().splitlines()
    except OSError:
        return None
    return [line for line in lines if line[:1].isalpha()]
