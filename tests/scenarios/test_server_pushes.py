"""Real pushes to real servers, with the hooks installed as docs/server.md says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from legendary_git.git.backend import VARIABLE
from tests.history import History, git_version
from tests.project import PAY, STORE, Project, Shop
from tests.server import Server, documented, push

pytestmark = pytest.mark.unhooked

GONE = PAY[PAY.index("def refund") :]
NO_STORE = "x = 1\n"


@pytest.fixture(autouse=True)
def servers_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """`Server.install` puts a program in front of PATH; and libgit2 refuses objects in quarantine."""
    monkeypatch.setenv("PATH", os.environ["PATH"])
    if os.environ.get(VARIABLE) == "libgit2":
        monkeypatch.setenv(VARIABLE, "")


@pytest.fixture
def server(shop: Shop) -> Server:
    """A bare repository that has all of the shop, with the documented pre-receive hook."""
    made = Server.beside(shop)
    made.install(documented("pre-receive"))
    return made


@pytest.mark.parametrize("hook", ["pre-receive", "update"])
def test_push_that_orphans_a_memory_is_refused(shop: Shop, hook: str) -> None:
    server = Server.beside(shop)
    server.install(documented(hook), hook)
    before = server.tip("main")
    commit = shop.change("Drop", GONE)
    pushed = push(shop, "main")
    assert not pushed.taken
    assert server.tip("main") == before
    path = shop.path_of(shop.cents).relative_to(shop.root)
    line = shop.path_of(shop.cents).read_text().splitlines().index("  - file: src/pay.py") + 1
    assert pushed.told == (
        "refs/heads/main:\n"
        f"  error LG001 orphaned-anchor: {path}:{line}: src/pay.py::charge: the symbol is gone since {commit[:7]} "
        '2026-01-01 Ada "Drop" (memory: "Amounts are whole cents")\n'
        f"    -> git memory reanchor {shop.cents} --to PLACE   # where the code is now\n"
        f"    -> git memory deprecate {shop.cents} --reason TEXT   # if the memory went with it\n"
        "git memory: checked 2 memories on 1 branch: 1 error, 0 warnings\n"
        "git memory: refused. Mend it in your clone, commit, push again; it says more: "
        f"git memory check --base {before[:12]}\n"
    )
    shop.must("deprecate", shop.cents, "--reason", "It went with the code")
    shop.commit("Retire")
    assert push(shop, "main").taken
    assert server.tip("main") == shop.head


@pytest.mark.parametrize("hook", ["pre-receive", "update"])
@pytest.mark.skipif(git_version() < (2, 29), reason="knows no SHA-256")
def test_push_to_a_repository_of_sha256(
    clock: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hook: str
) -> None:
    monkeypatch.setenv("GIT_DEFAULT_HASH", "sha256")
    project = Project.start(tmp_path / "shop")
    project.commit("Sell", {"src/pay.py": PAY})
    project.remember("Cents", "src/pay.py::charge")
    project.commit("Remember")
    server = Server.empty(project)
    server.install(documented(hook), hook)
    assert push(project, "main").taken
    project.commit("Drop", {"src/pay.py": GONE})
    assert push(project, "main").findings == ["error LG001"]
    assert len(server.tip("main")) == 64


def test_push_that_makes_a_memory_stale_is_taken_with_a_warning(shop: Shop, server: Server) -> None:
    shop.change()
    pushed = push(shop, "main")
    assert (pushed.taken, pushed.findings) == (True, ["warning LG003"])
    assert "refused" not in pushed.told


def test_push_of_what_holds_says_one_line(shop: Shop, server: Server) -> None:
    shop.commit("More", {"src/more.py": "x = 1\n"})
    assert push(shop, "main").told == "git memory: checked 2 memories on 1 branch: 0 errors, 0 warnings\n"


def test_push_of_no_branch_says_that_nothing_was_checked(shop: Shop, server: Server) -> None:
    shop.git("tag", "-a", "-m", "one", "v1")
    shop.git("notes", "add", "-m", "a note")
    server.git("branch", "old")
    pushed = push(shop, "v1", "refs/notes/commits", ":old", "main:same")
    assert pushed.taken
    assert pushed.told == "git memory: nothing to check in 4 refs (2 no branch, 1 deleted, 1 nothing new)\n"
    shop.git("tag", "v2")
    shop.commit("More", {"src/more.py": "x = 1\n"})
    assert push(shop, "main", "v2").told == "git memory: checked 2 memories on 1 branch: 0 errors, 0 warnings\n"


def test_first_push_asks_about_everything(shop: Shop) -> None:
    server = Server.empty(shop)
    server.install(documented("pre-receive"))
    assert push(shop, "main").taken
    shop.change("Drop", GONE)
    shop.git("remote", "remove", "origin")
    other = Server.start(shop.root.parent / "other.git", "--bare").as_origin_of(shop)
    other.install(documented("pre-receive"))
    pushed = push(shop, "main")
    assert (pushed.taken, pushed.findings) == (False, ["error LG001"])
    assert pushed.told.endswith("it says more: git memory check\n")


def test_push_of_a_new_branch_is_asked_what_it_did_itself(shop: Shop) -> None:
    shop.change("Drop", GONE)
    server = Server.beside(shop)
    server.install(documented("pre-receive"))
    shop.git("switch", "-q", "-c", "topic")
    shop.commit("Work", {"src/work.py": "x = 1\n"})
    pushed = push(shop, "topic")
    assert (pushed.taken, pushed.findings) == (True, []), "main is orphaned, and that is not its doing"
    shop.git("switch", "-q", "-c", "other", "main")
    shop.commit("Drop the store", {"src/store.py": NO_STORE})
    pushed = push(shop, "other", "topic:more")
    assert (pushed.taken, pushed.findings) == (False, ["error LG001"])
    assert shop.locked in pushed.told
    assert shop.cents not in pushed.told
    assert server.tip("other") == ""


def test_push_of_an_unrelated_branch_asks_about_all_of_it(shop: Shop, server: Server) -> None:
    shop.git("switch", "-q", "--orphan", "pages")
    shop.git("checkout", "-q", "main", "--", ".legendary")
    shop.commit("Only memories")
    assert push(shop, "pages").findings == ["error LG001", "error LG001"]


def test_forced_push_that_drops_what_mended_a_memory_is_refused(shop: Shop, server: Server) -> None:
    good = shop.head
    shop.change("Drop", GONE)
    shop.must("deprecate", shop.cents, "--reason", "gone")
    bad = shop.commit("Retire")
    assert push(shop, "main").taken
    shop.git("reset", "-q", "--hard", f"{bad}~1")
    pushed = push(shop, "+main")
    assert (pushed.taken, pushed.findings) == (False, ["error LG001"])
    shop.git("reset", "-q", "--hard", good)
    assert push(shop, "+main").taken


def test_what_comes_from_the_default_branch_was_there_before(shop: Shop, tmp_path: Path) -> None:
    server = Server.beside(shop)
    shop.git("switch", "-q", "-c", "topic")
    shop.commit("Work", {"src/work.py": "x = 1\n"})
    shop.git("push", "-q", "origin", "topic")
    shop.git("switch", "-q", "main")
    shop.change("Drop", GONE)
    shop.git("push", "-q", "origin", "main")
    server.install(documented("pre-receive"))
    shop.git("switch", "-q", "topic")
    shop.git("merge", "-q", "--no-edit", "main")
    assert push(shop, "topic").findings == []
    shop.git("reset", "-q", "--hard", "HEAD^")
    shop.git("rebase", "-q", "main")
    pushed = push(shop, "+topic")
    assert (pushed.taken, pushed.findings) == (True, [])
    shop.commit("Drop the store", {"src/store.py": NO_STORE})
    assert push(shop, "topic").findings == ["error LG001"]


def test_what_comes_from_another_branch_counts(shop: Shop) -> None:
    server = Server.beside(shop)
    shop.git("switch", "-q", "-c", "topic")
    shop.change("Drop", GONE)
    shop.git("push", "-q", "origin", "topic")
    server.install(documented("pre-receive"))
    shop.git("switch", "-q", "main")
    shop.commit("Work", {"src/work.py": "x = 1\n"})
    shop.git("merge", "-q", "--no-edit", "topic")
    pushed = push(shop, "main")
    assert (pushed.taken, pushed.findings) == (False, ["error LG001"])


# Who sets the bar.


def test_push_cannot_lower_the_bar_for_itself(shop: Shop, server: Server) -> None:
    shop.write({".legendary/config.toml": '[check]\nfail_on = ["secret"]\n'})
    shop.change("Drop", GONE)
    assert not push(shop, "main").taken
    shop.git("switch", "-q", "-c", "topic")
    assert not push(shop, "topic").taken, "nor on a branch of its own"
    shop.change("Put it back", PAY)
    assert push(shop, "topic").taken
    shop.change("Drop again", GONE)
    assert not push(shop, "topic").taken, "settings of another branch than the default one do not count"
    shop.git("reset", "-q", "--hard", "HEAD^")
    assert push(shop, "topic:main").taken
    shop.change("Drop again", GONE)
    assert push(shop, "topic:main").taken, "the default branch has them now"
    server.options("--fail-on orphaned")
    shop.change("Put it back", PAY)
    assert push(shop, "topic:main").taken
    shop.change("Drop again", GONE)
    assert not push(shop, "topic:main").taken, "the server's own options win"


def test_push_mends_settings_that_cannot_be_read(shop: Shop) -> None:
    shop.commit("Break", {".legendary/config.toml": "[check\n", ".legendary/check-baseline.json": "{"})
    server = Server.beside(shop)
    server.install(documented("pre-receive"))
    shop.change("Drop", GONE)
    pushed = push(shop, "main")
    assert pushed.findings == ["error LG001"]
    assert pushed.told.startswith("warning: .legendary/config.toml is not TOML: ")
    assert "warning: .legendary/check-baseline.json is no baseline: " in pushed.told
    shop.change("Put it back", PAY)
    shop.commit("Mend", {".legendary/config.toml": "", ".legendary/check-baseline.json": None})
    assert push(shop, "main").taken


def test_push_cannot_bring_a_baseline_for_itself(shop: Shop, server: Server) -> None:
    shop.change("Drop", GONE)
    shop.must("check", "--write-baseline")
    shop.commit("Know it")
    assert not push(shop, "main").taken
    shop.git("push", "-q", "origin", "main", "-o", "x", check=False)
    named = shop.root.parent / "baseline.json"
    named.write_bytes((shop.root / ".legendary/check-baseline.json").read_bytes())
    server.options(f"--baseline '{named}'")
    assert push(shop, "main").taken


# Kinds of servers.


def test_push_to_a_repository_with_a_work_tree(shop: Shop) -> None:
    root = shop.root.parent / "deployed"
    shop.git("clone", "-q", f"file://{shop.root}", str(root))
    deployed = Server(root)
    deployed.git("config", "receive.denyCurrentBranch", "updateInstead")
    hooks = Server(root / ".git").as_origin_of(shop)
    hooks.install(documented("pre-receive"))
    shop.change("Drop", GONE)
    assert push(shop, "main").findings == ["error LG001"]
    assert deployed.status == []
    shop.change("More")
    assert push(shop, "main").findings == ["warning LG003"]
    assert deployed.status == []
    assert not (root / ".git" / "legendary").exists()


def test_push_to_a_linked_work_tree_of_a_bare_repository(shop: Shop, server: Server) -> None:
    server.git("worktree", "add", "-q", "../linked", "-b", "linked")
    shop.git("remote", "set-url", "origin", f"file://{shop.root.parent}/linked")
    shop.change("Drop", GONE)
    assert push(shop, "main").findings == ["error LG001"]


def test_push_to_a_branch_that_is_another_ones_name(shop: Shop, server: Server) -> None:
    server.git("symbolic-ref", "refs/heads/alias", "refs/heads/main")
    shop.change("Drop", GONE)
    pushed = push(shop, "main:alias")
    assert (pushed.taken, pushed.findings) == (False, ["error LG001"])


def test_push_to_a_server_whose_head_names_no_branch(shop: Shop, server: Server) -> None:
    server.git("symbolic-ref", "HEAD", "refs/heads/absent")
    shop.write({".legendary/config.toml": '[check]\nfail_on = ["secret"]\n'})
    shop.change("Drop", GONE)
    assert not push(shop, "main").taken
    assert not push(shop, "main:topic").taken


def test_push_to_a_server_that_lacks_objects_is_unknown(shop: Shop) -> None:
    shop.commit("Other", {"src/pay.py": PAY + "\n\nx = 1\n", "src/store.py": STORE + "\n\nx = 1\n"})
    shop.git("config", "uploadpack.allowFilter", "true")
    server = Server.beside(shop, "--filter=blob:none")
    server.install(documented("pre-receive"))
    shop.commit("More", {"src/more.py": "x = 1\n"})
    pushed = push(shop, "main")
    assert pushed.taken
    assert {one for one in pushed.findings if one.startswith("error")} == set()
    assert "orphaned" not in pushed.told
    assert "could not be verified" in pushed.told


def test_push_that_brings_a_cut_off_history(shop: Shop) -> None:
    shop.change("Drop", GONE)
    server = Server.empty(shop)
    server.install(documented("pre-receive"))
    server.git("config", "receive.shallowUpdate", "true")
    root = shop.root.parent / "shallow"
    shop.git("clone", "-q", "--depth", "1", f"file://{shop.root}", str(root))
    shallow = Project(root, shop.commits)
    shallow.git("remote", "set-url", "origin", f"file://{server.root}")
    pushed = push(shallow, "main")
    assert (pushed.taken, pushed.findings) == (False, ["error LG001"])
    assert "checked 2 memories" in pushed.told
    shallow.commit("Put it back", {"src/pay.py": PAY})
    assert push(shallow, "main").taken
    assert (server.root / "shallow").exists()


def test_push_from_a_shallow_clone(shop: Shop, server: Server) -> None:
    root = shop.root.parent / "shallow"
    shop.git("clone", "-q", "--depth", "1", f"file://{server.root}", str(root))
    shallow = Project(root, shop.commits)
    shallow.commit("Drop", {"src/pay.py": GONE})
    assert push(shallow, "main").findings == ["error LG001"]
    shallow.commit("Put it back", {"src/pay.py": PAY})
    assert push(shallow, "main").taken


def test_push_with_submodules_and_links(shop: Shop, server: Server) -> None:
    inner = History.start(shop.root.parent / "inner")
    inner.commit("inner", {"x.py": "x"})
    shop.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.root), "sub")
    (shop.root / "src/link.py").symlink_to("pay.py")
    shop.commit("Submodule and link")
    assert push(shop, "main").told == "git memory: checked 2 memories on 1 branch: 0 errors, 0 warnings\n"
    (shop.root / ".legendary/memories/mem-0a0a0a0a-link.md").symlink_to("../../README")
    shop.commit("Link in the place of a memory")
    assert push(shop, "main").findings == ["error LG002"]


# Nothing is written.

_WATCHED = """\
#!/bin/sh
list() {{ find . "$GIT_QUARANTINE_PATH" -printf '%p %T@ %s\\n' | sort; }}
list >'{folder}/before'
git memory check --stdin-refs
code=$?
list >'{folder}/after'
exit $code
"""


def test_push_leaves_no_trace_in_the_quarantine_or_the_repository(shop: Shop, server: Server) -> None:
    folder = shop.root.parent
    server.install(_WATCHED.format(folder=folder))
    for text, is_taken in ((GONE, False), (PAY.replace("100", "9"), True)):
        shop.change("Change", text)
        before = server.snapshot()
        assert push(shop, "main").taken is is_taken
        assert (folder / "before").read_bytes() == (folder / "after").read_bytes() != b""
        assert "tmp_objdir" in (folder / "before").read_text()
        if not is_taken:
            left = {path: content for path, (_, content) in server.snapshot().items()}
            assert left == {path: content for path, (_, content) in before.items()}


def test_push_is_refused_by_the_documented_hook_of_gitlab(shop: Shop) -> None:
    server = Server.beside(shop)
    server.install(documented("gitlab"))
    shop.change("Drop", GONE)
    pushed = push(shop, "main")
    assert not pushed.taken
    assert all(line.startswith("GL-HOOK-ERR: ") for line in pushed.told.splitlines())
    shop.change("Put it back", PAY)
    assert push(shop, "main").taken


@pytest.mark.parametrize(("name", "is_taken"), [("pre-receive", False), ("lenient", True)])
def test_push_where_the_check_itself_fails(shop: Shop, name: str, is_taken: bool) -> None:
    server = Server.beside(shop)
    server.install(documented(name).replace("--stdin-refs", "--stdin-refs --unheard-of"))
    shop.commit("More", {"src/more.py": "x = 1\n"})
    assert push(shop, "main").taken is is_taken


def _with_bomb(shop: Shop, folder: str) -> str:
    """A child of HEAD in which a folder has ten to the power of nine files besides, of nine trees."""
    blob = shop.git("hash-object", "-w", "--stdin", stdin=b"x = 1\n")
    tree = shop.git("mktree", stdin="".join(f"100644 blob {blob}\ta{n}.py\n" for n in range(10)).encode())
    for _ in range(8):
        tree = shop.git("mktree", stdin="".join(f"040000 tree {tree}\td{n}\n" for n in range(10)).encode())
    path = "zz"
    for above in (*folder.split("/")[::-1], ""):
        at = folder[: folder.index(above)] + above if above else ""
        kept = [line for line in shop.git("ls-tree", f"HEAD:{at}").splitlines() if not line.endswith(f"\t{path}")]
        tree = shop.git("mktree", stdin="".join(f"{one}\n" for one in (*kept, f"040000 tree {tree}\t{path}")).encode())
        path = above
    return shop.git("commit-tree", "-p", "HEAD", "-m", "Bomb", tree)


@pytest.fixture
def lenient(shop: Shop) -> Server:
    """A server that lets everybody push if its own installation is broken."""
    made = Server.beside(shop)
    made.install(documented("lenient"))
    return made


@pytest.mark.parametrize(
    ("folder", "seconds", "finding", "why"),
    [
        ("src", "60", "error LG004", "too many files, or too long paths"),
        ("src", "0", "error LG012", "the time for it was over"),
        (".legendary/memories", "0", "error LG012", "the time for it was over"),
    ],
)
def test_tree_of_a_thousand_million_files_lets_no_push_in(
    shop: Shop, lenient: Server, folder: str, seconds: str, finding: str, why: str
) -> None:
    lenient.git("config", "legendary.receiveSeconds", seconds)
    before = lenient.tip("main")
    shop.change("Drop", GONE)
    commit = _with_bomb(shop, folder)
    pushed = push(shop, f"{commit}:refs/heads/main")
    assert not pushed.taken
    assert pushed.findings == [finding]
    assert why in pushed.told
    assert lenient.tip("main") == before


def test_push_for_which_there_is_no_time_is_not_verified_and_refused(shop: Shop, lenient: Server) -> None:
    lenient.git("config", "legendary.receiveSeconds", "0")
    shop.change("Charge more")
    pushed = push(shop, "main")
    assert not pushed.taken
    assert "the time for it was over" in pushed.told
    lenient.git("config", "legendary.receiveSeconds", "60")
    assert push(shop, "main").taken


@pytest.mark.parametrize("seconds", ["soon", "-1", "nan", "inf"])
def test_seconds_that_mean_nothing_are_an_error_of_who_keeps_the_server(
    shop: Shop, server: Server, seconds: str
) -> None:
    server.git("config", "legendary.receiveSeconds", seconds)
    answer = server.asked("")
    assert answer.code == 2
    assert f"legendary.receiveSeconds = '{seconds}' is no number of seconds" in answer.err
    assert not push(shop, "HEAD:refs/heads/more").taken
