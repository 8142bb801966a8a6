"""Check the memories of a state, or what a change did to them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from legendary_git.domain.values import dataclass, field, replace
from legendary_git.git.objects import Entry
from legendary_git.store.folder import MEMORIES, is_memory_path
from legendary_git.usecases.checking.baseline import Baseline
from legendary_git.usecases.checking.causes import with_causes
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.ignores import find_ignore
from legendary_git.usecases.checking.late import known_marks, late_notices, without_doubtful
from legendary_git.usecases.checking.report import CheckReport, Ended, Ending, Suppressed
from legendary_git.usecases.checking.rules import Level, Policy, Rule
from legendary_git.usecases.checking.stand import Sight, Stands
from legendary_git.usecases.checking.standing import Standing, told_apart
from legendary_git.usecases.checking.touched import Touched
from legendary_git.usecases.checking.written import Written
from legendary_git.usecases.code import WorktreeCode
from legendary_git.usecases.effort import Effort
from legendary_git.usecases.memories import Memories
from legendary_git.usecases.screening import shown_notice, shown_path
from legendary_git.usecases.workspace import Workspace

_ENDING = (Rule.ORPHANED, Rule.STALE, Rule.UNKNOWN, Rule.CONFLICTED, Rule.INVALID, Rule.SECRET, Rule.EXPIRED)
"""Rules of which it is told that a change ended a finding; the others are about what somebody wrote."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be checked, and by which rules.

    `at`: a commit with its own memories instead of HEAD; `worktree`: the working tree. `base`: the commit before the
    change that is asked about; with `is_all` what was there before counts as well.
    """

    policy: Policy = field(default_factory=Policy)
    baseline: Baseline = field(default_factory=Baseline)
    at: str | None = None
    worktree: bool = False
    base: str | None = None
    is_all: bool = False
    forgotten: frozenset[str] = frozenset()
    """What the baseline of before the change had and `baseline` has no more."""


def check(ws: Workspace, asked: Asked, effort: Effort | None = None) -> CheckReport:
    """Judge every memory that is not retired, on HEAD unless another state is asked for; or ask what a change did.

    A repository without commits is judged as it is on disk. Raises UnknownRevision.
    """
    stands = Stands(ws, effort)
    if asked.base is None:
        (now,) = stands.stand(_sight(ws, asked, stands))
        return _report(stands, asked, now, now.told)
    base = ws.repo.resolve(asked.base)
    if asked.at is not None:
        return check_commit(ws, asked, base, ws.repo.resolve(asked.at), stands)
    sight = _sight(ws, asked, stands)
    loaded = sight.store.load()
    differing = _written_since(ws, base, loaded)
    now, before = stands.stand(sight, stands.before(base, near=loaded, differing=differing))
    return _of_change(stands, asked, before, now, differing)


def _sight(ws: Workspace, asked: Asked, stands: Stands) -> Sight:
    if asked.at is not None:
        return stands.commit(ws.repo.resolve(asked.at))
    return stands.disk() if asked.worktree else stands.head()


def _written_since(ws: Workspace, base: str, now: Memories) -> set[str]:
    """The memory files that are another now than in `base`; one that is not on disk counts as HEAD has it."""
    changes = WorktreeCode(ws.repo, ws.index).changes_since(base).changes
    on_disk = {change.path for change in changes if is_memory_path(change.path)} - now.elsewhere
    head = ws.repo.head()
    if head is None or not now.elsewhere:
        return on_disk
    return on_disk | (_memory_files(ws, base, head) & now.elsewhere)


def check_commit(
    ws: Workspace,
    asked: Asked,
    base: str | None,
    commit: str,
    stands: Stands | None = None,
    *,
    besides: Collection[str] = (),
) -> CheckReport:
    """Check a commit with its own memories, whatever is on disk: all of it, or what changed since `base`.

    `besides` are commits that a merge brought: what is wrong or written there was there before as well. All are full
    ids of commits that are here.
    """
    stands = stands or Stands(ws)
    now, *befores = stands.stand(*sights_of(ws, stands, base, commit, besides))
    if base is None:
        return _report(stands, asked, now, now.told)
    differing = _memory_files(ws, base, commit)
    written = differing.intersection(*(_memory_files(ws, one, commit) for one in besides))
    return _of_change(stands, asked, befores[0], now, written, befores[1:])


def sights_of(
    ws: Workspace, stands: Stands, base: str | None, commit: str, besides: Collection[str] = ()
) -> list[Sight]:
    """What `check_commit` judges: the commit, the base, and what a merge brought."""
    if base is None:
        return [stands.commit(commit)]
    old = stands.before(base)
    now = stands.commit(commit, near=old.store.load(), differing=_memory_files(ws, base, commit))
    return [now, old, *map(stands.before, besides)]


def _memory_files(ws: Workspace, base: str, commit: str) -> set[str]:
    """The memory files that differ between two commits; nothing else of them is looked at."""
    before, after = (ws.repo.files_in(one, MEMORIES) for one in (base, commit))
    paths = (path for path in before.keys() | after.keys() if is_memory_path(path))
    return {path for path in paths if _blob_of(before, path) != _blob_of(after, path)}


def _blob_of(files: Mapping[str, Entry], path: str) -> str | None:
    return files[path].oid if path in files else None


def _of_change(
    stands: Stands,
    asked: Asked,
    before: Standing,
    now: Standing,
    differing: Collection[str],
    others: Iterable[Standing] = (),
) -> CheckReport:
    befores = (before, *others)
    then = {one.fingerprint: one for one in before.told}
    known = known_marks(befores)
    here = without_doubtful(now.told, befores)
    changed = Written(now, before.loaded, differing, stands.judging)
    written = list(told_apart(changed.findings()))
    touched = Touched(befores, now, differing, asked.forgotten)
    old = [one for one in here if one.fingerprint in known and not touched.answers_for(one)]
    left = {one.fingerprint for one in old}
    new = [one for one in here if one.fingerprint not in left]
    counted = [*new, *written, *(old if asked.is_all else ())]
    gone = [one for mark, one in then.items() if mark not in {other.fingerprint for other in here}]
    report = _report(stands, asked, now, counted)
    return replace(
        report,
        notices=(*report.notices, *changed.notices),
        base=before.survey.head,
        earlier=() if asked.is_all else _not_suppressed(asked, now, old),
        mended=asked.baseline.mended(here),
        ended=tuple(_ended(now, here, gone)),
        known=frozenset(then),
    )


def _report(stands: Stands, asked: Asked, now: Standing, found: Iterable[Finding]) -> CheckReport:
    found = list(found)
    kept, suppressed = [], []
    for one in _levelled(asked.policy, now, found):
        why = _why_suppressed(asked, now, one)
        if why is None:
            kept.append(one)
        else:
            suppressed.append(why)
    return CheckReport(
        now.survey.head,
        tuple(with_causes(stands.workspace, stands.judging, now, kept)),
        len(now.survey.memories),
        now.anchors,
        now.unknown,
        suppressed=tuple(suppressed),
        mended=asked.baseline.mended(found),
        notices=(*map(shown_notice, now.survey.notices), *late_notices(now, stands.workspace.allowance.seconds)),
        judged=tuple(now.survey.current()),
    )


def _not_suppressed(asked: Asked, now: Standing, found: Iterable[Finding]) -> tuple[Finding, ...]:
    levelled = _levelled(asked.policy, now, found)
    return tuple(one for one in levelled if _why_suppressed(asked, now, one) is None)


def _why_suppressed(asked: Asked, now: Standing, one: Finding) -> Suppressed | None:
    ignore = find_ignore(one, now.today)
    if ignore is not None:
        return Suppressed(one, f"{ignore.reason} (until {ignore.until})")
    return Suppressed(one, "known when the baseline was written", True) if asked.baseline.knows(one) else None


def _levelled(policy: Policy, now: Standing, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings that are told, each with its level, in the one order that there is."""
    told = [replace(one, level=policy.level_of(one.rule)) for one in findings]
    bad_paths = (shown_path(bad.path, is_quick=not bad.has_secret) for bad in now.survey.invalid)
    paths = (*bad_paths, *(one.memory.path for one in now.survey.memories))
    place = {path: number for number, path in enumerate(paths)}
    kept = (one for one in told if one.level is not Level.OFF)
    return tuple(sorted(kept, key=lambda one: (place.get(one.path, len(place)), one.rule.rule_id, one.line, one.about)))


def _ended(now: Standing, here: Iterable[Finding], gone: Iterable[Finding]) -> Iterator[Ended]:
    """How what was wrong before is no more; what is wrong in another way now has not ended."""
    wrong = {(one.memory_id or one.path, one.about) for one in here}
    files = {one.path for one in now.loaded.valid} | {one.path for one in now.loaded.invalid}
    memories = {one.id: one for one in now.loaded.valid}
    for one in gone:
        if one.rule not in _ENDING or (one.memory_id or one.path, one.about) in wrong:
            continue
        memory = memories.get(one.memory_id or "")
        if memory is not None:
            yield Ended(one, Ending.RETIRED if memory.is_retired else Ending.HEALED)
        else:
            yield Ended(one, Ending.HEALED if one.path in files else Ending.REMOVED)
