"""Edits of front matter as text: each touches the one value that it is about, and nothing else in the file."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from legendary_git.domain.memory import FrontValue
from legendary_git.store.yaml_spans import ValueSpan, find_spans
from legendary_git.store.yaml_text import format_fields, format_flow

_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\r\n]*", re.MULTILINE)
_COMMA_AFTER = re.compile(r"\s*,[ \t]*(?:\r?\n[ \t]*)?")
_COMMA_BEFORE = re.compile(r"\s*,\s*\Z")


class FrontEdits:
    """Collects edits of one front matter; `text` has its own line ends, `result` is the text with all of them made."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._spans = find_spans(text)
        self._edits: list[tuple[int, int, str]] = []
        self._newline = "\r\n" if "\r\n" in text else "\n"

    def set_keys(
        self, path: str, before: Mapping[str, FrontValue], fields: Mapping[str, FrontValue], order: Sequence[str]
    ) -> None:
        """Make the keys `order` of the mapping at `path` say `fields`; those of them that it lacks are taken away.

        What says the same in `before` stays as it was typed.
        """
        parent = self._spans[path]
        there = [key for key in order if f"{path}.{key}" in self._spans]
        kept = [key for key in there if key in fields]
        for key in there:
            span = self._spans[f"{path}.{key}"]
            if key not in fields:
                self._remove(span, parent)
            elif fields[key] != before.get(key):
                self._replace(span, key, fields[key])
        for key in fields:
            if key not in there:
                earlier = [one for one in kept if order.index(one) < order.index(key)]
                neighbour = earlier[-1] if earlier else kept[0]
                self._insert_after(self._spans[f"{path}.{neighbour}"], parent, key, fields[key])

    def set_value(self, key: str, value: FrontValue) -> None:
        """Make a top-level key say a value, on one line."""
        if (span := self._spans.get(key)) is not None:
            self._replace(span, key, value)
        else:
            self._append_line(f"{key}: {format_flow(value, key)}")

    def append_items(self, key: str, items: Sequence[FrontValue], *, in_blocks: bool = False) -> None:
        """Add items to the list under a top-level key, each on a line of its own; the list is made where it is missing.

        A key is appended to once: two additions at one place would each make the list. `in_blocks`: a mapping has a
        line for each of its keys, as anchors have.
        """
        if not items:
            return
        span = self._spans.get(key)
        is_line_list = span is None or not span.is_flow
        texts = [self._block(key, item) if in_blocks and is_line_list else format_flow(item, key) for item in items]
        below = "".join(f"{self._newline}  - {self._indented(text, '  ')}" for text in texts)
        if span is None:
            self._append_line(f"{key}:{below}")
        elif not span.is_list:  # the key stands there without a value
            self._edits.append((span.start, span.end, below))
        elif span.is_flow:
            is_empty = not self._text[span.start + 1 : span.end - 1].strip()
            self._edits.append((span.end - 1, span.end - 1, ("" if is_empty else ", ") + ", ".join(texts)))
        else:
            at, column = self._line_end(span.end), self._column(span.start)
            added = (f"{self._newline}{column}- {self._indented(text, column)}" for text in texts)
            self._edits.append((at, at, "".join(added)))

    def drop_items(self, key: str, numbers: Collection[int]) -> None:
        """Take items out of the list under a top-level key, and the key too where none is left; comments stay."""
        span = self._spans[key]
        count = sum(re.fullmatch(re.escape(key) + r"\[[0-9]+\]", path) is not None for path in self._spans)
        if len(set(numbers)) == count:
            self.drop_key(key)
            return
        last_kept = max(set(range(count)) - set(numbers))
        for number in sorted(numbers):
            item = self._spans[f"{key}[{number}]"]
            if span.is_flow:
                self._drop_from_row(item, is_at_end=number > last_kept)
            else:
                self._drop_lines(self._text.rindex("-", span.start, item.start + 1), item.end)

    def drop_key(self, key: str) -> None:
        """Take a top-level key away with its value; comments stay."""
        if (span := self._spans.get(key)) is not None:
            self._drop_lines(span.key_start, span.end)

    def result(self) -> str:
        parts, at = [], 0
        for start, end, text in sorted(self._edits, key=lambda edit: edit[:2]):
            parts += [self._text[at:start], text]
            at = end
        return "".join([*parts, self._text[at:]])

    def _drop_lines(self, start: int, end: int) -> None:
        """Take away what stands from `start` to `end` and the rest of that line, but for comments."""
        line_start, line_end = self._text.rfind("\n", 0, start) + 1, self._line_end(end)
        indent = self._column(start)
        kept = "".join(f"{indent}{found}{self._newline}" for found in _COMMENT.findall(self._text[start:line_end]))
        following = self._text.find("\n", line_end) + 1
        self._edits.append((line_start, following or len(self._text), kept))

    def _drop_from_row(self, item: ValueSpan, *, is_at_end: bool) -> None:
        """Take an item out of a list in flow style, with the comma between it and one that stays."""
        before = _COMMA_BEFORE.search(self._text, 0, item.start) if is_at_end else None
        after = _COMMA_AFTER.match(self._text, item.end) if not is_at_end else None
        start, end = before.start() if before else item.start, after.end() if after else item.end
        self._edits.append((start, end, ""))

    def _block(self, key: str, item: FrontValue) -> str:
        """An item as it stands in a list of a new file, without its dash."""
        return format_fields({key: [item]}).partition("\n")[2].removeprefix("  - ").rstrip("\n")

    def _indented(self, text: str, column: str) -> str:
        """The lines of an item of which the dash stands at `column`; they come indented by four."""
        first, *rest = text.split("\n")
        return self._newline.join([first, *(f"{column}{line[2:]}" for line in rest)])

    def _replace(self, span: ValueSpan, key: str, value: FrontValue) -> None:
        old = self._text[span.start : span.end]
        new = format_flow(value, key)
        if old == new:
            return
        start = span.start
        if (span.is_list or span.is_mapping) and not span.is_flow:  # a block stands below its key, not beside it
            start, new = self._text.index(":", span.key_start) + 1, f" {new}"
        elif not old:
            new = f" {new}"
        elif old.endswith("\n"):  # a block of text ends after its line
            new += self._newline
        self._edits.append((start, span.end, new))

    def _remove(self, span: ValueSpan, parent: ValueSpan) -> None:
        """Take a key's line away; where something else stands on it, the key stays and says nothing."""
        start = self._text.rfind("\n", 0, span.key_start) + 1
        end = self._line_end(span.end)
        is_alone = not self._text[start : span.key_start].strip() and not self._text[span.end : end].strip()
        if is_alone and not parent.is_flow:
            self._edits.append((start, self._text.find("\n", end) + 1, ""))
        elif self._text[span.start : span.end] != "''":
            self._edits.append((span.start, span.end, "''" if span.end > span.start else " ''"))

    def _insert_after(self, span: ValueSpan, parent: ValueSpan, key: str, value: FrontValue) -> None:
        entry = f"{key}: {format_flow(value, key)}"
        if parent.is_flow:
            self._edits.append((span.end, span.end, f", {entry}"))
            return
        at = self._line_end(span.end)
        self._edits.append((at, at, f"{self._newline}{self._column(span.key_start)}{entry}"))

    def _append_line(self, line: str) -> None:
        at = len(self._text)
        self._edits.append((at, at, f"{line}{self._newline}"))

    def _line_end(self, at: int) -> int:
        """The end of the line on which a value ends, before its line end."""
        if at and self._text[at - 1] == "\n":
            at -= 1
        end = self._text.find("\n", at)
        end = len(self._text) if end < 0 else end
        return end - 1 if self._text[end - 1 : end] == "\r" else end

    def _column(self, at: int) -> str:
        return " " * (at - self._text.rfind("\n", 0, at) - 1)
