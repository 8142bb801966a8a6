"""`git memory reanchor`: carried over on proof, pointed at on a person's word, refused otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from tests.project import NOW, PAY, STORE, Project, Shop

pytestmark = pytest.mark.unhooked

CHARGE = PAY[PAY.index("def charge") : PAY.index("\n\n\ndef refund")] + "\n"
WITHOUT = PAY.replace(CHARGE + "\n\n", "")
MORE = CHARGE.replace("amount * 100", "amount * 1000")
TAKE = MORE.replace("def charge", "def take")
"""Of its 25 tokens one differs: 24 of 26 pairs, the ends counted, are the same."""


def text_of(project: Project, memory_id: str) -> str:
    return project.path_of(memory_id).read_text()


def anchor_of(project: Project, memory_id: str) -> dict[str, Any]:
    (anchor,) = project.shown(memory_id)["anchors"]
    return dict(anchor)


def test_reanchor_writes_where_the_code_was_followed_to(shop: Shop) -> None:
    shop.commit("Move", {"src/pay.py": WITHOUT, "src/money.py": "LIMIT = 10\n\n\n" + CHARGE})
    before = text_of(shop, shop.cents)
    answer = shop.must("reanchor", shop.cents)
    name = f"[decision #{shop.cents}]"
    assert answer.lines == [f"reanchored {name} src/pay.py::charge -> src/money.py::charge (lines 4-8): fresh"]
    (old,), (new,) = (text.split("anchors:")[1:] for text in (before, text_of(shop, shop.cents)))
    assert old.splitlines()[:3] == ["", "  - file: src/pay.py", "    symbol: charge"]
    assert new.splitlines()[:3] == ["", "  - file: src/money.py", "    symbol: charge"]
    assert new.splitlines()[10] == (
        f"  - {{at: {NOW}, event: reanchored, commit: {shop.head}, anchor: 'src/pay.py::charge', "
        "to: 'src/money.py::charge'}"
    )
    anchor = anchor_of(shop, shop.cents)
    assert (anchor["anchor"], anchor["reason"], anchor["commit"]) == ("src/money.py::charge", "unchanged", shop.head)
    assert anchor["blob"] == shop.git("rev-parse", "HEAD:src/money.py")
    assert shop.shown(shop.cents)["body"] == "Floats lost one in March."


def test_reanchor_says_nothing_twice(shop: Shop) -> None:
    before = text_of(shop, shop.cents)
    answer = shop.must("reanchor", shop.cents)
    assert (answer.out, text_of(shop, shop.cents)) == ("", before)
    assert answer.err == "nothing to rewrite: every anchor that is fresh says where its code is\n"
    shop.commit("Another symbol", {"src/pay.py": PAY.replace("back += 7", "back += 8")})
    assert shop.must("reanchor", shop.cents).out == ""


def test_reanchor_writes_new_lines_and_a_new_hash(shop: Shop) -> None:
    shop.commit("Explain", {"src/pay.py": '"""Money."""\n\n' + PAY})
    answer = shop.must("reanchor", shop.cents)
    assert answer.lines == [f"reanchored [decision #{shop.cents}] src/pay.py::charge (lines 6-10): fresh"]
    assert "    lines: 6-10\n" in text_of(shop, shop.cents)


def test_reanchor_a_range_of_lines(project: Project) -> None:
    memory_id = project.remember("Lines", "src/pay.py:4-6")
    project.commit("Explain", {"src/pay.py": '"""Money."""\n\n' + PAY})
    project.must("reanchor", memory_id)
    anchor = anchor_of(project, memory_id)
    assert (anchor["anchor"], anchor["reason"]) == ("src/pay.py:6-8", "unchanged")


def test_reanchor_a_renamed_file_as_a_whole(project: Project) -> None:
    memory_id = project.remember("All of it", "src/store.py")
    project.commit("Move", {"src/store.py": None, "lib/store.py": STORE})
    project.must("reanchor", memory_id)
    assert anchor_of(project, memory_id)["anchor"] == "lib/store.py"


def test_reanchor_follows_a_twin_by_its_body(project: Project) -> None:
    one = "@overload_of(1)\ndef run(a, b, c):\n    return a * b * c + a + b + c\n"
    other = "def run(a, b, c):\n    return [a, b, c, a + b, a + c, b + c]\n"
    project.commit("Twins", {"twins.py": f"{one}\n\nx = 1\n\n\n{other}"})
    memory_id = project.remember("The second", "twins.py::run@2")
    project.commit("Swap", {"twins.py": f"{other}\n\nx = 1\n\n\n{one}"})
    project.must("reanchor", memory_id)
    assert anchor_of(project, memory_id)["anchor"] == "twins.py::run"


def test_reanchor_does_not_make_a_stale_anchor_fresh(shop: Shop) -> None:
    shop.change()
    before = text_of(shop, shop.cents)
    stays = "--to moves the anchor, and leaves it stale"
    for words in ((), ("--to", "src/pay.py::charge")):
        answer = shop.memory("reanchor", shop.cents, *words)
        assert (answer.code, answer.out, text_of(shop, shop.cents)) == (1, "", before)
        assert answer.err.splitlines() == [
            "error: src/pay.py::charge is stale: its code is not what was remembered",
            f"hint: see git memory diff {shop.cents} and correct the memory; {stays}",
        ]


def test_reanchor_an_orphaned_anchor_gives_candidates_to_paste(shop: Shop) -> None:
    shop.commit("Take", {"src/pay.py": PAY.replace(CHARGE, TAKE)})
    answer = shop.memory("reanchor", shop.cents)
    assert answer.code == 1
    assert answer.err.splitlines() == [
        "error: src/pay.py::charge is orphaned: nothing proves what became of it; src/pay.py::take is 92 % like it",
        f"  git memory reanchor {shop.cents} --to src/pay.py::take",
        "hint: say which it is",
    ]


def test_reanchor_to_other_code_moves_the_anchor_and_leaves_the_memory_stale(shop: Shop) -> None:
    commit = shop.commit("Take", {"src/pay.py": PAY.replace(CHARGE, TAKE)})
    answer = shop.must("reanchor", shop.cents, "--to", "pay.py::take", folder="src")
    moved = "src/pay.py::charge -> src/pay.py::take (lines 4-8)"
    assert answer.lines == [
        f"reanchored [decision #{shop.cents}] {moved}: stale, 92 % is as it was",
        "--- a/src/pay.py::charge",
        "+++ b/src/pay.py::take",
        "@@ -1,5 +1,5 @@ (from line 4, now 4)",
        "-def charge(amount: int) -> int:",
        "-    total = amount * 100",
        "+def take(amount: int) -> int:",
        "+    total = amount * 1000",
        "     if total > LIMIT:",
        "         total -= 1",
        "     return total",
    ]
    anchor = anchor_of(shop, shop.cents)
    assert (anchor["verdict"], anchor["reason"], anchor["anchor"]) == ("stale", "changed", "src/pay.py::take")
    assert anchor["since"]["commit"] == commit
    (event,) = shop.shown(shop.cents)["history"]
    assert event == {
        "at": NOW,
        "event": "reanchored",
        "commit": commit,
        "anchor": "src/pay.py::charge",
        "to": "src/pay.py::take",
        "by": "Ada <ada@example.org>",
        "similarity": "92%",
    }
    assert shop.must("diff", shop.cents).lines[1:3] == ["--- a/src/pay.py::charge", "+++ b/src/pay.py::take"]
    assert "moved here by hand from src/pay.py::charge" in shop.must("check").out


def test_reanchor_a_pointed_anchor_stays_stale_until_the_body_is_back(shop: Shop) -> None:
    shop.commit("Take", {"src/pay.py": PAY.replace(CHARGE, TAKE)})
    shop.must("reanchor", shop.cents, "--to", "src/pay.py::take")
    assert shop.commit_told("Say so") == ""
    assert shop.memory("reanchor", shop.cents).code == 1
    assert shop.memory("reanchor", shop.cents, "--to", "src/pay.py::take").code == 1
    shop.commit("Back", {"src/pay.py": PAY.replace(CHARGE, CHARGE.replace("def charge", "def pay"))})
    answer = shop.must("reanchor", shop.cents, "--to", "src/pay.py::pay")
    assert answer.lines[0].endswith("src/pay.py::take -> src/pay.py::pay (lines 4-8): fresh")
    assert "was:" not in text_of(shop, shop.cents)
    assert shop.verdicts()[shop.cents] == "fresh"


def test_reanchor_to_one_of_two_copies_is_fresh(shop: Shop) -> None:
    shop.commit("Copy", {"src/pay.py": WITHOUT, "src/a.py": CHARGE, "src/b.py": CHARGE})
    assert anchor_of(shop, shop.cents)["similarities"] == [100, 100]
    answer = shop.must("reanchor", shop.cents, "--to", "src/b.py::charge")
    assert answer.lines == [
        f"reanchored [decision #{shop.cents}] src/pay.py::charge -> src/b.py::charge (lines 1-5): fresh"
    ]
    assert shop.verdicts()[shop.cents] == "fresh"


def test_reanchor_of_a_fresh_anchor_to_other_code_is_stale_too(shop: Shop) -> None:
    shop.must("reanchor", shop.cents, "--to", "src/pay.py::refund")
    anchor = anchor_of(shop, shop.cents)
    assert (anchor["anchor"], anchor["verdict"], anchor["since"]) == ("src/pay.py::refund", "stale", None)


def test_reanchor_to_nothing_is_refused(shop: Shop) -> None:
    before = text_of(shop, shop.cents)
    answer = shop.memory("reanchor", shop.cents, "--to", "src/pay.py::nothing")
    assert (answer.code, text_of(shop, shop.cents)) == (1, before)
    assert answer.err.startswith("error: there is no symbol nothing in src/pay.py\n")


def test_reanchor_of_several_anchors_rewrites_those_that_are_proved(project: Project) -> None:
    memory_id = project.remember("Three", "src/pay.py::charge", "src/pay.py::refund", "src/store.py::Store.close")
    project.commit("Remember")
    changed = PAY.replace(CHARGE, "").replace("back += 7", "back += 8")
    project.commit("Change", {"src/pay.py": changed, "src/money.py": CHARGE})
    answer = project.memory("reanchor", memory_id)
    assert answer.code == 1
    assert [line.partition("] ")[2] for line in answer.lines] == [
        "src/pay.py::charge -> src/money.py::charge (lines 1-5): fresh"
    ]
    assert answer.err.startswith("error: src/pay.py::refund is stale: ")
    specs = [anchor["anchor"] for anchor in project.shown(memory_id)["anchors"]]
    assert specs == ["src/money.py::charge", "src/pay.py::refund", "src/store.py::Store.close"]


def test_reanchor_of_one_of_several_anchors(project: Project) -> None:
    memory_id = project.remember("Two", "src/pay.py::charge", "src/store.py::Store.close")
    answer = project.memory("reanchor", memory_id, "--to", "src/store.py::Store")
    assert answer.code == 2
    assert answer.err.splitlines()[1] == (
        f"  git memory reanchor {memory_id} --to src/store.py::Store --anchor src/pay.py::charge"
    )
    words = ("--anchor", "src/store.py::close", "--to", "src/store.py::Store.connect")
    project.must("reanchor", memory_id, *words)
    specs = [anchor["anchor"] for anchor in project.shown(memory_id)["anchors"]]
    assert specs == ["src/pay.py::charge", "src/store.py::Store.connect"]
    answer = project.memory("reanchor", memory_id, "--anchor", "src/pay.py::refund")
    assert answer.code == 1
    assert answer.err.splitlines()[0] == f"error: src/pay.py::refund names no anchor of {memory_id}"


def test_reanchor_takes_the_one_that_is_not_fresh(project: Project) -> None:
    memory_id = project.remember("Two", "src/pay.py::charge", "src/store.py::Store.close")
    project.commit("Take", {"src/pay.py": PAY.replace(CHARGE, TAKE)})
    project.must("reanchor", memory_id, "--to", "src/pay.py::take")
    assert project.shown(memory_id)["anchors"][0]["anchor"] == "src/pay.py::take"


def test_reanchor_all_rewrites_what_is_proved_and_refuses_nothing(shop: Shop) -> None:
    shop.commit("Both", {"src/pay.py": PAY.replace(CHARGE, TAKE), "src/store.py": None, "lib/store.py": STORE})
    before = text_of(shop, shop.locked)
    dry = shop.must("reanchor", "--all", "--dry-run")
    moved = "src/store.py::Store.connect -> lib/store.py::Store.connect (lines 2-6)"
    line = f"reanchor [episode #{shop.locked}] {moved}: fresh"
    assert (dry.lines, text_of(shop, shop.locked)) == ([f"would {line}"], before)
    answer = shop.must("reanchor", "--all")
    assert (answer.lines, answer.err) == ([line.replace("reanchor ", "reanchored ", 1)], "")
    assert shop.verdicts() == {shop.cents: "orphaned", shop.locked: "fresh"}
    assert shop.must("reanchor", "--all").out == ""


@pytest.mark.parametrize(
    ("words", "code"),
    [((), 2), (("--all", "mem-1"), 2), (("--all", "--to", "x"), 2), (("mem-ffffffff",), 1), (("--to", "x"), 2)],
)
def test_reanchor_refuses_words_that_mean_nothing(shop: Shop, words: tuple[str, ...], code: int) -> None:
    answer = shop.memory("reanchor", *words)
    assert (answer.code, answer.out) == (code, "")
    assert answer.err.splitlines()[-1].startswith("hint: ")


def test_reanchor_json(shop: Shop) -> None:
    shop.commit("Take", {"src/pay.py": PAY.replace(CHARGE, TAKE)})
    refused = shop.memory("reanchor", shop.cents, "--json")
    assert refused.code == 1
    assert list(refused.json) == ["schema", "head", "reanchored", "refused", "untouched", "dry_run"]
    (one,) = refused.json["refused"]
    assert (one["id"], one["candidates"], one["similarities"]) == (shop.cents, ["src/pay.py::take"], [92])
    done = shop.must("reanchor", shop.cents, "--to", "src/pay.py::take", "--json", "--dry-run").json
    (row,) = done["reanchored"]
    assert (done["schema"], done["dry_run"], done["refused"]) == ("legendary.reanchor/1", True, [])
    assert (row["anchor"], row["to"], row["verdict"]) == ("src/pay.py::charge", "src/pay.py::take", "stale")
    assert (row["similarity"], row["before"]["text"], row["after"]["text"]) == (92, CHARGE[:-1], TAKE[:-1])


def test_reanchor_in_the_commit_of_the_move_is_told_nowhere(shop: Shop) -> None:
    shop.write({"src/pay.py": WITHOUT, "src/money.py": CHARGE})
    shop.must("reanchor", "--all")
    assert shop.memory("check").code == 0
    shop.git("stash", "-q", "-u", "--", "src")
    shop.write({"README": "later\n"})
    shop.git("add", "README")
    assert shop.told("commit", "-q", "-m", "Something else", "--", "README") == ""
    shop.git("stash", "pop", "-q")
    assert shop.commit_told("Move") == ""
    assert shop.verdicts()[shop.cents] == "fresh"


def test_reanchor_of_a_memory_that_is_not_on_disk_is_refused(shop: Shop) -> None:
    shop.commit("Move", {"src/pay.py": WITHOUT, "src/money.py": CHARGE})
    shop.git("sparse-checkout", "set", "--no-cone", "/src/")
    answer = shop.memory("reanchor", shop.cents)
    assert answer.code == 1
    assert "is outside the sparse checkout" in answer.err


def test_reanchor_of_an_anchor_of_legendary_mcp_gives_it_a_whole_stamp(project: Project) -> None:
    text = "---\nid: mem-0000abcd\ntype: convention\ntitle: Old\nanchors:\n- file: src/pay.py\n  symbol: charge\n"
    text += f"  lines: [4, 8]\n  commit: {project.head}\n---\n\nBody\n"
    project.commit("Old", {".legendary/memories/mem-0000abcd.md": text})
    project.must("reanchor", "mem-0000abcd")
    written = text_of(project, "mem-0000abcd")
    assert "\n  lines: [4, 8]\n" in written
    assert "\n  content_hash: t1:" in written
    assert "\ntype: convention\ntitle: Old\n" in written
    assert anchor_of(project, "mem-0000abcd")["reason"] == "unchanged"


def test_reanchor_carries_several_anchors_of_one_memory_at_once(project: Project) -> None:
    both = project.remember("Both", "src/pay.py::charge", "src/store.py::Store")
    project.commit("Remember")
    project.commit("Move", {"src/pay.py": WITHOUT, "src/all.py": CHARGE + "\n\n" + STORE, "src/store.py": None})
    planned = project.must("reanchor", both, "--dry-run").out
    assert project.must("reanchor", both).out == planned.replace("would reanchor", "reanchored")
    anchors = project.shown(both)["anchors"]
    assert [one["anchor"] for one in anchors] == ["src/all.py::charge", "src/all.py::Store"]
    assert [one["reason"] for one in anchors] == ["unchanged", "unchanged"]
    assert text_of(project, both).count("event: reanchored") == 2


def test_reanchor_all_is_not_kept_by_one_memory_from_the_others(project: Project) -> None:
    ids = sorted(project.remember(f"Memory {number}", "src/pay.py::charge") for number in range(3))
    project.commit("Remember")
    project.commit("Move", {"src/pay.py": WITHOUT, "src/money.py": CHARGE})
    project.git("sparse-checkout", "set", "--no-cone", "/*", f"!/.legendary/memories/{ids[0]}*")
    answer = project.memory("reanchor", "--all")
    assert [ids[1] in answer.out, ids[2] in answer.out, ids[0] in answer.out] == [True, True, False]
    assert ids[0] in answer.err
    assert "outside the sparse checkout" in answer.err
    assert [project.shown(one)["anchors"][0]["anchor"] for one in ids] == [
        "src/pay.py::charge", "src/money.py::charge", "src/money.py::charge",
    ]  # fmt: skip
