"""Memories of no repository: in the user's own store, whatever repository one stands in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.project import Project, Shop


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data/legendary/global"


def test_global_memory_is_kept_in_the_users_own_repository(shop: Shop, data: Path) -> None:
    before = shop.status
    answer = shop.must("remember", "Prefer small commits", "--scope", "global")
    assert (data / ".legendary/memories").is_dir()
    assert (data / ".git").is_dir()
    assert shop.status == before
    assert answer.lines[-1] == "  holds everywhere; is found by recall alone: it has no anchor"
    assert shop.must("--global", "list").out == f"[decision #{answer.id}] (unanchored)\t\tPrefer small commits\n"
    assert answer.id not in shop.must("list").out


def test_memory_below_home_is_kept_there_too(shop: Shop, data: Path) -> None:
    answer = shop.must("remember", "Notes are dated", "--scope", "path:~/notes")
    assert [path.name[:12] for path in (data / ".legendary/memories").iterdir()] == [answer.id]
    assert answer.lines[-1].startswith("  holds within ~/notes; ")


def test_global_option_gives_the_scope(shop: Shop, data: Path) -> None:
    answer = shop.must("--global", "remember", "Prefer small commits")
    assert shop.must("--global", "show", answer.id, "--json").json["memory"]["scope"] == "global"
    assert data.is_dir()


def test_global_store_is_found_from_outside_any_repository(shop: Shop, data: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    found = shop.process(
        "--global",
        "remember",
        "Prefer small commits",
        folder=tmp_path / "elsewhere",
        env={"GIT_DIR": str(shop.root / ".git")},
    )
    assert (found.code, data.is_dir()) == (0, True)


def test_global_duplicates_are_looked_for_among_the_users(shop: Shop, data: Path) -> None:
    shop.must("remember", "Prefer small commits")
    first = shop.must("remember", "Prefer small commits", "--scope", "global")
    assert "says so already" not in first.out
    assert "says so already" in shop.must("remember", "Prefer small commits", "--scope", "global").out
    assert data.is_dir()


def test_reads_do_not_make_the_store(shop: Shop, data: Path) -> None:
    answer = shop.memory("--global", "list")
    assert (answer.code, answer.err.splitlines()[0]) == (1, "error: you have no memories outside of repositories yet")
    assert not data.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--scope", "global", "--anchor", "src/pay.py"), "a memory in scope `global` is about no repository's code"),
        (("--scope", "path:~ada"), "`path:~ada` is another user's home"),
        (("--scope", "path:~/../etc"), "`path:~/../etc` has steps that lead out"),
        (("--scope", "path:/etc"), "`path:/etc` is not inside the repository"),
        (("--scope", "path:src/../../x"), "`path:src/../../x` has steps that lead out"),
        (("--scope", "path:"), "`path:` names no path"),
        (("--scope", "team"), "`team` is no scope"),
        (("--scope", "~/x"), "`~/x` is no scope"),
    ],
)
def test_scope_that_means_nothing_is_refused(shop: Shop, data: Path, words: tuple[str, ...], said: str) -> None:
    answer = shop.memory("remember", "Prefer small commits", *words)
    assert (answer.code, answer.err.splitlines()[0][: len(said) + 7]) == (2, f"error: {said}")
    assert not list(data.glob(".legendary/memories/*"))


def test_scope_in_a_repository_is_not_for_the_users_store(shop: Shop, data: Path) -> None:
    answer = shop.memory("--global", "remember", "Prefer small commits", "--scope", "path:src")
    assert answer.code == 2
    assert not list(data.glob(".legendary/memories/*"))


def test_store_that_cannot_be_made_is_said(project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    answer = project.memory("remember", "Prefer small commits", "--scope", "global")
    assert (answer.code, answer.err.splitlines()[1]) == (1, "hint: set XDG_DATA_HOME to a folder that you may write to")
