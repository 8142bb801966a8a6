"""The anchors of `git memory remember`: how places are named, what is stamped, what is refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.history import History
from tests.project import PAY, Project

TWINS = """\
class Reader:
    def run(self, size: int) -> int:
        return size * 2 + len(str(size))


class Writer:
    def run(self, size: int) -> int:
        return size * 5 - len(str(size))
"""


def memory_files(project: Project) -> list[Path]:
    return list((project.root / ".legendary/memories").iterdir())


def refusal(project: Project, spec: str, folder: str = "") -> list[str]:
    """What is said on stderr where the anchor is refused, which writes nothing."""
    answer = project.memory("remember", "Something", "--anchor", "README", "--anchor", spec, folder=folder)
    assert (answer.code, answer.out) == (1, "")
    assert memory_files(project) == []
    return answer.err.splitlines()


def anchored(project: Project, *specs: str, folder: str = "") -> list[str]:
    """The anchors as they were resolved."""
    words = [word for spec in specs for word in ("--anchor", spec)]
    answer = project.must("remember", "Something", *words, "--json", folder=folder)
    return [anchor["anchor"] for anchor in answer.json["memory"]["anchors"]]


@pytest.mark.parametrize(
    ("spec", "resolved"),
    [
        ("src/pay.py", "src/pay.py"),
        ("src/pay.py:4-8", "src/pay.py:4-8"),
        ("src/pay.py:4", "src/pay.py:4-4"),
        ("src/pay.py::charge", "src/pay.py::charge"),
        ("src/pay.py#charge", "src/pay.py#charge".replace("#", "::")),
        ("src/pay.py::LIMIT", "src/pay.py::LIMIT"),
        ("src/store.py::Store", "src/store.py::Store"),
        ("src/store.py::Store.close", "src/store.py::Store.close"),
        ("src/store.py::Store::close", "src/store.py::Store.close"),
        ("src/store.py::close", "src/store.py::Store.close"),
        ("./src/../src/pay.py::charge", "src/pay.py::charge"),
    ],
)
def test_anchor_is_stored_in_full(project: Project, spec: str, resolved: str) -> None:
    assert anchored(project, spec) == [resolved]


def test_anchor_path_counts_from_the_current_folder_and_else_from_the_root(project: Project) -> None:
    specs = ("pay.py::charge", "src/pay.py::refund", "../README", str(project.root / "src/store.py"), "README")
    assert anchored(project, *specs, folder="src") == [
        "src/pay.py::charge",
        "src/pay.py::refund",
        "README",
        "src/store.py",
    ]


def test_anchor_path_of_the_current_folder_comes_before_the_same_at_the_root(project: Project) -> None:
    project.write({"src/README": "of the source\n"})
    assert anchored(project, "README", folder="src") == ["src/README"]
    assert anchored(project, "README") == ["README"]


def test_file_whose_name_looks_like_an_anchor_can_be_named(project: Project) -> None:
    project.write({"src/a:3-5": "x\n", "src/b#c.py": PAY, "src/d::e": "x\n"})
    specs = ("src/a:3-5", "src/b#c.py", "src/b#c.py#charge", "src/b#c.py::charge", "src/d::e")
    assert anchored(project, *specs) == ["src/a:3-5", "src/b#c.py", "src/b#c.py::charge", "src/d::e"]


@pytest.mark.parametrize("is_committed", [True, False])
def test_stamp_is_what_git_would_store(project: Project, is_committed: bool) -> None:
    if not is_committed:
        project.write({"src/pay.py": PAY.replace("100", "1000"), "src/new.py": PAY})
    path = "src/pay.py" if is_committed else "src/new.py"
    memory_id = project.remember("Something", "src/pay.py::charge", f"{path}::refund")
    anchors = project.shown(memory_id)["anchors"]
    assert [anchor["blob"] for anchor in anchors] == project.git("hash-object", "src/pay.py", path).split()
    assert [anchor["commit"] for anchor in anchors] == [project.head] * 2
    assert [anchor["lines"] for anchor in anchors] == ["4-8", "11-15"]
    assert [anchor["uncommitted"] for anchor in anchors] == [not is_committed] * 2
    assert {anchor["verdict"] for anchor in anchors} == {"fresh"}


def test_stamped_content_is_kept_even_if_it_is_never_committed(project: Project) -> None:
    project.write({"src/pay.py": PAY.replace("100", "1000")})
    memory_id = project.remember("Something", "src/pay.py::charge")
    project.git("checkout", "-q", "src/pay.py")
    diff = project.must("diff", memory_id).lines
    assert {"-    total = amount * 1000", "+    total = amount * 100"} <= set(diff)


def test_stamp_of_a_file_that_disk_has_with_crlf(project: Project) -> None:
    project.git("config", "core.autocrlf", "true")
    project.write({"src/dos.py": PAY.replace("\n", "\r\n")})
    memory_id = project.remember("Something", "src/dos.py::charge", "src/dos.py:4-6", "src/dos.py")
    anchors = project.shown(memory_id)["anchors"]
    assert {anchor["blob"] for anchor in anchors} == {project.git("rev-parse", "HEAD:src/pay.py")}
    assert project.commit_told("dos") == ""
    assert project.verdicts() == {memory_id: "fresh"}
    assert project.must("check").code == 0


def test_stamp_in_a_repository_without_commits(clock: None, history: History) -> None:
    project = Project(history.root)
    project.write({"a.py": PAY})
    memory_id = project.remember("Something", "a.py::charge")
    (anchor,) = project.shown(memory_id)["anchors"]
    assert (anchor["commit"], anchor["verdict"], anchor["uncommitted"]) == (None, "fresh", True)
    assert anchor["blob"] == project.git("hash-object", "a.py")
    project.commit("first")
    (anchor,) = project.shown(memory_id)["anchors"]
    assert (anchor["verdict"], anchor["uncommitted"]) == ("fresh", False)


def test_anchor_that_is_named_twice_is_kept_once(project: Project) -> None:
    assert anchored(project, "src/pay.py::charge", "src/pay.py#charge", "src/pay.py") == [
        "src/pay.py::charge",
        "src/pay.py",
    ]


@pytest.mark.parametrize(
    "name", [b"caf\xe9.py", b"a b.py", "ä\N{COMBINING DIAERESIS}.py".encode(), b'"q".py', b"-x.py"]
)
def test_odd_file_name_goes_in_and_out_unharmed(project: Project, name: bytes) -> None:
    path = "src/" + os.fsdecode(name)
    project.write({path: PAY})
    memory_id = project.remember("Something", f"{path}::charge")
    project.commit("Remember")
    (anchor,) = project.shown(memory_id)["anchors"]
    assert (anchor["file"], anchor["verdict"]) == (path.replace("\udce9", "\\xe9"), "fresh")
    assert project.must("list").out.split("\t")[1] == path
    assert project.verdicts("stale", "--file", path) == {}
    project.commit("Change", {path: PAY.replace("100", "7")})
    assert project.verdicts("stale", "--file", path) == {memory_id: "stale"}


# What is refused, and with what advice.


def test_ambiguous_symbol_is_refused_with_candidates_to_paste(project: Project) -> None:
    project.write({"src/two twins.py": TWINS})
    said = refusal(project, "src/two twins.py::run")
    assert said == [
        "error: run is ambiguous in src/two twins.py: 2 symbols have that name",
        "  'src/two twins.py::Reader.run'",
        "  'src/two twins.py::Writer.run'",
        "hint: name one of them in full",
    ]
    assert anchored(project, said[1].strip().strip("'")) == ["src/two twins.py::Reader.run"]


def test_candidates_can_be_pasted_in_a_subfolder_too(project: Project) -> None:
    project.write({"src/twins.py": TWINS})
    candidates = [line.strip() for line in refusal(project, "twins.py::run", folder="src")[1:-1]]
    assert anchored(project, *candidates, folder="src") == candidates


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("src/pay.py::chrage", ["there is no symbol chrage in src/pay.py", "src/pay.py::charge"]),
        ("src/pay.py::pay.refunds", ["there is no symbol pay.refunds in src/pay.py", "src/pay.py::refund"]),
        ("src/store.py::Stor.close", ["there is no symbol Stor.close in src/store.py", "src/store.py::Store.close"]),
        ("pay.py::charge", ["there is no file pay.py", "src/pay.py"]),
        ("src/pya.py", ["there is no file src/pya.py", "src/pay.py"]),
        ("src/pay.py::charge2", ["there is no symbol charge2 in src/pay.py", "src/pay.py::charge"]),
    ],
)
def test_what_was_perhaps_meant_is_named(project: Project, spec: str, said: list[str]) -> None:
    found = refusal(project, spec)
    assert found[0] == f"error: {said[0]}"
    assert found[1].strip() == said[1]
    assert found[-1].startswith("hint: ")


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("nowhere.xyz", "there is no file nowhere.xyz"),
        ("src", "src is a folder"),
        (".", ". is outside this repository"),
        ("../outside.py", "../outside.py is outside this repository"),
        ("/etc/passwd", "/etc/passwd is outside this repository"),
        ("link.py", "link.py is a symbolic link"),
        ("inner", "inner belongs to another repository"),
        ("inner/m.py", "inner/m.py belongs to another repository"),
        (".git/config", ".git/config is outside this repository"),
        ("", "'' is not an anchor"),
        ("src/pay.py:0", "'src/pay.py:0' is not an anchor"),
        ("src/pay.py:8-4", "'src/pay.py:8-4' is not an anchor"),
        ("src/pay.py:4-900", "src/pay.py has 15 lines, not 900"),
        ("src/pay.py::qqqqqq", "there is no symbol qqqqqq in src/pay.py"),
        ("README::Shop", "symbols are not known in README: its language has no grammar here"),
        ("src/broken.py::f", "src/broken.py does not parse at src/broken.py::f (line 1)"),
        ("big.py", "big.py is too large or nested too deeply to be read"),
        ("pointer.py", "pointer.py is kept by Git LFS: the repository holds only a pointer to its content"),
    ],
)
def test_anchor_is_refused(project: Project, spec: str, said: str) -> None:
    project.write({"src/broken.py": "def f(a):\n    b = a +\n    return b\n", "big.py": "x = 1\n" * 350_000})
    lfs = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0" * 64 + "\nsize 12345\n"
    project.write({"pointer.py": lfs})
    (project.root / "link.py").symlink_to("src/pay.py")
    History.start(project.root / "inner").commit("inner", {"m.py": "m = 1\n"})
    found = refusal(project, spec)
    assert found[0] == f"error: {said}"
    assert (len(found), found[-1][:6]) == (2, "hint: ")


def test_anchor_behind_a_linked_folder_is_refused_and_the_real_one_named(project: Project) -> None:
    (project.root / "folder").symlink_to("src")
    assert refusal(project, "folder/pay.py")[:2] == ["error: there is no file folder/pay.py", "  src/pay.py"]


def test_anchor_in_a_submodule_is_refused(project: Project, tmp_path: Path) -> None:
    inner = History.start(tmp_path / "inner")
    inner.commit("inner", {"m.py": "m = 1\n"})
    project.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.root), "lib/inner")
    assert refusal(project, "lib/inner/m.py") == [
        "error: lib/inner/m.py belongs to another repository",
        f"hint: remember it there: cd {project.root}/lib/inner",
    ]


DOCUMENTS = {
    "GUIDE.md": '# Guide\n\n## Install it\n\nText.\n\n## std::vector #1\n\n## Version 1.2\n\n## Say "no"\n',
    "web.css": "a::before { top: 0 }\n\n#top .btn { top: 1px }\n",
    "ci.yml": "jobs:\n  test:\n    steps:\n      - uses: checkout\n      - name: Run tests\n        run: pytest\n",
}


@pytest.mark.parametrize(
    ("spec", "resolved"),
    [
        ("GUIDE.md::Install it", "GUIDE.md::Guide.Install it"),
        ("GUIDE.md#Install it", "GUIDE.md::Guide.Install it"),
        ("GUIDE.md::std::vector #1", "GUIDE.md::Guide.std::vector #1"),
        ("GUIDE.md::Version 1.2", 'GUIDE.md::Guide."Version 1.2"'),
        ('GUIDE.md::Guide."Version 1.2"', 'GUIDE.md::Guide."Version 1.2"'),
        ('GUIDE.md::Say "no"', 'GUIDE.md::Guide."Say \\"no\\""'),
        ("web.css::a::before", "web.css::a::before"),
        ("web.css::#top .btn", 'web.css::"#top .btn"'),
        ("ci.yml::steps[0]", "ci.yml::jobs.test.steps[0]"),
        ("ci.yml::Run tests.run", "ci.yml::jobs.test.steps.Run tests.run"),
    ],
)
def test_anchor_in_a_document_is_kept_and_found_again(project: Project, spec: str, resolved: str) -> None:
    for repo_path, text in DOCUMENTS.items():
        (project.root / repo_path).write_text(text, encoding="utf-8")
    assert anchored(project, spec) == [resolved]
    listed = project.must("list", "--json")
    assert [anchor["verdict"] for memory in listed.json["memories"] for anchor in memory["anchors"]] == ["fresh"]


def test_remember_refuses_an_anchor_with_a_name_that_is_too_long(project: Project) -> None:
    answer = project.memory("remember", "x", "--anchor", "a" * 300)
    assert answer.code == 1
    assert "there is no file aaa" in answer.err
