"""A check as one would paste it in a pull request: what this change did to what people know, and what to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from legendary_git.render.checking.markdown_finding import ended_lines, long_lines, short_lines
from legendary_git.render.checking.markdown_text import text
from legendary_git.render.checking.obeyed import unobeyed
from legendary_git.render.checking.severity import worst_first
from legendary_git.render.checking.text import count_of, render_summary
from legendary_git.render.safe import one_line
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.report import CheckReport, Summarised

MOST_IN_A_COMMENT = 65_000
"""Of the 65,536 characters that GitHub takes; counted in bytes, which are no fewer."""
_LEAST_DETAILS = 20
"""Bytes that details take at least."""


def render_markdown(report: CheckReport, limit: int = MOST_IN_A_COMMENT) -> list[str]:
    """A headline, the findings with the worst first, the good news, what was looked at; at most `limit` bytes.

    What does not fit loses its details first; then it is only counted.
    """
    return fit_markdown(report, limit)[0]


def fit_markdown(report: CheckReport, limit: int) -> tuple[list[str], Summarised]:
    """The same, and what of the findings is in it. The headline and the counts are there even if they do not fit."""
    head = [_headline(report), ""]
    said = (*_passed_over(report, limit // 8), *render_summary(report))
    foot = [*_good_news(report, limit // 4), *(f"{unobeyed(line)}  " for line in said)]
    found = worst_first(report.findings)
    left = limit - _size(head) - _size(foot) - _size([_more(len(found)), ""])
    blocks = _fit(found, left)
    missing = len(found) - len(blocks)
    more = [_more(missing), ""] if missing else []
    lines = [*head, *(line for block, _ in blocks for line in block), *more, *foot]
    return lines, Summarised(len(blocks), sum(is_whole for _, is_whole in blocks))


def _headline(report: CheckReport) -> str:
    what = "Memories after this change" if report.base is not None else "Memories"
    policies = [one.rule.policy for one in worst_first(report.findings)]
    if policies:
        counts = ", ".join(f"{policies.count(one)} {one}" for one in dict.fromkeys(policies))
        return f"### {'❌' if report.failed else '⚠️'} {what}: {counts}"
    if report.unknown:
        return f"### ⚠️ {what}: {report.unknown} could not be verified"
    return f"### ✅ {what}: nothing is wrong"


def _fit(findings: list[Finding], left: int) -> list[tuple[list[str], bool]]:
    """As many findings as fit, each long where the short ones of those behind it still do; and whether it is."""
    shorts = [short_lines(one) for one in findings]
    behind = sum(map(_size, shorts))
    chosen: list[tuple[list[str], bool]] = []
    for one, short in zip(findings, shorts, strict=True):
        behind -= _size(short)
        is_room = _size(short) + _LEAST_DETAILS + behind <= left
        long = long_lines(one) if is_room else short
        is_whole = is_room and _size(long) + behind <= left
        lines = long if is_whole else short
        if _size(lines) > left:
            break
        chosen.append((lines, is_whole))
        left -= _size(lines)
    return chosen


def _good_news(report: CheckReport, limit: int) -> Iterator[str]:
    """What is right again, or no more, since the change; as much of it as fits."""
    if not report.ended:
        return
    yield from ("**What this change set right**", "")
    left = limit
    for number, one in enumerate(report.ended):
        lines = list(ended_lines(one))
        left -= _size(lines)
        if left < 0:
            yield f"- and {len(report.ended) - number} more"
            break
        yield from lines
    yield ""


def _passed_over(report: CheckReport, limit: int) -> Iterator[str]:
    """What could not be used or compared, the first of it, as much as fits."""
    left = limit
    for notice in report.notices:
        line = f"warning: {text(one_line(notice))}"
        left -= _size([line])
        if left < 0:
            return
        yield line


def _more(number: int) -> str:
    return f"And {count_of(number, 'more finding', 'more findings')}: run `git memory check` to see all of them."


def _size(lines: Iterable[str]) -> int:
    return sum(len(line.encode("utf-8", "surrogateescape")) + 1 for line in lines)
