"""Languages as data: which file is in which, and what its grammar's nodes mean. One TOML file a language."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path, PurePosixPath
from typing import Any

from legendary_git.domain.values import dataclass

LANGUAGES = Path(__file__).with_name("languages")
_NAME = re.compile(r"[a-z0-9_-]+")
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
_SHEBANG = re.compile(rb"#!\s*(?:\S*/env\s+(?:-\S+\s+|\w+=\S*\s+)*)?(?:\S*/)?([A-Za-z][A-Za-z+_-]*)")


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
    name = PurePosixPath(repo_path).name
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
    if _NAME.fullmatch(name) is None or not (path := LANGUAGES / f"{name}.toml").is_file():
        return None
    table = _read_table(path)
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


def _read_table(path: Path) -> dict[str, Any]:
    """A language's file; what it does not say itself, the one that it extends says."""
    table = _parse_toml(path.read_bytes())
    extended = table.get("extends")
    if extended is None:
        return table
    base = _read_table(LANGUAGES / f"{extended}.toml")
    for key, value in table.items():
        base[key] = base.get(key, {}) | value if isinstance(value, dict) and key in _TABLES else value
    return base


def endings_of(name: str) -> tuple[str, ...]:
    """How the names of a language's files end: its suffixes, and `.` for names without a dot, which `#!` may tell."""
    path = LANGUAGES / f"{name}.toml"
    head = _parse_toml(path.read_bytes().partition(b"\n\n")[0]) if _NAME.fullmatch(name) and path.is_file() else {}
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
    return {name: _parse_toml(head) for name, head in _heads() if quoted in head}


@cache
def _heads() -> tuple[tuple[str, bytes], ...]:
    """The head of every language's file, by name, unparsed."""
    return tuple((path.stem, path.read_bytes().partition(b"\n\n")[0]) for path in sorted(LANGUAGES.glob("*.toml")))


def _parse_toml(data: bytes) -> dict[str, Any]:
    import tomllib  # late: most files without a language never need it

    return tomllib.loads(data.decode("utf-8"))
