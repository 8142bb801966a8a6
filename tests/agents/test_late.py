"""An answer for which there is no time: nothing is told, why is said, and what was read by then is kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing

import pytest

from legendary_git.agents.event import Event, Moment
from legendary_git.agents.guard import guard
from legendary_git.agents.surface import surface
from legendary_git.usecases import call_time
from legendary_git.usecases.call_time import TooLong, begin_call, catching_up_seconds, end_call, seconds_left
from legendary_git.usecases.limited import limited
from legendary_git.usecases.workspace import open_workspace
from tests.project import Shop


@pytest.fixture
def no_time(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An agent that waits for an answer, and has no time for one."""
    monkeypatch.chdir(shop.root)
    monkeypatch.setattr(call_time, "MOST_SECONDS", 0.0)
    begin_call()
    yield
    end_call()


def failed(shop: Shop) -> Event:
    return Event(
        host="claude",
        name="PostToolUseFailure",
        moment=Moment.AFTER_COMMAND,
        cwd=str(shop.root),
        command="make",
        failed=True,
        output="database is locked (5)",
    )


def opened(shop: Shop, *paths: str) -> Event:
    return Event(host="claude", name="PreToolUse", moment=Moment.BEFORE_READ, cwd=str(shop.root), paths=paths)


def forget_index(shop: Shop) -> None:
    """The memories have to be read; an empty index is there already."""
    with closing(open_workspace(shop.root).index) as index:
        index.forget_derived()


def test_guard_without_time_tells_nothing_and_says_why(
    shop: Shop, no_time: None, capsys: pytest.CaptureFixture[str]
) -> None:
    forget_index(shop)
    assert guard(failed(shop), os.environ) == ""
    assert capsys.readouterr().err.startswith("legendary: no time was left")
    end_call()
    assert shop.locked in guard(failed(shop), os.environ)


def test_surface_without_time_tells_nothing_and_says_why(
    shop: Shop, no_time: None, capsys: pytest.CaptureFixture[str]
) -> None:
    forget_index(shop)
    assert surface(opened(shop, "src/pay.py", "src/store.py"), os.environ) == ""
    assert capsys.readouterr().err.count("legendary: no time was left") == 1
    log = (shop.root / ".git/legendary/log").read_text(encoding="utf-8")
    assert "TooLong: the time was over in which an agent has to have its answer" in log


def test_all_that_is_done_for_one_answer_shares_its_time() -> None:
    assert seconds_left(7.0) == 7.0
    begin_call()
    try:
        assert 0.0 < seconds_left(7.0) <= call_time.MOST_SECONDS
        assert catching_up_seconds() < call_time.MOST_SECONDS
        assert seconds_left(0.0) == 0.0
    finally:
        end_call()
    assert seconds_left(7.0) == 7.0


def test_nothing_is_begun_that_has_no_time(no_time: None) -> None:
    with pytest.raises(TooLong), limited():
        raise AssertionError


def test_filter_that_hangs_empties_no_brief(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(call_time, "_CATCHING_UP", 1.0)
    shop.write({".gitattributes": "pay.py filter=slow\n", "src/pay.py": "LIMIT = 11\n"})
    shop.git("config", "filter.slow.clean", "sleep 40")
    begin_call()
    try:
        text = surface(Event(host="claude", name="SessionStart", moment=Moment.SESSION, cwd=str(shop.root)), os.environ)
    finally:
        end_call()
    assert f"[decision #{shop.cents}] (not verified: that takes too long to tell) Amounts are whole cents" in text
    assert f"[episode #{shop.locked}] WAL does not help" in text
