"""Nodes of the parsers here: what the rest of the package asks of a grammar's nodes, and no more."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import count

_NUMBERS = count()


class Text:
    """The bytes that are parsed, and where their rows start."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._starts = [0]
        end = data.find(b"\n")
        while end >= 0:
            self._starts.append(end + 1)
            end = data.find(b"\n", end + 1)

    def point(self, byte: int) -> tuple[int, int]:
        """Row and column, both from 0."""
        row = bisect_right(self._starts, byte) - 1
        return row, byte - self._starts[row]


@cache
def kind_number(node_type: str) -> int:  # noqa: ARG001 - told apart by the cache
    """A number for a node type, as grammars have one."""
    return next(_NUMBERS)


class OwnNode:
    """A node. `defines` is the kind of definition that it is, `names` are the nodes that hold its names."""

    is_extra = False

    def __init__(
        self, node_type: str, text: Text, start: int, end: int, children: Iterable[OwnNode] = (), *, named: bool = True
    ) -> None:
        self.type = node_type
        self.kind_id = kind_number(node_type)
        self.is_named = named
        self.is_error = node_type == "ERROR"
        self.is_missing = node_type == "MISSING"
        self.start_byte = start
        self.end_byte = end
        self.children = list(children)
        self.parent: OwnNode | None = None
        self.defines: str | None = None
        self.names: Sequence[OwnNode] = ()
        self.is_apart = False
        """Whether white space stands before it."""
        self._text = text
        self._place = 0
        for place, child in enumerate(self.children):
            child.parent = self
            child._place = place

    @property
    def id(self) -> int:
        return id(self)

    @property
    def text(self) -> bytes:
        return self._text.data[self.start_byte : self.end_byte]

    @property
    def start_point(self) -> tuple[int, int]:
        return self._text.point(self.start_byte)

    @property
    def end_point(self) -> tuple[int, int]:
        return self._text.point(self.end_byte)

    @property
    def child_count(self) -> int:
        return len(self.children)

    @property
    def named_children(self) -> list[OwnNode]:
        return [child for child in self.children if child.is_named]

    @property
    def prev_sibling(self) -> OwnNode | None:
        return None if self.parent is None or not self._place else self.parent.children[self._place - 1]

    @property
    def next_sibling(self) -> OwnNode | None:
        siblings = [] if self.parent is None else self.parent.children
        return siblings[self._place + 1] if self._place + 1 < len(siblings) else None

    @property
    def has_error(self) -> bool:
        return any(node.is_error or node.is_missing for node in self.walk())

    def walk(self) -> Iterator[OwnNode]:
        """This node and all below it, each before its children."""
        pending = [self]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node.children))

    def part(self, node_type: str, start: int, end: int) -> OwnNode:
        """A node for some of the text, outside of the tree."""
        return OwnNode(node_type, self._text, start, end)

    def child_by_field_name(self, name: str) -> OwnNode | None:  # noqa: ARG002 - asked of every node
        return None

    def children_by_field_name(self, name: str) -> list[OwnNode]:  # noqa: ARG002 - same
        return []


class OwnTree:
    """What parsing gives."""

    def __init__(self, root: OwnNode) -> None:
        self.root_node = root
