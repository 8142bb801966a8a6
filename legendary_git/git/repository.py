"""One repository: the narrow door through which everything above asks git."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from legendary_git.domain.values import replace
from legendary_git.errors import UnknownRevision, UserError
from legendary_git.git.deadline import refuse_late, seconds_left
from legendary_git.git.discovery import Place, find_place
from legendary_git.git.disk_bytes import read_git_file
from legendary_git.git.environment import ask_git, run_git, scrubbed
from legendary_git.git.objects import Change, Commit, Entry, Touch, is_regular_mode
from legendary_git.git.paths import decode_path, locale_path
from legendary_git.git.raw_objects import parse_commit

if TYPE_CHECKING:
    from legendary_git.git.change_log import ChangeLog
    from legendary_git.git.object_database import ObjectDatabase
    from legendary_git.git.path_log import PathLog
    from legendary_git.git.step_log import Step, StepLog

_RENAME_LIMIT = 1000
_PREFIX = re.compile(r"[0-9a-f]{4,}")


class Repository:
    """A repository, mostly with a work tree. Objects never change; HEAD, configuration and disk are read when asked."""

    def __init__(self, place: Place, environ: Mapping[str, str]) -> None:
        self.root = place.root
        self.git_dir = place.git_dir
        self.common_dir = place.common_dir
        self.state_dir = place.git_dir / "legendary"
        self.object_format = place.object_format
        self.object_folders = place.object_folders
        self._place = place
        self._environ = dict(environ)
        self._child_environ = {**scrubbed(environ), **place.objects}
        self._commits: dict[str, Commit] = {}
        self._renames: dict[tuple[str, str], dict[str, str]] = {}

    @classmethod
    def find(cls, start: Path, environ: Mapping[str, str], *, may_be_bare: bool = False) -> Repository:
        """The repository that git would use in the folder `start` with that environment.

        Raises RepositoryError: none, bare (unless it may be), not trusted, or of a format that cannot be read.
        """
        return cls(find_place(start, environ, may_be_bare=may_be_bare), environ)

    def apart(self) -> Repository:
        """The same repository with nothing open yet: two processes cannot share what is."""
        return Repository(self._place, self._environ)

    def abs_path(self, repo_path: str) -> Path:
        return self.root / locale_path(repo_path)

    def git(
        self,
        *words: str | bytes,
        stdin: bytes = b"",
        extra: Mapping[str, str] | None = None,
        with_user_locale: bool = False,
    ) -> bytes:
        """Run git on this repository, from its root; what it prints. Raises GitFailed.

        `extra` is added to the environment; a filter of the user's is run in the user's locale.
        """
        environ = self._child_environ | dict(extra or {})
        if with_user_locale:
            environ.pop("LC_ALL")
            environ |= {name: value for name, value in self._environ.items() if name == "LC_ALL"}
        return run_git([*self._place_words(), *words], self.root, stdin=stdin, environ=environ)

    def head(self) -> str | None:
        """The id of HEAD's commit; None before the first one."""
        return self._objects.head()

    @property
    def is_detached(self) -> bool:
        return self._objects.is_detached()

    @property
    def head_ref(self) -> str | None:
        """The full name of the branch that HEAD names, be it born or not; None where it is detached."""
        found = self._ask("symbolic-ref", "--quiet", "HEAD")
        return decode_path(found.removesuffix(b"\n")) if found else None

    def resolve(self, rev: str) -> str:
        """The id of the commit that a revision names in git's own terms. Raises UnknownRevision."""
        oid = self._find_revision(rev)
        commit = self._objects.peel_commit(oid) if oid else None
        if commit is None:
            raise UnknownRevision(f"`{rev}` does not name a commit", "Give a branch, a tag or a commit id.")
        return commit

    def commit(self, oid: str) -> Commit | None:
        """The commit of that full id; None if this clone does not have it. A cut-off commit has no parents."""
        if oid not in self._commits:
            found = self._objects.commit(oid)
            if found is None:
                return None
            self._commits[oid] = replace(found, parents=()) if self.is_shallow(oid) else found
        return self._commits[oid]

    def named_parents(self, oid: str) -> tuple[str, ...]:
        """The parents that a commit names, whether or not this clone has them. The back ends leave those out."""
        data = self._ask("cat-file", "commit", oid)
        found = parse_commit(oid, data) if data is not None else None
        return found.parents if found is not None else ()

    def is_shallow(self, oid: str) -> bool:
        """Whether the commit has parents that this clone was made without."""
        return oid in self._shallow

    @cached_property
    def cut_off(self) -> str:
        """Tells where this clone's history is cut off from other places where it might be; empty if it is whole."""
        said = " ".join(sorted(self._shallow))
        return self.hash_blob(said.encode("ascii"))[:12] if said else ""

    @cached_property
    def is_partial(self) -> bool:
        """Whether a remote has promised what this clone may lack (gitrepository-layout(5), partial clones)."""
        return self._ask("config", "--get-regexp", r"^remote\..*\.promisor$|^extensions\.partialclone$") is not None

    def find_commit(self, prefix: str) -> str | None:
        """The commit whose id begins with `prefix` (4 hex digits or more); None if there is none or several."""
        return self._find_object(prefix, "commit")

    def find_blob_id(self, prefix: str) -> str | None:
        """The blob whose id begins with `prefix` (4 hex digits or more); None if there is none or several."""
        return self._find_object(prefix, "blob")

    def entry(self, commit: str, repo_path: str) -> Entry | None:
        """What a commit has at a path; never looks into submodules. Raises ObjectMissing."""
        return self._objects.entry(commit, repo_path)

    def files(self, commit: str, folder: str = "") -> dict[str, Entry]:
        """The regular files of a commit, below a folder, by repo_path. Raises ObjectMissing."""
        return self._objects.files(commit, folder)

    def files_in(self, commit: str, folder: str) -> dict[str, Entry]:
        """The regular files that a folder of a commit has itself, by repo_path; none of its folders is looked into.

        Raises ObjectMissing.
        """
        found = self.entries(commit, folder)
        return {f"{folder}/{name}": entry for name, entry in found.items() if entry.is_regular}

    def entries(self, commit: str, folder: str) -> dict[str, Entry]:
        """All that a folder of a commit has itself, by name: links and folders too. Raises ObjectMissing."""
        return self._objects.entries(commit, folder)

    def kind(self, oid: str) -> str | None:
        """What an object is (`commit`, `tree`, `blob`, `tag`), be it readable or not; None: it is not here."""
        return self._objects.kind(oid)

    def has_object(self, oid: str) -> bool:
        return self._objects.has_object(oid)

    def read_blob(self, oid: str) -> bytes | None:
        """The bytes of a blob; None if it is not here, as in a partial clone. Never fetches."""
        return self._objects.read_blob(oid)

    def blob_size(self, oid: str) -> int | None:
        """The number of bytes of a blob, without reading them; None if it is not here."""
        return self._objects.blob_size(oid)

    def write_blob(self, data: bytes) -> str | None:
        """Put a blob into the object database; its id, or None where that cannot be written."""
        return self._objects.write_blob(data)

    def hash_blob(self, data: bytes) -> str:
        return self.object_format.hash_object("blob", data)

    def changes(self, old: str | None, new: str) -> tuple[Change, ...]:
        """The regular files that differ between two commits, by path; `old` None: against nothing.

        No renames, no changes of mode alone. Raises ObjectMissing.
        """
        return self._change_log.find(old, new)

    def renames(self, old: str, new: str) -> dict[str, str]:
        """Regular files that git sees as renamed between two commits: old path to new path.

        Where contents are absent (a partial clone), only renames without an edit are seen.
        """
        if (old, new) not in self._renames:
            self._renames[old, new] = self._find_renames(old, new)
        return self._renames[old, new]

    def touches(self, old: str, new: str, repo_path: str) -> tuple[Touch, ...]:
        """What the commits after `old` and up to `new` did to the file, the latest first; merges aside."""
        return self._path_log.find(old, new, repo_path)

    def step(self, commit: str) -> Step | None:
        """What a commit changed against its first parent; None where it has none, or objects are missing."""
        return self._step_log.find(commit)

    def knows_step(self, commit: str) -> bool:
        """Whether `step` has the answer at hand."""
        return self._step_log.knows(commit)

    def is_ancestor(self, one: str, other: str) -> bool:
        """Whether `other` is `one` or descends from it; False where this clone lacks either."""
        return self._objects.is_ancestor(one, other)

    def history(self, commit: str, *, since: str | None = None) -> frozenset[str]:
        """A commit and all that it descends from, but for `since` and what that descends from."""
        return self._objects.history(commit, since)

    def identity(self) -> str:
        """`Name <mail>`, as git would take it for an author. Raises UserError where git knows none."""
        found = self._ask("var", "GIT_AUTHOR_IDENT")
        if found is None:
            raise UserError(
                "git does not know who you are",
                'Tell it: git config --global user.name "NAME"; git config --global user.email MAIL',
            )
        return found.decode("utf-8", "replace").strip().rsplit(" ", 2)[0]

    def config(self, name: str) -> str | None:
        """The last value of a `legendary.*` key of git's configuration, as typed; a key alone means `true`."""
        section, _, key = name.rpartition(".")
        return self._settings.get(f"{section}.{key.lower()}")

    def is_set(self, name: str) -> bool:
        """Whether a `legendary.*` key of git's configuration says yes, as git reads a boolean."""
        return (self.config(name) or "").strip().lower() in ("true", "yes", "on", "1")

    @property
    def _objects(self) -> ObjectDatabase:
        refuse_late()
        return self._database

    @cached_property
    def _database(self) -> ObjectDatabase:
        from legendary_git.git.backend import open_objects  # not every command needs it

        return open_objects(self._place, self._environ)

    @cached_property
    def _change_log(self) -> ChangeLog:
        from legendary_git.git.change_log import ChangeLog

        return ChangeLog(self._database)

    @cached_property
    def _path_log(self) -> PathLog:
        from legendary_git.git.path_log import PathLog

        return PathLog(self.git, self._database)

    @cached_property
    def _step_log(self) -> StepLog:
        from legendary_git.git.step_log import StepLog

        return StepLog(self.git)

    @cached_property
    def _shallow(self) -> frozenset[str]:
        return frozenset(read_git_file(str(self._place.shallow_file)).split())

    @cached_property
    def _settings(self) -> dict[str, str]:
        found = self._ask("config", "-z", "--get-regexp", r"^legendary\.") or b""
        pairs = (item.decode("utf-8", "replace").partition("\n") for item in found.split(b"\0") if item)
        return {name: value if newline else "true" for name, newline, value in pairs}

    def _find_renames(self, old: str, new: str) -> dict[str, str]:
        if seconds_left() is not None:
            self.changes(old, new)  # git itself has no limit to the paths that it looks at
        words = ["diff-tree", "-r", "--raw", "-z", "--diff-filter=R", f"-l{_RENAME_LIMIT}", "--no-ext-diff"]
        result = self._ask(*words, "-M50%", old, new, "--")
        if result is None:
            result = self.git(*words, "-M100%", old, new, "--")
        fields = iter(result.split(b"\0"))
        pairs = ((head.split(), next(fields), next(fields)) for head in fields if head)
        return {
            decode_path(before): decode_path(after)
            for head, before, after in pairs
            if is_regular_mode(int(head[0][1:], 8)) and is_regular_mode(int(head[1], 8))
        }

    def _place_words(self) -> tuple[str, ...]:
        # No child of ours starts git's monitor of files, or a program in its place.
        words = "-c", "core.fsmonitor=false", f"--git-dir={self.git_dir}"
        return words if self.root == self.git_dir else (*words, f"--work-tree={self.root}")

    def _ask(self, *words: str) -> bytes | None:
        """What git prints, or None if it exits with another code than 0."""
        result = ask_git([*self._place_words(), *words], self.root, environ=self._child_environ)
        return result.stdout if result.returncode == 0 else None

    def _find_revision(self, rev: str) -> str | None:
        if self.object_format.is_oid(rev):
            return rev
        if not rev or "\0" in rev:
            return None
        words = ("-c", "core.disambiguate=commit", "rev-parse", "--verify", "--quiet", "--end-of-options", rev)
        found = self._ask(*words)
        return found.decode().strip() if found else None

    def _find_object(self, prefix: str, kind: str) -> str | None:
        prefix = prefix.lower()
        if len(prefix) > self.object_format.hex_digits or not _PREFIX.fullmatch(prefix):
            return None
        if (found := self._objects.find_id(prefix, kind)) is not None:
            return found
        # A short id may be that of one commit and one blob at once.
        listed = (self._ask("rev-parse", f"--disambiguate={prefix}") or b"").decode().split()
        fitting = [oid for oid in listed if self._objects.find_id(oid, kind) is not None]
        return fitting[0] if len(fitting) == 1 else None
