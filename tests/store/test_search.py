"""Search takes any text literally and finds the same with FTS5 and without."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from legendary_git.store.database import Database
from legendary_git.store.folder import DiskStat, SeenMemory
from legendary_git.store.index import Index
from legendary_git.store.memory_file import parse_memory

STAT = DiskStat(1, 1_000_000_001, 1_000_000_001, 1)
MEMORIES_SAID = {
    "http": "title: parseHTTPConfig is slow\n",
    "snake": "title: about foo_bar\ntags: [Ünïcode]\n",
    "path": "title: x\nanchors:\n  - {file: src/a-b/c.py, symbol: Store.connect}\n",
    "cjk": "title: 設定ファイルの再試行\n",
    "naive": "title: naïve retries\n",
    "lock": "title: y\ntriggers: ['sqlite3.OperationalError: database is locked']\n",
    "evidence": "title: z\nevidence:\n  - {at: now, text: reproduced with gdb}\n",
    "odd": """title: w\nanchors:\n  - file: '"caf\\351.py"'\n""",
    "hangul": "title: 데이터베이스 잠금\n",
}


def without_fts(*words: Any, **options: Any) -> sqlite3.Connection:
    """A connection whose SQLite makes no virtual tables, as one that was built without FTS5."""
    connection: sqlite3.Connection = sqlite3.connect(*words, **options)
    denied = {sqlite3.SQLITE_CREATE_VTABLE}
    connection.set_authorizer(lambda action, *_: sqlite3.SQLITE_DENY if action in denied else sqlite3.SQLITE_OK)
    return connection


def put(index: Index, said: dict[str, str], body: str = "") -> None:
    index.put_memories(
        SeenMemory(
            STAT,
            2_000_000_000,
            "",
            parse_memory(name, f"---\nid: mem-{number:08x}\n{front}---\n{body}".encode("utf-8", "surrogateescape")),
        )
        for number, (name, front) in enumerate(said.items())
    )


@pytest.fixture(params=["fts", "scan"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Index]:
    connect: Callable[..., sqlite3.Connection] = without_fts if request.param == "scan" else sqlite3.connect
    with Index.open(tmp_path / "index.db", tmp_path, connect=connect) as opened:
        put(opened, MEMORIES_SAID)
        yield opened


def found(index: Index, query: str) -> list[str]:
    return [path for path, _ in index.search(query)]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("parseHTTPConfig", ["http"]),
        ("parsehttpconfig", ["http"]),
        ("config", ["http"]),
        ("HTTP", ["http"]),
        ("parse_http_config", ["http"]),
        ("foo_bar", ["snake"]),
        ("bar", ["snake"]),
        ("fooBar", ["snake"]),
        ("foobar", ["snake"]),
        ("src/a-b/c.py", ["path"]),
        ("a-b", ["path"]),
        ("Store.connect", ["path"]),
        ("設定", ["cjk"]),
        ("設", ["cjk"]),
        ("再試行", ["cjk"]),
        ("ファイル", ["cjk"]),
        ("試設", []),
        ("잠금", ["hangul"]),
        ("naive", ["naive"]),
        ("NAÏVE", ["naive"]),
        ("unicode", ["snake"]),
        ("retry", ["naive"]),
        ("lock", ["lock"]),
        ("database is locked", ["lock"]),
        ("sqlite3.OperationalError: database is locked", ["lock"]),
        ("gdb", ["evidence"]),
        ("caf.py", ["odd"]),
        ("mem-00000002", ["path"]),
        ("ﬁle", []),
        ("nothing", []),
    ],
)
def test_search_finds(index: Index, query: str, expected: list[str]) -> None:
    hits = found(index, query)
    assert hits[: len(expected)] == expected
    if not expected:
        assert hits == []


@pytest.mark.parametrize(
    "query",
    [
        '"',
        "'",
        '"foo',
        "foo*",
        "-foo",
        "foo AND",
        "NOT foo",
        "NEAR(foo, 2)",
        "title:foo",
        "(foo",
        "foo)",
        "^foo",
        "foo\0",
        "{foo}",
        "a + foo",
        "\udcfffoo",
    ],
)
def test_search_has_no_syntax(index: Index, query: str) -> None:
    assert found(index, query)[:1] in ([], ["snake"])
    assert "snake" in found(index, query) or "foo" not in query


@pytest.mark.parametrize("query", ["", " ", "---", "***", "\0", "«»", "🙂"])
def test_search_for_no_word_finds_nothing(index: Index, query: str) -> None:
    assert index.search(query) == []


def test_search_prefers_all_words_to_some_and_the_title_to_the_body(index: Index) -> None:
    said = {
        "some": "title: alpha alpha alpha\n",
        "all-body": "title: other\ntags: [alpha]\nevidence: [{text: beta}]\n",
        "all-title": "title: alpha and beta\n",
    }
    put(index, said)
    hits = index.search("alpha beta")
    assert [path for path, _ in hits] == ["all-title", "all-body", "some"]
    scores = [score for _, score in hits]
    assert scores == sorted(scores, reverse=True)


def test_search_keeps_to_its_limit(index: Index) -> None:
    put(index, {f"m{number}": "title: many of them\n" for number in range(30)})
    assert len(index.search("many", 7)) == 7
    assert len(index.search("many them nowhere", 7)) == 7
    assert index.search("many", 0) == []


def test_search_follows_what_is_put_and_forgotten(index: Index) -> None:
    assert found(index, "gdb") == ["evidence"]
    index.forget_memories(["evidence"])
    assert found(index, "gdb") == []
    put(index, {"snake": "title: gdb now\n"})
    assert found(index, "gdb") == ["snake"]
    assert found(index, "foo_bar") == []


def test_search_does_not_find_invalid_memories(index: Index) -> None:
    put(index, {"bad": "title: gdb\ntitle: twice\n"})
    assert found(index, "gdb") == ["evidence"]


def test_search_says_once_that_it_goes_without_fts(tmp_path: Path) -> None:
    with Index.open(tmp_path / "x.db", tmp_path, connect=without_fts) as index:
        put(index, MEMORIES_SAID)
        assert index.notice is None
        index.search("gdb")
        assert index.notice == "this Python's SQLite has no FTS5; searching without it is slower and ranks less well"
        assert not index.is_in_memory


def test_search_table_catches_up_after_a_time_without_fts(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with Index.open(path, path.parent) as index:
        put(index, MEMORIES_SAID)
        assert found(index, "gdb") == ["evidence"]
    with Index.open(path, path.parent, connect=without_fts) as index:
        put(index, {"new": "title: gdb\n"})
        index.forget_memories(["evidence"])
    with Index.open(path, path.parent) as index:
        assert found(index, "gdb") == ["new"]
        assert index.notice is None


def test_search_table_of_another_tokenizer_is_made_again(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with Index.open(path, path.parent) as index:
        put(index, MEMORIES_SAID)
        index.search("gdb")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM words")
        connection.execute("UPDATE meta SET value = 0 WHERE key = 'tokenizer'")
        connection.commit()
    with Index.open(path, path.parent) as index:
        assert found(index, "gdb") == ["evidence"]


def test_search_while_another_writes_is_answered(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with Index.open(path, path.parent, wait_seconds=0.05) as index, closing(sqlite3.connect(path)) as holder:
        put(index, MEMORIES_SAID)
        holder.execute("BEGIN IMMEDIATE")
        assert found(index, "gdb") == ["evidence"]
        assert index.notice == "the index is in use by another process; answering without it"


def test_search_in_a_damaged_table_raises_the_generation(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with Index.open(path, path.parent) as index:
        put(index, MEMORIES_SAID)
        index.search("gdb")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM words_data")
        connection.commit()
    with Index.open(path, path.parent) as index:
        assert index.search("gdb") == []
        assert index.generation == 1
        put(index, MEMORIES_SAID)
        assert found(index, "gdb") == ["evidence"]
        assert index.notice == "the index was damaged; it has been rebuilt"
    with Index.open(path, path.parent) as index:
        assert found(index, "gdb") == ["evidence"]


WORDS = st.sampled_from(
    ["foo", "fooBar", "foo_bar", "設定", "定", "locks", "locked", "naïve", "A-B", "x1", "HTTPServer"]
)
TEXTS = st.lists(WORDS, max_size=4).map(" ".join) | st.text(max_size=8)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(TEXTS, max_size=5), TEXTS)
def test_scan_finds_the_same_set(tmp_path_factory: pytest.TempPathFactory, bodies: list[str], query: str) -> None:
    results = []
    for connect in (sqlite3.connect, without_fts):
        with Index(Database(None, "", 0, connect)) as index:
            for number, body in enumerate(bodies):
                put(index, {f"m{number}": "title: t\n"}, body)
            results.append({path for path, _ in index.search(query, 100)})
    assert results[0] == results[1]
