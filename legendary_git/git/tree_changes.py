"""The files of a tree, and those that differ between two, found without a look at what they have in common.

A few small trees that name each other again and again stand for as many paths as somebody likes: what is looked through
has a limit, above all that people have in one repository.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from legendary_git.git.object_database import too_large
from legendary_git.git.objects import TREE, Change, Entry
from legendary_git.git.paths import decode_path

Load = Callable[[str], Mapping[bytes, Entry]]

MOST_ENTRIES = 2_000_000
"""Entries of trees that one question looks at: the largest repositories that are known have half a million files."""
MOST_PATH = 4_096
"""Bytes of a path: no system takes more. By this, folders are not nested without end either."""
_LONG = 256
"""Bytes of a path, for each of which it counts as one entry more: all that is found is held at once."""


def compare_trees(load: Load, old: str | None, new: str | None) -> Iterator[Change]:
    """The regular files that differ between two trees at the same place, in no order; None: no tree is on that side.

    `load` gives the entries of the tree of that id; what it raises passes through. Raises OverLimit.
    """
    weight = _Weight()
    waiting: list[tuple[str | None, str | None, bytes]] = [(old, new, b"")]
    while waiting:
        *trees, folder = waiting.pop()
        before, after = (load(tree) if tree is not None else {} for tree in trees)
        for name in before.keys() | after.keys():
            sides = before.get(name), after.get(name)
            if sides[0] == sides[1]:
                continue
            path = folder + name
            weight.add(path)
            tree, new_tree = (side.oid if side is not None and side.mode == TREE else None for side in sides)
            if tree != new_tree:
                waiting.append((tree, new_tree, path + b"/"))
            file, new_file = (side.oid if side is not None and side.is_regular else None for side in sides)
            if file != new_file:
                yield Change(decode_path(path), file, new_file)


def walk_tree(load: Load, tree: str, folder: str) -> Iterator[tuple[str, Entry]]:
    """The regular files below a tree that stands at `folder` (empty: it is the root), by path. Raises OverLimit."""
    weight = _Weight()
    waiting = [(tree, f"{folder}/" if folder else "")]
    while waiting:
        oid, prefix = waiting.pop()
        for name, entry in load(oid).items():
            path = prefix + decode_path(name)
            weight.add(name, len(prefix))
            if entry.mode == TREE:
                waiting.append((entry.oid, f"{path}/"))
            elif entry.is_regular:
                yield path, entry


class _Weight:
    """How much may still be looked at."""

    def __init__(self) -> None:
        self._left = MOST_ENTRIES

    def add(self, path: bytes, above: int = 0) -> None:
        size = above + len(path)
        if size > MOST_PATH:
            raise too_large(f"a path of more than {MOST_PATH} bytes")
        self._left -= 1 + size // _LONG
        if self._left < 0:
            raise too_large(f"a tree of more than {MOST_ENTRIES} files and folders")
