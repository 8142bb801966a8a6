"""The rules as SARIF describes them: what `--explain` says, for a service that shows it beside a result."""

from __future__ import annotations

from legendary_git.render.as_json import Json
from legendary_git.render.checking.rules_text import TEXTS
from legendary_git.usecases.checking.rules import Level, Policy, Rule

HOME = "https://pypi.org/project/legendary-git/"
"""Where whoever sees a result and nothing else finds out what made it."""
_SECURITY = (Rule.SECRET, Rule.COMMANDING)


def rules_json() -> list[Json]:
    """Every rule, in the order by which results name them."""
    return [_rule(rule) for rule in Rule]


def index_of(rule: Rule) -> int:
    """Where a rule stands in that list."""
    return list(Rule).index(rule)


def _rule(rule: Rule) -> Json:
    text = TEXTS[rule]
    level = Policy().level_of(rule)
    ways = [one.format(id="ID", other="OTHER") for one in text.todo]
    return {
        "id": rule.rule_id,
        "name": rule.rule_name,
        "shortDescription": {"text": f"{text.short[0].upper()}{text.short[1:]}"},
        "fullDescription": {"text": text.meaning},
        "help": {"text": "\n".join((text.meaning, "", *ways)), "markdown": _markdown(text.meaning, ways)},
        "helpUri": HOME,
        "defaultConfiguration": {"level": level.value},
        "properties": {
            "policy": rule.policy,
            "precision": "very-high" if level is Level.ERROR else "high",
            "problem.severity": level.value,
            "tags": ["git-memory", rule.policy, *(["security"] if rule in _SECURITY else [])],
        },
    }


def _markdown(meaning: str, ways: list[str]) -> str:
    return "\n".join((meaning, "", "```sh", *ways, "```"))
