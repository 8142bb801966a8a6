"""The results as text for people and as JSON for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks.accuracy.changes.compare import AGREEING, Outcome
from benchmarks.accuracy.changes.run import Result


def report(results: Sequence[Result], *, examples: int) -> Iterator[str]:
    """Lines: a table of the outcomes, then each run with what is behind them and examples of what is not plain."""
    yield from _table(results)
    for result in results:
        ends = f"{result.commits[0][:12]} to {result.commits[-1][:12]}"
        yield from ("", f"## {result.repo} ({result.language}), {len(result.commits)} commits from {ends}", "")
        yield f"memories: {result.memories}, {dict(result.kinds)}"
        yield f"quiet: {dict(result.quiet)}"
        yield from (f"{outcome} ({why}): {number}" for (outcome, why), number in result.outcomes.items() if why)
        yield f"findings of other rules: {dict(result.others)}"
        yield f"laws looked at: {dict(result.laws)}; broken: {len(result.broken)}"
        yield from (f"    {one}" for one in result.broken[:examples])
        shown: Counter[str] = Counter()
        for title, difference in result.examples:
            kind = title.partition(":")[0]
            shown[kind] += 1
            if shown[kind] <= examples:
                yield title
                yield from (f"    {line}" for line in difference)


def to_json(results: Sequence[Result]) -> list[dict[str, Any]]:
    """All that was found."""
    return [
        {
            "repo": result.repo,
            "language": result.language,
            "commits": result.commits,
            "memories": result.memories,
            "kinds": result.kinds,
            "answers": result.answers,
            "outcomes": [[*key, number] for key, number in result.outcomes.items()],
            "quiet": result.quiet,
            "others": result.others,
            "laws": result.laws,
            "broken": result.broken,
            "examples": result.examples,
        }
        for result in results
    ]


def _table(results: Sequence[Result]) -> Iterator[str]:
    yield "| repository | commits | memories | answers | agree | " + " | ".join(Outcome) + " |"
    yield "|---" * (5 + len(Outcome)) + "|"
    for result in results:
        agree = sum(map(result.count, AGREEING))
        counts = [len(result.commits), result.memories, result.answers, agree, *map(result.count, Outcome)]
        yield f"| {result.repo} | " + " | ".join(f"{count:,}" for count in counts) + " |"
