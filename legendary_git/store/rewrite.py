"""Rewrite a memory file where a command was asked to, and leave every other byte of it as it is."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.memory import FrontValue, Memory
from legendary_git.errors import MemoryRefused, StoreError
from legendary_git.store.anchor_fields import ANCHOR_KEYS, format_anchor
from legendary_git.store.fences import split_file
from legendary_git.store.folder import read_file, why_not_a_folder
from legendary_git.store.front_edits import FrontEdits
from legendary_git.store.memory_file import parse_memory

Event = Mapping[str, str]
"""An entry of `history:`; keys without a value are left out."""


def rewrite_anchors(memory: Memory, data: bytes, anchors: Mapping[int, Anchor], events: list[Event], at: str) -> bytes:
    """The memory's file `data` with the anchors of those numbers replaced, the events added to its history, and
    `updated` set to `at`.

    Unknown keys, comments, order, line ends and the body stay byte for byte. Raises MemoryRefused where what came out
    would not be read as exactly that.
    """
    parts = split_file(data)
    text = data[parts.front_start : parts.front_end].decode("utf-8")
    edits = FrontEdits(text)
    for number, anchor in anchors.items():
        before = format_anchor(memory.anchors[number])
        edits.set_keys(f"anchors[{number}]", before, format_anchor(anchor), ANCHOR_KEYS)
    edits.set_value("updated", at)
    edits.append_items("history", [{key: value for key, value in event.items() if value} for event in events])
    front_bytes = edits.result().encode("utf-8")
    written = data[: parts.front_start] + front_bytes + data[parts.front_end :]
    _check(memory, written, anchors)
    return written


def replace_file(root: Path, repo_path: str, before: bytes, after: bytes) -> None:
    """Put `after` in the place of the memory file that holds `before`, in one step; its permissions stay.

    Raises StoreError where the file is not there, is a link, has changed since it was read, or cannot be written.
    """
    if (refusal := why_not_a_folder(root)) is not None:
        raise StoreError(f"{refusal.path}: {refusal.message}", "memories are only written into a real folder")
    target = root / repo_path
    temporary = target.with_name(f".{target.name}.{os.urandom(4).hex()}.tmp")
    try:
        mode = stat.S_IMODE(os.lstat(target).st_mode)
        _write(temporary, after, mode)
        if read_file(root, repo_path) != before:
            raise StoreError(f"{repo_path} was changed by somebody else just now", "run the command again")
        temporary.replace(target)
    except OSError as error:
        todo = "free some space on the disk" if error.errno == errno.ENOSPC else "make the file and its folder writable"
        raise StoreError(f"cannot write {repo_path}: {error.strerror}", todo) from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _write(path: Path, data: bytes, mode: int) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        os.fchmod(file.fileno(), mode)
        file.flush()
        os.fsync(file.fileno())


def _check(memory: Memory, written: bytes, anchors: Mapping[int, Anchor]) -> None:
    """What was written must be read as the same memory with the new anchors."""
    found = parse_memory(memory.path, written)
    wanted = tuple(anchors.get(number, anchor) for number, anchor in enumerate(memory.anchors))
    changed = ("anchors", "history", "updated")
    is_same = (
        isinstance(found, Memory)
        and found.anchors == wanted
        and found.body == memory.body
        and _without(found.front, changed) == _without(memory.front, changed)
    )
    if not is_same:
        raise MemoryRefused(
            f"{memory.path} is written in a way that cannot be changed in place",
            "write its anchors in block style, one key a line, then try again; nothing was written",
        )


def _without(front: Mapping[str, FrontValue], keys: tuple[str, ...]) -> dict[str, FrontValue]:
    return {key: value for key, value in front.items() if key not in keys}
