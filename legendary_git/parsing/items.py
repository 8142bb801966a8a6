"""Items of lists: named by a key that tells them apart, else by their place; and what a key of several parts opens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from legendary_git.domain.annotations import Any
from legendary_git.domain.patterns import compile_late
from legendary_git.domain.values import replace
from legendary_git.parsing.names import read_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

    from legendary_git.parsing.definitions import Definition

_LABEL = compile_late(r"(?![0-9]+\Z|[\[{|>&*!])[^\x00-\x1f\x7f]{1,100}")
"""A value that may name an item: no number, which would pass for a place in the list, and no collection."""

NAMELESS = "[]"
"""What a language's query calls an item that its own node does not name."""

Slot = tuple[int, int]
"""An item's list, and its place there."""


def open_paths(definitions: Iterable[Definition], table: Mapping[str, Any]) -> list[Definition]:
    """Definitions with every scope that their paths tell as a symbol of its own: `a.b = 1` defines `a` as well.

    A path goes on into the last item so far, where the name is that of a list (an array of tables).
    """
    outermost = list(definitions)
    known = list(outermost)
    for one in known:  # grows on the way, so that no nesting can break it
        known.extend(one.inner)
    for one in reversed(known):
        one.inner = _open_all(one.inner, table)
    return _open_all(outermost, table)


def _open_all(definitions: Iterable[Definition], table: Mapping[str, Any]) -> list[Definition]:
    counts: dict[tuple[str, ...], int] = {}
    return [_open(one, counts, table) for one in definitions]


def _open(one: Definition, counts: dict[tuple[str, ...], int], table: Mapping[str, Any]) -> Definition:
    names = (*one.path, one.name)
    is_item = one.kind in table["items"]["kinds"] and one.name != NAMELESS
    if is_item:
        counts[names] = counts.get(names, -1) + 1
        for deeper in [known for known in counts if known[: len(names)] == names and known != names]:
            del counts[deeper]  # the lists of the item before
    opened: Definition | None = None
    for depth in range(len(names), 0, -1):
        is_last = depth == len(names)
        if names[:depth] in counts and (is_item or not is_last):
            opened = replace(
                one, name=NAMELESS, path=(), kind=table["items"]["kinds"][0], order=counts[names[:depth]],
                inner=one.inner if opened is None else [opened],
            )  # fmt: skip
        kind = one.kind if is_last and not is_item else table["paths"]
        opened = replace(
            one, name=names[depth - 1], path=(), kind=kind, inner=one.inner if opened is None else [opened]
        )
    return one if opened is None else opened


def name_items(definitions: Sequence[Definition], table: Mapping[str, Any]) -> None:
    """Give each item of a list among the definitions its name.

    The first of the `keys` whose value no other item of the list has names it; `[0]` and so on, where none does.
    """
    rules = table.get("items", {})
    places = _Places()
    slots: dict[Slot, list[Definition]] = {}
    for one in definitions:
        if one.kind in rules.get("kinds", ()):
            slots.setdefault(places.slot(one), []).append(one)
    labels = _labels(slots, rules.get("keys", ()))
    for slot, ones in slots.items():
        for one in ones:
            one.name = labels.get(slot, f"[{slot[1]}]")
            one.is_index = slot not in labels


def _labels(slots: Mapping[Slot, Sequence[Definition]], keys: Iterable[str]) -> dict[Slot, str]:
    labels: dict[Slot, str] = {}
    for key in keys:
        values = {slot: value for slot, ones in slots.items() if (value := _value(ones, key)) is not None}
        counts = Counter((slot[0], value) for slot, value in values.items())
        taken = {(slot[0], label) for slot, label in labels.items()}
        for slot, value in values.items():
            if slot not in labels and counts[slot[0], value] == 1 and (slot[0], value) not in taken:
                labels[slot] = value
    return labels


def _value(ones: Sequence[Definition], key: str) -> str | None:
    """What the items' key says, if it is a plain value; of `kind/metadata.name`, both with the `/` between them."""
    values = [_plain_value([part for one in ones for part in one.inner], path.split(".")) for path in key.split("/")]
    return "/".join(value for value in values if value) if all(values) else None


def _plain_value(definitions: Iterable[Definition], path: Sequence[str]) -> str | None:
    for one in definitions:
        if one.name != path[0]:
            continue
        if len(path) > 1:
            return _plain_value(one.inner, path[1:])
        value = one.node.named_children[-1] if not one.inner and one.node.named_child_count > 1 else None
        text = "" if value is None else read_key((value.text or b"").decode("utf-8", "replace"))
        return text if _LABEL.fullmatch(text) is not None else None
    return None


def label_twins(definitions: Sequence[Definition], table: Mapping[str, Any]) -> None:
    """Give definitions that share a name the value of an attribute that tells them apart, where there is one."""
    rules = table.get("labels", {})
    twins: dict[str, list[Definition]] = {}
    for one in definitions:
        if one.kind in rules.get("kinds", ()):
            twins.setdefault(one.name, []).append(one)
    names = set(twins)
    for group in (group for group in list(twins.values()) if len(group) > 1):
        read = [_attributes(one.node, rules) for one in group]
        for key in rules["keys"]:
            values = Counter(attributes[key] for attributes in read if key in attributes)
            for one, attributes in zip(group, read, strict=True):
                value = attributes.get(key, "")
                if one.name in twins and values[value] == 1 and value not in names and _LABEL.fullmatch(value):
                    names.add(value)
                    one.name = value


def _attributes(node: Node, rules: Mapping[str, Any]) -> dict[str, str]:
    """What the attributes of an element's opening tag say."""
    tags = (child for child in node.named_children if child.type in rules["tags"])
    pairs = (child.named_children for tag in tags for child in tag.named_children if child.type in rules["attributes"])
    return {
        (pair[0].text or b"").decode("utf-8", "replace"): read_key((pair[-1].text or b"").decode("utf-8", "replace"))
        for pair in pairs
        if len(pair) > 1
    }


class _Places:
    """Where items stand in their lists; each list is counted once."""

    def __init__(self) -> None:
        self._known: dict[int, dict[int, int]] = {}

    def slot(self, one: Definition) -> Slot:
        parent = one.node.parent
        if one.order is not None or parent is None:
            return 0, one.order or 0
        if (places := self._known.get(parent.id)) is None:
            items = (child for child in parent.named_children if not child.is_extra)
            places = self._known[parent.id] = {child.id: place for place, child in enumerate(items)}
        return parent.id, places[one.node.id]
