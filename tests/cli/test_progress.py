"""How far a check is, on a terminal: not before a second has gone, and nowhere where it would stay in a log."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from benchmarks.check import Host, Plan
from legendary_git.cli.progress import progress
from tests.cli.terminal import ESCAPE, Session
from tests.project import Project, Shop

CLEAR = "\x1b[2K"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def drawn(stream: io.StringIO, environ: Mapping[str, str], seconds: float) -> str:
    """What is drawn where a task has been told of at 0 and after so many seconds."""
    now = 0.0
    with progress(stream, {"TERM": "xterm", **environ}, lambda: now) as told:
        told("judging anchors", 1, 10)
        now = seconds
        told("judging anchors", 3, 10)
    return stream.getvalue()


def test_bar_is_drawn_after_a_second_and_taken_away() -> None:
    shown = drawn(Terminal(), {}, 1.5)
    assert "judging anchors" in shown
    assert "3/10" in shown
    assert shown.rstrip("\n").endswith(CLEAR)


def test_next_task_takes_the_place_of_the_last_one() -> None:
    stream, now = Terminal(), 2.0
    with progress(stream, {"TERM": "xterm"}, lambda: now) as told:
        now = 4.0
        told("looking for secrets", 5, 5)
        now = 6.0
        told("judging anchors", 1, 7)
    last = stream.getvalue().rpartition("1/7")[0].rpartition("\r")[2]
    assert "judging anchors" in last
    assert "secrets" not in last


def test_who_waits_less_than_a_second_sees_nothing() -> None:
    assert drawn(Terminal(), {}, 0.9) == ""


@pytest.mark.parametrize("environ", [{"TERM": "dumb"}, {"CI": "true"}, {"CI": "1"}])
def test_nothing_is_drawn_where_it_cannot_be_drawn_over(environ: dict[str, str]) -> None:
    assert drawn(Terminal(), environ, 60) == ""


def test_nothing_is_drawn_in_a_pipe() -> None:
    assert drawn(io.StringIO(), {}, 60) == ""


@pytest.mark.parametrize(("environ", "is_coloured"), [({"NO_COLOR": "1"}, False), ({}, True)])
def test_bar_has_colours_unless_nobody_wants_them(
    environ: dict[str, str], is_coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "xterm-256color")
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    shown = drawn(Terminal(), environ, 2)
    assert "3/10" in ESCAPE.sub("", shown)
    assert (ESCAPE.search(shown) is not None) is is_coloured


def test_nothing_that_draws_is_loaded_before(shop: Shop) -> None:
    script = (
        "import sys; from legendary_git.cli.main import run; code = run(['check']);"
        "sys.exit(code or any(one.partition('.')[0] == 'rich' for one in sys.modules))"
    )
    done = shop.run(sys.executable, "-c", script, check=False)
    assert (done.returncode, done.stdout) == (0, b"")


_STUCK = """\
import os, sys
from legendary_git.cli.main import run
from legendary_git.usecases.judging_many import AnchorJudge
here, (waiting, _) = os.getpid(), os.pipe()
def judge(self, memory, anchor):
    os.write(2, b"process %d works\\n" % os.getpid())
    os.read(waiting, 1)
AnchorJudge.judge = judge
sys.exit(run(["check", "--jobs", "2"]))
"""


def test_ctrl_c_ends_all_processes_without_a_word(tmp_path: Path, clock: None) -> None:
    clone = Project(Host(tmp_path, Plan(60, 40, 20)).clone(tmp_path / "clone"))
    with Session([sys.executable, "-c", _STUCK], clone.root, os.environ) as terminal:
        said = [terminal.read_until(" works\n") for _ in range(2)]
        terminal.press("\x03")
        assert terminal.end() == 130
    assert "Traceback" not in terminal.shown
    for one in said:
        with pytest.raises(ProcessLookupError):
            os.kill(int(one.split()[-2]), 0)
