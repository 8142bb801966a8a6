"""Whatever becomes of the index: an agent is told the same, and soon enough."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from legendary_git.agents.event import Event, Moment
from legendary_git.agents.guard import guard
from legendary_git.agents.surface import surface
from legendary_git.usecases import call_time, memories
from legendary_git.usecases.call_time import begin_call, end_call, lock_seconds
from tests.agents.agent import Agent, ids
from tests.project import Shop

ALARM = 30
"""Seconds after which what still waits is said to hang."""


@pytest.fixture
def warm(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> Shop:
    """A shop with a stale memory and a fresh one, whose index knows all."""
    monkeypatch.chdir(shop.root)
    shop.change()
    for ask in (opened, failed, began):
        answer(shop, ask)
    return shop


def opened(shop: Shop) -> str:
    """What is told before a file is read."""
    paths = ("src/pay.py",)
    return surface(event(shop, "PreToolUse", Moment.BEFORE_READ, paths=paths), os.environ)


def failed(shop: Shop) -> str:
    """What is told after a command."""
    output = "Traceback:\ndatabase is locked (5)\n"
    moment = Moment.AFTER_COMMAND
    return guard(event(shop, "PostToolUseFailure", moment, command="make", failed=True, output=output), os.environ)


def began(shop: Shop) -> str:
    """What is told as a session begins."""
    return surface(event(shop, "SessionStart", Moment.SESSION), os.environ)


def event(shop: Shop, name: str, moment: Moment, **more: object) -> Event:
    return Event(host="claude", name=name, moment=moment, cwd=str(shop.root), **more)  # type: ignore[arg-type]


def answer(shop: Shop, ask: Callable[[Shop], str]) -> str:
    """What an agent whose session just began is told. It fails where nothing is, after a long while."""
    sessions = shop.own_git_dir / "legendary" / "sessions"
    for known in sessions.glob("*"):
        known.unlink()
    signal.alarm(ALARM)
    begin_call()
    try:
        return ask(shop)
    finally:
        end_call()
        signal.alarm(0)


def check_all(shop: Shop) -> None:
    """The stale memory is told as stale, with its change; the one whose error came back; and both in the brief."""
    read = answer(shop, opened)
    assert (ids(read), "[stale since" in read) == ([shop.cents], True)
    assert "`total = amount * 100` -> `total = amount * 1000`" in read
    heard = answer(shop, failed)
    assert (ids(heard), "stale" in heard) == ([shop.locked], False)
    brief = answer(shop, began)
    assert sorted(ids(brief)) == sorted([shop.cents, shop.locked])
    assert brief.count("[stale since") == 1


@contextmanager
def held(path: Path, how: str) -> Iterator[None]:
    with closing(sqlite3.connect(path, isolation_level=None)) as holder:
        holder.execute(f"BEGIN {how}")
        yield
        holder.execute("ROLLBACK")


def test_index_that_stays_locked_costs_no_answer(warm: Shop, capsys: pytest.CaptureFixture[str]) -> None:
    want = answer(warm, opened)
    with held(warm.index_path, "EXCLUSIVE"):
        assert answer(warm, opened) == want
    assert want
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("how", ["EXCLUSIVE", "IMMEDIATE"])
def test_locked_index_costs_nobody_his_answer(warm: Shop, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    monkeypatch.setattr(call_time, "_PATIENCE", 0.1)
    with held(warm.index_path, how):
        check_all(warm)
    check_all(warm)


def test_what_no_index_keeps_is_read_once_for_an_answer(warm: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    """The guard looks for triggers first, and then for each memory that has one."""
    monkeypatch.setattr(call_time, "_PATIENCE", 0.1)

    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(memories, "load_memories", never)
    with held(warm.index_path, "EXCLUSIVE"):
        assert ids(answer(warm, failed)) == [warm.locked]


def test_all_locks_of_one_answer_are_waited_for_together(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lock_seconds(2.0) == 2.0
    begin_call()
    try:
        assert lock_seconds(0.2) == 0.2
        assert 0.2 < lock_seconds(7.0) <= 1.0
        now = time.monotonic()
        monkeypatch.setattr(time, "monotonic", lambda: now + 1.5)
        assert lock_seconds(7.0) < 0.1
    finally:
        end_call()


def test_index_that_is_locked_now_and_then_costs_no_answer(warm: Shop) -> None:
    hold = (
        "import random, sqlite3, sys, time\n"
        "dice = random.Random(3)\n"
        "connection = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=5)\n"
        "while True:\n"
        "    connection.execute('BEGIN EXCLUSIVE')\n"
        "    print(flush=True)\n"
        "    time.sleep(dice.choice((0.001, 0.02, 0.3)))\n"
        "    connection.execute('ROLLBACK')\n"
        "    time.sleep(dice.random() / 50)\n"
    )
    with subprocess.Popen([sys.executable, "-c", hold, warm.index_path], stdout=subprocess.PIPE) as holder:
        try:
            assert holder.stdout is not None
            holder.stdout.readline()
            check_all(warm)
        finally:
            holder.kill()


def put_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def put_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def link_to_zeros(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def empty(path: Path) -> None:
    path.write_bytes(b"")


def forbid(path: Path) -> None:
    path.chmod(0)


def forbid_writing(path: Path) -> None:
    path.chmod(0o444)


def forbid_all_beside(path: Path) -> None:
    path.parent.chmod(0o555)


def leave_junk_beside(path: Path) -> None:
    for suffix in ("-journal", "-wal", "-shm"):
        path.with_name(f"{path.name}{suffix}").write_bytes(random.Random(7).randbytes(5000))


def put_pipe_beside(path: Path) -> None:
    os.mkfifo(path.with_name(f"{path.name}-journal"))


def put_pipe_for_sightings(path: Path) -> None:
    os.mkfifo(path.with_name("usage.db"))


def die_while_writing(path: Path) -> None:
    """What was changed so far is in the file, and what it was before in a journal."""
    program = (
        "import os, sqlite3, sys\n"
        "connection = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "connection.execute('PRAGMA cache_size = 1')\n"
        "connection.execute('BEGIN')\n"
        "connection.execute('DELETE FROM anchored')\n"
        "connection.execute('''UPDATE memory_files SET body = 'x' || hex(zeroblob(9000))''')\n"
        "os.kill(os.getpid(), 9)\n"
    )
    subprocess.run([sys.executable, "-c", program, path], check=False)
    assert path.with_name(f"{path.name}-journal").stat().st_size > 0


SPOILS: tuple[Callable[[Path], None], ...] = (
    *(put_pipe, put_folder, link_to_zeros, empty, forbid, forbid_writing, forbid_all_beside, leave_junk_beside),
    *(put_pipe_beside, put_pipe_for_sightings, die_while_writing),
)


def test_index_in_any_state_costs_no_answer(warm: Shop, capsys: pytest.CaptureFixture[str]) -> None:
    path = warm.index_path
    sound = path.read_bytes()
    for spoil in SPOILS:
        shutil.rmtree(path.parent)
        path.parent.mkdir()
        path.write_bytes(sound)
        spoil(path)
        try:
            check_all(warm)
        finally:
            path.parent.chmod(0o755)
        assert capsys.readouterr().err == "", spoil


def test_damage_in_the_name_of_a_table_costs_no_answer(warm: Shop) -> None:
    data = warm.index_path.read_bytes()
    for table in ("heads", "memory_files", "anchored", "triggers", "meta"):
        name = f"TABLE {table} (".encode()
        assert name in data
        spoilt = data.replace(name, b"TABLE " + b"\xe8\xff\xfe" + name[9:])
        for ask, want in ((opened, warm.cents), (failed, warm.locked)):
            warm.index_path.write_bytes(spoilt)
            assert ids(answer(warm, ask)) == [want]


def test_row_that_is_not_what_was_put_is_told_to_nobody(warm: Shop) -> None:
    for statement in (
        "UPDATE heads SET title = 'Nonsense', label = 'x'",
        "UPDATE memory_files SET body = 'Nonsense'",
        "UPDATE anchored SET blob = 'x', file = 'src/pay.py'",
        "UPDATE answers SET state = 'fresh', words = ''",
        "UPDATE committed SET blob = 'x'",
        "UPDATE triggers SET form = 'x', plain = 'y'",
        "UPDATE meta SET value = replace(value, 'stale', 'fresh') WHERE key = 'brief'",
    ):
        with closing(sqlite3.connect(warm.index_path)) as index, index:
            index.execute(statement)
        check_all(warm)


def test_agents_process_answers_beside_a_locked_index(warm: Shop) -> None:
    with held(warm.index_path, "EXCLUSIVE"):
        assert ids(Agent(warm.root, "locked").read("src/pay.py")) == [warm.cents]
