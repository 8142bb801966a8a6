"""Folders, files and branches with any name that the system and git take."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.project import PAY, Shop
from tests.scenarios.surroundings import MORE, Caller

pytestmark = pytest.mark.usefixtures("back_end")

_NAMES = {
    "spaces": "a b ",
    "quotes": 'it\'s "so" `x`',
    "shell": "$HOME;&|<>(){}*?[a]~#!%",
    "backslash": "back\\slash\\",
    "newline": "new\nline",
    "dash": "-rf",
    "unicode": "caf\u00e9 \u8a2d\u5b9a",
    "bytes": os.fsdecode(b"caf\xe9\xff"),
    "control": "\x01\x1b[31m\x7f",
    "deep": "/".join(["d" * 160] * 2),
}


@pytest.mark.parametrize("name", _NAMES)
def test_repository_in_a_folder_of_any_name(shop: Shop, tmp_path: Path, name: str) -> None:
    moved = shop.copy(tmp_path / _NAMES[name] / "shop")
    moved.must("hooks", "install")
    moved.must("list")
    Caller(moved).check_flip()


def test_repository_in_a_folder_too_deep_for_an_index(shop: Shop, tmp_path: Path) -> None:
    """SQLite takes paths of up to 512 bytes, git of up to 4,096."""
    moved = shop.copy(tmp_path / "/".join(["d" * 200] * 14) / "shop")
    caller = Caller(moved)
    assert caller.flip() == caller.told()
    listed = caller.memory("list")
    assert listed.stderr == b"warning: the index cannot be written; answering without it\n"
    assert listed.stdout.startswith(f"[decision #{shop.cents}] (stale)\t".encode())


@pytest.mark.parametrize("name", [name for name in _NAMES if name != "backslash"])
def test_file_of_any_name(shop: Shop, name: str) -> None:
    path = f"{_NAMES[name]}.py"
    shop.commit("Pay elsewhere", {path: PAY})
    memory_id = shop.remember("Of an odd file", f"{path}::refund")
    shop.commit("Remember")
    caller = Caller(shop)
    shop.write({path: PAY.replace("7", "8")})
    said = caller.git("commit", "-q", "-a", "-m", "Odd")
    assert said.startswith(f"legendary: stale [decision #{memory_id}] ")
    assert said.count("\n") == 1
    listed = json.loads(caller.memory("list", "--json").stdout)["memories"]
    found = {one["id"]: (one["verdict"], one["anchors"][0]["file"]) for one in listed}
    written_out = "".join(f"\\x{ord(char) - 0xDC00:x}" if "\udc80" <= char <= "\udcff" else char for char in path)
    assert found[memory_id] == ("stale", written_out)
    assert len([line for line in shop.memory("check").lines if not line.startswith("    ")]) == 1


def test_file_with_a_backslash_can_be_no_anchor_and_hides_no_other(shop: Shop) -> None:
    shop.commit("Pay elsewhere", {"back\\slash.py": PAY})
    assert shop.memory("remember", "x", "--anchor", "back\\slash.py::charge").code == 1
    Caller(shop).check_flip()


def test_branch_author_and_message_that_are_not_utf_8(shop: Shop) -> None:
    branch = os.fsdecode(b"b\xb1")
    env = {"GIT_AUTHOR_NAME": os.fsdecode(b"J\xf6rg"), "LC_ALL": "C"}
    caller = Caller(shop, ("-c", "i18n.commitEncoding=ISO-8859-1"), env)
    assert caller.git("switch", "-q", "-c", branch) == ""
    subject = os.fsdecode(b"f\xfcr alle")
    said = caller.flip(subject)
    assert said == caller.told("f\u00fcr alle").encode().decode("utf-8")
    caller.check_answers()
    since = json.loads(caller.memory("list", "--json").stdout)["memories"]
    (cents,) = [one for one in since if one["id"] == shop.cents]
    assert cents["anchors"][0]["since"]["subject"] == "f\u00fcr alle"
    assert cents["anchors"][0]["since"]["author"].startswith("J\u00f6rg")
    shop.write({"src/pay.py": MORE.replace("1000", "2000")})
    assert caller.git("commit", "-q", "-a", "-m", os.fsdecode(b"mehr f\xfcr alle")) == ""
    assert caller.git("switch", "-q", "main").startswith("legendary: fresh again ")
