"""The tools: each runs one use case, as the command of its name does, and answers with that command's JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from legendary_git.domain.memory import Confidence, MemoryType, Provenance
from legendary_git.domain.salience import USUAL_IMPORTANCE
from legendary_git.domain.values import dataclass
from legendary_git.mcp import schemas
from legendary_git.render.as_json import of_brief, of_recalled, of_shown, of_survey
from legendary_git.render.changes_json import of_deprecated, of_reaffirmed, of_remembered, of_superseded
from legendary_git.render.memory_text import render_invalid
from legendary_git.usecases.brief import brief
from legendary_git.usecases.config import load_config
from legendary_git.usecases.deprecate import deprecate
from legendary_git.usecases.note import Note
from legendary_git.usecases.reaffirm import Assertion, prepare_reaffirmation, reaffirm
from legendary_git.usecases.recall import recall
from legendary_git.usecases.remember import remember
from legendary_git.usecases.scope import GLOBAL, REPO
from legendary_git.usecases.show import show
from legendary_git.usecases.stale import stale
from legendary_git.usecases.supersede import supersede
from legendary_git.usecases.workspace import Workspace

Arguments = Mapping[str, Any]
"""As the tool's schema has them: they were checked."""


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """The JSON that the command prints, and the warnings that it prints beside it."""

    json: str
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MemoryTool:
    """A tool as it is listed, and what runs when it is called."""

    name: str
    description: str
    schema: schemas.Schema
    run: Callable[[Workspace, Arguments], ToolAnswer]
    is_read: bool = False


def _remember(ws: Workspace, given: Arguments) -> ToolAnswer:
    note = Note(
        text=given["text"],
        title=given.get("title"),
        type=MemoryType(given.get("type", MemoryType.DECISION)),
        label=given.get("kind"),
        scope=given.get("scope", GLOBAL if ws.is_users else REPO),
        anchors=given.get("anchors", ()),
        triggers=given.get("triggers", ()),
        tags=given.get("tags", ()),
        evidence=given.get("evidence", ()),
        source=Provenance.AGENT,
        confidence=Confidence(given.get("confidence", Confidence.MEDIUM)),
        importance=int(given.get("importance", USUAL_IMPORTANCE)),
        cost=int(given["cost"]) if "cost" in given else None,
        expires=given.get("expires"),
        distinct=given.get("distinct"),
        supersedes=given.get("supersedes"),
    )
    found = remember(ws, note)
    return ToolAnswer(of_remembered(found), found.shown.notices)


def _recall(ws: Workspace, given: Arguments) -> ToolAnswer:
    found = recall(ws, given["query"], most=int(given.get("most", 8)))
    return ToolAnswer(of_recalled(found), found.notices)


def _brief(ws: Workspace, given: Arguments) -> ToolAnswer:
    config = load_config(ws.root)
    most, days = given.get("most", config.brief_most), given.get("stale_days", config.brief_stale_days)
    found = brief(ws, most=int(most), stale_days=days)
    return ToolAnswer(of_brief(found), found.survey.notices)


def _stale(ws: Workspace, given: Arguments) -> ToolAnswer:
    found = stale(ws, files=given.get("files", ()), at=given.get("at"))
    return ToolAnswer(of_survey("stale", found), (*found.notices, *render_invalid(found)))


def _show(ws: Workspace, given: Arguments) -> ToolAnswer:
    found = show(ws, given["id"])
    return ToolAnswer(of_shown("show", found), found.notices)


def _reaffirm(ws: Workspace, given: Arguments) -> ToolAnswer:
    asserted = Assertion(
        memory_id=given["id"],
        evidence=given["evidence"],
        anchors=given.get("anchors", ()),
        expect=given.get("expect"),
        expires=given.get("expires"),
    )
    ready = prepare_reaffirmation(ws, asserted)
    reaffirm(ws, ready)
    return ToolAnswer(of_reaffirmed(ready), ready.notices)


def _supersede(ws: Workspace, given: Arguments) -> ToolAnswer:
    found = supersede(ws, given["old"], given["new"])
    return ToolAnswer(of_superseded(found), found.notices)


def _deprecate(ws: Workspace, given: Arguments) -> ToolAnswer:
    found = deprecate(ws, given["id"], given["reason"])
    return ToolAnswer(of_deprecated(found), found.notices)


_ALL = (
    MemoryTool(
        "remember",
        "Keep what the code cannot say: why it is so (decision), or what was tried and failed (episode). One fact. "
        "Writes a file to commit. Never secrets.",
        schemas.REMEMBER,
        _remember,
    ),
    MemoryTool("recall", "Search memories, each with its verdict.", schemas.RECALL, _recall, is_read=True),
    MemoryTool(
        "brief", "What to know before starting, and what may be wrong now.", schemas.BRIEF, _brief, is_read=True
    ),
    MemoryTool(
        "stale", "Memories whose code changed: verify before trusting them.", schemas.STALE, _stale, is_read=True
    ),
    MemoryTool("show", "One memory in full.", schemas.SHOW, _show, is_read=True),
    MemoryTool(
        "reaffirm", "Say that a stale memory still holds for the code as it is now.", schemas.REAFFIRM, _reaffirm
    ),
    MemoryTool("supersede", "Retire old: new stands in its place.", schemas.SUPERSEDE, _supersede),
    MemoryTool(
        "deprecate", "Retire a memory that no longer holds and that none replaces.", schemas.DEPRECATE, _deprecate
    ),
)
TOOLS = {tool.name: tool for tool in _ALL}
