"""`git memory check` where links stand in the place of what is ours: none is followed, or passed over in silence."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from legendary_git.git.disk_bytes import MOST_BYTES
from tests.project import PAY, Project, Shop
from tests.server import Server

pytestmark = pytest.mark.unhooked

GONE = PAY[PAY.index("def refund") :]
FOLDER = ".legendary/memories"
ASKED = [(), ("--at", "HEAD"), ("--worktree",), ("--base", "HEAD~1"), ("--base", "HEAD~1", "--at", "HEAD")]


def rules(project: Project, *words: str) -> set[tuple[str, str]]:
    return {(one["rule"], one["path"]) for one in project.memory("check", "--json", *words).json["findings"]}


def link(shop: Shop, path: str, target: Path) -> None:
    """A link in the place of a file or folder of the work tree, which is kept where the link leads."""
    shutil.move(shop.root / path, target)
    (shop.root / path).symlink_to(target)


@pytest.fixture(params=[".legendary", FOLDER, "one"])
def linked(request: pytest.FixtureRequest, shop: Shop, tmp_path: Path) -> tuple[Shop, str]:
    """A shop without `charge`, a link that is not committed yet, and where that is."""
    shop.write({"src/pay.py": GONE})
    path = str(shop.path_of(shop.cents).relative_to(shop.root)) if request.param == "one" else request.param
    link(shop, path, tmp_path / "elsewhere")
    return shop, path


def expected(path: str) -> set[tuple[str, str]]:
    return {("LG002", path)} | ({("LG012", FOLDER)} if path in (".legendary", FOLDER) else set())


@pytest.mark.parametrize("words", ASKED)
def test_link_in_the_place_of_memories_fails(linked: tuple[Shop, str], words: tuple[str, ...]) -> None:
    shop, path = linked
    shop.commit("Link")
    assert rules(shop, *words) == expected(path)
    answer = shop.memory("check", *words)
    assert (answer.code, "a symbolic link" in answer.out) == (1, True)
    assert "warning: .legendary" not in answer.err


def test_link_is_told_with_what_mends_it(linked: tuple[Shop, str]) -> None:
    shop, path = linked
    found = shop.memory("check", "--worktree", "--json").json["findings"]
    todo = "put a file, or a folder, in its place"
    mended = {"LG002": [todo], "LG012": [f"{todo}: {path}"]}
    assert [one["fixes"] for one in found] == [mended[one["rule"]] for one in found]
    assert found


def test_link_that_is_staged_fails(linked: tuple[Shop, str]) -> None:
    shop, path = linked
    shop.git("add", "-A")
    assert rules(shop, "--staged") == expected(path)


def test_link_that_is_pushed_fails(shop: Shop, tmp_path: Path) -> None:
    server = Server.beside(shop)
    old = server.tip("main")
    link(shop, FOLDER, tmp_path / "elsewhere")
    new = shop.commit("Link", {"src/pay.py": GONE})
    server.git("fetch", "-q", str(shop.root), new)
    answer = server.asked(f"{old} {new} refs/heads/main")
    assert (answer.code, "LG002" in answer.out, "LG012" in answer.out) == (1, True, True)


def test_link_that_was_there_before_does_not_count(linked: tuple[Shop, str]) -> None:
    shop, _ = linked
    shop.commit("Link")
    shop.commit("Go on", {"readme": "more\n"})
    assert rules(shop, "--base", "HEAD~1") == set()


def test_link_of_head_that_is_not_on_disk_fails(linked: tuple[Shop, str]) -> None:
    shop, path = linked
    shop.commit("Link")
    (shop.root / path).unlink()
    assert rules(shop) == expected(path)


@pytest.fixture(params=[".legendary", FOLDER, "one"])
def submodule(request: pytest.FixtureRequest, shop: Shop) -> tuple[Shop, str]:
    """A shop without `charge` where the checkout of a submodule left a folder in the place of memories; its path."""
    path = str(shop.path_of(shop.cents).relative_to(shop.root)) if request.param == "one" else request.param
    shop.git("rm", "-r", "-q", "-f", path)
    shop.write({"src/pay.py": GONE})
    shop.git("add", "src")
    shop.git("update-index", "--add", "--cacheinfo", f"160000,{shop.head},{path}")
    shop.git("commit", "-q", "-m", "Submodule")
    shutil.rmtree(shop.root / path, ignore_errors=True)
    (shop.root / path).mkdir(parents=True)
    return shop, path


@pytest.mark.parametrize("words", ASKED)
def test_submodule_in_the_place_of_memories_fails(submodule: tuple[Shop, str], words: tuple[str, ...]) -> None:
    shop, path = submodule
    assert rules(shop, *words) == expected(path)


@pytest.mark.parametrize("words", ASKED)
def test_memories_in_a_submodule_are_none_of_ours(shop: Shop, words: tuple[str, ...]) -> None:
    shop.git("rm", "-r", "-q", "--cached", FOLDER)
    shop.git("-C", FOLDER, "init", "-q")
    shop.git("update-index", "--add", "--cacheinfo", f"160000,{shop.head},{FOLDER}")
    shop.git("commit", "-q", "-m", "Submodule")
    assert ("LG002", FOLDER) in rules(shop, *words)


def test_submodule_that_gave_way_on_disk_passes(shop: Shop) -> None:
    shop.git("rm", "-r", "-q", "--cached", FOLDER)
    shop.git("update-index", "--add", "--cacheinfo", f"160000,{shop.head},{FOLDER}")
    shop.git("commit", "-q", "-m", "Submodule")
    assert rules(shop) == set()


BASELINE = ".legendary/check-baseline.json"


@pytest.mark.parametrize("target", ["/dev/zero", "/etc/passwd", "/nonexistent", "src/pay.py"])
@pytest.mark.parametrize("words", [(), ("--worktree",), ("--baseline", BASELINE)])
def test_baseline_that_is_a_link_is_not_opened(shop: Shop, target: str, words: tuple[str, ...]) -> None:
    (shop.root / BASELINE).symlink_to(target)
    answer = shop.memory("check", *words)
    assert (answer.code, answer.out) == (1, "")
    assert f"the baseline {BASELINE} leads through a symbolic link of the repository: {BASELINE}\n" in answer.err
    assert "hint: put a file, or a folder, in the link's place" in answer.err


def test_baseline_that_is_a_pipe_is_not_waited_for(shop: Shop) -> None:
    os.mkfifo(shop.root / BASELINE)
    answer = shop.memory("check")
    assert (answer.code, "cannot be read: it is no regular file" in answer.err) == (1, True)


def test_baseline_that_is_too_long_is_not_read(shop: Shop) -> None:
    with (shop.root / BASELINE).open("wb") as file:
        file.truncate(1 << 40)  # a hole: no disk holds it, and no memory
    answer = shop.memory("check")
    assert (answer.code, "is too long: at most 16 MB are read" in answer.err) == (1, True)


def test_baseline_outside_is_read_through_a_link_of_this_machine(shop: Shop, tmp_path: Path) -> None:
    shop.change("Drop", GONE)
    shop.must("check", "--write-baseline", "--baseline", str(tmp_path / "known.json"))
    (tmp_path / "link.json").symlink_to(tmp_path / "known.json")
    assert shop.memory("check", "--baseline", str(tmp_path / "link.json")).code == 0


@pytest.mark.parametrize("words", [(), ("--baseline", BASELINE), ("--baseline", ".legendary/x.json")])
def test_baseline_is_not_written_through_a_link(shop: Shop, tmp_path: Path, words: tuple[str, ...]) -> None:
    link(shop, ".legendary", tmp_path / "elsewhere")
    before = sorted((tmp_path / "elsewhere").iterdir())
    answer = shop.memory("check", "--write-baseline", *words)
    assert (answer.code, "leads through a symbolic link of the repository: .legendary\n" in answer.err) == (2, True)
    assert sorted((tmp_path / "elsewhere").iterdir()) == before


def test_baseline_is_not_written_in_the_place_of_a_link(shop: Shop, tmp_path: Path) -> None:
    (tmp_path / "victim").write_text("kept\n")
    (shop.root / BASELINE).symlink_to(tmp_path / "victim")
    assert shop.memory("check", "--write-baseline").code == 2
    assert (tmp_path / "victim").read_text() == "kept\n"


def test_nothing_below_a_linked_folder_is_read(shop: Shop, tmp_path: Path) -> None:
    link(shop, ".legendary", tmp_path / "elsewhere")
    (tmp_path / "elsewhere/config.toml").write_text('[check]\nfail_on = ["nope"]\n')
    (tmp_path / "elsewhere/check-baseline.json").write_text("notjson")
    answer = shop.memory("check", "--worktree")
    assert (answer.code, "nope" in answer.err, "no baseline" in answer.err) == (1, False, False)
    assert rules(shop, "--worktree") == expected(".legendary")


def test_committed_baseline_of_any_size_is_not_read(shop: Shop) -> None:
    shop.write({BASELINE: " " * (MOST_BYTES + 1)})
    shop.commit("Know a lot")
    answer = shop.memory("check", "--at", "HEAD")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith(f"error: {BASELINE} is too long: {MOST_BYTES + 1} bytes\n")
