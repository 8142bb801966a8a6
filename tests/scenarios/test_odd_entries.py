"""Entries of a tree that are no plain text files: pointers, converted text, links, names that differ by case."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from tests.project import PAY, Shop
from tests.scenarios.reads import FRESH, MORE, MOST, check_reads, judged, stale_since

pytestmark = pytest.mark.usefixtures("back_end")
POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:{0:064x}\nsize 12345\n"


def remembered(shop: Shop, path: str, symbol: str = "charge") -> str:
    kept = shop.remember("Of another file", f"{path}::{symbol}" if symbol else path)
    shop.commit("Remember")
    return kept


# What git stores is not what is on disk.


def test_pointer_of_lfs_tells_nothing_of_the_content(shop: Shop) -> None:
    """git-lfs need not be installed: its filter is not run, or fails."""
    said = shop.commit_told(
        "Take it to LFS", {".gitattributes": "src/pay.py filter=lfs -text\n", "src/pay.py": POINTER.format(1)}
    )
    assert said.startswith(f"legendary: unknown [decision #{shop.cents}] src/pay.py::charge")
    shop.git("config", "filter.lfs.clean", "git-lfs-that-is-not-here clean -- %f")
    shop.git("config", "filter.lfs.required", "true")
    found = check_reads(shop)
    assert found[shop.cents][:2] == ("unknown", "lfs_pointer")
    assert found[shop.locked] == FRESH
    shop.write({"src/pay.py": POINTER.format(2)})
    assert judged(shop)[shop.cents][0] == "unknown"
    shop.write({".gitattributes": ""})
    assert shop.commit_told("Other pointer") == ""
    assert judged(shop)[shop.cents][:2] == ("unknown", "lfs_pointer")
    assert "fresh again" in shop.commit_told("Back from LFS", {"src/pay.py": PAY})


def test_whole_file_that_becomes_a_pointer_is_unknown(shop: Shop) -> None:
    shop.commit("Model", {"model.bin": "weights\n"})
    kept = remembered(shop, "model.bin", "")
    said = shop.commit_told("Take it to LFS", {"model.bin": POINTER.format(1)})
    assert said.startswith(f"legendary: unknown [decision #{kept}] model.bin")
    assert shop.commit_told("Train", {"model.bin": POINTER.format(2)}) == ""
    assert check_reads(shop)[kept][:2] == ("unknown", "lfs_pointer")
    refused = shop.memory("remember", "Of a pointer", "--anchor", "model.bin")
    assert (refused.code, refused.out) == (1, "")
    assert refused.err.startswith("error: model.bin is kept by Git LFS")


@pytest.mark.parametrize("setting", ["autocrlf", "attribute"])
def test_line_ends_that_git_converts_flip_nothing(shop: Shop, setting: str) -> None:
    if setting == "autocrlf":
        shop.git("config", "core.autocrlf", "true")
    else:
        shop.commit("Line ends", {".gitattributes": "*.py text eol=crlf\n"})
    (shop.root / "src/pay.py").unlink()
    shop.git("checkout", "--", "src/pay.py")
    assert b"\r\n" in (shop.root / "src/pay.py").read_bytes()
    assert judged(shop)[shop.cents] == FRESH
    crlf = MORE.replace("\n", "\r\n")
    said = shop.commit_told("Charge more", {"src/pay.py": crlf})
    assert said.count(" [decision #") == 1
    assert check_reads(shop) == {shop.cents: stale_since(shop.head), shop.locked: FRESH}
    kept = shop.remember("Of CRLF", "src/pay.py::charge")
    assert judged(shop)[kept] == FRESH


def test_line_ends_that_one_commit_renormalises_flip_nothing(shop: Shop) -> None:
    shop.commit("CRLF comes", {"src/pay.py": PAY.replace("\n", "\r\n"), ".gitattributes": "* -text\n"})
    assert {one.verdict for one in check_reads(shop).values()} == {"fresh"}
    kept = remembered(shop, "src/pay.py", "refund")
    shop.write({".gitattributes": "* text=auto\n"})
    shop.git("add", "--renormalize", ".")
    assert "legendary" not in shop.told("commit", "-q", "-a", "-m", "Renormalise")
    assert b"\r" not in shop.run("git", "show", "HEAD:src/pay.py").stdout
    assert {found.verdict for found in check_reads(shop).values()} == {"fresh"}
    assert kept in judged(shop)


def test_text_that_is_kept_in_another_encoding_on_disk(shop: Shop) -> None:
    shop.write({".gitattributes": "src/pay.py text working-tree-encoding=UTF-16\n", "src/pay.py": PAY.encode("utf-16")})
    assert shop.commit_told("UTF-16 on disk") == ""
    assert check_reads(shop)[shop.cents] == FRESH
    said = shop.commit_told("Charge more", {"src/pay.py": MORE.encode("utf-16")})
    assert said.count(" [decision #") == 1
    assert check_reads(shop)[shop.cents] == stale_since(shop.head)
    kept = shop.remember("Of UTF-16", "src/pay.py::charge")
    assert judged(shop)[kept] == FRESH
    shop.write({"src/pay.py": MOST.encode("utf-16")})
    assert judged(shop)[kept][:3] == ("stale", "changed", True)


def test_keywords_that_git_expands_flip_nothing(shop: Shop) -> None:
    text = PAY.replace("total = ", 'ident = "$Id$"\n    total = ', 1)
    shop.commit("Ident", {".gitattributes": "src/pay.py ident export-subst\n", "src/pay.py": text})
    kept = remembered(shop, "src/pay.py")
    (shop.root / "src/pay.py").unlink()
    shop.git("checkout", "--", "src/pay.py")
    assert "$Id: " in (shop.root / "src/pay.py").read_text()
    assert judged(shop)[kept] == FRESH
    assert shop.commit_told("Another part", {"src/pay.py": text.replace("+= 7", "+= 8")}) == ""
    (shop.root / "src/pay.py").unlink()
    shop.git("checkout", "--", "src/pay.py")
    assert check_reads(shop)[kept].verdict == "fresh"


def test_filter_of_ones_own_is_run_for_what_is_on_disk(shop: Shop) -> None:
    shop.git("config", "filter.rot.clean", "sed s/9000/100/")
    shop.git("config", "filter.rot.smudge", "sed s/100/9000/")
    assert shop.commit_told("Filter", {".gitattributes": "src/pay.py filter=rot\n", "src/pay.py": MOST}) == ""
    assert "amount * 100\n" in shop.git("show", "HEAD:src/pay.py")
    assert check_reads(shop)[shop.cents] == FRESH
    shop.write({"src/pay.py": MORE})
    assert judged(shop)[shop.cents][:3] == ("stale", "changed", True)


# What is no regular file.


def test_symlink_is_no_anchor_and_its_target_is_never_read(shop: Shop) -> None:
    (shop.root / "link.py").symlink_to("src/pay.py")
    (shop.root / "out").symlink_to("/etc")
    (shop.root / "folder").symlink_to("src")
    shop.commit("Links")
    for anchor in ("link.py", "link.py::charge", "out/passwd", "folder/pay.py::charge", "../elsewhere", "/etc/passwd"):
        refused = shop.memory("remember", "Of a link", "--anchor", anchor)
        assert (refused.code, refused.out) == (1, ""), (anchor, refused)
        assert refused.err.startswith("error: ")
    (shop.root / "src/pay.py").unlink()
    (shop.root / "src/pay.py").symlink_to("store.py")
    said = shop.commit_told("A link takes its place")
    assert said.startswith(f"legendary: orphaned [decision #{shop.cents}] src/pay.py::charge by {shop.head[:7]} ")
    assert check_reads(shop)[shop.cents].reason == "file_gone"


def test_memory_that_is_a_symlink_is_told_of_and_not_read(shop: Shop, tmp_path: Path) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text(
        shop.path_of(shop.cents).read_text().replace(shop.cents, "mem-0badbad0").replace("Amounts", "Secrets")
    )
    (shop.root / ".legendary/memories/l.md").symlink_to(secret)
    shop.commit("Link")
    answer = shop.must("list")
    assert "Secrets" not in answer.out
    assert answer.err.startswith("warning: .legendary/memories/l.md: a symbolic link: not read")
    assert judged(shop) == {shop.cents: FRESH, shop.locked: FRESH}
    (shop.root / ".legendary").rename(tmp_path / "kept")
    (shop.root / ".legendary").symlink_to(tmp_path / "kept")
    answer = shop.memory("list")
    assert (answer.code, answer.out.count("mem-")) == (0, 0)
    assert answer.err.startswith("warning: .legendary: a symbolic link: nothing below it is read")
    refused = shop.memory("remember", "Through a link", "--anchor", "README")
    assert refused.code == 1
    assert shop.memory("hook", "post-commit").code == 0


def test_mode_that_changes_flips_nothing(shop: Shop) -> None:
    shop.git("update-index", "--chmod=+x", "src/pay.py")
    assert shop.told("commit", "-q", "-m", "Executable") == ""
    assert judged(shop, "stale", "--at", "HEAD") == {}
    shop.git("config", "core.fileMode", "false")
    (shop.root / "src/pay.py").chmod(0o644)
    assert check_reads(shop) == {shop.cents: FRESH, shop.locked: FRESH}


# Names.


def test_two_names_that_differ_by_case_alone(shop: Shop) -> None:
    """One of them cannot be on a disk that folds case; git says so by core.ignoreCase."""
    shop.commit("Case", {"src/Pay.py": MORE})
    kept = remembered(shop, "src/Pay.py")
    assert {found.verdict for found in check_reads(shop).values()} == {"fresh"}
    said = shop.commit_told("Charge most", {"src/Pay.py": MOST})
    assert said.startswith(f"legendary: stale [decision #{kept}] src/Pay.py::charge by ")
    assert said.count(" [decision #") == 1
    shop.git("config", "core.ignoreCase", "true")
    assert check_reads(shop) == {shop.cents: FRESH, shop.locked: FRESH, kept: stale_since(shop.head)}
    shop.git("config", "core.ignoreCase", "false")
    assert "orphaned" in shop.commit_told("Drop", {"src/pay.py": None})


def test_name_that_unicode_writes_in_two_ways(shop: Shop) -> None:
    composed, taken_apart = (unicodedata.normalize(form, "src/caf\u00e9.py") for form in ("NFC", "NFD"))
    shop.git("config", "core.precomposeUnicode", "true")
    shop.commit("Both", {composed: PAY, taken_apart: MORE})
    one, other = remembered(shop, composed), remembered(shop, taken_apart)
    said = shop.commit_told("Charge most", {taken_apart: MOST})
    assert f"#{other}" in said
    assert f"#{one}" not in said
    found = check_reads(shop)
    assert (found[one], found[other]) == (FRESH, stale_since(shop.head))


def test_memory_files_whose_names_differ_by_case_or_form_are_both_read(shop: Shop) -> None:
    text = shop.path_of(shop.cents).read_text()
    folder = ".legendary/memories"
    shop.write(
        {
            f"{folder}/Abc.md": text.replace(shop.cents, "mem-0000000a"),
            f"{folder}/abc.md": text.replace(shop.cents, "mem-0000000b"),
        }
    )
    assert judged(shop).keys() == {shop.cents, shop.locked, "mem-0000000a", "mem-0000000b"}
    shop.write({f"{folder}/again.md": text})
    answer = shop.memory("check")
    assert (answer.code, shop.cents in answer.out) == (1, True)


def test_names_and_messages_that_are_not_utf8(shop: Shop) -> None:
    path = b"src/caf\xe9.py".decode("utf-8", "surrogateescape")
    shop.git("config", "i18n.commitEncoding", "ISO-8859-1")
    shop.git("checkout", "-q", "-b", b"b\xb1".decode("utf-8", "surrogateescape"))
    shop.commit("Odd", {path: PAY})
    kept = remembered(shop, path)
    assert judged(shop)[kept] == FRESH
    shop.write({path: MORE, "src/pay.py": MORE})
    said = shop.told("commit", "-q", "-a", "-m", b"Gr\xfc\xdfe".decode("utf-8", "surrogateescape"))
    assert said.count(" [decision #") == 2
    assert check_reads(shop)[kept] == stale_since(shop.head)
    ascii_ = shop.process("list", "--json", env={"LC_ALL": "C"})
    assert (ascii_.code, ascii_.err) == (0, "")
    assert ascii_.json["memories"] == shop.must("list", "--json").json["memories"]
    assert "Gr\u00fc\u00dfe" in shop.must("show", kept).out
    assert kept in shop.must("why", path).out
