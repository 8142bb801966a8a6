"""`git memory show`, `diff` and `log`: one memory at length, how its id may be given, what became of its code."""

from __future__ import annotations

import pytest

from tests.project import NOW, PAY, Project, Shop

pytestmark = pytest.mark.unhooked

MORE = PAY.replace("total = amount * 100", "total = amount * 1000")


def short(commit: str) -> str:
    return commit[:7]


def test_show_says_all_that_is_known(shop: Shop) -> None:
    commit = shop.change()
    assert shop.must("show", shop.cents).lines == [
        f"[decision #{shop.cents}] (stale) Amounts are whole cents",
        "  status: active",
        "  author: Ada <ada@example.org>",
        f"  created: {NOW}",
        f"  updated: {NOW}",
        "  source: human",
        "  confidence: medium",
        "  scope: repo",
        f"  file: .legendary/memories/{shop.cents}-amounts-are-whole-cents.md",
        f'  anchor src/pay.py::charge (lines 4-8): stale, changed since {short(commit)} 2026-01-01 Ada "Charge more"',
        f"  state: {shop.shown(shop.cents)['state']}",
        "",
        "Floats lost one in March.",
    ]


def test_show_names_triggers_and_tags(shop: Shop) -> None:
    lines = shop.must("show", shop.locked).lines
    assert {"  tags: sqlite", "  triggers: database is locked (5)"} <= set(lines)


@pytest.mark.parametrize("form", ["{0}", "#{0}", "{1}", "#{1}", "{2}", " {0} ", "{3}"])
def test_id_may_be_shortened_and_written_with_or_without_what_stands_before_it(shop: Shop, form: str) -> None:
    (shop.root / ".legendary/memories" / shop.path_of(shop.locked).name).unlink()
    digits = shop.cents.removeprefix("mem-")
    given = form.format(shop.cents, digits, digits[:4], shop.cents[:6].upper())
    assert shop.shown(given)["id"] == shop.cents
    assert shop.must("diff", given, "--json").json["id"] == shop.cents
    assert shop.memory("log", given).code == 0


@pytest.mark.parametrize("command", ["show", "diff", "log"])
@pytest.mark.parametrize("given", ["mem-00000000", "zzz", "", "#", "mem_1", "../x", "%", "mem-0000000g"])
def test_unknown_id(shop: Shop, command: str, given: str) -> None:
    answer = shop.memory(command, given)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.splitlines() == [f"error: there is no memory {given}", "hint: see git memory list"]


@pytest.mark.parametrize("command", ["show", "diff", "log"])
@pytest.mark.parametrize("given", ["mem-", "m", "#mem"])
def test_ambiguous_id_names_those_that_it_may_be(shop: Shop, command: str, given: str) -> None:
    answer = shop.memory(command, given)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.splitlines() == [
        f"error: {given} is the beginning of 2 ids",
        f"  {shop.cents} {shop.CENTS}",
        f"  {shop.locked} {shop.LOCKED}",
        "hint: give more of it",
    ]


def test_show_of_a_file_that_is_invalid_says_why(shop: Shop) -> None:
    path = shop.path_of(shop.cents)
    path.write_text(path.read_text().replace("status: active", "status: lively"))
    answer = shop.memory("show", shop.cents)
    assert answer.code == 1
    assert answer.err.startswith(f"error: {path.relative_to(shop.root)}:5: unknown status `lively`")


def test_show_keeps_what_a_terminal_would_obey_to_itself(project: Project) -> None:
    memory_id = project.remember("Red \x1b[31m and \u202e\n\nbell \x07\tand a tab\n")
    out = project.must("show", memory_id).out
    assert "Red \\x1b[31m and \\u202e" in out
    assert "\nbell \\x07\tand a tab\n" in out


# diff


def test_diff_has_the_region_when_stamped_against_now(shop: Shop) -> None:
    commit = shop.change("Charge more", "# Money.\n" + MORE)
    assert shop.must("diff", shop.cents).lines == [
        f'anchor src/pay.py::charge (lines 5-9): stale, changed since {short(commit)} 2026-01-01 Ada "Charge more"',
        "--- a/src/pay.py::charge",
        "+++ b/src/pay.py::charge",
        "@@ -1,5 +1,5 @@ (from line 4, now 5)",
        " def charge(amount: int) -> int:",
        "-    total = amount * 100",
        "+    total = amount * 1000",
        "     if total > LIMIT:",
        "         total -= 1",
        "     return total",
    ]


def test_diff_is_about_what_is_on_disk(shop: Shop) -> None:
    shop.write({"src/pay.py": MORE})
    lines = shop.must("diff", shop.cents).lines
    assert lines[0] == "anchor src/pay.py::charge (lines 4-8): stale, changed (uncommitted)"
    assert "+    total = amount * 1000" in lines


def test_diff_of_what_did_not_change(shop: Shop) -> None:
    assert shop.must("diff", shop.cents).lines == [
        "anchor src/pay.py::charge (lines 4-8): fresh, unchanged",
        "  no difference",
    ]


def test_diff_of_what_is_gone(shop: Shop) -> None:
    shop.change("Drop", PAY[PAY.index("def refund") :])
    lines = shop.must("diff", shop.cents).lines
    assert lines[1:4] == ["--- a/src/pay.py::charge", "+++ /dev/null", "@@ -1,5 +0,0 @@ (from line 4)"]
    assert [line[0] for line in lines[4:]] == ["-"] * 5


def test_diff_of_what_went_elsewhere(shop: Shop) -> None:
    shop.commit("Rename and edit", {"src/pay.py": None, "src/money.py": MORE})
    lines = shop.must("diff", shop.cents).lines
    assert lines[1:3] == ["--- a/src/pay.py::charge", "+++ b/src/money.py::charge"]
    assert "+    total = amount * 1000" in lines


def test_diff_of_what_cannot_be_read_now_does_not_look_deleted(shop: Shop) -> None:
    shop.change("Grow", PAY + "x = 1\n" * 350_000)
    lines = shop.must("diff", shop.cents).lines
    assert lines[0].startswith("anchor src/pay.py::charge: unknown, its file is too large")
    assert lines[1:] == ["  what stands there now cannot be read; it cannot be shown"]


def test_diff_in_a_merge_conflict_does_not_look_deleted(shop: Shop) -> None:
    shop.write(
        {"src/pay.py": PAY.replace("    total = amount", "<<<<<<< HEAD\n=======\n>>>>>>> side\n    total = amount")}
    )
    lines = shop.must("diff", shop.cents).lines
    assert lines[0].endswith(": unknown, its file does not parse (uncommitted)")
    assert lines[1:] == ["  what stands there now cannot be read; it cannot be shown"]


def test_diff_without_the_stamped_content_says_so(shop: Shop) -> None:
    path = shop.path_of(shop.cents)
    lines = [line for line in path.read_text().splitlines(keepends=True) if "    commit: " not in line]
    path.write_text("".join("    blob: " + "0123" * 10 + "\n" if "    blob: " in line else line for line in lines))
    assert shop.must("diff", shop.cents).lines[1:] == ["  what was stamped is not in this clone; it cannot be shown"]


def test_diff_has_a_part_for_each_anchor(project: Project) -> None:
    memory_id = project.remember("Two", "src/pay.py::charge", "src/pay.py:11-13")
    project.write({"src/pay.py": PAY.replace("100", "7")})
    lines = project.must("diff", memory_id).lines
    assert [line.split()[1].strip(":") for line in lines if line.startswith("anchor ")] == [
        "src/pay.py::charge",
        "src/pay.py:11-13",
    ]
    assert [line for line in lines if line.startswith("+ ")] == ["+    total = amount * 7", "+    back = amount * 7"]


def test_diff_json_has_both_sides(shop: Shop) -> None:
    shop.change("Charge more", "# Money.\n" + MORE)
    (anchor,) = shop.must("diff", shop.cents, "--json").json["anchors"]
    assert (anchor["verdict"], anchor["before"]["line"], anchor["after"]["line"]) == ("stale", 4, 5)
    assert anchor["before"]["text"] == PAY[PAY.index("def charge") : PAY.index("\n\n\ndef refund")]
    assert anchor["after"]["text"] == anchor["before"]["text"].replace("100", "1000")


# log


@pytest.mark.hooked
def test_log_has_every_change_of_verdict_the_latest_first(shop: Shop) -> None:
    assert shop.must("log").out == ""
    more = shop.change()
    back = shop.change("Put it back", PAY)
    gone = shop.change("Drop", PAY[PAY.index("def refund") :])
    anchor = f"{shop.cents} src/pay.py::charge"
    assert shop.must("log").lines == [
        f'2026-01-01T00:06:00Z {anchor}: fresh -> orphaned by {short(gone)} Ada "Drop"',
        f'2026-01-01T00:05:00Z {anchor}: stale -> fresh by {short(back)} Ada "Put it back"',
        f'2026-01-01T00:04:00Z {anchor}: fresh -> stale by {short(more)} Ada "Charge more"',
    ]


def test_log_of_one_memory(shop: Shop) -> None:
    shop.commit("Both", {"src/pay.py": MORE, "src/store.py": "x = 1\n"})
    assert len(shop.must("log").lines) == 2
    (line,) = shop.must("log", shop.locked).lines
    assert f"{shop.locked} src/store.py::Store.connect: fresh -> orphaned by " in line


def test_log_json(shop: Shop) -> None:
    commit = shop.change()
    (one,) = shop.must("log", "--json").json["transitions"]
    assert one == {
        "id": shop.cents,
        "anchor": "src/pay.py::charge",
        "before": "fresh",
        "after": "stale",
        "commit": commit,
        "at": "2026-01-01T00:04:00Z",
        "author": "Ada",
        "subject": "Charge more",
        "seen_at": NOW,
        "in_history": True,
    }


def test_log_has_nothing_of_what_was_never_committed(project: Project) -> None:
    project.write({"src/pay.py": MORE, "src/new.py": PAY})
    memory_id = project.remember("Cents", "src/pay.py::charge", "src/new.py::refund")
    assert project.verdicts() == {memory_id: "fresh"}
    assert project.must("log").out == ""
    assert project.commit_told("Code and memory") == ""
    assert project.must("log").out == ""
    commit = project.commit("Change", {"src/new.py": PAY.replace("+= 7", "+= 8")})
    assert [line.split(" ", 1)[1] for line in project.must("log").lines] == [
        f'{memory_id} src/new.py::refund: fresh -> stale by {short(commit)} Ada "Change"'
    ]


@pytest.mark.parametrize("words", [("show", "mem-"), ("why", "src/pay.py")])
def test_what_was_stale_before_it_was_orphaned_is_not_said_to_be_gone_since(shop: Shop, words: tuple[str, ...]) -> None:
    stale = shop.change("Charge more", MORE)
    shop.commit("Drop", {"src/pay.py": None})
    said = shop.memory(*(shop.cents if word == "mem-" else word for word in words)).out
    assert f'its file is gone; not fresh since {short(stale)} 2026-01-01 Ada "Charge more"' in said
    shop.commit("Put it back", {"src/pay.py": PAY})
    gone = shop.commit("Remove the file", {"src/pay.py": None})
    said = shop.memory(*(shop.cents if word == "mem-" else word for word in words)).out
    assert f"its file is gone since {short(gone)}" in said
