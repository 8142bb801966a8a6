"""What words give away, on what people and agents write down."""

from __future__ import annotations

import pytest

from legendary_git.domain.wording import Clue, Sign, find_clues

PASSING = """\
TODO: split the parser into two modules
The test suite is currently failing on main
CI is red right now because of the new runner image
We still need to fix the flaky upload test
I'm debugging the websocket reconnect
I will fix this after the release
WIP - moving handlers to the new router
Next steps: write the migration, then remove the old table
Remember to push the generated client before merging
Blocked on the infra team for the new bucket
Right now the build fails in step three
main is broken since the merge
The index page is still to be written
Picking this up again tomorrow
FIXME: the retry loop never ends
The migration is half written; we have to finish the down step, but for now the pipeline is down.
test_checkout fails right now, someone is on it
test_foo is failing
Tests fail on main
The staging server is down
Left to do: port the admin views
Next: add tests for the cart
Still to do are the docs for export
FIXME handle empty carts
- [ ] handle empty carts
Remember to bump the version before release on Friday
Waiting for review from Grace on PR 812
PR 812 is open and not merged yet
The retry loop still needs to be fixed
Do not forget to remove the debug print in cart.py
I'm halfway through moving the parser; the lexer is done
The integration tests are broken since Tuesday
Build is red, Grace is looking into it
I am in the middle of splitting the module
We're still debugging the flaky upload
Need to fix the cart total
Still need to write the docs
The refactoring is half done
Not finished: export of invoices
MR !812 is waiting for approval
I'll continue with this tomorrow
Don't forget to push before lunch today
XXX handle negative totals
TODO(ada): handle negative totals
I didn't get to the tests"""
GUESS = """\
The leak is probably in the connection pool
I think the cache key misses the tenant
Maybe the proxy drops the header
It seems to work only with HTTP/2
Not sure why, but restarting helps
My guess is that the clock of the runner drifts
This might be because of DNS caching
IIRC the limit was raised for batch jobs
Apparently the SDK retries by itself
The vendor presumably rounds half up
I suspect the ORM opens a second transaction
We aren't certain that the lock is reentrant
It appears that the driver ignores the timeout
The cache could be the cause of the timeouts
It seems the proxy drops the header
Looks like the proxy drops the header
As far as I know the broker keeps order
It's unclear whether the broker keeps order
I have not tested this on Windows yet
Seems to be a race in the pool
Not 100% sure, but the pool leaks
I'd guess the pool leaks
The pool leaks, I believe
This could be because the pool leaks
I have no idea why the pool leaks"""
DATED = """\
Stripe's API v2 returns amounts in cents
The latest version of Node breaks our native addon
As of March 2026 the vendor allows 100 requests a minute
Safari does not yet support the dialog element
The rate limit is 5000 requests per hour
Currently GitHub caps annotations at ten per step
The free tier is limited; the quota is 50 builds
Python 3.9 is end-of-life
Lambda's current limit is fifteen minutes
Use the beta header until 2027-06-01
The newest SDK drops callbacks; 4.2 is the latest
Since 2024 the registry refuses plain passwords
The latest Django is 5.1
The newest Django is 5.1
Stripe API version is 2024-06-20
Right now the CDN has a 10 MB limit
For now we use sqlite
Until the end of the year the old endpoint works
The vendor will shut down v1 on 2027-03-01
The free tier allows 100 calls a day
The newest version of Rails drops this
As of today the CDN caps uploads
The API currently supports only JSON
The vendor plans to drop v1 in 2027
At the moment only EU is supported
The free plan includes 3 seats
v2 of the Stripe API returns cents"""
BROAD = """\
Always use pnpm
Prefer composition over inheritance everywhere
All projects use Bun 1.3
Every repository must have a CODEOWNERS file
Use tabs across all repositories
In general, mock the clock
Company-wide rule: no force pushes
The user prefers tabs over spaces in every language"""
PLAIN = """\
Amounts are whole cents, because floats lost one in March
WAL does not help when two processes checkpoint
Handlers write to the outbox table inside the transaction, so that an event is never lost
We chose SQLite over Postgres for the index: no server may run in the background
The retry in `fetch()` is capped at three, since the gateway bans clients that try more often
Do not reorder the fields of Header: they are written to disk in this order
TODO comments are checked by the linter and must name an owner
The words `TODO` and `currently failing` in a log line do not fail the job
Tried to share one session between threads: it deadlocked in Session.commit
Uploads fail with "the build is broken" when the artifact is larger than 2 GB
The failing test was removed in the rewrite of the parser
A failing build must not publish the docs
Migrations run before the new code starts, never after it
The parser keeps the last 100 tokens, for error messages
Caches are keyed by tenant and by locale
Tests that need the network are marked `network` and run at night only
ThinkPad keyboards send another scan code for Fn
Maybe[T] is our option type; it has no truth value
The likelihood is computed in log space
Use the factory; the constructor skips validation
The broker redelivers after 30 s, so handlers have to be idempotent
We moved the lock out of the loop because the allocator asked for it 10,000 times
The date is stored in UTC and shown in the user's zone
The schema has a version column so that old clients can refuse
Rate limiting happens in the proxy, not in the app
Ports below 1024 need a capability in the container
The feature flag is read once at start-up
Old clients send v1 payloads without a checksum; the handler accepts both
`always` in the policy file means the image is pulled each time
Requests to /export are streamed, otherwise the worker runs out of memory
The 2023 incident came from two cron jobs with one lock file
It was blocked by the firewall, so the webhook goes through the relay"""


def signs(text: str) -> set[Sign]:
    return {clue.sign for clue in find_clues(text)}


@pytest.mark.parametrize(
    ("sign", "text"),
    [
        (sign, line)
        for sign, lines in ((Sign.PASSING, PASSING), (Sign.GUESS, GUESS), (Sign.DATED, DATED), (Sign.BROAD, BROAD))
        for line in lines.splitlines()
    ],
)
def test_words_that_give_something_away(sign: Sign, text: str) -> None:
    assert sign in signs(text)


@pytest.mark.parametrize("text", PLAIN.splitlines())
def test_words_that_give_nothing_away(text: str) -> None:
    assert find_clues(text) == ()


def test_each_sign_is_not_found_in_the_others_without_need() -> None:
    assert not [line for line in (GUESS + "\n" + DATED + "\n" + BROAD).splitlines() if Sign.PASSING in signs(line)]
    assert not [line for line in (PASSING + "\n" + DATED + "\n" + BROAD).splitlines() if Sign.GUESS in signs(line)]


def test_clues_stand_in_the_order_of_the_text_and_once() -> None:
    found = find_clues("Always probably, and always  probably.\nThe latest version is everywhere.")
    assert found == (
        Clue(Sign.BROAD, "Always"),
        Clue(Sign.GUESS, "probably"),
        Clue(Sign.BROAD, "always"),
        Clue(Sign.DATED, "The latest version"),
        Clue(Sign.BROAD, "everywhere"),
    )


@pytest.mark.parametrize(
    "text",
    [
        "```\nTODO: always probably the latest version\n```\nThe above is a fixture.",
        "> We still need to fix this\n\nwas the review comment.",
        "The log says 'currently failing' then.",
        "The log says “currently failing” then.",
        "    TODO: always\n",
    ],
)
def test_words_of_others_give_nothing_away(text: str) -> None:
    assert find_clues(text) == ()


def test_long_text_is_read_in_time_that_grows_with_it() -> None:
    assert find_clues("is are the tests " * 40_000 + '"' * 9_999 + "`" * 9_999) == ()


def test_long_text_of_beginnings_is_read_in_time_that_grows_with_it() -> None:
    assert find_clues("remember to " * 20_000 + "\n" * 50_000 + "the vendor will " * 20_000) == ()


def test_other_languages_give_nothing_away() -> None:
    assert find_clues("常にUTCで保存する。たぶん大丈夫。\nImmer in UTC speichern, wahrscheinlich.") == ()
