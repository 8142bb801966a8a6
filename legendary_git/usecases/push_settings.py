"""What people have set about pushes: for themselves in git's configuration, for all in `.legendary/config.toml`."""

from __future__ import annotations

from legendary_git.domain.budget import BUDGETS
from legendary_git.errors import ConfigError
from legendary_git.git.nearest import Nearest
from legendary_git.git.settings_files import Unreadable, find_boolean, find_number, may_have_settings
from legendary_git.usecases.team_settings import load_team_settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from legendary_git.domain.budget import Budget

Fault = tuple[str, str]
"""What is wrong with a setting, and what to do about it."""


class PushSettings:
    """The settings, or the defaults; budgets are in characters. What a person has set wins over what the team has.

    `faults` are the values that mean nothing. A default stands in for each; where it is about what may not be pushed,
    nothing of the kind is.
    """

    __slots__ = ("brief_budget", "faults", "only_merged", "prompt_recall", "push_budget", "session_budget")

    def __init__(self, personal: Mapping[str, str], team: Mapping[str, int], faults: tuple[Fault, ...] = ()) -> None:
        self.faults = list(faults)
        self.only_merged = self._boolean(personal, "legendary.pushOnlyMerged", unreadable=True)
        self.prompt_recall = self._boolean(personal, "legendary.promptRecall", unreadable=False)
        self.brief_budget, self.push_budget, self.session_budget = (
            self._budget(personal, team, one) for one in BUDGETS
        )

    def _boolean(self, personal: Mapping[str, str], name: str, *, unreadable: bool) -> bool:
        try:
            return find_boolean(personal, name) or False
        except Unreadable:
            self.faults.append((f"{name} is neither yes nor no", f"git config {name} true (or false)"))
            return unreadable

    def _budget(self, personal: Mapping[str, str], team: Mapping[str, int], budget: Budget) -> int:
        name = f"legendary.{budget.name}Budget"
        try:
            found = find_number(personal, name)
        except Unreadable:
            self.faults.append((f"{name} is no number of characters", f"git config {name} {budget.default}"))
            found = None
        if found is not None:
            return min(found, budget.most_of_person)
        return min(team.get(budget.name, budget.default), budget.most_of_team)


def load_push_settings(near: Nearest, environ: Mapping[str, str]) -> PushSettings:
    """The settings that hold in a work tree; what is wrong with them is in `faults`."""
    team, faults = _team(near)
    return PushSettings(_personal(near, environ), team, faults)


def _personal(near: Nearest, environ: Mapping[str, str]) -> dict[str, str]:
    if not may_have_settings(near, environ):
        return {}
    from pathlib import Path

    from legendary_git.git.environment import ask_git, scrubbed

    words = ["config", "-z", "--get-regexp", r"^legendary\."]
    said = ask_git(words, Path(near.root), environ=scrubbed(environ)).stdout.decode("utf-8", "replace")
    pairs = (item.partition("\n") for item in said.split("\0") if item)
    return {name.lower(): value if newline else "true" for name, newline, value in pairs}


def _team(near: Nearest) -> tuple[dict[str, int], tuple[Fault, ...]]:
    try:
        text = load_team_settings(near.root) or ""
    except ConfigError as error:
        return {}, ((error.what, error.todo),)
    lines = (line.lstrip() for line in text.splitlines())
    if "push" not in text or not any(line and not line.startswith("#") for line in lines):
        return {}, ()  # nothing is set here, and the TOML parser costs more than a push
    from legendary_git.usecases.config import read_push_budgets

    return read_push_budgets(text)
