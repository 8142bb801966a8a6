"""Random small edits of real code, such as a person could make, and random expressions."""

from __future__ import annotations

import io
import random
import tokenize
from collections.abc import Callable, Sequence

OPERATORS = [
    "+", "-", "*", "/", "<", ">", "==", "!=", "**", "//", "%", "|", "&", "^", ",", ".", ":", "(", ")", "[", "]",
    "=", "+=", ":=", "@", "~", ";", "not", "and", "or", "is", "in", "if", "else", "lambda:", "await", "yield",
]  # fmt: skip
INSERTED = [
    "(",
    ")",
    ",",
    "not ",
    "await ",
    "-",
    "*",
    "lambda: ",
    ".x",
    "()",
    "[0]",
    " if x else y",
    " and z",
    " < z",
    " := 1",
]
NAMES = ["x", "None", "True", "print", "type", "match", "await x", "lambda: x", "a, b", "not x", "(yield)"]
IN_STRINGS = ["x", " ", "\\n", "{", "}", "{x}", "\\", "'", '"', "\n", "f", "=", "!r", ":"]


class Code:
    """A piece of code and where its tokens are in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.splitlines(keepends=True)
        starts = [0]
        for line in self.lines:
            starts.append(starts[-1] + len(line))
        kinds = (tokenize.NAME, tokenize.OP, tokenize.NUMBER, tokenize.STRING)
        self.tokens = [
            (starts[token.start[0] - 1] + token.start[1], starts[token.end[0] - 1] + token.end[1], token.type)
            for token in tokenize.generate_tokens(io.StringIO(text).readline)
            if token.type in kinds
        ]


def edit(code: Code, chance: random.Random) -> str:
    """The code after one random edit."""
    edits: list[Callable[[Code, random.Random], str]] = [
        _delete, _replace, _replace, _swap, _insert, _wrap, _unwrap, _indent, _indent, _swap_lines, _delete_line,
    ]  # fmt: skip
    return chance.choice(edits)(code, chance)


def _delete(code: Code, chance: random.Random) -> str:
    start, end, _ = chance.choice(code.tokens)
    return code.text[:start] + code.text[end:]


def _replace(code: Code, chance: random.Random) -> str:
    start, end, kind = chance.choice(code.tokens)
    old = code.text[start:end]
    if kind == tokenize.STRING:
        at = chance.randrange(len(old))
        new = old[:at] + chance.choice(IN_STRINGS) + old[at:]
    else:
        new = chance.choice({tokenize.OP: OPERATORS, tokenize.NAME: [*NAMES, old + "_"]}.get(kind, [old + "1"]))
    return code.text[:start] + new + code.text[end:]


def _swap(code: Code, chance: random.Random) -> str:
    index = chance.randrange(len(code.tokens))
    (a, b, _), (c, d, _) = code.tokens[index], code.tokens[min(index + chance.randint(1, 3), len(code.tokens) - 1)]
    text = code.text
    return text if c < b else text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def _insert(code: Code, chance: random.Random) -> str:
    at = chance.choice(chance.choice(code.tokens)[:2])
    return code.text[:at] + chance.choice(INSERTED) + code.text[at:]


def _wrap(code: Code, chance: random.Random) -> str:
    index = chance.randrange(len(code.tokens))
    start = code.tokens[index][0]
    end = code.tokens[min(index + chance.randrange(6), len(code.tokens) - 1)][1]
    return code.text[:start] + "(" + code.text[start:end] + ")" + code.text[end:]


def _unwrap(code: Code, chance: random.Random) -> str:
    index = chance.randrange(len(code.tokens))
    near = [(start, end) for start, end, _ in code.tokens[index : index + 30] if code.text[start:end] in ("(", ")")]
    if len(near) < 2:
        return code.text
    (a, b), (c, d) = sorted(chance.sample(near, 2))
    return code.text[:a] + " " + code.text[b:c] + " " + code.text[d:]


def _indent(code: Code, chance: random.Random) -> str:
    lines = list(code.lines)
    first = chance.randrange(len(lines))
    deeper = chance.random() < 0.3
    for index in range(first, min(first + chance.randint(1, 4), len(lines))):
        lines[index] = "    " + lines[index] if deeper else lines[index].removeprefix("    ")
    return "".join(lines)


def _swap_lines(code: Code, chance: random.Random) -> str:
    lines = list(code.lines)
    index = chance.randrange(len(lines))
    lines[index : index + 2] = reversed(lines[index : index + 2])
    return "".join(lines)


def _delete_line(code: Code, chance: random.Random) -> str:
    index = chance.randrange(len(code.lines))
    return "".join(code.lines[:index] + code.lines[index + 1 :])


ATOMS = [
    "a", "b", "1", "1.5", "'s'", "f(a)", "x.y", "x[0]", "x[a, b]", "x[a:b]", "[a]", "{a}", "(a, b)", "(a,)", "()",
    "await q", "-1", "print", "type", "match", "f'{a}'", "None", "...", "not a", "lambda: a", "a if b else c",
    "(yield)", "a := 1", "[z for z in a]", "(z for z in a)", "print(a)",
]  # fmt: skip
BINARY = [
    "+", "-", "*", "/", "//", "%", "@", "**", "&", "|", "^", "<<", ">>", "&", "^", "**", ",", "<", "==", "and",
    "or", "is not", "not in", "and", "or",
]  # fmt: skip
UNARY = ["-", "~", "+", "not ", "await ", "lambda: ", "lambda x: ", "*"]
PLACES = [
    "x = {}", "return {}", "{}", "f({})", "x: int = {}", "{} = 1", "for q in {}: pass", "for {} in q: pass",
    "with {}: pass", "with {} as t: pass", "assert {}", "del {}", "if {}: pass", "raise {}", "{}: int = 3",
    "x += {}", "[q for q in z if {}]", "[q for q in {}]", "{{{}: {}}}", "x[{}]", "x[{}:{}]", "f'{{{}}}'",
    "f'{{{}:>{{{}}}}}'", "match {}:\n    case 1: pass", "match q:\n    case {}: pass",
    "match q:\n    case 1 if {}: pass", "class C({}): pass", "def g(a={}): pass", "def g(a: {}) -> {}: pass",
    "lambda: {}", "try: pass\n  except {}: pass", "try: pass\n  except {} as e: pass", "print {}", "f(k={})",
    "f(*{})", "await {}", "{}; {}", "a = {} = {}", "print >>{}", "exec {}", "x: List[{}]", "{}[{}] = 1",
]  # fmt: skip


def expression(depth: int, chance: random.Random) -> list[str]:
    """A random expression, in pieces."""
    roll = chance.random()
    if depth == 0:
        return [chance.choice(ATOMS)]
    inner = expression(depth - 1, chance)
    if roll < 0.55:
        return [*inner, f" {chance.choice(BINARY)} ", *expression(depth - 1, chance)]
    if roll < 0.65:
        return [chance.choice(UNARY), *inner]
    if roll < 0.75:
        return [*inner, " if ", *expression(depth - 1, chance), " else ", *expression(depth - 1, chance)]
    before, after = chance.choice([("(", ")"), ("", ".y"), ("x[", "]"), ("f(", ")"), ("[", "]")])
    return [before, *inner, after]


def place(form: str, expressions: Sequence[Sequence[str]]) -> str:
    """A function in which a statement holds the expressions."""
    return "async def f():\n  " + form.format(*("".join(pieces) for pieces in expressions)) + "\n"


def change_expression(pieces: Sequence[str], chance: random.Random) -> list[str]:
    """The expression with parentheses somewhere, or without, or with a comma, or with another atom."""
    changed = list(pieces)
    first = chance.randrange(len(changed))
    roll = chance.random()
    if roll < 0.75:
        changed.insert(chance.randint(first, len(changed) - 1) + 1, ")")
        changed.insert(first, "(")
    elif roll < 0.85:
        changed.append(",")
    else:
        changed[first] = chance.choice(ATOMS)
    return changed
