"""Which files a command shows."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from legendary_git.agents.shell_reads import find_read_paths

CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize(
    ("command", "paths"),
    [
        ("cat src/db.py", ("src/db.py",)),
        ("cat a.py b.py", ("a.py", "b.py")),
        ("sed -n '1,200p' src/db.py", ("src/db.py",)),
        ("sed -n -e 5p src/db.py", ("5p", "src/db.py")),
        ("cd src && nl -ba db.py | sed -n '1,5p'", ("db.py",)),
        ("head -n 20 a.py; tail -c 5 b.py", ("a.py", "b.py")),
        ("/usr/bin/head -20 a.py", ("a.py",)),
        ("awk '{print $1}' data.csv", ("data.csv",)),
        ("cat 'a b.py' \"ä.py\"", ("a b.py", "ä.py")),
        ("cat < in.txt", ()),
        ("cat a.py > out.txt", ("a.py",)),
    ],
)
def test_command_that_shows_files(command: str, paths: tuple[str, ...]) -> None:
    assert find_read_paths(command) == paths


@pytest.mark.parametrize(
    "command",
    [
        "make test",
        "sed -i s/a/b/ a.py",
        "echo cat a.py",
        "cat *.py",
        "cat $FILE",
        "cat",
        "git show HEAD:a.py",
        "cat 'a",
    ],
)
def test_command_that_shows_none_that_can_be_told(command: str) -> None:
    assert find_read_paths(command) == ()


@CALM
@given(st.text())
def test_command_may_be_any_text(command: str) -> None:
    find_read_paths(command)
