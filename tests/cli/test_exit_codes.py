"""Exit codes: 0 good, 1 no, 2 usage, 70 a bug, 128 no repository, 130 interrupted; what is wrong, what to do."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from legendary_git.cli.main import COMMANDS
from tests.history import History
from tests.project import COMMAND, Answer, Project, Shop

EVERY = [
    ("list",),
    ("show", "mem-00000000"),
    ("stale",),
    ("diff", "mem-00000000"),
    ("log",),
    ("why", "a.py"),
    ("recall", "x"),
    ("brief",),
    ("check",),
    ("doctor",),
    ("rebuild",),
    ("remember", "x"),
    ("init",),
    ("hooks", "install"),
    ("hooks", "status"),
    ("hooks", "uninstall"),
]
SABOTAGE = "raise RuntimeError('sabotaged')\n"


def two_lines(answer: Answer) -> str:
    """The line that says what is wrong, where one with a hint and nothing else follows it."""
    what, todo = answer.err.splitlines()
    assert todo.startswith("hint: ")
    assert answer.out == ""
    return what


def sabotaged(tmp_path: Path, module: str) -> dict[str, str]:
    """An environment in which a module that the program needs raises as it is imported."""
    folder = tmp_path / "sabotage"
    (folder / "broken").mkdir(parents=True)
    (folder / "broken" / f"{module}.py").write_text(SABOTAGE)
    # What PYTHONPATH names comes after our own modules, what a site does before them.
    (folder / "sitecustomize.py").write_text("import sys\nsys.path.insert(0, __file__[:-16] + '/broken')\n")
    return {"PYTHONPATH": f"{folder}{os.pathsep}{os.environ['PYTHONPATH']}"}


@pytest.mark.parametrize("words", EVERY, ids=" ".join)
def test_outside_a_repository(clock: None, tmp_path: Path, words: tuple[str, ...]) -> None:
    answer = Project(tmp_path).memory(*words)
    assert answer.code == 128
    assert two_lines(answer) == "fatal: not a git repository (or any of the parent directories): .git"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", EVERY, ids=" ".join)
def test_in_a_bare_repository(clock: None, tmp_path: Path, words: tuple[str, ...]) -> None:
    History.start(tmp_path, "--bare")
    before = sorted(tmp_path.rglob("*"))
    answer = Project(tmp_path).memory(*words)
    assert answer.code == 128
    assert two_lines(answer) == "fatal: this is a bare repository, it has no work tree"
    assert sorted(tmp_path.rglob("*")) == before


def test_in_the_git_directory_and_in_one_that_cannot_be_read(project: Project) -> None:
    assert two_lines(project.memory("list", folder=".git")) == "fatal: this operation must be run in a work tree"
    project.git("config", "core.repositoryFormatVersion", "1")
    project.git("config", "extensions.fancy", "true")
    answer = project.memory("list")
    assert answer.code == 128
    assert "fancy" in two_lines(answer)


def test_in_a_repository_of_another_format_that_git_can_read(clock: None, tmp_path: Path) -> None:
    answer = Project.start(tmp_path / "sha256", "--object-format=sha256").memory("list")
    assert (answer.code, answer.err) == (0, "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("bogus",), "error: No such command 'bogus'"),
        (("--bogus",), "error: No such option '--bogus'"),
        (("list", "--bogus"), "error: No such option '--bogus'"),
        (("list", "extra"), "error: Got unexpected extra argument (extra)"),
        (("show",), "error: Missing argument 'ID'"),
        (("diff",), "error: Missing argument 'ID'"),
        (("why",), "error: Missing argument 'PATH[:LINE|::SYMBOL]'"),
        (("recall",), "error: Missing argument 'QUERY...'"),
        (("brief", "-m", "many"), "error: Invalid value for '-m': 'many' is not a valid integer"),
        (("brief", "-m", "-1"), "error: Invalid value for '-m': -1 is not in the range"),
        (("stale", "--file"), "error: Option '--file' requires an argument"),
        (("hooks", "bogus"), "error: No such command 'bogus'"),
    ],
)
def test_usage(project: Project, words: tuple[str, ...], said: str) -> None:
    answer = project.memory(*words)
    assert answer.code == 2
    assert two_lines(answer).startswith(said)
    assert "--help" in answer.err


@pytest.mark.parametrize("words", [(), ("hooks",)])
def test_no_command_shows_which_there_are(project: Project, words: tuple[str, ...]) -> None:
    answer = project.memory(*words)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"Usage: git memory {' '.join((*words, '[OPTIONS]'))}")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_outside_a_repository_too(clock: None, tmp_path: Path, name: str) -> None:
    for option in ("-h", "--help"):
        answer = Project(tmp_path).memory(name, option)
        assert (answer.code, answer.err) == (0, "")
        assert answer.out.startswith(f"Usage: git memory {name} ")


def test_git_finds_the_command_and_its_exit_code(shop: Shop, tmp_path: Path) -> None:
    launcher = tmp_path / "bin" / "git-memory"
    launcher.parent.mkdir()
    launcher.write_text(f"#!/bin/sh\nexec '{COMMAND[0]}' {' '.join(COMMAND[1:])} \"$@\"\n")
    launcher.chmod(0o755)
    env = {"PATH": f"{launcher.parent}{os.pathsep}{os.environ['PATH']}"}
    for words, code in ((("--version",), 0), (("show", "mem-x"), 1), (("bogus",), 2), (("-C", "/", "list"), 128)):
        position = 2 if words[0] == "-C" else 0
        command = ("git", *words[:position], "memory", *words[position:])
        assert shop.run(*command, check=False, env=env).returncode == code


def test_bug_is_70_and_names_the_log_with_its_traceback(shop: Shop, tmp_path: Path) -> None:
    answer = shop.process("list", env=sabotaged(tmp_path, "sqlite3"))
    log = shop.root / ".git/legendary/log"
    assert answer.code == 70
    assert two_lines(answer) == "error: RuntimeError: sabotaged"
    assert str(log) in answer.err
    assert "Traceback (most recent call last)" in log.read_text()
    assert "Traceback" not in answer.err
    assert shop.process("list").code == 0


def test_bug_without_a_place_for_the_log(shop: Shop, tmp_path: Path) -> None:
    shutil.rmtree(shop.root / ".git/legendary")
    (shop.root / ".git/legendary").write_text("no folder")
    answer = shop.process("list", env=sabotaged(tmp_path, "sqlite3"))
    assert answer.code == 70
    assert answer.err.splitlines()[1] == "hint: this is a bug; no log could be written"


def test_interrupt_is_130_without_a_traceback(shop: Shop, tmp_path: Path) -> None:
    """`git` stands in for the person who presses Ctrl-C, so that it is pressed at a known moment."""
    git = tmp_path / "bin" / "git"
    git.parent.mkdir()
    git.write_text("#!/bin/sh\nkill -INT $PPID\nexec sleep 60\n")
    git.chmod(0o755)
    answer = shop.process("list", env={"PATH": f"{git.parent}{os.pathsep}{os.environ['PATH']}"})
    assert (answer.code, answer.out) == (130, "")
    assert "Traceback" not in answer.err


@pytest.mark.parametrize("module", ["click", "legendary_git.cli.main", "legendary_git.cli.check", "sqlite3"])
def test_interrupt_of_an_import_is_130_without_a_traceback(shop: Shop, tmp_path: Path, module: str) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}: signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
    )
    path = os.pathsep.join((str(tmp_path), os.environ.get("PYTHONPATH", "")))
    answer = shop.process("check", env={"PYTHONPATH": path})
    assert (answer.code, answer.out, answer.err.strip()) == (130, "", "")


def test_git_that_is_not_there(shop: Shop, tmp_path: Path) -> None:
    answer = shop.process("list", env={"PATH": str(tmp_path)})
    assert answer.code == 128
    assert two_lines(answer) == "fatal: there is no `git` on PATH"


def test_error_shows_nothing_that_a_terminal_would_obey(shop: Shop) -> None:
    path = shop.path_of(shop.cents)
    path.write_text(path.read_text().replace("title: ", 'title: "\\e[31m\\u202e" #'))
    answer = shop.memory("show", "mem-")
    assert answer.code == 1
    assert "\\x1b[31m\\u202e" in answer.err
    assert shop.memory("show", "x\x1b[2J\ny").err.splitlines()[0] == "error: there is no memory x\\x1b[2J\\ny"


@pytest.mark.parametrize("days", ["nan", "inf", "-1", "1e9"])
def test_number_of_days_that_is_none_is_usage(project: Project, days: str) -> None:
    answer = project.memory("brief", "--stale-days", days)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"error: {float(days)} is no number of days to look back\nhint: ")
