"""Sections: definitions that are no node, since each reaches to the next one of its level or a higher one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from legendary_git.domain.annotations import Any
from legendary_git.domain.values import dataclass
from legendary_git.parsing.grammar import Grammar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node


@dataclass(frozen=True, slots=True)
class Reach:
    """The nodes that a section is made of, its heading first, and the byte after its last word."""

    nodes: tuple[Node, ...]
    end: int


def find_reaches(nodes: Sequence[Node], grammar: Grammar) -> dict[int, Reach]:
    """How far each section reaches, by the id of its heading's node; also what ends before the comments in its node."""
    early = grammar.language.symbols.get("ends_early", ())
    reaches = {node.id: Reach((node,), _said_end(node, grammar)) for node in nodes if node.type in early}
    rules = grammar.language.symbols.get("headings")
    if rules is None:
        return reaches
    reader = _Reader(rules, grammar)
    headings = [(node, _container(node, rules["within"])) for node in nodes if node.type in rules["types"]]
    levels = [reader.level(node) for node, _ in headings]
    for at, (node, container) in enumerate(headings):
        later = range(at + 1, len(headings))
        beside = (other for other in later if headings[other][1] == container)
        ends = (headings[other][0].start_byte for other in beside if levels[other] <= levels[at])
        end = min(next(ends, container.end_byte), container.end_byte)
        reaches[node.id] = reader.reach(container, node.start_byte, end)
    return reaches


class _Reader:
    """The levels of headings, and the nodes between two places. `rules` is the table `[symbols.headings]`."""

    def __init__(self, rules: Mapping[str, Any], grammar: Grammar) -> None:
        self.rules = rules
        self.grammar = grammar
        self.styles: list[tuple[bytes, ...]] = []

    def level(self, heading: Node) -> int:
        """By a child of a type that stands for a level, else by the order in which styles of adornment first come."""
        types = {child.type for child in heading.children}
        for level, markers in enumerate(self.rules.get("levels", ())):
            if not types.isdisjoint(markers):
                return level
        adornments = (child for child in heading.children if child.type in self.rules.get("adornments", ()))
        style = tuple((child.text or b"")[:1] for child in adornments)
        if style not in self.styles:
            self.styles.append(style)
        return self.styles.index(style)

    def reach(self, container: Node, start: int, end: int) -> Reach:
        nodes = tuple(self._between(container, start, end))
        said = [node for node in nodes if not _is_ignored(node, self.grammar)]
        return Reach(nodes, _text_end(said[-1]))

    def _between(self, node: Node, start: int, end: int) -> Iterator[Node]:
        for child in node.children:
            if child.end_byte <= start or child.start_byte >= end:
                continue
            if child.type in self.rules["within"]:
                yield from self._between(child, start, end)
            elif child.start_byte >= start:
                yield child


def _said_end(node: Node, grammar: Grammar) -> int:
    """Where the last child ends that is no comment."""
    return next(_text_end(child) for child in reversed(node.children) if not _is_ignored(child, grammar))


def _text_end(node: Node) -> int:
    text = node.text or b""
    return node.end_byte - (len(text) - len(text.rstrip()))


def _is_ignored(node: Node, grammar: Grammar) -> bool:
    rule = grammar.rules.get(node.kind_id)
    return rule is not None and rule.ignored


def _container(node: Node, within: Sequence[str]) -> Node:
    """What a section ends with at the latest: what holds it and is not made of sections itself."""
    parent = node.parent
    while parent is not None and parent.type in within and parent.parent is not None:
        parent = parent.parent
    return node if parent is None else parent
