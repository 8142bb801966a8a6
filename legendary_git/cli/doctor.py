"""`git memory doctor`."""

from __future__ import annotations

import click

from legendary_git.cli.output import say
from legendary_git.cli.where import open_workspace
from legendary_git.errors import EXIT_NO, EXIT_OK
from legendary_git.render.safe import safe
from legendary_git.usecases.doctor import doctor


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(as_json: bool) -> int:
    """Find what keeps memories from being judged here, and say how to mend it. Exit code 1 if there is something."""
    examined = doctor(open_workspace())
    if as_json:
        from legendary_git.render.as_json import of_doctor

        say([of_doctor(examined)])
    else:
        for one in examined:
            say([f"{'ok' if one.is_well else 'wrong'}: {safe(one.name)}: {safe(one.found)}"])
            say([f"  cure: {safe(one.cure)}"] if one.cure is not None else [])
    return EXIT_OK if all(one.is_well for one in examined) else EXIT_NO
