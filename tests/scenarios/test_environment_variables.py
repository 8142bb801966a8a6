"""Git's own variables and options: what a hook is given, and what a person may have set, leads nowhere else."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from legendary_git.git.backend import VARIABLE
from tests.project import Project, Shop
from tests.scenarios.surroundings import PAID, Caller

pytestmark = pytest.mark.usefixtures("back_end")


def dotfiles(shop: Shop, git_dir: str, root: str) -> Caller:
    """A repository that only its caller can name, inside another one."""
    Project.start(shop.root.parent)
    (shop.root / ".git").rename(shop.root / ".dot.git")
    return Caller(shop, ("--git-dir", git_dir.format(shop.root), "--work-tree", root.format(shop.root)))


def linked(shop: Shop) -> Caller:
    root = shop.root.parent / "linked"
    shop.git("worktree", "add", "-q", "-b", "side", str(root))
    return Caller(Shop(root, shop.commits, shop.cents, shop.locked))


def bare(shop: Shop) -> Caller:
    shop.git("clone", "-q", "--bare", str(shop.root), "../p/.bare")
    made = Project(shop.root.parent / "p" / ".bare", shop.commits)
    made.git("worktree", "add", "-q", "../main")
    caller = Caller(Shop(shop.root.parent / "p" / "main", shop.commits, shop.cents, shop.locked))
    caller.shop.must("hooks", "install")
    caller.shop.must("list")
    return caller


def submodule(shop: Shop) -> Caller:
    outer = Project.start(shop.root.parent / "outer")
    outer.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(shop.root), "sub")
    inner = Shop(outer.root / "sub", shop.commits, shop.cents, shop.locked)
    inner.must("hooks", "install")
    inner.must("list")
    return Caller(inner)


_PLACES: dict[str, tuple[Callable[[Shop], Caller], dict[str, str]]] = {
    "plain": (Caller, {"GIT_INDEX_FILE": ".git/index"}),
    "from a subfolder": (lambda shop: Caller(shop, folder="src"), {"GIT_PREFIX": "src/"}),
    "by -C": (lambda shop: Caller(shop, ("-C", str(shop.root / "src")), folder="/"), {}),
    "linked": (linked, {"GIT_DIR": "{top}/shop/.git/worktrees/linked"}),
    "bare": (bare, {"GIT_DIR": "{top}/p/.bare/worktrees/main"}),
    "submodule": (submodule, {"GIT_DIR": "{top}/outer/.git/modules/sub"}),
    "dotfiles": (lambda shop: dotfiles(shop, "{}/.dot.git", "{}"), {"GIT_DIR": "{top}/shop/.dot.git"}),
    "dotfiles, relative": (
        lambda shop: dotfiles(shop, ".dot.git", "."),
        {"GIT_DIR": ".dot.git", "GIT_WORK_TREE": ".", "GIT_INDEX_FILE": ".dot.git/index"},
    ),
}


@pytest.mark.parametrize("place", _PLACES)
def test_hook_and_commands_work_on_the_repository_that_git_works_on(shop: Shop, place: str) -> None:
    make, given = _PLACES[place]
    caller = make(shop)
    hook = caller.run("git", *caller.options, "rev-parse", "--path-format=absolute", "--git-path", "hooks/post-commit")
    seen = shop.root.parent / "seen"
    with Path(os.fsdecode(hook.stdout.rstrip(b"\n"))).open("a") as file:
        file.write(f"env >'{seen}'\n")
    caller.check_flip()
    variables = dict(line.partition("=")[::2] for line in seen.read_text().splitlines())
    # What git gives its hooks depends on its version; that it gives what is told here keeps this test from lying.
    assert {name: value.format(top=shop.root.parent) for name, value in given.items()}.items() <= variables.items()
    for words in (("stale",), ("check", "--fail-on", "stale")):
        assert shop.cents in caller.memory(*words).stdout.decode()


_VARIABLES = {
    "of another repository's index": {"GIT_INDEX_FILE": "{top}/nowhere"},
    "of a prefix": {"GIT_PREFIX": "src/"},
    "of a namespace": {"GIT_NAMESPACE": "fork"},
    "of a ceiling": {"GIT_CEILING_DIRECTORIES": "{top}"},
    "of configuration": {
        "GIT_CONFIG_COUNT": "2",
        "GIT_CONFIG_KEY_0": "core.quotePath",
        "GIT_CONFIG_VALUE_0": "true",
        "GIT_CONFIG_KEY_1": "legendary.unheard-of",
        "GIT_CONFIG_VALUE_1": "1",
    },
    "of literal patterns": {"GIT_LITERAL_PATHSPECS": "1"},
    "of patterns in any case": {"GIT_ICASE_PATHSPECS": "1"},
    "of patterns": {"GIT_GLOB_PATHSPECS": "1"},
    "of a program that shows differences": {"GIT_EXTERNAL_DIFF": "false", "GIT_DIFF_OPTS": "-u0"},
    "of a program that asks": {"GIT_ASKPASS": "false", "SSH_ASKPASS": "false"},
}


@pytest.mark.parametrize("what", _VARIABLES)
def test_variables_of_a_caller_change_no_answer(shop: Shop, what: str) -> None:
    env = {name: value.format(top=shop.root.parent) for name, value in _VARIABLES[what].items()}
    if "GIT_INDEX_FILE" in env:  # git writes it anew
        (shop.root / ".git" / "index").rename(env["GIT_INDEX_FILE"])
        Caller(shop, env=env).git("status")
    Caller(shop, env=env).check_flip()


@pytest.mark.parametrize(
    "option",
    [
        *(
            "--no-replace-objects",
            "--literal-pathspecs",
            "--icase-pathspecs",
            "--no-optional-locks",
            "--namespace=fork",
        ),
        *("-c core.quotePath=false", "-c core.hooksPath=.git/hooks", "--paginate"),
    ],
)
def test_options_of_git_change_no_answer(shop: Shop, option: str) -> None:
    Caller(shop, tuple(option.split()), folder="src").check_flip()


def test_option_with_which_git_sees_no_work_tree_is_refused(shop: Shop) -> None:
    assert Caller(shop, ("--bare",), folder=".git").memory("list").returncode == 128


def test_objects_are_read_where_the_caller_keeps_them(
    shop: Shop, tmp_path: Path, back_end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = shop.root / ".git" / "objects"
    (tmp_path / "new").mkdir()
    own.rename(tmp_path / "old")
    own.mkdir()
    env = {"GIT_OBJECT_DIRECTORY": "../new", "GIT_ALTERNATE_OBJECT_DIRECTORIES": f'"{tmp_path}/old"'}
    if back_end == "libgit2":  # which cannot: it says so where it is asked by name, and is else not used
        refused = Caller(shop, env=env).memory("list")
        assert (refused.returncode, b"GIT_OBJECT_DIRECTORY" in refused.stderr) == (128, True)
        monkeypatch.delenv(VARIABLE)
    caller = Caller(shop, env=env)
    caller.check_flip()
    (shop.root / PAID).write_text("# on disk\r\n")
    shop.write({".gitattributes": "*.py text eol=crlf\n"})
    assert caller.memory("list").returncode == 0
    assert not list(own.rglob("*"))
