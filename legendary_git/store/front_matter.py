"""The front matter of a memory file: its keys as typed, where each stands, and the body below."""

from __future__ import annotations

from legendary_git.domain.memory import FrontValue
from legendary_git.domain.values import dataclass
from legendary_git.store.fences import split_file
from legendary_git.store.yaml_reader import parse_mapping


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """`lines` gives the line of each key in the file, nested ones as `anchors[0].file`; `body` has LF line ends."""

    fields: dict[str, FrontValue]
    lines: dict[str, int]
    body: str

    def line_of(self, path: str) -> int:
        """The line of a key, or of the nearest one around it that stands in the file."""
        while path:
            if path in self.lines:
                return self.lines[path]
            path = path[: max(path.rfind("."), path.rfind("["), 0)]
        return 1


def parse_front_matter(data: bytes) -> FrontMatter:
    """Read a memory file as bytes; raises BadFile (line, reason) for one that has no front matter to be relied on."""
    parts = split_file(data)
    fields, lines = parse_mapping(parts.front, first_line=2)
    return FrontMatter(fields, lines, parts.body)
