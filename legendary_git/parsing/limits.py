"""What is refused before it can cost anything: too much, too deep, or not the file itself."""

from __future__ import annotations

from legendary_git.domain.verdict import Reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

SIZE_LIMIT = 2_000_000
"""Bytes of a file; a larger one is generated, minified or data."""

NESTING_LIMIT = 2_000
"""Levels of the tree; code that a person wrote stays below a hundred."""

ERROR_LIMIT = 10_000
"""Children of one error node. Queries over an error node take time with the square of their number."""

_SMALL_NODE = 256
"""Bytes below which a node's depth is not looked into: what it holds can add no more than a few hundred levels."""

_LFS_POINTER = b"version https://git-lfs.github.com/spec/v1"
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def refuse_bytes(data: bytes, size_limit: int) -> Reason | None:
    """Why the bytes of a file are no evidence at all, whatever its language; None if nothing is against them."""
    if data.startswith(_LFS_POINTER):
        return Reason.LFS_POINTER
    return Reason.OVER_LIMIT if len(data) > size_limit else None


def is_binary(data: bytes) -> bool:
    """Whether the bytes are not text that git and the grammars could read: a NUL anywhere, or UTF-16."""
    return b"\0" in data or data.startswith(_UTF16_MARKS)


def refuse_tree(root: Node) -> Reason | None:
    """Why a tree is no evidence: nested past the limit, or one error so large that nothing around it can be trusted."""
    pending = [(root, 1)]
    while pending:
        node, depth = pending.pop()
        if depth > NESTING_LIMIT:
            return Reason.OVER_LIMIT
        if node.is_error and node.child_count > ERROR_LIMIT:
            return Reason.UNPARSABLE
        if node.end_byte - node.start_byte >= _SMALL_NODE:
            pending.extend((child, depth + 1) for child in node.children)
    return None
