"""What surrounds a process: PATH, HOME, locale, umask, streams, and variables that are meant for another Python."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path

import pytest

from legendary_git.git.backend import VARIABLE
from tests.project import CHECKOUT, Shop
from tests.scenarios.surroundings import PAID, Caller, launcher

pytestmark = pytest.mark.usefixtures("back_end")

_POOR = "/usr/bin:/bin"
_ADA = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")


def bare_environment(back_end: str, **more: str) -> tuple[str, ...]:
    """What starts a program with nothing in its environment but what is needed to find the code under test."""
    needed = {"PYTHONPATH": str(CHECKOUT), VARIABLE: back_end, "LEGENDARY_NOW": os.environ["LEGENDARY_NOW"]}
    return ("env", "-i", *(f"{name}={value}" for name, value in (needed | more).items()))


@pytest.mark.parametrize("home", ["its own", "none", "missing", "read-only"])
def test_program_without_environment_commits(shop: Shop, tmp_path: Path, back_end: str, home: str) -> None:
    folder = tmp_path / "home"
    folder.mkdir(mode=0o755 if home != "read-only" else 0o555)
    known = {"none": {}, "missing": {"HOME": str(tmp_path / "gone")}}.get(home, {"HOME": str(folder)})
    caller = Caller(shop, _ADA, prefix=bare_environment(back_end, PATH=_POOR, **known))
    assert caller.flip() == caller.told()
    path = f"{launcher(tmp_path / 'launcher')}:{_POOR}"
    Caller(shop, _ADA, prefix=bare_environment(back_end, PATH=path, **known)).check_answers()
    assert list(folder.iterdir()) == []
    assert not (tmp_path / "gone").exists()


@pytest.fixture
def interpreter(shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """That of a virtual environment from which the hooks were installed."""
    made = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", "--symlinks", made], check=True)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(CHECKOUT), sysconfig.get_path("purelib"))))
    python = made / "bin" / "python"
    shop.run(str(python), "-P", "-m", "legendary_git", "hooks", "install")
    return python


@pytest.mark.parametrize("fate", ["moved", "deleted"])
def test_virtual_environment_that_is_gone(shop: Shop, tmp_path: Path, interpreter: Path, fate: str) -> None:
    poor = Caller(shop, env={"PATH": _POOR})
    assert poor.flip() == poor.told()
    shutil.move(tmp_path / "venv", tmp_path / "moved")
    if fate == "deleted":
        shutil.rmtree(tmp_path / "moved")
    (line,) = poor.flip("Unseen").splitlines()
    assert line.startswith(f"legendary-git: no Python at {interpreter} and no git-memory on PATH; ")
    found = Caller(shop, env={"PATH": f"{launcher(tmp_path / 'launcher')}:{_POOR}"})
    told = found.told("Unseen")
    assert found.git("commit", "-q", "--allow-empty", "-m", "Seen by the one on PATH") == told
    found.check_answers()


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams(shop: Shop, closed: str) -> None:
    caller = Caller(shop, prefix=("sh", "-c", f'exec "$@" {closed}', "sh"))
    said = caller.flip()
    heard = Caller(shop)
    assert said == ("" if "2>&-" in closed else heard.told())
    heard.check_answers()
    assert shop.memory("log", "--json").json["transitions"][0]["commit"] == shop.head


@pytest.mark.parametrize(
    "env",
    [
        *({"LC_ALL": "C"}, {"LC_ALL": "POSIX"}, {"LC_ALL": "xx_YY.none"}, {"LANG": "de_DE.UTF-8", "LANGUAGE": "de"}),
        *({"PYTHONIOENCODING": "utf-16"}, {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}),
    ],
    ids=lambda env: " ".join(env.values()),
)
def test_locale(shop: Shop, env: Mapping[str, str]) -> None:
    Caller(shop, env=env).check_flip("Für 設定")


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_umask_holds_for_all_that_is_written(shop: Shop, tmp_path: Path, umask: int) -> None:
    shutil.rmtree(shop.root / ".git" / "legendary")
    caller = Caller(shop, prefix=("sh", "-c", f'umask {umask:03o}; exec "$@"', "sh"))
    caller.check_flip()
    caller.memory("remember", "Of a umask", "--anchor", f"{PAID}::refund")
    (mine,) = (shop.root / ".legendary" / "memories").glob("*umask*")
    for path in (shop.root / ".git" / "legendary", shop.index_path, mine, shop.root / ".git" / "legendary" / "watch"):
        full = 0o777 if path.is_dir() else 0o644 if path == shop.index_path else 0o666
        assert stat.S_IMODE(path.stat().st_mode) == full & ~umask, path


def test_repository_that_a_group_shares(shop: Shop) -> None:
    shop.git("config", "core.sharedRepository", "group")
    shop.git("init", "-q", "--shared=group")
    shutil.rmtree(shop.root / ".git" / "legendary")
    Caller(shop, prefix=("sh", "-c", 'umask 077; exec "$@"', "sh")).check_flip()
    for path in (shop.index_path.parent, shop.index_path, shop.index_path.with_name("watch")):
        assert stat.S_IMODE(path.stat().st_mode) & 0o060 == 0o060, path


_PYTHONS = {
    "of another home": {"PYTHONHOME": "/nowhere"},
    "of a session": {"PYTHONSTARTUP": "/nowhere", "PYTHONINSPECT": "1"},
    "of a strict one": {"PYTHONWARNINGS": "error", "PYTHONDEVMODE": "1"},
    "of a careful one": {"PYTHONSAFEPATH": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONNOUSERSITE": "1"},
    "of a quick one": {"PYTHONOPTIMIZE": "2", "PYTHONUNBUFFERED": "1"},
}


@pytest.mark.parametrize("what", _PYTHONS)
def test_variables_of_another_python(shop: Shop, what: str) -> None:
    env = _PYTHONS[what]
    caller = Caller(shop, env=env)
    assert caller.flip() == caller.told()
    if env.keys().isdisjoint({"PYTHONHOME", "PYTHONINSPECT"}):  # which no program could undo for itself
        caller.check_answers()


def test_modules_of_another_program_stand_in_for_none(shop: Shop, tmp_path: Path) -> None:
    other = tmp_path / "other"
    for name in ("click", "yaml", "json", "sqlite3", "pathlib", "traceback", "pygit2", "datetime", "subprocess"):
        (other / name).mkdir(parents=True)
        (other / name / "__init__.py").write_text(f"raise RuntimeError('{name} of another program')\n")
        shop.write({f"{name}.py": f"raise RuntimeError('{name} of the current folder')\n"})
    shop.write({"legendary_git.py": "raise RuntimeError\n", "src/legendary_git/__main__.py": "raise RuntimeError\n"})
    env = {"PYTHONPATH": os.pathsep.join((str(other), str(CHECKOUT), "", "."))}
    Caller(shop, env=env).check_flip()
    Caller(shop, env=env, folder="src").check_flip("And back")


def test_modules_that_were_checked_out_are_imported_by_no_hook(shop: Shop, tmp_path: Path) -> None:
    """An entry that is empty, or not absolute, is a folder of the checkout; Python imports some before we begin."""
    mark = tmp_path / "imported"
    text = f"import posix\nposix.close(posix.open({str(mark)!r}, posix.O_CREAT | posix.O_WRONLY))\nraise SystemExit\n"
    names = ("encodings", "sitecustomize", "usercustomize", "legendary_git", "src/encodings", "src/sitecustomize")
    shop.commit("Propose", {f"{name}.py": text for name in names})
    for entries in (("", str(CHECKOUT)), (str(CHECKOUT), ""), (".", "src", str(CHECKOUT), "src/"), (str(CHECKOUT),)):
        caller = Caller(shop, env={"PYTHONPATH": os.pathsep.join(entries)})
        told = caller.flip()
        assert not mark.exists(), entries
        assert told == Caller(shop).told()
