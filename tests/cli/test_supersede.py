"""`git memory supersede` and `deprecate`: a memory is retired, and its chain is kept and shown."""

from __future__ import annotations

import json
import resource
import stat
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from legendary_git.domain.memory import Memory
from legendary_git.errors import MemoryRefused, UnknownMemory
from legendary_git.store.memory_file import parse_memory
from legendary_git.usecases.stamp import stamp
from legendary_git.usecases.supersede import check_supersedes, supersede
from legendary_git.usecases.workspace import open_workspace
from tests.project import NOW, PAY, Project, Shop

ADA = "Ada <ada@example.org>"


def text_of(project: Project, memory_id: str) -> str:
    return project.path_of(memory_id).read_text()


def front_of(project: Project, memory_id: str) -> Memory:
    found = parse_memory("x", project.path_of(memory_id).read_bytes())
    assert isinstance(found, Memory)
    return found


def test_supersede_marks_both_files_and_shows_the_chain(shop: Shop) -> None:
    first = shop.remember("All of paying", "src/pay.py")
    second = shop.remember("All of paying, again", "src/pay.py", options=("--distinct", "it is the next one"))
    answer = shop.must("supersede", shop.cents, first[4:])
    assert answer.lines == [f"superseded [decision #{shop.cents}] by [decision #{first}] All of paying"]
    shop.must("supersede", first, second)
    old, middle = front_of(shop, shop.cents), front_of(shop, first)
    assert (old.status, old.superseded_by, middle.supersedes) == ("superseded", first, (shop.cents,))
    assert old.front["history"] == [{"at": NOW, "event": "superseded", "to": first, "by": ADA}]
    names = {one: f"[decision #{one}]" for one in (shop.cents, first, second)}
    assert [line for line in shop.must("show", first).lines if "supersede" in line] == [
        "  status: superseded",
        f"  supersedes: {names[shop.cents]} Amounts are whole cents",
        f"  superseded by: {names[second]} All of paying, again",
    ]
    assert shop.shown(shop.cents)["chain"] == {"earlier": [], "later": [first, second]}
    assert shop.shown(second)["chain"] == {"earlier": [first, shop.cents], "later": []}
    listed = shop.must("list").out
    assert (second in listed, first in listed, shop.cents in listed) == (True, False, False)
    assert f"[decision #{first}] (fresh) (superseded)\t" in shop.must("list", "--all").out


def test_supersede_refuses_what_does_not_cover_and_says_which_anchors_to_add(shop: Shop) -> None:
    both = shop.remember("Both", "src/pay.py::charge", "src/store.py", options=("--tag", "x"))
    new = shop.remember("One", "src/pay.py", "src/store.py::Store")
    before = text_of(shop, both), text_of(shop, new)
    answer = shop.memory("supersede", both, new)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.splitlines() == [
        f"error: {new} does not cover 1 of the 2 anchors of {both}",
        "  --anchor src/store.py",
        f"hint: remember it with these anchors too, or retire the old one: git memory deprecate {both} --reason TEXT",
    ]
    assert (text_of(shop, both), text_of(shop, new)) == before


def test_supersede_counts_the_place_that_code_went_to(shop: Shop) -> None:
    charge = PAY[PAY.index("def charge") : PAY.index("\n\n\ndef refund")] + "\n"
    files = {"src/pay.py": PAY.replace(charge + "\n\n", ""), "src/money.py": "LIMIT = 10\n\n\n" + charge}
    shop.commit("Move", files)
    there = shop.remember("There", "src/money.py::charge")
    elsewhere = shop.remember("Here", "src/pay.py")
    refused = shop.memory("supersede", shop.cents, elsewhere)
    assert "  --anchor src/money.py::charge" in refused.err.splitlines()
    shop.must("supersede", shop.cents, there)


def test_supersede_where_the_code_is_gone_says_what_to_do_first(shop: Shop) -> None:
    new = shop.remember("Store", "src/store.py")
    shop.commit("Drop", {"src/pay.py": None})
    answer = shop.memory("supersede", shop.cents, new)
    assert answer.code == 1
    way = f"git memory reanchor {shop.cents} --anchor src/pay.py::charge --to PLACE"
    assert answer.err.splitlines()[1] == f"  {way}   # its code is gone"


def test_supersede_refuses_chains_that_make_no_sense(shop: Shop) -> None:
    first = shop.remember("First", "src/pay.py")
    other = shop.remember("Other", "src/pay.py")
    shop.must("supersede", shop.cents, first)
    cases = {
        (shop.cents, first): f"{shop.cents} is superseded already by {first}",
        (other, shop.cents): f"{shop.cents} is superseded itself",
        (first, shop.cents): f"{shop.cents} is superseded itself",
        (first, first): "a memory cannot supersede itself",
        (first, "mem-00000000"): "there is no memory mem-00000000",
        ("mem-00000000", first): "there is no memory mem-00000000",
    }
    for words, what in cases.items():
        answer = shop.memory("supersede", *words)
        assert (answer.code, answer.err.splitlines()[0]) == (1, f"error: {what}")
        assert len(answer.err.splitlines()) == 2
    path = shop.path_of(shop.cents)  # by hand: one half of the chain is undone, the other says still who came first
    path.write_text(
        path.read_text().replace("status: superseded", "status: active").replace(f"superseded_by: {first}\n", "")
    )
    answer = shop.memory("supersede", first, shop.cents)
    assert (
        answer.err.splitlines()[0]
        == f"error: {first} took the place of {shop.cents}: the two would supersede each other"
    )


@contextmanager
def files_of_at_most(count: int) -> Iterator[None]:
    """As on a disk that is full: no file can become larger."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (count, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_supersede_writes_both_files_or_none(shop: Shop) -> None:
    new = shop.remember("All", "src/pay.py")
    path = shop.path_of(shop.cents)
    path.write_text(path.read_text() + "x" * 125_000)
    shop.must("rebuild")
    before = text_of(shop, shop.cents), text_of(shop, new)
    with files_of_at_most(122_000):
        answer = shop.memory("supersede", shop.cents, new)
    old_path, new_path = (shop.path_of(one).relative_to(shop.root) for one in (shop.cents, new))
    assert answer.code == 1
    errors = [line for line in answer.err.splitlines() if line.startswith("error")]
    assert errors == [f"error: cannot write {old_path}: File too large; {new_path} was put back as it was"]
    assert (text_of(shop, shop.cents), text_of(shop, new)) == before


def test_supersede_that_was_killed_half_way_can_be_run_again(shop: Shop) -> None:
    new = shop.remember("All", "src/pay.py")
    path = shop.path_of(new)
    path.write_text(path.read_text().replace("---\n", f"---\nsupersedes: {shop.cents}\n", 1))
    before = path.read_text()
    shop.must("supersede", shop.cents, new)
    assert (path.read_text(), front_of(shop, shop.cents).superseded_by) == (before, new)


def test_supersede_a_second_memory_extends_the_list(shop: Shop) -> None:
    other = shop.remember("Refunds", "src/pay.py::refund")
    new = shop.remember("All", "src/pay.py")
    shop.must("supersede", shop.cents, new)
    shop.must("supersede", other, new)
    assert front_of(shop, new).supersedes == (shop.cents, other)
    assert f"supersedes:\n  - {shop.cents}\n  - {other}\n" in text_of(shop, new)


def test_supersede_json(shop: Shop) -> None:
    new = shop.remember("All", "src/pay.py")
    found = shop.must("supersede", shop.cents, new, "--json").json
    assert (found["schema"], found["superseded"]["id"], found["by"]["id"]) == ("legendary.supersede/1", shop.cents, new)


def test_check_supersedes_before_anything_is_written(shop: Shop) -> None:
    ws = open_workspace(shop.root)
    assert check_supersedes(ws, shop.cents, [stamp(ws, "src/pay.py")]).id == shop.cents
    with pytest.raises(MemoryRefused, match=f"the new memory does not cover the anchor of {shop.cents}"):
        check_supersedes(ws, shop.cents, [stamp(ws, "src/pay.py::refund")])
    with pytest.raises(UnknownMemory):
        check_supersedes(ws, "mem-00000000", [])
    new = shop.remember("All", "src/pay.py")
    supersede(ws, shop.cents, new)
    with pytest.raises(MemoryRefused, match="superseded already"):
        check_supersedes(ws, shop.cents, [stamp(ws, "src/pay.py")])


def test_deprecate_says_why_and_when(shop: Shop) -> None:
    answer = shop.must("deprecate", shop.cents[:8], "--reason", "we take: floats # now")
    assert answer.lines == [f"deprecated [decision #{shop.cents}]: we take: floats # now"]
    memory = front_of(shop, shop.cents)
    assert (memory.status, memory.front["deprecated"]) == ("deprecated", {"reason": "we take: floats # now", "at": NOW})
    assert "  reason: we take: floats # now" in shop.must("show", shop.cents).lines
    again = shop.memory("deprecate", shop.cents, "--reason", "x")
    assert (again.code, again.err.splitlines()[0]) == (
        1,
        f"error: {shop.cents} is deprecated already: we take: floats # now",
    )


def test_deprecate_needs_a_reason(shop: Shop) -> None:
    assert shop.memory("deprecate", shop.cents).code == 2
    assert shop.memory("deprecate", shop.cents, "--reason", "  ").code == 2
    assert front_of(shop, shop.cents).status == "active"


@pytest.mark.parametrize("words", [("deprecate", "--reason"), ("reaffirm", "--evidence")])
def test_a_secret_is_neither_written_nor_repeated(shop: Shop, words: tuple[str, str]) -> None:
    key = "AKIA" + "Q3EGRIL5WV7XKJ2M"
    shop.change()
    before = shop.path_of(shop.cents).read_bytes()
    answer = shop.memory(words[0], shop.cents, words[1], f"the key {key} is gone")
    assert answer.code == 1
    assert "there is a secret in it" in answer.err
    assert key not in answer.err + answer.out
    assert shop.path_of(shop.cents).read_bytes() == before


def test_deprecate_refuses_what_is_superseded(shop: Shop) -> None:
    new = shop.remember("All", "src/pay.py")
    shop.must("supersede", shop.cents, new)
    answer = shop.memory("deprecate", shop.cents, "--reason", "x")
    assert (answer.code, answer.err.splitlines()) == (
        1,
        [
            f"error: {shop.cents} is superseded by {new}: nobody is told of it any more",
            f"hint: the one that holds now is {new}",
        ],
    )


def test_commands_keep_a_file_in_an_odd_style_byte_for_byte(shop: Shop) -> None:
    path = shop.path_of(shop.cents)
    path.chmod(0o640)
    odd = path.read_text().replace("status: active\n", "Owner:  {team: 0005747}   # kept\nstatus:   'active'  # now\n")
    odd = "\ufeff" + odd.replace("---\n", "---\n# a remark\n", 1).replace("\n", "\r\n")
    path.write_bytes(odd.encode())
    shop.must("deprecate", shop.cents, "--reason", "x")
    now = path.read_bytes().decode()
    before, after = odd.splitlines(keepends=True), now.splitlines(keepends=True)
    gone = [line for line in before if line not in after]
    assert gone == ["status:   'active'  # now\r\n", f"updated: {NOW}\r\n"] or gone == ["status:   'active'  # now\r\n"]
    assert "status:   deprecated  # now\r\n" in after
    assert now.count("\n") == now.count("\r\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert json.loads(shop.must("show", shop.cents, "--json").out)["memory"]["Owner"] == {"team": "0005747"}


def test_supersede_by_wider_anchors_in_two_files(shop: Shop) -> None:
    old = shop.remember("Two", "src/pay.py::charge", "src/store.py::Store.close")
    new = shop.remember("Wider", "src/pay.py:1-10", "src/store.py::Store")
    shop.must("supersede", old, new)
