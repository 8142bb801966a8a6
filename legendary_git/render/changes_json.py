"""What commands that change memories did, as JSON. The schemas are in docs/format.md."""

from __future__ import annotations

from legendary_git.domain.memory import Memory
from legendary_git.render.as_json import Json, anchor_of, candidates_of, dump, side_of, whole_of
from legendary_git.usecases.comparison import Comparison
from legendary_git.usecases.deprecate import Deprecated
from legendary_git.usecases.diff import AnchorDiff
from legendary_git.usecases.imported import Imported, ImportReport, Outcome
from legendary_git.usecases.reaffirm import Reaffirmation
from legendary_git.usecases.reanchor import Reanchored
from legendary_git.usecases.rebuild import Rebuilt
from legendary_git.usecases.record import Recorded
from legendary_git.usecases.remember import Remembered
from legendary_git.usecases.resolve import Resolved
from legendary_git.usecases.supersede import Superseded


def of_import(report: ImportReport) -> str:
    return dump(
        "import",
        {
            "source": report.source,
            "path": report.path,
            "dry_run": report.is_dry,
            "written": [_imported(one, is_dry=report.is_dry) for one in report.of(Outcome.WRITTEN)],
            "there": [_imported(one) for one in report.of(Outcome.THERE)],
            "refused": [
                {
                    "file": one.file,
                    "line": one.line,
                    "title": one.title,
                    "what": one.what,
                    "details": list(one.details),
                    "todo": one.todo,
                }
                for one in report.of(Outcome.REFUSED)
            ],
            "passed_over": [{"file": one.file, "why": one.why} for one in report.passed],
        },
    )


def _imported(one: Imported, *, is_dry: bool = False) -> Json:
    """An entry that is kept; what would be written has no id yet."""
    memory = one.memory
    return {
        "id": memory.id if memory is not None and not is_dry else None,
        "label": memory.label if memory is not None else None,
        "file": one.file,
        "line": one.line,
        "title": one.title,
        "origin": one.origin,
        "retired": one.retired or None,
        "warnings": list(one.warnings),
    }


def of_reanchored(found: Reanchored) -> str:
    done = [
        {
            "id": one.memory.id,
            "path": one.memory.path,
            "anchor": one.before.anchor.spec,
            "to": one.after.spec,
            "lines": str(one.after.lines) if one.after.lines is not None else None,
            "reason": one.before.verdict.reason.value,
            "verdict": one.verdict.value,
            **_comparison(one.comparison),
        }
        for one in found.done
    ]
    refused = [
        {"id": one.memory.id, **anchor_of(one.anchor), **candidates_of(one.anchor), "message": one.error.what}
        for one in found.refused
    ]
    rows = {"reanchored": done, "refused": refused, "untouched": found.untouched, "dry_run": found.is_dry_run}
    return dump("reanchor", {"head": found.head, **rows})


def _comparison(comparison: Comparison | None) -> Json:
    """What a person's word rests on; nothing where the code itself is the proof."""
    if comparison is None:
        return {"similarity": None, "before": None, "after": None}
    sides = {"before": side_of(comparison.before), "after": side_of(comparison.after)}
    return {"similarity": comparison.similarity, **sides}


def of_remembered(found: Remembered) -> str:
    old = found.superseded
    return dump(
        "remember",
        {
            **whole_of(found.shown),
            "existing": found.is_existing,
            "superseded": _named(old) if old is not None else None,
        },
    )


def of_superseded(found: Superseded) -> str:
    return dump("supersede", {"superseded": _named(found.old), "by": _named(found.new)})


def of_deprecated(found: Deprecated) -> str:
    return dump("deprecate", {"deprecated": _named(found.memory), "reason": found.reason})


def of_reaffirmed(found: Reaffirmation) -> str:
    by_place = {one.judged.anchor.spec: one for one in found.diffs}
    anchors = [
        {
            "anchor": one.before.anchor.spec if one.before is not None else None,
            "to": one.after.spec if one.after is not None else None,
            "lines": str(one.after.lines) if one.after is not None and one.after.lines is not None else None,
            "from_hash": one.from_hash,
            "to_hash": one.after.content_hash if one.after is not None else None,
            **_sides(by_place.get(one.before.anchor.spec) if one.before is not None else None),
        }
        for one in found.anchors
    ]
    return dump(
        "reaffirm",
        {"head": found.head, **_named(found.judged.memory), "state": found.state, "reaffirmed": anchors},
    )


def _sides(found: AnchorDiff | None) -> Json:
    return {"before": side_of(found.before) if found else None, "after": side_of(found.after) if found else None}


def of_resolved(found: Resolved) -> str:
    groups = {"kept": found.kept, "superseded": found.superseded, "deprecated": found.deprecated}
    named = {name: [_named(one) for one in memories] for name, memories in groups.items()}
    return dump("resolve", {**named, "reason": found.reason if found.deprecated else None})


def of_recorded(found: Recorded) -> str:
    keys = ("before", "after", "commit", "at", "author", "subject")
    flips = [
        {**_named(one.memory), "anchor": one.transition.anchor, **{key: getattr(one.transition, key) for key in keys}}
        for one in found.flips
    ]
    refused = [{**_named(memory), "message": error.what} for memory, error in found.refused]
    rows = {"flips": flips, "commit": found.commit, "left": list(found.left), "refused": refused}
    return dump("record", rows)


def _named(memory: Memory) -> Json:
    return {"id": memory.id, "path": memory.path}


def of_rebuilt(rebuilt: Rebuilt) -> str:
    counts = {
        "memories": rebuilt.memories,
        "anchors": rebuilt.anchors,
        "invalid": rebuilt.invalid,
        "secrets": rebuilt.secrets,
    }
    return dump("rebuild", counts)
