"""What cannot be read or written: run as a user whom modes stop, which the superuser is not."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import legendary_git
from tests.project import PAY, Answer, Shop

_NOBODY = 65534
_PROGRAM = """\
import email.parser, importlib, importlib.metadata, importlib.readers, importlib.resources._adapters
import json, os, pkgutil, sys, tomllib, traceback
import legendary_git
for module in pkgutil.walk_packages(legendary_git.__path__, "legendary_git."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
from legendary_git.cli.main import run
from legendary_git.parsing.reader import read
read("a.py", b"x = 1\\n", None)
os.geteuid() or os.setuid({nobody})
sys.exit(run(sys.argv[1:]))
"""


def is_open_to_all(path: str) -> bool:
    """Whether any user may enter a folder and all that it is in."""
    folder = Path(path).resolve()
    return all(place.stat().st_mode & 0o005 == 0o005 for place in (folder, *folder.parents))


pytestmark = pytest.mark.skipif(
    os.geteuid() == 0 and not (is_open_to_all(legendary_git.__path__[0]) and is_open_to_all(sys.prefix)),
    reason="the user that modes stop may not enter the folder of this installation",
)


class Restricted(Shop):
    """The shop, in a folder that every user may enter and one user owns."""

    def as_owner(self, *words: str) -> Answer:
        """Run `git memory WORDS…` as that user."""
        program = _PROGRAM.format(nobody=_NOBODY)
        result = self.run(sys.executable, "-P", "-c", program, *words, check=False)
        return Answer(result.returncode, result.stdout.decode(), result.stderr.decode())

    def give_away(self) -> None:
        """Make that user the owner of all."""
        if os.geteuid() != 0:
            return
        for folder, names, files in os.walk(self.root.parent):
            for name in (".", *names, *files):
                os.chown(Path(folder) / name, _NOBODY, _NOBODY, follow_symlinks=False)

    def set_mode(self, repo_path: str, mode: int) -> None:
        (self.root / repo_path).chmod(mode)


@pytest.fixture
def restricted(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> Iterator[Restricted]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / ".gitconfig").write_bytes((Path(os.environ["HOME"]) / ".gitconfig").read_bytes())
        monkeypatch.setenv("HOME", str(folder))
        copy = shop.copy(folder / "shop")
        found = Restricted(copy.root, copy.commits, shop.cents, shop.locked)
        found.git("config", "--global", "safe.directory", "*")
        found.give_away()
        yield found
        for place, _, _ in os.walk(folder):
            Path(place).chmod(0o755)


def test_memory_that_cannot_be_read_is_said_and_the_rest_works(restricted: Restricted) -> None:
    path = restricted.path_of(restricted.cents).relative_to(restricted.root)
    restricted.set_mode(str(path), 0)
    answer = restricted.as_owner("list")
    assert answer.code == 0
    assert answer.err == f"warning: {path}:1: cannot read {path}: Permission denied: make it a readable file\n"
    assert [restricted.locked in line for line in answer.lines] == [True]
    assert restricted.as_owner("check").code == 1
    restricted.set_mode(str(path), 0o644)
    assert restricted.as_owner("check").code == 0


def test_code_that_cannot_be_read_is_unknown(restricted: Restricted) -> None:
    restricted.set_mode("src/pay.py", 0)
    answer = restricted.as_owner("stale")
    assert answer.code == 0
    assert answer.out.startswith(f"[decision #{restricted.cents}] (unknown)\t")
    assert restricted.as_owner("check").out == ""
    refused = restricted.as_owner("remember", "Something", "--anchor", "src/pay.py::charge")
    assert (refused.code, refused.out) == (1, "")
    assert refused.err.splitlines() == [
        "error: src/pay.py cannot be read as git would store it",
        "hint: see what it says to: git hash-object src/pay.py",
    ]


def test_folder_of_memories_that_cannot_be_read_is_said(restricted: Restricted) -> None:
    restricted.set_mode(".legendary/memories", 0)
    answer = restricted.as_owner("list")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == "error: cannot list .legendary/memories: Permission denied\nhint: make the folder readable\n"


def test_repository_that_cannot_be_written_is_read_all_the_same(restricted: Restricted) -> None:
    restricted.change()
    restricted.give_away()
    for place, _, _ in os.walk(restricted.root):
        Path(place).chmod(0o555)
    for words in (("list",), ("stale",), ("brief",), ("recall", "cents"), ("why", "src/pay.py"), ("log",), ("check",)):
        answer = restricted.as_owner(*words)
        assert answer.code == 0, answer
        assert all("index" in line for line in answer.err.splitlines() if line.startswith("warning: "))
        assert "bug" not in answer.err
        assert words == ("log",) or restricted.cents in answer.out


def test_write_into_a_folder_that_takes_none_is_refused(restricted: Restricted) -> None:
    restricted.set_mode(".legendary/memories", 0o555)
    before = restricted.status
    answer = restricted.as_owner("remember", "Something", "--anchor", "README")
    assert (answer.code, answer.out) == (1, "")
    assert "Permission denied" in answer.err.splitlines()[0]
    assert answer.err.splitlines()[1] == "hint: make the folder writable"
    assert restricted.status == before


def test_objects_that_take_no_blob_keep_nothing_from_being_remembered(restricted: Restricted) -> None:
    for place, _, _ in os.walk(restricted.root / ".git/objects"):
        Path(place).chmod(0o555)
    restricted.write({"src/pay.py": PAY.replace("100", "9")})
    answer = restricted.as_owner("remember", "Something", "--anchor", "src/pay.py::charge")
    assert (answer.code, answer.err) == (0, "")
    assert "(uncommitted)" in answer.out


def test_init_where_nothing_can_be_written(restricted: Restricted) -> None:
    restricted.set_mode(".git/hooks", 0o555)
    restricted.run("sh", "-c", "rm -f .git/hooks/post-* .git/hooks/legendary-git.sh")
    answer = restricted.as_owner("init")
    assert answer.code == 1
    assert f"hooks are not installed: {restricted.root}/.git/hooks cannot be written: Permission denied" in answer.err
    restricted.set_mode(".", 0o555)
    restricted.run("rm", "-r", ".legendary")
    answer = restricted.as_owner("init")
    assert (answer.code, answer.err.splitlines()[0]) == (1, f"error: {restricted.root}/.legendary: Permission denied")
