"""What only git tells of whether a memory may be pushed: once for each HEAD, and for what is not committed."""

from __future__ import annotations

from legendary_git.git.paths import encode_path
from legendary_git.store.quick_put import put_committed
from legendary_git.usecases.git_at_place import ask_git_at
from legendary_git.usecases.place import Place
from legendary_git.usecases.pushing import Push

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from legendary_git.domain.memory import Memory

_DEFAULT_BRANCHES = ("main", "master")
_REMOTE = "refs/remotes/origin/"


def find_committed(
    place: Place, memory_paths: list[str], environ: Mapping[str, str], *, only_merged: bool
) -> dict[str, str]:
    """The blob that HEAD, or the default branch, has at each path; empty where it has none."""
    commit = find_default_branch(place, environ) if only_merged else place.head or "HEAD"
    said = ask_git_at(place, environ, "ls-tree", "-z", "--full-tree", commit, "--", *memory_paths) if commit else b""
    entries = {path: line.split()[2].decode() for line, _, path in (one.partition(b"\t") for one in said.split(b"\0"))
               if path}  # fmt: skip
    found = {path: entries.get(encode_path(path), "") for path in memory_paths}
    if place.head and not only_merged:
        put_committed(place.near.root, place.near.git_dir, place.head, found)
    return found


def find_own(place: Place, pushes: list[Push], committed: Mapping[str, str], environ: Mapping[str, str]) -> set[str]:
    """The paths of those uncommitted ones that may be pushed all the same.

    These are the ones that git's own user here wrote, and those of HEAD in which what is told is what HEAD has: only
    their anchors, evidence or history were rewritten.
    """
    me = ask_git_at(place, environ, "var", "GIT_AUTHOR_IDENT").decode("utf-8", "replace").strip().rsplit(" ", 2)[0]
    own = {one.noted.path for one in pushes if me and one.noted.author == me}
    rest = (one for one in pushes if one.noted.path not in own and committed.get(one.noted.path))
    return own | {one.noted.path for one in rest if _is_told_by_head(place, one, committed[one.noted.path], environ)}


def _is_told_by_head(place: Place, push: Push, blob: str, environ: Mapping[str, str]) -> bool:
    from legendary_git.domain.memory import Memory  # late: this is for memories that were changed and not committed
    from legendary_git.store.memory_fields import build_memory
    from legendary_git.store.memory_file import parse_memory
    from legendary_git.store.texts import unpack_json

    there = parse_memory(push.noted.path, ask_git_at(place, environ, "cat-file", "blob", blob))
    here = build_memory(push.noted.path, unpack_json(push.noted.front), push.noted.body)
    return isinstance(there, Memory) and _told(there) == _told(here)


def _told(memory: Memory) -> tuple[object, ...]:
    return (memory.id, memory.label, memory.title, memory.body, memory.front.get("author"), memory.triggers)


def find_default_branch(place: Place, environ: Mapping[str, str]) -> str:
    """The commit of the remote's, as the last clone or fetch knew it; else of the one that new repositories get here.

    Where neither is here (the remote's has another name by now), of a branch of the remote that is called so, or of its
    only one. Empty: none is found.
    """
    said = ask_git_at(place, environ, "config", "init.defaultBranch").decode("utf-8", "replace").strip()
    names = [*([said] if said else []), *_DEFAULT_BRANCHES]
    refs = [f"{_REMOTE}HEAD", *(f"{folder}{name}" for folder in ("refs/heads/", _REMOTE) for name in names)]
    for ref in refs:
        if found := ask_git_at(place, environ, "rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}").strip():
            return found.decode("ascii")
    listed = ask_git_at(place, environ, "for-each-ref", "--format=%(objectname)%(symref)", _REMOTE).split()
    branches = [one for one in listed if b"/" not in one]  # not `origin/HEAD`, which names another one
    return branches[0].decode("ascii") if len(branches) == 1 else ""
