"""Settings of the team that mean nothing to this version: mostly a slip, by which less fails than the team believes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from legendary_git.domain.budget import BUDGETS
from legendary_git.store.places import CONFIG

KEYS = {
    "brief": ("most", "stale_days"),
    "check": ("fail_on", "warn_on"),
    "push": tuple(f"{one.name}_budget" for one in BUDGETS),
}
"""The keys that mean something, by section."""
_MOST_TOLD = 10
_SHOWN = 60
"""Characters of a name that means nothing."""


def find_unknown(table: Mapping[str, Any]) -> tuple[str, ...]:
    """What is set and means nothing, a line each, with what was probably meant; the first of many."""
    found = list(_find(table))
    left = len(found) - _MOST_TOLD
    more = [f"{CONFIG}: {left} more settings mean nothing"] if left > 0 else []
    told = (_unknown_key(section, key) if section else _astray(key, table[key]) for section, key in found[:_MOST_TOLD])
    return (*told, *more)


def _find(table: Mapping[str, Any]) -> Iterator[tuple[str | None, str]]:
    """The section and the key of each; no section where it stands in none."""
    for section, values in table.items():
        if section in KEYS:
            yield from ((section, key) for key in values if key not in KEYS[section])
        else:
            yield None, section


def _astray(name: str, value: Any) -> str:
    """A section that there is not, or a key in none."""
    home = _section_of(name)
    if isinstance(value, (dict, list)) and not home:
        near = _nearest(name, KEYS)
        meant = f"did you mean [{near}]?" if near else f"there are {_listed(KEYS)}"
        return f"{CONFIG}: there is no section [{shown_name(name)}]; {meant}"
    meant = f"; did you mean {_nearest(name, KEYS[home])} below [{home}]?" if home else ""
    return f"{CONFIG}: {shown_name(name)} stands in no section{meant}"


def _unknown_key(section: str, key: str) -> str:
    near, home = _nearest(key, KEYS[section]), _section_of(key)
    if near:
        meant = f"did you mean {near}?"
    elif home:
        meant = f"did you mean {_nearest(key, KEYS[home])} below [{home}]?"
    else:
        meant = f"only {' and '.join(KEYS[section])}"
    return f"{CONFIG}: [{section}] has no key {shown_name(key)}{'; ' if near or home else ', '}{meant}"


def _section_of(key: str) -> str | None:
    """The section that has a key of about that name."""
    return next((section for section, keys in KEYS.items() if _nearest(key, keys)), None)


def _nearest(name: str, known: Mapping[str, Any] | tuple[str, ...]) -> str | None:
    from difflib import get_close_matches  # only for what is wrong

    plain = name[:_SHOWN].replace("-", "_").replace(" ", "_").lower()
    return next(iter(get_close_matches(plain, list(known), n=1, cutoff=0.7)), None)


def _listed(names: Mapping[str, Any]) -> str:
    return ", ".join(f"[{name}]" for name in names)


def shown_name(name: str) -> str:
    """A name that means nothing, as far as anybody should see it: it may be a token in the wrong file."""
    from legendary_git.usecases.withheld import holds_secret

    return repr(name) if len(name) <= _SHOWN and not holds_secret({"name": name}) else "…"
