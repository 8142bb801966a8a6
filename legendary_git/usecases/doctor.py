"""Find what keeps the product from working here, and say how to mend it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from legendary_git.domain.values import dataclass
from legendary_git.domain.verdict import Reason
from legendary_git.errors import UserError
from legendary_git.git.hook_status import status
from legendary_git.git.merge_driver import find_driver_problem
from legendary_git.git.nearest import find_nearest
from legendary_git.parsing.self_check import check_grammars
from legendary_git.secrets import engines
from legendary_git.store.folder import MEMORIES
from legendary_git.store.index import INDEX
from legendary_git.usecases.catch_up import catch_up
from legendary_git.usecases.config import CONFIG, load_config
from legendary_git.usecases.hooks import cure_of, cure_of_driver
from legendary_git.usecases.lacks import Lack, find_lacks
from legendary_git.usecases.memories import load_memories
from legendary_git.usecases.place import Place
from legendary_git.usecases.push_settings import load_push_settings
from legendary_git.usecases.pushable_by_git import find_default_branch
from legendary_git.usecases.screening import shown_bad
from legendary_git.usecases.survey import survey
from legendary_git.usecases.workspace import Workspace

_MADE = {Lack.HISTORY: "shallow", Lack.CONTENTS: "partial"}


@dataclass(frozen=True, slots=True)
class Examined:
    """One thing that was looked at: its name, what was found, and the cure if that is not as it should be."""

    name: str
    found: str
    cure: str | None = None

    @property
    def is_well(self) -> bool:
        return self.cure is None


def doctor(ws: Workspace) -> tuple[Examined, ...]:
    """Everything that the product depends on, in the order in which to mend it."""
    examinations: tuple[Callable[[Workspace], Iterator[Examined]], ...] = (
        _examine_folder,
        _examine_config,
        _examine_push_settings,
        _examine_identity,
        _examine_hooks,
        _examine_merge_driver,
        _examine_grammars,
        _examine_detectors,
        _examine_memories,
        _examine_clone,
        _examine_index,
    )
    return tuple(one for examine in examinations for one in examine(ws))


def _examine_folder(ws: Workspace) -> Iterator[Examined]:
    head = ws.repo.head()
    if (ws.root / MEMORIES).is_dir():
        yield Examined("folder", f"{MEMORIES}/")
    elif head is not None and ws.repo.files_in(head, MEMORIES):
        yield Examined("folder", f"{MEMORIES}/ is outside of the sparse checkout; memories are read from HEAD")
    else:
        yield Examined("folder", "there is none", "git memory init")


def _examine_config(ws: Workspace) -> Iterator[Examined]:
    try:
        for warning in load_config(ws.root).warnings:
            yield Examined("config", warning, f"correct it in {CONFIG}, or take it out")
    except UserError as error:
        yield Examined("config", error.what, error.todo)


def _examine_push_settings(ws: Workspace) -> Iterator[Examined]:
    near = find_nearest(str(ws.root))
    if near is None:
        return
    settings = load_push_settings(near, os.environ)
    for found, cure in settings.faults:
        if CONFIG not in found:
            yield Examined("setting", found, cure)
    if settings.only_merged and not find_default_branch(Place(near, ""), os.environ):
        found = "legendary.pushOnlyMerged is set and no default branch is found, so nothing is pushed"
        yield Examined("setting", found, "git remote set-head origin --auto, or git config init.defaultBranch NAME")


def _examine_identity(ws: Workspace) -> Iterator[Examined]:
    try:
        yield Examined("identity", ws.repo.identity())
    except UserError as error:
        yield Examined("identity", error.what, error.todo)


def _examine_hooks(ws: Workspace) -> Iterator[Examined]:
    for hook in status(ws.repo):
        found = hook.problem.value if hook.problem is not None else f"{hook.runner} runs it"
        yield Examined(f"hook {hook.name}", found, None if hook.problem is None else cure_of(hook.problem))


def _examine_merge_driver(ws: Workspace) -> Iterator[Examined]:
    problem = find_driver_problem(ws.repo, f"{MEMORIES}/mem-00000000.md")
    found = problem.value if problem is not None else "git merges memories by meaning"
    yield Examined("merge driver", found, cure_of_driver(problem) if problem is not None else None)


def _examine_grammars(ws: Workspace) -> Iterator[Examined]:  # noqa: ARG001 - one signature for all examinations
    for language, fault in check_grammars():
        cure = "reinstall legendary-git: its grammars come with it" if fault else None
        yield Examined(f"grammar {language}", fault or "reads its sample", cure)


def _examine_detectors(ws: Workspace) -> Iterator[Examined]:  # noqa: ARG001 - one signature for all examinations
    for engine in engines():
        found = engine.problem or f"{engine.version or 'ours'} looks through what is remembered"
        cure = "reinstall legendary-git where there is a wheel of it; our own shapes are looked for meanwhile"
        yield Examined(f"secrets {engine.name}", found, cure if engine.problem else None)


def _examine_memories(ws: Workspace) -> Iterator[Examined]:
    loaded = load_memories(ws)
    yield Examined("memories", f"{len(loaded.valid)} readable")
    for bad in map(shown_bad, loaded.invalid):
        cure = f"git sparse-checkout add {MEMORIES}" if bad.is_absent else "mend the file by hand"
        yield Examined("memory", f"{bad.path}:{bad.line}: {bad.message}", cure)
    for warning in loaded.warnings:
        yield Examined("memory", warning, "replace it by a regular file, or remove it")


def _examine_clone(ws: Workspace) -> Iterator[Examined]:
    """Only where something cannot be judged for want of it: a clone may be made without what nobody asks for."""
    lacks = find_lacks(ws.repo)
    if not lacks:
        return
    anchors = [one for judged in survey(ws).current() for one in judged.anchors]
    missing = sum(one.verdict.reason is Reason.OBJECT_MISSING for one in anchors)
    if not missing:
        yield Examined("clone", "it is not whole, and has all that is asked for")
        return
    what = " and ".join(_MADE[one] for one in lacks)
    cure = " and ".join(one.value for one in lacks)
    found = (
        f"{missing} of {len(anchors)} anchors cannot be judged: it is {what}, and what they were stamped on is not here"
    )
    yield Examined("clone", found, cure)


def _examine_index(ws: Workspace) -> Iterator[Examined]:
    was_looked_at = ws.index.head is not None
    caught = catch_up(ws)
    if ws.notices:
        cure = f"see who uses {ws.repo.git_dir / INDEX} and whether it can be written; no answer is wrong without it"
        yield Examined("index", ws.notices[0], cure if ws.index.is_in_memory else None)
    elif was_looked_at and caught.looked:
        yield Examined("index", "was behind HEAD, now in step with it")
    else:
        yield Examined("index", "in step with HEAD" if caught.head else "there is no commit yet")
