"""Where another tool keeps what is to be imported, and how what comes from there is named for good."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from legendary_git.domain.values import dataclass
from legendary_git.errors import StoreError, UsageError
from legendary_git.git.paths import decode_path, repo_path_of
from legendary_git.store.bad_file import BadFile
from legendary_git.store.foreign_folder import read_foreign, scan_foreign
from legendary_git.usecases.importing.entry import Entry, SourceFile, Unread
from legendary_git.usecases.importing.sources import SOURCES, Source
from legendary_git.usecases.workspace import Workspace

_OURS = ".legendary"


@dataclass(frozen=True, slots=True)
class Place:
    """The folder of the store, and the names of its files from there on.

    `shown` is the folder as the user may open it, `origin` as it is called in every clone.
    """

    folder: Path
    names: tuple[str, ...]
    shown: str
    origin: str
    warnings: tuple[str, ...]

    def show(self, name: str) -> str:
        """A file's path as the user may open it."""
        return os.path.join(self.shown, name)  # noqa: PTH118 - `Path` would make a `.` of nothing


def find_place(ws: Workspace, source: Source, folder: Path, path: str) -> Place:
    """The store at `path` as seen from `folder`, or in its usual place below it.

    Raises UsageError for our own, StoreError for none.
    """
    place = folder / path
    if not place.exists():
        raise StoreError(f"there is no {path}", "name the folder, or the file, that holds the memories")
    home = next((home for home in source.homes if (place / home).is_dir()), None)
    found = scan_foreign(place if home is None else place / home, source.suffixes)
    if Path(os.path.realpath(found.folder)).is_relative_to(ws.root / _OURS):
        raise UsageError(
            f"{path} is what git memory itself reads", "nothing needs to be imported: these memories work as they are"
        )
    is_file = not place.is_dir()
    shown = os.path.dirname(path) if is_file else path if home is None else os.path.join(path, home)  # noqa: PTH118, PTH120
    shown = os.path.normpath(shown) if shown else ""
    return Place(found.folder, found.names, "" if shown == "." else shown, _origin_of(ws, found.folder), found.warnings)


def read_files(place: Place) -> tuple[list[SourceFile], list[Unread]]:
    """The files of a store, and those that cannot be read; the others are read all the same."""
    files, unread = [], []
    for name in place.names:
        try:
            files.append(SourceFile(decode_path(os.fsencode(name)), read_foreign(place.folder, name)))
        except BadFile as bad:
            unread.append(Unread.because(name, bad.line, bad.message))
    return files, unread


def origin_of(tool: str, place: Place, entry: Entry) -> str:
    """What `origin:` says of an entry: the same from whichever folder, and in whichever clone, it is imported."""
    name = entry.key if SOURCES[tool].is_named else "/".join(filter(None, (place.origin, entry.file)))
    return f"{tool}:{name.encode('utf-8', 'surrogateescape').decode('utf-8', 'replace')}"


def _origin_of(ws: Workspace, folder: Path) -> str:
    """A folder of this repository by its path from the root, another one by that from the top of its own repository.

    No path of a machine gets into a file that is committed.
    """
    real = Path(os.path.realpath(folder))
    if real == Path(os.path.realpath(ws.root)):
        return ""
    if (inside := repo_path_of(ws.root, folder)) is not None:
        return inside
    top = next((one for one in (real, *real.parents) if (one / ".git").exists()), real)
    return decode_path(os.fsencode("/".join(_parts(top, real))))


def _parts(top: Path, folder: Path) -> Sequence[str]:
    return [part for part in (top.name, *folder.relative_to(top).parts) if part]
