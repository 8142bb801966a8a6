"""What was imported, as text: a line for each entry, below it what should be known, and the sum."""

from __future__ import annotations

from collections.abc import Iterator

from legendary_git.render.safe import one_line, safe_name
from legendary_git.render.words import name_of
from legendary_git.usecases.imported import Imported, ImportReport, Outcome


def render_import(report: ImportReport) -> list[str]:
    """`written [label #id] FILE TITLE`, `there already …`, `refused FILE:LINE: why` and what to do about it."""
    lines = [line for item in report.items for line in _entry(item, is_dry=report.is_dry)]
    lines += [f"passed over {safe_name(one.file)}: {one_line(one.why)}" for one in report.passed]
    return [*lines, _sum(report)]


def _entry(item: Imported, *, is_dry: bool) -> Iterator[str]:
    file, title = safe_name(item.file), one_line(item.title)
    if item.outcome is Outcome.REFUSED:
        yield f"refused {file}:{item.line}: {one_line(item.what)}"
        yield from (f"  {one_line(detail)}" for detail in item.details)
        yield f"  hint: {one_line(item.todo)}"
        return
    memory = item.memory
    is_new = item.outcome is Outcome.WRITTEN
    name = "" if memory is None else f"[{one_line(memory.label)}] " if is_dry and is_new else f"{name_of(memory)} "
    verb = "there already" if not is_new else "would write" if is_dry else "written"
    yield f"{verb} {name}{file} {title}"
    if item.retired:
        yield f"  holds no longer: {one_line(item.retired)}"
    yield from (f"  warning: {one_line(warning)}" for warning in item.warnings)


def _sum(report: ImportReport) -> str:
    numbers = {outcome: len(report.of(outcome)) for outcome in Outcome}
    verb = "would be written" if report.is_dry else "written"
    return (
        f"{numbers[Outcome.WRITTEN]} {verb}, {numbers[Outcome.THERE]} there already, {numbers[Outcome.REFUSED]} refused"
        f"{f', {len(report.passed)} passed over' if report.passed else ''}"
    )
