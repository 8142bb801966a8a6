"""Memories that contradict each other: marked, shown, found by `check`, and resolved by `git memory resolve`."""

from __future__ import annotations

import pytest

from legendary_git.domain.memory import Memory
from legendary_git.store.memory_file import parse_memory
from legendary_git.usecases.amend import moment, put
from legendary_git.usecases.conflicts import draft_links
from legendary_git.usecases.memories import load_memories
from legendary_git.usecases.workspace import open_workspace
from tests.project import Project, Shop


def front_of(project: Project, memory_id: str) -> Memory:
    found = parse_memory("x", project.path_of(memory_id).read_bytes())
    assert isinstance(found, Memory)
    return found


def mark(project: Project, *ids: str) -> None:
    ws = open_workspace(project.root)
    loaded = load_memories(ws)
    put(ws, draft_links(ws, loaded, [one for one in loaded.valid if one.id in ids], ids, moment()))


def standing(project: Project, *ids: str) -> list[tuple[str, tuple[str, ...]]]:
    """The status and the links of each memory."""
    return [(front.status.value, front.conflicts_with) for front in (front_of(project, one) for one in ids)]


@pytest.fixture
def other(shop: Shop) -> str:
    """A memory that contradicts the one about cents."""
    found = shop.remember("Amounts are tenths of cents", "src/pay.py::charge")
    mark(shop, shop.cents, found)
    return found


def test_draft_links_ties_each_to_all_others(shop: Shop) -> None:
    more = [shop.remember(text, "src/pay.py::charge") for text in ("One", "Two")]
    ids = (shop.cents, *more)
    mark(shop, *ids)
    before = shop.path_of(shop.cents).read_text()
    mark(shop, *ids)
    assert shop.path_of(shop.cents).read_text() == before
    links = [tuple(one for one in ids if one != own) for own in ids]
    assert standing(shop, *ids) == [("conflicted", link) for link in links]


def test_conflict_is_shown_wherever_the_memory_is(shop: Shop, other: str) -> None:
    name = f"[decision #{shop.cents}]"
    assert any(line.startswith(f"{name} (fresh) (conflicted)\t") for line in shop.must("list").lines)
    assert [line for line in shop.must("brief").lines if "(conflicted)" in line] != []
    assert any(") (conflicted) Amounts are whole cents" in line for line in shop.must("brief").lines)
    shown = shop.must("show", shop.cents)
    assert f"  contradicts: [decision #{other}] Amounts are tenths of cents" in shown.lines
    assert shop.shown(shop.cents)["conflicts_with"] == [other]
    assert "(conflicted) Amounts are whole cents" in shop.must("recall", "whole").out


def test_conflict_fails_the_check(shop: Shop, other: str) -> None:
    answer = shop.memory("check")
    path = shop.path_of(shop.cents).relative_to(shop.root)
    assert answer.code == 1
    heads = [line for line in answer.lines if not line.startswith("    ")]
    assert len(heads) == 2
    assert next(line for line in heads if line.startswith(str(path))) == (
        f'{path}:5: error LG005 conflicting-memories: it contradicts {other} "Amounts are tenths of cents"'
        ' (memory: "Amounts are whole cents")'
    )
    assert f"    -> git memory resolve {shop.cents} --keep {other}   # if the other one does" in answer.lines
    found = shop.memory("check", "--json").json["findings"]
    assert {one["id"] for one in found} == {shop.cents, other}
    assert shop.memory("check", "--fail-on", "orphaned,invalid").code == 0


def test_resolve_lets_the_one_supersede_the_other(shop: Shop, other: str) -> None:
    answer = shop.must("resolve", shop.cents, "--keep", other)
    assert answer.lines == [
        f"kept [decision #{other}] Amounts are tenths of cents",
        f"superseded [decision #{shop.cents}] by [decision #{other}]",
    ]
    assert standing(shop, shop.cents, other) == [("superseded", ()), ("active", ())]
    assert "conflicts_with" not in shop.path_of(other).read_text()
    assert (front_of(shop, shop.cents).superseded_by, front_of(shop, other).supersedes) == (other, (shop.cents,))
    assert shop.must("check").out == ""


def test_resolve_deprecates_what_the_other_does_not_cover(shop: Shop) -> None:
    wide = shop.remember("Pay in tenths", "src/pay.py")
    mark(shop, shop.cents, wide)
    found = shop.must("resolve", wide, "--keep", shop.cents, "--json").json
    assert [one["id"] for one in found["deprecated"]] == [wide]
    front = front_of(shop, wide).front
    said = front["deprecated"]
    assert isinstance(said, dict)
    assert said["reason"] == f"lost to {shop.cents}, which contradicts it"


def test_resolve_keeps_several(shop: Shop, other: str) -> None:
    third = shop.remember("Amounts are euros", "src/pay.py::charge")
    mark(shop, shop.cents, third)
    shop.must("resolve", shop.cents, "--keep", other, "--keep", third)
    assert standing(shop, shop.cents, other, third) == [("deprecated", ()), ("active", ()), ("active", ())]


def test_resolve_keeps_all_where_nothing_was_wrong(shop: Shop, other: str) -> None:
    shop.must("resolve", other, "--keep", shop.cents, "--keep", other)
    assert standing(shop, shop.cents, other) == [("active", ()), ("active", ())]


def test_resolve_leaves_a_conflict_with_somebody_else(shop: Shop, other: str) -> None:
    third = shop.remember("Charges are in euros", "src/pay.py::charge")
    mark(shop, other, third)
    shop.must("resolve", shop.cents, "--keep", other)
    assert standing(shop, shop.cents, other, third) == [
        ("superseded", ()),
        ("conflicted", (third,)),
        ("conflicted", (other,)),
    ]


@pytest.mark.parametrize("command", ["supersede", "deprecate"])
def test_retiring_one_ends_the_conflict(shop: Shop, other: str, command: str) -> None:
    if command == "supersede":
        shop.must("supersede", shop.cents, other)
    else:
        shop.must("deprecate", shop.cents, "--reason", "wrong")
    assert standing(shop, other) == [("active", ())]
    assert front_of(shop, shop.cents).is_retired


def test_resolve_refuses_what_makes_no_sense(shop: Shop, other: str) -> None:
    assert shop.memory("resolve", shop.cents).code == 2
    answer = shop.memory("resolve", shop.cents, "--keep", shop.locked)
    assert (answer.code, answer.err.splitlines()[0]) == (1, f"error: {shop.locked} does not contradict {shop.cents}")
    assert f"  --keep {other}   # Amounts are tenths of cents" in answer.err.splitlines()
    answer = shop.memory("resolve", shop.locked, "--keep", shop.locked)
    assert (answer.code, answer.err.splitlines()[0]) == (1, f"error: nothing to resolve: {shop.locked} is active")


def test_a_conflict_with_what_is_gone_can_be_resolved(shop: Shop, other: str) -> None:
    shop.path_of(other).unlink()
    answer = shop.memory("check")
    assert "contradicts a memory that no longer holds" in answer.out
    shop.must("resolve", shop.cents, "--keep", shop.cents)
    assert standing(shop, shop.cents) == [("active", ())]


def test_links_that_two_branches_added_are_merged(shop: Shop, other: str) -> None:
    third = shop.remember("Tips are left out", "src/pay.py::charge")
    fourth = shop.remember("Refunds go through the same gate", "src/pay.py::charge")
    shop.commit("Two and two")
    shop.git("switch", "-q", "-c", "side")
    mark(shop, shop.cents, third)
    shop.commit("Third")
    shop.git("switch", "-q", "main")
    mark(shop, shop.cents, fourth)
    shop.commit("Fourth")
    shop.git("merge", "-q", "side")
    (found,) = standing(shop, shop.cents)
    assert found == ("conflicted", (other, *sorted((third, fourth))))


# What contradicts each other by its text, and nobody has marked so.


@pytest.fixture
def opposite(shop: Shop) -> tuple[str, str, str]:
    """The commit before two memories that were written by hand, and those."""
    base = shop.head
    for memory_id, title in (("mem-aaaaaaaa", "Always"), ("mem-bbbbbbbb", "Never")):
        text = f"---\nid: {memory_id}\ntype: decision\ntitle: {title} retry a failed charge\nstatus: active\n---\n"
        shop.write({f".legendary/memories/{memory_id}.md": text})
    shop.commit("Say both")
    return base, "mem-aaaaaaaa", "mem-bbbbbbbb"


@pytest.mark.parametrize("number", [0, 1])
def test_resolve_ends_what_the_check_alone_calls_a_contradiction(
    shop: Shop, opposite: tuple[str, str, str], number: int
) -> None:
    base, first, second = opposite
    (finding,) = shop.memory("check", "--base", base, "--json").json["findings"]
    assert finding["fixes"] == [
        f"git memory resolve {second} --keep {first}   # if this one holds",
        f"git memory resolve {first} --keep {second}   # if the other one does",
        "add `distinct: REASON` to it if both hold",
    ]
    lost, kept = (second, first) if number == 0 else (first, second)
    shop.must(*finding["fixes"][number].partition("   #")[0].split()[2:])
    shop.commit("Resolve")
    assert [front_of(shop, one).status.value for one in (kept, lost)] == ["active", "superseded"]
    assert shop.memory("check", "--base", base, "--json").json["findings"] == []


@pytest.mark.parametrize("number", [1, 2])
def test_distinct_says_that_both_of_two_unmarked_ones_hold(
    shop: Shop, opposite: tuple[str, str, str], number: int
) -> None:
    base = opposite[0]
    path = shop.path_of(opposite[number])
    path.write_text(path.read_text().replace("status: active\n", "status: active\ndistinct: of cards\n"))
    shop.commit("Say why both hold")
    assert shop.memory("check", "--base", base).code == 0


def test_resolve_of_unmarked_ones_names_both(shop: Shop, opposite: tuple[str, str, str]) -> None:
    _, first, second = opposite
    answer = shop.memory("resolve", first, "--keep", first)
    assert (answer.code, answer.err.splitlines()[0]) == (1, f"error: nothing to resolve: {first} is active")
    assert f"git memory resolve {second} --keep {first}   # Never retry a failed charge" in answer.err
    assert shop.memory("resolve", first, "--keep", shop.cents).code == 1


def test_resolve_of_unmarked_ones_leaves_what_else_was_marked(shop: Shop, opposite: tuple[str, str, str]) -> None:
    _, first, second = opposite
    mark(shop, first, shop.cents)
    shop.must("resolve", second, "--keep", first)
    assert standing(shop, first, shop.cents, second) == [
        ("conflicted", (shop.cents,)),
        ("conflicted", (first,)),
        ("superseded", ()),
    ]
