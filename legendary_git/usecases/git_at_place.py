"""What a push asks of git itself, where files do not tell."""

from __future__ import annotations

from pathlib import Path

from legendary_git.errors import UserError
from legendary_git.git.environment import ask_git, scrubbed
from legendary_git.git.paths import encode_path
from legendary_git.store.places import MEMORIES
from legendary_git.usecases.place import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

_MOST_COMMITS = 1_000
_MOST_PATHS = 500


def ask_git_at(place: Place, environ: Mapping[str, str], *words: str) -> bytes:
    """What git says; nothing where it fails."""
    try:
        result = ask_git([encode_path(word) for word in words], Path(place.near.root), environ=scrubbed(environ))
    except UserError:
        return b""
    return result.stdout if result.returncode == 0 else b""


def is_untouched_since(
    place: Place, before: str, files: Collection[str], memory_ids: Collection[str], environ: Mapping[str, str]
) -> bool:
    """Whether HEAD follows the commit `before` by first parents, and no commit on the way touched any of these.

    That is all that a verdict on code that stands where it was stamped, and since when it is so, hang on: the files of
    its anchors, and the memory's own file, whatever name it has. False too where that takes long to tell.
    """
    if place.head is None or len(files) + len(memory_ids) > _MOST_PATHS:
        return False
    way = f"{before}..{place.head}"
    most = f"--max-count={_MOST_COMMITS}"
    passed = ask_git_at(place, environ, "rev-list", "--first-parent", "--parents", most, way, "--").splitlines()
    if not passed or passed[-1].split()[1:2] != [before.encode("ascii")]:
        return False
    paths = [f":(top,literal){path}" for path in files] + [f":(top,glob){MEMORIES}/{one}*" for one in memory_ids]
    return not ask_git_at(place, environ, "rev-list", "--first-parent", "--max-count=1", way, "--", *paths)
