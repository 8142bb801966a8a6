"""The process that hands out objects: what damages it, what ends it, what an older git makes of it."""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from legendary_git.git.backend import VARIABLE
from legendary_git.git.cat_file import CatFile, Header
from legendary_git.git.environment import scrubbed, start_git
from legendary_git.git.objects import ObjectFormat
from legendary_git.git.repository import Repository
from tests.git.bench import find
from tests.history import History


class Starts:
    """Starts git in a repository and keeps what it has started."""

    def __init__(self, history: History) -> None:
        self._root = history.root
        self.words: list[tuple[str, ...]] = []
        self.processes: list[subprocess.Popen[bytes]] = []

    def __call__(self, *words: str) -> subprocess.Popen[bytes]:
        self.words.append(words)
        self.processes.append(start_git(words, self._root, environ=scrubbed(os.environ)))
        return self.processes[-1]


def blob(history: History, content: bytes) -> str:
    return history.git("hash-object", "-w", "--stdin", stdin=content)


def test_cat_file_is_one_process_for_all_questions(history: History) -> None:
    ids = {content: blob(history, content) for content in (b"", b"a", b"missing\n", b"\0\xff\n" * 100_000)}
    starts = Starts(history)
    objects = CatFile(starts, ObjectFormat.SHA1)
    assert starts.words == []
    for content, oid in ids.items():
        assert objects.read("1" * 40) is None
        assert objects.read(oid) == ("blob", content)
        assert objects.header(oid) == Header(oid, "blob", len(content))
    assert starts.words == [("cat-file", "--batch-command")]


def test_cat_file_sees_what_was_written_since(history: History) -> None:
    objects = CatFile(Starts(history), ObjectFormat.SHA1)
    assert objects.header("HEAD") is None
    head = history.commit("first")
    assert objects.header("HEAD") == Header(head, "commit", len(history.git("cat-file", "commit", head)) + 1)
    history.git("gc", "-q")
    assert objects.read(blob(history, b"new")) == ("blob", b"new")


@pytest.mark.parametrize("junk", [b"junk", b"", b"other"])
def test_cat_file_goes_on_after_a_damaged_object(history: History, junk: bytes) -> None:
    good, bad = blob(history, b"good"), blob(history, b"bad" * 9_000)
    path = history.root / ".git" / "objects" / bad[:2] / bad[2:]
    path.chmod(0o644)
    if junk == b"other":  # whole, but not what its name says
        shutil.copy(history.root / ".git" / "objects" / good[:2] / good[2:], path)
    else:
        path.write_bytes(junk)
    objects = CatFile(Starts(history), ObjectFormat.SHA1)
    for _ in range(2):
        assert objects.read(bad) is None
        assert objects.read(good) == ("blob", b"good")


def test_cat_file_goes_on_after_an_object_that_breaks_off(history: History) -> None:
    content = os.urandom(50_000)
    bad = blob(history, content)
    path = history.root / ".git" / "objects" / bad[:2] / bad[2:]
    path.chmod(0o644)
    path.write_bytes(path.read_bytes()[:20_000])
    objects = CatFile(Starts(history), ObjectFormat.SHA1)
    assert objects.read(bad) is None
    assert objects.read(blob(history, b"good")) == ("blob", b"good")


def test_cat_file_is_started_again_when_it_was_killed(history: History) -> None:
    oid = blob(history, b"a")
    starts = Starts(history)
    objects = CatFile(starts, ObjectFormat.SHA1)
    assert objects.read(oid) is not None
    starts.processes[0].kill()
    starts.processes[0].wait()
    assert [objects.read(oid) for _ in range(2)][1] == ("blob", b"a")


def test_cat_file_of_a_git_without_batch_commands(
    history: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    contents = {blob(history, content): content for content in (b"a", b"\n" * 3_000_000)}
    monkeypatch.setenv("PATH", f"{_git_before_2_36(tmp_path / 'bin')}:{os.environ['PATH']}")
    starts = Starts(history)
    objects = CatFile(starts, ObjectFormat.SHA1)
    for _ in range(2):
        for oid, content in contents.items():
            assert objects.header(oid) == Header(oid, "blob", len(content))
            assert objects.read(oid) == ("blob", content)
        assert objects.header("1" * 40) is None
    assert starts.words == [("cat-file", "--batch-command"), ("cat-file", "--batch")]


def _git_before_2_36(folder: Path) -> Path:
    """A folder with a git that refuses `--batch-command` as one does that does not know it."""
    folder.mkdir()
    (folder / "git").write_text(
        f'#!/bin/sh\nfor word do [ "$word" != --batch-command ] || exit 129; done\nexec {shutil.which("git")} "$@"\n'
    )
    (folder / "git").chmod(0o755)
    return folder


def test_cat_file_ends_with_its_object(history: History) -> None:
    starts = Starts(history)
    objects = CatFile(starts, ObjectFormat.SHA1)
    objects.header("HEAD")
    del objects
    assert starts.processes[0].returncode is not None


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux lets a process wait for one that is no child")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, 0])
def test_cat_file_ends_with_us(history: History, end: int) -> None:
    history.commit("first")
    script = (
        "import os, sys, pathlib; from legendary_git.git.repository import Repository\n"
        "repo = Repository.find(pathlib.Path('.'), os.environ); repo.head()\n"
        "print(repo._objects._objects._process.pid, flush=True); sys.stdin.readline()"
    )
    environ = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2]), VARIABLE: "git"}
    us = subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=history.root,
        env=environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert us.stdout is not None
    child = os.pidfd_open(int(us.stdout.readline()))
    if end:
        us.send_signal(end)
    us.communicate(b"\n")
    assert select.select([child], [], [], 60)[0]
    os.close(child)


def test_cat_file_reads_nothing_from_our_stdin(history: History) -> None:
    history.commit("first")
    script = (
        "import os, sys, pathlib; from legendary_git.git.repository import Repository\n"
        "Repository.find(pathlib.Path('.'), os.environ).head(); print(sys.stdin.read())"
    )
    environ = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2]), VARIABLE: "git"}
    result = subprocess.run(
        [sys.executable, "-c", script], cwd=history.root, env=environ, input=b"ours", capture_output=True, check=True
    )
    assert result.stdout == b"ours\n"


def test_objects_of_an_environment_that_points_elsewhere(history: History, tmp_path: Path) -> None:
    head = history.commit("first")
    other = History.start(tmp_path / "other")
    misleading = {
        "GIT_OBJECT_DIRECTORY": str(other.root / ".git" / "objects"),
        "GIT_INDEX_FILE": "nowhere",
        "GIT_PREFIX": "x/",
        VARIABLE: "git",
    }
    repo = Repository.find(history.root, os.environ | misleading)
    assert repo.head() == head
    assert find(history).commit(head) == repo.commit(head)
