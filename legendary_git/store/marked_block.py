"""A block in somebody else's text, between two marks: put in, renewed, taken out, every other byte as it was."""

from __future__ import annotations

from legendary_git.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class Marks:
    """Two comments, as the kind of text has them, between which a block stands."""

    begin: str
    end: str


MARKDOWN_MARKS = Marks("<!-- legendary-git: begin -->", "<!-- legendary-git: end -->")
HASH_MARKS = Marks("# legendary-git: begin", "# legendary-git: end")


class BlockFault(ValueError):
    """One mark without the other. `line` counts from 1."""

    def __init__(self, text: str, at: int) -> None:
        super().__init__("one mark of ours stands there without the other")
        self.line = text.count("\n", 0, at) + 1


def find_block(text: str, marks: Marks = MARKDOWN_MARKS) -> tuple[int, int] | None:
    """From where to where our block stands, marks included. Raises BlockFault for half a block."""
    start, end = text.find(marks.begin), text.find(marks.end)
    if start < 0 and end < 0:
        return None
    if start < 0 or end < start:
        raise BlockFault(text, max(start, end))
    return start, end + len(marks.end)


def with_block(text: str | None, body: str, marks: Marks = MARKDOWN_MARKS) -> str:
    """The text with our block, at its end where it had none. None is a file that is not there."""
    newline = "\r\n" if "\r\n" in (text or "") else "\n"
    block = newline.join([marks.begin, *body.strip("\n").split("\n"), marks.end])
    if text is None:
        return block + newline
    place = find_block(text, marks)
    if place is not None:
        return text[: place[0]] + block + text[place[1] :]
    if not text:
        return block
    return text + newline + block + newline if text.endswith("\n") else text + newline * 2 + block


def without_block(text: str, marks: Marks = MARKDOWN_MARKS) -> str | None:
    """The text as it was before `with_block`; None where there was no file. Without a block it is what it is."""
    place = find_block(text, marks)
    if place is None:
        return text
    before, after = text[: place[0]], text[place[1] :]
    newline = "\r\n" if "\r\n" in text else "\n"
    if not before and after == newline:
        return None
    if not after:
        return before.removesuffix(newline).removesuffix(newline)
    return before.removesuffix(newline) + after.removeprefix(newline)
