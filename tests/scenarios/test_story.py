"""The player of scenarios itself, with stories that need nothing but git."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from fixtures.bench import CHECKOUT, Bench, sealed_environment
from fixtures.names import Names
from fixtures.story import find_stories, load, play, write_tree

_WHERE = "import legendary_git; print(legendary_git.__file__)"
_FIRST = {"notes.txt": "one\n"}
_SECOND = {"notes.txt": "one\ntwo\n", "more/deep.txt": "deep\n"}


def write_story(folder: Path, toml: str, **trees: dict[str, str]) -> Path:
    for name, files in trees.items():
        for repo_path, text in files.items():
            path = folder / name.replace("_", "-") / repo_path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "story.toml").write_text('about = "a test"\n' + toml, encoding="utf-8")
    return folder


def session_of(folder: Path, target: Path, *, stable: bool = True) -> list[str]:
    session: list[str] = []
    play(load(folder), target, session.append, stable=stable)
    return session


def test_session_reads_like_a_terminal(tmp_path: Path) -> None:
    toml = """
        [[step]]
        tree = "a-01"
        message = "Start"
        quiet = true

        [[step]]
        say = "A second line."
        tree = "a-02"
        message = "Add two"
        run = ["git log --oneline", "git rev-parse --verify --quiet nowhere"]
    """
    folder = write_story(tmp_path / "tale", toml, a_01=_FIRST, a_02=_SECOND)
    assert session_of(folder, tmp_path / "repo") == [
        "# A second line.",
        "$ git add --all",
        "$ git commit -q -m 'Add two'",
        "$ git log --oneline",
        "2222222 Add two",
        "1111111 Start",
        "$ git rev-parse --verify --quiet nowhere",
        "[exit 1]",
    ]


def test_session_is_the_same_on_each_run(tmp_path: Path) -> None:
    toml = '[[step]]\ntree = "a-01"\nmessage = "Start"\nrun = ["git log --format=%H,%cI,%an"]\n'
    folder = write_story(tmp_path / "tale", toml, a_01=_FIRST)
    first = session_of(folder, tmp_path / "one", stable=False)
    assert first == session_of(folder, tmp_path / "two", stable=False)
    assert first[3].endswith(",2026-01-05T09:01:00+00:00,Ada")


def test_merge_of_a_branch_made_elsewhere_runs_only_the_hooks_of_the_merge(tmp_path: Path) -> None:
    toml = """
        [[step]]
        tree = "a-01"
        message = "Start"
        run = ["install -m 755 hook.sh .git/hooks/post-commit", "install -m 755 hook.sh .git/hooks/post-merge"]
        quiet = true

        [[step]]
        branch = "side"
        tree = "a-02"
        message = "Aside"
        author = "Grace <grace@example.org>"
        elsewhere = true

        [[step]]
        switch = "main"
        elsewhere = true

        [[step]]
        merge = "side"
        message = "Merge side"
        run = ["git log --format='%h %an %s' -2"]
    """
    hook = {"hook.sh": "#!/bin/sh\necho hooked >> hooked.txt\necho the hook speaks\n"}
    folder = write_story(tmp_path / "tale", toml, a_01=_FIRST | hook, a_02=_SECOND | hook)
    assert session_of(folder, tmp_path / "repo") == [
        "$ git merge -q --no-ff -m 'Merge side' side",
        "the hook speaks",
        "$ git log --format='%h %an %s' -2",
        "3333333 Ada Merge side",
        "2222222 Grace Aside",
    ]
    assert (tmp_path / "repo/hooked.txt").read_text() == "hooked\n"


def test_revert_names_a_commit_by_its_stable_name(tmp_path: Path) -> None:
    toml = """
        [[step]]
        tree = "a-01"
        message = "Start"
        quiet = true

        [[step]]
        tree = "a-02"
        message = "Add two"
        quiet = true

        [[step]]
        revert = "2222222"
    """
    folder = write_story(tmp_path / "tale", toml, a_01=_FIRST, a_02=_SECOND)
    session = session_of(folder, tmp_path / "repo")
    assert session[:2] == ["$ git revert --no-edit 2222222", '[main 3333333] Revert "Add two"']
    assert (tmp_path / "repo/notes.txt").read_text() == "one\n"


def test_rename_is_made_by_git(tmp_path: Path) -> None:
    toml = """
        [[step]]
        tree = "a-01"
        message = "Start"
        quiet = true

        [[step]]
        rename = ["notes.txt", "list.txt"]
        tree = "a-02"
        message = "Call it a list"
        run = ["git show --format= --name-status -M"]
    """
    folder = write_story(tmp_path / "tale", toml, a_01=_FIRST, a_02={"list.txt": "one\n"})
    session = session_of(folder, tmp_path / "repo")
    assert session[0] == "$ git mv notes.txt list.txt"
    assert session[-1] == "R100\tnotes.txt\tlist.txt"


def test_memory_that_a_command_made_gets_a_stable_name_and_one_from_a_tree_keeps_its_own(tmp_path: Path) -> None:
    memories = ".legendary/memories"
    toml = f"""
        [[step]]
        tree = "a-01"
        run = ["cp seed {memories}/mem-5eed5eed-why.md", "ls {memories}", "cat {memories}/mem-11111111-why.md"]
    """
    by_hand = {f"{memories}/mem-0badcafe-hand.md": "by hand\n", "seed": "id: mem-5eed5eed\n"}
    folder = write_story(tmp_path / "tale", toml, a_01=by_hand)
    session = session_of(folder, tmp_path / "repo")
    assert session[2:] == [
        "mem-0badcafe-hand.md",
        "mem-11111111-why.md",
        f"$ cat {memories}/mem-11111111-why.md",
        "id: mem-11111111",
    ]


def test_step_that_is_not_shown_must_succeed(tmp_path: Path) -> None:
    folder = write_story(tmp_path / "tale", '[[step]]\nrun = ["git rev-parse nowhere"]\nquiet = true\n')
    with pytest.raises(RuntimeError, match="exited 128"):
        session_of(folder, tmp_path / "repo")


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ('[[step]]\nmesage = "x"\n', "unknown keys \\['mesage'\\]"),
        ('[[step]]\ntree = "a-07"\n', "there is no tree a-07"),
        ('[[step]]\nmessage = "x"\n', "no step uses \\['a-01'\\]"),
        ('title = "x"\n[[step]]\ntree = "a-01"\n', "unknown keys \\['title'\\]"),
    ],
)
def test_load_refuses_a_story_that_means_nothing(tmp_path: Path, toml: str, message: str) -> None:
    folder = write_story(tmp_path / "tale", toml, a_01=_FIRST)
    with pytest.raises(ValueError, match=message):
        load(folder)


def test_write_tree_removes_what_the_tree_has_not_but_leaves_git_and_memories(tmp_path: Path) -> None:
    tree, root = tmp_path / "tree", tmp_path / "root"
    for path in (tree / "kept.txt", root / "gone/deep.txt", root / ".git/HEAD", root / ".legendary/memories/a.md"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    write_tree(tree, root)
    assert sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()) == [
        ".git/HEAD",
        ".legendary/memories/a.md",
        "kept.txt",
    ]


def test_names_keep_the_width_and_go_both_ways() -> None:
    names = Names(memories=["mem-6093f751", "mem-0a0b0c0d"], commits=["c0ffee" + "0" * 34])
    printed = "mem-0a0b0c0d since c0ffee0 (c0ffee0000), blob deadbeef, mem-ffffffff"
    stable = "mem-22222222 since 1111111 (1111111111), blob deadbeef, mem-ffffffff"
    assert names.stable(printed) == stable
    assert names.real("git memory show mem-2222 --at 1111111") == "git memory show mem-0a0b --at c0ffee0"


def test_names_refuse_one_that_stands_for_nothing_yet() -> None:
    with pytest.raises(ValueError, match="mem-33333333"):
        Names(memories=["mem-6093f751"]).real("git memory show mem-33333333")


def test_git_memory_on_the_bench_is_the_checkout_under_test(tmp_path: Path) -> None:
    env = sealed_environment(tmp_path)
    launcher = tmp_path / "bin/git-memory"
    launcher.write_text(launcher.read_text().replace("-m legendary_git", "-c " + shlex.quote(_WHERE)))
    outcome = Bench(tmp_path, env).run(["git", "memory"])
    assert Path(outcome.output.strip()).is_relative_to(CHECKOUT)


def test_the_scenarios_that_the_specification_names_are_there() -> None:
    assert {folder.name for folder in find_stories()} >= {
        "symbol-moved",
        "body-changed",
        "reformatted",
        "dedented",
        "decorator-added",
        "symbol-renamed",
        "file-renamed",
        "symbol-deleted",
        "reverted",
        "merged-from-branch",
        "two-anchors",
    }
