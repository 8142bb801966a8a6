"""The results as text for people and as JSON for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from benchmarks.accuracy.judges import FRESH, ORPHANED, STALE, UNKNOWN
from benchmarks.accuracy.run import Result
from benchmarks.accuracy.scores import REFUSED, Outcome, Score
from benchmarks.accuracy.truth import Truth

_STATES = (FRESH, STALE, ORPHANED, UNKNOWN, REFUSED)


def sum_scores(results: Sequence[Result]) -> dict[str, Score]:
    """The scores of each judge over all runs."""
    sums: dict[str, Score] = {}
    for result in results:
        for judge, one in result.scores.items():
            sums.setdefault(judge, Score()).update(one)
    return sums


def report(results: Sequence[Result], *, examples: int) -> Iterator[str]:
    """Lines: each run, all of them together, then the wrong answers."""
    for result in results:
        yield from ("", f"## {result.repo} ({result.language}), {len(result.snapshots)} commits up to {result.rev}", "")
        yield from _rates(result.scores)
        yield f"not parsed by the oracle: {result.unparsable} contents; not known to us: {dict(result.not_ours)}"
        yield f"seen on other lines: {len(result.seen_otherwise)}"
        yield from (f"    {spot}" for spot in result.seen_otherwise[:examples])
        yield f"known to us alone: {dict(result.not_the_oracles.most_common(8))}"
    sums = sum_scores(results)
    yield from ("", "## All", "")
    yield from _rates(sums)
    for judge, one in sums.items():
        yield from ("", f"### {judge}", "")
        yield from _matrix(one)
    yield from _causes(results)
    shown: Counter[tuple[str, str, str]] = Counter()
    for result in results:
        for example in result.examples:
            shown[example.judge, example.outcome, example.cause] += 1
            if shown[example.judge, example.outcome, example.cause] <= examples:
                yield from ("", f"{example.judge}, {example.cause}: {example.title}")
                yield from (f"    {line}" for line in example.difference)


def to_json(results: Sequence[Result]) -> dict[str, Any]:
    """All that was found."""
    return {
        "runs": [
            {
                "repo": result.repo,
                "language": result.language,
                "rev": result.rev,
                "snapshots": result.snapshots,
                "unparsable": result.unparsable,
                "not_ours": result.not_ours,
                "not_the_oracles": result.not_the_oracles,
                "seen_otherwise": result.seen_otherwise,
                "scores": {judge: _score_json(one) for judge, one in result.scores.items()},
                "causes": [[*key, number] for key, number in sorted(result.causes.items())],
                "examples": [asdict(example) for example in result.examples],
            }
            for result in results
        ],
        "all": {judge: _score_json(one) for judge, one in sum_scores(results).items()},
    }


def _score_json(one: Score) -> dict[str, Any]:
    return {
        "matrix": {f"{truth.value}/{state}": number for (truth, state), number in sorted(one.matrix.items())},
        "outcomes": {outcome.value: number for outcome, number in sorted(one.outcomes.items())},
        "pairs": one.pairs,
        "same_content": one.same_content,
        "different": one.different,
        "refused": one.refused,
        "seconds": round(one.seconds, 3),
        "pairs_a_second": round(one.pairs_a_second, 1),
    }


def _rates(scores: dict[str, Score]) -> Iterator[str]:
    yield (
        f"{'judge':16} {'pairs':>8} {'differ':>7} {'false fresh':>18} {'false stale':>18} "
        f"{'followed':>9} {'listed':>7} {'missed':>7} {'unproven':>9} {'unknown':>8} {'refused':>8} {'pairs/s':>8}"
    )
    for judge, one in scores.items():
        out = one.outcomes
        in_changed_files = one.unchanged - one.same_content
        yield (
            f"{judge:16} {one.pairs:8} {one.different:7} {_rate(out[Outcome.FALSE_FRESH], one.different):>18} "
            f"{_rate(out[Outcome.FALSE_STALE], in_changed_files):>18} {out[Outcome.FOLLOWED]:9} "
            f"{out[Outcome.LISTED]:7} {out[Outcome.MISSED]:7} {out[Outcome.UNPROVEN]:9} "
            f"{out[Outcome.NO_ANSWER]:8} {one.refused:8} {one.pairs_a_second:8.0f}"
        )


def _rate(number: int, of: int) -> str:
    return f"{number} ({100 * number / of:.3f} %)" if of else f"{number}"


def _matrix(one: Score) -> Iterator[str]:
    yield f"{'oracle':12}" + "".join(f"{state:>10}" for state in _STATES)
    for truth in Truth:
        yield f"{truth.value:12}" + "".join(f"{one.matrix[truth, state]:10}" for state in _STATES)
    yield f"(of the unchanged, {one.same_content} stand in a file whose content is the same)"


def _causes(results: Sequence[Result]) -> Iterator[str]:
    causes = sum((result.causes for result in results), Counter[tuple[str, str, str]]())
    yield from ("", "### Causes of wrong answers", "")
    for (judge, outcome, cause), number in sorted(causes.items(), key=lambda item: (item[0][:2], -item[1])):
        yield f"{judge:16} {outcome:12} {number:7}  {cause}"
