"""Look for a secret in a memory's file before anybody else sees what it says."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import accumulate

from legendary_git.domain.memory import FrontValue, InvalidMemory, Memory
from legendary_git.domain.values import replace
from legendary_git.store.memory_fields import ID
from legendary_git.store.memory_file import KEYS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from legendary_git.secrets import SecretFinding

FILE_NAME = "file name"
"""How a message calls the place of a secret for which nobody may print the name of the file."""
_CROSSED_OUT = "…"
_BODY, _COMMENT, _TEXT = "body", "comment", "text"
_PLACES = (FILE_NAME, _BODY, _COMMENT, _TEXT)
_PLAIN_KEY = re.compile("[a-z_]{1,16}")
"""No secret is as short and plain; the keys of each anchor need not be looked through."""
_GAP = "\n\n"
_AGAIN = "'"
"""Behind the name of a place that another one has already."""
_COMMENTS = re.compile(rb"(?:^|[ \t])#[^\n]*", re.MULTILINE)
_FENCE = re.compile(rb"^---[ \t]*\r?$", re.MULTILINE)


def screen(parsed: Memory | InvalidMemory, data: bytes) -> Memory | InvalidMemory:
    """The memory, or, if there is a secret in its file, one that says so and nothing else.

    By our own shapes alone: this runs whenever a file has changed, in hooks too. `check` and `rebuild` look further.
    """
    return find_secret(parsed, data, is_quick=True) or parsed


def find_secret(parsed: Memory | InvalidMemory, data: bytes, *, is_quick: bool) -> InvalidMemory | None:
    """What is told of a file in which there is a secret: in its text, its comments, its keys or its name."""
    from legendary_git.secrets import find_secrets  # mostly no file has changed

    fields = _distinct(_texts(parsed, data))
    # In one piece, which costs a part of looking through each by itself.
    found = _in_fields(find_secrets({_TEXT: _GAP.join(fields.values())}, is_quick=is_quick), fields)
    if not found:
        return None
    first = found[0]
    more = f", and {len(found) - 1} more" if len(found) > 1 else ""
    message = f"there is a secret in it ({_shown_field(first.field.rstrip(_AGAIN))}: {first.kind}{more})"
    line = _line_of(data, first.field, first.line, fields)
    return InvalidMemory(parsed.path, line, message, parsed.id, has_secret=True)


def _in_fields(found: Iterable[SecretFinding], fields: Mapping[str, str]) -> list[SecretFinding]:
    """What was found in all of the fields together, in the field and the line of it where it stands, in order."""
    from legendary_git.secrets import SecretFinding

    starts = [0, *accumulate(len(_lines(text)) + _GAP.count("\n") - 1 for text in fields.values())]
    names = list(fields)
    placed = set()
    for one in found:
        at = min(bisect_right(starts, one.line - 1), len(names)) - 1
        placed.add(SecretFinding(names[at], one.line - starts[at], one.kind))
    return sorted(placed)


def _lines(text: str) -> list[str]:
    """As whoever looks for secrets counts them."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@lru_cache(maxsize=1024)
def shown_path(path: str, *, is_quick: bool = True) -> str:
    """The path of a memory's file as it may be shown: of a name in which there is a secret its id is left, if any."""
    from legendary_git.secrets import find_secrets

    folder, sign, name = path.rpartition("/")
    if not find_secrets({FILE_NAME: name}, is_quick=is_quick):
        return path
    found = ID.match(name)
    return f"{folder}{sign}{f'{found[0]}-' if found is not None else ''}{_CROSSED_OUT}"


def shown_bad(bad: InvalidMemory) -> InvalidMemory:
    """A file that is no memory, as every command may name it: without a secret in its name."""
    path = shown_path(bad.path, is_quick=not bad.has_secret)
    return bad if path == bad.path else replace(bad, path=path, message=bad.message.replace(bad.path, path))


def is_crossed_out(path: str) -> bool:
    """Whether it is what `shown_path` gives instead of a path; that of a memory's file ends otherwise."""
    return path.endswith(_CROSSED_OUT)


def shown_notice(notice: str) -> str:
    """A notice, which may name a file; one with a secret says no more than that."""
    from legendary_git.secrets import find_secrets

    if not find_secrets({_TEXT: notice}, is_quick=True):
        return notice
    return "something is passed over of which the name, or what is said of it, holds a secret"


def _texts(parsed: Memory | InvalidMemory, data: bytes) -> Iterator[tuple[str, str]]:
    yield FILE_NAME, parsed.path.rpartition("/")[2]
    if isinstance(parsed, InvalidMemory):
        yield _TEXT, data.decode("utf-8", "replace")
        return
    yield _BODY, parsed.body
    if b"#" in (front := _front_of(data)):
        yield _COMMENT, b"\n".join(_COMMENTS.findall(front)).decode("utf-8", "replace")
    for key, value in parsed.front.items():
        yield from _flat(f"{key}{_AGAIN}" if key in _PLACES else key, key, value)


def _distinct(texts: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The texts by their places; a key that is called like another place, such as `body`, hides no text from us."""
    fields: dict[str, str] = {}
    for place, text in texts:
        name = place
        while name in fields:
            name += _AGAIN
        fields[name] = text
    return fields


def _shown_field(name: str) -> str:
    """The place of a secret; of one that is, or is in, a key that somebody made up, only what stands before it."""
    from legendary_git.secrets import find_secrets

    def is_secret(text: str) -> bool:
        return bool(find_secrets({_TEXT: text}) or find_secrets({_TEXT: text.replace(".", "\n\n")}))

    if not is_secret(name):
        return name
    first, sign, _ = name.partition(".")
    return f"{first}.{_CROSSED_OUT}" if sign and not is_secret(first) else _CROSSED_OUT


def _front_of(data: bytes) -> bytes:
    fences = [found.start() for found in _FENCE.finditer(data)][:2]
    return data[fences[0] : fences[1]] if len(fences) == 2 else b""


def _flat(name: str, key: str, value: FrontValue) -> Iterator[tuple[str, str]]:
    """The texts of a value, each under its place; a key that somebody made up may be the secret itself."""
    is_ours = name.partition("[")[0].partition(".")[0] in KEYS
    if isinstance(value, str) and not is_ours:
        yield name, f"{key}: {value}" if key else value
        return
    if key and _PLAIN_KEY.fullmatch(key) is None:
        yield name, key
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _flat(f"{name}[{number}]", "", item)
    else:
        for each, item in value.items():
            yield from _flat(f"{name}.{each}", each, item)


def _line_of(data: bytes, field: str, line: int, fields: dict[str, str]) -> int:
    """Where it stands in the file; 1 for what has no place there."""
    from legendary_git.store.bad_file import BadFile
    from legendary_git.store.front_matter import parse_front_matter

    if field == _TEXT:
        return min(line, data.count(b"\n") + 1)
    if field == _BODY:
        text = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
        return text[: text.rfind(fields[_BODY])].count("\n") + line
    if field == _COMMENT:
        comment = [found.start() for found in _COMMENTS.finditer(_front_of(data))][line - 1]
        return data[: data.index(_front_of(data)) + comment + 1].count(b"\n") + 1
    try:
        return parse_front_matter(data).line_of(field.rstrip(_AGAIN))
    except BadFile:
        return 1
