"""Tasks in several processes: each is answered, or left to whoever asked; none of the processes is left over."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from legendary_git.usecases.forked import MOST_TASKS, run_forked


def answers(work: Callable[[int], Any], count: int, jobs: int) -> dict[int, Any]:
    found: dict[int, Any] = {}
    before = children()
    run_forked(lambda: work, count, jobs, found.__setitem__)
    assert children() == before
    return found


def children() -> set[str]:
    """The processes that this one has begun and that have not ended, or of which nobody has taken notice."""
    return {pid for task in Path("/proc/self/task").iterdir() for pid in (task / "children").read_text().split()}


def test_every_task_is_answered_by_another_process() -> None:
    found = answers(lambda number: (number * number, os.getpid()), 100, 3)
    assert {number: square for number, (square, _) in found.items()} == {number: number**2 for number in range(100)}
    assert os.getpid() not in {pid for _, pid in found.values()}


def test_as_many_tasks_as_may_be_are_answered() -> None:
    assert answers(lambda number: number, MOST_TASKS, 2) == {number: number for number in range(MOST_TASKS)}


def test_answer_larger_than_a_pipe_comes_whole() -> None:
    assert answers(lambda number: bytes([number]) * 1_000_000, 3, 2) == {n: bytes([n]) * 1_000_000 for n in range(3)}


def test_one_process_or_one_task_is_left_to_whoever_asked() -> None:
    assert answers(lambda number: number, 5, 1) == {}
    assert answers(lambda number: number, 1, 5) == {}


def test_another_thread_forks_nothing() -> None:
    found: list[dict[int, Any]] = []
    thread = threading.Thread(target=lambda: found.append(answers(lambda number: number, 5, 2)))
    thread.start()
    thread.join()
    assert found == [{}]


def test_task_that_fails_is_not_answered(capfd: pytest.CaptureFixture[str]) -> None:
    def work(number: int) -> int:
        if number == 3:
            raise ValueError
        return number

    found = answers(work, 10, 2)
    assert 3 not in found
    assert found.items() <= {number: number for number in range(10)}.items()
    assert capfd.readouterr() == ("", "")


def test_process_that_dies_half_way_leaves_what_it_answered() -> None:
    def work(number: int) -> int:
        if number == 5:
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    found = answers(work, 20, 2)
    assert 5 not in found
    assert found.items() <= {number: number for number in range(20)}.items()


def test_processes_do_not_heed_ctrl_c() -> None:
    def work(number: int) -> int:
        os.kill(os.getpid(), signal.SIGINT)
        return number

    assert answers(work, 10, 2) == {number: number for number in range(10)}


def test_interrupt_ends_all_processes() -> None:
    waiting, _never = os.pipe()

    def work(number: int) -> int:
        if number:
            os.read(waiting, 1)
        return number

    def interrupt(number: int, answer: int) -> None:
        raise KeyboardInterrupt

    before = children()
    with pytest.raises(KeyboardInterrupt):
        run_forked(lambda: work, 10, 4, interrupt)
    assert children() == before
    os.close(waiting)
    os.close(_never)


def test_no_pipe_is_left_open() -> None:
    before = {one.name for one in Path("/proc/self/fd").iterdir()}
    answers(lambda number: number, 10, 3)
    assert {one.name for one in Path("/proc/self/fd").iterdir()} == before
