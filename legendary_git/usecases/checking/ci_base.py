"""The commit before the change: where HEAD left the target branch, in a CI job or as somebody names it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from legendary_git.domain.values import dataclass
from legendary_git.errors import ObjectMissing, UnknownRevision
from legendary_git.git.merge_base import Apart, find_merge_base
from legendary_git.git.remote_branch import find_remote_tips
from legendary_git.git.repository import Repository
from legendary_git.usecases.checking.ci_change import CiChange, read_change
from legendary_git.usecases.checking.ci_jobs import Point

_WHERE_LEFT = "..."


@dataclass(frozen=True, slots=True)
class FoundBase:
    """The commit before the change; None with a notice where a job names a change and it cannot be told."""

    base: str | None = None
    notices: tuple[str, ...] = ()


def resolve_base(repo: Repository, rev: str) -> str:
    """The commit that `--base` names: a revision, or with `...` behind it the one where HEAD left that revision.

    Raises UnknownRevision.
    """
    head = repo.head()
    if not rev.endswith(_WHERE_LEFT) or head is None:
        return repo.resolve(rev)
    found = find_merge_base(repo, head, repo.resolve(rev.removesuffix(_WHERE_LEFT)))
    if found is Apart.UNRELATED:
        raise UnknownRevision(f"`{rev}` names no commit: the two have none in common", "Name the commit itself.")
    if found is Apart.CUT_OFF:
        raise UnknownRevision(
            f"`{rev}` cannot be told: this clone is cut off before the two meet", "Get history: git fetch --unshallow"
        )
    return found


def find_ci_base(repo: Repository, environ: Mapping[str, str]) -> FoundBase:
    """What a job's change is to be compared with, by what its variables say and this clone has.

    Nothing at all outside of CI, and in jobs that are about no change. Where it cannot be told, the state of HEAD is to
    be checked: that fails for more, and passes over nothing.
    """
    change, head = read_change(environ), repo.head()
    if change is None or head is None:
        return FoundBase()
    # A job may have cloned other repositories, which its variables say nothing about.
    if change.commits and not any(repo.find_commit(oid) for oid in change.commits):
        return _unknown(change, "its commit is not in this clone", "check in the job's own checkout, or use --base REV")
    base = next(_bases(repo, change, head), None)
    deepen = f"get it: {change.job.deepen}"
    if base is None:
        return _unknown(change, f"no commit of {change.target} is in this clone", deepen)
    if base is Apart.CUT_OFF:
        return _unknown(change, f"this clone is cut off before HEAD and {change.target} meet", deepen)
    if base is Apart.UNRELATED:
        return _unknown(change, f"HEAD and {change.target} have no commit in common", "name one: --base REV")
    if base == head:
        return _unknown(change, f"{change.target} has all that HEAD has", "check out what is to be merged")
    if not _is_whole(repo, base, head):
        return _unknown(change, "this partial clone lacks files of before it", "get them: clone without a filter")
    return FoundBase(base)


def _unknown(change: CiChange, why: str, todo: str) -> FoundBase:
    said = f"{change.job.system} says that this is a change to {change.target}, but {why}"
    return FoundBase(notices=(f"{said}; so all of HEAD was checked, not the change alone ({todo})",))


def _bases(repo: Repository, change: CiChange, head: str) -> Iterator[str | Apart]:
    """What each point comes to, as far as this clone has it; an id that is named and absent ends it.

    What would come after it is known less well, and might be something that an earlier job has left here.
    """
    for point, value in change.points:
        if point is Point.MERGE_OF:
            yield from _first_parent_of_merge(repo, head, value)
        elif point is Point.BRANCH:
            tips = find_remote_tips(repo, value)
            yield from (_meet(repo, head, tip, point) for tip in tips if len(tips) == 1)
        else:
            oid = repo.find_commit(value)
            if oid is None:
                return
            yield _meet(repo, head, oid, point)


def _first_parent_of_merge(repo: Repository, head: str, merged: str) -> Iterator[str]:
    """A system that checks out the merge that it would make has the target as its first parent, git's own order.

    HEAD itself says so, even where history is cut off below it.
    """
    parents = repo.named_parents(head)
    if len(parents) == 2 and parents[1] == merged and repo.find_commit(parents[0]):
        yield parents[0]


def _meet(repo: Repository, head: str, target: str, point: Point) -> str | Apart:
    if target in repo.named_parents(head):
        return target
    found = find_merge_base(repo, head, target)
    # Where history does not tell, the system's own word does.
    return target if found is Apart.CUT_OFF and point is Point.BASE else found


def _is_whole(repo: Repository, base: str, head: str) -> bool:
    """Whether the files that the change replaced are here; what is missing would look like a finding that is new."""
    try:
        return all(change.before is None or repo.has_object(change.before) for change in repo.changes(base, head))
    except ObjectMissing:
        return False
