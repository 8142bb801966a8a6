"""An index opens whatever is there: missing, damaged, locked, read-only, of another version or from elsewhere."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

import legendary_git
from legendary_git.domain.verdict import Reason, State, Verdict
from legendary_git.store.catalog import load_memories
from legendary_git.store.faults import discard, identify
from legendary_git.store.folder import MEMORIES, list_files
from legendary_git.store.index import Index
from legendary_git.store.schema import SCHEMA_VERSION
from legendary_git.store.state_rows import Transition
from tests.store.test_folder import write_memory

KEY = ("anchor", "evidence")
VERDICT = Verdict(Reason.CHANGED)
LOG = Transition(memory_id="mem-00000001", anchor="a.py", before=State.FRESH, after=State.STALE)
PUT = """
import sys
from pathlib import Path
from legendary_git.store.index import Index
from legendary_git.domain.verdict import Reason, Verdict
name, path = sys.argv[1:3]
sys.stdin.readline()
with Index.open(Path(path), Path(path).parent, wait_seconds=30) as index:
    for number in range(5):
        index.put_verdicts({(name, str(number)): Verdict(Reason.CHANGED)})
    print(index.notice, index.is_in_memory)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "repo").mkdir(parents=True)
    return tmp_path / "repo" / "index.db"


def put_one(path: Path) -> None:
    with Index.open(path, path.parent) as index:
        index.put_verdicts({KEY: VERDICT})
        index.append_transitions([LOG])
        assert index.notice is None


def beside(path: Path) -> list[str]:
    return sorted(entry.name for entry in path.parent.iterdir())


@contextmanager
def locked(path: Path, how: str) -> Iterator[None]:
    with closing(sqlite3.connect(path, isolation_level=None)) as holder:
        holder.execute(f"BEGIN {how}")
        yield
        holder.execute("ROLLBACK")


def run(program: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, text=True, check=True, input="\n"
    )


def test_missing_index_is_made_without_a_word(path: Path) -> None:
    put_one(path)
    assert beside(path) == ["index.db"]
    with Index.open(path, path.parent) as index:
        assert index.find_verdicts([KEY]) == {KEY: VERDICT}
        assert not index.is_in_memory


def test_missing_folder_is_not_made(tmp_path: Path) -> None:
    with Index.open(tmp_path / "no" / "index.db", tmp_path) as index:
        index.put_verdicts({KEY: VERDICT})
        assert index.find_verdicts([KEY]) == {KEY: VERDICT}
        assert (index.notice, index.is_in_memory) == ("the index cannot be written; answering without it", True)
    assert list(tmp_path.iterdir()) == []


def test_index_in_memory_says_nothing_of_that() -> None:
    with Index.in_memory() as index:
        index.put_verdicts({KEY: VERDICT})
        assert index.find_verdicts([KEY]) == {KEY: VERDICT}
        assert (index.notice, index.is_in_memory) == (None, True)


def test_index_never_uses_a_write_ahead_log(path: Path) -> None:
    put_one(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


@pytest.mark.parametrize(
    "content",
    [b"junk" * 5000, b"", b"SQLite format 3\0" + b"\xff" * 5000],
    ids=["junk", "empty", "header"],
)
def test_file_that_is_no_database_is_replaced(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with Index.open(path, path.parent) as index:
        assert index.notice == ("the index was damaged; it has been rebuilt" if content else None)
        index.put_verdicts({KEY: VERDICT})
        assert not index.is_in_memory
    put_one(path)


@pytest.mark.parametrize("size", [100, 4096, 5000, 8192])
def test_truncated_index_is_rebuilt(path: Path, size: int) -> None:
    put_one(path)
    os.truncate(path, size)
    with Index.open(path, path.parent) as index:
        assert index.find_verdicts([KEY]) == {}
        index.put_verdicts({KEY: VERDICT})
        assert index.notice == "the index was damaged; it has been rebuilt"
        assert not index.is_in_memory
    put_one(path)


def test_damage_met_while_in_use_is_mended_and_what_was_written_is_not_lost(path: Path) -> None:
    with Index.open(path, path.parent) as index:
        index.put_verdicts({("a", str(number)): VERDICT for number in range(5000)})
    with Index.open(path, path.parent) as index, index.transaction():
        index.put_verdicts({("before", "damage"): VERDICT})
        with path.open("r+b") as file:
            file.seek(4096)
            file.write(b"\xa5" * (path.stat().st_size - 4096))
        generation = index.generation
        index.find_verdicts([("a", str(number)) for number in range(5000)])
        index.put_verdicts({("after", "damage"): VERDICT})
        assert index.generation == generation + 1
    with Index.open(path, path.parent) as index:
        assert index.notice is None
        assert set(index.find_verdicts([("before", "damage"), ("after", "damage"), ("a", "1")])) == {
            ("before", "damage"),
            ("after", "damage"),
        }


@pytest.mark.parametrize("version", [0, SCHEMA_VERSION - 1, SCHEMA_VERSION + 1])
def test_index_of_another_schema_is_begun_anew(path: Path, version: int) -> None:
    put_one(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("CREATE TABLE tomorrow (x)")
    with Index.open(path, path.parent) as index:
        assert index.notice == "the index has another layout; it has been rebuilt"
        assert index.find_verdicts([KEY]) == {}
    put_one(path)


def test_database_of_another_program_is_begun_anew(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE VIRTUAL TABLE memories USING fts5(body)")
        connection.execute("CREATE VIEW v AS SELECT * FROM memories")
        connection.execute("INSERT INTO memories VALUES ('x')")
        connection.commit()
    with Index.open(path, path.parent) as index:
        assert index.notice is not None
        assert "rebuilt" in index.notice
    put_one(path)
    assert beside(path) == ["index.db"]


def test_index_with_a_table_taken_away_is_begun_anew(path: Path) -> None:
    put_one(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE verdicts")
    with Index.open(path, path.parent) as index:
        assert index.notice == "the index has another layout; it has been rebuilt"
        assert index.transitions() == []
    put_one(path)


def test_table_taken_away_while_in_use_is_put_back(path: Path) -> None:
    put_one(path)
    with Index.open(path, path.parent) as index, closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE verdicts")
        connection.commit()
        index.put_verdicts({KEY: VERDICT})
        assert index.find_verdicts([KEY]) == {KEY: VERDICT}
        assert not index.is_in_memory
    put_one(path)


def test_index_copied_with_its_repository_is_not_trusted(path: Path, tmp_path: Path) -> None:
    put_one(path)
    shutil.copytree(tmp_path / "repo", tmp_path / "copy")
    with Index.open(tmp_path / "copy" / "index.db", tmp_path / "copy") as index:
        assert index.notice == "the index was made for another folder; it has been rebuilt"
        assert (index.find_verdicts([KEY]), index.transitions()) == ({}, [])
    with Index.open(path, path.parent) as index:
        assert index.find_verdicts([KEY]) == {KEY: VERDICT}


def test_index_reached_by_a_link_to_its_repository_is_trusted(path: Path, tmp_path: Path) -> None:
    put_one(path)
    (tmp_path / "link").symlink_to(tmp_path / "repo")
    with Index.open(tmp_path / "link" / "index.db", tmp_path / "link") as index:
        assert index.find_verdicts([KEY]) == {KEY: VERDICT}


def test_index_of_another_version_loses_its_caches_and_keeps_its_log(path: Path) -> None:
    write_memory(path.parent, 1)
    put_one(path)
    with Index.open(path, path.parent) as index:
        load_memories(path.parent, index)
        assert len(index.search("note body")) == 1
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE meta SET value = '0.0.1' WHERE key = 'tool'")
        connection.commit()
    with Index.open(path, path.parent) as index:
        assert index.notice == "the index was made by another version of git-memory; it has been rebuilt"
        assert index.find_verdicts([KEY]) == {}
        assert index.memory_paths() == set()
        assert index.search("note body") == []
        assert [one.after for one in index.transitions()] == [State.STALE]
    assert legendary_git.__version__ != "0.0.1"


def test_linked_index_is_replaced_and_its_target_untouched(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "precious"
    target.write_bytes(b"precious")
    path.symlink_to(target)
    put_one(path)
    assert target.read_bytes() == b"precious"
    assert not path.is_symlink()


def test_folder_in_the_indexs_place(path: Path) -> None:
    (path / "kept").mkdir(parents=True)
    with Index.open(path, path.parent) as index:
        index.put_verdicts({KEY: VERDICT})
        assert index.find_verdicts([KEY]) == {KEY: VERDICT}
        assert index.notice == "the index cannot be written; answering without it"
    assert (path / "kept").is_dir()


def test_exclusive_lock_is_answered_from_memory(path: Path) -> None:
    put_one(path)
    with locked(path, "EXCLUSIVE"), Index.open(path, path.parent, wait_seconds=0.05) as index:
        assert index.notice == "the index is in use by another process; answering without it"
        index.put_verdicts({("other", "key"): VERDICT})
        assert index.find_verdicts([("other", "key")]) == {("other", "key"): VERDICT}
    with Index.open(path, path.parent) as index:
        assert set(index.find_verdicts([KEY, ("other", "key")])) == {KEY}, "a lock is not damage"


def test_writer_beside_us_leaves_us_what_was_there(path: Path) -> None:
    put_one(path)
    with locked(path, "IMMEDIATE"), Index.open(path, path.parent, wait_seconds=0.05) as index:
        assert index.find_verdicts([KEY]) == {KEY: VERDICT}
        assert index.notice is None
        index.put_verdicts({("other", "key"): VERDICT})
        assert set(index.find_verdicts([KEY, ("other", "key")])) == {KEY, ("other", "key")}
        assert index.notice == "the index is in use by another process; answering without it"
        assert [one.after for one in index.transitions()] == [State.STALE]


def test_lock_taken_in_the_middle_of_a_transaction_loses_nothing(path: Path) -> None:
    put_one(path)
    with Index.open(path, path.parent, wait_seconds=0.05) as index, closing(sqlite3.connect(path)) as reader:
        with index.transaction():
            index.put_verdicts({("other", "key"): VERDICT})
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM verdicts").fetchall()
        assert index.is_in_memory, "the reader does not let the transaction end"
        assert set(index.find_verdicts([KEY, ("other", "key")])) == {KEY, ("other", "key")}


def test_folder_locked_by_another_process_that_mends_it(path: Path) -> None:
    path.write_bytes(b"junk" * 500)
    descriptor = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        with Index.open(path, path.parent, wait_seconds=0.05) as index:
            assert index.is_in_memory
    finally:
        os.close(descriptor)
    assert path.read_bytes() == b"junk" * 500


def test_index_that_is_gone_is_not_deleted_again(path: Path) -> None:
    """Another process has thrown the damaged one away, and is about to begin anew: its journal stands there first."""
    path.write_bytes(b"junk" * 500)
    judged = identify(path)
    path.unlink()
    journal = path.with_name(f"{path.name}-journal")
    journal.write_bytes(b"begun")
    discard(path, judged, 1.0)
    assert journal.read_bytes() == b"begun"


def test_damaged_index_stays_the_file_that_others_have_open(path: Path) -> None:
    """Who has it open sees the journal of whoever writes: in another file he would take that for his own."""
    path.write_bytes(b"junk" * 500)
    with path.open("rb") as seen:
        with Index.open(path, path.parent) as index:
            index.put_verdicts({KEY: VERDICT})
        assert os.fstat(seen.fileno()).st_ino == path.stat().st_ino
    with Index.open(path, path.parent) as index:
        assert index.find_verdicts([KEY]) == {KEY: VERDICT}


def test_damaged_index_that_somebody_reads_is_left_to_him(path: Path) -> None:
    path.write_bytes(b"junk" * 500)
    hold = "import fcntl, sys\nfile = open(sys.argv[1], 'rb')\nfcntl.lockf(file, fcntl.LOCK_SH, 510, 0x40000002)\n"
    reader = subprocess.Popen(
        [sys.executable, "-c", f"{hold}print(1, flush=True)\nsys.stdin.read()", path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert reader.stdout is not None
    assert reader.stdout.readline() == b"1\n"
    with Index.open(path, path.parent, wait_seconds=0.05) as index:
        assert index.is_in_memory
    assert path.read_bytes() == b"junk" * 500
    reader.communicate()
    with Index.open(path, path.parent) as index:
        assert not index.is_in_memory


@pytest.mark.parametrize("content", [None, b"junk" * 5000], ids=["missing", "junk"])
def test_eight_processes_open_at_once(path: Path, content: bytes | None) -> None:
    if content is not None:
        path.write_bytes(content)
    children = [
        subprocess.Popen([sys.executable, "-c", PUT, f"p{n}", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for n in range(8)
    ]
    for child in children:
        assert child.stdin is not None
        child.stdin.write(b"\n")
        child.stdin.flush()
    shown = [child.communicate()[0].split() for child in children]
    assert [child.returncode for child in children] == [0] * 8
    assert [words[-1:] for words in shown] == [[b"False"]] * 8
    with Index.open(path, path.parent) as index:
        keys = [(f"p{n}", str(number)) for n in range(8) for number in range(5)]
        assert index.notice is None
        assert len(index.find_verdicts(keys)) == len(keys)


def test_index_where_nothing_can_be_written() -> None:
    with Index.open(Path("/proc/index.db"), Path("/proc")) as index:
        index.put_verdicts({KEY: VERDICT})
        assert index.find_verdicts([KEY]) == {KEY: VERDICT}
        assert index.notice == "the index cannot be written; answering without it"


def test_read_only_index_is_read_and_not_written() -> None:
    """Run as another user where we are root, whom no mode stops."""
    program = (
        "import os, sys; from pathlib import Path\n"
        "from legendary_git.store.index import Index\n"
        "from legendary_git.domain.verdict import Reason, Verdict\n"
        "os.geteuid() or os.setuid(65534)\n"
        "with Index.open(Path(sys.argv[1]), Path(sys.argv[1]).parent) as index:\n"
        "    print(len(index.find_verdicts([('anchor', 'evidence')])), index.notice)\n"
        "    index.put_verdicts({('b', 'c'): Verdict(Reason.CHANGED)})\n"
        "    print(len(index.find_verdicts([('anchor', 'evidence'), ('b', 'c')])), index.notice)\n"
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "legendary"
        folder.mkdir()
        put_one(folder / "index.db")
        before = (folder / "index.db").read_bytes()
        (folder / "index.db").chmod(0o444)
        folder.chmod(0o555)
        Path(name).chmod(0o755)
        try:
            shown = run(program, folder / "index.db").stdout.splitlines()
        finally:
            folder.chmod(0o755)
        assert shown == ["1 None", "2 the index cannot be written; answering without it"]
        assert (folder / "index.db").read_bytes() == before


LIMITED = """
import resource, signal, sys
from pathlib import Path
from legendary_git.store.index import Index
from legendary_git.domain.verdict import Reason, Verdict
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
with Index.open(Path(sys.argv[1]), Path(sys.argv[1]).parent) as index:
    index.put_verdicts({("a" * 50, str(number)): Verdict(Reason.CHANGED) for number in range(5000)})
    print(len(index.find_verdicts([("a" * 50, str(number)) for number in range(5000)])), index.is_in_memory)
"""


@pytest.mark.parametrize("limit", [1000, 50_000, 200_000])
def test_disk_that_takes_no_more(path: Path, limit: int) -> None:
    shown = run(LIMITED, path, str(limit)).stdout
    assert shown == "5000 True\n"
    put_one(path)


def test_full_database(path: Path) -> None:
    def connect(*words: object, **options: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = sqlite3.connect(*words, **options)  # type: ignore[call-overload]
        if words[0] == path:
            connection.execute("PRAGMA max_page_count = 40")
        return connection

    with Index.open(path, path.parent, connect=connect) as index:
        index.put_verdicts({KEY: VERDICT})
        index.put_verdicts({("a" * 50, str(number)): VERDICT for number in range(5000)})
        assert index.notice == "the index cannot be written: the disk is full; answering without it"
        assert index.find_verdicts([KEY]) == {KEY: VERDICT}


def test_killed_while_being_made_or_filled(path: Path) -> None:
    program = (
        "import os, signal, sys; from pathlib import Path\n"
        "from legendary_git.store.index import Index\n"
        "from legendary_git.domain.verdict import Reason, Verdict\n"
        "index = Index.open(Path(sys.argv[1]), Path(sys.argv[1]).parent)\n"
        "with index.transaction():\n"
        "    index._database.write('PRAGMA cache_size = 5')\n"
        "    index.put_verdicts({('a' * 50, str(n)): Verdict(Reason.CHANGED) for n in range(20000)})\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    put_one(path)
    child = subprocess.run([sys.executable, "-c", program, path], check=False)
    assert child.returncode == -signal.SIGKILL
    assert "index.db-journal" in beside(path)
    with Index.open(path, path.parent) as index:
        assert set(index.find_verdicts([KEY, ("a" * 50, "1")])) == {KEY}
        assert index.notice is None


def test_rollback_undoes_all_of_a_transaction(path: Path) -> None:
    with Index.open(path, path.parent) as index:
        with pytest.raises(ZeroDivisionError), index.transaction():
            index.put_verdicts({KEY: VERDICT})
            index.append_transitions([LOG])
            raise ZeroDivisionError
        assert (index.find_verdicts([KEY]), index.transitions()) == ({}, [])
        index.put_verdicts({KEY: VERDICT})
        assert index.find_verdicts([KEY]) == {KEY: VERDICT}


def test_rebuilt_index_equals_the_one_that_grew(path: Path) -> None:
    root = path.parent
    with Index.open(path, path.parent) as index:
        for number in range(5):
            write_memory(root, number)
            load_memories(root, index)
        (root / f"{MEMORIES}/mem-00000002-note.md").unlink()
        write_memory(root, 3, "title: other\n")
        (root / f"{MEMORIES}/bad.md").write_bytes(b"bad")
        load_memories(root, index)
        grown = index.dump()
    path.unlink()
    with Index.open(path, path.parent) as index:
        load_memories(root, index)
        assert index.dump() == grown
        assert len(list_files(root)) == len(grown["memory_files"]) == 5


def test_own_mistake_is_raised_and_harms_no_file(path: Path) -> None:
    put_one(path)
    with Index.open(path, path.parent) as index, pytest.raises(sqlite3.Error):
        index._database.read("SELECT nonsense FROM nowhere")
    with Index.open(path, path.parent) as index:
        assert index.find_verdicts([KEY]) == {KEY: VERDICT}
