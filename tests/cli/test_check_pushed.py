"""`git memory check --pushed`: a pre-push hook judges what is pushed, whatever is checked out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_check_staged import GONE
from tests.project import Shop, write_command

pytestmark = pytest.mark.unhooked

ZERO = "0" * 40


@pytest.fixture
def branches(shop: Shop) -> Shop:
    """A shop that stands on `main`, which is good, beside a branch `broken`."""
    shop.git("checkout", "-q", "-b", "broken")
    shop.change("Drop", GONE)
    shop.git("checkout", "-q", "main")
    return shop


def _line(shop: Shop, local: str, remote: str) -> bytes:
    return f"{local} {shop.git('rev-parse', local)} {remote} {ZERO}\n".encode()


def test_what_is_pushed_counts_and_not_what_is_checked_out(branches: Shop) -> None:
    broken, good = (_line(branches, f"refs/heads/{one}", f"refs/heads/{one}") for one in ("broken", "main"))
    assert branches.memory("check", "--pushed", stdin=good).code == 0
    answer = branches.memory("check", "--pushed", stdin=broken)
    assert (answer.code, " error LG001 " in answer.out) == (1, True)
    assert branches.memory("check", "--pushed", stdin=good + broken).code == 1
    branches.git("checkout", "-q", "broken")
    assert branches.memory("check", "--pushed", stdin=good).code == 0
    assert branches.memory("check", "--pushed", stdin=b"").code == 1


def test_what_is_deleted_and_tags_pass(branches: Shop) -> None:
    deleted = f"(delete) {ZERO} refs/heads/broken {branches.head}\n".encode()
    answer = branches.memory("check", "--pushed", stdin=deleted + _line(branches, "broken", "refs/tags/v1"))
    assert (answer.code, answer.err) == (0, "git memory: nothing to check: no branch is pushed\n")


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({"PRE_COMMIT_TO_REF": "broken", "PRE_COMMIT_REMOTE_BRANCH": "refs/heads/broken"}, 1),
        ({"PRE_COMMIT_LOCAL_BRANCH": "refs/heads/broken", "PRE_COMMIT_REMOTE_BRANCH": "refs/heads/x"}, 1),
        ({"PRE_COMMIT_TO_REF": "main", "PRE_COMMIT_REMOTE_BRANCH": "refs/heads/main"}, 0),
        ({"PRE_COMMIT_TO_REF": "broken", "PRE_COMMIT_REMOTE_BRANCH": "refs/tags/v1"}, 0),
    ],
)
def test_what_pre_commit_says_counts(branches: Shop, variables: dict[str, str], code: int) -> None:
    assert branches.process("check", "--pushed", env=variables).code == code


@pytest.mark.parametrize("stdin", [b"refs/heads/main\n", b"a b c d\n"])
def test_lines_that_are_none_are_refused(shop: Shop, stdin: bytes) -> None:
    answer = shop.memory("check", "--pushed", stdin=stdin)
    assert (answer.code, answer.err.startswith("error: standard input is not what git tells")) == (2, True)


@pytest.mark.parametrize("words", [("--staged",), ("--at", "HEAD"), ("--base", "HEAD"), ("--stdin-refs",)])
def test_nothing_else_says_what_is_checked(shop: Shop, words: tuple[str, ...]) -> None:
    assert shop.memory("check", "--pushed", *words).code == 2


def test_settings_of_what_is_pushed_count(branches: Shop) -> None:
    branches.git("checkout", "-q", "broken")
    branches.commit("Let it pass", {".legendary/config.toml": "[check]\nfail_on = []\n"})
    line = _line(branches, "refs/heads/broken", "refs/heads/broken")
    branches.git("checkout", "-q", "main")
    assert branches.memory("check", "--pushed", stdin=line).code == 0


@pytest.mark.hooked
def test_own_hook_refuses_a_push_of_another_branch(branches: Shop, tmp_path: Path) -> None:
    program = write_command(tmp_path / "bin")
    hook = branches.root / ".git" / "hooks" / "pre-push"
    hook.write_text(f"#!/bin/sh\nexec {program} check --pushed\n")
    hook.chmod(0o755)
    branches.run("git", "init", "-q", "--bare", str(tmp_path / "there.git"))
    there = str(tmp_path / "there.git")
    assert branches.run("git", "push", "-q", there, "broken:broken", check=False).returncode != 0
    assert branches.run("git", "push", "-q", there, "main:main", check=False).returncode == 0
    branches.git("checkout", "-q", "broken")
    assert branches.run("git", "push", "-q", there, "main:more", check=False).returncode == 0
    pushed = branches.run("git", "push", there, "main:main")
    assert "git memory: nothing to check: no branch is pushed" in pushed.stderr.decode(), "it is there already"
    hook.write_text(f"#!/bin/sh\nexec {program} check --pushed < /dev/null\n")
    assert branches.run("git", "push", there, "main:main", check=False).returncode != 0, "nobody says anything"
