"""Pipes, locales and streams that are closed or full: the answer or its exit code comes through."""

from __future__ import annotations

import json
import os
import shlex

import pytest

from tests.project import COMMAND, PAY, Project, Shop

PROGRAM = shlex.join(COMMAND)


def in_shell(project: Project, script: str, **env: str) -> tuple[str, str]:
    """What a shell prints in which `$PROGRAM` is the command; stdout and stderr."""
    result = project.run("sh", "-c", script.replace("$PROGRAM", PROGRAM), env=env)
    return result.stdout.decode("utf-8", "surrogateescape"), result.stderr.decode("utf-8", "surrogateescape")


def test_output_of_a_process_is_that_of_the_command(shop: Shop) -> None:
    shop.change()
    for words in (("list",), ("stale",), ("brief",), ("log",), ("list", "--json"), ("check",)):
        assert shop.process(*words) == shop.memory(*words)


@pytest.mark.parametrize(("words", "code"), [("list", 0), ("check", 1), ("list --json", 0), ("doctor", 0)])
def test_reader_that_has_seen_enough_changes_no_exit_code(shop: Shop, words: str, code: int) -> None:
    shop.change("Drop", PAY[PAY.index("def refund") :])
    script = f"mkfifo pipe; (exec 3<pipe; exec 3<&-) & exec 4>pipe; wait; $PROGRAM {words} >&4; echo code $?"
    out, err = in_shell(shop, script)
    assert out == f"code {code}\n"
    assert "bug" not in err
    assert "BrokenPipe" not in err


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_closed_streams_change_no_exit_code(shop: Shop, closed: str) -> None:
    shop.change("Drop", PAY[PAY.index("def refund") :])
    out, err = in_shell(shop, f"$PROGRAM check {closed}; echo code $?; $PROGRAM list {closed}; echo code $?")
    assert [line for line in out.splitlines() if line.startswith("code")] == ["code 1", "code 0"]
    assert "Traceback" not in err
    assert "bug" not in err


def test_remember_from_a_closed_stdin_is_refused(shop: Shop) -> None:
    out, err = in_shell(shop, "$PROGRAM remember - <&-; echo code $?")
    assert out == "code 1\n"
    assert err.startswith("error: standard input cannot be read\nhint: ")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")  # noqa: PTH110 - a device
def test_full_disk_under_stdout_is_said(shop: Shop) -> None:
    out, err = in_shell(shop, "$PROGRAM list >/dev/full; echo code $?; $PROGRAM show mem-x 2>/dev/full; echo code $?")
    assert out == "code 1\ncode 1\n"
    assert err.startswith("error: standard output does not take the answer: No space left on device\nhint: ")
    assert err.count("\n") == 2


@pytest.mark.parametrize("env", [{"LC_ALL": "C"}, {"LC_ALL": "POSIX"}, {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}])
def test_any_locale_lets_any_text_and_any_name_through(project: Project, env: dict[str, str]) -> None:
    path = "src/" + os.fsdecode(b"caf\xe9 \xe8\xa8\xad.py")
    project.write({path: PAY})
    answer = project.process("remember", "設定 naïve", "--anchor", f"{path}::charge", env=env)
    assert (answer.code, answer.err) == (0, "")
    assert answer.lines[1] == "  anchor src/caf\\xe9 設.py::charge (lines 4-8): fresh, unchanged (uncommitted)"
    listed = project.process("list", env=env)
    assert listed.out == f"[decision #{answer.id}] (fresh)\t{path}\t設定 naïve\n"
    assert project.process("stale", "--file", path, env=env).code == 0
    found = json.loads(project.process("list", "--json", env=env).out)
    assert found["memories"][0]["anchors"][0]["file"] == path.replace("\udce9", "\\xe9")
    assert [line["id"] for line in json.loads(project.process("recall", "設定", "--json", env=env).out)["memories"]]


def test_command_in_a_hostile_folder_imports_nothing_from_it(shop: Shop) -> None:
    shop.write({"click.py": "raise SystemExit(9)\n", "legendary_git/__init__.py": "raise SystemExit(9)\n"})
    assert shop.process("list").code == 0
