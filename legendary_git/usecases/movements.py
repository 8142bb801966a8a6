"""What changed between a stamp and a judged state of the code, for following what is gone from its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.evidence import ChangedFile
from legendary_git.domain.parsed import ParsedFile, Unreadable
from legendary_git.domain.verdict import Reason
from legendary_git.git.change_set import ChangeSet
from legendary_git.git.follow_path import follow_path
from legendary_git.git.object_database import MOST_BYTES
from legendary_git.git.objects import Change
from legendary_git.git.repository import Repository
from legendary_git.parsing.language import find_language
from legendary_git.usecases.code import Code
from legendary_git.usecases.parsed_files import ParsedFiles

if TYPE_CHECKING:
    from legendary_git.domain.stamp import Stamp
    from legendary_git.usecases.definitions import Definitions, OutlinedFile
    from legendary_git.usecases.outline import Outline

_Read = TypeVar("_Read")
_WHOLE_TREE_BYTES = 8_000_000
"""Without a base every file may hold the body. Beyond this much source no search is made: the answer is unknown."""


class Sides:
    """Read either side of a change, if it holds the words that the body must hold."""

    def __init__(self, repo: Repository, code: Code, parsed: ParsedFiles, language: str | None) -> None:
        self._repo = repo
        self._code = code
        self._parsed = parsed
        self._language = language

    def holds_symbol(self, path: str, blob: str | None, symbol: str) -> bool:
        """Whether a symbol of this name stands in what was before; True where that cannot be read."""
        data = self._repo.read_blob(blob) if blob is not None else None
        if blob is None or data is None:
            return blob is not None
        parsed = self._parsed.load(path, blob, data, None)
        return isinstance(parsed, Unreadable) or any(one.name == symbol for one in parsed.symbols)

    def lacking(self, changes: ChangeSet, needles: frozenset[bytes]) -> set[str]:
        """Contents that are known to be of no interest."""
        return self._parsed.sift(changes.contents(self._repo.read_blob), needles)

    def before(self, path: str, blob: str | None, needles: frozenset[bytes]) -> ParsedFile | Unreadable | None:
        return self._parse(path, blob, self._read_blob, needles)

    def after(self, path: str, blob: str | None, needles: frozenset[bytes]) -> ParsedFile | Unreadable | None:
        return self._parse(path, blob, self._code.read, needles)

    def definitions(self, suffix: str, search: Callable[[], Iterable[OutlinedFile]]) -> Definitions:
        """All definitions of the language in files so named, which `search` finds as outlines."""
        return self._parsed.definitions((self._code.key, suffix, self._language), search)

    def outline(self, path: str, blob: str) -> Outline | Unreadable | None:
        """As `after`, where no words tell what to look for."""
        return self._parsed.outline(path, blob, self._language, lambda: self._code.read(path, blob))

    def size_of(self, path: str, blob: str) -> int:
        """The number of bytes that stand at `path` now."""
        return self._parsed.size_of(blob, lambda: self._code.read(path, blob))

    def _read_blob(self, path: str, blob: str) -> bytes | None:  # noqa: ARG002 - the working tree needs the path
        return self._repo.read_blob(blob)

    def _parse(
        self, path: str, blob: str | None, read: Callable[[str, str], bytes | None], needles: frozenset[bytes]
    ) -> ParsedFile | Unreadable | None:
        if blob is None or blob in self._parsed.lacking(needles):
            return None
        data = read(path, blob)
        if data is None:
            return self._unread(path, blob)
        if not self._parsed.holds(blob, data, needles) or find_language(path, data) != self._language:
            return None
        return self._parsed.load(path, blob, data, None)

    def _unread(self, path: str, blob: str) -> Unreadable | None:
        """A content that is not here may hold the body; one that is too large to be read, if its name fits."""
        reason = why_unread(self._repo, blob)
        is_fitting = reason is not Reason.OVER_LIMIT or find_language(path, b"") == self._language
        return Unreadable(reason) if is_fitting else None


def why_unread(repo: Repository, blob: str | None) -> Reason:
    """Why a content was not read: it is not here, or it is larger than what is read at all."""
    size = repo.blob_size(blob) if blob is not None else None
    return Reason.OVER_LIMIT if size is not None and size > MOST_BYTES else Reason.OBJECT_MISSING


class ChangedSince:
    """Movements since a commit that the judged history holds.

    The stamped content counts as what stood at the anchor's path: it may never have been committed.
    """

    is_complete = True

    def __init__(
        self, repo: Repository, code: Code, sides: Sides, anchor: Anchor, base: str, stamped: str | None
    ) -> None:
        self._repo = repo
        self._code = code
        self._base = base
        self._sides = sides
        self._changes = code.changes_since(base)
        self._own = _own_change(self._changes, anchor.file, stamped, code)

    def renamed_to(self, path: str) -> str | None:
        commit = self._code.commit
        if commit is None:
            return None
        committed = follow_path(self._repo, self._base, commit, path)
        if committed is not None and self._code.blob_at(committed) is not None:
            return committed
        return self._code.renamed_to(committed or path)

    def paths_before(self, blob: str) -> tuple[str, ...]:
        own = (self._own.path,) if self._own.before == blob else ()
        return (*own, *self._others(self._changes.paths_before(blob)))

    def paths_after(self, blob: str) -> tuple[str, ...]:
        own = (self._own.path,) if self._own.after == blob else ()
        return (*own, *self._others(self._changes.paths_after(blob)))

    def stood_before(self, path: str, symbol: str) -> bool:
        change = self._own if path == self._own.path else self._changes.by_path.get(path)
        return change is not None and self._sides.holds_symbol(path, change.before, symbol)

    def files(self, needles: frozenset[bytes]) -> Iterator[ChangedFile]:
        lacking = self._sides.lacking(self._changes, needles)
        for change in self._all():
            before, after = change.before, change.after
            if (after is None or after in lacking) and (before is None or before in lacking):
                continue
            old = self._sides.before(change.path, before, needles)
            new = self._sides.after(change.path, after, needles)
            if isinstance(old, Unreadable) and new is None:
                continue  # nothing came to this file: what it once was does not matter
            if old is not None or new is not None:
                yield ChangedFile(change.path, old, new)

    def _all(self) -> Iterator[Change]:
        """Every change in the order of paths, the anchor's own as if what was stamped had been committed."""
        own: Change | None = self._own
        for change in self._changes.changes:
            if own is not None and change.path >= own.path:
                yield own
                own = None
            if change.path != self._own.path:
                yield change
        if own is not None:
            yield own

    def _others(self, paths: tuple[str, ...]) -> Iterator[str]:
        return (path for path in paths if path != self._own.path)


class WholeTree:
    """Movements where the stamp's tree is not known (a shallow clone, say): any file may hold the body."""

    is_complete = False

    def __init__(self, code: Code, sides: Sides, stamp: Stamp) -> None:
        self._code = code
        self._anchor = stamp.anchor
        self._stamp = stamp
        self._sides = sides

    def renamed_to(self, path: str) -> str | None:
        """By what is not committed alone: without the tree before there are no other renames."""
        return self._code.renamed_to(path)

    def stood_before(self, path: str, symbol: str) -> bool:  # noqa: ARG002 - there is no tree before
        return True

    def paths_before(self, blob: str) -> tuple[str, ...]:  # noqa: ARG002 - there is no tree before
        return ()

    def paths_after(self, blob: str) -> tuple[str, ...]:
        return self._code.changes_since(None).paths_after(blob)

    def files(self, needles: frozenset[bytes]) -> Iterator[ChangedFile]:
        return (ChangedFile(path, None, one) for path, one in self._find(needles))

    def _find(self, needles: frozenset[bytes]) -> Iterable[tuple[str, ParsedFile | Unreadable]]:
        if needles or self._anchor.symbol is None:
            return self._search(lambda path, blob: self._sides.after(path, blob, needles))
        if self._stamp.recomputed is not None:  # a body of short words alone, which is here
            return self._search(self._sides.outline)
        suffix = _suffix(self._anchor.file)
        definitions = self._sides.definitions(suffix, lambda: self._search(self._sides.outline))
        return definitions.files_for(self._anchor, self._stamp.own_name)

    def _search(self, read: Callable[[str, str], _Read | None]) -> Iterator[tuple[str, _Read | Unreadable]]:
        left = _WHOLE_TREE_BYTES
        suffix = _suffix(self._anchor.file)
        for change in self._code.changes_since(None).changes:
            if change.after is None or _suffix(change.path) != suffix:
                continue
            left -= self._sides.size_of(change.path, change.after)
            if left < 0:
                yield change.path, Unreadable(Reason.OBJECT_MISSING)
                return
            after = read(change.path, change.after)
            if after is not None:
                yield change.path, after


def _own_change(changes: ChangeSet, path: str, stamped: str | None, code: Code) -> Change:
    own = changes.by_path.get(path) or Change(path, None, code.blob_at(path))
    return own if stamped is None else Change(path, stamped, own.after)


def _suffix(path: str) -> str:
    name = path.rpartition("/")[2]
    return name.rpartition(".")[2] if "." in name else ""
