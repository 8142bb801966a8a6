"""A repository that is damaged or not all here: what can be known is answered, the rest said, nothing half done."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.project import PAY, Shop

MORE = PAY.replace("total = amount * 100", "total = amount * 1000")


def object_path(shop: Shop, rev: str) -> Path:
    oid = shop.git("rev-parse", rev)
    return shop.root / ".git/objects" / oid[:2] / oid[2:]


def spoil(path: Path) -> None:
    path.chmod(0o644)
    path.write_bytes(b"junk")


@pytest.mark.parametrize("is_there", [True, False])
def test_stamped_content_that_cannot_be_read_is_no_evidence(shop: Shop, is_there: bool) -> None:
    stamped = object_path(shop, "HEAD:src/pay.py")
    shop.change()
    spoil(stamped) if is_there else stamped.unlink()
    shop.must("rebuild")
    assert shop.verdicts() == {shop.cents: "stale", shop.locked: "fresh"}
    shop.commit("Drop", {"src/pay.py": "x = 1\n"})
    assert shop.verdicts()[shop.cents] == "unknown"
    assert shop.memory("check").code == 0
    assert shop.must("diff", shop.cents).lines[1:] == ["  what was stamped is not in this clone; it cannot be shown"]


@pytest.mark.parametrize("rev", ["HEAD", "HEAD^{tree}"])
def test_head_that_cannot_be_read_is_128_and_nothing_is_written(shop: Shop, rev: str) -> None:
    shop.change()
    object_path(shop, rev).unlink()
    before = sorted((shop.root / ".legendary/memories").iterdir())
    for words in (("list",), ("stale",), ("brief",), ("check",), ("remember", "Something", "--anchor", "README")):
        answer = shop.memory(*words)
        assert (answer.code, answer.out) == (128, ""), answer
        assert answer.err.startswith("fatal: ")
        assert answer.err.count("\n") == 2
    assert sorted((shop.root / ".legendary/memories").iterdir()) == before
    assert shop.memory("hook", "post-commit").code == 0


def test_branch_that_leads_nowhere_is_128(shop: Shop) -> None:
    for content in ("0123456789" * 4 + "\n", "garbage\n"):
        (shop.root / ".git/refs/heads/main").write_text(content)
        answer = shop.memory("list")
        assert answer.code == 128
        assert answer.err.startswith("fatal: HEAD cannot be read: ")
        assert shop.memory("hook", "post-commit").code == 0


def test_index_or_configuration_of_git_that_is_damaged(shop: Shop) -> None:
    shop.must("list")
    (shop.root / ".git/index").write_bytes(b"junk")
    for words in (("list",), ("stale",), ("check",), ("remember", "Something", "--anchor", "src/pay.py")):
        answer = shop.memory(*words)
        assert answer.code in (0, 128), answer
        assert "bug" not in answer.err
    assert shop.memory("check").code == 0
    with (shop.root / ".git/config").open("a") as file:
        file.write("[bad\n")
    answer = shop.memory("list")
    assert (answer.code, answer.err.startswith("fatal: bad config line ")) == (128, True)
    assert shop.memory("hook", "post-commit").code == 0


@pytest.mark.parametrize("filter_", ["tree:0", "blob:none"])
def test_partial_clone_knows_what_its_checkout_tells(shop: Shop, tmp_path: Path, filter_: str) -> None:
    """Of history there are only the commits, and without the network nobody knows more."""
    shop.git("config", "uploadpack.allowFilter", "true")
    shop.change()
    shop.commit("Later", {"README": "later\n"})
    shop.git("clone", "-q", f"--filter={filter_}", f"file://{shop.root}", str(tmp_path / "partial"))
    partial = Shop(tmp_path / "partial", shop.commits, shop.cents, shop.locked)
    partial.git("remote", "set-url", "origin", "file:///nowhere")
    assert partial.verdicts() == {shop.cents: "stale", shop.locked: "fresh"}
    assert partial.memory("check").code == 0
    assert partial.must("log", "--json").json["transitions"][0]["after"] == "stale"
    assert partial.must("brief").lines[1:] == shop.must("brief").lines[1:]
    (anchor,) = partial.shown(shop.cents)["anchors"]
    assert anchor["since"] == (None if filter_ == "tree:0" else shop.shown(shop.cents)["anchors"][0]["since"])
    assert "stale" in partial.must("stale", "--at", "HEAD").out


def test_clone_without_trees_says_what_to_fetch(shop: Shop, tmp_path: Path) -> None:
    shop.git("config", "uploadpack.allowFilter", "true")
    shop.commit("Later", {"deep/down/x.py": "x = 1\n"})
    shop.git("clone", "-q", "--filter=tree:0", "--no-checkout", f"file://{shop.root}", str(tmp_path / "partial"))
    answer = Shop(tmp_path / "partial").memory("check")
    assert answer.code == 128
    assert "is not in this clone\nhint: Bring it here: git fetch --refetch" in answer.err
