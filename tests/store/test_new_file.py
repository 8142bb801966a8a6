"""New memories: ids, names, and files that are whole or not there."""

from __future__ import annotations

import errno
import os
import re
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendary_git.errors import StoreError
from legendary_git.store.folder import MEMORIES
from legendary_git.store.new_file import SLUG_LIMIT, create_file, file_name, new_id, slug

NAME = "mem-6093f751-wal.md"


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("WAL does not help", "wal-does-not-help"),
        ("Naïve Straße, déjà vu!", "naive-strasse-deja-vu"),
        ("../../etc/passwd", "etc-passwd"),
        ("a:b\0c%2e%2e", "a-b-c-2e-2e"),
        ("設定", "memory"),
        ("", "memory"),
        ("---", "memory"),
        ("CON", "con-memory"),
        ("com1", "com1-memory"),
        ("caf\udce9", "caf"),
        ("word " * 30, "word-word-word-word-word-word-word-word-word-word-word-word"),
        ("x" * 100, "x" * 60),
    ],
)
def test_slug(title: str, expected: str) -> None:
    assert slug(title) == expected


@given(st.text(max_size=200))
def test_slug_is_a_name_on_every_system(title: str) -> None:
    assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", slug(title))
    assert len(slug(title)) <= SLUG_LIMIT


def test_new_id_is_one_that_nobody_has(tmp_path: Path) -> None:
    ids = {new_id(tmp_path, "t", "2026-11-30") for _ in range(50)}
    assert len(ids) == 50
    assert all(re.fullmatch("mem-[0-9a-f]{8}", one) for one in ids)


def test_new_id_avoids_what_is_taken(tmp_path: Path) -> None:
    class AllBut(frozenset[str]):
        """Has every id that does not end in 0, so that the first tries fail."""

        def __contains__(self, one: object) -> bool:
            return not str(one).endswith("0")

    assert new_id(tmp_path, "caf\udce9", "", AllBut()).endswith("0")


def test_create_file_writes_it_whole_and_leaves_nothing_else(tmp_path: Path) -> None:
    assert create_file(tmp_path, NAME, b"data") == f"{MEMORIES}/{NAME}"
    assert (tmp_path / MEMORIES / NAME).read_bytes() == b"data"
    assert [path.name for path in (tmp_path / MEMORIES).iterdir()] == [NAME]


def test_create_file_honours_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        create_file(tmp_path, NAME, b"data")
    finally:
        os.umask(before)
    assert stat.S_IMODE(os.lstat(tmp_path / MEMORIES / NAME).st_mode) == 0o640


@pytest.mark.parametrize("existing", [NAME, NAME.upper(), "Mem-6093F751-wal.md"])
def test_create_file_never_replaces_another(tmp_path: Path, existing: str) -> None:
    (tmp_path / MEMORIES).mkdir(parents=True)
    (tmp_path / MEMORIES / existing).write_bytes(b"first")
    with pytest.raises(StoreError, match="exists already"):
        create_file(tmp_path, NAME, b"second")
    assert (tmp_path / MEMORIES / existing).read_bytes() == b"first"
    assert [path.name for path in (tmp_path / MEMORIES).iterdir()] == [existing]


def test_create_file_at_once_in_many_threads_lets_one_win(tmp_path: Path) -> None:
    won = []

    def write(number: int) -> None:
        try:
            create_file(tmp_path, NAME, b"%d" % number * 5000)
            won.append(number)
        except StoreError:
            pass

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == 1
    assert (tmp_path / MEMORIES / NAME).read_bytes() == b"%d" % won[0] * 5000


@pytest.mark.parametrize(
    "name",
    [
        "../x.md",
        "/etc/x.md",
        "a/b.md",
        "%2e%2e.md",
        "a\0.md",
        ".x.md",
        "X.md",
        "x.txt",
        "é.md",
        "a:b.md",
        "",
        "x" * 130 + ".md",
    ],
)
def test_create_file_refuses_names_that_lead_elsewhere(tmp_path: Path, name: str) -> None:
    with pytest.raises(StoreError, match="cannot be a memory file's name"):
        create_file(tmp_path, name, b"data")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("linked", [".legendary", MEMORIES])
def test_create_file_does_not_write_through_a_link(tmp_path: Path, linked: str) -> None:
    root, elsewhere = tmp_path / "root", tmp_path / "elsewhere"
    elsewhere.mkdir()
    (root / linked).parent.mkdir(parents=True)
    (root / linked).symlink_to(elsewhere)
    with pytest.raises(StoreError, match="symbolic link"):
        create_file(root, NAME, b"data")
    assert list(elsewhere.iterdir()) == []


def test_create_file_when_the_disk_takes_no_more(tmp_path: Path) -> None:
    program = (
        "import resource, signal, sys, pathlib\n"
        "from legendary_git.store.new_file import create_file\n"
        "from legendary_git.errors import StoreError\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "try:\n"
        f"    create_file(pathlib.Path(sys.argv[1]), {NAME!r}, b'x' * 5000)\n"
        "except StoreError as error:\n"
        "    print(error.what, '|', error.todo)\n"
    )
    shown = subprocess.run([sys.executable, "-c", program, tmp_path], capture_output=True, text=True, check=True)
    assert os.strerror(errno.EFBIG) in shown.stdout
    assert list((tmp_path / MEMORIES).iterdir()) == []


def test_create_file_where_nothing_can_be_written() -> None:
    with pytest.raises(StoreError, match="cannot write"):
        create_file(Path("/proc"), NAME, b"data")


def test_file_name_has_id_and_slug() -> None:
    assert file_name("mem-6093f751", "WAL: no") == "mem-6093f751-wal-no.md"
