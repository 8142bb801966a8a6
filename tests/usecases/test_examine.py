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
The cache might be invalidated by the deploy
The job may run today or tomorrow in UTC, so dates are computed in the customer's zone
Tomorrow's partition is created by the nightly job; inserts fail at midnight without it
Work in progress uploads live under /tmp/upload and are removed by the reaper after 24 hours
Work in progress limits do not apply to hotfixes
In progress jobs are marked by a heartbeat row; without one they are started again
Next week's schedule is generated on Fridays
The upload limit is 10 MB because Lambda rejects more
The retry limit is 5 because the bank blocks after 6
The recursion limit is 200 since deeper trees overflow the C stack
Batch size limit at 500: the driver sends one statement a row above that
Keep the retry limit at 3
Waiting for the lock is bounded to 2 s
Todo items are sorted by due date
Remember to raise SCHEMA_VERSION when a table changes
Deploys are frozen on Friday afternoon
Tests fail on purpose in fixtures/broken
If the build is broken, nobody is paged at night
When the pipeline is down, releases are made by hand with make release
The document is locked while the latest version of a page is rendered
We have to add a trailing slash, or the router redirects and drops the body
We need to check the return code ourselves: the wrapper swallows it
The reaper will do this at night
Workers will pick it up later, in the order of the queue
Remember to commit the transaction before notify, or listeners see old rows
Don't forget to remove the listener on unmount, it keeps the page alive
The bytes read so far are counted in the header
The currently selected row is kept in the URL
Retries make a stampede more likely
When unsure, ask the registry; it is the only source of truth
A possibly empty list is passed as None
The tooltip appears to the left of the button in right-to-left scripts
The value looks like a URL but is an opaque id
The protocol v2 frame has a length, the protocol v1 frame ends with a newline
A rate limit of 5 a minute protects the login form
The rate limit is 5 a minute because the form has no captcha
We moved off Heroku in 2023 because of the router's time limit
At the moment of the call the lock is held by the parent
The VAT return stays open until the end of the quarter
A pull request is open for a day at least
At the end-of-life of an object its finaliser runs on another thread
Use the read replica for reports; a long query on the primary blocks vacuum
The mobile client caches the token for an hour, so a revoked session still works for that long
Orders that are still open at midnight are rolled over to the next trading day
A job that is waiting for a lock is not counted as running in the metrics
The scheduler picks the next run from the cron line, not from the last start
Next.js reads NEXT_PUBLIC_ variables at build time, so the image is built once per environment
Pending migrations are applied by the init container before the web pods start
Remember that slices share memory: copy before you keep one past the request
The healthcheck must stay green while the queue is down, or the balancer drops every pod
If the broker is down the outbox keeps the events and sends them later
A failing webhook is retried for two days and then parked in the dead letter table
Broken links in the docs fail the build, on purpose
The staging server shares its Redis with the review apps; prefix every key
The deploy is blocked by the freeze flag in Consul, not by the pipeline
When main is red the release train skips a day; nobody tags by hand
The nightly build is allowed to fail, because it runs against the unreleased compiler
Tests are run in random order, so a test must not rely on another one's rows
Flaky tests are retried once and reported, never skipped
PRs from forks get no secrets, so the integration job is skipped for them
A pull request needs two reviews when it touches billing
The lint job runs before the tests because it is done in ten seconds
The current user is taken from the request context and never from a global
The current directory of a hook is the top of the work tree
Current holds the page that is shown, next the one being loaded
The latest tag is never deployed; every image is pinned by its digest
Use the newest row by created_at, since ids are not in order across shards
The most recent snapshot wins when two writers meet
The price is in cents and the quantity in thousandths
The price of an order is fixed when it is placed; later price changes do not touch it
A limit of 0 means no limit
The page size limit is 200; larger ones time out in the gateway
The file limit is raised to 65536 in the unit file because the proxy holds two sockets per client
Version 2 of the envelope has a key id; version 1 is read but never written
v1 routes answer with snake_case and v2 routes with camelCase
The retry budget is shared by all calls of one request
Each service owns its schema; no other one reads it
Every handler is idempotent because the queue delivers at least once
All dates in the API are RFC 3339 with an offset
Clock skew of up to five minutes is accepted in tokens
A user may belong to several tenants, so a session carries the tenant's id
The value may be a string or a number; normalise it at the edge
The job could be started twice, hence the advisory lock
A response might be empty when the upstream times out: check for None
The order of the results may change between runs and must not be relied on
It looks up the tenant by the host name and falls back to the header
The parser looks like a state machine because the grammar is not context-free
The field seems redundant but old clients read it
Do not remove the sleep in the harness: the emulator drops the first key press
We tried to batch the inserts and went back, as one bad row failed a thousand
We need to hold the lock while the file is renamed, since Windows refuses otherwise
You have to run the generator after you change the proto files
Remember me cookies live for thirty days and are rotated at each use
Half of the traffic is bots, so the counters are sampled
Work on the shared cache is done under the file lock
The debug endpoint is removed from release builds by a feature flag
Don't merge the two enums: one is stored, the other is sent
Dates before 1970 are stored as negative numbers
In 2023 format files the header is UTF-16; the reader detects it by the BOM
Invoices from before 2019 have no VAT number, so the column is nullable
The year end close runs on 31 December in the company's zone
Until the handshake is done no frame may be sent
Right now() in a transaction gives its start, use clock_timestamp() for the wall clock
The key expires today at midnight UTC in the fixture, so the clock is frozen in that test
This morning's batch and last night's share an id when the zone changes; the key has the offset
For now() defaults, Postgres evaluates once per transaction
The upload moves to the bucket first and the row is written after it
Review apps are deleted when the branch is deleted
Open issues are synced hourly from the tracker to the table
Left joins on events need the partition key or they scan the year
To do nothing is the default of on_conflict
The next steps of the wizard are computed from the answers, not stored
Deadlocks between the importer and the reaper were solved by taking rows in id order
The vendor sends amounts as strings; parse them with Decimal
The free list is protected by its own mutex, not by the arena's
Blocked on I/O threads are counted apart from runnable ones in the profile
Nothing is cached on staging, so a slow page there says nothing about production
The feature is off until the flag service answers
Fixing the seed is not enough: the iteration order of the set differs as well
The import was half finished when it crashed, so it is now one transaction per file
Finish the response before closing the span, otherwise the trace loses its status
We're using polling rather than websockets since the proxy cuts idle connections
The gateway answers 202 and does the work later; poll the status route
Tokens that are about to expire are renewed in the background
The loader waits for feedback from the socket before it sends the next chunk
Waiting for approval is a state of its own in the order machine
Next to each shard lives a manifest; without it the shard is ignored
The next release train leaves when the train branch is cut, not when main is green
The remaining work of a cancelled job is dropped, not requeued
Open items are copied to the new invoice when one is split
Tests are broken into shards by their last run time
The build is broken up by platform, one job each
CI is blocked from pushing to main by a ruleset
The server is down for a minute at each key rotation, clients have to retry
The job is down-sampled to one run in ten on weekends
Today is a reserved word in the query language
Reports for today are computed on read, older ones come from the rollup
Still frames are cut with ffmpeg, since the SDK drops the alpha channel
If tests fail on main the bot reverts the last merge
Failing on main is not fatal: the deploy job has its own gate
A migration is flaky if it takes a lock without a timeout
PRs are squashed, so a commit hash in a note points nowhere
We still support the old header because two partners send it
We still write both columns; the reader prefers the new one
I/O is done on a thread of its own, the loop must not block
The user may be a bot, hence the missing locale
A price may be the result of several rules, the audit row says which
The cause might be nested: unwrap until there is no cause
The key could be missing in old rows, default it to zero
The current price of an item is never used for an invoice that exists
Current limits are read from the quota service at each request
Until 2021 orders had no currency; a null there is EUR
By 2 a.m. the exports have to be on the SFTP server, the bank pulls them then
Since v3 the config is TOML; the YAML reader stays for the migration
Version 2.0 of the protocol drops the handshake
The API version is sent in a header, not in the path
The SDK version is pinned since minor releases broke us twice
The latest event decides; earlier ones with the same key are dropped
The newest file is read first, for the tail command
It seems simpler to use one table, but then every reader locks the writer
Guess the encoding from the BOM alone
Sure-fire retries were removed, they doubled the load
Not all drivers support savepoints, so nested transactions are emulated
I chose the slower hash because the fast one is not stable across versions
Do not forget the trailing newline in the key file, ssh rejects it otherwise
Remember: the cursor is only valid inside the transaction
To fix the seed, set PYTHONHASHSEED as well
Work in batches of 500, larger ones run into the parameter limit
Merging two carts keeps the higher quantity of each line
The vendor's sandbox returns a fixed quote of 42
Rolling back is not possible after step 7, take the backup before it
Free seats are counted in the view, not stored
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
        (Note(text="test_checkout fails right now, someone is on it"), "is the state of the work now"),
        (Note(text="- [ ] handle empty carts"), "is the state of the work now"),
        (Note(text="It's unclear whether the broker keeps order"), "`unclear whether` is a guess"),
        (Note(text="The latest Django is 5.1"), "will not be so for ever"),
        (Note(text="The vendor will shut down v1 on 2027-03-01"), "will not be so for ever"),
        (Note(text="Locked", type=MemoryType.EPISODE), "an episode needs the verbatim error"),
        (Note(text="Locked", type=MemoryType.EPISODE, triggers=["database problem"]), "trigger `database problem`: "),
        (Note(text="Locked", type=MemoryType.EPISODE, triggers=["Error"]), "trigger `Error`: "),
        (
            Note(text="Locked", type=MemoryType.EPISODE, triggers=["Already up to date."]),
            "trigger `Already up to date.`: git prints it when nothing is wrong",
        ),
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
