"""By which rules a server checks a push: those of its own branches, never those that the push brings."""

from __future__ import annotations

from collections.abc import Sequence

from legendary_git.domain.values import dataclass, field
from legendary_git.errors import ConfigError
from legendary_git.git.repository import Repository
from legendary_git.usecases.checking.baseline import Baseline
from legendary_git.usecases.checking.check import Asked
from legendary_git.usecases.checking.rules import Policy
from legendary_git.usecases.checking.settings import committed_baseline, committed_config
from legendary_git.usecases.config import Config
from legendary_git.usecases.workspace import Workspace

SECONDS = "legendary.receiveSeconds"
"""The key of git's configuration on the server that says how long the memories of one push may be judged."""
DEFAULT_SECONDS = 60.0


def receive_seconds(repo: Repository) -> float:
    """How long the memories of one push may be judged: whoever keeps the server says so, and nobody who pushes.

    Raises ConfigError.
    """
    said = repo.config(SECONDS)
    if said is None:
        return DEFAULT_SECONDS
    try:
        seconds = float(said)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < float("inf"):
        raise ConfigError(f"{SECONDS} = {said!r} is no number of seconds", f"git config {SECONDS} {DEFAULT_SECONDS:g}")
    return seconds


@dataclass
class ServerSettings:
    """What the server's own command line says, and for what it leaves open what the team has committed.

    `notices` has what could not be read so far: the defaults count then. A push that mends the settings has to get in.
    """

    ws: Workspace
    fail_on: Sequence[str] | None = None
    warn_on: Sequence[str] | None = None
    baseline: Baseline | None = None
    is_all: bool = False
    notices: list[str] = field(default_factory=list)
    _known: dict[str, Asked] = field(default_factory=dict)

    def asked(self, otherwise: str) -> Asked:
        """What to ask by the settings of the default branch.

        Where the repository's HEAD leads to none yet, those of the commit `otherwise` count.
        """
        commit = self.ws.repo.head() or otherwise
        if commit not in self._known:
            self._known[commit] = self._load(commit)
        return self._known[commit]

    @property
    def said(self) -> Policy:
        """What fails and what warns as far as the command line says it; the defaults for the rest."""
        default = Policy()
        return Policy(
            default.fail_on if self.fail_on is None else self.fail_on,
            default.warn_on if self.warn_on is None else self.warn_on,
        )

    def _load(self, commit: str) -> Asked:
        config = self._config(commit)
        policy = Policy(
            config.check_fail_on if self.fail_on is None else self.fail_on,
            config.check_warn_on if self.warn_on is None else self.warn_on,
        )
        return Asked(policy, self.baseline or self._baseline(commit), is_all=self.is_all)

    def _config(self, commit: str) -> Config:
        try:
            found = committed_config(self.ws.repo, commit)
        except ConfigError as error:
            self.notices.append(f"{error.what}; the defaults count")
            return Config()
        self.notices.extend(found.warnings)
        return found

    def _baseline(self, commit: str) -> Baseline:
        try:
            return committed_baseline(self.ws.repo, commit)
        except ConfigError as error:
            self.notices.append(f"{error.what}; nothing is known by it")
            return Baseline()
