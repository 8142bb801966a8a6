"""The commits that a push brings, and those that it begins at: told of all its refs by one process."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from legendary_git.git.repository import Repository

_MOST_COMPARED = 64
"""Commits of which it is asked which descend from which; a push that begins at more merges on purpose."""


class NewHistory:
    """The history of some commits as far as no branch of the repository has it yet."""

    def __init__(self, repo: Repository, tips: Iterable[str]) -> None:
        """`tips` are commits that are here. Raises GitFailed where a part of their history is not."""
        self._repo = repo
        self._origins: dict[str, tuple[str, ...]] = {}
        for line in _list_new(repo, tips):
            oid, *parents = line.split(" ")
            found = (one for parent in parents for one in self._origins.get(parent, (parent,)))
            self._origins[oid] = tuple(dict.fromkeys(found))

    def origins(self, commit: str) -> tuple[str, ...]:
        """The latest commits that a branch has and from which `commit` descends, that of its first parents first.

        It is one of them itself where a branch has it; there is none where its history shares nothing with any.
        """
        return self.latest(self._origins.get(commit, (commit,)))

    def latest(self, commits: Sequence[str]) -> tuple[str, ...]:
        """Those of the commits from which no other one of them descends, in their order."""
        if len(commits) < 2:
            return tuple(commits)
        asked = commits[:_MOST_COMPARED]
        kept = set(self._repo.git("merge-base", "--independent", *asked).decode("ascii").split())
        return tuple(one for one in asked if one in kept)


def _list_new(repo: Repository, tips: Iterable[str]) -> list[str]:
    """`COMMIT PARENT…` of each new commit, parents before children."""
    wanted = "".join(f"{tip}\n" for tip in dict.fromkeys(tips)).encode("ascii")
    if not wanted:
        return []
    # Git before 2.42 takes no options from stdin, so that the branches are named behind it, where they count as well.
    words = ("rev-list", "--topo-order", "--reverse", "--parents", "--stdin", "--not", "--branches")
    return repo.git(*words, stdin=wanted).decode("ascii").splitlines()
