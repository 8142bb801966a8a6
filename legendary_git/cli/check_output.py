"""Where `git memory check` tells what it found: standard output in one format, and files in others."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from legendary_git.cli.output import notice, say, warn
from legendary_git.cli.output_file import examine_place, refuse_links, write_file
from legendary_git.domain.values import dataclass, replace
from legendary_git.errors import UsageError
from legendary_git.render.checking.formats import FORMATS, load_renderer
from legendary_git.usecases.checking.report import CheckReport, Summarised
from legendary_git.usecases.workspace import Workspace

_STDOUT = "-"
_MOST_IN_A_SUMMARY = 1024 * 1024
"""Bytes that GitHub Actions takes of a step (actions/runner, `FileCommandManager.cs`); more, and it shows none."""


@dataclass(frozen=True, slots=True)
class Outputs:
    """The format on standard output, files with theirs, and the summary of a job of GitHub Actions."""

    stdout: str
    files: tuple[tuple[str, Path], ...] = ()
    summary: Path | None = None

    def refuse_links(self, root: Path) -> None:
        """Raises UsageError where the repository at `root` itself says by a link which file would be written."""
        for _, path in self.files:
            refuse_links(path, root)


def parse_outputs(
    format_name: str | None, as_json: bool, outputs: Sequence[str], environ: Mapping[str, str]
) -> Outputs:
    """What `--format`, `--json`, and each `--output FORMAT=FILE` ask for. Raises UsageError.

    Where nobody says what goes to standard output, it is text, and in GitHub Actions annotations.
    """
    pairs = [_parse_output(one) for one in outputs]
    wanted = [name for name, place in pairs if place == _STDOUT]
    wanted += [name for name in (format_name, "json" if as_json else None) if name is not None]
    if len(set(wanted)) > 1 or sum(place == _STDOUT for _, place in pairs) > 1:
        raise UsageError("standard output takes one format", "give one of --format, --json and --output FORMAT=-")
    files = tuple((name, examine_place(place)) for name, place in pairs if place != _STDOUT)
    if len({os.path.realpath(path) for _, path in files}) < len(files):
        raise UsageError("--output names a file twice", "give each format a file of its own")
    default = "github" if environ.get("GITHUB_ACTIONS") == "true" else "text"
    stdout = wanted[0] if wanted else default
    summary = environ.get("GITHUB_STEP_SUMMARY") if stdout == "github" else None
    return Outputs(stdout, files, Path(summary) if summary else None)


def show(outputs: Outputs, ws: Workspace, report: CheckReport) -> None:
    """Tell the report everywhere it is wanted. Raises OutputFailed; standard output is served before the files."""
    if "sarif" in (outputs.stdout, *(name for name, _ in outputs.files)):
        from legendary_git.usecases.checking.remote import find_remote

        report = replace(report, remote=find_remote(ws))
    summary = _append_summary(outputs.summary, report) if outputs.summary is not None else None
    say(load_renderer(outputs.stdout)(replace(report, summary=summary)))
    if outputs.stdout == "text":
        from legendary_git.render.checking.text import render_summary

        notice(render_summary(report))
    for name, path in outputs.files:
        write_file(path, _bytes(load_renderer(name)(report)))


def _parse_output(text: str) -> tuple[str, str]:
    name, sign, place = text.partition("=")
    if not sign or not place:
        raise UsageError(f"--output {text} names no file", "write it as FORMAT=FILE, or FORMAT=- for standard output")
    if name not in FORMATS:
        raise UsageError(f"--output: no format is called `{name}`", f"choose from: {', '.join(FORMATS)}")
    return name, place


def _append_summary(path: Path, report: CheckReport) -> Summarised | None:
    """Put the markdown behind what the step has written already; what of the findings is there, None for nothing.

    What is not, the job has as annotations and in the log. A summary that is longer than GitHub takes would be lost
    with all that others have written into it.
    """
    from legendary_git.render.checking.markdown import fit_markdown

    try:
        left = _MOST_IN_A_SUMMARY - (path.stat().st_size if path.exists() else 0)
        lines, fitted = fit_markdown(report, left)
        data = _bytes(lines)
        if len(data) > left:
            warn(["the summary of the job is full: it has nothing of this check"])
            return None
        with path.open("ab") as file:
            file.write(data)
    except OSError as error:
        warn([f"the summary of the job cannot be written: {error.strerror}"])
        return None
    return fitted


def _bytes(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")
