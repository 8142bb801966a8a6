"""The catalogue of what can go wrong for a user: what it is, what to do about it, and the exit code.

Every error that a user can cause or meet is one class here, so that messages, documentation
(`docs/exit-codes.md`) and exit codes cannot drift apart. Anything else that is raised is a bug (exit code 70).
"""

from __future__ import annotations

EXIT_OK = 0
EXIT_NO = 1
EXIT_USAGE = 2
EXIT_BUG = 70
EXIT_REPOSITORY = 128
EXIT_INTERRUPTED = 130


class UserError(Exception):
    """Something the user can mend. `what` says what is wrong, `todo` what to do; one line each."""

    exit_code = EXIT_NO

    def __init__(self, what: str, todo: str, *, details: tuple[str, ...] = ()) -> None:
        super().__init__(what)
        self.what = what
        self.todo = todo
        self.details = details
        """Lines shown between the two, such as candidates that are ready to paste."""


class RepositoryError(UserError):
    """There is no repository here, or git itself would not read it."""

    exit_code = EXIT_REPOSITORY


class GitFailed(RepositoryError):
    """The `git` command was asked something that it should know, and failed."""


class ObjectMissing(RepositoryError):
    """A tree of a commit that is here is not: this is a partial clone, or a damaged one."""


class OverLimit(ObjectMissing):
    """A tree is too large, nested too deeply or malformed, or the time for it is over: no evidence either."""


class UsageError(UserError):
    """The command line does not mean anything that can be done."""

    exit_code = EXIT_USAGE


class AnchorRefused(UserError):
    """An anchor names nothing, or more than one thing, in the code that is there now."""


class MemoryRefused(UserError):
    """What was asked to be remembered cannot be kept as it is."""


class UnknownMemory(UserError):
    """No memory, or more than one, has the id (or prefix of an id) that was given."""


class UnknownRevision(UserError):
    """A revision does not name a commit of this repository."""


class StagedRefused(UserError):
    """What is staged is nothing that git would commit."""


class HooksRefused(UserError):
    """Hooks cannot be installed or removed without touching something that is not ours."""


class AgentRefused(UserError):
    """An agent's settings cannot be changed without touching something that is not ours."""


class StoreError(UserError):
    """A memory file or its folder cannot be read or written."""


class EditorFailed(UserError):
    """The editor that git would start is not there, or says that it failed."""


class CommitRefused(UserError):
    """Git did not make the commit that was asked for."""


class ConfigError(UserError):
    """A value means nothing: in `.legendary/config.toml`, in git's configuration, or of an environment variable."""


class OutputFailed(UserError):
    """Standard output, or a file that was named for it, does not take what was answered."""


class ExtraMissing(UserError):
    """A part that not everybody needs was not installed."""
