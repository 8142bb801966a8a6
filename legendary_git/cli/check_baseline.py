"""`git memory check --write-baseline`."""

from __future__ import annotations

from pathlib import Path

from legendary_git.cli.output import say, warn
from legendary_git.errors import EXIT_OK, ConfigError, UsageError
from legendary_git.git.links import find_link
from legendary_git.usecases.checking.baseline import Baseline, keep_baseline, load_baseline, refuse_link, shown_place
from legendary_git.usecases.checking.report import CheckReport


def load_old(place: Path, root: Path, *, is_named: bool) -> Baseline:
    """What the file has that is to be written; a file that is none is only replaced where a baseline belongs.

    Raises UsageError before anything is checked: where the file cannot be, or is something else.
    """
    if is_named and not place.parent.is_dir():
        raise UsageError(f"--baseline: there is no folder {place.parent}", "make it first")
    if (link := find_link(place, root)) is not None:
        error = refuse_link(shown_place(place, is_named=is_named), link)
        raise UsageError(f"--write-baseline: {error.what}", error.todo)
    try:
        return load_baseline(place, root, is_named=False)
    except ConfigError as error:
        if not is_named:
            warn([f"{error.what}; it is written anew"])
            return Baseline()
        raise UsageError(f"--baseline: {error.what}", "it is not replaced: remove it first, or name another") from error


def write_baseline(place: Path, report: CheckReport, old: Baseline, name: str) -> int:
    """Write what was found to the file that is called `name`; the exit code.

    How much that is, and how much of what was known is no more, is said.
    """
    try:
        number = keep_baseline(place, report.findings)
    except OSError as error:
        raise ConfigError(f"{name} cannot be written: {error.strerror}", "see its folder's permissions") from error
    said = "1 finding is" if number == 1 else f"{number} findings are"
    gone = old.mended(report.findings)
    dropped = f" ({gone} that {'was' if gone == 1 else 'were'} in it {'is' if gone == 1 else 'are'} no more)"
    say([f"{said} known from now on: {name}{dropped if gone else ''}"])
    return EXIT_OK
