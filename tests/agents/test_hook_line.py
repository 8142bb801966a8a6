"""The line of sh that an agent's hook runs, in the shells that are here; git-memory keeps what it is given."""

from __future__ import annotations

import array
import contextlib
import fcntl
import json
import os
import re
import select
import shutil
import subprocess
import termios
from pathlib import Path

import pytest

from legendary_git.usecases.agent.line import hook_line

SHELLS = [
    pytest.param(shell, marks=pytest.mark.skipif(shutil.which(shell[0]) is None, reason=f"{shell[0]} is not here"))
    for shell in (("sh",), ("dash",), ("bash",), ("bash", "--posix"), ("busybox", "sh"), ("zsh",), ("fish",))
]
PLAIN = [one for one in SHELLS if one.values[0][0] not in ("zsh", "fish")]  # type: ignore[index]
STORE = ".legendary/memories"
_PROGRAM = """\
#!/bin/sh
printf '%s\\n' "$*" >>"$SEEN/words"
printf '%s' "$LEGENDARY_HEAD" >"$SEEN/head"
printf '%s' "${PYTHONPATH-unset}" >"$SEEN/path"
cat >"$SEEN/rest"
printf '{}\\n'
exit "${FAIL:-0}"
"""


class Machine:
    """A folder with a `git-memory` on PATH that keeps what it was called with."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seen = folder / "seen"
        self.seen.mkdir()
        program = folder / "bin" / "git-memory"
        program.parent.mkdir()
        program.write_text(_PROGRAM)
        program.chmod(0o755)

    def make(self, name: str, *, has_store: bool) -> Path:
        path = self.folder / name
        (path / "src").mkdir(parents=True)
        if has_store:
            (path / STORE).mkdir(parents=True)
        return path

    def run(
        self, shell: tuple[str, ...], line: str, cwd: Path, stdin: bytes = b"", **env: str
    ) -> subprocess.CompletedProcess[bytes]:
        environ = {"PATH": f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}", "SEEN": str(self.seen)}
        environ |= {"LC_ALL": "C.UTF-8", **env}
        words = [*shell, "-c", line]
        return subprocess.run(words, cwd=cwd, env=environ, input=stdin, capture_output=True, check=False, timeout=20)

    @property
    def words(self) -> list[str]:
        path = self.seen / "words"
        return path.read_text().splitlines() if path.exists() else []

    @property
    def payload(self) -> bytes:
        return (self.seen / "head").read_bytes() + (self.seen / "rest").read_bytes()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "ma chine'\"ä")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path) -> None:
    (tmp_path / "ma chine'\"ä").mkdir()


def surface(*, any_shell: bool = False) -> str:
    keys = ("file_path", "notebook_path")
    return hook_line("surface", "claude", project="CLAUDE_PROJECT_DIR", keys=keys, any_shell=any_shell)


GUARD = hook_line("guard", "claude", project="CLAUDE_PROJECT_DIR")


_FILLED_IN = re.compile(r"\$(?:(\w+)|{([^}]+?)(?::-([^}]*))?})")
"""What Gemini CLI and Qwen Code replace in their settings, where the environment has a variable of that name."""


@pytest.mark.parametrize("line", [surface(), GUARD])
def test_line_names_no_variable_that_a_host_would_fill_in(line: str) -> None:
    names = {one[1] or one[2] for one in _FILLED_IN.finditer(line)}
    assert names
    assert not [name for name in names if re.fullmatch(r"\w+", name)]


@pytest.mark.parametrize("shell", PLAIN)
@pytest.mark.parametrize(
    ("given", "got"),
    [(None, "unset"), ("", ""), ("/a b:/*", "/a b:/*"), (":/a::b:.:/c/:", "/a:/c/"), (".", ""), (":", "")],
)
def test_line_lets_python_import_nothing_of_the_current_folder(
    machine: Machine, shell: tuple[str, ...], given: str | None, got: str
) -> None:
    shop = machine.make("shop", has_store=True)
    env = {"PYTHONPATH": given} if given is not None else {}
    for line, stdin in ((GUARD, b""), (surface(), payload_for(shop / "a.py"))):
        assert machine.run(shell, line, shop, stdin, **env).returncode == 0
        assert (machine.seen / "path").read_text() == got
        (machine.seen / "path").unlink()


@pytest.mark.parametrize("shell", PLAIN)
def test_line_runs_nothing_that_stands_in_a_folders_name(machine: Machine, shell: tuple[str, ...]) -> None:
    shop = machine.make('$(touch ran) `touch ran` "; touch ran; "', has_store=True)
    values = {"PWD": str(shop), "d": "1", "n": "99", "p": "1", "a": "1", "b": "1", "w": "1"}
    line = _FILLED_IN.sub(lambda one: values.get(one[1] or one[2], one[0]), surface())
    result = machine.run(shell, line, shop, payload_for(shop / "a.py"))
    assert (result.returncode, result.stdout, result.stderr) == (0, b"{}\n", b"")
    assert not list(machine.folder.rglob("ran"))


def payload_for(path: Path | str, *, is_ascii: bool = False, more: str = "") -> bytes:
    """As Claude Code writes it, on one line; `is_ascii` as hosts do that escape everything else."""
    tool = {"file_path": str(path), "old_string": more}
    text = json.dumps({"cwd": "/x", "tool_input": tool}, ensure_ascii=is_ascii, separators=(",", ":"))
    return text.encode() + b"\n"


def assert_silent(machine: Machine, result: subprocess.CompletedProcess[bytes]) -> None:
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")
    assert machine.words == []


@pytest.mark.parametrize("shell", SHELLS)
def test_line_runs_git_memory_below_a_store(machine: Machine, shell: tuple[str, ...]) -> None:
    shop = machine.make("shop", has_store=True)
    result = machine.run(shell, surface(any_shell=True), shop / "src", b'{"a": 1}')
    assert (result.returncode, result.stdout, result.stderr) == (0, b"{}\n", b"")
    assert machine.words == ["surface --host claude"]
    assert machine.payload == b'{"a": 1}'


@pytest.mark.parametrize("shell", PLAIN)
@pytest.mark.parametrize("line", [surface(), surface(any_shell=True), GUARD], ids=["surface", "any shell", "guard"])
@pytest.mark.parametrize("stdin", [b"", b"{", b"\0\xff", b"[1]", payload_for("/nowhere/a.py")])
def test_line_is_silent_without_a_store(machine: Machine, shell: tuple[str, ...], line: str, stdin: bytes) -> None:
    assert_silent(machine, machine.run(shell, line, machine.make("other", has_store=False) / "src", stdin))


@pytest.mark.parametrize("shell", PLAIN)
@pytest.mark.parametrize("line", [surface(), GUARD], ids=["surface", "guard"])
def test_line_is_silent_where_git_memory_is_not_installed(machine: Machine, shell: tuple[str, ...], line: str) -> None:
    shop = machine.make("shop", has_store=True)
    (machine.folder / "bin" / "git-memory").unlink()
    assert_silent(machine, machine.run(shell, line, shop, payload_for(shop / "a.py")))


@pytest.mark.parametrize("shell", PLAIN)
def test_line_is_good_where_git_memory_fails(machine: Machine, shell: tuple[str, ...]) -> None:
    assert machine.run(shell, GUARD, machine.make("shop", has_store=True), FAIL="3").returncode == 0


@pytest.mark.parametrize("shell", PLAIN)
def test_line_is_good_where_the_interpreter_is_gone(machine: Machine, shell: tuple[str, ...]) -> None:
    program = machine.folder / "bin" / "git-memory"
    program.write_text("#!/gone/python\n")
    result = machine.run(shell, GUARD, machine.make("shop", has_store=True))
    assert (result.returncode, result.stdout) == (0, b"")


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("is_ascii", [False, True], ids=["as it is", "escaped"])
@pytest.mark.parametrize("name", ["plain", "with blank", "q\"uo'te", "ä\U0001f980", "back\\slash", "$HOME", "*", "-n"])
def test_line_finds_the_store_of_the_file_in_the_payload(
    machine: Machine, shell: tuple[str, ...], is_ascii: bool, name: str
) -> None:
    session, shop = machine.make("session", has_store=False), machine.make(f"shops/{name}", has_store=True)
    payload = payload_for(shop / "src" / "db.py", is_ascii=is_ascii)
    assert machine.run(shell, surface(any_shell=True), session, payload).returncode == 0
    assert machine.words == ["surface --host claude"]
    assert machine.payload.rstrip(b"\n") == payload.rstrip(b"\n")


@pytest.mark.parametrize("shell", PLAIN)
@pytest.mark.parametrize("size", [10, 65_500, 70_000, 30_000_000])
def test_line_gives_the_whole_payload_on(machine: Machine, shell: tuple[str, ...], size: int) -> None:
    session, shop = machine.make("session", has_store=False), machine.make("shop", has_store=True)
    payload = payload_for(shop / "a.py", more='ä"\\\n' * (size // 5))
    assert machine.run(shell, surface(), session, payload).returncode == 0
    assert machine.payload.rstrip(b"\n") == payload.rstrip(b"\n")


def run_in_pieces(
    machine: Machine, shell: tuple[str, ...], line: str, cwd: Path, pieces: list[bytes], *, closes: bool
) -> int:
    """The exit code, where standard input gets each piece once the one before was taken from it."""
    environ = {"PATH": f"{machine.folder / 'bin'}{os.pathsep}{os.environ['PATH']}", "SEEN": str(machine.seen)} | {
        "LC_ALL": "C.UTF-8"
    }
    command = [*shell, "-c", line]
    with subprocess.Popen(command, cwd=cwd, env=environ, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        stdin = process.stdin
        assert stdin is not None
        for piece in pieces:
            while array.array("i", fcntl.ioctl(stdin, termios.FIONREAD, b"\0" * 4))[0] and process.poll() is None:
                select.select([], [], [], 0.001)
            with contextlib.suppress(BrokenPipeError):
                os.write(stdin.fileno(), piece)
        if closes:
            stdin.close()
        return process.wait(timeout=20)


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("size", [7, 40, 1_000])
def test_line_reads_a_payload_that_comes_in_pieces(machine: Machine, shell: tuple[str, ...], size: int) -> None:
    session, shop = machine.make("session", has_store=False), machine.make("shop", has_store=True)
    text = payload_for(shop / "src" / "db.py", more="ä}{" * 5)
    text = text[:1] + b'"b":{"c":{}},' + text[1:]
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    assert run_in_pieces(machine, shell, surface(any_shell=True), session, pieces, closes=True) == 0
    assert machine.words == ["surface --host claude"]
    assert machine.payload.rstrip(b"\n") == text.rstrip(b"\n")


@pytest.mark.parametrize("shell", PLAIN)
def test_line_does_not_wait_for_more_than_a_payload(machine: Machine, shell: tuple[str, ...]) -> None:
    session = machine.make("session", has_store=False)
    text = payload_for("/nowhere/a.py", more="x" * 100)
    pieces = [text[:30], text[30:]]
    assert run_in_pieces(machine, shell, surface(), session, pieces, closes=False) == 0
    assert machine.words == []


@pytest.mark.parametrize("shell", PLAIN)
@pytest.mark.parametrize("line", [surface(), GUARD], ids=["surface", "guard"])
@pytest.mark.parametrize("has_store", [False, True])
def test_line_is_silent_where_standard_input_is_a_folder(
    machine: Machine, shell: tuple[str, ...], line: str, has_store: bool
) -> None:
    folder = machine.make("folder", has_store=has_store)
    environ = {"PATH": f"{machine.folder / 'bin'}{os.pathsep}{os.environ['PATH']}", "SEEN": str(machine.seen)}
    stdin = os.open(folder, os.O_RDONLY)
    try:
        result = subprocess.run(
            [*shell, "-c", line], cwd=folder, env=environ, stdin=stdin, capture_output=True, check=False, timeout=20
        )
    finally:
        os.close(stdin)
    assert_silent(machine, result)


@pytest.mark.parametrize("shell", PLAIN)
@pytest.mark.parametrize("line", [surface(), GUARD], ids=["surface", "guard"])
@pytest.mark.parametrize("has_store", [False, True])
def test_line_takes_a_huge_payload(machine: Machine, shell: tuple[str, ...], line: str, has_store: bool) -> None:
    folder = machine.make("folder", has_store=has_store)
    payload = payload_for("/nowhere/a.py", more='"x\n' * 10_000_000)
    assert machine.run(shell, line, folder, payload).returncode == 0
    assert len(machine.words) == int(has_store)


@pytest.mark.parametrize("shell", PLAIN)
@pytest.mark.parametrize("has_store", [False, True])
def test_line_with_standard_input_closed(machine: Machine, shell: tuple[str, ...], has_store: bool) -> None:
    folder = machine.make("folder", has_store=has_store)
    environ = {"PATH": f"{machine.folder / 'bin'}{os.pathsep}{os.environ['PATH']}", "SEEN": str(machine.seen)}
    closing = f"exec <&-\n{surface()}"
    result = subprocess.run(
        [*shell, "-c", closing], cwd=folder, env=environ, capture_output=True, check=False, timeout=20
    )
    assert result.returncode == 0
    assert len(machine.words) == int(has_store)


@pytest.mark.parametrize("shell", PLAIN)
def test_line_in_a_folder_that_is_gone(machine: Machine, shell: tuple[str, ...]) -> None:
    folder = machine.make("gone", has_store=False)
    gone = f"rm -r '{str(folder).replace(chr(39), chr(39) + chr(92) + chr(39) * 2)}'\n{surface()}"
    result = machine.run(shell, gone, folder, payload_for("/nowhere/a.py"))
    assert result.returncode == 0
    assert machine.words == []


@pytest.mark.parametrize("shell", PLAIN)
def test_line_looks_above_where_a_link_leads(machine: Machine, shell: tuple[str, ...]) -> None:
    shop = machine.make("shop", has_store=True)
    link = machine.folder / "link"
    link.symlink_to(shop / "src")
    machine.run(shell, GUARD, link, PWD=str(link))
    assert machine.words == ["guard --host claude"]


@pytest.mark.parametrize("shell", PLAIN)
def test_line_looks_where_the_host_says_the_project_is(machine: Machine, shell: tuple[str, ...]) -> None:
    shop = machine.make("shop", has_store=True)
    machine.run(shell, GUARD, machine.make("elsewhere", has_store=False), CLAUDE_PROJECT_DIR=str(shop))
    assert machine.words == ["guard --host claude"]


def test_line_for_any_shell_has_nothing_that_a_shell_would_take_otherwise() -> None:
    line = surface(any_shell=True)
    body = line.removeprefix("exec sh -c '").removesuffix('\' "\\\\"')
    assert "'" not in body
    assert "\\\\" not in body
    assert "\n" not in line


def test_what_the_environment_has_of_another_payload_is_not_kept(machine: Machine) -> None:
    folder = machine.make("shop", has_store=True)
    line = hook_line("surface", "claude", project="CLAUDE_PROJECT_DIR", keys=("file_path",))
    machine.run(("sh",), line, folder, b'{"a": 1}', LEGENDARY_HEAD='{"b": 2}')
    assert machine.payload == b'{"a": 1}'
