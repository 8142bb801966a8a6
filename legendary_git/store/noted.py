"""A memory as a look into the index finds it."""

from __future__ import annotations

from legendary_git.store.texts import row_sum, unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class NotedAnchor:
    """An anchor as the index has it: `blob` is the stamped content's id; `was_moved`, by hand, to other code."""

    __slots__ = ("blob", "file", "first", "last", "symbol", "was_moved")

    def __init__(self, row: Sequence[Any]) -> None:
        file, symbol, self.first, self.last, self.blob, was_moved = row
        self.file = unpack(file)
        self.symbol = None if symbol is None else unpack(symbol)
        self.was_moved = bool(was_moved)


class Noted:
    """A memory as the index has it. `basis`, `state`, `words` and `lines` are how it was judged last, if it was."""

    __slots__ = (
        *("anchors", "author", "basis", "body", "created", "front", "id", "is_looked_through", "label", "lines"),
        *("path", "state", "status", "title", "words", "written"),
    )

    def __init__(self, row: Sequence[Any]) -> None:
        path, body, looked, front, memory_id, label, title, status, author, written, created, *answer = row
        self.path = unpack(path)
        self.body = unpack(body)
        self.is_looked_through = bool(looked)
        self.front: str = front
        self.id: str = memory_id
        self.label = unpack(label)
        self.title = unpack(title)
        self.status: str = status
        self.author = unpack(author)
        self.written: str | None = written
        self.created = unpack(created)
        self.basis, self.state, words, self.lines = answer
        self.words = None if words is None else unpack(words)
        self.anchors: list[NotedAnchor] = []


def note_row(row: Sequence[Any], anchors: Sequence[Sequence[Any]]) -> Noted | None:
    """A memory of what `quick_look` selects of it; None where that is not what was put.

    An answer that is not what was put is none.
    """
    path, file_sum, head_sum, answer_sum, body, looked, front, *head = row[0], *row[6:-4]
    answer = row[-4:]
    if file_sum != row_sum((path, front, body, head[0], None, None, None)):
        return None
    if head_sum != row_sum([path, *head, *(part for anchor in anchors for part in anchor)]):
        return None
    if answer_sum != row_sum((path, *answer)):
        answer = (None, None, None, None)
    noted = Noted((path, body, looked, front, *head, *answer))
    noted.anchors = [NotedAnchor(anchor) for anchor in anchors]
    return noted
