"""A disk that is full, or that takes nothing: what is committed is kept, what is asked is answered."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.project import Shop
from tests.scenarios.surroundings import Caller, launcher

pytestmark = pytest.mark.usefixtures("back_end")

_READS = ("list", "stale", "check", "brief", "log", "why src/pay.py", "recall cents", "list --json", "stale --at HEAD")


def mount(folder: Path, *words: str) -> bool:
    """Whether something could be mounted at the folder, which only the superuser can do, and not everywhere."""
    command = ["mount", *words, str(folder)]
    return os.geteuid() == 0 and subprocess.run(command, capture_output=True, check=False).returncode == 0


@dataclass
class Disk:
    """A small disk at a folder; where there can be none, a limit on the size of files that are written."""

    folder: Path
    is_real: bool

    def fill(self, left: int) -> tuple[str, ...]:
        """Leave so many bytes; what has to stand before a command that is to find no more."""
        if not self.is_real:
            return ("sh", "-c", f'ulimit -f {left // 1024}; exec "$@"', "sh")  # in blocks of 512 bytes, or of 1,024
        free = shutil.disk_usage(self.folder).free
        (self.folder / "filler").write_bytes(bytes(free - left))
        return ()

    def free(self) -> None:
        (self.folder / "filler").unlink(missing_ok=True)


@pytest.fixture(params=["", ".legendary", ".git/legendary"], ids=["repository", "memories", "git directory"])
def small(request: pytest.FixtureRequest, shop: Shop, tmp_path: Path) -> Iterator[Disk]:
    """The repository, or one of the two folders that we write to, on a small disk."""
    folder = shop.root / request.param
    if request.param == ".git/legendary":
        shop.index_path.unlink()
    kept = tmp_path / "kept"
    folder.rename(kept)
    folder.mkdir()
    is_real = mount(folder, "-t", "tmpfs", "-o", "size=1m", "tmpfs")
    shutil.copytree(kept, folder, symlinks=True, dirs_exist_ok=True)
    yield Disk(folder, is_real)
    if is_real:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_commit_on_a_full_disk_is_told_and_made_good(shop: Shop, small: Disk) -> None:
    shop.index_path.unlink(missing_ok=True)
    (shop.root / ".git" / "legendary" / "watch").unlink()
    caller = Caller(shop)
    caller.prefix = small.fill(0 if small.is_real and small.folder != shop.root else 64 * 1024)
    said = caller.flip()
    assert said == caller.told()
    caller.prefix = ()
    listed = caller.memory("list")
    assert listed.returncode == 0
    if small.is_real and small.folder.name != ".legendary":
        assert b"; answering without it" in listed.stderr
    assert listed.stdout.startswith(f"[decision #{shop.cents}] (stale)\t".encode())
    small.free()
    caller.check_answers()
    assert shop.git("fsck", "--no-dangling") == ""
    assert shop.status == []
    assert shop.commit_told("Elsewhere", {"README": "other\n"}) == ""
    assert shop.index_path.stat().st_size > 0


def test_remember_on_a_full_disk_is_refused_and_leaves_nothing(shop: Shop, small: Disk) -> None:
    memories = shop.root / ".legendary" / "memories"
    before = sorted(memories.iterdir())
    caller = Caller(shop, prefix=small.fill(0))
    refused = caller.memory("remember", "Of a full disk", "--anchor", "src/pay.py::refund")
    if small.folder.name == "legendary" and small.is_real:  # the memory is on another disk
        assert refused.returncode == 0
        return
    assert (refused.returncode, refused.stderr.count(b"\n")) == (1, 2)
    assert sorted(memories.iterdir()) == before


@pytest.fixture
def sealed(shop: Shop) -> Iterator[Shop]:
    """A repository that nobody can write to."""
    if mount(shop.root, "--bind", "-o", "ro", str(shop.root)):
        assert not os.access(shop.root, os.W_OK)
        yield shop
        subprocess.run(["umount", "-l", str(shop.root)], check=True)
        return
    if os.geteuid() == 0:  # whom no permission stops
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
        yield shop
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        return
    folders = [shop.root, *(path for path in shop.root.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    yield shop
    for folder in folders:
        folder.chmod(0o755)


def test_read_only_repository_is_read(shop: Shop, request: pytest.FixtureRequest) -> None:
    shop.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "--allow-empty", "-m", "Unseen")
    Caller(shop, ("-c", "core.hooksPath=/dev/null")).flip()
    expected = {
        words: shop.copy(shop.root.parent / "copy" / words.replace("/", "-")).memory(*words.split()) for words in _READS
    }
    launcher(shop.root.parent / "launcher")
    request.getfixturevalue("sealed")
    for words, answer in expected.items():
        found = shop.memory(*words.split())
        assert (found.code, found.out) == (answer.code, answer.out), words
    hook = Caller(shop).memory("hook", "post-commit")
    assert (hook.returncode, hook.stdout, hook.stderr.count(b"\n")) == (0, b"", 1)
    refused = shop.memory("remember", "Of a sealed disk")
    assert (refused.code, len(refused.err.splitlines())) == (1, 2)
