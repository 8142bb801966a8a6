"""Lines as they stand: where white space may say something that no grammar tells."""

from __future__ import annotations

from legendary_git.domain.token import Token, TokenKind
from legendary_git.parsing.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node


def read_lines(node: Node, source: Source) -> list[Token]:
    """A token for each line, without what it ends with; blank lines within count."""
    first = source.line_of_row(node.start_point[0])
    lines = (node.text or b"").rstrip().split(b"\n")
    return [Token(TokenKind.STRING, b"?" + line.rstrip(), first + row) for row, line in enumerate(lines)]
