"""`git memory review`."""

from __future__ import annotations

import shutil
from collections import Counter

import click

from legendary_git.cli.ask import ask, require_terminal
from legendary_git.cli.output import complain, is_coloured, notice, say, warn
from legendary_git.cli.review_answers import ANSWERS, Answer
from legendary_git.errors import UserError
from legendary_git.render.review_text import render_question, render_summary
from legendary_git.render.side_by_side import Page
from legendary_git.usecases.review import Doubt, Question, Review, begin_review, find_question, forget_skipped, skip
from legendary_git.usecases.workspace import Workspace, open_workspace

_SKIP, _PRINT, _QUIT, _HELP = ("n", "skip"), ("p", "print"), ("q", "quit"), ("?", "help")
_REST = (
    (*_SKIP, "leave it for the end of the review"),
    (*_PRINT, "show it again"),
    (*_QUIT, "leave; what was skipped is not asked again when you go on"),
    (*_HELP, "this help"),
)


class _Left(Exception):
    """The person had enough for now."""


@click.command("review")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--restart", is_flag=True, help="Ask also about those that an unfinished review has skipped.")
def command(ids: tuple[str, ...], restart: bool) -> None:
    """Go through stale, orphaned, conflicted and expired memories one by one, and ask about each.

    Each is shown with its code then and now, and who changed that and why. It can be reaffirmed, reanchored,
    superseded, deprecated, edited, renewed or skipped; `?` explains the keys. A review that is left goes on where it
    stopped; those that are named by ID are asked about in any case.
    """
    require_terminal("git memory stale lists the memories that may no longer hold")
    ws = open_workspace()
    review = begin_review(ws, ids, restart=restart)
    warn(review.notices)
    if not review.queue:
        notice(
            [
                "nothing to review: no memory is stale, orphaned, conflicted or expired"
                if not ids
                else _not_in_doubt(ids)
            ]
        )
        return
    _go_through(ws, review)


def _not_in_doubt(ids: tuple[str, ...]) -> str:
    return f"nothing to review: {' '.join(ids)} {'is' if len(ids) == 1 else 'are'} not in doubt"


def _go_through(ws: Workspace, review: Review) -> None:
    done: Counter[str] = Counter()
    asked = 0
    try:
        for number, memory_id in enumerate(review.queue, start=1):
            _settle(ws, review, memory_id, f"({number}/{len(review.queue)})", done)
            asked = number
    except (EOFError, _Left):
        pass
    left = len(review.queue) - asked
    if not left and review.is_whole:
        forget_skipped(ws)
    say(["", *render_summary(done, left, review.put_off)])


def _settle(ws: Workspace, review: Review, memory_id: str, place: str, done: Counter[str]) -> None:
    """Ask about one memory until it is no longer in doubt, or is skipped. Raises EOFError and _Left."""
    shown: str | None = None
    while True:
        try:
            question = find_question(ws, memory_id)
        except UserError as error:  # its file was taken away, or made invalid, meanwhile
            complain(error)
            return
        if question is None:
            return
        if question.mark != shown:
            _show(question)
            shown = question.mark
        word = ask(f"{place} {_prompt(question)}?").lower()
        if word in _SKIP:
            skip(ws, review, question)
            done["skipped"] += 1
            return
        if word in _QUIT:
            raise _Left
        if word in _PRINT:
            shown = None
            continue
        answer = _find(question, word)
        if answer is None:
            _help(question)
        else:
            _carry_out(ws, question, answer, done)


def _carry_out(ws: Workspace, question: Question, answer: Answer, done: Counter[str]) -> None:
    """Do what was answered; where it is refused, say why."""
    try:
        lines = answer.run(ws, question)
    except UserError as error:
        complain(error)
        return
    except KeyboardInterrupt as error:
        notice(map(str, error.args))
        raise
    if lines is None:
        notice(["nothing was changed"])
        return
    done[answer.done] += 1
    say(lines)


def _show(question: Question) -> None:
    page = Page(shutil.get_terminal_size().columns, coloured=is_coloured())
    say(["", *render_question(question, page), ""])


def _prompt(question: Question) -> str:
    keys = [answer.key for answer in _offered(question)] + [key for key, _, _ in _REST]
    asked = "Which one holds" if question.doubts[0] is Doubt.CONFLICTED else "Does it still hold"
    return f"{asked} [{','.join(keys)}]"


def _offered(question: Question) -> list[Answer]:
    return [answer for answer in ANSWERS if answer.is_offered(question)]


def _find(question: Question, word: str) -> Answer | None:
    return next((answer for answer in _offered(question) if word in (answer.key, answer.verb)), None)


def _help(question: Question) -> None:
    rows = [(answer.key, answer.verb, answer.help) for answer in _offered(question)]
    say(f"{key} - {verb}: {text}" for key, verb, text in (*rows, *_REST))
