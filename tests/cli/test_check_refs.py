"""`git memory check --stdin-refs`: what it reads, what it refuses to read, and what hostile pushes get to see."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from legendary_git.git.backend import VARIABLE
from legendary_git.usecases.checking import written
from tests.project import PAY, Answer, Shop
from tests.secrets.dice import ALNUM, Dice
from tests.server import ZERO, Server

pytestmark = pytest.mark.unhooked

GONE = PAY[PAY.index("def refund") :]
TOKEN = "ghp_" + Dice("refs").of(ALNUM, 36)
FOLDER = ".legendary/memories"
CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202f]")


@pytest.fixture
def server(shop: Shop) -> Server:
    """A bare repository that has all of the shop."""
    return Server.beside(shop)


def brought(shop: Shop, server: Server, message: str, files: Mapping[str, str | bytes | None]) -> str:
    """A commit of the shop whose objects are on the server, where no branch has it yet; the line that tells of it."""
    old = server.tip("main")
    new = shop.commit(message, files)
    server.git("fetch", "-q", str(shop.root), new)
    return f"{old} {new} refs/heads/main"


def dropped(shop: Shop, server: Server) -> str:
    return brought(shop, server, "Drop", {"src/pay.py": GONE})


@pytest.mark.parametrize("back_end", ["git", "libgit2"])
def test_check_of_refs_writes_nothing(
    shop: Shop, server: Server, monkeypatch: pytest.MonkeyPatch, back_end: str
) -> None:
    monkeypatch.setenv(VARIABLE, back_end)
    line = dropped(shop, server)
    before = server.snapshot()
    answer = server.asked(line)
    assert (answer.code, "LG001" in answer.out) == (1, True)
    assert server.asked(line, words=("--json",)).json["failed"] is True
    assert server.snapshot() == before


def test_check_of_no_refs_says_nothing(server: Server) -> None:
    assert server.asked() == Answer(0, "", "")
    assert server.asked("") == Answer(0, "", "")


NO_LINES = [
    "x",
    f"{ZERO} {ZERO}",
    f"{ZERO} {ZERO[1:]} refs/heads/a",
    f"{ZERO} {'g' * 40} refs/heads/a",
    f"{ZERO}\t{ZERO}\trefs/heads/main",
    "x" * 5000,
    "\x1b[31m\udcff",
]
NO_NAMES = ["HEAD", "main", "refs", "refs/heads/a b", "refs/heads/", "refs/heads/..", "refs/tags/\x1b[31m"]


@pytest.mark.parametrize("line", NO_LINES)
def test_check_of_refs_refuses_what_holds_no_line_that_is_one(server: Server, line: str) -> None:
    answer = server.asked(line)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("error: line 1 of standard input is not `OLD NEW REF`: ")
    assert len(answer.err) < 500
    assert CONTROLS.search(answer.err) is None


@pytest.mark.parametrize("line", NO_LINES)
def test_check_of_refs_refuses_a_push_of_which_a_line_is_none_and_checks_the_rest(
    shop: Shop, server: Server, line: str
) -> None:
    answer = server.asked(dropped(shop, server), line)
    assert answer.code == 1
    assert answer.out.startswith("error: line 2 of standard input is not `OLD NEW REF`: ")
    assert "error LG001 orphaned-anchor: " in answer.out
    assert CONTROLS.search(answer.out) is None
    fine = server.asked(f"{ZERO} {ZERO} refs/heads/fine", line)
    assert fine.code == 1
    assert "git memory: refused: not every line that git gave names a ref" in fine.err
    assert server.asked(f"{ZERO} {ZERO} refs/heads/fine", line, words=("--json",)).json["faults"] != []


@pytest.mark.parametrize("name", NO_NAMES)
def test_name_that_git_refuses_by_itself_keeps_no_other_from_being_checked(
    shop: Shop, server: Server, name: str
) -> None:
    line = dropped(shop, server)
    old, new, _ = line.split(" ", 2)
    answer = server.asked(f"{old} {new} {name}", line)
    assert answer.code == 1
    assert "error LG001 orphaned-anchor: " in answer.out
    assert CONTROLS.search(answer.out) is None
    assert server.asked(f"{old} {old} {name}", f"{ZERO} {old} refs/heads/more").code == 0


@pytest.mark.parametrize(
    "words", [("--base", "main"), ("--at", "main"), ("--worktree",), ("--write-baseline",), ("--fail-on", "unheard")]
)
def test_check_of_refs_refuses_what_does_not_go_with_it(server: Server, words: tuple[str, ...]) -> None:
    assert server.asked(words=words).code == 2


@pytest.mark.parametrize("words", [("check",), ("list",), ("stale",), ("doctor",), ("brief",)])
def test_other_commands_are_refused_in_a_bare_repository(server: Server, words: tuple[str, ...]) -> None:
    answer = server.memory(*words)
    assert (answer.code, answer.out) == (128, "")
    assert answer.err.splitlines()[0] == "fatal: this is a bare repository, it has no work tree"


def test_check_of_refs_outside_of_a_repository(server: Server) -> None:
    other = Server(server.root.parent / "none")
    other.root.mkdir()
    assert other.asked().code == 128


def test_check_of_refs_asks_about_each_commit_once(shop: Shop, server: Server) -> None:
    line = dropped(shop, server)
    old, new, _ = line.split(" ")
    lines = [f"{old} {new} refs/heads/b{number:04}" for number in range(5000)]
    answer = server.asked(*lines)
    assert answer.code == 1
    assert answer.lines[0] == "refs/heads/b0000, refs/heads/b0001, refs/heads/b0002 and 4997 more:"
    assert answer.out.count("LG001") == 1
    assert answer.err.startswith("git memory: checked 2 memories on 5000 branches: 1 error, 0 warnings\n")


def test_check_of_refs_as_json(shop: Shop, server: Server) -> None:
    line = dropped(shop, server)
    old, new, _ = line.split(" ")
    answer = server.asked(line, f"{old} {ZERO} refs/heads/x", f"{ZERO} {new} refs/tags/t", words=("--json",))
    found = answer.json
    assert (answer.code, answer.err) == (1, "")
    assert (found["schema"], found["failed"], found["notices"]) == ("legendary.check-refs/1", True, [])
    (checked,) = found["checked"]
    assert checked["refs"] == [{"ref": "refs/heads/main", "old": old, "new": new}]
    assert (checked["head"], checked["base"], checked["failed"]) == (new, old, True)
    assert [(one["rule"], one["id"]) for one in checked["findings"]] == [("LG001", shop.cents)]
    assert checked["checked"] == {"memories": 2, "anchors": 2, "unknown": 0}
    assert found["passed"] == [
        {"ref": "refs/heads/x", "old": old, "new": None, "why": "deleted"},
        {"ref": "refs/tags/t", "old": None, "new": new, "why": "no branch"},
    ]


def test_check_of_refs_counts_what_was_there_before_if_told_to(shop: Shop, server: Server) -> None:
    line = dropped(shop, server)
    server.git("update-ref", "refs/heads/main", line.split(" ")[1])
    again = brought(shop, server, "More", {"src/more.py": "x = 1\n"})
    assert server.asked(again).code == 0
    assert server.asked(again, words=("--all",)).code == 1
    new = again.split(" ")[1]
    server.git("update-ref", "refs/heads/main", new)
    assert server.asked(f"{ZERO} {new} refs/heads/same").code == 0
    assert server.asked(f"{ZERO} {new} refs/heads/same", words=("--all",)).code == 1


def test_check_of_refs_passes_over_what_is_no_commit(shop: Shop, server: Server) -> None:
    server.git("tag", "-a", "-m", "t", "t", env={"GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@b.c"})
    answer = server.asked(f"{ZERO} {server.tip('t')} refs/heads/t", f"{ZERO} {server.tip('main^{tree}')} refs/heads/u")
    assert answer == Answer(0, "", "git memory: nothing to check in 2 refs (2 no commit)\n")


def test_check_of_refs_whose_commits_are_absent_verifies_nothing(server: Server) -> None:
    old = server.tip("main")
    for line in (f"{old} {'1' * 40} refs/heads/main", f"{ZERO} {'1' * 40} refs/heads/new"):
        answer = server.asked(line)
        assert (answer.code, "warning LG012" in answer.out) == (0, True)
        assert server.asked(line, words=("--fail-on", "unverified")).code == 1


@pytest.mark.parametrize("name", ["ünïcode", "with\udcffbyte", "a'b\"c$d;e", "-rf", "very/" * 40 + "deep", "x\u2028y"])
def test_check_of_refs_with_odd_names(shop: Shop, server: Server, name: str) -> None:
    old, new, _ = dropped(shop, server).split(" ")
    answer = server.asked(f"{old} {new} refs/heads/{name}")
    assert answer.code == 1
    assert "\u2028" not in answer.out
    assert CONTROLS.search(answer.out) is None
    if name == "ünïcode":
        assert answer.lines[0] == "refs/heads/ünïcode:"


# Hostile pushes.


def memory_text(memory_id: str, title: str = "A", more: str = "") -> str:
    return f"---\nid: {memory_id}\ntype: decision\ntitle: {title}\nstatus: active\n{more}---\n\nBody {title}\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mem-0a0a0a0a-a.md", memory_text("mem-0a0a0a0a", f"use {TOKEN}")),
        ("mem-0a0a0a0a-a.md", memory_text("mem-0a0a0a0a", more=f"triggers:\n  - {TOKEN}\n")),
        ("mem-0a0a0a0a-a.md", f"no memory: {TOKEN}\n"),
        (f"mem-0a0a0a0a-{TOKEN}.md", memory_text("mem-0a0a0a0a")),
    ],
)
def test_pushed_secret_is_refused_and_not_shown(shop: Shop, server: Server, name: str, text: str) -> None:
    answer = server.asked(brought(shop, server, "Secret", {f"{FOLDER}/{name}": text}))
    assert (answer.code, "error LG006 secret-in-memory" in answer.out) == (1, True)
    assert TOKEN not in answer.out + answer.err


def test_pushed_secret_that_a_memory_suspends_is_refused(shop: Shop, server: Server) -> None:
    ignore = "check_ignore:\n  - {rule: LG006, reason: mine, until: 2099-01-01}\n"
    text = memory_text("mem-0a0a0a0a", f"use {TOKEN}", ignore)
    answer = server.asked(brought(shop, server, "Secret", {f"{FOLDER}/mem-0a0a0a0a-a.md": text}))
    assert (answer.code, TOKEN in answer.out) == (1, False)


def test_pushed_controls_are_written_out(shop: Shop, server: Server) -> None:
    anchor = 'anchors:\n  - file: "src/\\e[2J\\u202e\\nx.py"\n'
    line = brought(
        shop,
        server,
        "\x1b]0;owned\x07 subject",
        {
            f"{FOLDER}/mem-0a0a0a0a-a\n\x1b[31mb.md": memory_text("mem-0a0a0a0a", '"\\e[31mred\\r\\n\\u202e"', anchor),
            f"{FOLDER}/\x1b[2J\nremote: fine.md": "---\nid: \x1b[2J\n---\n",
            "src/pay.py": GONE,
        },
    )
    answer = server.asked(line)
    assert answer.code == 1
    assert CONTROLS.search(answer.out + answer.err) is None
    assert not any(text.startswith("remote: fine") for text in answer.lines)
    assert {*re.findall("LG[0-9]{3}", answer.out)} == {"LG001", "LG002", "LG007"}


def test_pushed_file_of_many_megabytes_is_not_read(shop: Shop, server: Server) -> None:
    data = f"---\nid: mem-0a0a0a0a\n---\n{TOKEN}".encode() + b"a b c=" * 2_000_000
    answer = server.asked(brought(shop, server, "Big", {f"{FOLDER}/mem-0a0a0a0a-a.md": data}))
    assert answer.code == 1
    assert f"error LG002 invalid-memory: {FOLDER}/mem-0a0a0a0a-a.md:1: larger than 131072 bytes: " in answer.out


def test_pushed_crowd_of_bad_files_is_cut_short(shop: Shop, server: Server) -> None:
    files = {f"{FOLDER}/mem-{number:08x}-a.md": "bad\n" for number in range(1000)}
    answer = server.asked(brought(shop, server, "Flood", {**files, "src/store.py": "x = 1\n"}))
    assert answer.code == 1
    assert answer.out.count("error LG") == 20
    assert answer.lines[-1] == "and 981 more findings"
    assert len(answer.out) < 10_000


def test_pushed_crowd_is_not_compared_without_end(shop: Shop, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(written, "MOST_PAIRS", 10)
    numbers = range(0x0A000000, 0x0A000008)
    files = {
        f"{FOLDER}/mem-{one:08x}-a.md": memory_text(f"mem-{one:08x}", f"Tea is served at {one}") for one in numbers
    }
    answer = server.asked(brought(shop, server, "Crowd", files))
    assert "  note: too much is written at once: 6 memories were not compared with the others" in answer.lines


def test_pushed_memory_named_like_a_folder(shop: Shop, server: Server) -> None:
    answer = server.asked(brought(shop, server, "Odd", {f"{FOLDER}/mem-0a0a0a0a-a.md/x.md": "bad\n"}))
    assert (answer.code, answer.out) == (0, "")


@pytest.mark.parametrize("back_end", ["git", "libgit2"])
def test_commit_of_a_tree_that_nobody_can_read_is_refused(
    shop: Shop, server: Server, monkeypatch: pytest.MonkeyPatch, back_end: str
) -> None:
    monkeypatch.setenv(VARIABLE, back_end)
    old = server.tip("main")
    tree = server.git("hash-object", "-t", "tree", "-w", "--stdin", "--literally", stdin=b"10x644 a\0" + b"\1" * 20)
    commit = server.git("commit-tree", "-p", old, "-m", "Odd", tree)
    answer = server.asked(f"{old} {commit} refs/heads/main")
    assert answer.code == 1
    assert "error LG012 nothing-verified: " in answer.out
    assert f"note: the tree {tree} cannot be read" in answer.out
    warned = server.asked(f"{old} {commit} refs/heads/main", words=("--fail-on", "orphaned"))
    assert (warned.code, "warning LG012" in warned.out) == (0, True)
