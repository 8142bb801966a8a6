"""Read YAML so that every scalar stays what was typed, and refuse all of YAML that would say something else.

Built from parse events, not from composed nodes: an event still knows the anchor and the tag that were written, where a
node has already followed the one and interpreted the other. Nothing is resolved, so nothing can be guessed or expanded.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from legendary_git.domain.memory import FrontValue
from legendary_git.domain.values import dataclass
from legendary_git.store.bad_file import BadFile

if TYPE_CHECKING:
    import yaml

_DEPTH_LIMIT = 20
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_NOT_YAML = re.compile("[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
"""What YAML does not allow unescaped, and the line breaks that YAML 1.1 knows beyond LF: editors do not."""
_FREE_TEXT = frozenset({"title", "text", "reason", "deprecated_reason", "triggers"})
_COMMENT = re.compile(r"[ \t]+#")


@dataclass(slots=True)
class _Open:
    """A mapping or list that has begun and not ended, at `path` in the document."""

    value: list[FrontValue] | dict[str, FrontValue]
    path: str
    key: str | None = None
    key_end: int = 0


def parse_mapping(text: str, first_line: int) -> tuple[dict[str, FrontValue], dict[str, int]]:
    """A YAML mapping's keys and values, and the line of each key.

    Lines count from `first_line`; nested keys are named as `anchors[0].file`. Null and a missing value are "".
    Raises BadFile for anything that is not one mapping of strings, lists and mappings: bad YAML, a key that stands
    twice, an anchor, alias, tag or merge key, a second document.
    """
    import yaml  # 19 ms, and most commands never meet a file that the index does not know

    if (odd := _NOT_YAML.search(text)) is not None:
        line = first_line + text.count("\n", 0, odd.start())
        raise BadFile(line, f"the character U+{ord(odd[0]):04X} cannot stand in YAML: delete it or write its escape")
    builder = _Builder(text, first_line)
    loader = yaml.CBaseLoader if yaml.__with_libyaml__ else yaml.BaseLoader
    try:
        for event in yaml.parse(text, Loader=loader):
            builder.feed(event)
    except yaml.YAMLError as error:
        raise _bad_yaml(error, text, first_line) from None
    return builder.root, builder.lines


class _Builder:
    """Puts the values together, event by event; a stack instead of recursion, so that depth is ours to limit."""

    def __init__(self, text: str, first_line: int) -> None:
        self.root: dict[str, FrontValue] = {}
        self.lines: dict[str, int] = {}
        self._text = text
        self._first_line = first_line
        self._open: list[_Open] = []
        self._documents = 0

    def feed(self, event: yaml.Event) -> None:
        name = type(event).__name__
        if name == "ScalarEvent":
            self._scalar(event)
        elif name in ("MappingStartEvent", "SequenceStartEvent"):
            self._begin(event, {} if name == "MappingStartEvent" else [])
        elif name in ("MappingEndEvent", "SequenceEndEvent"):
            self._open.pop()
        elif name == "AliasEvent":
            raise self._bad(event, f"`*{_of(event).anchor}` is a YAML alias: quote a value that begins with `*`")
        elif name == "DocumentStartEvent":
            self._documents += 1
            if self._documents > 1:
                raise self._bad(event, "a second YAML document: keep one list of keys")

    def _begin(self, event: yaml.Event, value: list[FrontValue] | dict[str, FrontValue]) -> None:
        self._refuse_properties(event)
        if not self._open:
            if not isinstance(value, dict):
                raise self._bad(event, "the front matter must be `key: value` lines")
            self.root = value
            self._open.append(_Open(value, ""))
            return
        if len(self._open) == _DEPTH_LIMIT:
            raise self._bad(event, f"nested more than {_DEPTH_LIMIT} deep")
        parent = self._open[-1]
        if isinstance(parent.value, dict) and parent.key is None:
            raise self._bad(event, "a key must be a word, not a list or a mapping")
        path = self._place(parent, value, event)
        self._open.append(_Open(value, path))

    def _scalar(self, event: yaml.Event) -> None:
        self._refuse_properties(event)
        scalar = _of(event)
        is_plain = not scalar.style
        text = "" if is_plain and scalar.value in _NULLS else str(scalar.value)
        if not self._open:
            if text:
                raise self._bad(event, "the front matter must be `key: value` lines")
            return
        parent = self._open[-1]
        if isinstance(parent.value, dict) and parent.key is None:
            self._key(parent, text, event)
            return
        if is_plain:
            self._refuse_cut_text(parent, event)
        self._place(parent, text, event)

    def _key(self, parent: _Open, key: str, event: yaml.Event) -> None:
        if not key or key == "<<":
            raise self._bad(event, "a merge key: write the keys out" if key else "a key is missing before the `:`")
        path = f"{parent.path}.{key}" if parent.path else key
        if key in parent.value:
            raise self._bad(event, f"the key `{key}` stands twice (first on line {self.lines[path]}): keep one")
        self.lines[path] = self._line(event)
        parent.key = key
        parent.key_end = _of(event).end_mark.index

    def _place(self, parent: _Open, value: FrontValue, event: yaml.Event) -> str:
        """Put a value where its parent waits for it; the path it has now."""
        if isinstance(parent.value, list):
            path = f"{parent.path}[{len(parent.value)}]"
            self.lines[path] = self._line(event)
            parent.value.append(value)
            return path
        key = parent.key or ""
        if "\t" in self._text[parent.key_end : _of(event).start_mark.index]:
            raise self._bad(event, f"a tab after `{key}:`: use a space")
        parent.value[key] = value
        parent.key = None
        return f"{parent.path}.{key}" if parent.path else key

    def _refuse_properties(self, event: yaml.Event) -> None:
        node = _of(event)
        if node.anchor is not None:
            raise self._bad(event, f"`&{node.anchor}` is a YAML anchor: quote a value that begins with `&`")
        if node.tag is not None:
            raise self._bad(event, f"`{node.tag}` is a YAML tag: quote a value that begins with `!`")

    def _refuse_cut_text(self, parent: _Open, event: yaml.Event) -> None:
        """A sentence with ` #` in it would silently lose its end, and nobody would see it go."""
        key = parent.key if isinstance(parent.value, dict) else parent.path.rpartition(".")[2]
        if key in _FREE_TEXT and _COMMENT.match(self._text, _of(event).end_mark.index):
            raise self._bad(event, f"` #` cuts off the rest of this `{key}` as a comment: quote the whole value")

    def _line(self, event: yaml.Event) -> int:
        return self._first_line + int(_of(event).start_mark.line)

    def _bad(self, event: yaml.Event, message: str) -> BadFile:
        return BadFile(self._line(event), message)


def _of(event: yaml.Event) -> Any:
    """The event's fields, which differ from kind to kind and are not typed."""
    return event


def _bad_yaml(error: yaml.YAMLError, text: str, first_line: int) -> BadFile:
    """The error in our words, at the place where the mistake was made: the two parsers word and place them apart."""
    context = getattr(error, "context", None) or ""
    problem = str(getattr(error, "problem", None) or error)
    begins_there = (context.startswith("while scanning") or "flow" in context) and "tab" not in problem
    mark = (getattr(error, "context_mark", None) if begins_there else None) or getattr(error, "problem_mark", None)
    if mark is None:
        return BadFile(first_line, f"not YAML: {problem}")
    index = min(int(mark.index), len(text))
    line = first_line + text.count("\n", 0, index)
    return BadFile(line, _reason(problem, context, text[index : index + 1]))


def _reason(problem: str, context: str, character: str) -> str:
    if "mapping values" in problem:
        return "`: ` inside a value, or a key indented too far: quote the whole value"
    if "tab" in problem or character == "\t":
        return "a tab: indent with spaces"
    if "cannot start any token" in problem:
        return f"`{character}` begins a value: quote the whole value"
    if "escape" in problem:
        return "`\\` in double quotes starts an escape: use single quotes"
    if "scanning a simple key" in context:
        return "neither a `key: value` line nor the rest of the value above: indent it or give it a key"
    if "scalar" in context:
        return "a quote is opened here and never closed"
    if "flow" in context:
        return "a `[` or `{` is opened here and not closed, or not separated by commas"
    if "expected" in problem:
        return "not a `key: value` line, or its indentation does not fit the lines above"
    return f"not YAML: {problem}"
