"""The files that differ between two trees, found without a look at what they have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from legendary_git.git.objects import TREE, Change, Entry
from legendary_git.git.paths import decode_path

Load = Callable[[str], Mapping[bytes, Entry]]


def compare_trees(load: Load, old: str | None, new: str | None, folder: bytes = b"") -> Iterator[Change]:
    """The regular files that differ between two trees at the same place, in no order; None: no tree is on that side.

    `load` gives the entries of the tree of that id; what it raises passes through. `folder` ends with a slash.
    """
    before, after = (load(tree) if tree is not None else {} for tree in (old, new))
    for name in before.keys() | after.keys():
        sides = before.get(name), after.get(name)
        if sides[0] == sides[1]:
            continue
        tree, new_tree = (side.oid if side is not None and side.mode == TREE else None for side in sides)
        if tree != new_tree:
            yield from compare_trees(load, tree, new_tree, folder + name + b"/")
        file, new_file = (side.oid if side is not None and side.is_regular else None for side in sides)
        if file != new_file:
            yield Change(decode_path(folder + name), file, new_file)
