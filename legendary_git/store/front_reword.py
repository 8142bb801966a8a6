"""Make a front matter say other values, and leave every line of it that already says what it must as it was typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from legendary_git.domain.memory import FrontValue
from legendary_git.domain.merge_anchors import place_of
from legendary_git.domain.values import dataclass
from legendary_git.store.anchor_fields import ANCHOR_KEYS
from legendary_git.store.front_edits import FrontEdits
from legendary_git.store.memory_file import KEYS
from legendary_git.store.yaml_reader import parse_mapping
from legendary_git.store.yaml_spans import ValueSpan, find_spans
from legendary_git.store.yaml_text import format_fields

Fields = Mapping[str, FrontValue]


def reword(text: str, wanted: Fields, donors: Sequence[str] = ()) -> str:
    """A front matter in block style with LF line ends, changed so that it says `wanted`.

    Keys that are missing come where a new file would have them, unknown ones last; lists are changed item by item. What
    is put in is taken as it was typed from the first of the `donors`, other front matter, that has it. Raises BadFile
    for text that is not front matter. What comes out is for the caller to read back: text in an odd style may not be
    what was meant.
    """
    text = _reword_anchors(text, wanted)
    fields, _ = parse_mapping(text, first_line=2)
    spans = find_spans(text)
    entries = _cut(text, list(fields), spans)
    given = [_Donor.read(donor) for donor in donors]
    found = {key: _entry(key, lines, fields[key], wanted.get(key), given) for key, lines in entries.items() if key}
    for key in [*(key for key in KEYS if key in wanted), *sorted(wanted)]:
        if key not in found:
            typed = next((donor.entries[key] for donor in given if donor.fields.get(key) == wanted[key]), None)
            found = _inserted(found, key, format_fields({key: wanted[key]}) if typed is None else "".join(typed))
    return "".join([*(found[key] for key in found), *entries.get("", ())])


@dataclass(frozen=True, slots=True)
class _Donor:
    """Other front matter: what it says, and the lines of each key."""

    fields: Fields
    entries: Mapping[str, list[str]]

    @classmethod
    def read(cls, text: str) -> _Donor:
        fields, _ = parse_mapping(text, first_line=2)
        return cls(fields, _cut(text, list(fields), find_spans(text)))

    def find(self, key: str, item: FrontValue, indent: str) -> str | None:
        """The lines of an item of the list `key`, if it has it in block style and as far indented."""
        items = self.fields.get(key)
        if not isinstance(items, list) or item not in items:
            return None
        block = _Block.read(key, "".join(self.entries[key]), items)
        return block.items[items.index(item)] if block is not None and block.indent == indent else None


@dataclass(frozen=True, slots=True)
class _Block:
    """A list in block style: the lines above its items, those of each item, and what is below."""

    head: str
    items: list[str]
    tail: str
    indent: str

    @classmethod
    def read(cls, key: str, text: str, items: list[FrontValue]) -> _Block | None:
        spans = find_spans(text)
        if spans[key].is_flow or not items:
            return None
        lines = text.splitlines(keepends=True)
        first = next(number for number, line in enumerate(lines) if not _says_nothing(line)) + 1
        starts = {str(number): text.count("\n", 0, spans[f"{key}[{number}]"].start) for number in range(len(items))}
        parts = _parts(lines[first:], {name: start - first for name, start in starts.items()})
        line = lines[starts["0"]]
        chunks = ["".join(parts[name]) for name in starts]
        return cls("".join(lines[:first]), chunks, "".join(parts[""]), line[: len(line) - len(line.lstrip(" "))])


def _reword_anchors(text: str, wanted: Fields) -> str:
    """Anchors that stay where they are and have other keys now are changed key by key."""
    fields, _ = parse_mapping(text, first_line=2)
    before, after = fields.get("anchors"), wanted.get("anchors")
    if not isinstance(before, list) or not isinstance(after, list):
        return text
    edits = FrontEdits(text)
    known = {place_of(one): one for one in after if isinstance(one, dict)}
    for number, one in enumerate(before):
        new = known.pop(place_of(one), None)
        if isinstance(one, dict) and new is not None and new != one:
            edits.set_keys(f"anchors[{number}]", one, new, _order_of(one, new))
    return edits.result()


def _order_of(*anchors: Fields) -> list[str]:
    keys = {key for anchor in anchors for key in anchor}
    return [*(key for key in ANCHOR_KEYS if key in keys), *sorted(keys - set(ANCHOR_KEYS))]


def _cut(text: str, keys: Sequence[str], spans: Mapping[str, ValueSpan]) -> dict[str, list[str]]:
    """The lines of each key, those of comment and blank lines above it too; what is below the last key under ""."""
    starts = [text.count("\n", 0, spans[key].key_start) for key in keys]
    return _parts(text.splitlines(keepends=True), dict(zip(keys, starts, strict=True)))


def _parts(lines: list[str], starts: Mapping[str, int]) -> dict[str, list[str]]:
    """Cut lines before each start; comment and blank lines right above it go with it."""
    found: dict[str, list[str]] = {}
    begin = 0
    for name, following in pairwise([*starts, ""]):
        end = starts.get(following, len(lines))
        while end > starts[name] + 1 and _says_nothing(lines[end - 1]):
            end -= 1
        found[name] = lines[begin:end]
        begin = end
    return {**found, "": lines[begin:]}


def _says_nothing(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


def _entry(key: str, lines: list[str], before: FrontValue, after: FrontValue | None, donors: Sequence[_Donor]) -> str:
    """The lines of one key, changed from saying `before` to saying `after`; None: it goes."""
    text = "".join(lines)
    if after is None:
        return _above(lines)
    if before == after:
        return text
    span = find_spans(text)[key]
    if span.is_flow or (isinstance(before, str) and isinstance(after, str)):
        edits = FrontEdits(text)
        edits.set_value(key, after)
        return edits.result()
    if span.is_list and isinstance(before, list) and isinstance(after, list) and after:
        return _list(key, text, before, after, donors)
    return _above(lines) + format_fields({key: after})


def _list(key: str, text: str, before: list[FrontValue], after: list[FrontValue], donors: Sequence[_Donor]) -> str:
    """A list in block style with other items: each that it has keeps its lines."""
    block = _Block.read(key, text, before)
    if block is None:
        return _above(text.splitlines(keepends=True)) + format_fields({key: after})
    known = list(zip(before, block.items, strict=True))
    written = []
    for item in after:
        place = next((number for number, (one, _) in enumerate(known) if one == item), None)
        written.append(known.pop(place)[1] if place is not None else _item(key, item, block.indent, donors))
    left = [_above(lines.splitlines(keepends=True)) for _, lines in known]
    return "".join([block.head, *left, *written, block.tail])


def _item(key: str, item: FrontValue, indent: str, donors: Sequence[_Donor]) -> str:
    typed = [found for donor in donors if (found := donor.find(key, item, indent)) is not None]
    if typed:
        return typed[0]
    lines = format_fields({key: [item]}).splitlines(keepends=True)[1:]
    return "".join(f"{indent}{line[2:]}" for line in lines)


def _above(lines: list[str]) -> str:
    """The comment and blank lines above a key."""
    count = next((number for number, line in enumerate(lines) if not _says_nothing(line)), len(lines))
    return "".join(lines[:count])


def _inserted(found: dict[str, str], key: str, text: str) -> dict[str, str]:
    """The entries with one more, after the last of those that stand before it in a new file."""
    earlier = [one for one in found if key not in KEYS or (one in KEYS and KEYS.index(one) < KEYS.index(key))]
    if not earlier:
        return {key: text, **found}
    parts: dict[str, str] = {}
    for one, lines in found.items():
        parts[one] = lines
        if one == earlier[-1]:
            parts[key] = text
    return parts
