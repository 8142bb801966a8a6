"""The log of what failed in a hook: enough for a report, and nothing that anybody wrote."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from legendary_git.usecases.crash_log import LIMIT_BYTES
from tests.project import PAY, Shop

MORE = PAY.replace("total = amount * 100", "total = amount * 1000")
SECRET = "hunter2-correct-horse"

_FAULTS = {
    "text": "raise ValueError(f'not a date: {said}')",
    "key": "raise KeyError(said)",
    "chain": "try:\n    int(said)\nexcept ValueError as error:\n    raise RuntimeError(said + chr(10)) from error",
    "file": "open('/nowhere/' + said)",
    "bytes": "(said.encode() + bytes([255])).decode()",
    "source": "compile(said + ' =', said, 'exec')",
    "yaml": "import yaml; yaml.safe_load('a: b: ' + said)",
    "database": "import sqlite3; sqlite3.connect(':memory:').execute(said)",
    "recursion": "def again(text): again(text)\nagain(said)",
    "memory": "raise MemoryError(said)",
    "several": "raise ExceptionGroup(said, [ValueError(said)])",
}


def sabotage(folder: Path, code: str) -> dict[str, str]:
    """An environment in which judging runs that code first."""
    folder.mkdir(exist_ok=True)
    (folder / "fault.py").write_text(f"import os\nsaid = os.environ.get('API_TOKEN', '')\n{code}\n")
    (folder / "sitecustomize.py").write_text(
        "import builtins, runpy\n"
        "real = builtins.__import__\n"
        "def load(name, *rest, **more):\n"
        "    if name == 'legendary_git.usecases.catch_up':\n"
        f"        runpy.run_path({str(folder / 'fault.py')!r})\n"
        "    return real(name, *rest, **more)\n"
        "builtins.__import__ = load\n"
    )
    return {"PYTHONPATH": f"{folder}{os.pathsep}{os.environ['PYTHONPATH']}"}


def log_of(shop: Shop) -> str:
    return (shop.root / ".git" / "legendary" / "log").read_text()


@pytest.mark.parametrize("fault", _FAULTS)
def test_log_tells_where_and_nothing_that_anybody_wrote(shop: Shop, tmp_path: Path, fault: str) -> None:
    env = {**sabotage(tmp_path / "sabotage", _FAULTS[fault]), "API_TOKEN": SECRET}
    shop.git("remote", "add", "origin", f"https://ada:{SECRET}@example.org/shop")
    shop.write({"src/pay.py": MORE})
    said = shop.told("commit", "-q", "-a", "-m", SECRET, env=env)
    assert said.startswith("legendary: ")
    assert said.count("\n") == 1
    assert len(said) < 1000
    log = log_of(shop)
    assert SECRET not in log
    assert str(shop.root) not in log
    head, versions = log.splitlines()[:2]
    assert re.fullmatch(r"== \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ git memory hook post-commit", head)
    assert re.fullmatch(r"legendary-git \S+, \S+ \d\S+, git version \S+, pygit2 .*, SQLite .*", versions)
    assert re.search(r"^  legendary_git/hooks/run\.py:\d+ in _run$", log, re.MULTILINE)
    assert len(log.splitlines()) < 120


def test_log_says_what_the_interpreter_says_of_names_and_the_system_of_files(shop: Shop, tmp_path: Path) -> None:
    for code, line in (
        ("None.body", "AttributeError: 'NoneType' object has no attribute 'body'"),
        (f"open('/nowhere/{SECRET}')", "FileNotFoundError: No such file or directory"),
        ("import sqlite3; sqlite3.connect('/nowhere/x')", "OperationalError: SQLITE_CANTOPEN"),
    ):
        assert shop.process("hook", "post-commit", env=sabotage(tmp_path / "sabotage", code)).code == 0
        assert log_of(shop).endswith(f"\n{line}\n")


def test_log_keeps_its_newest_half_when_it_grows_too_long(shop: Shop, tmp_path: Path) -> None:
    log = shop.root / ".git" / "legendary" / "log"
    entry = "== of old\n" + "x" * 90 + "\n"
    log.write_text(entry * (LIMIT_BYTES // 100))
    assert shop.process("hook", "post-commit", env=sabotage(tmp_path / "sabotage", "None.body")).code == 0
    found = log_of(shop)
    assert LIMIT_BYTES // 3 < len(found) < LIMIT_BYTES * 2 // 3
    assert found.startswith("== of old\n")
    assert found.endswith("has no attribute 'body'\n")


def test_log_of_hooks_that_fail_at_once_has_each_whole(shop: Shop, tmp_path: Path) -> None:
    env = sabotage(tmp_path / "sabotage", "None.body")
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: shop.process("hook", "post-commit", env=env), range(8)))
    assert {(answer.code, answer.err.count("\n")) for answer in answers} == {(0, 1)}
    entries = log_of(shop).split("== ")[1:]
    assert len(entries) == 8
    assert len({entry.partition(" ")[2] for entry in entries}) == 1


@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL, signal.SIGSEGV])
def test_hook_that_is_stopped_fails_no_commit_and_is_made_good(
    shop: Shop, tmp_path: Path, name: signal.Signals
) -> None:
    env = sabotage(tmp_path / "sabotage", f"import os; os.kill(os.getpid(), {int(name)})")
    shop.write({"src/pay.py": MORE})
    said = shop.told("commit", "-q", "-a", "-m", "Charge more", env=env)
    assert "Traceback" not in said
    assert said.count("\n") <= 1
    by = f'by {shop.head[:7]} "Charge more"'
    said = shop.commit_told("Elsewhere", {"README": "other\n"})
    assert said == f"legendary: stale [decision #{shop.cents}] src/pay.py::charge {by} (see git memory stale)\n"


def test_hook_without_memory_to_work_in_fails_no_commit(shop: Shop) -> None:
    shop.write({"src/pay.py": MORE})
    for limit in (60_000, 90_000, 130_000, 200_000):
        script = f'ulimit -v {limit}; exec "$@"'
        hook = (str(shop.root / ".git" / "hooks" / "post-commit"),)
        done = subprocess.run(
            ["sh", "-c", script, "sh", *hook], cwd=shop.root, capture_output=True, check=False, stdin=subprocess.DEVNULL
        )
        assert done.returncode == 0
