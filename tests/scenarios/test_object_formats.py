"""One story told in a plain repository, and where libgit2 refuses: the same answers, but for the ids."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from legendary_git.git.backend import VARIABLE
from tests.history import git_version
from tests.project import PAY, STORE, Answer, Project, Shop

MORE = PAY.replace("total = amount * 100", "total = amount * 1000")


def start(root: Path, *init_options: str, extension: str = "") -> Shop:
    """The shop with its two memories, in a repository of that kind."""
    made = Project.start(root, *init_options)
    if extension:
        made.git("config", "core.repositoryFormatVersion", "1")
        made.git("config", f"extensions.{extension}", "true")
    made.commit("Sell", {"src/pay.py": PAY, "src/store.py": STORE, "README": "A shop.\n"})
    made.must("init")
    made.commit("Start to remember")
    cents = keep_as("mem-1aaaaaaa", made, made.remember(Shop.CENTS, "src/pay.py::charge"))
    locked = keep_as("mem-2bbbbbbb", made, made.remember(Shop.LOCKED, "src/store.py::Store.connect"))
    made.commit("Remember why")
    return Shop(made.root, made.commits, cents, locked)


def keep_as(memory_id: str, made: Project, found_id: str) -> str:
    """Give a memory an id that is not drawn by lot, since answers are in the order of ids."""
    path = made.path_of(found_id)
    path.with_name(path.name.replace(found_id, memory_id)).write_text(path.read_text().replace(found_id, memory_id))
    path.unlink()
    return memory_id


class Told:
    """What was answered, the ids replaced by their order."""

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}
        self.lines: list[str] = []

    def add(self, what: str, answer: Answer | str) -> None:
        text = f"{answer.code}\n{answer.out}\n{answer.err}" if isinstance(answer, Answer) else answer
        self.lines.append(f"{what}: " + re.sub(r"\b[0-9a-f]{7,64}\b|t1:[0-9a-f]+", self._name, text))

    def _name(self, match: re.Match[str]) -> str:
        return self._ids.setdefault(match[0][:7], f"#{len(self._ids)}")


def tell(shop: Shop, tmp_path: Path) -> list[str]:
    told = Told()
    told.add("memory", shop.path_of(shop.cents).read_text())
    told.add("edit", shop.commit_told("Charge more", {"src/pay.py": MORE}))
    told.add("move", shop.commit_told("Move", {"src/store.py": None, "src/shelf.py": f"X = 1\n\n\n{STORE}"}))
    for words in (("stale",), ("list", "--json"), ("check",), ("log",), ("brief",), ("why", "src/pay.py")):
        told.add(" ".join(words), shop.memory(*words))
    told.add("diff", shop.memory("diff", shop.cents))
    told.add("at", shop.memory("stale", "--at", shop.head[:9]))
    told.add("reanchor", shop.memory("reanchor", "--all"))
    shop.write({"src/pay.py": PAY})
    told.add("dirty", shop.memory("list", "--json"))
    told.add("back", shop.commit_told("Back"))
    told.add("drop", shop.commit_told("Drop", {"src/pay.py": "X = 1\n"}))
    told.add("show", shop.memory("show", shop.cents, "--json"))
    told.add("check again", shop.memory("check", "--json"))
    shop.index_path.unlink()
    told.add("rebuild", shop.memory("rebuild"))
    told.add("rebuilt", shop.memory("list", "--json"))
    shop.git("clone", "-q", str(shop.root), str(tmp_path / "clone"))
    told.add("clone", Project(tmp_path / "clone").memory("list", "--json"))
    told.add("doctor", "ok" if shop.memory("doctor").code == 0 else shop.memory("doctor"))
    return told.lines


_KINDS: dict[str, tuple[dict[str, str], Callable[[Path], Shop]]] = {
    "plain, git": ({VARIABLE: "git"}, start),
    "sha256": ({}, lambda root: start(root, "--object-format=sha256")),
    "unknown to libgit2": ({}, lambda root: start(root, extension="noop-v1")),
}
if git_version() >= (2, 45):
    _KINDS["reftable"] = ({}, lambda root: start(root, "--ref-format=reftable"))


@pytest.mark.parametrize("kind", _KINDS)
def test_story_is_the_same_where_libgit2_refuses(
    kind: str, clock: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = tell(start(tmp_path / "plain" / "shop"), tmp_path / "plain")
    environ, make = _KINDS[kind]
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert tell(make(tmp_path / "other" / "shop"), tmp_path / "other") == [
        line.replace("/plain/", "/other/") for line in expected
    ]


def test_anchor_in_a_sha256_repository_has_ids_of_64_digits(clock: None, tmp_path: Path) -> None:
    shop = start(tmp_path / "shop", "--object-format=sha256")
    text = shop.path_of(shop.cents).read_text()
    assert f"commit: {shop.git('rev-parse', 'HEAD~1')}\n" in text
    assert f"blob: {shop.git('rev-parse', 'HEAD:src/pay.py')}\n" in text
    assert shop.verdicts() == {shop.cents: "fresh", shop.locked: "fresh"}
    said = shop.commit_told("Charge more", {"src/pay.py": MORE})
    assert said.startswith(f"legendary: stale [decision #{shop.cents}] src/pay.py::charge by {shop.head[:7]} ")
    shown = shop.shown(shop.cents)["anchors"][0]
    assert shown["since"]["commit"] == shop.head
    assert shop.git("status", "--porcelain") == ""


def test_memory_of_a_converted_repository_is_judged_by_its_fingerprint(clock: None, tmp_path: Path) -> None:
    old = start(tmp_path / "old")
    new = start(tmp_path / "new", "--object-format=sha256")
    new.commit("Convert", {str(old.path_of(old.cents).relative_to(old.root)): old.path_of(old.cents).read_bytes()})
    assert f"commit: {old.git('rev-parse', 'HEAD~1')}\n" in new.path_of(new.cents).read_text()
    assert new.verdicts()[new.cents] == "fresh"
    new.commit("Charge more", {"src/pay.py": MORE})
    assert new.verdicts()[new.cents] == "stale"
