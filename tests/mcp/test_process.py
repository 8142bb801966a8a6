"""The server as a process: two at once, cancelled calls, and how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import anyio
import pytest

from legendary_git.store.turns import one_at_a_time
from tests.mcp.client import connected, play
from tests.mcp.wire import SECONDS, Wire
from tests.project import CHECKOUT, COMMAND, Project, Shop


def somebody_writing(project: Project) -> AbstractContextManager[None]:
    """Hold the lock under which memories are written, as another process would: `remember` waits for it."""
    return one_at_a_time(project.root)


def titles(project: Project) -> set[str]:
    return {memory["title"] for memory in project.must("list", "--json").json["memories"]}


def test_two_clients_at_once_lose_nothing(project: Project) -> None:
    texts = [
        f"Colour {number} is {name}" for number, name in enumerate(("red", "blue", "green", "gold", "grey", "pink"))
    ]

    async def story() -> None:
        async with connected(project.root) as one, connected(project.root) as other, anyio.create_task_group() as tasks:
            for number, text in enumerate(texts):
                caller = (one, other)[number % 2]
                tasks.start_soon(partial(caller.must, "remember", text=text, distinct="hue"))

    play(story)
    assert titles(project) == set(texts)
    assert project.must("list").err == ""


def test_server_answers_while_a_call_is_running(project: Project) -> None:
    with Wire.started(project.root) as wire:
        wire.initialize()
        with somebody_writing(project):
            slow = wire.request("tools/call", {"name": "remember", "arguments": {"text": "It took a while"}})
            assert json.loads(wire.ask("ping", {}))["result"] == {}
        assert json.loads(wire.read())["id"] == slow
    assert titles(project) == {"It took a while"}


def test_cancelled_calls_are_never_answered_and_never_half_done(project: Project) -> None:
    with Wire.started(project.root) as wire:
        wire.initialize()
        with somebody_writing(project):
            running = wire.request("tools/call", {"name": "remember", "arguments": {"text": "It had begun"}})
            wire.ask("ping", {})
            waiting = wire.request("tools/call", {"name": "remember", "arguments": {"text": "It had not begun"}})
            wire.ask("ping", {})
            for number in (waiting, running):
                wire.notify("notifications/cancelled", {"requestId": number})
            wire.ask("ping", {})
        last = wire.request("tools/call", {"name": "brief", "arguments": {}})
        answered = json.loads(wire.read())
        code, out, _ = wire.end()
    assert answered["id"] == last
    assert (code, out) == (0, b"")
    assert titles(project) <= {"It had begun"}
    assert project.must("list").err == ""


def test_closed_input_ends_the_server(project: Project) -> None:
    with Wire.started(project.root) as wire:
        wire.initialize()
        assert wire.end() == (0, b"", b"")


def test_input_that_was_never_open_ends_the_server(project: Project) -> None:
    words = " ".join(f"'{word}'" for word in (*COMMAND, "mcp"))
    found = subprocess.run(
        ["sh", "-c", f"exec {words} <&-"], cwd=project.root, capture_output=True, timeout=SECONDS, check=False
    )
    assert (found.returncode, found.stdout, found.stderr) == (0, b"", b"")


def test_input_that_ends_in_a_line_ends_the_server(project: Project) -> None:
    with Wire.started(project.root) as wire:
        wire.initialize()
        assert wire.process.stdin is not None
        wire.process.stdin.write(b'{"jsonrpc": "2.0", "id": 5, "method": "tools/li')
        code, _, err = wire.end()
    assert code == 0
    assert b"Traceback" not in err


def test_input_that_ends_during_a_call_leaves_nothing_half_written(project: Project) -> None:
    with Wire.started(project.root) as wire:
        wire.initialize()
        wire.request("tools/call", {"name": "remember", "arguments": {"text": "Before the end"}})
        code, _, err = wire.end()
    assert code == 0
    assert b"Traceback" not in err
    assert titles(project) <= {"Before the end"}
    assert project.must("list").err == ""
    assert [path for path in project.status if not re.search(r"/mem-[0-9a-f]{8}-[a-z-]+\.md$", path)] == []


def test_reader_that_goes_away_ends_the_server(project: Project) -> None:
    with Wire.started(project.root) as wire:
        wire.initialize()
        assert wire.process.stdout is not None
        wire.process.stdout.close()
        wire.request("ping", {})
        assert wire.process.stdin is not None
        wire.process.stdin.close()
        assert wire.process.wait(SECONDS) == 0
        assert wire.process.stderr is not None
        assert wire.process.stderr.read() == b""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_end_a_server_that_waits(project: Project, number: signal.Signals) -> None:
    with Wire.started(project.root) as wire:
        wire.initialize()
        wire.process.send_signal(number)
        assert wire.process.wait(SECONDS) == 128 + number


def test_signal_lets_the_call_that_is_running_finish(project: Project) -> None:
    with Wire.started(project.root) as wire:
        wire.initialize()
        with somebody_writing(project):
            wire.request("tools/call", {"name": "remember", "arguments": {"text": "To the end"}})
            wire.ask("ping", {})
            wire.process.terminate()
        assert wire.process.wait(SECONDS) == 128 + signal.SIGTERM
    assert titles(project) <= {"To the end"}
    assert project.must("list").err == ""


def test_output_is_json_alone_whatever_git_runs(shop: Shop) -> None:
    shop.commit("Filter", {".gitattributes": "*.py filter=loud\n"})
    shop.git("config", "filter.loud.clean", "echo loud >&2; cat")
    shop.change()
    with Wire.started(shop.root) as wire:
        wire.initialize()
        calls = [wire.call("stale", {}), wire.call("show", {"id": shop.cents}), wire.call("remember", {"text": "Loud"})]
        code, out, err = wire.end()
    assert [one["result"]["isError"] for one in calls] == [False] * 3
    assert (code, out, err) == (0, b"", b"")


def test_large_file_is_parsed_in_a_process_of_its_own(project: Project) -> None:
    """What a call forks must neither answer in our place nor keep the pipes open."""
    large = "".join(f"def run_{number}() -> int:\n    return {number}\n\n\n" for number in range(5_000))
    project.commit("Large", {"src/large.py": large})
    with Wire.started(project.root) as wire:
        wire.initialize()
        found = wire.call("remember", {"text": "Number 4711 is odd", "anchors": ["src/large.py::run_4711"]})
        code, out, _ = wire.end()
    assert found["result"]["isError"] is False
    assert (code, out) == (0, b"")


def without_sdk(folder: Path) -> dict[str, str]:
    """An environment in which the SDK cannot be imported, as in an installation without the extra."""
    for name in ("mcp", "mcp_types", "anyio", "pydantic"):
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text(
            f"raise ModuleNotFoundError('no', name='{name}')\n", encoding="utf-8"
        )
    return {"PYTHONPATH": f"{folder}{os.pathsep}{CHECKOUT}"}


def test_without_the_extra_the_command_says_how_to_install_it(shop: Shop, tmp_path: Path) -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); "
        "from legendary_git.cli.main import run; sys.exit(run(sys.argv[2:]))"
    )
    folder = tmp_path / "without"
    env = {**os.environ, **without_sdk(folder)}

    def ran(*words: str) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-c", program, str(folder), *words]
        return subprocess.run(command, cwd=shop.root, env=env, capture_output=True, timeout=SECONDS, check=False)

    found = ran("mcp")
    assert (found.returncode, found.stdout) == (1, b"")
    assert found.stderr.decode() == (
        "error: the MCP SDK is not installed, or is older than 2.3\n"
        "hint: pip install 'legendary-git[mcp]', or: pipx install --force 'legendary-git[mcp]'\n"
    )
    assert ran("mcp", "--help").returncode == 0
    for words in (["--help"], ["list"], ["show", shop.cents], ["remember", "Without it"], ["agent", "status"]):
        assert ran(*words).returncode == 0, words
