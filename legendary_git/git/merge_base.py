"""Where the history of a change left that of the branch that it goes to."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from legendary_git.errors import GitFailed, ObjectMissing
from legendary_git.git.repository import Repository


class Apart(Enum):
    """Why two commits have no merge base that can be told."""

    UNRELATED = "unrelated"
    CUT_OFF = "cut off"
    """History is cut off (a shallow clone) or damaged before it can be told."""


def find_merge_base(repo: Repository, change: str, target: str) -> str | Apart:
    """The best commit that both descend from, both given by full id and in this clone.

    Of several (the branches were merged into each other), the one that the target reached first-hand, by its first
    parents, or else the latest. What cannot be known for certain in a shallow clone is not guessed: git itself answers
    there as if history began at the cut (gitglossary(7), "shallow repository").
    """
    bases = _merge_bases(repo, change, target)
    if not bases:
        return Apart.CUT_OFF if repo.cut_off else Apart.UNRELATED
    base = bases[0] if len(bases) == 1 else _first_hand(repo, target, bases)
    return base if _is_certain(repo, change, target, bases) else Apart.CUT_OFF


def _merge_bases(repo: Repository, change: str, target: str) -> list[str]:
    try:
        return repo.git("merge-base", "--all", change, target).decode("ascii").split()
    except GitFailed:  # it exits with 1 where there is none
        return []


def _first_hand(repo: Repository, target: str, bases: Sequence[str]) -> str:
    try:
        line = repo.git("rev-list", "--first-parent", target, "--").decode("ascii").split()
    except GitFailed:  # damaged further down than the bases are
        line = []
    on_line = next((oid for oid in line if oid in bases), None)
    return on_line or max(bases, key=lambda oid: (_when(repo, oid), oid))


def _when(repo: Repository, oid: str) -> str:
    found = repo.commit(oid)
    return found.committed_at if found is not None else ""


def _is_certain(repo: Repository, change: str, target: str, bases: Sequence[str]) -> bool:
    """Whether a better one cannot hide behind a cut: none can where one is the other's ancestor, or nothing is cut."""
    if not repo.cut_off or target in bases or change in bases:
        return True
    try:
        above = [repo.history(commit, since=base) for commit in (change, target) for base in bases]
    except ObjectMissing:
        return False
    return not any(repo.is_shallow(oid) for part in above for oid in part)
