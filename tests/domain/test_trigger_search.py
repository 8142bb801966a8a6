"""The search over all lines and all triggers finds what the comparison of each line with each trigger finds."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legendary_git.domain.letter_runs import ascii_runs, other_runs, present
from legendary_git.domain.masking import mask, mask_plain
from legendary_git.domain.output_lines import unwrapped
from legendary_git.domain.terminal_text import plain_text
from legendary_git.domain.trigger import examine_trigger
from legendary_git.domain.trigger_match import matches
from legendary_git.domain.trigger_search import Trigger, find_triggers
from legendary_git.store.tool_words import load_tool_lines, load_word_counts
from tests.domain.triggers.volatile import Error, errors

ALL = errors()
some_errors = st.lists(st.tuples(st.sampled_from(ALL), st.integers(0, 50)), min_size=1, max_size=12)
decoration = st.sampled_from(["", "E   ", "npm ERR! ", "2026-11-30 10:15:02,123 ERROR ", "\x1b[31m", "x", "\t", "  | "])
ending = st.sampled_from(["", "\x1b[0m", " (retrying)", "x", ".cyaml", "\r", "\u200b"])


def trigger_of(text: str) -> Trigger:
    """As the index keeps it, but for the choice of the word."""
    masked = mask(text)
    form = masked.form.strip()
    runs = ascii_runs(form) or other_runs(form)
    return Trigger(masked.plain.strip(), form, max(runs, key=len))


def search(output: str, triggers: list[Trigger]) -> set[str]:
    lines = list(dict.fromkeys(plain_text(output).split("\n")))
    words = present("\n".join(lines), {trigger.word for trigger in triggers})
    found = find_triggers(lines, [one for one in triggers if one.word in words], lambda *_: True)
    return {one.trigger.plain for one in found}


def reference(output: str, triggers: list[str]) -> set[str]:
    lines = [mask_plain(line) for line in plain_text(output).split("\n")]
    masked = {mask(text).plain.strip(): mask(text) for text in triggers}
    return {plain for plain, one in masked.items() if any(matches(one, line) for line in lines)}


@settings(max_examples=150, deadline=None)
@given(some_errors, some_errors, decoration, ending, st.integers(0, 3))
def test_search_finds_what_the_reference_finds(
    known: list[tuple[Error, int]], shown: list[tuple[Error, int]], before: str, after: str, same: int
) -> None:
    triggers = [error.printed(seed) for error, seed in known]
    lines = [error.printed(seed + 1) for error, seed in [*shown, *known[:same]]]
    output = "\n".join(f"{before}{line}{after}" for line in lines)
    assert search(output, list(map(trigger_of, triggers))) == reference(output, triggers)


def test_search_finds_what_the_reference_finds_in_all_errors_at_once() -> None:
    triggers = [error.printed(1) for error in ALL]
    output = "\n".join(f"[10:15:02] {error.printed(2)} (retrying)" for error in ALL)
    found = search(output, list(map(trigger_of, triggers)))
    assert found == reference(output, triggers)
    assert len(found) == len({trigger_of(text).plain for text in triggers})


@settings(max_examples=200, deadline=None)
@given(
    st.text(st.sampled_from("ab1 _-:/.é日\x1b[m\t\n"), max_size=60),
    st.text(st.sampled_from("ab1 _-:/.é日"), max_size=8),
)
def test_search_finds_what_the_reference_finds_in_any_text(output: str, text: str) -> None:
    form = mask(text).form.strip()
    if ascii_runs(form) or other_runs(form):
        assert search(output, [trigger_of(text)]) == reference(output, [text])


def test_search_gives_the_longest_first_and_of_these_the_rarest() -> None:
    triggers = [trigger_of(text) for text in ("aaa bbb", "aaa bbb ccc", "ddd eee")]
    triggers[2].bits = 9.0
    found = find_triggers(["aaa bbb ccc", "ddd eee"], triggers, lambda *_: True)
    assert [one.trigger.plain for one in found] == ["aaa bbb ccc", "ddd eee", "aaa bbb"]


def test_search_goes_on_until_a_place_is_accepted() -> None:
    lines = ["say aaa bbb 1.5s", "aaa bbb 2.5s and aaa bbb 1.5s", "aaa bbb 3.5s"]
    found = find_triggers(lines, [trigger_of("aaa bbb 1.5s")], lambda _, before, after: not before and after != "")
    assert [(one.line, one.before) for one in found] == [(lines[1], "")]
    assert not find_triggers(lines, [trigger_of("aaa bbb 1.5s")], lambda _, before, after: before == "never")


def test_search_looks_round_the_word_in_a_line_of_a_megabyte() -> None:
    line = f"{'x' * 500_000} cannot reach 10.0.0.9:5432 of ledger {'y' * 500_000}"
    assert find_triggers([line], [trigger_of("cannot reach 10.0.0.1:80 of ledger")], lambda *_: True)


@pytest.mark.parametrize("width", [80, 100, 132, 77])
@pytest.mark.parametrize("between", [(), ("worker 2: ready",)])
def test_lines_broken_by_a_terminal_are_whole_again(width: int, between: tuple[str, ...]) -> None:
    error = "sqlite3.OperationalError: no such table: users_with_a_long_name (background on this error at: none)"
    line = f"2026-11-30 10:15:02 ERROR {'shop ' * 12}{error}"
    pieces = [line[at : at + width] for at in range(0, len(line), width)]
    lines = ["begin", pieces[0], *between, *pieces[1:], "end"]
    if between and len(pieces) > 2:
        lines = ["begin", *pieces[:-1], *between, pieces[-1], "end"]
    assert not search("\n".join(lines), [trigger_of(error)])
    assert search("\n".join([*lines, *unwrapped(lines)]), [trigger_of(error)])


def test_unwrapped_lines_of_one_width_cost_no_more_than_twice_their_length() -> None:
    lines = ["x" * 76] * 20_000
    assert sum(map(len, unwrapped(lines))) <= 2.2 * 76 * 20_000


def test_lines_of_a_long_output_that_just_happen_to_be_as_long_are_left_alone() -> None:
    lines = ["x" * (60 + at % 70) for at in range(30_000)]
    assert len(unwrapped(lines)) < 1000
    broken = ["x" * 80, "x" * 12] * 3000
    assert len(unwrapped([*lines, *broken])) > 3000


def test_accepted_triggers_have_a_word() -> None:
    for error in ALL:
        report = examine_trigger(error.printed(1), load_word_counts(), load_tool_lines())
        assert not report.accepted or trigger_of(error.printed(1)).word


def _calls(output: str, triggers: list[Trigger]) -> int:
    """How many functions a search calls: its length, told by no clock."""
    counted = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        search(output, triggers)
    finally:
        sys.setprofile(None)
    return counted


def test_search_grows_with_the_output_and_hardly_with_triggers_that_are_not_there() -> None:
    known = [error.printed(1) for error in ALL]
    few, many = (
        [trigger_of(f"{text} {'abcdefghij'[at % 10] * 5}") for text in known for at in range(n)] for n in (1, 10)
    )
    lines = "all is well in the shop, nothing has happened since the last time\n"
    shorter, longer = (lines * count + "\n".join(known) for count in (2_000, 8_000))
    assert _calls(longer, few) <= 4 * _calls(shorter, few)
    assert _calls(lines * 8_000, many) - _calls(lines * 8_000, few) <= 4 * (len(many) - len(few))
