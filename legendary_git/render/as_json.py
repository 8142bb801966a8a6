"""Results as JSON: one object with its schema's name; the keys are a promise (docs/format.md)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from legendary_git.domain.judged import JudgedAnchor, JudgedMemory, Since, Survey
from legendary_git.parsing.catalogue import KnownLanguage
from legendary_git.render.strict_json import strict_json
from legendary_git.usecases.brief import Brief
from legendary_git.usecases.diff import Diff, Side
from legendary_git.usecases.doctor import Examined
from legendary_git.usecases.languages import ReadAs
from legendary_git.usecases.log import Logged
from legendary_git.usecases.recall import Recalled
from legendary_git.usecases.show import Shown

Json = dict[str, Any]


def dump(command: str, content: Json) -> str:
    """The object, its schema first. Everything beyond ASCII is escaped, so that any terminal and any byte is safe."""
    return strict_json(json.dumps({"schema": f"legendary.{command}/1", **content}, ensure_ascii=True))


def of_survey(command: str, survey: Survey) -> str:
    of = memory_of if command == "list" else _doubtful_memory_of
    return dump(command, {"head": survey.head, "memories": [of(judged) for judged in survey.memories]})


def of_shown(command: str, shown: Shown) -> str:
    return dump(command, whole_of(shown))


def whole_of(shown: Shown) -> Json:
    return {"head": shown.head, "memory": {**whole_memory_of(shown.judged), **_ties_of(shown)}}


def _ties_of(shown: Shown) -> Json:
    """The state of the code, and the chain that the memory is part of, the nearest first."""
    chain = {"earlier": [one.id for one in shown.chain.earlier], "later": [one.id for one in shown.chain.later]}
    return {"state": shown.state, "chain": chain}


def of_languages(known: Sequence[KnownLanguage], found: Sequence[ReadAs]) -> str:
    return dump(
        "languages",
        {
            "languages": [asdict(one) for one in known],
            "files": [asdict(one) for one in found],
        },
    )


def of_brief(brief: Brief) -> str:
    top = [{**memory_of(judged), "score": round(score, 4)} for judged, score in brief.top]
    doubtful = [memory_of(judged) for judged in brief.may_be_wrong]
    return dump("brief", {"head": brief.head, "memories": top, "may_be_wrong": doubtful})


def of_recalled(recalled: Recalled) -> str:
    found = [{**memory_of(judged), "score": round(score, 4)} for judged, score in recalled.found]
    return dump("recall", {"head": recalled.head, "memories": found})


def of_log(logged: tuple[Logged, ...]) -> str:
    keys = ("memory_id", "anchor", "before", "after", "commit", "at", "author", "subject", "seen_at")
    rows = [
        {("id" if key == "memory_id" else key): getattr(one.transition, key) for key in keys}
        | {"in_history": one.is_in_history}
        for one in logged
    ]
    return dump("log", {"transitions": rows})


def of_diff(found: Diff) -> str:
    anchors = [
        {**_whole_anchor_of(one.judged), "before": side_of(one.before), "after": side_of(one.after)}
        for one in found.anchors
    ]
    return dump("diff", {"id": found.judged.memory.id, "anchors": anchors})


def of_doctor(examined: tuple[Examined, ...]) -> str:
    rows = [{"name": one.name, "well": one.is_well, "found": one.found, "cure": one.cure} for one in examined]
    return dump("doctor", {"examined": rows})


def memory_of(judged: JudgedMemory) -> Json:
    """M: a memory as every list has it."""
    memory = judged.memory
    return {
        "id": memory.id,
        "type": memory.type.value,
        "title": memory.title,
        "status": memory.status.value,
        "verdict": judged.state.value,
        "path": memory.path,
        "anchors": [anchor_of(anchor) for anchor in judged.anchors],
    }


def whole_memory_of(judged: JudgedMemory) -> Json:
    """M with every front-matter key and the body; each anchor with its stamp and with what it may have become."""
    anchors = [_whole_anchor_of(one) for one in judged.anchors]
    return {**judged.memory.front, **memory_of(judged), "anchors": anchors, "body": judged.memory.body}


def anchor_of(judged: JudgedAnchor) -> Json:
    """A: an anchor with its verdict. `lines` is where it stands now, or where it was last seen."""
    anchor, verdict = judged.anchor, judged.verdict
    lines = verdict.lines or anchor.lines
    return {
        "anchor": anchor.spec,
        "file": anchor.file,
        "symbol": anchor.symbol,
        "lines": str(lines) if lines is not None else None,
        "verdict": verdict.state.value,
        "reason": verdict.reason.value,
        "uncommitted": judged.uncommitted,
        "since": _since(judged.since),
        "followed_to": verdict.followed_to,
    }


def _doubtful_memory_of(judged: JudgedMemory) -> Json:
    """M where candidates were looked for."""
    anchors = [{**anchor_of(one), **candidates_of(one)} for one in judged.anchors]
    return {**memory_of(judged), "anchors": anchors}


def _whole_anchor_of(judged: JudgedAnchor) -> Json:
    keys = ("commit", "blob", "content_hash", "language", "grammar")
    stamp = {key: getattr(judged.anchor, key) for key in keys}
    return {**anchor_of(judged), **stamp, **candidates_of(judged)}


def candidates_of(judged: JudgedAnchor) -> Json:
    """What an anchor may have become, the likeliest first, and how similar each of these is, in percent."""
    return {
        "candidates": [candidate.spec for candidate in judged.candidates],
        "similarities": [candidate.similarity for candidate in judged.candidates],
    }


def _since(since: Since | None) -> Json | None:
    if since is None:
        return None
    return {"commit": since.commit, "at": since.at, "author": since.author, "subject": since.subject}


def side_of(side: Side | None) -> Json | None:
    return None if side is None else {"place": side.place, "line": side.first_line, "text": side.text}
