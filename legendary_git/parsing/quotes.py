"""Literals whose spelling a formatter may change: their quotes, and how deep a heredoc is indented."""

from __future__ import annotations

import re

from legendary_git.domain.patterns import compile_late

_QUOTED = compile_late(rb"""(["'])(.*)\1""", re.DOTALL)
_ESCAPED_QUOTE = compile_late(rb"""\\(.)""", re.DOTALL)
_ESCAPE = compile_late(rb"""\\(?:\n[ \t]*|.)""", re.DOTALL)
_PLAIN = compile_late(rb"""(["'])([^"'\\$#]*)\1""")
_HEREDOC = compile_late(rb"""((?:~[A-Za-z]+)?("{3}|'{3})\n)(.*\n)?([ \t]*)(\2[a-z]*)""", re.DOTALL)


def either_quotes(literal: bytes) -> bytes:
    """A literal of a language in which `'a'` is `"a"`, escapes and all; the quotes in it need no escape here."""
    found = _QUOTED.fullmatch(literal)
    if found is None:
        return literal
    return b'"' + _ESCAPED_QUOTE.sub(_bare_quote, found[2]) + b'"'


def plain_quotes(literal: bytes) -> bytes:
    """A literal in whose text nothing is read as anything but itself, so that both kinds of quotes say the same."""
    found = _PLAIN.fullmatch(literal)
    return literal if found is None else b"'" + found[2] + b"'"


def dedented_heredoc(literal: bytes) -> bytes:
    """A literal between lines of three quotes, without the indentation of the last, which its lines do not have.

    Source of the rule: the Elixir documentation, "Syntax reference", on heredocs.
    """
    found = _HEREDOC.fullmatch(literal)
    if found is None:
        return literal
    opening, _, text, indent, closing = found.groups(b"")
    taken = re.compile(rb"^[ \t]{0,%d}" % len(indent), re.MULTILINE)
    return opening + taken.sub(b"", text) + closing


def continued(literal: bytes) -> bytes:
    """A literal in double quotes without its escaped line ends and the blanks that begin the lines after them.

    Source of the rule: the OCaml manual, "Lexical conventions", on string literals.
    """
    return _ESCAPE.sub(_without_line_end, literal) if literal.startswith(b'"') else literal


def _without_line_end(escape: re.Match[bytes]) -> bytes:
    return b"" if escape[0].startswith(b"\\\n") else escape[0]


def _bare_quote(escape: re.Match[bytes]) -> bytes:
    return escape[1] if escape[1] in (b"'", b'"') else escape[0]
