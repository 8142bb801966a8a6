"""A memory as lines for an agent, from its parts: the one form in which memories are pushed and read back."""

from __future__ import annotations

from legendary_git.render.quoting import unmarked, without_brackets
from legendary_git.render.safe import one_line, safe

VERIFIED = "(verified against current code)"
QUOTED = "  >"
"""How a line of an author's text begins, and none of ours does."""


def note_lines(label: str, memory_id: str, verdict: str, title: str, body: str = "") -> list[str]:
    """Its name, the verdict, its title, and the body below as a quotation, where that says more.

    Each line of the body is marked, whatever it says, so that none of them is taken for one of ours or for a host's.
    """
    name = f"[{without_brackets(label)} #{memory_id}]"
    lines = [" ".join(filter(None, (name, verdict, unmarked(one_line(title)))))]
    body = body.strip("\n")
    if body.strip() and body.strip() != title:
        lines += [f"{QUOTED} {line}".rstrip() for line in unmarked(safe(body)).split("\n")]
    return lines


def source_line(author: str, created: str, written: str | None) -> str:
    """Who says so and since when, and at which commit they wrote it; empty where nothing is known."""
    is_moment = created[:4].isdigit() and created[4:5] == "-"  # a file that was written by hand may say anything
    when = [created[:10]] if is_moment else []
    where = [f"at {written[:7]}"] if written else []
    return one_line(", ".join(([f"by {without_brackets(author)}"] if author else []) + when + where))
