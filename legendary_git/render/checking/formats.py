"""The formats in which a check can be told; a format's module is loaded where somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from legendary_git.usecases.checking.report import CheckReport

Renderer = Callable[[CheckReport], list[str]]
"""What makes the lines of a report, without line ends."""

FORMATS = {
    "text": "text:render_check",
    "json": "as_json:render_json",
    "github": "github:render_github",
    "gitlab": "gitlab:render_gitlab",
    "sarif": "sarif:render_sarif",
    "junit": "junit:render_junit",
    "checkstyle": "checkstyle:render_checkstyle",
    "markdown": "markdown:render_markdown",
    "tap": "tap:render_tap",
}
"""By name: the module beside this one, and the function in it."""


def load_renderer(name: str) -> Renderer:
    """The renderer of a format in FORMATS."""
    module, _, function = FORMATS[name].partition(":")
    renderer: Renderer = getattr(import_module(f"{__package__}.{module}"), function)
    return renderer
