"""`else if`: a statement that is all that a branch of another one holds, read as one more branch of that."""

from __future__ import annotations

from legendary_git.parsing.rules import NodeRule, Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node


def find_chained(branch: Node, rule: NodeRule, rules: Rules) -> tuple[Node, int] | None:
    """The statement that stands in a branch right after its keyword, and the byte where its own first branch ends.

    None where the branch holds anything else: braces round the statement make it one of its own.
    """
    if not rule.chains:
        return None
    solid = [child for child in branch.children if (known := rules.get(child.kind_id)) is None or not known.ignored]
    for entry in rule.chains if len(solid) == 2 else ():
        statement = solid[1]
        through = statement.child_by_field_name(entry.through)
        is_apart = any(child.type in entry.unless for child in statement.children)
        if statement.type in entry.of and through is not None and not is_apart:
            return statement, through.end_byte
    return None
