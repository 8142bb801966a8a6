"""`git memory why PATH[:LINE|::SYMBOL]`: the memories about a place, the closest first."""

from __future__ import annotations

import re

import pytest

from tests.project import PAY, STORE, Project

pytestmark = pytest.mark.unhooked


@pytest.fixture
def known(project: Project) -> dict[str, str]:
    """Memories by what they are about."""
    project.write({"src/store.py": STORE.replace("while found", "found = found.rstrip()\n        while found")})
    specs = {
        "file": "src/store.py",
        "class": "src/store.py::Store",
        "method": "src/store.py::Store.connect",
        "other": "src/store.py::Store.close",
        "lines": "src/store.py:3-4",
        "pay": "src/pay.py::charge",
    }
    ids = {project.remember(name.title(), spec): name for name, spec in specs.items()}
    ids[project.remember("Nowhere")] = "nowhere"
    project.commit("Remember")
    return ids


def about(project: Project, known: dict[str, str], place: str, folder: str = "") -> list[str]:
    answer = project.must("why", place, "--json", folder=folder)
    return [known[memory["id"]] for memory in answer.json["memories"]]


@pytest.mark.parametrize(
    ("place", "names"),
    [
        ("src/store.py", ["lines", "method", "other", "class", "file"]),
        ("src/store.py:3", ["lines", "method", "class", "file"]),
        ("src/store.py:6", ["method", "class", "file"]),
        ("src/store.py:7", ["class", "file"]),
        ("src/store.py:1-4", ["lines", "method", "class", "file"]),
        ("src/store.py::Store.connect", ["lines", "method", "class", "file"]),
        ("src/store.py::connect", ["lines", "method", "class", "file"]),
        ("src/store.py#Store.connect", ["lines", "method", "class", "file"]),
        ("src/store.py::close", ["other", "class", "file"]),
        ("src/store.py::Store", ["lines", "method", "other", "class", "file"]),
        ("src/store.py::nothing", ["file"]),
        ("src/pay.py", ["pay"]),
        ("src/pay.py:1", []),
        ("README", []),
        ("nowhere.py", []),
    ],
)
def test_why_by_file_line_and_symbol(project: Project, known: dict[str, str], place: str, names: list[str]) -> None:
    assert about(project, known, place) == names


def test_why_path_counts_from_the_current_folder_and_else_from_the_root(
    project: Project, known: dict[str, str]
) -> None:
    for place in ("pay.py", "src/pay.py", "../src/pay.py::charge", "pay.py:5"):
        assert about(project, known, place, folder="src") == ["pay"]


def test_why_shows_each_memory_at_length(project: Project, known: dict[str, str]) -> None:
    out = project.must("why", "src/store.py:7").out
    by_name = {name: memory_id for memory_id, name in known.items()}
    shown = project.must("show", by_name["class"]).out + "\n" + project.must("show", by_name["file"]).out
    assert out == re.sub("^  state: .*\n", "", shown, flags=re.MULTILINE)


def test_why_knows_where_the_code_is_now(project: Project, known: dict[str, str]) -> None:
    project.commit("Explain", {"src/pay.py": '"""Money."""\n\n' + PAY})
    assert about(project, known, "src/pay.py:10") == ["pay"]
    assert about(project, known, "src/pay.py:4") == []


def test_why_finds_what_moved_by_its_old_and_its_new_place(project: Project, known: dict[str, str]) -> None:
    project.commit("Rename", {"src/pay.py": None, "src/money.py": PAY})
    assert about(project, known, "src/money.py::charge") == ["pay"]
    assert about(project, known, "src/pay.py") == ["pay"]


def test_why_speaks_of_what_is_gone(project: Project, known: dict[str, str]) -> None:
    project.commit("Drop", {"src/pay.py": None})
    assert about(project, known, "src/pay.py") == ["pay"]


@pytest.mark.parametrize("status", ["superseded", "deprecated"])
def test_why_leaves_out_what_was_retired(project: Project, known: dict[str, str], status: str) -> None:
    for memory_id in known:
        path = project.path_of(memory_id)
        path.write_text(path.read_text().replace("status: active", f"status: {status}"))
    assert about(project, known, "src/store.py") == []


@pytest.mark.parametrize("place", ["", "src/pay.py:0", "src/pay.py:5-3"])
def test_why_of_what_is_no_place(project: Project, place: str) -> None:
    answer = project.memory("why", place)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.splitlines() == [
        f"error: {place!r} is not a place in the code",
        "hint: write PATH, PATH:LINE or PATH::SYMBOL",
    ]


def test_why_of_a_list_tells_what_is_known_of_its_items(project: Project) -> None:
    project.write({"ci.yaml": "jobs:\n  steps:\n    - run: make\n    - run: make test\n"})
    item = project.remember("Item", "ci.yaml::jobs.steps[1]")
    for place in ("ci.yaml::jobs.steps", "ci.yaml::jobs.steps[1].run"):
        assert about(project, {item: "item"}, place) == ["item"]
    assert about(project, {item: "item"}, "ci.yaml::jobs.steps[0]") == []
