"""An error that is known pushes its memory back, once, and nothing else does."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from legendary_git.agents.recurrence import HEADING
from tests.agents.guard_events import failure, run_guard, success
from tests.project import CHECKOUT, COMMAND, STORE, Shop

pytestmark = pytest.mark.unhooked

RULES = (
    *(
        "Close the books first",
        "Sum before rounding",
        "Lock the month",
        "Post twice, compare once",
        "Void, never delete",
    ),
    *(
        "Read rates at noon",
        "Import in order of arrival",
        "Trust the bank's clock",
        "Skip weekends",
        "Mark gifts as free",
    ),
    *("Split tips by table", "Refund in the paid currency"),
)
LINE = "E   sqlite3.OperationalError: database is locked (5)"
OUTPUT = f"collected 3 items\n\n{LINE}\n1 failed in 0.12s\n"


def test_guard_pushes_the_memory_of_a_known_error(shop: Shop) -> None:
    assert run_guard(shop, failure(shop, OUTPUT)).splitlines() == [
        "<git-memory>",
        HEADING,
        f"[episode #{shop.locked}] (verified against current code) WAL does not help",
        "  on `database is locked (5)`: not seen in this clone before",
        "  (by Ada <ada@example.org>, 2026-01-03, at " + shop.git("rev-parse", "--short=7", "HEAD~1").strip() + ")",
        "</git-memory>",
    ]


@pytest.mark.parametrize(
    "response",
    [
        OUTPUT,
        {"stdout": OUTPUT, "stderr": "", "interrupted": False, "isImage": False},
        {"stdout": "", "stderr": OUTPUT},
        [{"type": "text", "text": OUTPUT}],
        [{"type": "text", "text": "nothing"}, {"type": "text", "text": OUTPUT}],
        {"content": [{"type": "text", "text": OUTPUT}]},
    ],
)
def test_guard_reads_each_shape_of_an_answer(shop: Shop, response: object) -> None:
    payload = success(shop, response, "pytest | tail -50")
    payload["tool_response"] = response
    assert shop.locked in run_guard(shop, payload)


@pytest.mark.parametrize("response", [None, 7, True, [], {}, [None, 3], {"stdout": 4, "stderr": [[]]}, "", "\n"])
def test_guard_says_nothing_to_what_it_cannot_read(shop: Shop, response: object) -> None:
    payload = success(shop, response)
    payload["tool_response"] = response
    assert run_guard(shop, payload) == ""


def test_guard_pushes_once_for_a_session_and_again_for_another(shop: Shop) -> None:
    assert run_guard(shop, failure(shop, OUTPUT))
    assert run_guard(shop, failure(shop, OUTPUT)) == ""
    assert run_guard(shop, failure(shop, f"again\n{OUTPUT}")) == ""
    told = run_guard(shop, failure(shop, OUTPUT, session="s2"))
    assert "seen 3 times before in this clone, last on 2026-01-03" in told


def test_guard_pushes_again_where_the_code_has_changed_since(shop: Shop) -> None:
    assert "(verified" in run_guard(shop, failure(shop, OUTPUT))
    shop.write({"src/store.py": STORE.replace('"default"', '"other"')})
    told = run_guard(shop, failure(shop, OUTPUT))
    assert "[stale by changes that are not committed: verify before trusting]" in told
    assert "seen once before in this clone" in told
    assert run_guard(shop, failure(shop, OUTPUT)) == ""


def test_guard_judges_the_bytes_on_disk_and_not_what_a_hook_saw(shop: Shop) -> None:
    shop.write({"src/store.py": STORE.replace('"default"', '"other"')})
    assert "[stale" in run_guard(shop, failure(shop, OUTPUT))
    shop.write({"src/store.py": STORE})
    assert "(verified against current code)" in run_guard(shop, failure(shop, OUTPUT))


def test_guard_finds_the_error_with_other_values(shop: Shop) -> None:
    trigger = "ConnectionError: db at 10.0.0.7:5432 refused after 3.2s (pid 4711)"
    other = shop.remember("The pooler is full", options=("--type", "episode", "--trigger", trigger))
    line = "\x1b[31m2026-01-03 10:00:01 ERROR ConnectionError: db at 192.168.3.4:6543 refused after 11s (pid 9)\x1b[0m"
    assert other in run_guard(shop, failure(shop, line))
    assert run_guard(shop, failure(shop, line.replace("db at", "cache at"), session="s2")) == ""


def test_guard_finds_an_error_that_a_terminal_broke(shop: Shop) -> None:
    error = f"{'x' * 50} sqlite3.OperationalError: database is locked (5)"
    assert shop.locked in run_guard(shop, failure(shop, f"{error[:80]}\nworker 2: ready\n{error[80:]}\n"))


def test_guard_says_nothing_of_retired_memories(shop: Shop) -> None:
    shop.must("deprecate", shop.locked, "--reason", "it was fixed")
    assert run_guard(shop, failure(shop, OUTPUT)) == ""


def test_guard_gives_the_longest_trigger_first(shop: Shop) -> None:
    trigger = "sqlite3.OperationalError: database is locked (5) in ledger"
    longer = shop.remember("Only the ledger locks", options=("--type", "episode", "--trigger", trigger))
    told = run_guard(shop, failure(shop, f"{OUTPUT}\n{trigger}"))
    assert told.index(longer) < told.index(shop.locked)


def test_guard_knows_a_memory_that_was_written_by_hand_a_moment_ago(shop: Shop) -> None:
    place = shop.path_of(shop.locked)
    place.write_text(place.read_text().replace("database is locked (5)", "the ledger is sealed by audit"))
    assert run_guard(shop, failure(shop, OUTPUT)) == ""
    assert shop.locked in run_guard(shop, failure(shop, "the ledger is sealed by audit"))
    place.unlink()
    assert run_guard(shop, failure(shop, "the ledger is sealed by audit", session="s2")) == ""


@pytest.mark.parametrize("index", ["missing", "damaged", "old", "folder"])
def test_guard_says_the_same_whatever_the_index_is(shop: Shop, index: str) -> None:
    if index == "missing":
        shop.index_path.unlink()
    elif index == "damaged":
        shop.index_path.write_bytes(b"SQLite format 3\0" + bytes(3000))
    elif index == "old":
        subprocess.run(["sqlite3", shop.index_path, "PRAGMA user_version = 1"], check=False)
    else:
        shop.forbid_index()
    assert shop.locked in run_guard(shop, failure(shop, OUTPUT))
    assert shop.status == []


@pytest.mark.parametrize(
    "command",
    ["grep -rn locked .", "cat build.log | head -50", "cd src && cat ../build.log", "git log -3", "bash -c 'cat x'"],
)
def test_guard_is_quiet_where_text_is_displayed(shop: Shop, command: str) -> None:
    assert run_guard(shop, success(shop, f"build.log:3:{LINE}\n{LINE}\n", command)) == ""
    assert run_guard(shop, failure(shop, f"build.log:3:{LINE}\n{LINE}\n", command)) == ""


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("git status && git diff", f"On branch main\ndiff --git a/x b/x\n@@ -1 +1,2 @@\n hello\n+{LINE[4:]}\n"),
        ("git commit -qam x; git log -1", f"commit 1a2b3c4\n\n    Handle it\n\n    {LINE[4:]}\n"),
        ("which python; cat notes.txt", f"/usr/bin/python\nhello\n{LINE[4:]}\n"),
        ("g(){ cat notes.txt; }; g", f"hello\n{LINE[4:]}\n"),
        ("git stash show -p", f"diff --git a/x b/x\n+{LINE[4:]}\n"),
    ],
)
def test_guard_is_quiet_where_a_display_stands_beside_what_keeps_house(shop: Shop, command: str, output: str) -> None:
    assert run_guard(shop, success(shop, output, command)) == ""


def test_guard_hears_what_failed_beside_a_display(shop: Shop) -> None:
    trigger = "cp: cannot stat '/srv/ledger/export.csv': No such file or directory"
    other = shop.remember("Exports are moved at night", options=("--type", "episode", "--trigger", trigger))
    line = "cp: cannot stat '/srv/books/export.csv': No such file or directory"
    assert other in run_guard(shop, success(shop, f"{line}\nhello", "cp export.csv x; cat notes.txt"))
    assert run_guard(shop, success(shop, f"hello\n+{line}", "cp a x; git diff", session="s2")) == ""


def test_guard_hears_the_hooks_of_a_commit_that_failed(shop: Shop) -> None:
    assert shop.locked in run_guard(shop, failure(shop, OUTPUT, "git commit -am x && git log -1"))


def test_guard_is_quiet_about_memories_that_are_shown(shop: Shop) -> None:
    shown = shop.must("show", shop.locked).out
    assert "triggers: database is locked (5)" in shown
    body = f"{shown}\n{LINE}"
    for output in (shown, body):
        command = "make x; git memory show ID"
        assert run_guard(shop, success(shop, output, command)) == ""
        assert run_guard(shop, failure(shop, output, command)) == ""


def test_guard_is_quiet_about_triggers_of_another_memory_that_are_shown(shop: Shop) -> None:
    shown = "[episode #mem-00000000] (fresh) Another\n  triggers: database is locked (5); x\n"
    assert run_guard(shop, failure(shop, shown, "make x; git memory show mem-00000000")) == ""


def test_guard_hears_a_displaying_program_that_fails_itself(shop: Shop) -> None:
    trigger = "cat: /srv/ledger/export.csv: Permission denied"
    other = shop.remember("Exports are root's", options=("--type", "episode", "--trigger", trigger))
    line = "cat: /srv/books/export.csv: Permission denied"
    assert other in run_guard(shop, failure(shop, f"a line\n{line}", "cat export.csv"))
    assert run_guard(shop, success(shop, f"a line\n{line}", "cat log", session="s2")) == ""


def test_guard_hears_a_run_whose_output_is_cut(shop: Shop) -> None:
    assert shop.locked in run_guard(shop, success(shop, OUTPUT, "pytest 2>&1 | tail -50"))


@pytest.mark.parametrize(
    "line",
    [
        "ok 3 - copes with database is locked (5)",
        "test_locked: database is locked (5) handled ... ok",
        '* Fix "database is locked (5)" when two processes run',
        "| database is locked (5) | retry |",
        "> database is locked (5)",
        "handled: database is locked (5)",
        "database is locked (5) (handled, retrying)",
        "[main a1b2c3d] database is locked (5)",
        '+    raise X("database is locked (5)")',
    ],
)
def test_guard_is_quiet_where_a_good_run_speaks_of_the_error(shop: Shop, line: str) -> None:
    assert run_guard(shop, success(shop, line)) == ""


def test_guard_takes_an_interrupted_command_for_one_of_which_the_end_is_not_known(shop: Shop) -> None:
    line = "ok 3 - copes with database is locked (5)"
    assert run_guard(shop, failure(shop, line, is_interrupt=True)) == ""
    assert shop.locked in run_guard(shop, failure(shop, LINE, is_interrupt=True))
    assert shop.locked in run_guard(shop, failure(shop, line, session="s2"))


def test_guard_is_quiet_about_the_memory_itself(shop: Shop) -> None:
    text = shop.path_of(shop.locked).read_text()
    listed = f".legendary/memories/{shop.locked}.md:9:database is locked (5)"
    diff = f"diff\n+{text}".replace("\n", "\n+")
    for session, output in enumerate((text, diff, listed)):
        assert run_guard(shop, failure(shop, output, "python show.py", session=f"m{session}")) == ""


def test_guard_is_quiet_about_what_it_said_before(shop: Shop) -> None:
    told = run_guard(shop, failure(shop, OUTPUT))
    assert run_guard(shop, failure(shop, told, "python replay.py", session="s2")) == ""
    assert shop.locked in run_guard(shop, failure(shop, f"{told}\n{LINE}", "python replay.py", session="s2"))


def test_guard_pushes_what_was_left_uncommitted_by_others_never(shop: Shop) -> None:
    place = shop.path_of(shop.locked)
    place.write_text(place.read_text().replace("Ada <ada@example.org>", "Eve <eve@example.org>"))
    assert run_guard(shop, failure(shop, OUTPUT)) == ""


def test_guard_keeps_no_file_that_git_sees(shop: Shop) -> None:
    run_guard(shop, failure(shop, OUTPUT))
    assert shop.status == []
    assert (shop.root / ".git" / "legendary" / "usage.db").is_file()


def test_guard_counts_nothing_where_it_cannot(shop: Shop) -> None:
    (shop.root / ".git" / "legendary").mkdir(exist_ok=True)
    (shop.root / ".git" / "legendary" / "usage.db").mkdir()
    assert "not seen in this clone before" in run_guard(shop, failure(shop, OUTPUT))


def test_guard_counts_for_all_work_trees_of_a_clone(shop: Shop, tmp_path: Path) -> None:
    run_guard(shop, failure(shop, OUTPUT))
    shop.git("worktree", "add", "-q", "--detach", str(tmp_path / "second"))
    told = run_guard(shop, failure(shop, OUTPUT, cwd=str(tmp_path / "second")))
    assert "seen once before in this clone" in told


@pytest.mark.parametrize(
    "command", ["cd {} && make", "git -C {} push", "make -C {}", "pushd {}; make", "npm --prefix {} test"]
)
def test_guard_looks_where_the_command_went(shop: Shop, tmp_path: Path, command: str) -> None:
    assert shop.locked in run_guard(shop, failure(shop, OUTPUT, command.format(shop.root), cwd=str(tmp_path)))


@pytest.mark.parametrize("command", ["cd {} && make", "git -C {} log", "make -C {}"])
def test_guard_asks_the_session_where_the_command_went_to_no_memories(shop: Shop, tmp_path: Path, command: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    trigger = "fatal: not a git repository (or any of the parent directories): .git"
    other = shop.remember("The data folder is no repository", options=("--type", "episode", "--trigger", trigger))
    assert other in run_guard(shop, failure(shop, trigger, command.format(elsewhere)))


@pytest.mark.parametrize("cwd", [None, "", "/nowhere/at/all", 7, "\0"])
def test_guard_without_a_folder_is_in_its_own(shop: Shop, cwd: Any) -> None:
    payload = failure(shop, OUTPUT)
    payload["cwd"] = cwd
    answer = run_guard(shop, payload)
    assert answer == "" or shop.locked in answer


def test_guard_outside_any_repository_says_nothing(shop: Shop, tmp_path: Path) -> None:
    assert run_guard(shop, failure(shop, OUTPUT, cwd=str(tmp_path))) == ""


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"null", b'{"hook_event_name": 3}', b"\xff\xfe", b"{" * 100_000])
def test_guard_says_nothing_to_an_odd_payload(shop: Shop, data: bytes) -> None:
    assert run_guard(shop, data) == ""


def test_guard_keeps_within_a_budget(shop: Shop) -> None:
    for at in range(12):
        options = ("--type", "episode", "--trigger", f"ledger {'abcdefghijkl'[at] * 4} is out of balance")
        shop.must("remember", *options, "--", f"{RULES[at]}\n{'Long text. ' * 60}")
    output = "\n".join(f"ledger {letter * 4} is out of balance" for letter in "abcdefghijkl")
    assert len(run_guard(shop, failure(shop, output))) < 4_600


_PROBE = """
import sys
sys.argv = ["git-memory", "guard", "--host", "claude"]
try:
    from legendary_git.__main__ import main
    main()
except SystemExit:
    pass
watched = {"click", "rich", "pygit2", "tree_sitter", "json", "dataclasses", "re"}
sys.stderr.write(" ".join(sorted(watched & set(sys.modules))))
"""


@pytest.mark.parametrize(
    ("output", "loaded"),
    [("all is well\n" * 100, {"re", "json", "dataclasses"}), (OUTPUT, {"re", "json", "dataclasses"})],
)
def test_guard_loads_little(shop: Shop, output: str, loaded: set[str]) -> None:
    import json

    done = subprocess.run(
        [sys.executable, "-P", "-c", _PROBE],
        input=json.dumps(failure(shop, output)).encode(),
        capture_output=True,
        check=True,
        cwd=shop.root,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
    )
    assert set(done.stderr.decode().split()) <= loaded
    assert bool(done.stdout) is (output == OUTPUT)


def test_guard_answers_to_a_listener_that_has_gone(shop: Shop) -> None:
    import json

    with subprocess.Popen([*COMMAND, "guard"], cwd=shop.root, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdout.close()
        process.stdin.write(json.dumps(failure(shop, OUTPUT)).encode())
        process.stdin.close()
        assert process.wait(timeout=30) == 0


def test_guard_lets_what_may_not_be_pushed_take_no_place(shop: Shop) -> None:
    text = shop.path_of(shop.locked).read_text(encoding="utf-8")
    text = re.sub("(?m)^author: .*$", "author: Eve <eve@example.org>", text)
    for number in range(25):
        other = text.replace(shop.locked, f"mem-{number:08x}").replace(
            "database is", "sqlite3.OperationalError: database is"
        )
        (shop.root / f".legendary/memories/mem-{number:08x}-x.md").write_text(other, encoding="utf-8")
    told = run_guard(shop, failure(shop, OUTPUT))
    assert f"#{shop.locked}]" in told
    assert "mem-0000" not in told
