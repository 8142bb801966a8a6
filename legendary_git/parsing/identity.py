"""Which reader gave an answer: a kept answer of another one is not taken."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from legendary_git import __version__

_PACKAGE = Path(__file__).parent.parent


@cache
def judged_by() -> str:
    """Eight hex digits for this version of our rules and of the grammars: equal for equal ones, else different.

    Installing either anew changes the times of its files. That is asked of the disk, because importing the package's
    metadata costs more than most commands.
    """
    kinds = ("domain/*.py", "parsing/**/*.py", "parsing/**/*.toml")
    rules = sorted(path for kind in kinds for path in _PACKAGE.glob(kind))
    said = [__version__, *(_stamp(path) for path in rules)]
    for name in ("tree_sitter", "tree_sitter_language_pack"):
        spec = find_spec(name)
        said.append(_stamp(Path(spec.origin)) if spec is not None and spec.origin else name)
    return hashlib.sha256("\n".join(said).encode("utf-8", "surrogateescape")).hexdigest()[:8]


def _stamp(path: Path) -> str:
    found = path.stat()
    return f"{path} {found.st_size} {found.st_mtime_ns}"
