"""Paths that YAML cannot hold as they are, written as git writes them."""

from __future__ import annotations

import re

from legendary_git.domain.patterns import compile_late

_ESCAPES = {"a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13, '"': 34, "\\": 92}
_LETTERS = {byte: letter for letter, byte in _ESCAPES.items()}
_PIECE = compile_late(r'\\([0-3][0-7]{2})|\\([abtnvfr"\\])|([^"\\]+)')


def format_path(repo_path: str) -> str:
    """The path as the file shows it: itself, or in git's quoted style where it is not UTF-8 or begins with `"`.

    Rule: git-config(1), core.quotePath. Raises UnicodeEncodeError for a surrogate that stands for no byte.
    """
    if not repo_path.startswith('"') and not any("\ud800" <= character <= "\udfff" for character in repo_path):
        return repo_path
    return '"' + "".join(map(_escape, repo_path.encode("utf-8", "surrogateescape"))) + '"'


def _escape(byte: int) -> str:
    if byte in _LETTERS:
        return f"\\{_LETTERS[byte]}"
    return chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}"


def parse_path(text: str) -> str | None:
    """The opposite of format_path; None where a quote is opened and what follows is not git's quoted style."""
    if not text.startswith('"'):
        return text
    inside = text[1:-1]
    pieces = list(_PIECE.finditer(inside))
    if len(text) < 2 or not text.endswith('"') or "".join(piece[0] for piece in pieces) != inside:
        return None
    return b"".join(map(_unescape, pieces)).decode("utf-8", "surrogateescape")


def _unescape(piece: re.Match[str]) -> bytes:
    if piece[1]:
        return bytes([int(piece[1], 8)])
    if piece[2]:
        return bytes([_ESCAPES[piece[2]]])
    return piece[3].encode("utf-8", "surrogateescape")
