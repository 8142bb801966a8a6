"""Files that are no memories, and odd ones that are: one clear line each, the rest works, nothing is rewritten."""

from __future__ import annotations

import pytest

from tests.project import PAY, Answer, Project, Shop

pytestmark = pytest.mark.unhooked

FOLDER = ".legendary/memories"
HEAD = "---\nid: mem-0000000{0}\ntitle: T\n"
BAD: dict[str, tuple[bytes, int, str]] = {
    "empty": (b"", 1, "the file is empty"),
    "blank": (b"\n  \n", 1, "the file is empty"),
    "binary": (b"\x7fELF\x00\x01\xff\n", 1, "a NUL byte"),
    "utf-16": ("---\nid: x\n---\n".encode("utf-16"), 1, "the file is UTF-16"),
    "latin-1": (b"---\nid: mem-00000001\ntitle: caf\xe9\n---\n", 3, "byte 0xe9 is not UTF-8"),
    "no-front-matter": (b"# Just a note\n\n---\n", 1, "no front matter"),
    "late-front-matter": (b"\n---\nid: mem-00000001\n---\n", 1, "something stands before the first `---`"),
    "open-front-matter": (b"---\nid: mem-00000001\ntitle: T\n", 1, "the front matter is not closed"),
    "four-dashes": (b"----\nid: mem-00000001\n---\n", 1, "the first line must be `---` and nothing else"),
    "conflict": (
        b"---\nid: mem-00000001\n<<<<<<< HEAD\ntitle: A\n=======\ntitle: B\n>>>>>>> other\n---\n",
        3,
        "an unresolved merge conflict",
    ),
    "conflict-in-body": (
        b"---\nid: mem-00000001\ntitle: T\n---\n<<<<<<< HEAD\nA\n=======\nB\n>>>>>>> other\n",
        5,
        "an unresolved merge conflict",
    ),
    "double-key": (b"---\nid: mem-00000001\ntitle: A\ntitle: B\n---\n", 4, "the key `title` stands twice"),
    "no-id": (b"---\ntitle: T\n---\n", 1, "no `id`"),
    "bad-id": (b"---\nid: ../../x\ntitle: T\n---\n", 2, "the id must be `mem-` and 8 of 0-9a-f"),
    "bad-type": (b"---\nid: mem-00000001\ntype: poem\n---\nT\n", 3, "unknown type `poem`"),
    "bad-anchors": (b"---\nid: mem-00000001\ntitle: T\nanchors: 3\n---\n", 4, "`anchors`"),
    "anchor-outside": (b"---\nid: mem-00000001\ntitle: T\nanchors:\n  - file: ../x\n---\n", 5, "a path cannot leave"),
    "colon": (b"---\nid: mem-00000001\ntitle: Fix: x\n---\n", 3, "`: ` inside a value"),
    "comment": (b"---\nid: mem-00000001\ntitle: foo # bar\n---\n", 3, "` #` cuts off the rest"),
    "alias": (b"---\nid: mem-00000001\ntitle: *x\n---\n", 3, "`*x` is a YAML alias"),
    "tag": (b"---\nid: mem-00000001\ntitle: !!python/name:os.system\n---\n", 3, "is a YAML tag"),
    "tab": (b"---\nid: mem-00000001\ntitle:\tT\n---\n", 3, "a tab after `title:`"),
    "list": (b"---\n- id: mem-00000001\n---\n", 2, "the front matter must be `key: value` lines"),
    "huge": (b"---\nid: mem-00000001\ntitle: T\n---\n" + b"x" * 140_000, 1, "larger than 131072 bytes"),
}
ODD: dict[str, bytes] = {
    "crlf": b"---\r\nid: mem-00000001\r\ntitle: T\r\ntags: [t]\r\n---\r\n\r\nBody\r\n",
    "bom": b"\xef\xbb\xbf---\nid: mem-00000001\ntitle: T\ntags: [t]\n---\n\nBody\n",
    "rule-in-body": b"---\nid: mem-00000001\ntitle: T\ntags: [t]\n---\n\nBody\n---\nid: mem-2\n---\n",
    "no-last-line-end": b"---\nid: mem-00000001\ntitle: T\ntags: [t]\n---",
    "spaces-after-fences": b"---  \nid: mem-00000001\ntitle: T\ntags: [t]\n--- \nBody\n",
    "conflict-quoted": b"---\nid: mem-00000001\ntitle: T\n---\n```\n<<<<<<< A\n=======\n>>>>>>> B\n```\n",
    "latin-1-body": b"---\nid: mem-00000001\ntitle: T\n---\ncaf\xe9\n",
    "guessable-scalars": b"---\nid: mem-00000001\ntitle: no\ncreated: 2026-11-30\nowner: 0005747\n---\n",
}
NOT_MEMORIES = ("README.md", "readme-first.md", "note.txt", "x.md~", ".hidden.md", "#x.md#", "deep/x.md")


def heads(answer: Answer) -> list[str]:
    """The first line of each finding; what is below it is indented."""
    return [line for line in answer.lines if not line.startswith("    ")]


def bytes_of(project: Project) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in (project.root / FOLDER).rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", BAD)
def test_bad_file_gets_one_line_and_the_rest_works(shop: Shop, name: str) -> None:
    data, line, message = BAD[name]
    path = f"{FOLDER}/{name}.md"
    shop.write({path: data})
    before = bytes_of(shop)
    listed, checked = shop.memory("list"), shop.memory("check")
    assert listed.code == 0
    assert [one.split("#")[1][:12] for one in listed.lines] == [shop.cents, shop.locked]
    assert listed.err.startswith(f"warning: {path}:{line}: ")
    assert message in listed.err
    assert listed.err.count("\n") == 1
    assert checked.code == 1
    assert checked.lines[0].startswith(f"{path}:{line}: error LG002 invalid-memory: ")
    assert message in checked.lines[0]
    assert len(heads(checked)) == 1
    shop.must("rebuild")
    assert bytes_of(shop) == before


@pytest.mark.parametrize("name", ODD)
def test_odd_file_is_a_memory_like_any_other(project: Project, name: str) -> None:
    project.write({f"{FOLDER}/{name}.md": ODD[name]})
    assert project.commit_told("Add") == ""
    before = bytes_of(project)
    listed = project.memory("list")
    assert (listed.code, listed.err, len(listed.lines)) == (0, "", 1)
    assert project.memory("check").code == 0
    shown = project.shown("mem-00000001")
    assert (shown["path"], shown["title"]) == (f"{FOLDER}/{name}.md", "no" if "guess" in name else "T")
    assert bytes_of(project) == before


def test_odd_bodies_come_out_as_they_are(project: Project) -> None:
    bodies = {}
    for name in ("crlf", "bom", "rule-in-body"):
        project.write({f"{FOLDER}/x.md": ODD[name]})
        bodies[name] = project.shown("mem-00000001")["body"]
    assert bodies == {"crlf": "Body", "bom": "Body", "rule-in-body": "Body\n---\nid: mem-2\n---"}


@pytest.mark.hooked
def test_all_bad_files_at_once_leave_every_command_working(shop: Shop) -> None:
    shop.write({f"{FOLDER}/{name}.md": data for name, (data, _, _) in BAD.items()})
    shop.write({f"{FOLDER}/{name}": "no memory\n" for name in NOT_MEMORIES})
    before = bytes_of(shop)
    told = shop.commit_told("Add")
    assert told.startswith(f"legendary: invalid {FOLDER}/alias.md:3 ")
    assert told.count("\n") == 1
    assert told.count("invalid ") == 3
    assert len(heads(shop.memory("check"))) == len(BAD)
    assert len(shop.memory("list").err.splitlines()) == len(BAD)
    assert shop.change()
    assert shop.verdicts() == {shop.cents: "stale", shop.locked: "fresh"}
    for words in (("stale",), ("brief",), ("recall", "cents"), ("why", "src/pay.py"), ("show", shop.cents), ("log",)):
        answer = shop.memory(*words)
        assert (answer.code, shop.cents in answer.out) == (0, True), words
    assert shop.memory("doctor").out.count("wrong: memory: ") == len(BAD)
    assert bytes_of(shop) == before
    assert shop.status == []


def test_of_two_files_with_one_id_the_one_that_is_named_after_it_keeps_it(shop: Shop) -> None:
    shop.write({f"{FOLDER}/copy.md": shop.path_of(shop.cents).read_bytes()})
    answer = shop.memory("check")
    assert (answer.code, [line.partition(":")[0] for line in heads(answer)]) == (1, [f"{FOLDER}/copy.md"])
    assert f"another file has the id {shop.cents} too" in answer.lines[0]
    assert shop.verdicts() == {shop.cents: "fresh", shop.locked: "fresh"}


def test_of_two_files_that_are_named_after_one_id_neither_is_a_memory(shop: Shop) -> None:
    path = shop.path_of(shop.cents)
    shop.write({f"{FOLDER}/{shop.cents}.md": path.read_bytes()})
    answer = shop.memory("check")
    assert (answer.code, {line.partition(":")[0] for line in heads(answer)}) == (
        1,
        {f"{FOLDER}/{shop.cents}.md", str(path.relative_to(shop.root))},
    )
    assert shop.verdicts() == {shop.locked: "fresh"}


def test_links_and_special_files_are_passed_over_with_a_word(shop: Shop) -> None:
    secret = shop.root.parent / "secret.md"
    secret.write_text("---\nid: mem-0badc0de\ntitle: Secret\n---\n")
    (shop.root / FOLDER / "link.md").symlink_to(secret)
    answer = shop.memory("list")
    assert answer.err == f"warning: {FOLDER}/link.md: a symbolic link: not read; put a file there\n"
    assert "Secret" not in answer.out
    assert shop.memory("check").code == 1
    assert shop.memory("show", "mem-0badc0de").code == 1


@pytest.mark.hooked
def test_file_that_was_mended_is_a_memory_again(shop: Shop) -> None:
    path = shop.path_of(shop.cents)
    good = path.read_bytes()
    path.write_bytes(good.replace(b"status: active", b"status: lively"))
    assert "invalid" in shop.commit_told("Spoil")
    assert shop.memory("check").code == 1
    path.write_bytes(good)
    assert shop.commit_told("Mend") == ""
    assert shop.memory("check").code == 0
    assert shop.verdicts() == {shop.cents: "fresh", shop.locked: "fresh"}


def test_conflict_of_a_merge_is_said_and_its_resolution_works(shop: Shop) -> None:
    path = shop.path_of(shop.cents)
    good = path.read_text()
    shop.git("checkout", "-q", "-b", "side")
    path.write_text(good.replace("whole cents", "whole pennies"))
    shop.commit("Pennies")
    shop.git("checkout", "-q", "main")
    path.write_text(good.replace("whole cents", "whole dimes"))
    shop.commit("Dimes")
    shop.git("merge", "-q", "side", check=False)
    listed = shop.memory("list")
    assert f"{path.relative_to(shop.root)}:4: an unresolved merge conflict" in listed.err
    assert [shop.locked in line for line in listed.lines] == [True]
    path.write_text(good)
    shop.git("add", "-A")
    shop.git("commit", "-q", "-m", "Merge")
    assert shop.verdicts() == {shop.cents: "fresh", shop.locked: "fresh"}


@pytest.mark.parametrize("path", ["src/pay.py", "README"])
def test_code_that_is_no_text_is_no_reason_to_fail(shop: Shop, path: str) -> None:
    readme = shop.remember("Shop", "README")
    shop.commit("Remember")
    before = shop.verdicts()
    wanted = shop.cents if path == "src/pay.py" else readme
    for data in (b"", b"\x00\x01\xff" * 100, PAY.encode("utf-16"), b"\xef\xbb\xbf", b"\r\r\n\r", b"(" * 5000):
        shop.commit("Odd", {path: data})
        found = shop.verdicts()
        assert found[wanted] != "fresh"
        assert {one: state for one, state in found.items() if one != wanted} == {
            one: state for one, state in before.items() if one != wanted
        }
        assert shop.memory("check").code in (0, 1)
