"""Where anchored code is followed to through real history, and where it is not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.project import PAY, Project

pytestmark = pytest.mark.unhooked

CHARGE = PAY[PAY.index("def charge") : PAY.index("\n\n\ndef refund")] + "\n"
REFUND = PAY[PAY.index("def refund") :]
REST = PAY.replace(CHARGE + "\n\n", "")
MORE = CHARGE.replace("amount * 100", "amount * 1000")
SAVE = """\
    def save(self, path, data):
        with open(path) as file:
            file.write(data, self)
        return path
"""
LOAD = """\
    def save(self, path, size):
        with open(path) as file:
            return file.read(size) or self.empty
"""
GETTER = "def name(self):\n    return self._name\n"


def told(project: Project, memory_id: str) -> tuple[str, str, str | None]:
    """Verdict, reason, and the place where the code is now, if that is another one."""
    (anchor,) = project.shown(memory_id)["anchors"]
    return anchor["verdict"], anchor["reason"], anchor["followed_to"]


def remembered(project: Project, files: dict[str, str], spec: str) -> str:
    """A memory about a place in files that are committed; so is the memory."""
    project.commit("Files", files)
    memory_id = project.remember("Something", spec)
    project.commit("Remember")
    return memory_id


def answers(project: Project) -> list[dict[str, Any]]:
    found = json.loads(project.must("list", "--json").out)["memories"]
    return [{**anchor, "id": memory["id"]} for memory in found for anchor in memory["anchors"]]


@pytest.mark.parametrize(
    ("now", "place"),
    [
        ({"a.py": None, "lib/b.py": PAY}, "lib/b.py::charge"),
        ({"a.py": PAY.replace("def charge", "def pay")}, "a.py::pay"),
        ({"a.py": None, "b.py": PAY.replace("def charge", "def pay")}, "b.py::pay"),
        ({"a.py": REST, "b.py": CHARGE}, "b.py::charge"),
        ({"a.py": f"class Till:\n{CHARGE}".replace("\n", "\n    ").rstrip(" ") + REST}, "a.py::Till.charge"),
        ({"a.py": None, "a/__init__.py": "from .pay import *\n", "a/pay.py": PAY}, "a/pay.py::charge"),
        (
            {"a.py": None, "one.py": "LIMIT = 10\n\n\n" + CHARGE, "two.py": "LIMIT = 10\n\n\n" + REFUND},
            "one.py::charge",
        ),
    ],
    ids=["file", "symbol", "both", "to-a-file", "into-a-class", "to-a-package", "split"],
)
def test_following_an_untouched_body(project: Project, now: dict[str, str | None], place: str) -> None:
    memory_id = remembered(project, {"a.py": PAY}, "a.py::charge")
    project.commit("Move", now)
    assert told(project, memory_id) == ("fresh", "followed", place)
    project.must("reanchor", memory_id)
    assert told(project, memory_id) == ("fresh", "unchanged", None)


def test_following_a_method_to_another_class(project: Project) -> None:
    before = f"class A:\n{SAVE}\n\nclass B:\n    size = 1\n"
    memory_id = remembered(project, {"a.py": before}, "a.py::A.save")
    project.commit("Move", {"a.py": f"class A:\n    size = 1\n\n\nclass B:\n{SAVE}"})
    assert told(project, memory_id) == ("fresh", "followed", "a.py::B.save")


def test_following_twins_that_change_places(project: Project) -> None:
    one, other = (f"def run(a, b):\n    return [a, b, a + b, a * b, {n}]\n" for n in (1, 2))
    memory_id = remembered(project, {"a.py": f"{one}\n\nx = 1\n\n\n{other}"}, "a.py::run@2")
    project.commit("Swap", {"a.py": f"{other}\n\nx = 1\n\n\n{one}"})
    assert told(project, memory_id) == ("fresh", "moved", None)


def test_a_method_of_two_classes_never_changes_hands(project: Project) -> None:
    both = f"class A:\n{SAVE}\n\nclass B:\n{LOAD}"
    memory_id = remembered(project, {"a.py": both}, "a.py::A.save")
    project.commit("Delete one", {"a.py": f"class A:\n    size = 1\n\n\nclass B:\n{LOAD}"})
    assert told(project, memory_id) == ("orphaned", "symbol_gone", None)
    project.commit("Swap the bodies", {"a.py": f"class A:\n{LOAD}\n\nclass B:\n{SAVE}"})
    assert told(project, memory_id) == ("stale", "changed", None)
    project.commit("Back", {"a.py": both})
    assert told(project, memory_id) == ("fresh", "unchanged", None)


def test_a_method_that_two_classes_have_alike_never_changes_hands(project: Project) -> None:
    memory_id = remembered(project, {"a.py": f"class A:\n{SAVE}\n\nclass B:\n{SAVE}"}, "a.py::A.save")
    project.commit("Delete one", {"a.py": f"class A:\n    size = 1\n\n\nclass B:\n{SAVE}"})
    assert told(project, memory_id) == ("orphaned", "symbol_gone", None)


def test_a_trivial_body_is_a_candidate_and_no_more(project: Project) -> None:
    memory_id = remembered(project, {"a.py": GETTER + "\n\n" + REFUND}, "a.py::name")
    project.commit("Move", {"a.py": REFUND, "b.py": GETTER})
    assert told(project, memory_id) == ("orphaned", "symbol_gone", None)
    (anchor,) = project.shown(memory_id)["anchors"]
    assert (anchor["candidates"], anchor["similarities"]) == (["b.py::name"], [100])
    project.commit("Edit", {"b.py": GETTER.replace("_name", "_title")})
    assert told(project, memory_id) == ("orphaned", "symbol_gone", None)


def test_two_copies_are_candidates_and_no_more(project: Project) -> None:
    memory_id = remembered(project, {"a.py": PAY}, "a.py::charge")
    project.commit("Copy", {"a.py": REST, "b.py": CHARGE, "c.py": CHARGE})
    assert told(project, memory_id) == ("orphaned", "ambiguous", None)
    assert "perhaps b.py::charge (100 %), c.py::charge (100 %)" in project.must("show", memory_id).out


# Moved first, edited later.


def test_moved_then_edited_is_stale_at_the_new_place(project: Project) -> None:
    memory_id = remembered(project, {"a.py": PAY}, "a.py::charge")
    project.commit("Move", {"a.py": REST, "b.py": CHARGE})
    commit = project.commit("Edit", {"b.py": MORE})
    assert told(project, memory_id) == ("stale", "changed", "b.py::charge")
    (anchor,) = project.shown(memory_id)["anchors"]
    assert (anchor["since"]["commit"], anchor["lines"]) == (commit, "1-5")
    project.commit("Back", {"b.py": CHARGE})
    assert told(project, memory_id) == ("fresh", "followed", "b.py::charge")


def test_edited_moved_renamed_and_moved_again_is_traced_all_the_way(project: Project) -> None:
    memory_id = remembered(project, {"a.py": PAY}, "a.py::charge")
    commit = project.commit("Edit", {"a.py": PAY.replace(CHARGE, MORE)})
    project.commit("Move", {"a.py": REST, "b.py": "LIMIT = 10\n\n\n" + MORE})
    project.commit("Rename the file", {"b.py": None, "lib/c.py": "LIMIT = 10\n\n\n" + MORE})
    project.commit("Rename it", {"lib/c.py": "LIMIT = 10\n\n\n" + MORE.replace("def charge", "def pay")})
    last = MORE.replace("def charge", "def pay").replace("1000", "2000")
    project.commit("Edit", {"lib/c.py": "LIMIT = 10\n\n\n" + last})
    project.commit("Move again", {"lib/c.py": "LIMIT = 10\n", "d.py": last})
    assert told(project, memory_id) == ("stale", "changed", "d.py::pay")
    (anchor,) = project.shown(memory_id)["anchors"]
    assert anchor["since"]["commit"] == commit
    kept = answers(project)
    project.must("rebuild")
    assert answers(project) == kept
    project.index_path.unlink()
    assert answers(project) == kept


def test_moved_then_edited_and_deleted_is_orphaned(project: Project) -> None:
    memory_id = remembered(project, {"a.py": PAY}, "a.py::charge")
    project.commit("Move", {"a.py": REST, "b.py": CHARGE + "\n\n" + REFUND})
    project.commit("Edit", {"b.py": MORE + "\n\n" + REFUND})
    project.commit("Delete", {"b.py": REFUND})
    assert told(project, memory_id) == ("orphaned", "symbol_gone", None)


def test_moved_then_edited_in_a_file_that_does_not_parse_is_unknown(project: Project) -> None:
    memory_id = remembered(project, {"a.py": PAY}, "a.py::charge")
    project.commit("Move", {"a.py": REST, "b.py": CHARGE})
    project.commit("Edit", {"b.py": MORE})
    project.commit("Break", {"b.py": "def )(\n" + MORE.replace("def charge", "def (charge")})
    assert told(project, memory_id) == ("unknown", "unparsable", None)


def moved_on_two_branches(project: Project, first: str) -> str:
    """Moved to b.py on one branch and to c.py on the other; `first` is the one that was there earlier."""
    memory_id = remembered(project, {"a.py": PAY}, "a.py::charge")
    places = {"b": {"a.py": REST, "b.py": CHARGE}, "c": {"a.py": REST, "c.py": CHARGE}}
    for name in (first, "c" if first == "b" else "b"):
        project.git("switch", "-q", "-c", name, "main")
        project.commit(f"Move to {name}", places[name])
    project.git("switch", "-q", "main")
    project.git("merge", "-q", "--no-ff", "-m", "Merge b", "b")
    project.git("merge", "-q", "--no-ff", "-m", "Merge c", "c")
    project.commit("Edit both", {"b.py": MORE, "c.py": MORE})
    return memory_id


@pytest.mark.parametrize("first", ["b", "c"])
def test_moved_to_two_places_on_two_branches_is_no_proof(project: Project, first: str) -> None:
    memory_id = moved_on_two_branches(project, first)
    assert told(project, memory_id) == ("orphaned", "symbol_gone", None)
    (anchor,) = project.shown(memory_id)["anchors"]
    assert anchor["candidates"] == ["b.py::charge", "c.py::charge"]


def test_moved_on_a_branch_and_edited_after_the_merge(project: Project) -> None:
    memory_id = remembered(project, {"a.py": PAY}, "a.py::charge")
    project.git("switch", "-q", "-c", "side")
    project.commit("Move", {"a.py": REST, "b.py": CHARGE})
    project.git("switch", "-q", "main")
    project.commit("Other", {"z.py": "z = 1\n"})
    project.git("merge", "-q", "--no-ff", "-m", "Merge", "side")
    project.commit("Edit", {"b.py": MORE})
    assert told(project, memory_id) == ("stale", "changed", "b.py::charge")


@pytest.mark.hooked
def test_hook_tells_when_what_moved_is_edited_in_its_new_place(project: Project) -> None:
    project.must("hooks", "install")
    memory_id = remembered(project, {"a.py": PAY}, "a.py::charge")
    assert project.commit_told("Move", {"a.py": REST, "b.py": CHARGE}) == ""
    said = project.commit_told("Edit", {"b.py": MORE})
    assert said.startswith(f"legendary: stale [decision #{memory_id}] a.py::charge by {project.head[:7]} ")
    assert project.commit_told("Rename", {"b.py": None, "c.py": MORE}) == ""
    assert told(project, memory_id) == ("stale", "changed", "c.py::charge")


# Candidates.


def test_candidates_are_what_came_where_it_went_the_likeliest_first(project: Project) -> None:
    memory_id = remembered(project, {"a.py": PAY, "far.py": MORE.replace("charge", "always_there")}, "a.py::charge")
    near = MORE.replace("def charge", "def near").replace("total -= 1", "total -= 2")
    now = {"a.py": REST + "\n\n" + near, "b.py": MORE.replace("def charge", "def nearer"), "c.py": GETTER}
    project.commit("Rewrite", now)
    project.commit("Elsewhere", {"later.py": MORE.replace("def charge", "def later")})
    (anchor,) = project.shown(memory_id)["anchors"]
    assert (anchor["verdict"], anchor["reason"]) == ("orphaned", "symbol_gone")
    assert (anchor["candidates"], anchor["similarities"]) == (["b.py::nearer", "a.py::near"], [92, 84])
    (anchor,) = project.must("stale", "--json").json["memories"][0]["anchors"]
    assert anchor["similarities"] == [92, 84]
    assert "perhaps b.py::nearer (92 %), a.py::near (84 %)" in project.memory("check").out


def test_candidates_of_a_file_that_is_gone(project: Project) -> None:
    memory_id = remembered(project, {"a.py": PAY}, "a.py")
    project.commit("Rewrite", {"a.py": None, "b.py": PAY.replace("amount", "money"), "c.py": GETTER})
    (anchor,) = project.shown(memory_id)["anchors"]
    assert anchor["verdict"] in ("stale", "orphaned")
    where = [anchor["followed_to"]] if anchor["followed_to"] else anchor["candidates"]
    assert where == ["b.py"]


def test_candidates_are_five_at_most(project: Project) -> None:
    memory_id = remembered(project, {"a.py": PAY}, "a.py::charge")
    many = "\n\n".join(MORE.replace("def charge", f"def take_{n}").replace("1000", f"{n}") for n in range(9))
    project.commit("Rewrite", {"a.py": REST + "\n\n" + many})
    (anchor,) = project.shown(memory_id)["anchors"]
    assert anchor["candidates"] == [f"a.py::take_{n}" for n in range(5)]


def test_unreadable_file_of_another_language_keeps_no_verdict_from_being_told(project: Project) -> None:
    memory_id = remembered(project, {"src/pay.py": PAY}, "src/pay.py::charge")
    project.commit("Bundle", {"src/pay.py": REST, "src/all.js": CHARGE + "//" * 1_100_000})
    assert told(project, memory_id) == ("orphaned", "symbol_gone", None)


def test_file_renamed_without_a_commit_is_followed_whatever_became_of_its_twin(project: Project) -> None:
    """A file beside it had the same function, and was edited: git sees one file renamed all the same."""
    memory_id = remembered(project, {"a.py": PAY, "twin.py": PAY}, "a.py::charge")
    edited = PAY.replace("total -= 1", "total -= 2")
    project.git("mv", "a.py", "b.py")
    project.write({"twin.py": edited})
    assert told(project, memory_id) == ("fresh", "followed", "b.py::charge")
    project.git("reset", "-q")
    assert told(project, memory_id) == ("fresh", "followed", "b.py::charge"), "the index need not know"
    project.git("add", "-A")
    project.git("commit", "-q", "-m", "Rename")
    assert told(project, memory_id) == ("fresh", "followed", "b.py::charge"), "as it is once it is committed"


def test_file_renamed_without_a_commit_is_judged_by_what_it_holds(project: Project) -> None:
    memory_id = remembered(project, {"a.py": PAY, "twin.py": PAY}, "a.py::charge")
    project.commit("Charge more", {"a.py": PAY.replace("amount * 100", "amount * 1000", 1)})
    project.git("mv", "a.py", "b.py")
    assert told(project, memory_id) == ("stale", "changed", "b.py::charge")


def test_file_renamed_twice_is_followed_from_the_committed_name_to_the_one_on_disk(project: Project) -> None:
    memory_id = remembered(project, {"a.py": PAY, "twin.py": PAY}, "a.py::charge")
    project.commit("Rename", {"a.py": None, "b.py": PAY, "twin.py": PAY + "MORE = 1\n"})
    project.git("mv", "b.py", "c.py")
    project.write({"twin.py": REFUND})
    assert told(project, memory_id) == ("fresh", "followed", "c.py::charge")


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ({"a.py": PAY, "twin.py": PAY}, {"a.py": None, "twin.py": None, "b.py": PAY, "c.py": PAY}),
        ({"a.py": PAY, "twin.py": PAY}, {"a.py": None, "twin.py": None, "b.py": PAY}),
        ({"a.py": PAY, "twin.py": PAY}, {"a.py": None, "twin.py": REFUND, "b.py": PAY, "c.py": PAY}),
        ({"a.py": PAY, "twin.py": PAY}, {"a.py": None, "twin.py": REFUND, "b.py": PAY + "MORE = 1\n"}),
        ({"a.py": GETTER, "twin.py": GETTER}, {"a.py": None, "twin.py": "", "b.py": GETTER}),
    ],
    ids=["two-for-two", "two-for-one", "one-for-two", "edited", "trivial"],
)
def test_file_that_is_not_plainly_renamed_is_not_followed_without_a_commit(
    project: Project, before: dict[str, str], now: dict[str, str | None]
) -> None:
    memory_id = remembered(project, before, f"a.py::{'name' if GETTER in before.values() else 'charge'}")
    project.write({path: text for path, text in now.items() if text is not None})
    for path in (path for path, text in now.items() if text is None):
        (project.root / path).unlink()
    assert told(project, memory_id)[0] == "orphaned"
