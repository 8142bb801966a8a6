"""`git memory languages`."""

from __future__ import annotations

import click

from legendary_git.cli.output import is_terminal, say
from legendary_git.cli.where import open_workspace
from legendary_git.usecases.languages import languages, read_as


@click.command("languages")
@click.argument("paths", nargs=-1, metavar="[FILE]...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(paths: tuple[str, ...], as_json: bool) -> None:
    """List the languages that symbols are known in, or say in which one each FILE is read and what symbols it has.

    Files in other languages can be anchored too: they are compared by their lines.
    """
    known = languages()
    found = read_as(open_workspace(), paths) if paths else ()
    if as_json:
        from legendary_git.render.as_json import of_languages

        say([of_languages(known, found)])
    elif paths:
        from legendary_git.render.languages_text import render_read_as

        say(render_read_as(found, {one.name: one.title for one in known}))
    elif is_terminal():
        from legendary_git.render.table import print_languages

        print_languages(known)
    else:
        from legendary_git.render.languages_text import render_languages

        say(render_languages(known))
