"""What people have set about pushes: for themselves in git's configuration, for all in `.legendary/config.toml`."""

from __future__ import annotations

import os

from legendary_git.git.nearest import Nearest
from legendary_git.git.settings_files import find_number, is_yes, may_have_settings
from legendary_git.store.places import CONFIG

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

BRIEF_BUDGET = 1_200
PUSH_BUDGET = 4_000
SESSION_BUDGET = 20_000


class PushSettings:
    """The settings, or the defaults; budgets are in characters. What a person has set wins over what the team has."""

    __slots__ = ("brief_budget", "only_merged", "prompt_recall", "push_budget", "session_budget")

    def __init__(self, personal: Mapping[str, str], team: Mapping[str, int]) -> None:
        self.only_merged = is_yes(personal, "legendary.pushOnlyMerged")
        self.prompt_recall = is_yes(personal, "legendary.promptRecall")
        self.brief_budget = _budget(personal, team, "brief", BRIEF_BUDGET)
        self.push_budget = _budget(personal, team, "push", PUSH_BUDGET)
        self.session_budget = _budget(personal, team, "session", SESSION_BUDGET)


def load_push_settings(near: Nearest, environ: Mapping[str, str]) -> PushSettings:
    """The settings that hold in a work tree. A file that cannot be read sets nothing: other commands tell of it."""
    return PushSettings(_personal(near, environ), _team(near))


def _budget(personal: Mapping[str, str], team: Mapping[str, int], name: str, default: int) -> int:
    found = find_number(personal, f"legendary.{name}Budget")
    return found if found is not None else team.get(name, default)


def _personal(near: Nearest, environ: Mapping[str, str]) -> dict[str, str]:
    if not may_have_settings(near, environ):
        return {}
    from pathlib import Path

    from legendary_git.git.environment import ask_git, scrubbed

    words = ["config", "-z", "--get-regexp", r"^legendary\."]
    said = ask_git(words, Path(near.root), environ=scrubbed(environ)).stdout.decode("utf-8", "replace")
    pairs = (item.partition("\n") for item in said.split("\0") if item)
    return {name.lower(): value if newline else "true" for name, newline, value in pairs}


def _team(near: Nearest) -> dict[str, int]:
    try:
        with open(os.path.join(near.root, CONFIG), encoding="utf-8") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError):
        return {}
    if "push" not in text:
        return {}
    from pathlib import Path

    from legendary_git.errors import ConfigError
    from legendary_git.usecases.config import load_config

    try:
        return dict(load_config(Path(near.root)).push_budgets)
    except ConfigError:
        return {}
