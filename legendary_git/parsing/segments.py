"""Names as they stand in the code, read for what they say: their path, and themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

_LONGEST_NAME = 1_000
"""Letters of a name that are looked at; patterns take time with the square of them."""


def split_name(text: str, table: Mapping[str, str]) -> tuple[tuple[str, ...], str]:
    """A name without what the language says is no part of one, in the segments that it is written in."""
    text = text[:_LONGEST_NAME]
    if (dropped := table.get("dropped")) is not None:
        text = re.sub(dropped, "", text)
    text = " ".join(text.split())
    if (split := table.get("split")) is None:
        return (), text
    *path, name = [segment.strip() for segment in text.split(split)]
    return tuple(segment for segment in path if segment), name


def join_pieces(pieces: Sequence[Node]) -> str:
    """A name that is written in several places, such as a selector; words in it stay apart."""
    texts = ((piece.text or b"").decode("utf-8", "replace") for piece in pieces)
    return re.sub(r"(?<=\w)\0(?=\w)", " ", "\0".join(texts)).replace("\0", "")
