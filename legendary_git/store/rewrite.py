"""Rewrite a memory file where a command was asked to, and leave every other byte of it as it is."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.memory import FrontValue, Memory
from legendary_git.domain.values import dataclass, field
from legendary_git.errors import MemoryRefused, StoreError
from legendary_git.store.anchor_fields import ANCHOR_KEYS, format_anchor
from legendary_git.store.fences import split_file
from legendary_git.store.folder import read_file, why_not_a_folder
from legendary_git.store.front_edits import FrontEdits
from legendary_git.store.memory_file import parse_memory
from legendary_git.store.temporary import temporary_file, write_durably

Event = Mapping[str, str]
"""An entry of `history:`; keys without a value are left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a command changes in the front matter of one memory, and nothing else.

    `anchors` are put in the place of those with these numbers, `new_anchors` added, `gone_anchors` taken away.
    `values` are set, `without` are keys that go; of lists, `added` are appended, `dropped` taken out.
    """

    anchors: Mapping[int, Anchor] = field(default_factory=dict)
    new_anchors: Sequence[Anchor] = ()
    gone_anchors: frozenset[int] = frozenset()
    values: Mapping[str, FrontValue] = field(default_factory=dict)
    without: Collection[str] = ()
    added: Mapping[str, Sequence[FrontValue]] = field(default_factory=dict)
    dropped: Mapping[str, Collection[FrontValue]] = field(default_factory=dict)


def rewrite_anchors(memory: Memory, data: bytes, anchors: Mapping[int, Anchor], events: list[Event], at: str) -> bytes:
    """The memory's file `data` with the anchors of those numbers replaced, and the events added to its history.

    As `rewrite_front`.
    """
    return rewrite_front(memory, data, Change(anchors=anchors, added={"history": [*map(entry_of, events)]}), at)


def entry_of(event: Event) -> FrontValue:
    """An event as it is written into `history:`."""
    return {key: value for key, value in event.items() if value}


def rewrite_front(memory: Memory, data: bytes, change: Change, at: str) -> bytes:
    """The memory's file `data` with a change made in its front matter, and `updated` set to `at`.

    Unknown keys, comments, order, line ends and the body stay byte for byte. Raises MemoryRefused where what came out
    would not be read as exactly that.
    """
    parts = split_file(data)
    edits = FrontEdits(data[parts.front_start : parts.front_end].decode("utf-8"))
    for number, anchor in change.anchors.items():
        before = format_anchor(memory.anchors[number])
        edits.set_keys(f"anchors[{number}]", before, format_anchor(anchor), ANCHOR_KEYS)
    wanted = _wanted_values(memory, change, at)
    for key, value in wanted.items():
        edits.set_value(key, value)
    for key, items in change.added.items():
        if key not in wanted:
            edits.append_items(key, list(items))
    for key in change.without:
        edits.drop_key(key)
    for key, numbers in _dropped_numbers(memory, change).items():
        edits.drop_items(key, numbers)
    edits.append_items("anchors", [format_anchor(one) for one in change.new_anchors], in_blocks=True)
    front_bytes = edits.result().encode("utf-8")
    written = data[: parts.front_start] + front_bytes + data[parts.front_end :]
    _check(memory, written, change, wanted)
    return written


def _wanted_values(memory: Memory, change: Change, at: str) -> dict[str, FrontValue]:
    """The keys that are set as a whole: also one text that becomes a list, or the only one that is left of it."""
    wanted = {**change.values, "updated": at}
    for key, items in change.added.items():
        if (one := memory.front.get(key, "")) and isinstance(one, str) and items:
            wanted[key] = [one, *items]
    return wanted


def _dropped_numbers(memory: Memory, change: Change) -> dict[str, list[int]]:
    found = {"anchors": sorted(change.gone_anchors)} if change.gone_anchors else {}
    for key, items in change.dropped.items():
        value = memory.front.get(key, "")
        known = value if isinstance(value, list) else []
        if numbers := [number for number, item in enumerate(known) if item in items]:
            found[key] = numbers
    return found


def replace_file(root: Path, repo_path: str, before: bytes, after: bytes) -> None:
    """Put `after` in the place of the memory file that holds `before`, in one step; its permissions stay.

    Raises StoreError where the file is not there, is a link, has changed since it was read, or cannot be written.
    """
    if (refusal := why_not_a_folder(root)) is not None:
        raise StoreError(f"{refusal.path}: {refusal.message}", "memories are only written into a real folder")
    target = root / repo_path
    try:
        mode = stat.S_IMODE(os.lstat(target).st_mode)
        with temporary_file(target.parent, target.name, 0o600) as (temporary, descriptor):
            os.fchmod(descriptor, mode)
            write_durably(descriptor, after)
            if read_file(root, repo_path) != before:
                raise StoreError(f"{repo_path} was changed by somebody else just now", "run the command again")
            temporary.replace(target)
    except OSError as error:
        todo = "free some space on the disk" if error.errno == errno.ENOSPC else "make the file and its folder writable"
        raise StoreError(f"cannot write {repo_path}: {error.strerror}", todo) from error


def _check(memory: Memory, written: bytes, change: Change, wanted: Mapping[str, FrontValue]) -> None:
    """What was written must be read as the same memory with that change, whatever the style of the file."""
    found = parse_memory(memory.path, written)
    kept = [n for n in range(len(memory.anchors)) if n not in change.gone_anchors]
    anchors = (*(change.anchors.get(n, memory.anchors[n]) for n in kept), *change.new_anchors)
    is_same = (
        isinstance(found, Memory)
        and found.anchors == anchors
        and _unknown_keys(found, range(len(kept))) == _unknown_keys(memory, kept)
        and found.body == memory.body
        and _said(found.front) == _said(_changed(memory, change, wanted))
    )
    if not is_same:
        raise MemoryRefused(
            f"{memory.path} is written in a way that cannot be changed in place",
            "write its front matter in block style, one key a line, then try again; nothing was written",
        )


def _changed(memory: Memory, change: Change, wanted: Mapping[str, FrontValue]) -> dict[str, FrontValue]:
    """What the front matter must say, apart from its anchors."""
    front = {key: value for key, value in memory.front.items() if key not in change.without}
    for key, items in change.dropped.items():
        if isinstance(value := front.get(key), list):
            front[key] = [item for item in value if item not in items]
    for key, items in change.added.items():
        value = front.get(key)
        front[key] = [*(value if isinstance(value, list) else []), *items]
    return {**front, **wanted}


def _said(front: Mapping[str, FrontValue]) -> dict[str, FrontValue]:
    """Without the anchors, which are compared by what they mean, and without what says nothing."""
    return {key: value for key, value in front.items() if key != "anchors" and value not in ("", [])}


def _unknown_keys(memory: Memory, numbers: Iterable[int]) -> list[FrontValue]:
    anchors = memory.front.get("anchors")
    entries = anchors if isinstance(anchors, list) else []
    return [
        {key: value for key, value in entry.items() if key not in ANCHOR_KEYS}
        for number in numbers
        if isinstance(entry := entries[number], dict)
    ]
