"""What a verdict must be by Python's own parser: the same definition, another one, or none of that name any more."""

from __future__ import annotations

import ast
import copy
import inspect
import io
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from legendary_git.domain.verdict import State

_Definition = ast.FunctionDef | ast.ClassDef
Place = tuple[str, str]
"""A path and a qualified name in it."""


@dataclass(frozen=True, slots=True)
class Expected:
    """A verdict, and where the code stands now if it was followed there."""

    state: State
    followed_to: str | None = None


class Unclear(Exception):
    """Python's parser has no opinion: something does not parse, or a name is defined twice."""


@dataclass(frozen=True, slots=True)
class Question:
    """A symbol of a file (None: all of it) as it was stamped, the files of the commit then, and the files now.

    `was_renamed` is whether git sees the file renamed anywhere between the two. `then` is None where that commit is no
    part of the history.
    """

    path: str
    symbol: str | None
    text: str
    then: Mapping[str, str] | None
    now: Mapping[str, str]
    was_renamed: bool = False


def expect(question: Question) -> Expected:
    """The verdict. Raises Unclear."""
    here = question.now.get(question.path)
    if question.symbol is None:
        if here is None:
            raise Unclear
        is_same = _dump(_parse(here)) == _dump(_parse(question.text))
        return Expected(State.FRESH if is_same else State.STALE)
    stamped = _definitions(question.text)[question.symbol]
    found = _definitions(here).get(question.symbol) if here is not None else None
    if found is not None:
        return Expected(State.FRESH if _dump(found) == _dump(stamped) else State.STALE)
    return _expect_elsewhere(question, question.symbol, stamped)


def _expect_elsewhere(question: Question, symbol: str, stamped: _Definition) -> Expected:
    if question.then is None:
        raise Unclear
    then = {**question.then, question.path: question.text}
    is_file_gone = question.path not in question.now
    if is_file_gone and (whole := _find_untouched(question, then)) is not None:
        return Expected(State.FRESH, f"{whole}::{symbol}")
    body = _body(stamped)
    before, after = _places(then, body), _places(question.now, body)
    came, went = after - before, before - after - {(question.path, symbol)}
    if len(came) == 1 and not went and not _is_trivial(ast.unparse(stamped)):
        path, name = next(iter(came))
        return Expected(State.FRESH, f"{path}::{name}")
    if is_file_gone and question.was_renamed:
        raise Unclear  # what was edited in it after that is git's to follow
    return Expected(State.ORPHANED)


def _find_untouched(question: Question, then: Mapping[str, str]) -> str | None:
    """The one path that the whole file went to as it was."""
    after = [path for path, text in question.now.items() if text == question.text and then.get(path) != text]
    before = [path for path, text in then.items() if text == question.text and question.now.get(path) != text]
    is_proof = len(after) == 1 and len(before) == 1 and not _is_trivial(question.text)
    return after[0] if is_proof else None


def _places(files: Mapping[str, str], body: str) -> set[Place]:
    return {
        (path, name) for path, text in files.items() for name, node in _definitions(text).items() if _body(node) == body
    }


def _definitions(text: str) -> dict[str, _Definition]:
    """Every function, class and method by its qualified name."""
    found: dict[str, _Definition] = {}
    for name, node in _walk(_parse(text), ""):
        if name in found:
            raise Unclear
        found[name] = node
    return found


def _walk(parent: ast.Module | _Definition, prefix: str) -> Iterator[tuple[str, _Definition]]:
    for node in parent.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield prefix + node.name, node
            if isinstance(node, ast.ClassDef):
                yield from _walk(node, f"{prefix}{node.name}.")


def _parse(text: str) -> ast.Module:
    try:
        return ast.parse(text)
    except SyntaxError as error:
        raise Unclear from error


def _body(node: _Definition) -> str:
    """A definition, its own name aside."""
    nameless = copy.deepcopy(node)
    nameless.name = "_"
    return _dump(nameless)


def _dump(node: ast.Module | _Definition) -> str:
    """A tree without places; how a docstring is indented does not count."""
    node = copy.deepcopy(node)
    for one in ast.walk(node):
        if isinstance(one, ast.Module | _Definition) and ast.get_docstring(one, clean=False) is not None:
            docstring = one.body[0]
            assert isinstance(docstring, ast.Expr)
            assert isinstance(docstring.value, ast.Constant)
            docstring.value.value = inspect.cleandoc(str(docstring.value.value))
    return ast.dump(node)


def _is_trivial(text: str) -> bool:
    """Too short to be told from another by chance: fewer than 14 words, numbers, strings and signs."""
    kinds = (tokenize.NAME, tokenize.NUMBER, tokenize.STRING, tokenize.OP)
    return sum(token.type in kinds for token in tokenize.generate_tokens(io.StringIO(text).readline)) < 14
