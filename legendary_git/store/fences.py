"""Where a memory file's front matter ends and its body begins, and what makes a file bad before any YAML is read."""

from __future__ import annotations

import re

from legendary_git.domain.values import dataclass
from legendary_git.store.bad_file import BadFile

LIMIT_BYTES = 128 * 1024
"""One fact a file: what is larger was put there by accident, and every reader would have to carry it.

A file is looked through for secrets before anybody sees it. The worst takes seven seconds for a megabyte, and an agent
waits four for its answer.
"""
TOO_LARGE = f"larger than {LIMIT_BYTES} bytes: keep the one fact, and link to the rest"

_BOM = b"\xef\xbb\xbf"
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
_OPENING = re.compile(rb"---[ \t]*(\r?)\n")
_CLOSING = re.compile(rb"^---[ \t]*\r?(?:\n|\Z)", re.MULTILINE)
_CODE_FENCE = re.compile(rb" {0,3}(```+|~~~+)")
_OURS = re.compile(rb"<{7}(?: |\r?$)")
_MIDDLE = re.compile(rb"={7}\r?$")
_THEIRS = re.compile(rb">{7}(?: |\r?$)")


@dataclass(frozen=True, slots=True)
class FileParts:
    """A file cut at its fences. `front` starts on line 2 of the file; both texts have LF line ends.

    The front matter is the bytes from `front_start` to `front_end`, the body those from `body_start`, for whoever
    rewrites one and must leave the rest untouched.
    """

    front: str
    body: str
    front_start: int
    front_end: int
    body_start: int


def split_file(data: bytes) -> FileParts:
    """Cut a memory file at its two `---` lines; raises BadFile where there are none to be relied on.

    A byte order mark, CRLF, white space after a fence and a last fence without line end are accepted. Bytes of the
    body that are not UTF-8 come back as surrogate escapes: a note in another encoding is still a note.
    """
    _refuse_what_is_not_text(data)
    _refuse_conflict(data)
    start = len(_BOM) if data.startswith(_BOM) else 0
    opening = _OPENING.match(data, start)
    if opening is None:
        raise BadFile(1, _why_no_front_matter(data[start:]))
    closing = _CLOSING.search(data, opening.end())
    if closing is None:
        raise BadFile(1, "the front matter is not closed: put a line `---` after its last key")
    front = _decode_front(data[opening.end() : closing.start()])
    body = data[closing.end() :].decode("utf-8", "surrogateescape")
    body = body.replace("\r\n", "\n") if opening[1] else body
    return FileParts(front, body, opening.end(), closing.start(), closing.end())


def _refuse_what_is_not_text(data: bytes) -> None:
    if not data.strip():
        raise BadFile(1, "the file is empty: write a memory into it or delete it")
    if len(data) > LIMIT_BYTES:
        raise BadFile(1, TOO_LARGE)
    if data.startswith(_UTF16_BOMS):
        raise BadFile(1, "the file is UTF-16: save it as UTF-8")
    if (at := data.find(b"\0")) >= 0:
        raise BadFile(data.count(b"\n", 0, at) + 1, "a NUL byte: this is not UTF-8 text; save it as UTF-8")


def _why_no_front_matter(data: bytes) -> str:
    if data.lstrip().startswith(b"---\n") or data.lstrip().startswith(b"---\r\n"):
        return "something stands before the first `---`: make `---` the first line"
    if data.startswith(b"---"):
        return "the first line must be `---` and nothing else"
    return "no front matter: the first line must be `---`, then `id:` and the other keys, then `---`"


def _decode_front(front: bytes) -> str:
    try:
        return front.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = 2 + front.count(b"\n", 0, error.start)
        raise BadFile(line, f"byte 0x{front[error.start]:02x} is not UTF-8: save the file as UTF-8") from None


def _refuse_conflict(data: bytes) -> None:
    """Raise where a merge left its three markers in order, unless they stand in a fenced code block of the body."""
    if b"<<<<<<<" not in data:
        return
    fences, code, ours, middle = 0, b"", 0, False
    for number, line in enumerate(data.split(b"\n"), start=1):
        if ours:
            middle = middle or _MIDDLE.match(line) is not None
            if middle and _THEIRS.match(line):
                raise BadFile(ours, "an unresolved merge conflict: keep one side and delete the three marker lines")
        elif not code and _OURS.match(line):
            ours = number
        elif fences < 2:
            fences += _CLOSING.match(line) is not None
        else:
            code = _code_after(line, code)


def _code_after(line: bytes, code: bytes) -> bytes:
    """The marker of the fenced code block that is open after `line`; `code` is the one open before it."""
    if (fence := _CODE_FENCE.match(line)) is None:
        return code
    if not code:
        return fence[1]
    return b"" if fence[1].startswith(code) and not line[fence.end() :].strip() else code
