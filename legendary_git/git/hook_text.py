"""The text of our hooks: as it is shipped in `githooks/`, as it is installed, and how it is known again."""

from __future__ import annotations

import shlex
from functools import cache
from pathlib import Path

HOOKS = ("post-commit", "post-merge", "post-rewrite", "post-checkout")
BODY = "legendary-git.sh"
RUN = "run"
SAVED_SUFFIX = ".before-legendary"

_MARK = b"# legendary-git hook;"
_PYTHON = b"python="
_PLACE = b"@PYTHON@"


@cache
def hook_bytes(name: str) -> bytes:
    """The hook of that name, as it is shipped and installed."""
    return _shipped_bytes(name)


def body_bytes(python: Path) -> bytes:
    """The body that the four share, for the interpreter that it hands over to."""
    return _shipped_bytes(BODY).replace(_PLACE, shlex.quote(str(python)).encode("utf-8", "surrogateescape"))


def run_bytes() -> bytes:
    """What a hook manager's line runs, beside the body."""
    return _shipped_bytes(RUN)


def find_interpreter(body: bytes) -> Path | None:
    """The interpreter that an installed body hands over to."""
    start = body.find(_PYTHON)
    if start < 0:
        return None
    try:
        words = shlex.split(body[start + len(_PYTHON) :].decode("utf-8", "surrogateescape"), comments=True)
    except ValueError:
        return None
    return Path(words[0]) if words else None


def is_ours(content: bytes) -> bool:
    """Whether our lines are in a hook; other tools may have added theirs to it."""
    return any(line.startswith(_MARK) for line in content.splitlines())


def is_intact(content: bytes, name: str) -> bool:
    """Whether our lines of that hook are in it as they should be, whatever else was added."""
    shebang, _, ours = hook_bytes(name).partition(b"\n")
    return content.startswith(shebang) and ours in content


def renewed(content: bytes, name: str) -> bytes:
    """A hook with our lines as they should be, and everything that was added to it."""
    return hook_bytes(name) + b"".join(_added(content))


def without_ours(content: bytes) -> bytes:
    """What other tools added to our hook, as a hook of its own; empty if nothing was added."""
    added = _added(content)
    return b"".join((b"#!/bin/sh\n", *added)) if any(line.strip() for line in added) else b""


def _added(content: bytes) -> list[bytes]:
    return [line for line in content.splitlines(keepends=True) if not _is_our_line(line)]


def _is_our_line(line: bytes) -> bool:
    text = line.removeprefix(b"\xef\xbb\xbf")  # an editor may have put a byte order mark before the first line
    return text.startswith((b"#!", _MARK, b"hook=post-")) or BODY.encode() in text


def _shipped_bytes(name: str) -> bytes:
    """A wheel has the folder inside the package, a checkout beside it; no shell takes CRLF that git may have made."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "githooks"
    folder = inside if inside.is_dir() else package.parent / "githooks"
    return (folder / name).read_bytes().replace(b"\r\n", b"\n")
