"""git's own three-way merge of texts."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from legendary_git.domain.values import dataclass
from legendary_git.errors import GitFailed
from legendary_git.git.environment import ask_git, complaint

_LABELS = ("-L", "ours", "-L", "common ancestor", "-L", "theirs")
_MOST_CONFLICTS = 127


@dataclass(frozen=True, slots=True)
class TextMerge:
    """What came out, with conflict markers where it is not clean."""

    data: bytes
    is_clean: bool


def merge_texts(base: bytes, ours: bytes, theirs: bytes, *, marker_size: int) -> TextMerge:
    """Merge three texts as `git merge` does, in the configured conflict style; `base` may be empty.

    Raises GitFailed for what git takes for binary.
    """
    if ours == theirs or theirs == base:
        return TextMerge(ours, is_clean=True)
    if ours == base:
        return TextMerge(theirs, is_clean=True)
    with TemporaryDirectory(prefix="legendary-merge-") as folder:
        names = []
        for name, data in (("ours", ours), ("base", base), ("theirs", theirs)):
            (Path(folder) / name).write_bytes(data)
            names.append(f"{folder}/{name}")
        words = ["merge-file", "-p", "-q", f"--marker-size={marker_size}", *_LABELS, *names]
        # A merge driver is run where git is, with git's variables: these name the right configuration.
        result = ask_git(words, Path.cwd(), environ={**os.environ, "LC_ALL": "C"})
    if not 0 <= result.returncode <= _MOST_CONFLICTS:
        raise GitFailed(complaint(result), "Merge the file by hand.")
    return TextMerge(result.stdout, is_clean=result.returncode == 0)
