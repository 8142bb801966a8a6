"""An error as every reader gets it: what is wrong, details such as candidates, what to do."""

from __future__ import annotations

from legendary_git.errors import EXIT_REPOSITORY, UserError
from legendary_git.render.safe import safe


def render_complaint(error: UserError) -> list[str]:
    """`error: …` (`fatal: …` about the repository, as git says it), indented details, `hint: …`; a line each."""
    kind = "fatal" if error.exit_code == EXIT_REPOSITORY else "error"
    details = (f"  {on_line(detail)}" for detail in error.details)
    return [f"{kind}: {on_line(error.what)}", *details, f"hint: {on_line(error.todo)}"]


def on_line(text: str) -> str:
    """The text on one line, its line ends written out."""
    return safe(text).replace("\n", "\\n")
