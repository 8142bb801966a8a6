"""Which back end answers for a repository."""

from __future__ import annotations

from collections.abc import Mapping

from legendary_git.errors import ConfigError, RepositoryError
from legendary_git.git.discovery import Place, unsupported
from legendary_git.git.environment import scrubbed
from legendary_git.git.object_database import ObjectDatabase
from legendary_git.git.objects import ObjectFormat

VARIABLE = "LEGENDARY_GIT_BACKEND"
"""Names the back end to use: `libgit2` or `git`. Without it, libgit2 is used wherever it does not refuse."""


def open_objects(place: Place, environ: Mapping[str, str]) -> ObjectDatabase:
    """The back end for a repository that git itself reads.

    Raises ConfigError where the variable names none, RepositoryError where it names libgit2 and that refuses.
    """
    choice = environ.get(VARIABLE, "")
    if choice not in ("", "git", "libgit2"):
        raise ConfigError(f"there is no back end `{choice}`", f"Set {VARIABLE} to `git` or `libgit2`, or unset it.")
    if choice != "git":
        try:
            return _open_libgit(place)
        except RepositoryError:
            if choice == "libgit2":
                raise
    return _open_command(place, environ)


def _open_libgit(place: Place) -> ObjectDatabase:
    if place.objects:
        raise unsupported(" and ".join(place.objects))
    if place.object_format is not ObjectFormat.SHA1:  # known without the import, which is slow
        raise unsupported(f"extensions.objectFormat = {place.object_format.value}")
    if (place.common_dir / "info/grafts").exists():  # they are of this clone alone, and give it another history
        raise RepositoryError("libgit2 obeys .git/info/grafts, which git is told not to", f"Unset {VARIABLE}.")
    from legendary_git.git.libgit import LibgitObjects

    return LibgitObjects(place.git_dir)


def _open_command(place: Place, environ: Mapping[str, str]) -> ObjectDatabase:
    from legendary_git.git.gitcmd import CommandObjects

    return CommandObjects(place.git_dir, {**scrubbed(environ), **place.objects}, place.object_format)
