"""The team's settings, `.legendary/config.toml`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from legendary_git.domain.budget import BUDGETS
from legendary_git.domain.values import dataclass
from legendary_git.errors import ConfigError
from legendary_git.store.places import CONFIG as CONFIG
from legendary_git.usecases.checking.rules import DEFAULT_FAIL_ON, DEFAULT_WARN_ON, POLICIES
from legendary_git.usecases.team_settings import load_team_settings
from legendary_git.usecases.unknown_settings import find_unknown

_SHOWN = 60
"""Characters of a value that means nothing."""


@dataclass(frozen=True, slots=True)
class Config:
    """What the team has set, or the defaults."""

    brief_most: int = 8
    brief_stale_days: float = 7
    check_fail_on: tuple[str, ...] = DEFAULT_FAIL_ON
    check_warn_on: tuple[str, ...] = DEFAULT_WARN_ON
    push_budgets: tuple[tuple[str, int], ...] = ()
    """In characters, by name (`brief`, `push`, `session`); only those that are set."""
    warnings: tuple[str, ...] = ()
    """What is set and means nothing to this version, a line each."""


def load_config(root: Path) -> Config:
    """The settings of the work tree at `root`. Keys that are not known are warned of.

    Raises ConfigError if the file cannot be read, is not TOML or a known key has a value that means nothing.
    """
    text = load_team_settings(root)
    return parse_config(text) if text is not None else Config()


def parse_config(text: str) -> Config:
    """The settings in a file's text. Raises ConfigError, as `load_config`."""
    if all(not line.strip() or line.lstrip().startswith("#") for line in text.splitlines()):
        return Config()  # nothing is set: the TOML parser costs more than most commands
    return _read(_parse(text))


def parse_policies(words: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """Names of findings that fail the check, or warn. Raises ConfigError for one that does not exist."""
    unknown = [word for word in words if word not in POLICIES]
    if unknown:
        raise ConfigError(f"nothing is called {unknown[0]!r}", f"choose from: {', '.join(POLICIES)}")
    return tuple(words)


def _parse(text: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{CONFIG} is not TOML: {error}", "mend that line") from error
    except (RecursionError, ValueError):  # nested too deeply; a number of thousands of digits
        raise ConfigError(f"{CONFIG} is not to be read: a value in it has no end", "take it out") from None


def _read(table: dict[str, Any]) -> Config:
    default = Config()
    fail_on = _get(table, "check", "fail_on", list(default.check_fail_on), list)
    warn_on = _get(table, "check", "warn_on", list(default.check_warn_on), list)
    return Config(
        brief_most=_get(table, "brief", "most", default.brief_most, int),
        brief_stale_days=_get(table, "brief", "stale_days", default.brief_stale_days, (int, float)),
        check_fail_on=_policies("fail_on", fail_on),
        check_warn_on=_policies("warn_on", warn_on),
        push_budgets=_budgets(table),
        warnings=find_unknown(table),
    )


def _policies(key: str, words: list[str]) -> tuple[str, ...]:
    try:
        return parse_policies(words)
    except ConfigError as error:
        raise ConfigError(f"{CONFIG}: [check] {key}: {error.what}", error.todo) from error


def read_push_budgets(text: str) -> tuple[dict[str, int], tuple[tuple[str, str], ...]]:
    """The budgets that the text of the file sets, by name, and what is wrong with the others, each with its cure.

    Whatever else is wrong with the file is for others to tell, as long as it is TOML.
    """
    found: dict[str, int] = {}
    faults: dict[tuple[str, str], None] = {}
    try:
        table = _parse(text)
    except ConfigError as error:
        return {}, ((error.what, error.todo),)
    for budget in BUDGETS:
        try:
            found[budget.name] = _get(table, "push", f"{budget.name}_budget", budget.default, int)
        except ConfigError as error:
            faults[error.what, error.todo] = None
    return found, tuple(faults)


def _budgets(table: dict[str, Any]) -> tuple[tuple[str, int], ...]:
    section = table.get("push", {})
    found = {one.name: _get(table, "push", f"{one.name}_budget", one.default, int) for one in BUDGETS}
    return tuple((name, value) for name, value in found.items() if f"{name}_budget" in section)


def _get(table: dict[str, Any], section: str, key: str, default: Any, kind: type | tuple[type, ...]) -> Any:
    values = table.get(section, {})
    if not isinstance(values, dict):
        raise ConfigError(f"{CONFIG}: {section} is not a section", f"write [{section}] on a line of its own")
    value = values.get(key, default)
    is_negative = isinstance(value, (int, float)) and value < 0
    if not isinstance(value, kind) or isinstance(value, bool) or is_negative:
        raise ConfigError(
            f"{CONFIG}: [{section}] {key} = {_shown(value)} means nothing", f"write it as in: {key} = {default!r}"
        )
    return value


def _shown(value: Any) -> str:
    """A value that means nothing, as far as anybody should see it: it may be a token in the wrong file."""
    from legendary_git.usecases.withheld import holds_secret

    text = repr(value)
    return text if len(text) <= _SHOWN and not holds_secret({"value": text}) else "…"
