"""Files that nobody writes: what makes parsers slow, loop or crash."""

from __future__ import annotations

import random
import resource
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from legendary_git.domain.parsed import Unreadable
from legendary_git.domain.verdict import Reason
from legendary_git.parsing import fence, language
from legendary_git.parsing.grammar import Grammar, load_grammar
from legendary_git.parsing.reader import read

PAIRS = [
    ("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"), ("a(", ")"), ("{a:", "}"), ('"${', '}"'), ('"#{', '}"'),
    ("<a>", "</a>"), ("/*", "*/"), ("(*", "*)"), ("{-", "-}"), ("begin ", "end "), ("do ", "end "),
    ("if a then ", "end "), ("$(", ")"),
]  # fmt: skip
"""What opens and what closes it, in one language or another."""

UNITS = [
    "- ", ": ", "? ", "> ", ">", "* ", "# ", "1. ", "[a](", "`a", "~[", ".. ", "+|", "~:", ";", "\\", "@ try", "&'",
    "a ", "a\n", "a,", "a.", "a = ", "not ", "-", "<<A\n", "#if a\n", "\t", " \n", "\r", "\ufeff", "\u2028", '"', "'",
    "`", "'''", '"""',
]  # fmt: skip
"""What is repeated as it stands. Most of these have stopped a grammar."""

ENDS = [
    "int #", "#", "\\", '"', "'", "/*", "<<A", "r#", "R(", "<!--", "[[", "{{", "`", "%w[", "$(", "@", "\x01",
    "\u2028",
]  # fmt: skip
"""How files end too early."""


def hostile(sample: str, words: Sequence[str], size: int = 800) -> Iterator[tuple[str, bytes]]:
    """Hostile files of about so many bytes, each with what it is: of any language, and made of one's own code."""
    for unit in UNITS:
        yield f"{unit!r} again and again", _repeat(unit, size)
        yield f"{unit!r} after code", sample.encode() + b"\n" + _repeat(unit, size // 2)
    for opening, closing in PAIRS:
        depth = size // len(opening + closing)
        yield f"{opening!r} closed", (opening * depth + closing * depth).encode()
        yield f"{opening!r} never closed", sample.encode() + b"\n" + (opening * depth).encode()
    for end in ENDS:
        yield f"{end!r} and no more", end.encode()
        yield f"code and {end!r}", sample.encode() + end.encode()
    yield "stairs", b"".join(b" " * depth + b"if a:\n" for depth in range(int((2 * size) ** 0.5)))
    yield from _by_chance(sample, words, size)


def _by_chance(sample: str, words: Sequence[str], size: int) -> Iterator[tuple[str, bytes]]:
    chance = random.Random(sample)
    for number in range(10):
        soup = chance.choices(words, k=size // 8)
        yield f"words {number}", chance.choice([" ", "", "\n"]).join(soup).encode()
    code = sample.encode()
    for number in range(10):
        start, length = chance.randrange(len(code)), chance.randrange(1, 40)
        yield f"code cut short {number}", code[:start]
        yield f"code without a part {number}", code[:start] + code[start + length :]
        yield f"code with noise {number}", code[:start] + chance.randbytes(length) + code[start:]
    yield "noise", bytes(chance.choices(range(1, 256), k=size))


def _repeat(unit: str, size: int) -> bytes:
    return (unit * (size // len(unit))).encode()


def main(name: str) -> None:
    """Read every hostile file of a language as the product would, and say which one is being read."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    fence.CPU_SECONDS = 1
    grammar = load_grammar(name)
    assert grammar is not None
    sample = tomllib.loads((Path(language.LANGUAGES) / f"{name}.toml").read_text(encoding="utf-8"))["check"]["source"]
    for what, data in hostile(sample, sorted(grammar.node_types)):
        sys.stdout.write(f"{what}\n")
        sys.stdout.flush()
        _read(name, data)
    sys.stdout.write("done\n")


def _keywords(grammar: Grammar) -> Iterator[str]:
    """The words and signs of a grammar; a parser of our own knows only its node types."""
    known = getattr(grammar.parser, "language", None)
    if known is None:
        yield from grammar.node_types
        return
    for kind in range(known.node_kind_count):
        if not known.node_kind_is_named(kind):
            yield known.node_kind_for_id(kind) or ""


def _read(name: str, data: bytes) -> None:
    parsed = read("", data, name)
    if isinstance(parsed, Unreadable):
        assert parsed.reason in (Reason.OVER_LIMIT, Reason.UNPARSABLE)
        return
    parsed.tokens(parsed.whole())
    for symbol in parsed.symbols[:20]:
        parsed.tokens(symbol.region)
        parsed.is_damaged(symbol.region)


if __name__ == "__main__":
    main(sys.argv[1])
