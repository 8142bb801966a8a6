"""A trigger fires on its error, whatever is round it, and on nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendary_git.domain.masking import mask
from legendary_git.domain.trigger_match import matches
from legendary_git.domain.word_counts import split_words
from tests.domain.triggers.volatile import Error, errors

some_error = st.sampled_from(errors())
seed = st.integers(0, 10_000)
before = st.sampled_from(
    [
        "",
        "E   ",
        "npm ERR! ",
        "stderr | ",
        "worker_1  | ",
        "2026-11-30 10:15:02,123 ERROR ",
        "[10:15:02] ",
        "\t\t",
        "> ",
        "[ERROR] ",
    ]
)
after = st.sampled_from(["", " ", "\n", "\r\n", " (retrying)", ", giving up", "\t"])


def _matches(trigger: str, line: str) -> bool:
    return matches(mask(trigger), mask(line))


@given(some_error, seed)
def test_trigger_fires_on_its_own_text(error: Error, one: int) -> None:
    assert _matches(error.printed(one), error.printed(one))


@given(some_error, seed, seed, before, after)
def test_trigger_fires_on_other_values(error: Error, one: int, other: int, prefix: str, suffix: str) -> None:
    assert _matches(error.printed(one), f"{prefix}{error.printed(other)}{suffix}")


def test_step_of_a_build_behind_a_level_is_no_code() -> None:
    said = 'ERROR: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1'
    assert _matches(f"#3209 {said}", f"2026-11-30 10:15:02,123 ERROR #8413 {said}")
    assert not _matches("error #3209: no such table", "error #8413: no such table")


@pytest.mark.parametrize(
    "said",
    [
        "=={}==ERROR: AddressSanitizer: stack-buffer-overflow on address 0xf09eeae59ac8 in parse_header",
        "=={}== Invalid read of size 8 in list_pop",
        "{}:M 31 Aug 2024 17:40:17.524743 # Could not create server TCP listening socket *:11829: bind: Address in use",
    ],
)
def test_process_behind_a_level_is_no_code(said: str) -> None:
    assert _matches(said.format(1439083), f"2026-11-30 10:15:02,123 ERROR {said.format(788110)}")


@given(some_error, some_error, seed, seed)
def test_trigger_words_stand_in_each_line_that_it_fires_on(one: Error, other: Error, here: int, there: int) -> None:
    """So a search may look for the rarest word first, in the text as it was printed."""
    trigger, lines = mask(one.printed(here)), [mask(error.printed(there)) for error in (one, other)]
    fired = [line.plain.casefold() for line in lines if matches(trigger, line)]
    assert fired
    assert all(word in line for line in fired for word in split_words(trigger.form))


@given(
    some_error,
    seed,
    st.lists(st.integers(0, 200), max_size=4),
    st.sampled_from(["\x1b[31m", "\x1b[0m", "^[[1;32m", "\x1b[K"]),
)
def test_trigger_fires_through_colours(error: Error, one: int, places: list[int], colour: str) -> None:
    line = error.printed(one)
    for place in sorted(places, reverse=True):
        line = line[:place] + colour + line[place:]
    assert _matches(error.printed(one), line)


@given(some_error, seed, st.sampled_from([" ", "\n", "\t", "  \n", "\r\n"]))
def test_trigger_may_be_wrapped_in_blanks(error: Error, one: int, blank: str) -> None:
    assert _matches(f"{blank}{error.printed(one)}{blank}", error.printed(one))


@pytest.mark.parametrize(
    ("trigger", "line"),
    [
        ("No module named yaml", "No module named yaml.cyaml"),
        ("No module named yaml", "No module named yamllint"),
        ("database is locked", "the database is locked_out"),
        ("needs foo 1.2", "needs foo 1.2.3"),
        ("exited with code 1", "exited with code 137"),
        ("unlocked database", "locked database"),
        ("error TS2345: Argument", "error TS2307: Argument"),
        ("open './lib/a.json'", "open './test/a.json'"),
        ("", "anything"),
        ("Database is locked", "database is locked"),
    ],
)
def test_trigger_does_not_fire_on(trigger: str, line: str) -> None:
    assert not _matches(trigger, line)


@pytest.mark.parametrize(
    ("trigger", "line"),
    [
        ("OperationalError: database is locked", "E sqlite3.OperationalError: database is locked."),
        (
            "ENOENT: no such file or directory, open '/home/a/config.json'",
            "ENOENT: no such file or directory, open '/srv/x/config.json'",
        ),
        ("cannot open src/db.py", "cannot open /home/ada/shop/src/db.py"),
    ],
)
def test_trigger_fires_on(trigger: str, line: str) -> None:
    assert _matches(trigger, line)
