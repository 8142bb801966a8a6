"""The plugin that opencode loads, run by node with what opencode gives a plugin, and with the installed program."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from legendary_git.usecases.agent.kinds import load_text

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not here")

_PROGRAM = """\
#!/bin/sh
cat >"$SEEN/payload"
printf '%s' "$*" >"$SEEN/words"
printf '{"context": "a note"}'
"""
DRIVER = """\
import { LegendaryGit } from "./plugin.mjs"
const { directory, hook, input, output } = JSON.parse(process.argv[2])
const hooks = await LegendaryGit({ directory })
await hooks[hook](input, output)
console.log(JSON.stringify(output))
"""
"""Calls one hook of the plugin beside it, as opencode would, and prints what the hook made of its output."""


class Machine:
    def __init__(self, folder: Path) -> None:
        self.folder, self.seen, self.shop = folder, folder / "seen", folder / "shöp 'x'"
        self.seen.mkdir()
        (self.shop / "src").mkdir(parents=True)
        (folder / "plugin.mjs").write_text(load_text("opencode.js"))
        (folder / "driver.mjs").write_text(DRIVER)
        (folder / "bin").mkdir()
        self.program = folder / "bin" / "git-memory"
        self.program.write_text(_PROGRAM)
        self.program.chmod(0o755)

    def remember(self) -> None:
        (self.shop / ".legendary" / "memories").mkdir(parents=True)

    def run(self, hook: str, given: Any, output: Any, directory: Path | None = None) -> Any:
        call = {"directory": str(directory or self.shop), "hook": hook, "input": given, "output": output}
        environ = {"PATH": f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}", "SEEN": str(self.seen)}
        words = ["node", str(self.folder / "driver.mjs"), json.dumps(call)]
        result = subprocess.run(words, env=environ, capture_output=True, check=True, timeout=60)
        assert result.stderr == b""
        return json.loads(result.stdout)

    @property
    def payload(self) -> Any:
        return json.loads((self.seen / "payload").read_bytes())


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def read_of(path: Path) -> dict[str, Any]:
    return {"tool": "read", "sessionID": "s1", "callID": "c1", "args": {"filePath": str(path)}}


def test_plugin_adds_the_note_to_what_was_read(machine: Machine) -> None:
    machine.remember()
    path = machine.shop / "src" / "db.py"
    output = machine.run("tool.execute.after", read_of(path), {"title": "", "output": "text", "metadata": {}})
    assert output == {"title": "", "output": "text\n\na note", "metadata": {}}
    assert (machine.seen / "words").read_text() == "surface --host opencode"
    assert machine.payload == {
        "event": "tool.execute.after",
        "session": "s1",
        "cwd": str(machine.shop),
        "tool": "read",
        "args": {"filePath": str(path)},
    }


def test_plugin_gives_the_guard_what_a_command_printed(machine: Machine) -> None:
    machine.remember()
    given = {"tool": "bash", "sessionID": "s1", "callID": "c1", "args": {"command": "make"}}
    machine.run("tool.execute.after", given, {"title": "", "output": "Error: x", "metadata": {"exit": 2}})
    assert (machine.seen / "words").read_text() == "guard --host opencode"
    assert (machine.payload["output"], machine.payload["exit"]) == ("Error: x", 2)


def test_plugin_finds_the_store_of_the_file(machine: Machine) -> None:
    machine.remember()
    elsewhere = machine.folder / "elsewhere"
    elsewhere.mkdir()
    given = read_of(machine.shop / "src" / "db.py")
    assert machine.run("tool.execute.after", given, {"output": "text"}, elsewhere)["output"] == "text\n\na note"


def test_plugin_begins_a_session_with_what_is_remembered(machine: Machine) -> None:
    machine.remember()
    output = machine.run("experimental.chat.system.transform", {"sessionID": "s1"}, {"system": ["rules"]})
    assert output == {"system": ["rules", "a note"]}
    assert machine.payload == {"event": "session", "session": "s1", "cwd": str(machine.shop), "is_new": True}


@pytest.mark.parametrize("given", [{"tool": "grep", "args": {}}, {"tool": "read"}, None, {}])
def test_plugin_says_nothing_without_a_store(machine: Machine, given: Any) -> None:
    assert machine.run("tool.execute.after", given, {"output": "text"}) == {"output": "text"}
    assert not (machine.seen / "words").exists()


@pytest.mark.parametrize("program", [None, "#!/bin/sh\nexit 1\n", "#!/bin/sh\necho garbage\n", "#!/gone\n"])
def test_plugin_is_silent_where_git_memory_is_not_well(machine: Machine, program: str | None) -> None:
    machine.remember()
    machine.program.unlink()
    if program is not None:
        machine.program.write_text(program)
        machine.program.chmod(0o755)
    given = read_of(machine.shop / "src" / "db.py")
    assert machine.run("tool.execute.after", given, {"output": "text"}) == {"output": "text"}
