"""What became of the hooks, as text."""

from __future__ import annotations

from pathlib import Path

from legendary_git.git.hook_files import HookAction, InstallReport
from legendary_git.git.hook_status import HookStatus
from legendary_git.render.safe import safe
from legendary_git.usecases.hooks import cure_of


def render_installed(report: InstallReport, root: Path) -> list[str]:
    """What `install` or `uninstall` did in one folder: a line for each thing done, with its hooks."""
    folder = report.folder.relative_to(root) if report.folder.is_relative_to(root) else report.folder
    lines = [] if report.manager is None else [f"{report.manager} runs them with what is in {safe(str(folder))}"]
    for action in HookAction:
        names = [change.name for change in report.changes if change.action is action]
        if names:
            lines.append(safe(f"hooks {action} in {folder}: {', '.join(names)}"))
    kept = [change.name for change in report.changes if change.saved is not None]
    if kept:
        lines.append(f"hooks that were there before keep running: {', '.join(kept)}")
    return lines


def render_driver(action: HookAction) -> list[str]:
    """What was done about the merge driver."""
    return [f"merge driver {action}"]


def render_status(hook: HookStatus) -> list[str]:
    """A line with whether git runs the hook, and one with the cure where it does not."""
    if hook.problem is None:
        return [f"ok: {hook.name}: {hook.runner} runs it"]
    return [f"wrong: {hook.name}: {hook.problem.value}", f"  cure: {cure_of(hook.problem)}"]
