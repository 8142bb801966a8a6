"""Dates that no calendar has, in memories and in commits: they are told or passed over, and nothing fails for them."""

from __future__ import annotations

import re

import pytest

from legendary_git.git.backend import VARIABLE
from tests.agents.agent import Agent
from tests.cli.test_check_change import asked, edit
from tests.project import PAY, Shop

pytestmark = pytest.mark.unhooked

READS = (
    *(("check",), ("check", "--no-base", "--format", "sarif"), ("list",), ("brief",), ("stale",), ("log",)),
    *(("why", "src/pay.py"), ("surface", "--file", "src/pay.py"), ("recall", "cents")),
)
BEFORE_ALL, AFTER_ALL = "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"


def read_all(shop: Shop) -> list[str]:
    """The commands that fail, but for what they found."""
    return [" ".join(words) for words in READS if shop.memory(*words).code not in (0, 1)]


def write_dates(shop: Shop, date: str) -> None:
    """Give a memory that date wherever it may have one, and commit it."""
    text = re.sub(r"^(created|updated): .*\n", "", shop.path_of(shop.cents).read_text(), flags=re.MULTILINE)
    front = "".join(f"{key}: {date}\n" for key in ("created", "updated", "expires"))
    front += f"check_ignore: [{{rule: stale, reason: r, until: '{date}'}}]\n"
    front += f"evidence: [{{at: '{date}', text: x}}]\ndeprecated: {{at: '{date}'}}\n"
    path = str(shop.path_of(shop.cents).relative_to(shop.root))
    shop.commit("Edit", {path: text.replace("status: active\n", f"status: active\n{front}")})


@pytest.mark.parametrize("date", [BEFORE_ALL, AFTER_ALL])
def test_date_that_no_calendar_has_is_no_date(shop: Shop, date: str) -> None:
    base = shop.head
    write_dates(shop, date)
    assert read_all(shop) == []
    found = asked(shop, "--base", base)["findings"]
    values = [one["message"].partition(" (")[0] for one in found if one["rule"] == "LG002"]
    assert values == [f"`{key}: {date}` is no date: write YYYY-MM-DD" for key in ("created", "updated", "expires")]
    (ignore,) = (one["message"] for one in found if one["rule"] != "LG002")
    assert "it has no day `until` which it holds" in ignore
    assert f"#{shop.locked}" in Agent(shop.root).start()


@pytest.mark.parametrize("date", ["0001-01-01", "9999-12-31", "9999-12-31T23:59:59+14:00"])
def test_first_and_last_day_of_a_calendar_are_dates(shop: Shop, date: str) -> None:
    base = shop.head
    shop.commit("Edit", edit(shop, shop.cents, "status: active", f"status: active\nexpires: {date}"))
    assert read_all(shop) == []
    found = [one["message"] for one in asked(shop, "--base", base)["findings"]]
    assert len(found) == (1 if date < "2" else 0)  # that it is over
    assert not any("is no date" in one for one in found)


TIMES = {
    "before the epoch": (b" -5 +0000", "1970-01-01T00:00:00Z"),
    "of the last day": (b" 253402300799 -9999", "9999-12-31T23:59:59Z"),
    "of 64 bits": (b" 9223372036854775808 +0000", "1970-01-01T00:00:00Z"),
}
"""What stands behind the mail, where seconds and a zone should, and as what it is shown."""


def commit_at(shop: Shop, message: str, text: str, author: bytes, committer: bytes) -> str:
    """Commit the remembered file with times that no `git commit` writes; the commit's id."""
    oid = shop.retime(shop.commit(message, {"src/pay.py": text}), author=author, committer=committer)
    shop.git("update-ref", "HEAD", oid)
    return oid


@pytest.mark.parametrize("back_end", ["libgit2", "git"])
@pytest.mark.parametrize("when", TIMES)
def test_commit_of_no_time_is_a_commit(shop: Shop, monkeypatch: pytest.MonkeyPatch, when: str, back_end: str) -> None:
    monkeypatch.setenv(VARIABLE, back_end)
    time, shown = TIMES[when]
    stale = commit_at(shop, "Charge more", PAY.replace("100", "1000"), b" 1767225600 +0000", time)
    assert read_all(shop) == []
    (doubtful,) = shop.must("stale", "--json").json["memories"]
    assert (doubtful["id"], doubtful["verdict"]) == (shop.cents, "stale")
    (since,) = (one["since"] for one in doubtful["anchors"])
    assert (since["commit"], since["at"]) == (stale, shown)
    # Of what went wrong long ago a session is not told.
    assert (f"#{shop.cents}" in Agent(shop.root, "first").start()) == (shown > "2026")
    gone = commit_at(shop, "Drop", PAY[PAY.index("def refund") :], time, time)
    shop.commit("Later", {"README": "A shop that is open.\n"})
    assert read_all(shop) == []
    assert shop.verdicts()[shop.cents] == "orphaned"
    (finding,) = asked(shop, "--base", "HEAD~3")["findings"]
    assert (finding["rule"], finding["cause"]["since"]["commit"]) == ("LG001", gone)
    assert (f"#{shop.cents}" in Agent(shop.root, "second").start()) == (shown > "2026")


def test_doctor_takes_odd_dates(shop: Shop) -> None:
    write_dates(shop, BEFORE_ALL)
    commit_at(shop, "Drop", PAY[PAY.index("def refund") :], b" -5 +0000", b" -5 +0000")
    assert shop.memory("doctor").code in (0, 1)
