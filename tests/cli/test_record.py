"""`git memory record`: pending flips go into the history of the files concerned."""

from __future__ import annotations

from tests.project import NOW, PAY, Shop

MORE = PAY.replace("total = amount * 100", "total = amount * 1000")


def flip(shop: Shop) -> str:
    """Make the memory about cents stale, and let the index see it; the commit."""
    commit = shop.change(text=MORE)
    shop.must("list")
    return commit


def test_record_writes_what_flipped_once(shop: Shop) -> None:
    commit = flip(shop)
    answer = shop.must("record")
    assert answer.lines == [
        f'recorded [decision #{shop.cents}] src/pay.py::charge: stale by {commit[:7]} "Charge more"'
    ]
    (event,) = shop.shown(shop.cents)["history"]
    at = shop.git("show", "-s", "--format=%cI", commit).replace("+00:00", "Z")
    assert event == {"at": at, "event": "stale", "commit": commit, "anchor": "src/pay.py::charge"}
    before = shop.path_of(shop.cents).read_bytes()
    again = shop.must("record")
    assert (again.out, again.err) == ("", "nothing to record: every flip that was seen is in its memory's history\n")
    assert shop.path_of(shop.cents).read_bytes() == before
    assert shop.status == [f" M {shop.path_of(shop.cents).relative_to(shop.root)}"]


def test_record_commits_exactly_the_files_that_it_wrote(shop: Shop) -> None:
    commit = flip(shop)
    shop.write({"src/store.py": "x = 1\n", "new.py": "y = 1\n", "src/pay.py": MORE + "\n\nz = 1\n"})
    shop.git("add", "src/store.py", "new.py")
    staged = shop.git("diff", "--cached")
    answer = shop.must("record", "--commit")
    path = str(shop.path_of(shop.cents).relative_to(shop.root))
    assert answer.lines[1] == f'committed {shop.head[:7]} "Record 1 flip of {shop.cents}"'
    assert shop.git("show", "--format=", "--name-only", "HEAD") == path
    assert shop.git("show", "-s", "--format=%B", "HEAD").splitlines() == [
        f"Record 1 flip of {shop.cents}",
        "",
        f'stale {shop.cents} src/pay.py::charge by {commit[:7]} "Charge more"',
    ]
    assert shop.git("rev-parse", "HEAD~1") == commit
    assert shop.git("diff", "--cached") == staged
    assert shop.status == ["A  new.py", " M src/pay.py", "M  src/store.py"]
    assert shop.must("record", "--commit").out == ""


def test_record_does_not_commit_what_somebody_else_is_writing(shop: Shop) -> None:
    flip(shop)
    path = shop.path_of(shop.cents)
    path.write_text(path.read_text() + "A thought that is not finished\n")
    head = shop.head
    answer = shop.must("record", "--commit")
    assert len(answer.lines) == 1
    name = path.relative_to(shop.root)
    assert answer.err == f"warning: {name} has other changes that are not committed: commit it yourself\n"
    assert shop.head == head
    assert len(shop.shown(shop.cents)["history"]) == 1


def test_record_says_why_git_does_not_commit(shop: Shop) -> None:
    flip(shop)
    hook = shop.root / ".git/hooks/pre-commit"
    hook.write_text("#!/bin/sh\necho no >&2\nexit 1\n")
    hook.chmod(0o755)
    answer = shop.memory("record", "--commit")
    name = shop.path_of(shop.cents).relative_to(shop.root)
    assert answer.code == 1
    assert answer.err.splitlines() == [
        "error: the flips are written, and git does not commit them: no",
        f"hint: commit them yourself: git commit -- {name}",
    ]
    assert len(shop.shown(shop.cents)["history"]) == 1


def test_record_leaves_out_other_branches_and_going_to_and_fro(shop: Shop) -> None:
    shop.git("switch", "-q", "-c", "side")
    flip(shop)
    shop.git("switch", "-q", "main")
    shop.must("list")
    assert shop.must("record").out == ""
    shop.git("switch", "-q", "side")
    shop.must("list")
    assert len(shop.must("log").lines) == 3
    assert len(shop.must("record").lines) == 1


def test_record_leaves_out_what_was_retired(shop: Shop) -> None:
    shop.must("deprecate", shop.cents, "--reason", "x")
    flip(shop)
    assert shop.must("record").out == ""


def test_pending_flips_go_into_the_history_with_the_next_command(shop: Shop) -> None:
    commit = flip(shop)
    shop.must("deprecate", shop.cents, "--reason", "x")
    assert [(one["event"], one.get("commit")) for one in shop.shown(shop.cents)["history"]] == [
        ("stale", commit),
        ("deprecated", None),
    ]


def test_record_json(shop: Shop) -> None:
    commit = flip(shop)
    found = shop.must("record", "--json").json
    assert list(found) == ["schema", "flips", "commit", "left", "refused"]
    (one,) = found["flips"]
    assert (one["id"], one["before"], one["after"], one["commit"]) == (shop.cents, "fresh", "stale", commit)
    assert one["at"] < NOW


def test_hook_records_only_where_that_was_asked_for(shop: Shop) -> None:
    shop.must("hooks", "install")
    shop.change(text=MORE)
    assert shop.status == []
    shop.git("config", "legendary.autoRecord", "yes")
    commit = shop.change("Charge less", PAY)
    assert shop.status == [f" M {shop.path_of(shop.cents).relative_to(shop.root)}"]
    events = shop.shown(shop.cents)["history"]
    assert [one["event"] for one in events] == ["stale", "fresh"]
    assert events[1]["commit"] == commit
    assert shop.git("rev-parse", "HEAD") == commit


def test_hook_that_cannot_record_fails_nobody(shop: Shop) -> None:
    shop.must("hooks", "install")
    shop.git("config", "legendary.autoRecord", "true")
    path = shop.path_of(shop.cents)
    path.write_text(path.read_text().replace("scope: repo", "scope: repo  # said <<<\nmine: [a, {b: c}]"))
    before = path.read_bytes()
    said = shop.commit_told("Charge more", {"src/pay.py": MORE})
    assert "stale" in said
    assert b"mine: [a, {b: c}]" in path.read_bytes()
    assert len(path.read_bytes()) > len(before)
