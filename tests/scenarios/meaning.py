"""What a verdict must be by Python's own parser: the same definition, another one, or none of that name any more."""

from __future__ import annotations

import ast
import copy
import inspect
import io
import re
import tokenize
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

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
class Passage:
    """A commit on the way that is no merge: all that it descends from, the files before and after it.

    `renamed` are the paths that git sees renamed by it.
    """

    commit: str
    above: frozenset[str]
    before: Mapping[str, str]
    after: Mapping[str, str]
    renamed: frozenset[str]


@dataclass(frozen=True, slots=True)
class Question:
    """A symbol of a file (None: all of it) as it was stamped, the files of the commit then, and the files now.

    `was_renamed` is whether git sees the file renamed anywhere between the two. `then` is None where that commit is no
    part of the history. `way` gives the commits between the two, `head` the files of the last.
    """

    path: str
    symbol: str | None
    text: str
    then: Mapping[str, str] | None
    now: Mapping[str, str]
    was_renamed: bool = False
    way: Callable[[], Sequence[Passage]] = tuple
    head: Mapping[str, str] = field(default_factory=dict)


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
    place = _trace(question, (question.path, symbol)) if not came else None
    found = _definitions(question.now[place[0]]).get(place[1]) if place and place[0] in question.now else None
    if place is None or found is None or _body(found) == body:
        return Expected(State.ORPHANED)
    return Expected(State.STALE, f"{place[0]}::{place[1]}")


def _trace(question: Question, place: Place) -> Place | None:
    """Where each commit that took a definition away proves it to have gone, one after the other."""
    way = list(question.way())
    is_elsewhere = False
    while not _has(question.head, place):
        removals = [one for one in way if _has(one.before, place) and not _has(one.after, place)]
        above = {commit for one in removals for commit in one.above}
        latest = sorted((one for one in removals if one.commit not in above), key=lambda one: one.commit)
        if not latest:
            break
        places = {_step(one, place) for one in latest}
        if len(places) > 1 or (there := places.pop()) is None:
            return None
        way = [one for one in way if one.commit not in latest[0].above and one.commit != latest[0].commit]
        place, is_elsewhere = there, True
    return place if is_elsewhere else None


def _step(passage: Passage, place: Place) -> Place | None:
    path, name = place
    is_file_gone = path not in passage.after
    question = Question(path, name, passage.before[path], passage.before, passage.after)
    if is_file_gone and (whole := _find_untouched(question, passage.before)) is not None:
        return whole, name
    stamped = _definitions(passage.before[path])[name]
    before, after = (_places(files, _body(stamped)) for files in (passage.before, passage.after))
    came, went = after - before, before - after - {place}
    if len(came) == 1 and not went and not _is_trivial(ast.unparse(stamped)):
        return came.pop()
    if is_file_gone and path in passage.renamed:
        raise Unclear
    return None


def _has(files: Mapping[str, str], place: Place) -> bool:
    return place[0] in files and place[1] in _definitions(files[place[0]])


def _find_untouched(question: Question, then: Mapping[str, str]) -> str | None:
    """The one path that the whole file went to as it was."""
    after = [path for path, text in question.now.items() if text == question.text and then.get(path) != text]
    before = [path for path, text in then.items() if text == question.text and question.now.get(path) != text]
    is_proof = len(after) == 1 and len(before) == 1 and len(re.findall(r"\w+|[^\w\s]", question.text)) >= 14
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


def words_of(text: str) -> list[str]:
    """The words, numbers and signs of some lines, but for those that a formatter may add: brackets, commas, quotes."""
    words = re.findall(r"#.*|\w+|[^\w\s]", text)
    return [word for word in words if not word.startswith("#") and word not in "()[],'\""]
