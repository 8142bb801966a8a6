"""Where each value of a front matter stands, so that one of them can be replaced and everything else left untouched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from legendary_git.domain.values import dataclass

if TYPE_CHECKING:
    import yaml


@dataclass(slots=True)
class ValueSpan:
    """A value from character `start` to `end` of the text; `key_start` is where its key or dash begins.

    `is_flow`: it stands inside `[…]` or `{…}`, or is one of these. `is_list`, `is_mapping`: what it is, else text.
    """

    start: int
    end: int
    key_start: int
    is_flow: bool
    is_list: bool = False
    is_mapping: bool = False


@dataclass(slots=True)
class _Open:
    path: str
    span: ValueSpan
    count: int = 0
    key: str | None = None
    key_start: int = 0


def find_spans(text: str) -> dict[str, ValueSpan]:
    """The span of each value, by the names that `parse_mapping` gives, which must have accepted the text before."""
    import yaml

    loader = yaml.CBaseLoader if yaml.__with_libyaml__ else yaml.BaseLoader
    finder = _Finder()
    for event in yaml.parse(text, Loader=loader):
        finder.feed(event)
    return finder.spans


class _Finder:
    def __init__(self) -> None:
        self.spans: dict[str, ValueSpan] = {}
        self._open: list[_Open] = []

    def feed(self, event: yaml.Event) -> None:
        name = type(event).__name__
        if name == "ScalarEvent":
            self._scalar(event)
        elif name in ("MappingStartEvent", "SequenceStartEvent"):
            self._begin(event, is_list=name == "SequenceStartEvent")
        elif name in ("MappingEndEvent", "SequenceEndEvent"):
            self._finish(event)

    def _scalar(self, event: Any) -> None:
        if not self._open:
            return
        parent = self._open[-1]
        if parent.span.is_mapping and parent.key is None:
            parent.key, parent.key_start = str(event.value), int(event.start_mark.index)
            return
        path, key_start = self._place(parent, event)
        start, end = int(event.start_mark.index), int(event.end_mark.index)
        self.spans[path] = ValueSpan(start, end, key_start, is_flow=parent.span.is_flow)
        self._widen(end)

    def _begin(self, event: Any, *, is_list: bool) -> None:
        path, key_start = self._place(self._open[-1], event) if self._open else ("", 0)
        start = int(event.start_mark.index)
        span = ValueSpan(start, start, key_start, bool(event.flow_style), is_list=is_list, is_mapping=not is_list)
        self.spans[path] = span
        self._open.append(_Open(path, span))

    def _finish(self, event: Any) -> None:
        done = self._open.pop()
        if done.span.is_flow:
            done.span.end = int(event.end_mark.index)
        self._widen(done.span.end)

    def _place(self, parent: _Open, event: Any) -> tuple[str, int]:
        if parent.span.is_list:
            path = f"{parent.path}[{parent.count}]"
            parent.count += 1
            return path, int(event.start_mark.index)
        path = f"{parent.path}.{parent.key}" if parent.path else parent.key or ""
        parent.key = None
        return path, parent.key_start

    def _widen(self, end: int) -> None:
        """What is inside a block ends it: the end that the parser gives is where the next thing begins."""
        if self._open and not self._open[-1].span.is_flow:
            self._open[-1].span.end = max(self._open[-1].span.end, end)
