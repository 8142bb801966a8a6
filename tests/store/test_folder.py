"""What counts as a memory file, and that one bad file never hides the rest."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from legendary_git.domain.memory import InvalidMemory, Memory
from legendary_git.errors import StoreError
from legendary_git.store.fences import LIMIT_BYTES
from legendary_git.store.folder import MEMORIES, DiskStat, list_files, read_file, read_memories, scan_folder


def write_memory(root: Path, number: int, front: str = "", body: str = "Body\n") -> str:
    repo_path = f"{MEMORIES}/mem-{number:08x}-note.md"
    (root / MEMORIES).mkdir(parents=True, exist_ok=True)
    (root / repo_path).write_text(f"---\nid: mem-{number:08x}\n{front}---\n{body}", encoding="utf-8")
    return repo_path


def names(root: Path) -> list[str]:
    return [path.removeprefix(f"{MEMORIES}/") for path in list_files(root)]


def test_missing_folder_has_no_files(tmp_path: Path) -> None:
    assert scan_folder(tmp_path).files == {}
    assert scan_folder(tmp_path).warnings == ()


def test_files_are_listed_in_order_of_name_with_their_stat(tmp_path: Path) -> None:
    second, first = write_memory(tmp_path, 2), write_memory(tmp_path, 1)
    files = list_files(tmp_path)
    assert list(files) == [first, second]
    assert files[first] == DiskStat.of(os.lstat(tmp_path / first))


def test_what_is_no_memory_is_passed_over(tmp_path: Path) -> None:
    write_memory(tmp_path, 1)
    folder = tmp_path / MEMORIES
    for name in ("README.md", "readme-first.md", "x.md~", "#x.md#", "#x.md", ".x.md", ".x.md.swp", "x.txt", "x.MD.bak"):
        (folder / name).write_text("x", encoding="utf-8")
    (folder / "sub.md").mkdir()
    (folder / "sub").mkdir()
    (folder / "sub" / "mem-00000009.md").write_text("x", encoding="utf-8")
    assert names(tmp_path) == ["mem-00000001-note.md"]
    assert scan_folder(tmp_path).warnings == ()


def test_links_and_special_files_are_warned_about(tmp_path: Path) -> None:
    write_memory(tmp_path, 1)
    folder = tmp_path / MEMORIES
    (folder / "link.md").symlink_to("/etc/passwd")
    (folder / "dangling.md").symlink_to("nowhere")
    os.mkfifo(folder / "pipe.md")
    scan = scan_folder(tmp_path)
    assert list(scan.files) == [f"{MEMORIES}/mem-00000001-note.md"]
    assert [(Path(warning.path).name, warning.message.split(":")[0]) for warning in scan.warnings] == [
        ("dangling.md", "a symbolic link"),
        ("link.md", "a symbolic link"),
        ("pipe.md", "not a regular file"),
    ]


@pytest.mark.parametrize("linked", [".legendary", MEMORIES])
def test_linked_folder_is_not_read(tmp_path: Path, linked: str) -> None:
    root, elsewhere = tmp_path / "root", tmp_path / "elsewhere"
    write_memory(elsewhere, 1)
    (root / linked).parent.mkdir(parents=True, exist_ok=True)
    (root / linked).symlink_to(elsewhere / linked)
    scan = scan_folder(root)
    assert scan.files == {}
    assert [warning.path for warning in scan.warnings] == [linked]


def test_file_in_the_folders_place_is_warned_about(tmp_path: Path) -> None:
    (tmp_path / ".legendary").write_text("x", encoding="utf-8")
    assert [warning.message for warning in scan_folder(tmp_path).warnings] == ["not a folder: move it away"]


def test_name_that_is_not_utf8_is_a_path_like_any_other(tmp_path: Path) -> None:
    write_memory(tmp_path, 1)
    odd = f"{MEMORIES}/caf\udce9.md"
    (tmp_path / odd).write_bytes(b"---\nid: mem-00000002\n---\nBody")
    found = read_memories(tmp_path, list_files(tmp_path).items())
    assert [one.parsed.path for one in found] == [odd, f"{MEMORIES}/mem-00000001-note.md"]


def test_read_file_does_not_follow_a_link(tmp_path: Path) -> None:
    write_memory(tmp_path, 1)
    (tmp_path / MEMORIES / "link.md").symlink_to("/etc/passwd")
    with pytest.raises(StoreError, match="symbolic link"):
        read_file(tmp_path, f"{MEMORIES}/link.md")


def test_read_file_is_bounded_and_none_where_it_is_gone(tmp_path: Path) -> None:
    path = write_memory(tmp_path, 1, body="x" * 5_000_000)
    data = read_file(tmp_path, path)
    assert data is not None
    assert len(data) == LIMIT_BYTES + 1
    assert read_file(tmp_path, f"{MEMORIES}/gone.md") is None


def test_file_that_cannot_be_read_is_invalid(tmp_path: Path) -> None:
    path = write_memory(tmp_path, 1)
    stats = list_files(tmp_path)
    (tmp_path / path).unlink()
    (tmp_path / path).symlink_to("/etc/passwd")
    [seen] = read_memories(tmp_path, stats.items())
    assert isinstance(seen.parsed, InvalidMemory)
    assert "cannot read" in seen.parsed.message
    assert seen.seen_ns == 0, "what could not be read is tried again"


BAD = {
    "colon": b"---\nid: mem-0000f001\ntitle: Fix: x\n---\n",
    "backtick": b"---\nid: mem-0000f002\ntitle: `x` fails\n---\n",
    "at": b"---\nid: mem-0000f003\ntitle: @x\n---\n",
    "percent": b"---\nid: mem-0000f004\ntitle: %x\n---\n",
    "tab": b"---\nid: mem-0000f005\ntitle:\tx\n---\n",
    "windows-path": b'---\nid: mem-0000f006\ntitle: "C:\\path"\n---\n',
    "ansi": b"---\nid: mem-0000f007\ntitle: \x1b[31mred\n---\n",
    "cut": b"---\nid: mem-0000f008\ntitle: foo # bar\n---\n",
    "alias": b"---\nid: mem-0000f009\ntitle: *x\n---\n",
    "tag": b"---\nid: mem-0000f00a\ntitle: !!python/object/apply:os.system [x]\n---\n",
    "bomb": b"---\nid: mem-0000f00b\na: &a [x]\nb: &b [*a, *a]\n---\n",
    "wrong-type": b"---\nid: mem-0000f00c\nanchors: 3\n---\n",
    "large": b"---\nid: mem-0000f00d\n---\n" + b"x" * 5_000_000,
    "no-id": b"---\ntitle: x\n---\n",
    "no-front-matter": b"Just a note.\n",
    "empty": b"",
    "utf16": "---\nid: mem-0000f00e\n---\n".encode("utf-16"),
    "binary": bytes(range(256)),
    "conflict": b"---\nid: mem-0000f00f\n<<<<<<< HEAD\na: b\n=======\na: c\n>>>>>>> x\n---\n",
    "twice": b"---\nid: mem-0000f010\ntitle: a\ntitle: b\n---\n",
}


def test_bad_files_do_not_hide_the_good_ones(tmp_path: Path) -> None:
    good = {write_memory(tmp_path, number, "mood: sour\n") for number in range(20)}
    for name, data in BAD.items():
        (tmp_path / MEMORIES / f"{name}.md").write_bytes(data)
    parsed = [seen.parsed for seen in read_memories(tmp_path, list_files(tmp_path).items())]
    memories = [memory for memory in parsed if isinstance(memory, Memory)]
    assert {memory.path for memory in memories} == good
    assert {memory.front["mood"] for memory in memories} == {"sour"}
    invalid = {Path(one.path).stem: one for one in parsed if isinstance(one, InvalidMemory)}
    assert invalid.keys() == BAD.keys()
    assert all(one.line >= 1 and one.message and "\n" not in one.message for one in invalid.values())
