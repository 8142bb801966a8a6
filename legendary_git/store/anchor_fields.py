"""The entries of `anchors:`, between the strings of the front matter and the domain's values."""

from __future__ import annotations

from legendary_git.domain.anchor import Anchor, Was
from legendary_git.domain.memory import FrontValue
from legendary_git.domain.patterns import compile_late
from legendary_git.domain.region import LineRange
from legendary_git.store.odd_paths import format_path, parse_path

_LINES = compile_late(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")
_DRIVE = compile_late(r"[A-Za-z]:/")
_TEXT_KEYS = ("symbol", "commit", "blob", "content_hash", "language", "grammar")

ANCHOR_KEYS = ("file", "symbol", "lines", "commit", "blob", "content_hash", "language", "grammar", "was")
"""The keys of an anchor that mean something, in the order in which files show them."""


class BadField(Exception):
    """A value that cannot be used: `key` names it as `anchors[0].file`, `message` is one line."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key
        self.message = message


def parse_anchor(value: FrontValue, key: str) -> Anchor:
    """One entry of `anchors:`; `key` is where it stands. Raises BadField. Unknown keys are left alone."""
    if not isinstance(value, dict):
        raise BadField(key, "an anchor is written as `- file: PATH`, with `symbol:` or `lines:` below it")
    texts: dict[str, str | None] = {}
    for name in _TEXT_KEYS:
        text = value.get(name, "")
        if not isinstance(text, str):
            raise BadField(f"{key}.{name}", f"`{name}` must be one word, not a list or a mapping")
        texts[name] = text or None
    return Anchor(
        file=_parse_file(value.get("file", ""), f"{key}.file"),
        symbol=texts["symbol"],
        lines=_parse_lines(value.get("lines", ""), f"{key}.lines"),
        commit=texts["commit"],
        blob=texts["blob"],
        content_hash=texts["content_hash"],
        language=texts["language"],
        grammar=texts["grammar"],
        was=_parse_was(value.get("was", ""), f"{key}.was"),
    )


def format_anchor(anchor: Anchor) -> dict[str, FrontValue]:
    """The keys of an anchor that have a value, in the order in which files show them."""
    found = {
        "file": format_path(anchor.file),
        "symbol": anchor.symbol,
        "lines": str(anchor.lines) if anchor.lines else None,
        "commit": anchor.commit,
        "blob": anchor.blob,
        "content_hash": anchor.content_hash,
        "language": anchor.language,
        "grammar": anchor.grammar,
    }
    fields: dict[str, FrontValue] = {name: text for name, text in found.items() if text}
    if anchor.was is not None:
        since: dict[str, FrontValue] = {"since": anchor.was.since} if anchor.was.since else {}
        fields["was"] = {**format_anchor(anchor.was.anchor), **since}
    return fields


def why_not_a_repo_path(path: str) -> str | None:
    """Why a path cannot be that of a file inside the repository, or None where it can."""
    parts = path.split("/")
    if not path:
        return "an anchor needs `file:`, the path of a file from the root of the repository"
    if "\0" in path:
        return "a path cannot hold a NUL"
    if "\\" in path:
        return "write `/` between folders, not `\\`"
    if path.startswith("/") or _DRIVE.match(path):
        return "a path must start at the root of the repository, not be absolute"
    if ".." in parts:
        return "a path cannot leave the repository by `..`"
    if "" in parts or "." in parts:
        return "a path cannot hold `.` or an empty folder name"
    if any(part.lower() == ".git" for part in parts):
        return "git's own files cannot be anchored"
    return None


def _parse_was(value: FrontValue, key: str) -> Was | None:
    if value == "":
        return None
    found = parse_anchor(value, key)
    since = value.get("since", "") if isinstance(value, dict) else ""
    if not isinstance(since, str):
        raise BadField(f"{key}.since", "`since` must be the id of a commit")
    return Was(found, since or None)


def _parse_file(value: FrontValue, key: str) -> str:
    if not isinstance(value, str):
        raise BadField(key, "`file` must be one path, not a list or a mapping")
    path = parse_path(value)
    if path is None:
        raise BadField(key, "a path in double quotes must be quoted as git does; drop the inner quotes")
    if (reason := why_not_a_repo_path(path)) is not None:
        raise BadField(key, reason)
    return path


def _parse_lines(value: FrontValue, key: str) -> LineRange | None:
    """`40-62`, `40`, or the `[40, 62]` of legendary-mcp."""
    if not value:
        return None
    if isinstance(value, list) and len(value) == 2:
        value = f"{value[0]}-{value[1]}"
    found = _LINES.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        raise BadField(key, "`lines` must be a range such as 40-62")
    first = int(found[1])
    last = int(found[2] or first)
    if not 1 <= first <= last:
        raise BadField(key, f"`lines` must count from 1 and end after they start, not {first}-{last}")
    return LineRange(first, last)
