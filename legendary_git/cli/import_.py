"""`git memory import`."""

from __future__ import annotations

from pathlib import Path

import click

from legendary_git.cli.output import say, warn
from legendary_git.cli.where import open_workspace
from legendary_git.domain.memory import Confidence
from legendary_git.errors import EXIT_NO, EXIT_OK
from legendary_git.render.import_text import render_import
from legendary_git.usecases.import_memories import ImportRequest, import_memories
from legendary_git.usecases.imported import Outcome
from legendary_git.usecases.importing.sources import SOURCES

_EXPIRES_HELP = "For entries that say what ends some day: YYYY-MM-DD, or never."
_CONFIDENCES = [one.value for one in Confidence]


@click.command("import")
@click.argument("source", type=click.Choice(list(SOURCES)))
@click.argument("path")
@click.option("--dry-run", is_flag=True, help="Say what would be done, and write nothing.")
@click.option("--expires", metavar="DATE", help=_EXPIRES_HELP)
@click.option("--confidence", type=click.Choice(_CONFIDENCES), help="How sure, for entries that do not say it.")
@click.option("--evidence", "evidence", multiple=True, metavar="TEXT", help="What shows that all of them are so.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    source: str,
    path: str,
    dry_run: bool,
    expires: str | None,
    confidence: str | None,
    evidence: tuple[str, ...],
    as_json: bool,
) -> int:
    """Import what another tool remembers: the store of SOURCE at PATH.

    Each entry is written as `git memory remember` would write it, or refused for the same reasons. What came from
    there before is left as it is. Exit code 1 if an entry was refused.
    """
    request = ImportRequest(
        source=source,
        path=path,
        folder=Path.cwd(),
        is_dry=dry_run,
        expires=expires,
        confidence=Confidence(confidence) if confidence is not None else None,
        evidence=evidence,
    )
    report = import_memories(open_workspace(is_made=not dry_run), request)
    warn(report.notices)
    if as_json:
        from legendary_git.render.changes_json import of_import

        say([of_import(report)])
    else:
        say(render_import(report))
    return EXIT_NO if report.of(Outcome.REFUSED) else EXIT_OK
