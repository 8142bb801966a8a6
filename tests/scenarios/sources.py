"""Python files that random histories are about: blocks of text, and edits of which one knows what they mean."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

FUNCTIONS = ("price", "label", "parse", "render", "merge", "fetch")
CLASSES = ("Store", "Cart")
PATHS = ("app.py", "core.py", "pkg/deep.py", "lib.py", "pkg/more.py")

_FUNCTION = '''\
def {name}(items, limit={number}):
    """Add up what {name} was given."""
    kind = "{name} kind"
    total = {number}
    for item in items:
        if item > limit:
            total += item * {number}
    return (kind, total)
'''
_CLASS = '''\
class {name}:
    """Keeps rows of {name}."""

    size = {number}

    def open(self, path, retries={number}):
        found = [row for row in self.rows if row.path == path]
        for row in found[:retries]:
            row.state = "{name} open"
        return found

    @property
    def depth(self):
        return max([len(row.path) for row in self.rows]) + {number}
'''
_TRIVIAL = """\
def {name}(items):
    return items[{number}]
"""
_NUMBER = re.compile(r"(?<![\w.])[0-9]+(?![\w.])")
_DOUBLE, _SINGLE = re.compile(r'(?<!")"([\w ]+)"(?!")'), re.compile(r"(?<!')'([\w ]+)'(?!')")


def new_block(name: str, number: int, *, trivial: bool = False) -> str:
    """The text of a new class or function."""
    template = _CLASS if name in CLASSES else _TRIVIAL if trivial else _FUNCTION
    return template.format(name=name, number=number)


def join(blocks: Sequence[str]) -> str:
    """Blocks as a file's text; each keeps the comments that stand above it."""
    return "\n\n".join(block.strip("\n") + "\n" for block in blocks)


def split(text: str) -> list[str] | None:
    """A file's top-level statements, each with the comments above it; None where the file does not parse."""
    tree = parse(text)
    if tree is None:
        return None
    lines, blocks, start = text.splitlines(keepends=True), [], 0
    for node in tree.body:
        end = node.end_lineno or node.lineno
        blocks.append("".join(lines[start:end]).strip("\n") + "\n")
        start = end
    return blocks


def parse(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except SyntaxError:
        return None


def name_of(block: str) -> str | None:
    """The name of the function or class that a block defines."""
    found = re.search(r"^(?:def|class) (\w+)", block, re.MULTILINE)
    return found[1] if found else None


# What changes the meaning.


def change_number(block: str, which: int, value: int) -> str:
    """One of the block's numbers made another one (of few, so that a later change may well take it back)."""
    places = list(_NUMBER.finditer(block))
    if not places:
        return block
    place = places[which % len(places)]
    number = value if str(value) != place[0] else value + 1
    return f"{block[: place.start()]}{number}{block[place.end() :]}"


def change_order(block: str) -> str:
    """The `return` of the block's end made part of the loop or branch before it: only white space differs."""
    return re.sub(r"^    return (.*)\Z", r"        return \1", block, flags=re.MULTILINE | re.DOTALL)


def rename(block: str, name: str) -> str:
    """The block with what it defines under another name."""
    return re.sub(r"^(def|class) \w+", rf"\1 {name}", block, count=1, flags=re.MULTILINE)


# What does not.


def requote(block: str) -> str:
    """The other style of quotes."""
    return _DOUBLE.sub(r"'\1'", block) if _DOUBLE.search(block) else _SINGLE.sub(r'"\1"', block)


def rewrap(block: str) -> str:
    """A `return` over three lines, in parentheses; or back on one."""
    wrapped = re.sub(r"^( +)return \(\n +(.*?),?\n +\)$", r"\1return \2", block, flags=re.MULTILINE)
    if wrapped != block:
        return wrapped
    return re.sub(r"^( +)return ([^\n(\[]+)$", r"\1return (\n\1    \2\n\1)", block, flags=re.MULTILINE)


def rewrite(block: str) -> str:
    """As Python itself writes it: other quotes, no comments, none of the parentheses that do not matter."""
    return ast.unparse(ast.parse(block)) + "\n"


def comment(block: str, which: int, text: str) -> str:
    """A comment above one of the block's statements."""
    starts = sorted(
        {(node.lineno, node.col_offset) for node in ast.walk(ast.parse(block)) if isinstance(node, ast.stmt)}
    )
    line, column = starts[which % len(starts)]
    lines = block.splitlines(keepends=True)
    return "".join([*lines[: line - 1], f"{' ' * column}# {text}\n", *lines[line - 1 :]])
