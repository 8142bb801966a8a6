"""By which rules a server checks a push: those of its own branches, never those that the push brings."""

from __future__ import annotations

from collections.abc import Sequence

from legendary_git.domain.values import dataclass, field
from legendary_git.errors import ConfigError, ObjectMissing
from legendary_git.usecases.checking.baseline import BASELINE, Baseline, parse_baseline
from legendary_git.usecases.checking.check import Asked
from legendary_git.usecases.checking.rules import Policy
from legendary_git.usecases.config import CONFIG, Config, parse_config
from legendary_git.usecases.team_settings import decode_team_settings
from legendary_git.usecases.workspace import Workspace


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

    def _load(self, commit: str) -> Asked:
        config = self._config(commit)
        policy = Policy(
            config.check_fail_on if self.fail_on is None else self.fail_on,
            config.check_warn_on if self.warn_on is None else self.warn_on,
        )
        return Asked(policy, self.baseline or self._baseline(commit), is_all=self.is_all)

    def _config(self, commit: str) -> Config:
        try:
            text = self._read(commit, CONFIG) or ""
            found = parse_config(decode_team_settings(text.encode()))
        except ConfigError as error:
            self.notices.append(f"{error.what}; the defaults count")
            return Config()
        self.notices.extend(found.warnings)
        return found

    def _baseline(self, commit: str) -> Baseline:
        try:
            text = self._read(commit, BASELINE)
            return parse_baseline(text, BASELINE) if text is not None else Baseline()
        except ConfigError as error:
            self.notices.append(f"{error.what}; nothing is known by it")
            return Baseline()

    def _read(self, commit: str, path: str) -> str | None:
        """The text of a file; None where there is none. Raises ConfigError where it cannot be read."""
        repo = self.ws.repo
        try:
            entry = repo.entry(commit, path)
            if entry is None or not entry.is_regular:
                return None
            data = repo.read_blob(entry.oid)
            if data is None:
                raise ConfigError(f"{path} is not in this repository", "fetch it")
            return data.decode("utf-8")
        except (ObjectMissing, UnicodeDecodeError) as error:
            why = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else error.what
            raise ConfigError(f"{path} cannot be read: {why}", "make it a readable UTF-8 file") from error
