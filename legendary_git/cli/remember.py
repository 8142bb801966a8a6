"""`git memory remember`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from legendary_git.cli.output import say, warn
from legendary_git.cli.where import is_global, open_users, open_workspace
from legendary_git.domain.memory import Confidence, MemoryType, Provenance
from legendary_git.domain.salience import MOST, USUAL_IMPORTANCE
from legendary_git.errors import StoreError, UsageError
from legendary_git.render.delivery import render_delivery, render_reach
from legendary_git.render.memory_text import render_anchor
from legendary_git.render.safe import one_line, safe_name
from legendary_git.render.words import name_of
from legendary_git.usecases.note import KINDS, Note
from legendary_git.usecases.remember import Remembered, remember
from legendary_git.usecases.scope import GLOBAL, REPO, is_of_user

_TYPES = [one.value for one in MemoryType]
_LABELS = [*KINDS, "reference"]
_TYPE_HELP = "A decision says why the code is as it is, an episode what was tried and failed; a kind is a decision."
_KIND_HELP = "A label that is shown in place of the type."
_COST_HELP = "What it took to earn, 0 to 10."
_DISTINCT_HELP = "In what it is another one than those that it is like."
_SUPERSEDES_HELP = "The memory whose place it takes."
_SCOPE_HELP = "Where it holds: repo (default), path:GLOB inside it, global, or path:~/FOLDER."
_TRANSCRIPT_HELP = "Where it was said: the id of a session, or the name of a file."
_TENTHS = click.IntRange(0, MOST)
_SOURCES = [one.value for one in Provenance]
_CONFIDENCES = [one.value for one in Confidence]


@click.command("remember")
@click.argument("text", required=False)
@click.option("-F", "--file", "file", metavar="FILE", help="Read the text from a file, or from stdin with -.")
@click.option("--title", help="What it says in one line. Default: the first line of the text.")
@click.option(
    "--type", "type_", type=click.Choice([*_TYPES, *_LABELS]), default="decision", show_default=True, help=_TYPE_HELP
)
@click.option("--kind", type=click.Choice(KINDS), help=_KIND_HELP)
@click.option("--scope", metavar="SCOPE", help=_SCOPE_HELP)
@click.option("--anchor", "anchors", multiple=True, metavar="SPEC", help="PATH, PATH:START-END or PATH::Symbol.name.")
@click.option("--language", metavar="NAME", help="Read anchored files in it, whatever their names say.")
@click.option("--trigger", "triggers", multiple=True, metavar="STR", help="A verbatim error; an episode needs one.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="A word to find it by.")
@click.option("--evidence", "evidence", multiple=True, metavar="TEXT", help="What shows that it is so.")
@click.option("--source", type=click.Choice(_SOURCES), default="human", show_default=True, help="Who says so.")
@click.option("--confidence", type=click.Choice(_CONFIDENCES), default="medium", show_default=True, help="How sure.")
@click.option(
    "--importance", type=_TENTHS, default=USUAL_IMPORTANCE, show_default=True, help="How much it matters, 0 to 10."
)
@click.option("--cost", "--pain", "cost", type=_TENTHS, help=_COST_HELP)
@click.option("--expires", metavar="DATE", help="When to look at it again, YYYY-MM-DD; never, if it does not age.")
@click.option("--distinct", metavar="REASON", help=_DISTINCT_HELP)
@click.option("--supersedes", metavar="ID", help=_SUPERSEDES_HELP)
@click.option("--transcript", metavar="NAME", help=_TRANSCRIPT_HELP)
@click.option("--json", "as_json", is_flag=True, help="Print the memory as JSON.")
def command(
    text: str | None,
    file: str | None,
    title: str | None,
    type_: str,
    kind: str | None,
    scope: str | None,
    anchors: tuple[str, ...],
    language: str | None,
    triggers: tuple[str, ...],
    tags: tuple[str, ...],
    evidence: tuple[str, ...],
    source: str,
    confidence: str,
    importance: int,
    cost: int | None,
    expires: str | None,
    distinct: str | None,
    supersedes: str | None,
    transcript: str | None,
    as_json: bool,
) -> None:
    """Remember TEXT (or -F FILE, or - for stdin) beside the code that it is about.

    The file is written into .legendary/memories/ and left for you to commit. What says the same as a memory that is
    there is not written again; what says something else is marked, and so is the other, until one supersedes it.
    """
    held = scope or (GLOBAL if is_global() else REPO)
    note = Note(
        text=_read_text(text, file),
        title=title,
        type=MemoryType(type_) if type_ in _TYPES else MemoryType.DECISION,
        label=_label(type_, kind),
        scope=held,
        anchors=anchors,
        language=language,
        triggers=triggers,
        tags=tags,
        evidence=evidence,
        source=Provenance(source),
        confidence=Confidence(confidence),
        importance=importance,
        cost=cost,
        expires=expires,
        distinct=distinct,
        supersedes=supersedes,
        transcript=transcript,
    )
    ws = open_users(is_made=True) if is_of_user(held) else open_workspace(is_made=True)
    found = remember(ws, note)
    warn(found.shown.notices)
    if as_json:
        from legendary_git.render.changes_json import of_remembered

        say([of_remembered(found)])
        return
    say(_told(found))


def _told(found: Remembered) -> Iterator[str]:
    """What was written, and then the memory as whoever needs it will read it."""
    judged = found.shown.judged
    memory = judged.memory
    said = " says so already; its date and evidence are up to date" if found.is_existing else ""
    yield f"{name_of(memory)} {safe_name(memory.path)}{said}"
    if found.superseded is not None:
        yield f"  supersedes {name_of(found.superseded)} {one_line(found.superseded.title)}"
    for one in found.shown.conflicts:
        yield f"  contradicts {name_of(one)} {one_line(one.title)}"
    if found.shown.conflicts:
        yield f"  say which holds: git memory resolve {memory.id} --keep ID"
    yield from (f"  {render_anchor(anchor)}" for anchor in judged.anchors)
    lines_of = dict.fromkeys(one.anchor.file for one in judged.anchors if one.anchor.language is None)
    yield from (f"  {safe_name(path)} is compared by its lines: its language is not known here" for path in lines_of)
    yield "an agent will read:"
    yield from (f"  {line}".rstrip() for line in render_delivery(judged))
    yield f"  {render_reach(judged)}"


def _label(type_: str, kind: str | None) -> str | None:
    label = type_ if type_ in _LABELS else None
    if label and kind and label != kind:
        raise UsageError(f"--type {type_} and --kind {kind} are two labels", "give one of them")
    return kind or label


def _read_text(text: str | None, file: str | None) -> str:
    if (text is None) == (file is None):
        raise UsageError("give either a text or -F FILE", "git memory remember TEXT | -F FILE | -")
    source = file if file is not None else text
    if source == "-":
        return _read_stdin()
    if file is None:
        return text or ""
    try:
        return Path(file).read_bytes().decode("utf-8", "surrogateescape")
    except OSError as error:
        raise StoreError(f"{file} cannot be read: {error.strerror}", "name a readable file") from error


def _read_stdin() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
    except (OSError, AttributeError) as error:  # a stream that was closed from the start is None
        raise StoreError("standard input cannot be read", "give the text as an argument, or -F FILE") from error
