"""Languages as data: which file is in which, and what its grammar's nodes mean. One TOML file a language."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from legendary_git.domain.annotations import Any
from legendary_git.domain.patterns import compile_late
from legendary_git.domain.values import dataclass
from legendary_git.parsing.kept_tables import parse_toml, read_table

LANGUAGES = os.path.join(os.path.dirname(__file__), "languages")
_NAME = compile_late(r"[a-z0-9_-]+")
_LOOKED_AT = 65_536
"""Bytes of a file that are looked at to settle between the languages of one suffix."""
_TABLES = ("symbols", "tokens", "strings", "comments")
_SYMBOLS: Mapping[str, Any] = {
    "query": "",
    "separator": ".",
    "names": (),
    "name_containers": (),
    "scopes": (),
    "hidden": (),
    "closed": (),
    "variables": (),
    "wrappers": (),
    "name_fields": {},
    "given": {},
    "together": {},
}
_SHEBANG = compile_late(rb"#!\s*(?:\S*/env\s+(?:-\S+\s+|\w+=\S*\s+)*)?(?:\S*/)?([A-Za-z][A-Za-z+_-]*)")


@dataclass(frozen=True, slots=True)
class Language:
    """What one file in `languages/` says. docs/languages.md tells what each key means."""

    name: str
    grammar: str
    fenced: bool
    symbols: Mapping[str, Any]
    tokens: Mapping[str, Any]
    strings: Mapping[str, Any]
    comments: Mapping[str, Any]
    embedded: Mapping[str, Any]


def find_language(repo_path: str, data: bytes) -> str | None:
    """The name of the language that a file is in: by its own name, else its longest suffix, else its `#!` line.

    A suffix of several languages is settled by what the file holds: each of them but the last resort says what it must.
    """
    name = repo_path.rpartition("/")[2]
    dots = [index for index, letter in enumerate(name) if letter == "." and index > 0]
    words = [("names", name), *((kind, name[dot:].lower()) for dot in dots for kind in ("suffixes_if", "suffixes"))]
    words += [("prefixes", name[: dot + 1]) for dot in dots]
    interpreter = _SHEBANG.match(data[:256]) if data.startswith(b"#!") else None
    if interpreter is not None:
        words.append(("shebangs", interpreter[1].decode("ascii")))
    return _find_by_words(words, data)


@cache
def load_language(name: str) -> Language | None:
    """Read a language's file; None where there is none of that name."""
    if not _is_known(name):
        return None
    table = _read_table(name)
    return Language(
        name=name,
        grammar=table["grammar"],
        fenced=table.get("fenced", False),
        symbols=_SYMBOLS | table.get("symbols", {}),
        tokens=table.get("tokens", {}),
        strings=table.get("strings", {}),
        comments=table.get("comments", {}),
        embedded=table.get("embedded", {}),
    )


def _is_known(name: str) -> bool:
    return _NAME.fullmatch(name) is not None and os.path.isfile(_path_of(name))


def _path_of(name: str) -> str:
    return os.path.join(LANGUAGES, f"{name}.toml")


def _read_table(name: str) -> dict[str, Any]:
    """A language's file; what it does not say itself, the one that it extends says."""
    table = read_table(_path_of(name))
    extended = table.get("extends")
    if extended is None:
        return table
    base = _read_table(extended)
    for key, value in table.items():
        base[key] = base.get(key, {}) | value if isinstance(value, dict) and key in _TABLES else value
    return base


def endings_of(name: str) -> tuple[str, ...]:
    """How the names of a language's files end: its suffixes, and `.` for names without a dot, which `#!` may tell."""
    head = read_table(_path_of(name)) if _is_known(name) else {}
    suffixes = (*head.get("suffixes", ()), *head.get("suffixes_if", ()))
    return (*(f".{suffix.rpartition('.')[2]}" for suffix in suffixes), ".")


def _find_by_words(words: Sequence[tuple[str, str]], data: bytes) -> str | None:
    for kind, word in words:
        for name, head in _heads_with(word).items():
            if word in head.get(kind, ()) and (kind != "suffixes_if" or _holds(data, head[kind][word])):
                return name
    return None


def _holds(data: bytes, pattern: str) -> bool:
    return re.search(pattern.encode(), data[:_LOOKED_AT], re.MULTILINE) is not None


@lru_cache(maxsize=4096)
def _heads_with(word: str) -> dict[str, Mapping[str, Any]]:
    """The heads of those languages that speak of a word: only those are parsed, and no more than the head."""
    quoted = f'"{word}"'.encode("utf-8", "surrogatepass")
    return {name: parse_toml(head) for name, head in _heads() if quoted in head}


@cache
def _heads() -> tuple[tuple[str, bytes], ...]:
    """The head of every language's file, by name, unparsed."""
    names = sorted(name.removesuffix(".toml") for name in os.listdir(LANGUAGES) if name.endswith(".toml"))
    return tuple((name, _read_head(name)) for name in names)


def _read_head(name: str) -> bytes:
    with open(_path_of(name), "rb") as file:
        return file.read().partition(b"\n\n")[0]
