"""Objects, history and configuration of real repositories."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from legendary_git.errors import ObjectMissing, RepositoryError, UnknownRevision, UserError
from legendary_git.git.objects import GITLINK, SYMLINK, TREE, Change, Entry
from legendary_git.git.repository import Repository
from tests.git.bench import absent_id, clone, find, hash_blob
from tests.history import History


def test_head_unborn(history: History) -> None:
    repo = find(history)
    assert repo.head() is None
    assert not repo.is_detached


def test_head_moves_with_the_branch(history: History) -> None:
    repo = find(history)
    for number in (1, 2):
        assert repo.head() != (head := history.commit(f"number {number}"))
        assert repo.head() == head


def test_head_detached(history: History) -> None:
    first = history.commit("first")
    history.commit("second")
    history.git("checkout", "-q", first)
    repo = find(history)
    assert repo.is_detached
    assert repo.head() == first


def test_head_that_is_garbage(history: History) -> None:
    history.commit("first")
    repo = find(history)
    (history.root / ".git" / "HEAD").write_text("ref: nonsense/../x\n")
    with pytest.raises(RepositoryError):
        repo.head()


def test_resolve_in_gits_own_terms(history: History) -> None:
    first = history.commit("first", {"a": "1"})
    second = history.commit("second", {"a": "2"})
    history.git("tag", "-a", "v1", "-m", "one", first)
    repo = find(history)
    assert repo.resolve("HEAD") == repo.resolve("main") == repo.resolve(second[:8]) == repo.resolve(second) == second
    assert repo.resolve("HEAD~1") == repo.resolve("v1") == repo.resolve(":/fir") == repo.resolve("main@{1}") == first
    assert repo.resolve(history.git("rev-parse", "v1")) == first  # the id of the tag object


@pytest.mark.parametrize(
    "rev",
    ["", "gone", "-x", "--all", "HEAD:a", "HEAD~9", "a\0b", "1" * 40, "1" * 64, "main..main", "^main"],
)
def test_resolve_what_is_no_commit(history: History, rev: str) -> None:
    history.commit("first", {"a": "1"})
    with pytest.raises(UnknownRevision):
        find(history).resolve(rev)


def test_resolve_branch_that_is_not_utf8(history: History) -> None:
    head = history.commit("first")
    name = b"b\xb1".decode("utf-8", "surrogateescape")
    history.git("branch", name)
    assert find(history).resolve(name) == head


def test_commit_as_a_value(history: History) -> None:
    first = history.commit("first")
    second = history.commit("The subject\non two lines\n\nThe body.")
    found = find(history).commit(second)
    assert found is not None
    assert found.parents == (first,)
    assert (found.author, found.author_name) == ("Ada <ada@example.org>", "Ada")
    assert found.subject == "The subject on two lines"
    assert found.committed_at == "2026-01-01T00:02:00Z"
    assert found.tree == history.git("rev-parse", f"{second}^{{tree}}")


def test_commit_time_is_the_committers_in_utc(history: History) -> None:
    env = {"GIT_COMMITTER_DATE": "1767225600 +0530", "GIT_AUTHOR_DATE": "@1 +0000"}
    history.git("commit", "-q", "--allow-empty", "-m", "x", env=env)
    found = find(history).commit(history.head)
    assert found is not None
    assert found.committed_at == "2026-01-01T00:00:00Z"


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [("utf-8", "caf\N{REPLACEMENT CHARACTER}"), ("latin-1", "café"), ("x-no-such", "caf\N{REPLACEMENT CHARACTER}")],
)
def test_commit_that_is_not_in_its_encoding(history: History, encoding: str, shown: str) -> None:
    tree = history.git("mktree").encode()
    who = b"caf\xe9 <a@b> 99999999999999 +0000"
    raw = b"tree %s\nauthor %s\ncommitter %s\nencoding %s\n\ncaf\xe9\n" % (tree, who, who, encoding.encode())
    found = find(history).commit(history.git("hash-object", "-t", "commit", "-w", "--stdin", "--literally", stdin=raw))
    assert found is not None
    assert (found.subject, found.author_name, found.author) == (shown, shown, f"{shown} <a@b>")
    assert found.committed_at == "1970-01-01T00:00:00Z"  # a time that cannot be shown, as git shows it


@pytest.mark.parametrize("oid", ["", "x", "1" * 40, "1" * 64, "HEAD", "abcd"])
def test_commit_that_is_not_there(history: History, oid: str) -> None:
    history.commit("first")
    assert find(history).commit(oid) is None


def test_find_commit_by_prefix(history: History) -> None:
    head = history.commit("first", {"a": "1"})
    blob = history.git("rev-parse", "HEAD:a")
    repo = find(history)
    assert repo.find_commit(head[:7]) == repo.find_commit(head[:7].upper()) == repo.find_commit(head) == head
    assert repo.find_blob_id(blob[:7]) == blob
    assert repo.find_commit(blob[:7]) is None
    assert repo.find_commit(head[:3]) is None
    assert repo.find_commit("main") is None
    assert repo.find_commit("dead" * 10) is None
    assert repo.find_commit("dead" * 16) is None
    assert repo.find_commit(f"{head}0") is None


def test_find_commit_where_a_blob_has_the_same_prefix(history: History) -> None:
    head = history.commit("first")
    repo = find(history)
    number = next(n for n in range(10**7) if hash_blob(b"%d" % n)[:4] == head[:4])
    blob = repo.write_blob(b"%d" % number)
    assert repo.find_commit(head[:4]) == head
    assert repo.find_blob_id(head[:4]) == blob


def test_entry_kinds(history: History, tmp_path: Path) -> None:
    inner = History.start(tmp_path / "inner")
    inner.commit("inner", {"x.py": "x"})
    history.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.root), "sub")
    (history.root / "link").symlink_to("a/b.py")
    history.write({"a/b.py": "b", "run": "#!"})
    (history.root / "run").chmod(0o755)
    head = history.commit("all kinds")
    repo = find(history)
    assert repo.entry(head, "a/b.py") == Entry(hash_blob(b"b"), 0o100644)
    kinds = {path: repo.entry(head, path) for path in ("run", "link", "sub", "a")}
    modes = {path: (entry.mode, entry.is_regular) for path, entry in kinds.items() if entry is not None}
    assert modes == {"run": (0o100755, True), "link": (SYMLINK, False), "sub": (GITLINK, False), "a": (TREE, False)}
    assert repo.entry(head, "sub/x.py") is None
    assert set(repo.files(head)) == {".gitmodules", "a/b.py", "run"}
    assert set(repo.files(head, "a")) == {"a/b.py"}
    assert repo.files(head, "sub") == repo.files(head, "gone") == repo.files(head, "run") == {}


@pytest.mark.parametrize(
    "path", ["", "/", "a/", "/a", "a//b.py", "./a/b.py", "a/../a/b.py", "a/b.py/c", "A/b.py", "a\0"]
)
def test_entry_of_a_path_that_is_not_one(history: History, path: str) -> None:
    head = history.commit("first", {"a/b.py": "b"})
    assert find(history).entry(head, path) is None


ODD_NAMES = ("caf\udce9.py", "café.py", "a b/c\td.py", 'quo"te\\.py', "-dash", "new\nline", ":colon", "*", "d\udcff/e")


def test_paths_of_every_kind_make_the_round_trip(history: History) -> None:
    first = history.commit("none")
    second = history.commit("odd", {name: name for name in ODD_NAMES})
    third = history.commit("changed", {name: f"{name} again" for name in ODD_NAMES})
    repo = find(history)
    assert set(repo.files(second)) == set(ODD_NAMES)
    for name in ODD_NAMES:
        assert repo.entry(second, name) == Entry(hash_blob(name.encode("utf-8", "surrogateescape")), 0o100644)
    assert {change.path for change in repo.changes(second, third)} == set(ODD_NAMES)
    assert all(change.before is None for change in repo.changes(first, second))


def test_read_blob_and_write_blob(history: History) -> None:
    repo = find(history)
    data = b"\0\xff binary\r\n"
    assert repo.read_blob(hash_blob(data)) is None
    oid = repo.write_blob(data)
    assert oid == repo.hash_blob(data)
    assert repo.read_blob(oid) == data
    assert repo.has_object(oid)
    assert repo.blob_size(oid) == len(data)
    assert not repo.has_object(absent_id())
    assert repo.blob_size(absent_id()) is None


@pytest.mark.parametrize("oid", ["", "HEAD", "abcd", "0" * 40, "g" * 40, "0" * 64, "a" * 40, "a" * 64])
def test_read_blob_that_is_no_id(history: History, oid: str) -> None:
    history.commit("first")
    repo = find(history)
    assert repo.read_blob(oid) is None
    assert not repo.has_object(oid)


def test_read_blob_of_a_commit(history: History) -> None:
    head = history.commit("first")
    assert find(history).read_blob(head) is None
    assert find(history).blob_size(head) is None


def test_write_blob_where_the_database_cannot_be_written(history: History) -> None:
    # A file where the folder for the object would be: no permission could stop the superuser.
    oid = hash_blob(b"refused")
    (history.root / ".git" / "objects" / oid[:2]).write_bytes(b"")
    assert find(history).write_blob(b"refused") is None


def test_changes_between_commits(history: History, tmp_path: Path) -> None:
    first = history.commit("first", {"same": "s", "edited": "1", "gone": "g", "moved": "m" * 50, "kind": "k"})
    (history.root / "edited").chmod(0o755)
    history.git("mv", "moved", "elsewhere")
    (history.root / "kind").unlink()
    (history.root / "kind").symlink_to("same")
    second = history.commit("second", {"edited": "2", "gone": None, "d/new": "n"})
    ids = {text: hash_blob(text.encode()) for text in ("1", "2", "g", "n", "k", "m" * 50)}
    assert find(history).changes(first, second) == (
        Change("d/new", None, ids["n"]),
        Change("edited", ids["1"], ids["2"]),
        Change("elsewhere", None, ids["m" * 50]),
        Change("gone", ids["g"], None),
        Change("kind", ids["k"], None),
        Change("moved", ids["m" * 50], None),
    )


def test_changes_of_mode_alone_are_none(history: History) -> None:
    first = history.commit("first", {"run": "x"})
    (history.root / "run").chmod(0o755)
    assert find(history).changes(first, history.commit("second")) == ()


def test_changes_from_nothing_and_without_submodules(history: History, tmp_path: Path) -> None:
    inner = History.start(tmp_path / "inner")
    inner.commit("inner", {"x.py": "x"})
    history.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.root), "sub")
    head = history.commit("first", {"a": "1"})
    assert {change.path for change in find(history).changes(None, head)} == {".gitmodules", "a"}


def test_renames_as_git_sees_them(history: History) -> None:
    text = "".join(f"line {number}\n" for number in range(40))
    first = history.commit("first", {"old name.py": text, "caf\udce9.py": text[:200], "other.py": "o"})
    second = history.commit(
        "second",
        {"old name.py": None, "new\tname.py": f"{text}more\n", "caf\udce9.py": None, "d/caf\udcea.py": text[:200]},
    )
    assert find(history).renames(first, second) == {"old name.py": "new\tname.py", "caf\udce9.py": "d/caf\udcea.py"}


def test_renames_do_not_depend_on_configuration(history: History) -> None:
    texts = [f"{letter}\n" * 40 for letter in "xy"]
    first = history.commit("first", {f"a/old{number}.py": text for number, text in enumerate(texts)})
    history.write({f"a/old{number}.py": None for number in range(2)})
    second = history.commit("second", {f"a/new{number}.py": f"{text}more\n" for number, text in enumerate(texts)})
    for key, value in (("diff.renames", "false"), ("diff.renameLimit", "1"), ("diff.relative", "true")):
        history.git("config", key, value)
    assert find(history).renames(first, second) == {"a/old0.py": "a/new0.py", "a/old1.py": "a/new1.py"}


def test_is_ancestor(history: History) -> None:
    first = history.commit("first")
    second = history.commit("second")
    history.git("checkout", "-q", "-b", "side", first)
    side = history.commit("side")
    repo = find(history)
    assert repo.is_ancestor(first, second)
    assert repo.is_ancestor(second, second)
    assert not repo.is_ancestor(second, first)
    assert not repo.is_ancestor(side, second)
    assert not repo.is_ancestor(absent_id(), second)


def test_identity_from_configuration_and_environment(history: History) -> None:
    assert find(history).identity() == "Ada <ada@example.org>"
    environ = os.environ | {"GIT_AUTHOR_NAME": "B. Bo", "GIT_AUTHOR_EMAIL": "b@bo"}
    assert Repository.find(history.root, environ).identity() == "B. Bo <b@bo>"


def test_identity_that_git_does_not_know(history: History, sealed_environment: Path) -> None:
    (sealed_environment / ".gitconfig").write_text("[user]\n\tuseConfigOnly = true\n")
    with pytest.raises(UserError) as caught:
        find(history).identity()
    assert "git config --global user.name" in caught.value.todo


def test_config_of_ours(history: History) -> None:
    history.git("config", "legendary.autoRecord", "true")
    history.git("config", "--global", "legendary.limit", "1")
    history.git("config", "legendary.limit", "2")
    (history.root / ".git" / "config").open("a").write("[legendary]\n\tbare\n\ttwo = a\\nb\n")
    repo = find(history)
    assert repo.config("legendary.autoRecord") == "true"
    assert repo.config("legendary.autorecord") == "true"
    assert repo.config("legendary.limit") == "2"
    assert repo.config("legendary.bare") == "true"
    assert repo.config("legendary.two") == "a\nb"
    assert repo.config("legendary.gone") is None


def test_shallow_clone_has_no_parents_at_its_edge(history: History, tmp_path: Path) -> None:
    commits = [history.commit(f"number {number}", {"a": str(number)}) for number in range(4)]
    repo = find(clone(history.root, tmp_path / "shallow", "--depth=2"))
    edge, tip = repo.commit(commits[2]), repo.commit(commits[3])
    assert edge is not None
    assert tip is not None
    assert (edge.parents, repo.is_shallow(edge.oid)) == ((), True)
    assert (tip.parents, repo.is_shallow(tip.oid)) == ((edge.oid,), False)
    assert repo.commit(commits[0]) is None
    assert not repo.is_ancestor(commits[0], commits[3])
    assert not find(history).is_shallow(commits[0])


def partial(history: History, target: Path, what: str) -> Repository:
    history.git("config", "uploadpack.allowFilter", "true")
    return find(clone(history.root, target, f"--filter={what}", "--no-checkout"))


def test_partial_clone_without_blobs_never_fetches(history: History, tmp_path: Path) -> None:
    text = "".join(f"line {number}\n" for number in range(40))
    first = history.commit("first", {"a": text, "b": "exact"})
    second = history.commit("second", {"a": None, "c": f"{text}more", "b": None, "d": "exact"})
    repo = partial(history, tmp_path / "partial", "blob:none")
    entry = repo.entry(second, "c")
    assert entry is not None
    assert repo.read_blob(entry.oid) is None
    assert not repo.has_object(entry.oid)
    assert {change.path for change in repo.changes(first, second)} == {"a", "b", "c", "d"}
    assert repo.renames(first, second) == {"b": "d"}
    assert not repo.has_object(entry.oid)


def test_partial_clone_without_trees_says_so(history: History, tmp_path: Path) -> None:
    head = history.commit("first", {"d/a": "a"})
    repo = partial(history, tmp_path / "partial", "tree:0")
    for question in (lambda: repo.entry(head, "d/a"), lambda: repo.files(head), lambda: repo.changes(None, head)):
        with pytest.raises(ObjectMissing):
            question()


def test_replaced_objects_do_not_count(history: History) -> None:
    first = history.commit("first", {"a": "1"})
    second = history.commit("second", {"a": "2"})
    history.git("replace", second, first)
    found = find(history).commit(second)
    assert found is not None
    assert found.subject == "second"
    assert find(history).git("log", "-1", "--format=%s", second) == b"second\n"


def test_pygit2_is_imported_only_when_objects_are_asked_of_it(history: History, backend: str) -> None:
    history.commit("first", {"a": "1"})
    script = (
        "import os, sys, pathlib; from legendary_git.git.repository import Repository\n"
        "from legendary_git.git import hook_files, watch, worktree\n"
        "repo = Repository.find(pathlib.Path('.'), os.environ); worktree.read_stored(repo, 'a')\n"
        f"assert 'pygit2' not in sys.modules; repo.head(); assert ('pygit2' in sys.modules) is {backend == 'libgit2'}"
    )
    environ = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    subprocess.run([sys.executable, "-c", script], cwd=history.root, env=environ, check=True)


def test_changes_need_no_folder_that_is_the_same_on_both_sides(history: History) -> None:
    """What is alike is not looked at, however much of it there is."""
    one = history.commit("One", {"same/x.py": "x\n", "other/y.py": "y\n"})
    two = history.commit("Two", {"other/y.py": "z\n"})
    oid = history.git("rev-parse", "HEAD:same")
    (history.root / ".git/objects" / oid[:2] / oid[2:]).unlink()
    assert [change.path for change in find(history).changes(one, two)] == ["other/y.py"]
