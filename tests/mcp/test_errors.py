"""What is refused is refused with words that say what to do, and the server goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.mcp.client import MCPError, connected, play, text_of
from tests.mcp.wire import Wire
from tests.project import Project, Shop

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("show", {"id": "mem-ffffffff"}, "there is no memory mem-ffffffff"),
    ("show", {"id": "--help"}, "id must match"),
    ("show", {}, "id is missing"),
    ("show", {"id": "mem-0", "ID": 1}, "ID is no argument"),
    ("recall", {"query": ""}, "query is empty"),
    ("recall", {"query": "x", "most": 0}, "most must be from 1 to 50"),
    ("recall", {"query": "x", "most": 10**30}, "most must be from 1 to 50"),
    ("stale", {"at": "--help"}, "--help"),
    ("stale", {"at": "no-such-branch"}, "no-such-branch"),
    ("remember", {"text": "x", "anchors": ["src/pay.py::nothing"]}, "nothing"),
    ("remember", {"text": "x", "anchors": ["../../etc/passwd"]}, "../../etc/passwd"),
    ("remember", {"text": "x", "anchors": ["/" * 2_000]}, "//"),
    ("remember", {"text": "x", "anchors": ["a" * 2_000]}, "aaa"),
    ("remember", {"text": "x", "anchors": ["src/pay.py\0"]}, "NUL"),
    ("remember", {"text": "x", "scope": "path:../.."}, "path:../.."),
    ("remember", {"text": "x", "scope": "global"}, "global"),
    ("remember", {"text": "The till fails", "type": "episode"}, "trigger"),
    ("remember", {"text": " \n "}, "nothing was said"),
    ("remember", {"text": "Use AKIA" + "Q3EGRTZ7XK2MPLWN and 9x/Kd83hFq0Lz7bVn2TyWc5RjQm1Xs4Ao6Eu8IpZ"}, "secret"),
    ("remember", {"text": "x", "expires": "2026-99-99"}, "2026-99-99"),
    ("reaffirm", {"id": "mem-0", "evidence": "x", "expect": "zzz"}, "expect must match"),
    ("reaffirm", {"id": "mem-0", "evidence": "x", "expires": "soon"}, "expires must match"),
    ("supersede", {"old": "mem-ffffffff", "new": "mem-ffffffff"}, "there is no memory"),
    ("deprecate", {"id": "mem-ffffffff", "reason": "  "}, "no reason is given"),
    ("brief", {"repo": "a" * 4_000}, "there is no folder"),
    ("brief", {"repo": "/no/such/folder"}, "there is no folder"),
    ("brief", {"repo": "\0"}, "NUL"),
    ("brief", {"stale_days": -1}, "stale_days must be from 0"),
]


def test_refusals_say_what_is_wrong_and_what_to_do_and_change_nothing(shop: Shop) -> None:
    said: list[str] = []

    async def story() -> None:
        async with connected(shop.root) as caller:
            said.extend([await caller.refused(tool, **arguments) for tool, arguments, _ in REFUSED])
            await caller.must("brief")

    play(story)
    assert [(asked, found) for (*asked, wanted), found in zip(REFUSED, said, strict=True) if wanted not in found] == []
    assert shop.status == []


def test_reaffirming_code_that_nobody_saw_is_refused(shop: Shop) -> None:
    shop.change()

    async def story() -> None:
        async with connected(shop.root) as caller:
            said = await caller.refused("reaffirm", id=shop.cents, evidence="x", expect="0" * 12)
            assert "is not what was shown" in said

    play(story)
    assert shop.shown(shop.cents)["verdict"] == "stale"


def test_ambiguous_anchor_names_the_candidates(project: Project) -> None:
    two = "".join(f"class {name}:\n    def run(self) -> str:\n        return '{name}'\n\n\n" for name in "AB")
    project.commit("Two", {"src/two.py": two})

    async def story() -> None:
        async with connected(project.root) as caller:
            said = await caller.refused("remember", text="It returns", anchors=["src/two.py::run"])
            assert "src/two.py::A.run" in said
            assert "src/two.py::B.run" in said

    play(story)


def test_unknown_tool_is_an_error_of_the_protocol(project: Project) -> None:
    async def story() -> None:
        async with connected(project.root) as caller:
            with pytest.raises(MCPError, match="there is no such tool; there are remember, recall"):
                await caller.call("forget", id="mem-0")
            await caller.must("brief")

    play(story)


def test_what_nobody_foresaw_is_in_the_log_and_the_server_goes_on(project: Project, tmp_path: Path) -> None:
    start = tmp_path / "start"
    start.mkdir()
    breaking = (
        "import legendary_git.mcp.tools as tools\ndef fail(*_):\n    raise KeyError('hu' + 'sh')\n"
        "tools.of_brief = fail\n"
    )
    (start / "begin.py").write_text(f"{breaking}from legendary_git.__main__ import main\nmain()\n", encoding="utf-8")
    text: list[str] = []

    async def story() -> None:
        async with connected(project.root, words=(str(start / "begin.py"), "mcp")) as caller:
            found = await caller.call("brief")
            assert found.is_error
            text.append(text_of(found))
            await caller.must("stale")

    play(story)
    log = project.root / ".git/legendary/log"
    assert text == [f"error: KeyError\nhint: this is a bug; please report it with {log}"]
    assert "git memory mcp brief" in log.read_text(encoding="utf-8")
    assert "hush" not in log.read_text(encoding="utf-8")


HOSTILE = [
    b"",
    b"{",
    b"\xff\xfe",
    b"[]",
    b"null",
    b"9" * 5_000,
    b"[" * 5_000,
    b'{"jsonrpc": "2.0", "id": 7}',
    b'{"jsonrpc": "2.0", "id": 8, "method": "tools/call"}',
    b'{"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {"name": "show", "arguments": []}}',
    b'{"jsonrpc": "2.0", "id": 10, "method": "tools/call", "params": {"name": "show", "arguments": {"id": "\\ud800"}}}',
    b'{"jsonrpc": "2.0", "id": 11, "method": "no/such", "params": {}}',
    b'{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}}',
    b'{"jsonrpc": "2.0", "id": 12, "method": "tools/call", "params": {"name": "recall", "arguments": {"query": "'
    + b"x" * 5_000_000
    + b'"}}}',
]


def test_hostile_lines_end_nothing_and_print_nothing_but_json(shop: Shop) -> None:
    with Wire.started(shop.root) as wire:
        wire.initialize()
        for line in HOSTILE:
            wire.send(line)
        answer = wire.call("show", {"id": shop.cents})
        code, out, err = wire.end()
    assert answer["result"]["isError"] is False
    assert (code, out) == (0, b"")
    assert b"Traceback" not in err
