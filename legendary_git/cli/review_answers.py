"""What a person can answer in a review, and what is done then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from legendary_git.cli.ask import ask
from legendary_git.cli.output import say, warn
from legendary_git.domain.judged import JudgedAnchor
from legendary_git.domain.similarity import Candidate
from legendary_git.domain.values import dataclass
from legendary_git.domain.verdict import State
from legendary_git.errors import UsageError, UserError
from legendary_git.render.correcting_text import render_deprecated, render_reaffirmed, render_resolved
from legendary_git.render.reanchor_text import render_reanchoring
from legendary_git.render.review_text import render_places, render_renewed, render_successor
from legendary_git.render.words import name_of
from legendary_git.usecases.deprecate import deprecate
from legendary_git.usecases.edit import put_edited, read_for_edit
from legendary_git.usecases.reaffirm import Assertion, prepare_reaffirmation, reaffirm
from legendary_git.usecases.reanchor import reanchor
from legendary_git.usecases.remember import remember
from legendary_git.usecases.renew import read_day, renew
from legendary_git.usecases.resolve import resolve
from legendary_git.usecases.review import Doubt, Question, refuse_changed
from legendary_git.usecases.successor import draft_successor, parse_successor
from legendary_git.usecases.typed import Typed, type_in_editor, where_kept
from legendary_git.usecases.workspace import Workspace

Lines: TypeAlias = "list[str] | None"
"""What to say of what was done; None where nothing was."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A key, the verb that it stands for, what that does, and for which doubts it is offered (none: for all)."""

    key: str
    verb: str
    help: str
    done: str
    run: Callable[[Workspace, Question], Lines]
    doubts: tuple[Doubt, ...] = ()

    def is_offered(self, question: Question) -> bool:
        return not self.doubts or any(doubt in self.doubts for doubt in question.doubts)


def _reaffirm(ws: Workspace, question: Question) -> Lines:
    evidence = ask("What shows that it still holds?")
    refuse_changed(ws, question)
    assertion = Assertion(memory_id=question.memory.id, evidence=evidence, expect=question.shown.state)
    ready = prepare_reaffirmation(ws, assertion)
    reaffirm(ws, ready)
    return render_reaffirmed(ready)


def _reanchor(ws: Workspace, question: Question) -> Lines:
    judged = _moved(question)
    places = list(judged.candidates)
    if judged.verdict.followed_to is not None:
        places.insert(0, Candidate(judged.verdict.followed_to, None))
    say(render_places(places))
    numbers = f"1-{len(places)}, or " if len(places) > 1 else "1, or " if places else ""
    place = _chosen(ask(f"Where is {judged.anchor.spec} now [{numbers}PATH, PATH:START-END, PATH::Symbol]?"), places)
    found = reanchor(ws, question.memory.id, to=place, which=judged.anchor.spec)
    return [render_reanchoring(one) for one in found.done] or None


def _moved(question: Question) -> JudgedAnchor:
    """The anchor that is most in need of another place."""
    doubtful = [one.judged for one in question.anchors]
    gone = [one for one in doubtful if one.verdict.state is State.ORPHANED]
    followed = [one for one in doubtful if one.verdict.followed_to is not None]
    return (gone or followed or doubtful)[0]


def _chosen(typed: str, places: Sequence[Candidate]) -> str:
    if not typed:
        raise UsageError("no place is named", "name one, by its number or as an anchor is written")
    if not typed.isdecimal():
        return typed
    if not 1 <= int(typed) <= len(places):
        raise UsageError(f"there is no place {typed}", "name one that is listed, or write it as an anchor is written")
    return places[int(typed) - 1].spec


def _supersede(ws: Workspace, question: Question) -> Lines:
    judged = question.shown.judged
    offered = draft_successor(judged).encode("utf-8", "surrogateescape")
    typed = type_in_editor(ws, judged.memory.id, offered)

    def take_over() -> Lines:
        note = parse_successor(typed.data.decode("utf-8", "surrogateescape"), judged.memory.id)
        if note is None:
            return None
        refuse_changed(ws, question)
        found = remember(ws, note)
        warn(found.shown.notices)
        return render_successor(judged.memory, found)

    return _used(typed, take_over)


def _edit(ws: Workspace, question: Question) -> Lines:
    before = read_for_edit(ws, question.memory)
    typed = type_in_editor(ws, f"edit-{question.memory.id}", before)

    def take_over() -> Lines:
        edited = put_edited(ws, question.memory, before, typed.data)
        return [f"edited {name_of(edited)} {edited.path}"]

    return _used(typed, take_over)


def _used(typed: Typed, take_over: Callable[[], Lines]) -> Lines:
    """What comes of a text; where it is refused, the error says where it is."""
    try:
        lines = None if typed.is_same else take_over()
    except UserError as error:
        typed.cross_out()
        error.details = (*error.details, where_kept(typed.path))
        raise
    typed.forget()
    return lines


def _deprecate(ws: Workspace, question: Question) -> Lines:
    reason = ask("Why does it no longer hold?")
    refuse_changed(ws, question)
    return render_deprecated(deprecate(ws, question.memory.id, reason))


def _renew(ws: Workspace, question: Question) -> Lines:
    day = ask("When should it be looked at again [YYYY-MM-DD, never]?")
    read_day(day)  # before anything else is asked
    evidence = ask("What shows that it is still so?")
    refuse_changed(ws, question)
    return render_renewed(renew(ws, question.memory.id, day, evidence))


def _keep_this(ws: Workspace, question: Question) -> Lines:
    return _resolve(ws, question, [question.memory.id])


def _keep_other(ws: Workspace, question: Question) -> Lines:
    ids = [one.judged.memory.id for one in question.rivals]
    if len(ids) <= 1:
        return _resolve(ws, question, ids)
    words = ask(f"Which of the others hold [1-{len(ids)}, several with blanks between]?").replace(",", " ").split()
    if not words or not all(word.isdecimal() and 1 <= int(word) <= len(ids) for word in words):
        raise UsageError("that names none of the others", "give their numbers, as in: 1 2")
    return _resolve(ws, question, [ids[int(word) - 1] for word in words])


def _keep_both(ws: Workspace, question: Question) -> Lines:
    return _resolve(ws, question, [question.memory.id, *(one.judged.memory.id for one in question.rivals)])


def _resolve(ws: Workspace, question: Question, keep: list[str]) -> Lines:
    if not keep:
        raise UsageError("what it contradicts is retired, or gone", "keep this one, or deprecate it")
    refuse_changed(ws, question)
    return render_resolved(resolve(ws, question.memory.id, keep))


_CODE = (Doubt.STALE, Doubt.ORPHANED)
_CONFLICT = (Doubt.CONFLICTED,)
ANSWERS = (
    Answer("r", "reaffirm", "it still holds for the code as it is now", "reaffirmed", _reaffirm, (Doubt.STALE,)),
    Answer("m", "reanchor", "its code is elsewhere: move the anchor there", "reanchored", _reanchor, _CODE),
    Answer("k", "keep", "this one holds, what it contradicts does not", "resolved", _keep_this, _CONFLICT),
    Answer("o", "other", "the other one holds, this does not", "resolved", _keep_other, _CONFLICT),
    Answer("b", "both", "both hold, they do not contradict each other", "resolved", _keep_both, _CONFLICT),
    Answer("x", "renew", "it is still so: look at it again another day", "renewed", _renew, (Doubt.EXPIRED,)),
    Answer("s", "supersede", "write one that takes its place, in your editor", "superseded", _supersede),
    Answer("d", "deprecate", "it no longer holds, and nothing takes its place", "deprecated", _deprecate),
    Answer("e", "edit", "change its file in your editor", "edited", _edit),
)
"""In the order in which they are offered."""
