"""Overloads: which declarations and definitions of one name speak of one function, told by their parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from legendary_git.domain.annotations import Any, TypeAlias
from legendary_git.parsing.definitions import Definition

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

_DEPTH = 6
"""Levels below a definition at which its parameters may stand: template, definition, pointer, declarator."""

Group: TypeAlias = list[Definition]
Key: TypeAlias = tuple[bytes, ...]


def group_by_signature(twins: Sequence[Definition], rules: Mapping[str, Any]) -> list[Group]:
    """Twins in groups of one signature each; `rules` is the language's `[symbols.together]`.

    A declaration may spell its types otherwise than the definition does. One that finds no equal is put to the
    definition with its parameters alone, then to the only one that is left.
    """
    groups = _by(twins, lambda one: _signature(one, rules))
    for key in (lambda one: _signature(one, rules)[-1:], lambda _: ()):
        groups = _join_unmatched(groups, rules, key)
    return groups


def _by(twins: Iterable[Definition], key: Callable[[Definition], Key]) -> list[Group]:
    groups: dict[Key, Group] = {}
    for twin in twins:
        groups.setdefault(key(twin), []).append(twin)
    return list(groups.values())


def _join_unmatched(groups: Sequence[Group], rules: Mapping[str, Any], key: Callable[[Definition], Key]) -> list[Group]:
    """The groups, with a lone declaration put to the definition of its key, where there is only one of each."""
    declared, defined = _unmatched(groups, rules, key)
    joined = [[*group] for group in groups if group not in declared.values()]
    for name, announced in declared.items():
        target = next((group for group in joined if group == defined.get(name)), None)
        if target is None:
            joined.append(announced)
        else:
            target[:] = sorted((*announced, *target), key=lambda one: one.start_byte)
    return joined


def _unmatched(
    groups: Sequence[Group], rules: Mapping[str, Any], key: Callable[[Definition], Key]
) -> tuple[dict[Key, Group], dict[Key, Group]]:
    """By their key the groups of declarations alone and those of definitions alone, where the key is of only one."""
    found: tuple[dict[Key, list[Group]], dict[Key, list[Group]]] = ({}, {})
    for group in groups:
        announces = [one.kind in rules["declarations"] for one in group]
        if all(announces) or not any(announces):
            found[not any(announces)].setdefault(key(group[0]), []).append(group)
    declared, defined = ({name: ones[0] for name, ones in side.items() if len(ones) == 1} for side in found)
    return declared, defined


def _signature(one: Definition, rules: Mapping[str, Any]) -> Key:
    """What the parts of a definition that tell overloads apart say, the parameters last."""
    parts: list[bytes] = []
    for types in rules["signature"]:
        node = _find(one.node, types)
        parts.append(b"" if node is None else _text(node, rules))
    return tuple(parts)


def _find(node: Node, types: Sequence[str]) -> Node | None:
    """The node of the types that is nearest below, level by level."""
    level = [node]
    for _ in range(_DEPTH):
        level = [child for parent in level for child in parent.children]
        for child in level:
            if child.type in types:
                return child
    return None


def _text(node: Node, rules: Mapping[str, Any]) -> bytes:
    """Its words without names, defaults and comments; what follows it in its parent (`const`, `&&`) goes with it."""
    ignored, without = rules.get("signature_ignored", ()), rules.get("signature_fields", ())
    pending = [node, *_following(node, rules.get("signature_after", ()))][::-1]
    words: list[bytes] = []
    while pending:
        part = pending.pop()
        if part.type in ignored:
            continue
        if not part.child_count:
            words.append(part.text or b"")
        left_out = {child.id for name in without for child in part.children_by_field_name(name)}
        pending.extend(child for child in reversed(part.children) if child.id not in left_out)
    return b" ".join(words)


def _following(node: Node, types: Sequence[str]) -> list[Node]:
    parent = node.parent
    after = parent.children if parent is not None else ()
    return [child for child in after if child.start_byte >= node.end_byte and child.type in types]
