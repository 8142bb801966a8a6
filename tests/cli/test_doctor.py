"""`git memory doctor` and `rebuild`: what keeps memories from being judged, the cure, and an index made anew."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from tests.project import PAY, Project, Shop

WELL = [
    "ok: folder: .legendary/memories/",
    "ok: identity: Ada <ada@example.org>",
    *(f"ok: hook {name}: git runs it" for name in ("post-commit", "post-merge", "post-rewrite", "post-checkout")),
    "ok: merge driver: git merges memories by meaning",
    "ok: grammar python: reads its sample",
    "ok: memories: 2 readable",
    "ok: index: in step with HEAD",
]


@contextmanager
def locked_index(project: Project) -> Iterator[None]:
    """Another process that keeps the index to itself."""
    with closing(sqlite3.connect(project.index_path, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield


def wrong(project: Project) -> list[str]:
    """What is wrong, each line with the cure that follows it; the exit code says that something is."""
    answer = project.memory("doctor")
    found = [
        f"{line.removeprefix('wrong: ')} -> {cure.removeprefix('  cure: ')}"
        for line, cure in zip(answer.lines, answer.lines[1:], strict=False)
        if line.startswith("wrong: ")
    ]
    assert (answer.code, answer.out.count("  cure: ")) == (1 if found else 0, len(found))
    return found


def test_doctor_of_what_is_well(shop: Shop) -> None:
    shop.must("list")
    answer = shop.memory("doctor")
    assert (answer.code, answer.err) == (0, "")
    assert set(WELL) <= set(answer.lines)
    assert all(line.startswith("ok: ") for line in answer.lines)


def test_doctor_before_the_first_commit(project: Project) -> None:
    project.git("checkout", "-q", "--orphan", "fresh")
    assert "ok: index: there is no commit yet" in project.must("doctor").lines


def test_doctor_where_nothing_was_set_up(clock: None, tmp_path_factory: pytest.TempPathFactory) -> None:
    plain = Project.start(tmp_path_factory.mktemp("plain"))
    assert wrong(plain) == [
        "folder: there is none -> git memory init",
        *(
            f"hook {name}: not installed -> git memory hooks install"
            for name in ("post-commit", "post-merge", "post-rewrite", "post-checkout")
        ),
        "merge driver: not configured in this clone -> git memory hooks install",
    ]


def test_doctor_finds_hooks_that_do_not_run(shop: Shop) -> None:
    (shop.root / ".git/hooks/post-commit").chmod(0o644)
    (shop.root / ".git/hooks/post-merge").unlink()
    assert wrong(shop) == [
        "hook post-commit: not executable -> git memory hooks install",
        "hook post-merge: not installed -> git memory hooks install",
    ]
    shop.must("hooks", "install")
    assert wrong(shop) == []


def test_doctor_finds_an_interpreter_that_is_gone(shop: Shop) -> None:
    body = shop.root / ".git/hooks/legendary-git.sh"
    lines = body.read_text().splitlines(keepends=True)
    body.write_text(
        "".join("python=/gone/python status=0 since=\n" if "python=" in line[:7] else line for line in lines)
    )
    assert {line.partition(": ")[2] for line in wrong(shop)} == {
        "the Python that it hands over to is gone -> git memory hooks install"
    }
    shop.must("hooks", "install")
    assert wrong(shop) == []


def test_doctor_finds_that_hooks_are_off(shop: Shop) -> None:
    shop.git("config", "core.hooksPath", "/dev/null")
    assert len(wrong(shop)) == 4
    assert "git config --unset core.hooksPath" in wrong(shop)[0]


def test_doctor_finds_what_is_wrong_with_settings_identity_and_memories(shop: Shop) -> None:
    shop.write({".legendary/config.toml": "[brief]\nmost = 'many'\n", ".legendary/memories/bad.md": "bad\n"})
    (shop.root / ".legendary/memories/link.md").symlink_to("bad.md")
    shop.git("config", "user.useConfigOnly", "true")
    shop.git("config", "--global", "--unset", "user.email")
    names = [line.partition(": ")[0] for line in wrong(shop)]
    assert names == ["config", "identity", "memory", "memory"]
    assert "memory: .legendary/memories/bad.md:1: no front matter" in shop.memory("doctor").out
    assert "memory: .legendary/memories/link.md: a symbolic link" in shop.memory("doctor").out


def test_doctor_says_that_the_index_was_behind_and_brings_it_in_step(shop: Shop) -> None:
    shop.must("list")
    shop.write({"src/pay.py": PAY.replace("100", "9")})
    shop.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "-a", "-m", "No hooks")
    assert "ok: index: was behind HEAD, now in step with it" in shop.must("doctor").lines
    assert "ok: index: in step with HEAD" in shop.must("doctor").lines


def test_doctor_mends_an_index_that_is_damaged(shop: Shop) -> None:
    shop.index_path.write_bytes(b"junk" * 2000)
    assert "ok: index: the index was damaged; it has been rebuilt" in shop.must("doctor").lines
    assert "ok: index: in step with HEAD" in shop.must("doctor").lines


def test_doctor_finds_an_index_that_cannot_be_used(shop: Shop) -> None:
    shop.forbid_index()
    (line,) = wrong(shop)
    assert line.startswith(
        f"index: the index cannot be written; answering without it -> see who uses {shop.index_path} and whether"
    )


def test_doctor_json(shop: Shop) -> None:
    (shop.root / ".git/hooks/post-commit").chmod(0o644)
    answer = shop.memory("doctor", "--json")
    found = {one["name"]: one for one in answer.json["examined"]}
    assert answer.code == 1
    assert found["hook post-commit"] == {
        "name": "hook post-commit",
        "well": False,
        "found": "not executable",
        "cure": "git memory hooks install",
    }
    assert found["index"]["cure"] is None


# rebuild


def test_rebuild_says_what_the_new_index_holds(shop: Shop) -> None:
    shop.remember("Two places", "README", "src/pay.py::LIMIT")
    shop.write({".legendary/memories/bad.md": "bad\n"})
    assert shop.must("rebuild").lines == ["memories: 3, anchors: 4, invalid files: 1"]


def test_rebuild_keeps_what_hooks_saw_and_changes_no_answer(shop: Shop) -> None:
    shop.change()
    shop.change("Put it back", PAY)
    shop.change("Drop", "x = 1\n")
    words = (("list", "--json"), ("stale",), ("log",), ("brief",), ("recall", "cents"), ("check", "--json"))
    before = [shop.memory(*one) for one in words]
    shop.must("rebuild")
    assert [shop.memory(*one) for one in words] == before
    assert len(shop.must("log").lines) == 3


def test_rebuild_that_cannot_be_done_says_so(shop: Shop) -> None:
    shop.forbid_index()
    answer = shop.memory("rebuild")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("error: the index cannot be written; it has not been rebuilt\nhint: ")


def test_commands_beside_a_locked_index_answer_from_the_files(shop: Shop) -> None:
    """Each waits for two seconds, so all that is to be seen of a lock is in this one test."""
    shop.must("list")
    shop.change()
    told = "warning: the index is in use by another process; answering without it\n"
    with locked_index(shop):
        stale, brief = shop.memory("stale"), shop.memory("brief")
        remembered = shop.memory("remember", "Beside a lock", "--anchor", "README")
        rebuilt = shop.memory("rebuild")
        hook = shop.commit_told("Remember, and drop", {"src/pay.py": "x = 1\n"})
    assert (stale.code, stale.err, stale.out.count("(stale)")) == (0, told, 1)
    assert (brief.code, brief.err, brief.out.count("(stale)")) == (0, told, 1)
    assert (remembered.code, remembered.err) == (0, told)
    assert (rebuilt.code, rebuilt.err.splitlines()[0]) == (
        1,
        "error: the index is in use by another process; it has not been rebuilt",
    )
    assert "Traceback" not in hook
    assert shop.verdicts() == {shop.cents: "orphaned", shop.locked: "fresh", remembered.id: "fresh"}
    assert shop.must("log").lines[0].split(" ")[2:6] == ["src/pay.py::charge:", "stale", "->", "orphaned"]
