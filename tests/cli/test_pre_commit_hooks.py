"""`.pre-commit-hooks.yaml` as the real pre-commit and prek read it: two checks, and a hook for each of git's."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest
import yaml

from legendary_git.git.hook_text import HOOKS
from tests.project import CHECKOUT, PAY, Project, Shop, write_command

MANIFEST = CHECKOUT / ".pre-commit-hooks.yaml"
IDS = ("memory-check", "memory-check-head", *(f"memory-{name}" for name in HOOKS))
MORE = PAY.replace("total = amount * 100", "total = amount * 1000")
_BIN = Path(sys.executable).parent


@pytest.fixture(params=["pre-commit", "prek"])
def program(request: pytest.FixtureRequest) -> str:
    return str(_BIN / request.param)


@pytest.fixture
def managed(shop: Shop, tmp_path: Path, program: str, monkeypatch: pytest.MonkeyPatch) -> Shop:
    """The shop, whose hooks are all run by that program, which has read ours from a repository."""
    provider = Project.start(tmp_path / "provider")
    shutil.copy(MANIFEST, provider.root)
    provider.commit("Offer hooks")
    program_dir = write_command(tmp_path / "bin").parent
    monkeypatch.setenv("PATH", os.pathsep.join((str(program_dir), os.environ["PATH"])))
    shop.must("hooks", "uninstall")
    # `system` takes the place of an environment that would be filled from the network.
    hooks = [{"id": one, "language": "system"} for one in IDS]
    settings = {"repos": [{"repo": str(provider.root), "rev": provider.head, "hooks": hooks}]}
    shop.commit("Let it run our hooks", {".pre-commit-config.yaml": yaml.safe_dump(settings)})
    stages = ("pre-commit", "pre-push", *HOOKS)
    shop.run(program, "install", *(word for stage in stages for word in ("--hook-type", stage)))
    return shop


def test_manifest_is_valid(program: str, shop: Shop) -> None:
    shop.run(program, "validate-manifest", str(MANIFEST))


def test_manifest_offers_a_hook_for_each_of_ours() -> None:
    found = {hook["id"]: hook for hook in yaml.safe_load(MANIFEST.read_text())}
    assert set(found) == set(IDS)
    assert {name: found[f"memory-{name}"]["stages"] for name in HOOKS} == {name: [name] for name in HOOKS}
    assert found["memory-check"]["stages"] == ["pre-commit"]
    assert found["memory-check-head"]["stages"] == ["pre-push", "manual"]
    assert {found[f"memory-{name}"]["entry"] for name in HOOKS} == {f"git-memory hook {name}" for name in HOOKS}


def test_flip_is_told_once_by_the_hook_that_it_runs(managed: Shop) -> None:
    assert managed.commit_told("Charge more", {"src/pay.py": MORE}).count(managed.cents) == 1
    managed.git("checkout", "-q", "-b", "side", "HEAD~1")
    managed.commit("Elsewhere", {"other.py": "x = 1\n"})
    result = managed.run("git", "rebase", "-q", "main")
    assert (result.stdout + result.stderr).count(managed.cents.encode()) == 1


def test_memory_check_stops_a_commit_that_takes_code_away_and_lets_the_mend_in(managed: Shop) -> None:
    managed.write({"src/pay.py": "X = 1\n"})
    result = managed.run("git", "commit", "-am", "Drop", check=False)
    assert result.returncode != 0
    assert managed.cents.encode() in result.stdout + result.stderr
    managed.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "-am", "Drop")
    managed.write({"other.py": "x = 1\n"})
    managed.git("add", "other.py")
    managed.run("git", "commit", "-m", "What was there before is not this one's")
    managed.write({"src/pay.py": PAY})
    managed.run("git", "commit", "-am", "Put it back")
    assert managed.memory("check").code == 0


def test_memory_check_head_stops_a_push_while_code_is_gone(managed: Shop, tmp_path: Path) -> None:
    managed.run("git", "init", "-q", "--bare", str(tmp_path / "there.git"))
    managed.git("remote", "add", "origin", str(tmp_path / "there.git"))
    managed.write({"src/pay.py": "X = 1\n"})
    managed.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "-am", "Drop")
    result = managed.run("git", "push", "origin", "HEAD:refs/heads/main", check=False)
    assert result.returncode != 0
    assert managed.cents.encode() in result.stdout + result.stderr
    managed.write({"src/pay.py": PAY})
    managed.run("git", "commit", "-am", "Put it back")
    managed.run("git", "push", "origin", "HEAD:refs/heads/main")


def test_memory_check_head_judges_what_is_pushed(managed: Shop, tmp_path: Path) -> None:
    managed.run("git", "init", "-q", "--bare", str(tmp_path / "there.git"))
    managed.git("remote", "add", "origin", str(tmp_path / "there.git"))
    managed.git("checkout", "-q", "-b", "broken")
    managed.write({"src/pay.py": "X = 1\n"})
    managed.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "-am", "Drop")
    managed.git("checkout", "-q", "main")
    assert managed.run("git", "push", "origin", "broken:broken", check=False).returncode != 0
    managed.git("checkout", "-q", "broken")
    managed.run("git", "push", "origin", "main:main")
    assert managed.run("git", "push", "origin", "broken:main", check=False).returncode != 0
