"""The working tree as git would store it, held against what `git add` does."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from legendary_git.git.objects import NULL_ID, Change
from legendary_git.git.worktree import (
    DiskFile,
    DiskStat,
    dirty_changes,
    disk_stat,
    find_disk_file,
    read_stored,
    skipped,
    stored_ids,
)
from tests.git.bench import clone, find, hash_blob
from tests.history import History


def object_count(history: History) -> str:
    return history.git("count-objects", "-v")


def expect_as_added(history: History, *paths: str) -> None:
    """What we say of each path is what `git add` then does; nothing is written to say it."""
    repo = find(history)
    before = object_count(history), (history.root / ".git" / "index").read_bytes()
    ids = stored_ids(repo, paths)
    contents = {path: read_stored(repo, path) for path in paths}
    assert (object_count(history), (history.root / ".git" / "index").read_bytes()) == before
    history.git("add", "-A")
    for path in paths:
        assert ids[path] == history.git("rev-parse", f":{path}"), path
        assert contents[path] == find(history).read_blob(str(ids[path])), path


def test_stored_ids_of_clean_dirty_and_untracked_files(history: History) -> None:
    history.commit("first", {"clean.py": "c", "dirty.py": "d"})
    history.write({"dirty.py": "dd", "untracked.py": "u"})
    assert stored_ids(find(history), ["clean.py", "dirty.py", "untracked.py"]) == {
        "clean.py": hash_blob(b"c"),
        "dirty.py": hash_blob(b"dd"),
        "untracked.py": hash_blob(b"u"),
    }


def test_stored_ids_of_nothing(history: History) -> None:
    assert stored_ids(find(history), []) == {}


def test_stored_ids_where_no_regular_file_is(history: History, tmp_path: Path) -> None:
    inner = History.start(tmp_path / "inner")
    inner.commit("inner", {"x.py": "x"})
    history.commit("first", {"d/a.py": "a", "gone.py": "g", "kind.py": "k"})
    history.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.root), "sub")
    (history.root / "gone.py").unlink()
    (history.root / "kind.py").unlink()
    (history.root / "kind.py").symlink_to("d/a.py")
    (history.root / "linked").symlink_to("d")
    os.mkfifo(history.root / "pipe")
    paths = ["gone.py", "kind.py", "d", "linked/a.py", "sub/x.py", "sub", "pipe", "../repo/d/a.py", "/etc/passwd"]
    paths += [".git/config", "d/../d/a.py", "d//a.py", "", "a\0b", "d/a.py/x"]
    assert stored_ids(find(history), paths) == dict.fromkeys(paths)
    assert [find_disk_file(find(history), path) for path in paths] == [None] * len(paths)


def test_stored_ids_of_odd_names(history: History) -> None:
    names = ["new\nline.py", '"quoted".py', 'mid"dle.py', "caf\udce9.py", "-dash", " lead", "back\\slash", "cr\r"]
    names += ['"\n\\.py', "tab\t"]
    history.commit("first", {name: name for name in names[:5]})
    history.write({name: f"{name} now" for name in names})
    wanted = {name: hash_blob(f"{name} now".encode("utf-8", "surrogateescape")) for name in names}
    assert stored_ids(find(history), names) == wanted


def test_stored_ids_of_very_many_files(history: History) -> None:
    files = {f"d{number % 7}/f{number}.py": str(number) for number in range(300)}
    history.commit("first", dict(files))
    assert stored_ids(find(history), files) == {path: hash_blob(text.encode()) for path, text in files.items()}


@pytest.mark.parametrize("setting", ["true", "input"])
def test_stored_with_autocrlf(history: History, setting: str) -> None:
    history.commit("first", {"lf.py": "a\nb\n", "dirty.py": "a\n", "bin": b"\0\r\n"})
    history.git("config", "core.autocrlf", setting)
    history.write({"lf.py": "a\r\nb\r\n", "dirty.py": "a\r\nc\r\n", "new.py": "n\r\n", "bin": b"\0\r\n\r\n"})
    assert stored_ids(find(history), ["lf.py"]) == {"lf.py": hash_blob(b"a\nb\n")}
    expect_as_added(history, "lf.py", "dirty.py", "new.py", "bin")


def test_stored_with_autocrlf_where_crlf_was_stored(history: History) -> None:
    history.commit("first", {"crlf.py": "a\r\nb\r\n", "same.py": "a\r\n"})
    history.git("config", "core.autocrlf", "true")
    history.write({"crlf.py": "a\r\nb\r\nc\r\n"})
    assert stored_ids(find(history), ["same.py"]) == {"same.py": hash_blob(b"a\r\n")}
    expect_as_added(history, "crlf.py", "same.py")


def test_stored_with_attributes(history: History) -> None:
    attributes = (
        "*.txt text=auto\n*.eol text eol=crlf\n*.id ident\n*.u16 working-tree-encoding=UTF-16\n*.up filter=up\n"
        "*.both text filter=up\n*.raw -text\n"
    )
    history.git("config", "filter.up.clean", "tr a-z A-Z")
    history.commit("first", {".gitattributes": attributes, "a.up": "abc\n", "old.txt": "a\n"})
    files: dict[str, str | bytes | None] = {
        "a.up": "abcd\n",
        "old.txt": "a\r\nb\r\n",
        "b.eol": "x\r\ny\n",
        "c.id": "$Id: 0123$\n",
        "d.u16": "hé\r\n".encode("utf-16"),
        "e.both": "x\r\n",
        "f.raw": "x\r\n",
    }
    history.write(files)
    expect_as_added(history, *files)


def test_stored_with_a_filter_that_reads_its_path_and_locale(history: History) -> None:
    history.git("config", "filter.say.clean", "echo %f $LC_ALL; cat >/dev/null")
    history.commit("first", {".gitattributes": "*.say filter=say\n"})
    history.write({"d/a.say": "x"})
    assert read_stored(find(history), "d/a.say") == b"d/a.say C.UTF-8\n"
    expect_as_added(history, "d/a.say")


def test_stored_where_a_required_filter_is_missing(history: History) -> None:
    pointer = "version https://git-lfs.github.com/spec/v1\n"
    history.commit("first", {"clean.bin": pointer, "dirty.bin": pointer, "plain.py": "p"})
    history.write({".gitattributes": "*.bin filter=lfs\n", "dirty.bin": "smudged", "new.bin": "n"})
    history.git("config", "filter.lfs.clean", "git-lfs-is-not-installed clean -- %f")
    history.git("config", "filter.lfs.required", "true")
    repo = find(history)
    assert stored_ids(repo, ["dirty.bin", "plain.py", "clean.bin", "new.bin"]) == {
        "clean.bin": hash_blob(pointer.encode()),
        "dirty.bin": NULL_ID,
        "new.bin": NULL_ID,
        "plain.py": hash_blob(b"p"),
    }
    assert find_disk_file(repo, "dirty.bin") == DiskFile("dirty.bin", NULL_ID, None)
    assert read_stored(repo, "clean.bin") == pointer.encode()
    assert repo.read_blob(NULL_ID) is None


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable to the superuser")
def test_stored_of_an_unreadable_file(history: History) -> None:
    history.commit("first", {"secret.py": "s", "plain.py": "p"})
    (history.root / "secret.py").chmod(0)
    assert stored_ids(find(history), ["secret.py", "plain.py"]) == {"secret.py": NULL_ID, "plain.py": hash_blob(b"p")}


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable to the superuser")
def test_stored_of_what_is_in_an_unreadable_folder(history: History) -> None:
    history.commit("first", {"src/secret.py": "s", "plain.py": "p"})
    (history.root / "src").chmod(0)
    try:
        found = stored_ids(find(history), ["src/secret.py", "plain.py", "plain.py/gone.py", "gone/gone.py"])
    finally:
        (history.root / "src").chmod(0o755)
    assert found == {
        "src/secret.py": NULL_ID,
        "plain.py": hash_blob(b"p"),
        "plain.py/gone.py": None,
        "gone/gone.py": None,
    }


def test_stored_ids_see_through_assume_unchanged(history: History) -> None:
    history.commit("first", {"a.py": "a", "b.py": "b"})
    history.git("update-index", "--assume-unchanged", "a.py")
    history.git("update-index", "--skip-worktree", "b.py")
    history.write({"a.py": "changed", "b.py": "changed"})
    repo = find(history)
    assert stored_ids(repo, ["a.py", "b.py"]) == dict.fromkeys(["a.py", "b.py"], hash_blob(b"changed"))
    assert skipped(repo, ["a.py", "b.py"]) == set()


def test_stored_in_a_tracked_folder_that_became_a_repository(history: History) -> None:
    history.commit("first", {"d/a.py": "a"})
    History.start(history.root / "d")
    history.write({"d/new.py": "n"})
    assert stored_ids(find(history), ["d/a.py", "d/new.py"]) == {"d/a.py": hash_blob(b"a"), "d/new.py": None}


def test_read_stored_does_not_trust_an_object_to_be_there(history: History) -> None:
    history.git("config", "filter.up.clean", "tr a-z A-Z")
    history.write({".gitattributes": "*.up filter=up\n", "a.up": "abc"})
    found = find_disk_file(find(history), "a.up")
    assert found == DiskFile("a.up", hash_blob(b"ABC"), b"ABC")
    assert not find(history).has_object(hash_blob(b"ABC"))


def sparse(history: History, *options: str) -> None:
    history.commit("first", {"d1/x.py": "x", "d2/y.py": "y", ".legendary/memories/m.md": "m", "top.py": "t"})
    history.git("sparse-checkout", "set", *options, "d1")


@pytest.mark.parametrize("options", [("--cone", "--sparse-index"), ("--cone", "--no-sparse-index"), ("--no-cone",)])
def test_skipped_outside_a_sparse_checkout(history: History, options: tuple[str, ...]) -> None:
    sparse(history, *options)
    repo = find(history)
    paths = ["d1/x.py", "d2/y.py", ".legendary/memories/m.md", "d2/gone.py", "d2"]
    assert skipped(repo, paths) == {"d2/y.py", ".legendary/memories/m.md"}
    assert stored_ids(repo, paths) == dict.fromkeys(paths) | {"d1/x.py": hash_blob(b"x")}
    assert dirty_changes(repo) == ()


def test_skipped_with_a_split_index(history: History) -> None:
    history.git("config", "core.splitIndex", "true")
    sparse(history, "--cone")
    assert list((history.root / ".git").glob("sharedindex.*"))
    assert skipped(find(history), ["d1/x.py", "d2/y.py"]) == {"d2/y.py"}
    before = sorted((history.root / ".git").iterdir())
    history.git("config", "core.autocrlf", "true")
    history.write({"d1/x.py": "x\r\n"})
    assert read_stored(find(history), "d1/x.py") == b"x\n"
    assert sorted((history.root / ".git").iterdir()) == before


def test_skipped_is_not_a_file_that_was_removed(history: History) -> None:
    history.commit("first", {"a.py": "a"})
    (history.root / "a.py").unlink()
    assert skipped(find(history), ["a.py", "never.py"]) == set()


def test_skipped_file_that_is_on_disk_all_the_same(history: History) -> None:
    sparse(history, "--cone")
    history.write({"d2/y.py": "here"})
    repo = find(history)
    assert skipped(repo, ["d2/y.py"]) == set()
    assert stored_ids(repo, ["d2/y.py"]) == {"d2/y.py": hash_blob(b"here")}


def test_dirty_changes_of_every_kind(history: History, tmp_path: Path) -> None:
    inner = History.start(tmp_path / "inner")
    inner.commit("inner", {"x.py": "x"})
    history.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.root), "sub")
    names = ("clean", "edited", "staged", "gone", "back", "uncached", "link")
    history.commit("first", {**{name: name for name in names}, "mo ved.py": "m", ".gitignore": "*.o\n"})
    history.write({"staged": "s2", "back": "b2", "added": "a"})
    history.git("add", "staged", "back", "added")
    history.git("rm", "-q", "--cached", "uncached")
    history.git("mv", "mo ved.py", "caf\udce9.py")
    (history.root / "link").unlink()
    (history.root / "link").symlink_to("clean")
    history.write({"edited": "e2", "gone": None, "back": "back", "d/new\nline": "n", "ignored.o": "o", "sub/x.py": "y"})
    assert dirty_changes(find(history)) == (
        Change("added", None, hash_blob(b"a")),
        Change("caf\udce9.py", None, hash_blob(b"m")),
        Change("d/new\nline", None, hash_blob(b"n")),
        Change("edited", hash_blob(b"edited"), hash_blob(b"e2")),
        Change("gone", hash_blob(b"gone"), None),
        Change("link", hash_blob(b"link"), None),
        Change("mo ved.py", hash_blob(b"m"), None),
        Change("staged", hash_blob(b"staged"), hash_blob(b"s2")),
    )


def test_dirty_changes_in_a_conflict(history: History) -> None:
    history.commit("base", {"a": "base"})
    history.git("checkout", "-q", "-b", "side")
    history.commit("side", {"a": "side"})
    history.git("checkout", "-q", "main")
    history.commit("main", {"a": "main"})
    history.git("merge", "-q", "side", check=False)
    (change,) = dirty_changes(find(history))
    assert (change.path, change.before) == ("a", hash_blob(b"main"))
    assert change.after == hash_blob((history.root / "a").read_bytes())


def test_dirty_changes_before_the_first_commit(history: History) -> None:
    history.write({"a": "a", "b": "b"})
    history.git("add", "a")
    assert dirty_changes(find(history)) == (Change("a", None, hash_blob(b"a")), Change("b", None, hash_blob(b"b")))


def test_dirty_changes_whatever_the_configuration(history: History) -> None:
    for key, value in (("status.showUntrackedFiles", "no"), ("status.relativePaths", "false"), ("status.branch", "1")):
        history.git("config", key, value)
    history.commit("first", {"a": "a"})
    history.write({"d/e/new": "n"})
    assert dirty_changes(find(history)) == (Change("d/e/new", None, hash_blob(b"n")),)


def test_dirty_changes_take_no_lock(history: History) -> None:
    history.commit("first", {"a": "a"})
    (history.root / ".git" / "index.lock").write_bytes(b"")
    history.write({"a": "b"})
    assert len(dirty_changes(find(history))) == 1


def test_stored_in_a_shallow_and_a_partial_clone(history: History, tmp_path: Path) -> None:
    history.git("config", "uploadpack.allowFilter", "true")
    history.commit("first", {"a.py": "a"})
    history.commit("second", {"a.py": "aa"})
    for number, options in enumerate((["--depth=1"], ["--filter=blob:none"])):
        made = clone(history.root, tmp_path / str(number), *options)
        made.write({"a.py": "aaa\r\n"})
        made.git("config", "core.autocrlf", "true")
        expect_as_added(made, "a.py")


def test_disk_stat_tells_a_change(tmp_path: Path) -> None:
    path = tmp_path / "a"
    assert disk_stat(path) is None
    path.write_text("1")
    before = disk_stat(path)
    os.utime(path, ns=(0, 0))
    assert before is not None
    assert disk_stat(path) != before


def test_disk_stat_settles_only_after_a_tick() -> None:
    now = 10**18
    assert not DiskStat(1, now, now, 1).is_settled(now)
    assert not DiskStat(1, 0, now, 1).is_settled(now)
    assert DiskStat(1, now, now, 1).is_settled(now + 10**9)
