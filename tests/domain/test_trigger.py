"""Which texts are taken as triggers, with what warnings; measured on the labelled sets."""

from __future__ import annotations

import pytest

from legendary_git.domain.masking import mask
from legendary_git.domain.tool_lines import ToolLines
from legendary_git.domain.trigger import LEAST_BITS, Caution, Refusal, examine_trigger
from legendary_git.domain.trigger_match import matches
from legendary_git.domain.word_counts import COMMON_BITS, WordCounts, split_words
from legendary_git.store.tool_words import load_tool_lines, load_word_counts
from tests.domain.triggers.volatile import Error, Poor, errors, is_held_out, poor, printed

COUNTS = load_word_counts()
LINES = load_tool_lines()
RUNS = range(1, 9)

# A held-out text about which the rules are wrong, or whose reason is another than the label's. None of the other half.
MISJUDGED = {
    "line 42",
    "/tmp/tmp4k2j9x1a at 0x7f3a2c001b40",
    "EACCES: permission denied",
    "HTTP 404 Not Found: resource missing",
}


def _id(entry: Error | Poor) -> str:
    return (entry.template if isinstance(entry, Error) else entry.text)[:60].encode("ascii", "replace").decode()


def test_sets_are_as_large_as_documented() -> None:
    held_out = [sum(is_held_out(e.template) for e in errors()), sum(is_held_out(p.text) for p in poor())]
    assert [len(errors()), len({e.ecosystem for e in errors()}), len(poor()), *held_out] == [188, 25, 157, 99, 73]


@pytest.mark.parametrize("error", errors(), ids=_id)
def test_trigger_of_a_real_error_is_accepted(error: Error) -> None:
    report = examine_trigger(error.printed(0), COUNTS, LINES)
    assert report.accepted, report


@pytest.mark.parametrize("error", errors(), ids=_id)
def test_trigger_of_a_real_error_fires_when_it_comes_back(error: Error) -> None:
    trigger = mask(error.printed(0))
    assert [run for run in RUNS if not matches(trigger, mask(error.printed(run)))] == []


@pytest.mark.parametrize("error", [error for error in errors() if error.has_name], ids=_id)
def test_trigger_of_a_real_error_does_not_fire_on_its_neighbour(error: Error) -> None:
    trigger = mask(error.printed(0))
    assert [run for run in RUNS if matches(trigger, mask(error.printed(run, "zork")))] == []


def test_trigger_of_a_real_error_fires_on_no_other_error() -> None:
    triggers, lines = ([mask(error.printed(run)) for error in errors()] for run in (0, 1))
    fired = [
        (trigger.plain, line.plain)
        for at, trigger in enumerate(triggers)
        for other, line in enumerate(lines)
        if other != at and matches(trigger, line)
    ]
    assert fired == []


@pytest.mark.parametrize("text", poor(), ids=_id)
def test_trigger_that_is_poor_is_refused_or_warned_about(text: Poor) -> None:
    report = examine_trigger(text.text, COUNTS, LINES)
    outcome = "warned" if report.accepted else "refused"
    right = text.outcome in (outcome, "either") and not text.words.isdisjoint({str(report.refusal), *report.cautions})
    assert right is (text.text not in MISJUDGED), report


@pytest.mark.parametrize(("tool", "text"), printed())
def test_trigger_that_tools_print_is_refused_with_their_name(tool: str, text: str) -> None:
    report = examine_trigger(text, COUNTS, LINES)
    assert report.refusal in (Refusal.COMMON, Refusal.PRINTED), report
    assert report.reasons()[0].startswith("it is a line that tools print" if tool == "-" else f"{tool} prints it ")


def test_trigger_that_tools_print_is_taken_with_what_it_was_about() -> None:
    texts = [
        "find: '/var/lib/ledgerd': Permission denied",
        "Timeout exceeded while waiting for ledgerd",
        "error: failed to push some refs to 'git@example.org:ada/shop.git'",
        "Caused by: com.shop.LedgerLockedException",
        "make: *** No rule to make target 'ledger.o', needed by 'all'.  Stop.",
        "Switched to branch 'main' but ledgerd kept the lock",
    ]
    assert [text for text in texts if not examine_trigger(text, COUNTS, LINES).accepted] == []


def test_tool_lines_are_found_in_any_run_of_their_words() -> None:
    lines = ToolLines.parse("# what git says\ngit ok Switched to branch *\n- bad Note: …\n")
    found = {
        text: lines.find(text)
        for text in ("switched TO", "to branch", "branch 'x'", "branch", "Note: all", "a note: b")
    }
    assert {text: line and line.tool for text, line in found.items()} == {
        "switched TO": "git",
        "to branch": "git",
        "branch 'x'": None,
        "branch": None,
        "Note: all": None,
        "a note: b": None,
    }
    assert [text for text, line in found.items() if line] == ["switched TO", "to branch", "Note: all"]


@pytest.mark.parametrize(
    "text", ["fatal error: Python.h: No such file or directory", "config.json not found", "failed to open main.c"]
)
def test_trigger_that_names_a_file_is_taken_whatever_the_words_of_the_name(text: str) -> None:
    report = examine_trigger(text, COUNTS, LINES)
    assert (report.refusal, report.cautions) == (None, ()), report


@pytest.mark.parametrize(
    "text", ["main.c:12:5: error:", 'File "a.py", line 3', "index.js:3:5", "Error in setup.py", "utils.js failed"]
)
def test_trigger_that_says_nothing_of_the_file_is_refused(text: str) -> None:
    assert examine_trigger(text, COUNTS, LINES).refusal is Refusal.COMMON


def test_trigger_empty_is_refused() -> None:
    assert [examine_trigger(text, COUNTS, LINES).refusal for text in ("", " \n\t", "\x1b[0m")] == [Refusal.EMPTY] * 3


def test_trigger_refused_shows_a_good_one() -> None:
    report = examine_trigger("database problem", COUNTS, LINES)
    assert report.reasons() == ("it has only words that most failures print",)
    assert report.advice().endswith("sqlite3.OperationalError: database is locked")
    assert examine_trigger(report.better, COUNTS, LINES) == examine_trigger(report.better + "\n", COUNTS, LINES)
    assert examine_trigger(report.better, COUNTS, LINES).cautions == ()


@pytest.mark.parametrize("text", ["KeyError: 'name'", "Error: Cannot find module 'path'"])
def test_trigger_with_a_common_word_in_quotes_is_taken_with_a_warning(text: str) -> None:
    report = examine_trigger(text, COUNTS, LINES)
    assert (report.refusal, report.cautions, report.bits < LEAST_BITS) == (None, (Caution.GENERIC,), True)


def test_trigger_of_several_lines_is_refused_with_the_most_telling() -> None:
    text = "Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\nKeyError: 'DATABASE_URL'\n"
    report = examine_trigger(text, COUNTS, LINES)
    assert (report.refusal, report.better) == (Refusal.LINES, "KeyError: 'DATABASE_URL'")


def test_trigger_of_several_lines_is_offered_a_line_that_is_one_or_an_example() -> None:
    line = "ledger mismatch for voucher 1234 in till seven"
    assert examine_trigger(f"one\ntwo\n{line}\nfailed\n", COUNTS, LINES).better == line
    report = examine_trigger("one\ntwo\nfailed\n", COUNTS, LINES)
    assert report.refusal is Refusal.LINES
    assert report.advice() == (
        "copy the line that says what went wrong with what, as in this example: "
        "sqlite3.OperationalError: database is locked"
    )


def test_trigger_over_long() -> None:
    line = "ledger mismatch for " + " ".join(f"voucher{chr(97 + n % 26)}" for n in range(200))
    assert examine_trigger(line, COUNTS, LINES).refusal is Refusal.LONG
    assert examine_trigger(line[:400], COUNTS, LINES).cautions == (Caution.LONG,)
    assert examine_trigger(line[:200], COUNTS, LINES).cautions == ()


def test_trigger_reports_what_is_volatile_in_it() -> None:
    report = examine_trigger("connect ECONNREFUSED 127.0.0.1:5432 (ledgerd)", COUNTS, LINES)
    assert report.masked.shown() == "connect ECONNREFUSED <ip>:<port> (ledgerd)"


def test_trigger_bits_grow_with_each_rare_word() -> None:
    one, two = (examine_trigger(f"ledgerd {word}", COUNTS, LINES).bits for word in ("file", "voucherd"))
    assert LEAST_BITS < one < two


def test_word_counts_round_trip() -> None:
    assert WordCounts.parse(COUNTS.format()) == COUNTS


def test_word_counts_bits() -> None:
    counts = WordCounts(screens=1023, runs=31, ordinary={"file": 511, "traceback": 1}, failing={"traceback": 15})
    assert counts.bits("file") == pytest.approx(1.0, abs=0.01)
    assert counts.bits("voucher") == pytest.approx(11.0)
    assert counts.bits("traceback") == pytest.approx(1.0, abs=0.05)
    assert counts.telling(["file", "voucher", "error"]) == {"voucher": pytest.approx(11.0 - COMMON_BITS)}


def test_words_of_a_text() -> None:
    assert split_words("error[E0308]: `DATABASE_URL` 404 __ is") == ["error", "e0308", "database_url", "is"]
