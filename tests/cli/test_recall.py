"""`git memory recall`: everything that a memory says and names is found, and any query is only words."""

from __future__ import annotations

import pytest

from tests.project import PAY, Project, Shop

LITERAL = [
    '"',
    '""',
    '"database is',
    "it's",
    "a AND",
    "AND",
    "NOT wal",
    "wal OR",
    "NEAR(wal checkpoint)",
    "(wal",
    "wal)",
    "wal*",
    "*",
    "title:wal",
    "^wal",
    "wal + help",
    "{title body}: wal",
    "wal\\",
    "%",
    "_",
    "; DROP TABLE words; --",
    "\x00",
    "\N{ZERO WIDTH JOINER}",
    "\udce9",
    "wal\nhelp",
    "設定",
    "x" * 5000,
]


def found(project: Project, *words: str) -> list[str]:
    return [memory["id"] for memory in project.must("recall", "--json", "--", *words).json["memories"]]


def test_recall_prints_a_line_a_memory_with_its_score(shop: Shop) -> None:
    assert shop.must("recall", "whole cents").lines == [
        f"[decision #{shop.cents}] (1.00) Amounts are whole cents: Floats lost one in March."
    ]


@pytest.fixture
def said(project: Project) -> Project:
    """One memory with a word of its own in each thing that it says or names."""
    project.write({"src/quicksilver.py": PAY.replace("charge", "parseHTTPConfig")})
    project.remember(
        "titleword\n\nbodyword naïve 設定ファイルの再試行",
        "src/quicksilver.py::parseHTTPConfig",
        options=(
            *("--type", "episode", "--trigger", "sqlite3.OperationalError: database is locked", "--tag", "tagword"),
            *("--evidence", "evidenceword"),
        ),
    )
    project.remember("Something else")
    return project


@pytest.mark.parametrize(
    "word",
    [
        *("titleword", "bodyword", "tagword", "evidenceword", "quicksilver", "quicksilver.py", "src/quicksilver.py"),
        *("OperationalError", "operationalerror", "database locked", "parseHTTPConfig", "config", "http", "parse_http"),
        *("naive", "設定", "再試行", "TITLEWORD", "titlewords", "episode"),
    ],
)
def test_recall_finds_each_thing_that_a_memory_says_or_names(said: Project, word: str) -> None:
    (title,) = [memory["title"] for memory in said.must("recall", word, "--json").json["memories"]]
    assert title == "titleword"


def test_recall_finds_a_memory_by_its_id(shop: Shop) -> None:
    assert found(shop, shop.locked) == [shop.locked]


@pytest.mark.parametrize("query", LITERAL)
def test_recall_takes_any_query_literally(shop: Shop, query: str) -> None:
    answer = shop.memory("recall", "--", query)
    assert (answer.code, answer.err) == (0, "")
    assert all(line.startswith("[") for line in answer.lines)


def test_recall_knows_no_operators(project: Project) -> None:
    one = project.remember("alpha and beta")
    project.remember("gamma")
    assert found(project, "alpha AND beta") == [one]
    assert found(project, "alpha NOT beta")[0] == one
    assert found(project, '"beta alpha"') == [one]
    assert found(project, "title:alpha") == [one]
    assert found(project, "alp*") == []


def test_recall_takes_what_follows_two_dashes_for_the_query(project: Project) -> None:
    one = project.remember("--no-touch skips counting")
    assert found(project, "--no-touch") == [one]
    assert project.memory("recall", "--no-touch").code == 2


def test_recall_joins_its_words(shop: Shop) -> None:
    assert found(shop, "whole", "cents") == found(shop, "whole cents") == [shop.cents]


def test_recall_puts_what_has_all_words_first_and_titles_before_bodies(project: Project) -> None:
    body = project.remember("Other\n\nretry backoff")
    title = project.remember("Retry with backoff", options=("--distinct", "it is a title"))
    some = project.remember("Retry", options=("--distinct", "it is a word"))
    assert found(project, "retry backoff") == [title, body, some]


def test_recall_counts_half_what_may_be_wrong(project: Project) -> None:
    doubtful = project.remember("Retry with backoff", "src/pay.py::charge")
    firm = project.remember("Retry with backoff", "src/store.py")
    project.commit("Remember")
    project.commit("Change", {"src/pay.py": PAY.replace("100", "7")})
    assert project.must("recall", "retry").lines == [
        f"[decision #{firm}] (1.00) Retry with backoff",
        f"[decision #{doubtful}] (0.50) (stale) Retry with backoff",
    ]


@pytest.mark.parametrize("status", ["superseded", "deprecated"])
def test_recall_leaves_out_what_was_retired(shop: Shop, status: str) -> None:
    path = shop.path_of(shop.cents)
    path.write_text(path.read_text().replace("status: active", f"status: {status}"))
    assert found(shop, "cents") == []


def test_recall_is_not_kept_from_the_rest_by_what_was_retired(project: Project) -> None:
    for _ in range(6):
        path = project.path_of(project.remember("Retry"))
        path.write_text(path.read_text().replace("status: active", "status: superseded"))
    active = project.remember("Other\n\nwith many words around one retry, so that it comes last")
    assert [line.split()[1][1:-1] for line in project.must("recall", "-m", "1", "retry").lines] == [active]


def test_recall_has_eight_or_as_many_as_asked_for(project: Project) -> None:
    for number in range(10):
        project.remember(f"Retry {number}")
    assert len(found(project, "retry")) == 8
    assert len(project.must("recall", "-m", "2", "retry").lines) == 2
    assert project.memory("recall", "-m", "0", "retry").code == 2


def test_recall_of_nothing(shop: Shop) -> None:
    assert shop.must("recall", "unheardof").out == ""
    assert shop.must("recall", "").out == ""
    assert shop.memory("recall").code == 2


def test_recall_follows_edits_and_deletions_of_files(shop: Shop) -> None:
    assert found(shop, "cents") == [shop.cents]
    path = shop.path_of(shop.cents)
    path.write_text(path.read_text().replace("whole cents", "whole pennies"))
    assert (found(shop, "cents"), found(shop, "pennies")) == ([], [shop.cents])
    path.unlink()
    assert found(shop, "pennies") == []
    shop.git("checkout", "-q", "--", ".legendary")
    assert found(shop, "cents") == [shop.cents]


def test_recall_says_the_same_without_its_index(shop: Shop) -> None:
    before = [shop.must("recall", query).out for query in ("cents", "database", "wal help cents")]
    for spoil in (b"", b"junk" * 1000, None):
        shop.index_path.unlink()
        if spoil is not None:
            shop.index_path.write_bytes(spoil)
        assert [shop.must("recall", query).out for query in ("cents", "database", "wal help cents")] == before
