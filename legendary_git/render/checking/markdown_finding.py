"""A finding as an item of a list in markdown."""

from __future__ import annotations

from collections.abc import Iterator

from legendary_git.render.checking.cut import cut
from legendary_git.render.checking.markdown_text import code, fence, text
from legendary_git.render.checking.message import changed_lines_of, fixes_of, place_of, what_of
from legendary_git.render.checking.obeyed import unobeyed
from legendary_git.render.checking.rules_text import TEXTS
from legendary_git.render.safe import one_line, safe_name
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.report import Ended
from legendary_git.usecases.checking.rules import Level, Rule


def short_lines(finding: Finding) -> list[str]:
    """One item: the memory, what is wrong, and where it says so."""
    return [_item(finding), ""]


def long_lines(finding: Finding) -> list[str]:
    """The item with what changed and the commands that resolve it, folded away; advice in words stands open."""
    changed = [unobeyed(cut(line)) for line in changed_lines_of(finding)]
    ways = fixes_of(finding)
    commands = [one for one in ways if one.startswith("git ")]
    advice = [f"- {text(one)}" for one in ways if one not in commands]
    folded = [*_block("diff", changed), *_block("sh", commands)]
    title = "What changed, and what to do" if changed else "What to do"
    if folded:
        folded = ["", "<details>", f"<summary>{title}</summary>", "", *folded, "</details>"]
    return [_item(finding), *(f"  {line}".rstrip() for line in (*advice, *folded)), ""]


def ended_lines(ended: Ended) -> Iterator[str]:
    """What was wrong, and how it ended."""
    finding = ended.finding
    about = f": {code(cut(safe_name(finding.about)))}" if finding.anchor is not None else ""
    yield f"- {ended.how.value}: {_name(finding)}{about} ({TEXTS[finding.rule].short.replace('`', '')})"


def _block(language: str, lines: list[str]) -> list[str]:
    return [*fence(language, lines), ""] if lines else []


def _item(finding: Finding) -> str:
    sign = "❌" if finding.level is Level.ERROR else "⚠️"
    rule = f"{finding.rule.rule_id} {finding.rule.rule_name}"
    places = [f"code {code(place_of(finding.code))}"] if finding.code is not None else []
    if finding.rule is not Rule.UNVERIFIED:
        places.append(f"memory {code(f'{safe_name(finding.path)}:{finding.line}')}")
    return f"- {sign} {_name(finding)}: {text(cut(what_of(finding)))}<br>{' · '.join((rule, *places))}"


def _name(finding: Finding) -> str:
    """The memory by its title, or else the file."""
    if finding.rule is Rule.UNVERIFIED:
        return "**All memories**"
    return f"**{text(cut(one_line(finding.title)))}**" if finding.title else code(cut(safe_name(finding.path)))
