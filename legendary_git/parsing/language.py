"""Languages as data: which file is in which, and what its grammar's nodes mean. One TOML file a language."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

LANGUAGES = Path(__file__).with_name("languages")
_NAME = re.compile(r"[a-z0-9_-]+")
_SHEBANG = re.compile(rb"#!\s*(?:\S*/env\s+(?:-\S+\s+|\w+=\S*\s+)*)?(?:\S*/)?([A-Za-z][A-Za-z+_-]*)")


@dataclass(frozen=True, slots=True)
class Language:
    """What one file in `languages/` says. The three tables are read by the modules of the same names."""

    name: str
    grammar: str
    symbols: Mapping[str, Any]
    tokens: Mapping[str, Any]
    strings: Mapping[str, Any]


def find_language(repo_path: str, data: bytes) -> str | None:
    """The name of the language that a file is in: by its own name, else its longest suffix, else its `#!` line."""
    name = PurePosixPath(repo_path).name
    dots = [index for index, letter in enumerate(name) if letter == "." and index > 0]
    words = [("names", name), *(("suffixes", name[dot:].lower()) for dot in dots)]
    interpreter = _SHEBANG.match(data[:256]) if data.startswith(b"#!") else None
    if interpreter is not None:
        words.append(("shebangs", interpreter[1].decode("ascii")))
    return _find_by_words(words)


@cache
def load_language(name: str) -> Language | None:
    """Read a language's file; None where there is none of that name."""
    if _NAME.fullmatch(name) is None or not (path := LANGUAGES / f"{name}.toml").is_file():
        return None
    table = _parse_toml(path.read_bytes())
    return Language(
        name=name,
        grammar=table["grammar"],
        symbols=table.get("symbols", {}),
        tokens=table.get("tokens", {}),
        strings=table.get("strings", {}),
    )


def endings_of(name: str) -> tuple[str, ...]:
    """How the names of a language's files end: its suffixes, and `.` for names without a dot, which `#!` may tell."""
    path = LANGUAGES / f"{name}.toml"
    head = _parse_toml(path.read_bytes().partition(b"\n\n")[0]) if _NAME.fullmatch(name) and path.is_file() else {}
    return (*(f".{suffix.rpartition('.')[2]}" for suffix in head.get("suffixes", ())), ".")


def _find_by_words(words: Sequence[tuple[str, str]]) -> str | None:
    heads = _candidate_heads([word for _, word in words])
    for kind, word in words:
        for name, head in heads.items():
            if word in head.get(kind, ()):
                return name
    return None


def _candidate_heads(words: Sequence[str]) -> dict[str, Mapping[str, Any]]:
    """The heads of those languages that speak of one of the words: only those are parsed, and no more than the head."""
    quoted = [f'"{word}"'.encode("utf-8", "surrogatepass") for word in words]
    heads: dict[str, Mapping[str, Any]] = {}
    for path in sorted(LANGUAGES.glob("*.toml")):
        head = path.read_bytes().partition(b"\n\n")[0]
        if any(word in head for word in quoted):
            heads[path.stem] = _parse_toml(head)
    return heads


def _parse_toml(data: bytes) -> dict[str, Any]:
    import tomllib  # late: most files without a language never need it

    return tomllib.loads(data.decode("utf-8"))
