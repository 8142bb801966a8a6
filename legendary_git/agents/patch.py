"""Read a patch as Codex's `apply_patch` takes it: which files it touches, and what it does to them.

The form is that of `apply_patch_tool_instructions.md` in github.com/openai/codex: an envelope, in it sections that
begin with `*** Add File:`, `*** Update File:` or `*** Delete File:`, and hunks that begin with `@@`.
"""

from __future__ import annotations

from legendary_git.agents.event import Edit

_SECTIONS = ("*** Add File: ", "*** Update File: ", "*** Delete File: ")
_MOVED = "*** Move to: "
_MOST_LINES = 100_000


class _Hunk:
    __slots__ = ("after", "before", "is_whole", "path")

    def __init__(self, path: str, *, is_whole: bool) -> None:
        self.path = path
        self.is_whole = is_whole
        self.before: list[str] = []
        self.after: list[str] = []

    def as_edit(self) -> Edit:
        return Edit(self.path, None if self.is_whole else "\n".join(self.before), "\n".join(self.after))


def parse_patch(patch: str) -> tuple[tuple[str, ...], tuple[Edit, ...]]:
    """The paths that it touches, as they stand there, and its edits. What is no patch touches nothing."""
    paths: dict[str, None] = {}
    hunks: list[_Hunk] = []
    for line in patch.splitlines()[:_MOST_LINES]:
        section = next((one for one in _SECTIONS if line.startswith(one)), None)
        if section is not None:
            path = line.removeprefix(section).strip()
            paths[path] = None
            hunks.append(_Hunk(path, is_whole=section == _SECTIONS[0]))
        elif line.startswith(_MOVED):
            paths[line.removeprefix(_MOVED).strip()] = None
        elif hunks and line.startswith("@@"):
            hunks.append(_Hunk(hunks[-1].path, is_whole=False))
        elif hunks and not line.startswith("***"):
            _take(hunks[-1], line)
    edits = tuple(hunk.as_edit() for hunk in hunks if hunk.before or hunk.after)
    return tuple(path for path in paths if path), edits


def _take(hunk: _Hunk, line: str) -> None:
    sign, rest = line[:1], line[1:]
    if sign in ("", " ", "-"):
        hunk.before.append(rest)
    if sign in ("", " ", "+"):
        hunk.after.append(rest)
