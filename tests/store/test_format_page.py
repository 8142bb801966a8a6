"""docs/format.md shows what the code reads and writes."""

from __future__ import annotations

import re
from pathlib import Path

from legendary_git.domain.memory import Memory
from legendary_git.store.memory_file import KEYS, format_memory, parse_memory

PAGE = (Path(__file__).parents[2] / "docs" / "format.md").read_text(encoding="utf-8")


def test_example_is_a_file_as_we_write_it() -> None:
    example = re.search(r"```markdown\n(.*?)```", PAGE, re.DOTALL)
    assert example is not None
    memory = parse_memory(".legendary/memories/mem-6093f751-wal.md", example[1].encode())
    assert isinstance(memory, Memory)
    assert format_memory(memory).decode() == example[1]


def test_every_key_is_explained() -> None:
    table = PAGE.partition("## Keys")[2].partition("## Anchors")[0]
    explained = [
        key for row in re.findall(r"^\| (`[^|]*`) \|", table, re.MULTILINE) for key in re.findall("`(.*?)`", row)
    ]
    assert explained == list(KEYS)
