"""Which memory files `git memory check` is about: those of HEAD, whether or not they are on disk, and new ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.project import PAY, Project, Shop

GONE = PAY[PAY.index("def refund") :]


def asked(project: Project, *words: str) -> dict[str, Any]:
    answer = project.memory("check", "--json", *words)
    return answer.json | {"code": answer.code}


def told(found: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(one["rule"], one["id"]) for one in found]


@pytest.fixture
def base(shop: Shop) -> str:
    """The commit before the one that orphans a memory of the shop."""
    found = shop.head
    shop.change("Drop", GONE)
    return found


def _without_checkout(shop: Shop, place: Path) -> Project:
    shop.git("clone", "-q", "--no-checkout", f"file://{shop.root}", str(place))
    return Project(place)


def _reset(shop: Shop, place: Path) -> Project:
    made = _without_checkout(shop, place)
    made.git("reset", "-q")
    return made


def _with_code_alone(shop: Shop, place: Path) -> Project:
    made = _without_checkout(shop, place)
    made.git("checkout", "-q", "HEAD", "--", "src")
    return made


def _removed_from_disk(shop: Shop, place: Path) -> Project:
    made = shop.copy(place)
    made.path_of(shop.cents).unlink()
    return Project(made.root)


@pytest.mark.parametrize("build", [_without_checkout, _reset, _with_code_alone, _removed_from_disk])
def test_memories_that_are_not_on_disk_are_those_of_head(shop: Shop, base: str, tmp_path: Path, build: Any) -> None:
    project = build(shop, tmp_path / "made")
    for words in ((), ("--at", "HEAD"), ("--base", base), ("--base", base, "--at", "HEAD")):
        found = asked(project, *words)
        assert (found["code"], found["checked"]["memories"]) == (1, 2)
        assert told(found["findings"]) == [("LG001", shop.cents)]
        assert found.get("ended", []) == []


def test_base_after_a_break_says_of_nothing_that_it_was_removed(shop: Shop, base: str, tmp_path: Path) -> None:
    found = asked(_without_checkout(shop, tmp_path / "made"), "--base", "HEAD")
    assert (found["findings"], found["ended"]) == ([], [])
    assert told(found["earlier"]) == [("LG001", shop.cents)]


def test_memory_that_head_has_no_more_was_removed(shop: Shop, base: str) -> None:
    broken = shop.head
    shop.path_of(shop.cents).unlink()
    assert asked(shop, "--base", broken)["ended"] == []
    shop.commit("Forget")
    assert [one["how"] for one in asked(shop, "--base", broken)["ended"]] == ["removed"]


def test_at_a_commit_takes_its_own_memories_whatever_is_on_disk(shop: Shop, base: str) -> None:
    broken = shop.head
    path = shop.path_of(shop.cents)
    shop.write({".legendary/memories/bad.md": "no memory\n"})
    path.write_text(path.read_text().replace("::charge", "::refund").replace("symbol: charge", "symbol: refund"))
    assert told(asked(shop, "--at", "HEAD")["findings"]) == [("LG001", shop.cents)]
    path.unlink()
    shop.commit("Forget")
    assert told(asked(shop, "--at", broken)["findings"]) == [("LG001", shop.cents)]
    assert asked(shop, "--at", "HEAD")["checked"]["memories"] == 1
    assert asked(shop, "--at", base)["findings"] == []


def test_new_and_edited_files_on_disk_count_as_they_are(shop: Shop) -> None:
    shop.write({".legendary/memories/bad.md": "no memory\n"})
    path = shop.path_of(shop.cents)
    path.write_text(path.read_text().replace("type: ", "type: no"))
    assert sorted(one["path"] for one in asked(shop)["findings"]) == sorted(
        [".legendary/memories/bad.md", str(path.relative_to(shop.root))]
    )


def test_file_that_was_renamed_on_disk_is_one_memory(shop: Shop, base: str) -> None:
    path = shop.path_of(shop.cents)
    path.rename(path.with_name(f"{shop.cents}-another-name.md"))
    found = asked(shop)
    assert told(found["findings"]) == [("LG001", shop.cents)]
    assert found["findings"][0]["path"].endswith("-another-name.md")


def test_worktree_is_about_the_disk_alone_and_says_where_it_read_nothing(shop: Shop, base: str, tmp_path: Path) -> None:
    shop.path_of(shop.cents).unlink()
    assert asked(shop, "--worktree")["findings"] == []
    bare = _without_checkout(shop, tmp_path / "made")
    found = asked(bare, "--worktree")
    assert [one["rule"] for one in found["findings"]] == ["LG012"]
    assert bare.memory("check", "--worktree", "--fail-on", "unverified").code == 1


def test_memories_whose_content_is_nowhere_are_counted_and_said(shop: Shop, base: str, tmp_path: Path) -> None:
    shop.git("config", "uploadpack.allowFilter", "true")
    place = tmp_path / "partial"
    shop.git("clone", "-q", "--no-checkout", "--filter=blob:none", f"file://{shop.root}", str(place))
    found = asked(Project(place))
    assert sorted(one["rule"] for one in found["findings"]) == ["LG004", "LG004", "LG012"]
    said = Project(place).memory("check").err
    assert "warning: .legendary/config.toml is not in this clone: what it says does not count\n" in said
    assert Project(place).memory("check", "--fail-on", "unverified").code == 1


def test_one_absent_memory_beside_one_that_holds_is_no_check_of_nothing(shop: Shop) -> None:
    path = shop.path_of(shop.cents)
    blob = shop.git("rev-parse", f"HEAD:{path.relative_to(shop.root)}").strip()
    path.unlink()
    (shop.root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    assert [one["rule"] for one in asked(shop)["findings"]] == ["LG004"]
