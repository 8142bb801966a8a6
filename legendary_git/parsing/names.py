"""Names as they stand in a document, and as segments of a qualified name that can be pasted."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from legendary_git.domain.annotations import Any
from legendary_git.domain.patterns import compile_late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

_BARE = compile_late(r"(?!\[)(?!\s)[^\x00-\x1f\x7f.\"]+(?<!\s)")
_LIKE_AN_ORDER = compile_late(r"@[0-9]+\Z")


def quote_segment(name: str) -> str:
    """A name as a segment: in double quotes, as JSON has them, where it could be read as several or as something else.

    `a.b` is one key, no path; `[0]` is the name of a list's item, and `b@2` that of a second `b`.
    """
    if _BARE.fullmatch(name) is not None and _LIKE_AN_ORDER.search(name) is None:
        return name
    return json.dumps(name, ensure_ascii=False)


def read_key(text: str) -> str:
    """What a key says: one in quotes without them and without its escapes."""
    quote = text[:1]
    if len(text) < 2 or quote not in ("'", '"') or not text.endswith(quote):
        return text
    if quote == "'":
        return text[1:-1].replace("''", "'")
    try:
        return str(json.loads(text, strict=False))
    except ValueError:  # an escape of YAML or TOML that JSON does not know
        return text[1:-1]


def read_segments(node: Node, table: Mapping[str, Any]) -> tuple[tuple[str, ...], str]:
    """The path and the name that a key of several parts gives; its parts are the node types in `segments`."""
    segments = [read_key(_text(part)) for part in _parts(node, table["segments"])]
    return (tuple(segments[:-1]), segments[-1]) if segments else ((), "")


def read_heading(node: Node, markup: str) -> str:
    """A heading's text, without its markup and on one line."""
    return " ".join(_plain(_text(node), markup).split())


def _plain(text: str, markup: str) -> str:
    if markup == "css":
        from legendary_git.parsing.own.styles import plain_selector  # late, as the others: most files have none

        return plain_selector(text)
    from legendary_git.parsing.headings import plain_markdown, plain_rst

    return plain_rst(text) if markup == "rst" else plain_markdown(text)


def _parts(node: Node, types: Sequence[str]) -> Iterator[Node]:
    pending = [node]
    while pending:
        part = pending.pop()
        if part.type in types:
            yield part
        else:
            pending.extend(reversed(part.children))


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")
