"""What is asked of a note before it is written: notes that must be taken, and notes that must not."""

from __future__ import annotations

import pytest

from legendary_git.domain.memory import Confidence, MemoryType
from legendary_git.errors import MemoryRefused, UsageError
from legendary_git.usecases.examine import examine
from legendary_git.usecases.note import Note, split_title

LASTING = """\
Retries are capped at five because the gateway bans a client after six
Do not call flush() inside the transaction: the savepoint is released first
The order of migrations matters: 0042 reads a column that 0041 fills
We chose SQLite over Postgres since the tool must run without a server
Timestamps are stored in UTC and shown in the zone of the account
The parser accepts a trailing comma on purpose; old exports have one
Never log the request body, it holds card numbers
Feature flags are read once at startup, so a change needs a restart
The lock file is taken before the config is read, or two workers race
Pagination uses cursors, not offsets, for rows are inserted all the time
The cache key has the tenant in it; without it two customers shared a cart
Rounding is half-even, as the accountants want it
An empty list means all permissions here, None means none
The ID is opaque: do not parse it, its format differs between regions
CSV exports begin with a BOM because Excel guesses the encoding otherwise
Webhooks may come twice and out of order, so the handler is idempotent
The worker must not fork after the first query: libpq connections do not survive it
`currently` is a column name in the report, not a word
Use `git rev-parse` and not the environment, which is wrong in hooks
The 2038 problem is why expiry is kept as text
Deleting a user keeps the invoices; the law asks for ten years
Mocking the clock broke the scheduler tests, so they use a fake queue instead
The linter rule is off in generated code only
Errors of the upstream are wrapped once, at the boundary, and nowhere else
A refund may be a part of the amount: shops give back single items
The first row of the sheet is data, there is no header
Two-phase commit was tried and left: the broker does not support prepare
Large uploads go straight to the bucket with a signed URL, the API never sees them
The build is reproducible only with SOURCE_DATE_EPOCH set
Search is eventually consistent; tests poll until the document is there
The enum's order is its wire format
Threads share one connection through the pool, never directly
The nightly job deletes what is older than 30 days
Blocked users are hidden, not removed, because their comments are quoted
The main branch is protected: releases are cut from tags
Jobs that are still running at shutdown are put back into the queue
The broken pipe is ignored on purpose, since `head` closes early
Today's date is passed in, so that the report can be made for another day
The test suite runs against a real database, in a schema of its own
CI caches the virtual environment by the hash of the lock file
""".splitlines()


@pytest.mark.parametrize("text", LASTING)
def test_note_that_lasts_is_taken(text: str) -> None:
    note = Note(text=text)
    assert examine(note, *split_title(note)) == ()


@pytest.mark.parametrize(
    ("note", "said"),
    [
        (Note(text="TODO: cap the retries"), "`TODO` is the state of the work now"),
        (Note(text="The tests are failing on main since the merge"), "is the state of the work now"),
        (Note(text="I still need to fix the login page"), "is the state of the work now"),
        (Note(text="The gateway probably caches this"), "`probably` is a guess"),
        (Note(text="I think that the lock is per process"), "`I think` is a guess"),
        (Note(text="The latest version of the SDK is 4.2"), "will not be so for ever"),
        (Note(text="As of March 2026 the API has no pages"), "will not be so for ever"),
        (Note(text="Locked", type=MemoryType.EPISODE), "an episode needs the verbatim error"),
        (Note(text="Locked", type=MemoryType.EPISODE, triggers=["database problem"]), "trigger `database problem`: "),
        (Note(text="Locked", type=MemoryType.EPISODE, triggers=["Error"]), "trigger `Error`: "),
    ],
)
def test_note_that_does_not_last_is_refused(note: Note, said: str) -> None:
    with pytest.raises(MemoryRefused) as refused:
        examine(note, *split_title(note))
    assert said in refused.value.what
    assert refused.value.todo


@pytest.mark.parametrize(
    "note",
    [
        Note(text="The gateway probably caches this", confidence=Confidence.LOW),
        Note(text="The gateway probably caches this", evidence=["ten requests, one at the origin"]),
        Note(text="The latest version of the SDK is 4.2", expires="2999-01-01"),
        Note(text="The latest version of the SDK is 4.2", expires="never"),
    ],
)
def test_note_is_taken_with_what_was_asked_for(note: Note) -> None:
    assert examine(note, *split_title(note)) == ()


def test_wide_words_are_told_in_a_repository_and_not_in_the_users_own_store() -> None:
    note = Note(text="Always squash in all our repositories")
    assert examine(note, *split_title(note)) == (
        "`Always`, `all our repositories`: this is kept for this repository alone; say where it holds",
    )
    note = Note(text="Always squash in all our repositories", scope="global")
    assert examine(note, *split_title(note)) == ()


def test_long_text_is_refused_for_its_head_alone() -> None:
    rest = "\n\nThe service currently in use was probably chosen in a hurry. " + "It was measured twice. " * 60
    note = Note(text="Use a queue between the two\n\nThe writer must not wait for the reader." + rest)
    assert examine(note, *split_title(note)) == (
        "`currently`, `probably`: see whether that still holds when it is read",
    )
    note = Note(text="Use a queue between the two\n\nThe reader is probably slower." + rest)
    with pytest.raises(MemoryRefused, match="`probably` is a guess"):
        examine(note, *split_title(note))


def test_kind_that_has_a_better_place_is_told() -> None:
    note = Note(text="Names are in snake_case", label="convention")
    (told,) = examine(note, *split_title(note))
    assert "CLAUDE.md or AGENTS.md" in told


@pytest.mark.parametrize("expires", ["soon", "2020-01-01", "2026-13-01"])
def test_day_that_is_none_or_over_is_a_usage_error(expires: str) -> None:
    from datetime import date

    from legendary_git.usecases.examine import read_expires

    with pytest.raises(UsageError):
        read_expires(expires, date(2026, 11, 30))
