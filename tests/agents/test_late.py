"""An answer for which there is no time: nothing is told, why is said, and what was read by then is kept."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from legendary_git.agents.event import Event, Moment
from legendary_git.agents.guard import guard
from legendary_git.agents.surface import surface
from legendary_git.domain.judged import JudgedMemory
from legendary_git.domain.memory import InvalidMemory, Memory
from legendary_git.git.nearest import Nearest, find_nearest
from legendary_git.usecases import at_hand, call_time, pushing_slowly, pushing_survey, secret_files, triggers_slowly
from legendary_git.usecases.at_hand import AtHand, NotAtHand, judge_at_hand
from legendary_git.usecases.call_time import TooLong, begin_call, catching_up_seconds, end_call, seconds_left
from legendary_git.usecases.limited import limited
from legendary_git.usecases.screening import find_secret
from legendary_git.usecases.workspace import open_workspace
from tests.project import PAY, Shop


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


def find_near(shop: Shop) -> Nearest:
    near = find_nearest(str(shop.root))
    assert near is not None
    return near


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


TOO_SLOW = "(not verified: that takes too long to tell)"


@pytest.fixture
def no_judging(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An agent that waits for an answer in which nothing can be judged, but what is found can be told."""
    monkeypatch.chdir(shop.root)
    monkeypatch.setattr(call_time, "_TELLING", call_time.MOST_SECONDS)
    begin_call()
    yield
    end_call()


def test_changed_file_for_which_there_is_no_time_is_told_as_not_verified(shop: Shop, no_judging: None) -> None:
    shop.write({"src/pay.py": PAY.replace("100", "1000")})
    assert f"[decision #{shop.cents}] {TOO_SLOW} Amounts are" in surface(opened(shop, "src/pay.py"), os.environ)
    assert f"[episode #{shop.locked}] (verified against" in surface(opened(shop, "src/store.py"), os.environ)


def test_what_is_judged_when_the_time_is_over_is_told_as_it_was_judged(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = shop.remember("Back is whole as well", "src/pay.py::refund")
    shop.commit("Remember more")
    shop.write({"src/pay.py": PAY.replace("100", "1000")})
    judged: list[str] = []

    def one_alone(memory: Memory, files: AtHand) -> JudgedMemory:
        if judged:
            raise TooLong
        judged.append(memory.id)
        return judge_at_hand(memory, files)

    monkeypatch.setattr(pushing_slowly, judge_at_hand.__name__, one_alone)
    text = surface(opened(shop, "src/pay.py"), os.environ)
    assert text.count(TOO_SLOW) == 1
    assert text.count("verify before trusting]") == 1
    assert shop.cents in text
    assert other in text


def test_memory_that_takes_too_long_to_look_through_is_not_pushed_and_keeps_no_other(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = shop.remember("Long", "src/pay.py::refund")
    path = shop.path_of(long)
    path.write_text(path.read_text() + "nothing odd in it\n" * 1_000)
    short = shop.remember("Short", "src/pay.py::refund")
    shop.commit("Remember more")
    forget_index(shop)

    def too_long(parsed: Memory | InvalidMemory, data: bytes, *, is_quick: bool) -> InvalidMemory | None:
        if len(data) > 10_000:
            raise TooLong
        return find_secret(parsed, data, is_quick=is_quick)

    monkeypatch.setattr(secret_files, find_secret.__name__, too_long)
    text = surface(opened(shop, "src/pay.py"), os.environ)
    assert shop.cents in text
    assert short in text
    assert long not in text
    monkeypatch.undo()
    assert long in surface(opened(shop, "src/pay.py"), os.environ)


def test_content_of_half_a_gigabyte_is_not_read_for_an_agent(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_hand, "MOST_BYTES", 100)
    files = AtHand(find_near(shop), shop.head, os.environ)
    small = shop.git("hash-object", "-w", "--stdin", stdin=b"x" * 100)
    large = shop.git("hash-object", "-w", "--stdin", stdin=b"x" * 101)
    assert files.read_blob(small) == b"x" * 100
    with pytest.raises(NotAtHand):
        files.read_blob(large)


@pytest.fixture
def no_end(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A memory that is about nothing, and never read to its end while an agent waits; the others were read before."""
    time.sleep(0.05)  # a file that was written just now is read again
    shop.must("list")
    path = shop.root / ".legendary/memories/mem-ffffffff-no-end.md"
    path.write_text("---\nid: mem-ffffffff\ntype: decision\ntitle: No end\n---\n\nNo end\n")

    def never(parsed: Memory | InvalidMemory, data: bytes) -> Memory | InvalidMemory:
        if b"No end" in data:
            raise TooLong
        return parsed

    for module in (pushing_survey, triggers_slowly):
        monkeypatch.setattr(module, "screen", never)
    return path


def test_what_was_read_by_then_is_told(shop: Shop, no_end: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"#{shop.cents}] (verified against current code)" in surface(opened(shop, "src/pay.py"), os.environ)
    assert capsys.readouterr().err.count("legendary: no time was left") == 1
    assert f"#{shop.locked}]" in guard(failed(shop), os.environ)
    assert capsys.readouterr().err.count("legendary: no time was left") == 1


def test_what_was_read_by_then_and_has_changed_since_is_not_told(shop: Shop, no_end: Path) -> None:
    path = shop.path_of(shop.cents)
    path.write_text(path.read_text().replace("Amounts", "No end of amounts"))
    assert surface(opened(shop, "src/pay.py"), os.environ) == ""
    shop.path_of(shop.locked).unlink()
    assert surface(opened(shop, "src/store.py"), os.environ) == ""
    assert guard(failed(shop), os.environ) == ""


def test_large_files_are_read_last(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    large = shop.root / ".legendary/memories/mem-00000000-large.md"
    large.write_text("---\nid: mem-00000000\ntype: decision\ntitle: Large\n---\n\n" + "Words of it\n" * 6_000)
    forget_index(shop)

    def never_large(parsed: Memory | InvalidMemory, data: bytes) -> Memory | InvalidMemory:
        if len(data) > 9_000:
            raise TooLong
        return parsed

    for module in (pushing_survey, triggers_slowly):
        monkeypatch.setattr(module, "screen", never_large)
    time.sleep(0.05)  # a file that was written just now is read again
    assert shop.cents in surface(opened(shop, "src/pay.py"), os.environ)
    assert shop.locked in guard(failed(shop), os.environ)
