"""What somebody asked `git memory check` for, and what cannot be asked for at once."""

from __future__ import annotations

from pathlib import Path

from legendary_git.cli.where import is_global
from legendary_git.domain.values import dataclass, replace
from legendary_git.errors import ConfigError, UsageError
from legendary_git.usecases.checking.baseline import load_baseline
from legendary_git.usecases.checking.rules import POLICIES, Policy
from legendary_git.usecases.checking.settings import Settings, load_settings
from legendary_git.usecases.config import Config, parse_policies
from legendary_git.usecases.workspace import Workspace

_LEAVE_OUT = "leave the other ones out"


@dataclass(frozen=True, slots=True)
class CheckCall:
    """The options of one call, by the names that the command gives them."""

    base: str | None
    no_base: bool
    is_all: bool
    at: str | None
    worktree: bool
    staged: bool
    pushed: bool
    fail_on: str | None
    warn_on: str | None
    baseline: Path | None
    is_baseline_written: bool
    stdin_refs: bool
    format_name: str | None
    outputs: tuple[str, ...]
    as_json: bool
    jobs: int | None

    @property
    def asks_what_changed(self) -> bool:
        """Whether HEAD is compared with what was before: as it was said, or, if nothing was, as a CI job says it."""
        is_told_apart = self.no_base or self.at is not None or self.staged or self.is_baseline_written or is_global()
        return self.base is not None or not is_told_apart

    @property
    def _is_plain(self) -> bool:
        """Whether nothing says which state is checked, or against what."""
        is_moved = self.at is not None or self.worktree or self.base is not None
        return not (is_moved or self.no_base or self.is_baseline_written)

    def refuse(self) -> None:
        """Raises UsageError for options that exclude each other."""
        if self.is_baseline_written and (self.format_name is not None or self.as_json or self.outputs):
            todo = "leave --format, --json and --output out; check again for them"
            raise UsageError("--write-baseline tells no findings", todo)
        if self.at is not None and self.worktree:
            raise UsageError("--at and --worktree exclude each other", "give one of them")
        if self.base is not None and self.no_base:
            raise UsageError("--base and --no-base exclude each other", "give one of them")
        if self.base is not None and self.is_baseline_written:
            raise UsageError("--write-baseline takes all that is found", "leave --base out")
        self._refuse_in_hooks()

    def _refuse_in_hooks(self) -> None:
        if self.staged and (not self._is_plain or self.stdin_refs):
            raise UsageError("--staged says by itself what is compared with what", _LEAVE_OUT)
        if self.staged and is_global():
            raise UsageError("--staged is about a repository's commit", "leave --global out")
        if self.pushed and (not self._is_plain or self.staged or self.stdin_refs or is_global()):
            raise UsageError("--pushed says by itself what is checked", _LEAVE_OUT)
        if self.stdin_refs and not self._is_plain:
            raise UsageError("--stdin-refs takes its commits from standard input", _LEAVE_OUT)
        if self.stdin_refs and (self.outputs or self.format_name not in (None, "text", "json")):
            raise UsageError("--stdin-refs answers as text or JSON", "leave --output out, and other formats")

    def policy(self, config: Config) -> Policy:
        """What fails and what warns: as it was said, else as the team has set it. Raises UsageError."""
        fails, warns = self.said_policies
        return Policy(
            config.check_fail_on if fails is None else fails,
            config.check_warn_on if warns is None else warns,
        )

    def load_settings(self, ws: Workspace, at: str | None) -> Settings:
        """By what a commit, or without one what is on disk, is checked. Raises ConfigError and UnknownRevision.

        The baseline is the one that was named; where one is to be written, there is none.
        """
        has_own = self.baseline is not None or self.is_baseline_written
        settings = load_settings(ws, at=at, worktree=self.worktree, with_baseline=not has_own)
        if self.baseline is None or self.is_baseline_written:
            return settings
        return replace(settings, baseline=load_baseline(self.baseline, ws.root, is_named=True))

    @property
    def said_policies(self) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None]:
        """What --fail-on and --warn-on say. Raises UsageError."""
        return _parse("--fail-on", self.fail_on), _parse("--warn-on", self.warn_on)


def _parse(option: str, text: str | None) -> tuple[str, ...] | None:
    if text is None:
        return None
    words = [word.strip() for word in text.split(",") if word.strip()]
    if words == ["none"]:
        return ()
    if not words:  # as from a variable that is not set: a check that nothing can fail
        raise UsageError(f"{option} names nothing", f"choose from: {', '.join(POLICIES)}")
    try:
        return parse_policies(words)
    except ConfigError as error:
        raise UsageError(f"{option}: {error.what}", error.todo) from error
