"""Text with elements in it: where the white space between them says something, as in HTML."""

from __future__ import annotations

from collections.abc import Sequence

from legendary_git.parsing.rules import NodeRule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node


def spaces_before(node: Node, solid: Sequence[Node], rule: NodeRule) -> set[int]:
    """The ids of the children that white space stands before and means a blank.

    None does beside a block, nor at the edges of one.
    """
    is_block = node.parent is None or tag_of(node) in rule.blocks
    spaces: set[int] = set()
    for place, child in enumerate(solid):
        before = solid[place - 1] if place else None
        if before is None or child.start_byte <= before.end_byte:
            continue
        is_edge = before.type == "start_tag" or child.type == "end_tag"
        if not (is_block and is_edge) and tag_of(before) not in rule.blocks and tag_of(child) not in rule.blocks:
            spaces.add(child.id)
    return spaces


def tag_of(node: Node) -> bytes:
    """The name of an element, in lower case; nothing for what is none."""
    tag = node.named_children[0] if node.named_child_count else None
    name = tag.named_children[0] if tag is not None and tag.named_child_count else None
    return (name.text or b"").lower() if name is not None and name.type == "tag_name" else b""
