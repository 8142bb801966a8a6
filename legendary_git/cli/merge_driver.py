"""`git memory merge-driver`: what git runs for a memory file that both sides of a merge changed."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import mkstemp

import click

from legendary_git.cli.output import notice
from legendary_git.errors import EXIT_NO, EXIT_OK
from legendary_git.render.safe import safe
from legendary_git.usecases.merge_memory import MARKER_SIZE, MergedMemory, merge_as_text, merge_memory


@click.command("merge-driver", hidden=True)
@click.argument("base", metavar="BASE", type=click.Path(path_type=Path))
@click.argument("ours", metavar="OURS", type=click.Path(path_type=Path))
@click.argument("theirs", metavar="THEIRS", type=click.Path(path_type=Path))
@click.argument("path", metavar="PATH")
@click.option("--marker-size", metavar="N", default=MARKER_SIZE, help="How long conflict markers are. Default: 7.")
@click.option("--conflict-code", metavar="N", default=EXIT_NO, help="What a conflict exits with. Default: 1.")
def command(base: Path, ours: Path, theirs: Path, path: str, marker_size: int, conflict_code: int) -> int:
    """Merge the memory file OURS with THEIRS, both made from BASE, and write the result to OURS.

    git runs this for PATH; `git memory init` and `hooks install` configure it. Front matter is merged by meaning, the
    body as text. Exit code 1 where the sides disagree: both are then in the file, between conflict markers.
    """
    merged = _merge(*(one.read_bytes() for one in (base, ours, theirs)), marker_size=marker_size)
    _write(ours, merged.data)
    if merged.is_clean:
        return EXIT_OK
    notice([safe(f"legendary-git: {path}: both sides changed {', '.join(merged.open)}")])
    return conflict_code


def _merge(base: bytes, ours: bytes, theirs: bytes, *, marker_size: int) -> MergedMemory:
    try:
        return merge_memory(base, ours, theirs, marker_size=marker_size)
    except Exception:  # noqa: BLE001 - whatever is wrong with a file or with us, both sides must come out
        return merge_as_text(base, ours, theirs, marker_size=marker_size)


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all: what stands there is the only copy of our side that git's own merge could start from."""
    handle, scratch = mkstemp(dir=path.absolute().parent, prefix=".merge_file_legendary_")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(scratch).replace(path)
    except BaseException:
        Path(scratch).unlink(missing_ok=True)
        raise
