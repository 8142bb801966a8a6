"""`git memory check --staged`: what a commit of the index would do, asked before it is made."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.project import PAY, Project, Shop, write_command

pytestmark = pytest.mark.unhooked

MORE = PAY.replace("back += 7", "back += 8")
GONE = PAY[PAY.index("def refund") :]


def stage(shop: Project, text: str, path: str = "src/pay.py") -> None:
    shop.write({path: text})
    shop.git("add", "--", path)


def rules(project: Project, *words: str) -> list[str]:
    return [one["rule"] for one in project.memory("check", "--staged", "--json", *words).json["findings"]]


def objects(project: Project) -> list[tuple[str, bytes]]:
    """What is in the git directory but for our index, and what is in the memories' folder."""
    kept = [*(project.root / ".git").rglob("*"), *(project.root / ".legendary").rglob("*")]
    return sorted((str(one), one.read_bytes()) for one in kept if one.is_file() and one != project.index_path)


def test_a_break_that_is_staged_fails(shop: Shop) -> None:
    assert shop.memory("check", "--staged").code == 0
    stage(shop, GONE)
    shop.write({"src/pay.py": PAY})  # what is on disk is not what git commits
    answer = shop.memory("check", "--staged")
    assert (answer.code, " the symbol is gone (uncommitted) " in answer.out) == (1, True)
    assert "    - def charge(amount: int) -> int:\n" in answer.out
    assert (
        answer.err == f"checked 2 memories, 2 anchors at what is staged against {shop.head[:12]}: 1 error, 0 warnings\n"
    )
    assert shop.memory("check", "--staged") == answer
    assert shop.memory("check").code == 0


def test_what_is_not_staged_does_not_count(shop: Shop) -> None:
    shop.write({"src/pay.py": GONE, ".legendary/memories/bad.md": "no memory\n"})
    assert shop.memory("check", "--staged").code == 0


def test_what_was_there_before_does_not_count_and_a_mend_passes(shop: Shop) -> None:
    shop.change("Drop", GONE)
    answer = shop.memory("check", "--staged")
    assert (answer.code, answer.out) == (0, "")
    assert "1 finding was there before" in answer.err
    assert shop.memory("check", "--staged", "--all").code == 1
    stage(shop, PAY)
    answer = shop.memory("check", "--staged")
    assert (answer.code, "1 healed" in answer.err) == (0, True)


def test_memory_that_is_staged_is_validated(shop: Shop) -> None:
    stage(shop, "no memory\n", ".legendary/memories/bad.md")
    assert rules(shop) == ["LG002"]


def test_first_commit_is_asked_about_all_of_it(clock: None, tmp_path: Path) -> None:
    project = Project.start(tmp_path / "unborn")
    project.write({"a.py": PAY})
    project.remember("Cents", "a.py::charge")
    assert project.memory("check", "--staged").code == 0
    project.git("add", "-A")
    assert project.memory("check", "--staged").code == 0
    stage(project, GONE, "a.py")
    assert project.memory("check", "--staged").code == 1


def test_nothing_is_written_into_the_repository(shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    monkeypatch.setattr("tempfile.tempdir", None)
    stage(shop, GONE)
    before = objects(shop)
    assert shop.memory("check", "--staged").code == 1
    assert objects(shop) == before
    assert list(scratch.iterdir()) == []


def test_files_that_a_merge_left_in_conflict_are_refused(shop: Shop) -> None:
    shop.git("checkout", "-q", "-b", "side")
    shop.change("One", PAY.replace("100", "7"))
    shop.git("checkout", "-q", "main")
    shop.change("Two", PAY.replace("100", "8"))
    shop.run("git", "merge", "-q", "side", check=False)
    answer = shop.memory("check", "--staged")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == "error: src/pay.py is not merged\nhint: resolve it, then: git add\n"


def test_what_a_merge_brings_was_there_before(shop: Shop) -> None:
    shop.git("checkout", "-q", "-b", "side")
    shop.change("Drop", GONE)
    shop.git("checkout", "-q", "main")
    shop.commit("Elsewhere", {"other.py": "x = 1\n"})
    shop.git("merge", "-q", "--no-commit", "side")
    assert shop.memory("check", "--staged").code == 0
    stage(shop, "x = 1\n", "src/store.py")
    assert rules(shop) == ["LG001"]


@pytest.mark.parametrize(
    "words", [("--at", "HEAD"), ("--worktree",), ("--base", "HEAD"), ("--no-base",), ("--write-baseline",)]
)
def test_staged_goes_with_no_other_state(shop: Shop, words: tuple[str, ...]) -> None:
    assert shop.memory("check", "--staged", *words).code == 2


@pytest.fixture
def hooked(shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    """The shop, with a pre-commit hook that asks."""
    program_dir = write_command(tmp_path / "bin").parent
    monkeypatch.setenv("PATH", os.pathsep.join((str(program_dir), os.environ["PATH"])))
    hook = shop.root / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexec git-memory check --staged\n")
    hook.chmod(0o755)
    return shop


@pytest.mark.hooked
@pytest.mark.parametrize(
    ("words", "code"),
    [(("-a",), 1), (("src/pay.py",), 1), (("--only", "README"), 0), ((), 0), (("--include", "src/pay.py"), 1)],
)
def test_hook_judges_the_index_that_git_commits(hooked: Shop, words: tuple[str, ...], code: int) -> None:
    """Of a part git makes an index of its own for the time of the commit."""
    hooked.write({"README": "More.\n"})
    hooked.git("add", "README")
    hooked.write({"src/pay.py": GONE, "README": "Even more.\n"})
    assert hooked.run("git", "commit", "-q", "-m", "x", *words, check=False).returncode == code


@pytest.mark.hooked
def test_hook_from_a_folder_and_in_a_linked_work_tree(hooked: Shop, tmp_path: Path) -> None:
    hooked.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    for root in (hooked.root, tmp_path / "linked"):
        project = Project(root)
        stage(project, GONE)
        result = project.run("git", "commit", "-q", "-m", "x", folder="src", check=False)
        assert (result.returncode, b"LG001" in result.stdout + result.stderr) == (1, True)
        stage(project, PAY + "\n")
        project.run("git", "commit", "-q", "-m", "x", folder="src")


@pytest.mark.parametrize("path", ["src/pay.py", "src/it's {new}.py"])
def test_code_that_is_not_staged_with_the_memory_about_it_is_to_be_added(shop: Shop, path: str) -> None:
    shop.write({path: MORE})
    memory_id = shop.remember("Refunds are whole cents too", f"{path}::refund")
    shop.git("add", "--", ".legendary")
    (found,) = shop.memory("check", "--staged", "--json").json["findings"]
    assert (found["rule"], found["id"]) == ("LG003" if path == "src/pay.py" else "LG001", memory_id)
    (way,) = found["fixes"]
    assert way.endswith("   # what is on disk is what was stamped")
    shop.run("sh", "-c", way)
    assert rules(shop) == []


def test_code_that_is_another_one_on_disk_too_is_not_to_be_added(shop: Shop) -> None:
    stage(shop, PAY.replace("amount * 100", "amount * 1000"))
    (found,) = shop.memory("check", "--staged", "--json").json["findings"]
    assert found["fixes"][0] == f"git memory diff {shop.cents}   # what changed"


def test_damaged_index_is_told_with_what_to_do(shop: Shop) -> None:
    (shop.root / "damaged").write_text("this is no index\n" * 10)
    answer = shop.process("check", "--staged", env={"GIT_INDEX_FILE": "damaged"})
    assert answer.code == 1
    said, hint = answer.err.splitlines()
    assert said.startswith("error: what is staged cannot be read: ")
    assert hint == "hint: see what `git status` says; where the index is damaged, `git reset` makes it anew from HEAD"
    assert "/tmp" not in answer.err and str(shop.root) not in answer.err


def test_settings_and_baseline_count_as_they_are_staged(shop: Shop) -> None:
    stage(shop, GONE)
    config, baseline = ".legendary/config.toml", ".legendary/check-baseline.json"
    shop.write({config: "[check]\nfail_on = []\n"})
    shop.must("check", "--worktree", "--write-baseline")
    assert shop.memory("check", "--staged").code == 1
    shop.git("add", "--", config)
    assert rules(shop) == ["LG001"]
    assert shop.memory("check", "--staged").code == 0
    shop.git("rm", "-q", "--cached", "-f", "--", config)
    shop.git("add", "--", baseline)
    (shop.root / baseline).unlink()
    assert "1 known by the baseline" in shop.must("check", "--staged").err
    (shop.root / baseline).symlink_to("/dev/zero")
    assert shop.memory("check", "--staged").code == 0


def test_what_is_staged_in_the_place_of_settings_has_to_be_a_file(shop: Shop) -> None:
    for path in (".legendary/config.toml", ".legendary/check-baseline.json"):
        (shop.root / path).unlink(missing_ok=True)
        (shop.root / path).symlink_to("/dev/zero")
        shop.git("add", "--", path)
        answer = shop.memory("check", "--staged")
        assert (answer.code, f"{path} is staged as something else than a file" in answer.err) == (1, True)
        shop.git("rm", "-q", "--cached", "--", path)


def test_baseline_that_is_named_counts_as_it_is_staged_or_from_outside(shop: Shop, tmp_path: Path) -> None:
    stage(shop, GONE)
    shop.must("check", "--worktree", "--write-baseline", "--baseline", "known.json")
    answer = shop.memory("check", "--staged", "--baseline", "known.json")
    assert (answer.code, "there is no baseline at known.json in what is staged" in answer.err) == (1, True)
    shop.git("add", "known.json")
    assert shop.memory("check", "--staged", "--baseline", "known.json").code == 0
    (shop.root / "known.json").rename(tmp_path / "outside.json")
    assert shop.memory("check", "--staged", "--baseline", str(tmp_path / "outside.json")).code == 0
