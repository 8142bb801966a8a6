"""`git memory check --base REV`: what a change did to the memories, and what was there before it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.project import PAY, STORE, Project, Shop

pytestmark = pytest.mark.unhooked

MORE = PAY.replace("total = amount * 100", "total = amount * 1000")
GONE = PAY[PAY.index("def refund") :]
BROKEN = PAY.replace("total = amount * 100", "total = amount *")


def asked(project: Project, *words: str) -> dict[str, Any]:
    """What a check answers as JSON, with its exit code under `code`."""
    answer = project.memory("check", "--json", *words)
    return answer.json | {"code": answer.code}


def told(found: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Rule and memory of each finding."""
    return [(one["rule"], one["id"]) for one in found]


def edit(shop: Shop, memory_id: str, old: str, new: str) -> dict[str, str | bytes | None]:
    """A memory's file with a text in it exchanged."""
    path = shop.path_of(memory_id)
    text = path.read_text()
    assert old in text
    return {str(path.relative_to(shop.root)): text.replace(old, new)}


def write_by_hand(shop: Shop, memory_id: str, title: str, more: str = "", body: str = "") -> str:
    """Write a memory as a person with an editor does; its path."""
    path = f".legendary/memories/{memory_id}.md"
    front = f"---\nid: {memory_id}\ntype: decision\ntitle: {title}\nstatus: active\n{more}---\n{body}"
    shop.write({path: front})
    return path


# What the change made.


@pytest.mark.parametrize(
    ("text", "rule", "code"), [(MORE, "LG003", 0), (GONE, "LG001", 1), (BROKEN, "LG004", 0), (PAY + "\n", None, 0)]
)
def test_a_change_is_told_what_it_made_of_a_memory(shop: Shop, text: str, rule: str | None, code: int) -> None:
    base = shop.head
    shop.change("Change", text)
    found = asked(shop, "--base", base)
    assert told(found["findings"]) == ([(rule, shop.cents)] if rule else [])
    assert (found["code"], found["base"], found["head"]) == (code, base, shop.head)
    assert (found["earlier"], found["ended"]) == ([], [])


def test_a_change_is_not_blamed_for_what_was_there_before(shop: Shop) -> None:
    shop.change("Drop", GONE)
    base = shop.head
    shop.commit("Something else", {"README": "More.\n"})
    found = asked(shop, "--base", base)
    assert (found["code"], found["findings"]) == (0, [])
    assert told(found["earlier"]) == [("LG001", shop.cents)]
    answer = shop.memory("check", "--base", base)
    assert (answer.code, answer.out) == (0, "")
    assert answer.err.splitlines() == [
        f"checked 2 memories, 2 anchors at {shop.head[:12]} against {base[:12]}: 0 errors, 0 warnings",
        "1 finding was there before (--all counts them)",
    ]


def test_all_counts_what_was_there_before(shop: Shop) -> None:
    shop.change("Drop", GONE)
    base = shop.head
    shop.commit("Change", {"src/store.py": STORE.replace("strip", "lstrip")})
    found = asked(shop, "--base", base, "--all")
    assert found["code"] == 1
    assert told(found["findings"]) == [("LG001", shop.cents), ("LG003", shop.locked)]
    assert found["earlier"] == []


def test_a_memory_that_was_stale_and_lost_its_code_is_a_new_finding(shop: Shop) -> None:
    base = shop.change("Change", MORE)
    shop.change("Drop", GONE)
    found = asked(shop, "--base", base)
    assert (told(found["findings"]), found["ended"]) == ([("LG001", shop.cents)], [])


def test_a_change_that_puts_the_code_back_heals(shop: Shop) -> None:
    base = shop.change("Drop", GONE)
    shop.change("Put it back", PAY)
    found = asked(shop, "--base", base)
    assert found["findings"] == []
    assert [(one["how"], one["rule"], one["id"]) for one in found["ended"]] == [("healed", "LG001", shop.cents)]
    assert "of what was found before: 1 healed" in shop.memory("check", "--base", base).err.splitlines()


def test_a_memory_that_was_retired_or_removed_is_told_so(shop: Shop) -> None:
    shop.commit("Change", {"src/pay.py": MORE, "src/store.py": STORE.replace("strip", "lstrip")})
    base = shop.head
    shop.must("deprecate", shop.cents, "--reason", "We count in dollars now")
    shop.path_of(shop.locked).unlink()
    shop.commit("Tidy")
    found = asked(shop, "--base", base)
    assert [(one["how"], one["id"]) for one in found["ended"]] == [("retired", shop.cents), ("removed", shop.locked)]


def test_a_new_memory_about_code_that_is_not_there_is_found(shop: Shop) -> None:
    base = shop.head
    shop.remember("Refunds are whole cents too", "src/pay.py::refund")
    shop.commit("Remember, and drop", {"src/pay.py": PAY[: PAY.index("def refund")]})
    found = asked(shop, "--base", base)
    assert [one["rule"] for one in found["findings"]] == ["LG001"]


def test_the_cause_is_the_commit_and_the_lines_that_changed(shop: Shop) -> None:
    base = shop.head
    commit = shop.change()
    (finding,) = asked(shop, "--base", base)["findings"]
    assert finding["cause"] == {
        "since": {"commit": commit, "at": "2026-01-01T00:04:00Z", "author": "Ada", "subject": "Charge more"},
        "removed": ["    total = amount * 100"],
        "added": ["    total = amount * 1000"],
        "left_out": 0,
    }
    assert finding["code"] == {"path": "src/pay.py", "lines": "4-8"}
    assert finding["fixes"][0] == f"git memory diff {shop.cents}   # what changed"


def test_the_cause_of_an_orphan_that_was_stale_before_is_the_commit_that_took_it_away(shop: Shop) -> None:
    stale = shop.change("Charge more", MORE)
    shop.commit("Something else", {"README": "More.\n"})
    base = shop.head
    gone = shop.change("Drop", GONE)
    shop.commit("And more", {"README": "Even more.\n"})
    (finding,) = asked(shop, "--base", base)["findings"]
    assert (finding["rule"], finding["cause"]["since"]["commit"]) == ("LG001", gone)
    assert finding["message"].startswith(
        f'src/pay.py::charge: the symbol is gone since {gone[:7]} 2026-01-01 Ada "Drop"'
    )
    assert f'; not fresh since {stale[:7]} 2026-01-01 Ada "Charge more"' in finding["message"]
    shop.commit("Put it back", {"src/pay.py": PAY})
    away = shop.commit("Remove the file", {"src/pay.py": None})
    (finding,) = asked(shop)["findings"]
    assert finding["cause"]["since"]["commit"] == away
    assert f"its file is gone since {away[:7]}" in finding["message"]
    assert "not fresh since" not in finding["message"]


def test_at_and_base_compare_two_commits_whatever_is_on_disk(shop: Shop) -> None:
    base = shop.head
    bad = shop.change("Drop", GONE)
    shop.must("deprecate", shop.cents, "--reason", "It went with its code")
    shop.commit("Retire it")
    shop.write({"src/pay.py": "x = 1\n"})
    assert told(asked(shop, "--base", base, "--at", bad)["findings"]) == [("LG001", shop.cents)]
    assert asked(shop, "--base", base)["findings"] == []


def test_base_with_uncommitted_work_judges_head_or_the_working_tree(shop: Shop) -> None:
    base = shop.head
    shop.write({"src/pay.py": GONE})
    assert asked(shop, "--base", base)["findings"] == []
    assert told(asked(shop, "--base", base, "--worktree")["findings"]) == [("LG001", shop.cents)]


def test_base_that_a_treeless_clone_cannot_compare_is_told_plainly(shop: Shop, tmp_path: Path) -> None:
    base = shop.head
    shop.change("Drop", GONE)
    shop.git("config", "uploadpack.allowFilter", "true")
    shop.git("clone", "-q", "--filter=tree:0", f"file://{shop.root}", str(tmp_path / "treeless"))
    answer = Project(tmp_path / "treeless").memory("check", "--base", "HEAD~1")
    assert (answer.code, answer.out) == (128, "")
    assert answer.err.splitlines() == [
        "fatal: HEAD cannot be compared with HEAD~1: this partial clone does not have the folders of both",
        "hint: clone with --filter=blob:none, or without a filter; or ask about all of HEAD: --no-base",
    ]
    assert base not in answer.err


def test_base_that_is_no_commit_is_refused(shop: Shop) -> None:
    answer = shop.memory("check", "--base", "nowhere")
    assert (answer.code, answer.err) == (
        1,
        "error: `nowhere` does not name a commit\nhint: Give a branch, a tag or a commit id.\n",
    )


# Memories that the change wrote.


def test_an_invalid_file_of_the_change_fails_it_and_an_older_one_does_not(shop: Shop) -> None:
    shop.commit("Add", {".legendary/memories/old.md": "no front matter\n"})
    base = shop.head
    shop.commit("Add", {".legendary/memories/new.md": "no front matter\n"})
    found = asked(shop, "--base", base)
    assert [one["path"] for one in found["findings"]] == [".legendary/memories/new.md"]
    assert [one["path"] for one in found["earlier"]] == [".legendary/memories/old.md"]


def test_a_weak_trigger_that_was_written_by_hand_is_found_once(shop: Shop) -> None:
    base = shop.head
    shop.commit("Edit", edit(shop, shop.locked, "- database is locked (5)", "- database is locked (5)\n  - failed"))
    (finding,) = asked(shop, "--base", base)["findings"]
    assert (finding["rule"], finding["about"], finding["level"]) == ("LG009", "failed", "warning")
    lines = shop.path_of(shop.locked).read_text().splitlines()
    assert lines[finding["line"] - 1] == "  - failed"
    later = shop.commit("Edit again", edit(shop, shop.locked, "WAL does not help", "WAL never helps"))
    assert "LG009" not in [one["rule"] for one in asked(shop, "--base", f"{later}~1")["findings"]]


def test_a_new_episode_without_a_trigger_is_found(shop: Shop) -> None:
    base = shop.head
    path = write_by_hand(shop, "mem-aaaaaaaa", "Tried an index on total")
    shop.write({path: (shop.root / path).read_text().replace("decision", "episode")})
    shop.commit("Add")
    (finding,) = asked(shop, "--base", base)["findings"]
    assert (finding["rule"], finding["path"], finding["line"]) == ("LG009", path, 3)


def test_a_copy_of_a_memory_is_found_and_distinct_says_that_it_is_none(shop: Shop) -> None:
    base = shop.head
    anchors = shop.path_of(shop.cents).read_text().partition("anchors:")[2].partition("\n---")[0]
    body = "Floats lost one in March.\n"
    path = write_by_hand(shop, "mem-aaaaaaaa", shop.CENTS, f"anchors:{anchors}\n", body)
    shop.commit("Copy it")
    (finding,) = asked(shop, "--base", base)["findings"]
    assert (finding["rule"], finding["about"], finding["line"]) == ("LG010", shop.cents, 4)
    text = (shop.root / path).read_text()
    shop.commit("Say why", {path: text.replace("status: active\n", "status: active\ndistinct: of the other till\n")})
    assert asked(shop, "--base", base)["findings"] == []


def test_two_copies_in_one_change_are_one_finding(shop: Shop) -> None:
    base = shop.head
    for memory_id in ("mem-aaaaaaaa", "mem-bbbbbbbb"):
        write_by_hand(shop, memory_id, "Ports below 1024 are never used here")
    shop.commit("Add")
    assert told(asked(shop, "--base", base)["findings"]) == [("LG010", "mem-aaaaaaaa")]


def test_branches_that_say_the_opposite_are_found_where_they_meet(shop: Shop) -> None:
    base = shop.head
    write_by_hand(shop, "mem-aaaaaaaa", "Always retry a failed charge")
    shop.commit("One")
    shop.git("switch", "-q", "-c", "side", base)
    write_by_hand(shop, "mem-bbbbbbbb", "Never retry a failed charge")
    shop.commit("Other")
    shop.git("merge", "-q", "--no-edit", "main")
    found = asked(shop, "--base", "main")
    assert (found["code"], [one["rule"] for one in found["findings"]]) == (1, ["LG005"])


@pytest.mark.parametrize(
    ("retired", "anchor", "why"),
    [
        (True, "src/pay.py::charge", None),
        (True, "src/pay.py", None),
        (True, "src/store.py", "does not cover src/pay.py::charge"),
        (False, "src/pay.py::charge", "which is active all the same"),
    ],
)
def test_a_supersession_by_hand_has_to_cover_what_it_replaces(
    shop: Shop, retired: bool, anchor: str, why: str | None
) -> None:
    base = shop.head
    new = shop.remember("Amounts are thousandths, since the peso", anchor, options=("--distinct", "other unit"))
    shop.write(edit(shop, new, "status: active\n", f"status: active\nsupersedes: [{shop.cents}]\n"))
    if retired:
        shop.write(edit(shop, shop.cents, "status: active\n", f"status: superseded\nsuperseded_by: {new}\n"))
    shop.commit("Supersede by hand")
    found = asked(shop, "--base", base)["findings"]
    assert told(found) == ([("LG011", new)] if why else [])
    assert why is None or why in found[0]["message"]


@pytest.mark.parametrize("other", ["mem-00000000", "mem-aaaaaaaa"])
def test_a_supersession_of_what_is_not_there_or_of_itself_is_found(shop: Shop, other: str) -> None:
    base = shop.head
    write_by_hand(shop, "mem-aaaaaaaa", "Only one writer", f"supersedes: [{other}]\n")
    shop.commit("Add")
    (finding,) = asked(shop, "--base", base)["findings"]
    assert told([finding]) == [("LG011", "mem-aaaaaaaa")]
    assert (len(finding["fixes"]), "git memory" in finding["fixes"][0]) == (1, False)
    assert ("there is no such memory" in finding["message"]) == (other == "mem-00000000")


def test_a_supersession_by_hand_of_an_active_memory_is_ended_as_recommended(shop: Shop) -> None:
    base = shop.head
    for anchor, wanted in (("src/store.py", []), ("src/pay.py", ["supersede"])):
        shop.git("reset", "-q", "--hard", base)
        new = shop.remember("Amounts are thousandths, since the peso", anchor, options=("--distinct", "other unit"))
        shop.write(edit(shop, new, "status: active\n", f"status: active\nsupersedes: [{shop.cents}]\n"))
        shop.commit("Supersede by hand")
        (finding,) = asked(shop, "--base", base)["findings"]
        commands = [fix.partition("   #")[0].split() for fix in finding["fixes"] if fix.startswith("git memory")]
        assert [command[2] for command in commands] == wanted
        for command in commands:
            shop.must(*command[2:])


def test_a_secret_of_the_change_fails_it_and_is_not_shown(shop: Shop) -> None:
    base = shop.head
    secret = "ghp_" + "A1b2C3d4E5" * 3 + "Zz9Yy8"
    write_by_hand(shop, "mem-aaaaaaaa", "The token is kept here", body=f"{secret}\n")
    shop.commit("Add")
    answer = shop.memory("check", "--base", base)
    assert (answer.code, "LG006" in answer.out, secret in answer.out + answer.err) == (1, True, False)


# What is known, and what is suspended.


def test_a_baseline_lets_an_old_repository_begin(shop: Shop) -> None:
    shop.change("Drop", GONE)
    answer = shop.must("check", "--write-baseline")
    assert answer.out == "1 finding is known from now on: .legendary/check-baseline.json\n"
    found = asked(shop)
    assert (found["code"], found["findings"]) == (0, [])
    assert [(one["rule"], one["baseline"]) for one in found["suppressed"]] == [("LG001", True)]
    shop.commit("Drop more", {"src/store.py": None})
    found = asked(shop)
    assert (found["code"], told(found["findings"])) == (1, [("LG001", shop.locked)])


def test_a_baseline_is_the_same_bytes_each_time_and_says_what_is_mended(shop: Shop) -> None:
    shop.commit("Drop", {"src/store.py": None, "src/pay.py": GONE})
    place = shop.root / ".legendary" / "check-baseline.json"
    shop.must("check", "--write-baseline")
    first = place.read_bytes()
    shop.must("check", "--write-baseline")
    assert place.read_bytes() == first
    shop.commit("Put it back", {"src/store.py": STORE})
    assert "1 of the baseline is no more: write it anew (--write-baseline)" in shop.memory("check").err.splitlines()


def test_a_baseline_is_never_written_for_a_change_alone(shop: Shop) -> None:
    shop.change("Drop", GONE)
    shop.must("check", "--write-baseline")
    place = shop.root / ".legendary" / "check-baseline.json"
    first = place.read_bytes()
    answer = shop.memory("check", "--write-baseline", "--base", "HEAD")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "error: --write-baseline takes all that is found\nhint: leave --base out\n"
    assert place.read_bytes() == first


def test_a_baseline_that_is_written_anew_says_what_it_lost(shop: Shop) -> None:
    shop.change("Drop", GONE)
    shop.must("check", "--write-baseline")
    shop.change("Put it back", PAY)
    answer = shop.must("check", "--write-baseline")
    place = ".legendary/check-baseline.json"
    assert answer.out == f"0 findings are known from now on: {place} (1 that was in it is no more)\n"


def test_a_baseline_does_not_take_the_place_of_another_file(shop: Shop, tmp_path: Path) -> None:
    there = tmp_path / "notes.json"
    there.write_text("[1]\n")
    answer = shop.memory("check", "--write-baseline", "--baseline", str(there))
    assert (answer.code, there.read_text()) == (2, "[1]\n")
    assert answer.err.splitlines()[1] == "hint: it is not replaced: remove it first, or name another"
    shop.write({".legendary/check-baseline.json": "<<<<<<< HEAD\n"})
    assert shop.must("check", "--write-baseline").err.endswith("; it is written anew\n")
    assert shop.memory("check").code == 0


def test_a_baseline_is_written_where_a_folder_is(shop: Shop, tmp_path: Path) -> None:
    answer = shop.memory("check", "--write-baseline", "--baseline", str(tmp_path / "none" / "known.json"))
    assert (answer.code, answer.err.splitlines()[0]) == (2, f"error: --baseline: there is no folder {tmp_path}/none")
    assert not (tmp_path / "none").exists()
    shop.must("check", "--write-baseline", "--baseline", str(tmp_path / "known.json"))


def test_a_change_is_told_nothing_of_what_is_known(shop: Shop) -> None:
    shop.change("Drop", GONE)
    shop.must("check", "--write-baseline")
    base = shop.commit("Know it")
    shop.commit("Something else", {"README": "More.\n"})
    answer = shop.memory("check", "--base", base)
    assert (answer.code, answer.out, len(answer.err.splitlines())) == (0, "", 1)


def test_a_secret_is_never_known(shop: Shop) -> None:
    shop.commit("Add", edit(shop, shop.cents, "Floats", "ghp_" + "A1b2C3d4E5" * 3 + "Zz9Yy8 Floats"))
    shop.must("check", "--write-baseline")
    assert shop.memory("check").code == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is no baseline: it is not JSON (line 1, column 1)"),
        ("{", "is no baseline: it is not JSON (line 1, column 2)"),
        ("[" * 100_000, "is no baseline: it goes too deep"),
        ('{"schema": ' + "9" * 5000 + "}", "is no baseline: a number in it has no end"),
        ("[]", "is no baseline: it has no `schema`"),
        ("{}", "is no baseline: it has no `schema`"),
        ('{"schema": "legendary.check-baseline/1"}', "is no baseline: its `findings` is no list"),
        ('{"schema": "legendary.check-baseline/1", "findings": ["x"]}', "is no baseline: its `findings` is no list"),
        ('{"schema": "legendary.check-baseline/9", "findings": []}', "is a baseline of another version"),
        ('{"schema": "legendary.check-baseline/1", "findings": [{}]}', "is no baseline: its `findings` is no list"),
        (
            '{"schema": "legendary.check-baseline/1", "findings": [{"fingerprint": 1}]}',
            "is no baseline: a fingerprint in it is no text",
        ),
    ],
)
def test_a_baseline_that_cannot_be_read_is_refused(shop: Shop, text: str, said: str) -> None:
    shop.write({".legendary/check-baseline.json": text})
    answer = shop.memory("check")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith(f"error: .legendary/check-baseline.json {said}")
    assert answer.err.splitlines()[1] == "hint: write it anew: git memory check --write-baseline"


@pytest.mark.parametrize(
    ("name", "said"), [("", "the baseline . cannot be read: Is a directory"), ("none", "there is no baseline at none")]
)
def test_a_baseline_is_called_as_it_was_named(shop: Shop, name: str, said: str) -> None:
    answer = shop.memory("check", "--baseline", name, folder="src")
    assert (answer.code, answer.err.splitlines()[0]) == (1, f"error: {said}")


def test_a_file_that_is_not_utf8_is_said_to_be_none(shop: Shop) -> None:
    shop.write({".legendary/check-baseline.json": b"\xff"})
    assert shop.memory("check").err.startswith(
        "error: the baseline .legendary/check-baseline.json cannot be read: it is not UTF-8\n"
    )
    shop.write({".legendary/config.toml": b"\xff"})
    assert (
        "error: .legendary/config.toml cannot be read: it is not UTF-8"
        in shop.memory("check", "--write-baseline").err.splitlines()
    )


def test_a_baseline_that_is_named_has_to_be_there(shop: Shop, tmp_path: Path) -> None:
    answer = shop.memory("check", "--baseline", str(tmp_path / "none.json"))
    assert (answer.code, answer.err.splitlines()[0]) == (1, f"error: there is no baseline at {tmp_path}/none.json")


@pytest.mark.parametrize(
    ("item", "is_suspended"),
    [
        ("{rule: LG001, reason: it comes back in May, until: 2026-05-31}", True),
        ("{rule: orphaned-anchor, reason: it comes back in May, until: 2026-05-31}", True),
        ("{rule: orphaned, reason: it comes back, until: 2026-05-31, anchor: 'src/pay.py::charge'}", True),
        ("{rule: orphaned, reason: it comes back, until: 2026-05-31, anchor: 'src/pay.py::refund'}", False),
        ("{rule: stale, reason: it comes back, until: 2026-05-31}", False),
        ("{rule: LG001, reason: it comes back, until: 2025-12-31}", False),
    ],
)
def test_a_memory_suspends_a_rule_with_a_reason_until_a_day(shop: Shop, item: str, is_suspended: bool) -> None:
    front = "status: active\n"
    shop.commit("Suspend", edit(shop, shop.cents, front, f"{front}check_ignore:\n  - {item}\n"))
    shop.change("Drop", GONE)
    found = asked(shop)
    assert (found["code"], len(found["suppressed"])) == ((0, 1) if is_suspended else (1, 0))


@pytest.mark.parametrize(
    ("item", "why"),
    [
        ("LG001", "it is not written as"),
        ("{reason: x, until: 2026-05-31}", "it names no rule"),
        ("{rule: LG999, reason: x, until: 2026-05-31}", "`LG999` is no rule"),
        ("{rule: secret, reason: x, until: 2026-05-31}", "`secret` is no rule that a memory may suspend"),
        ("{rule: LG001, until: 2026-05-31}", "it gives no reason"),
        ("{rule: LG001, reason: x}", "it has no day"),
        ("{rule: LG001, reason: x, until: soon}", "it has no day"),
    ],
)
def test_a_suspension_that_does_not_say_it_all_suspends_nothing(shop: Shop, item: str, why: str) -> None:
    front = "status: active\n"
    shop.commit("Suspend", edit(shop, shop.cents, front, f"{front}check_ignore:\n  - {item}\n"))
    shop.change("Drop", GONE)
    found = asked(shop)
    assert (found["code"], told(found["findings"])) == (1, [("LG001", shop.cents), ("LG013", shop.cents)])
    assert why in found["findings"][1]["message"]


# The rest of the policy.


def test_a_day_that_has_come_is_found(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.remember("Ports are fixed", options=("--expires", "2026-06-01"))
    shop.commit("Remember")
    assert asked(shop)["findings"] == []
    monkeypatch.setenv("LEGENDARY_NOW", "2026-06-01T00:00:00Z")
    (finding,) = asked(shop)["findings"]
    assert (finding["rule"], finding["level"]) == ("LG008", "warning")
    assert shop.memory("check", "--fail-on", "expired").code == 1


def test_a_check_that_verified_nothing_says_so(shop: Shop) -> None:
    shop.commit("Break", {"src/pay.py": BROKEN, "src/store.py": STORE.replace("(", "((", 1)})
    answer = shop.memory("check")
    assert answer.code == 0
    assert answer.lines[-3].startswith(".legendary/memories:1: warning LG012 nothing-verified: ")
    assert shop.memory("check", "--fail-on", "unverified").code == 1


def test_what_nobody_asked_for_is_not_told(shop: Shop) -> None:
    shop.change("Change", MORE)
    assert shop.memory("check", "--warn-on", "none").out == ""
    assert shop.memory("check", "--warn-on", "orphaned").out == ""
    shop.commit("Set", {".legendary/config.toml": '[check]\nwarn_on = ["expired"]\n'})
    assert shop.memory("check").out == ""
    assert "LG003" in shop.memory("check", "--warn-on", "stale").out


def test_every_rule_is_explained_by_its_id_name_and_policy(shop: Shop) -> None:
    rules = [line.split()[:3] for line in shop.must("check", "--explain", "all").lines]
    assert [rule_id for rule_id, _, _ in rules] == [f"LG{number:03}" for number in range(1, 14)]
    for rule_id, name, policy in rules:
        texts = {shop.must("check", "--explain", one).out for one in (rule_id, name, policy)}
        assert len(texts) == 1
        assert texts.pop().startswith(f"{rule_id} {name} (policy: {policy})\n")
    answer = shop.memory("check", "--explain", "LG099")
    assert (answer.code, answer.err.splitlines()[0]) == (2, "error: no rule is called `LG099`")


# What was there before, and the change answers for all the same.


@pytest.mark.parametrize(
    ("old", "new", "counts"),
    [
        ("title: Amounts are whole cents", "title: Amounts are whole euros", True),
        ("Floats", "All floats", True),
        ("status: active\n", "status: active\ntriggers: [amount is no integer here]\n", True),
        ("status: active\n", "status: active\ntags: [money]\n", False),
    ],
)
@pytest.mark.parametrize(("change", "rule"), [(MORE, "LG003"), (GONE, "LG001")])
def test_a_change_answers_for_all_that_is_wrong_with_the_memory_that_it_edits(
    shop: Shop, old: str, new: str, counts: bool, change: str, rule: str
) -> None:
    base = shop.change("Charge more", change)
    shop.commit("Edit", edit(shop, shop.cents, old, new))
    found = asked(shop, "--base", base)
    assert found["code"] == (1 if counts and rule == "LG001" else 0)
    assert told(found["findings"]) == ([(rule, shop.cents)] if counts else [])
    assert told(found["earlier"]) == ([] if counts else [(rule, shop.cents)])
    assert [one["cause"]["since"]["subject"] for one in found["findings"]] == ["Charge more"] * counts


def test_a_change_answers_for_the_broken_file_that_it_edits(shop: Shop) -> None:
    base = shop.commit("Break", edit(shop, shop.cents, "type: decision", "type: opinion"))
    shop.commit("Edit", edit(shop, shop.cents, "Floats", "All floats"))
    assert told(asked(shop, "--base", base)["findings"]) == [("LG002", shop.cents)]
    assert asked(shop, "--base", "HEAD")["findings"] == []


def test_a_change_answers_for_what_it_suspends_no_more(shop: Shop) -> None:
    shop.change("Drop", GONE)
    item = "check_ignore:\n  - {rule: orphaned, reason: later, until: 2030-01-01}\n"
    base = shop.commit("Suspend", edit(shop, shop.cents, "status: active\n", f"status: active\n{item}"))
    shop.commit("Tag", edit(shop, shop.cents, "status: active\n", "status: active\ntags: [money]\n"))
    found = asked(shop, "--base", base)
    assert (found["findings"], found["earlier"], found["suppressed"]) == ([], [], [])
    shop.commit("Suspend no more", edit(shop, shop.cents, item, ""))
    found = asked(shop, "--base", base)
    assert (found["code"], told(found["findings"]), found["earlier"]) == (1, [("LG001", shop.cents)], [])
    assert asked(shop, "--base", "HEAD")["code"] == 0


@pytest.mark.parametrize("named", [(), ("--baseline", "known.json")])
def test_a_change_answers_for_what_it_takes_out_of_the_baseline(shop: Shop, named: tuple[str, ...]) -> None:
    place = named[-1] if named else ".legendary/check-baseline.json"
    shop.change("Drop", GONE)
    shop.must("check", "--write-baseline", *named)
    base = shop.commit("Know it")
    empty = '{"schema": "legendary.check-baseline/1", "findings": []}\n'
    shop.write({place: empty})
    shop.git("add", "-A")
    assert told(asked(shop, "--staged", *named)["findings"]) == [("LG001", shop.cents)]
    shop.commit("Forget it")
    found = asked(shop, "--base", base, *named)
    assert (found["code"], told(found["findings"])) == (1, [("LG001", shop.cents)])
    assert asked(shop, "--base", "HEAD", *named)["code"] == 0


@pytest.mark.parametrize(("anchor", "is_bad"), [("src/pay.py::charge", False), ("src/pay.py::chrage", True)])
def test_an_ignore_that_names_no_anchor_of_the_memory_is_found(shop: Shop, anchor: str, is_bad: bool) -> None:
    item = f"{{rule: LG003, anchor: '{anchor}', reason: later, until: 2027-01-01}}"
    shop.commit("Ignore", edit(shop, shop.cents, "status: active\n", f"status: active\ncheck_ignore: [{item}]\n"))
    shop.change()
    found = {one["rule"]: one for one in asked(shop)["findings"]}
    assert set(found) == ({"LG003", "LG013"} if is_bad else set())
    if is_bad:
        assert found["LG013"]["message"].startswith("the memory has no anchor `src/pay.py::chrage`")


# By which settings.

_STRICT = {".legendary/config.toml": '[check]\nfail_on = ["stale"]\n'}


def test_a_commit_is_checked_by_its_own_settings(shop: Shop) -> None:
    shop.change("Charge more", MORE)
    lax = shop.head
    strict = shop.commit("Be strict", _STRICT)
    (shop.root / ".legendary/config.toml").unlink()
    assert asked(shop, "--at", strict)["code"] == 1
    assert asked(shop, "--at", lax)["code"] == 0
    assert asked(shop)["code"] == 1  # of HEAD, like memories that are not on disk
    assert asked(shop, "--worktree")["code"] == 0
    said = shop.memory("check").err
    assert said.splitlines()[0].endswith(f".legendary/config.toml: as committed in {strict[:7]}")


def test_a_commit_is_checked_by_its_own_baseline(shop: Shop) -> None:
    before = shop.change("Drop", GONE)
    shop.must("check", "--write-baseline")
    known = shop.commit("Know it", {})
    shop.commit("Forget it", {".legendary/check-baseline.json": None})
    assert [asked(shop, "--at", one)["code"] for one in (before, known, "HEAD")] == [1, 0, 1]


def test_a_clone_without_a_checkout_has_the_settings_of_head(shop: Shop, tmp_path: Path) -> None:
    shop.change("Charge more", MORE)
    shop.commit("Be strict", _STRICT)
    shop.git("clone", "-q", "--no-checkout", str(shop.root), str(tmp_path / "clone"))
    clone = Project(tmp_path / "clone")
    found = asked(clone)
    assert (found["code"], told(found["findings"])) == (1, [("LG003", shop.cents)])
    assert asked(clone, "--fail-on", "orphaned")["code"] == 0
