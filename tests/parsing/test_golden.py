"""One listing a language: its source in, the outline of its symbols out."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from legendary_git.parsing import language as language_module
from legendary_git.parsing.grammar import load_grammar
from legendary_git.parsing.language import Language, load_language
from tests.parsing.outline import Golden, golden_paths, outline, parse

LANGUAGES = sorted(path.stem for path in Path(language_module.LANGUAGES).glob("*.toml"))


@pytest.mark.parametrize("path", golden_paths(), ids=lambda path: path.stem)
def test_golden_outline(path: Path) -> None:
    golden = Golden.load(path)
    parsed = parse(golden.source, golden.repo_path)
    assert parsed.language == path.stem
    assert not parsed.has_errors
    assert outline(parsed) == golden.outline


def test_every_language_has_a_golden() -> None:
    assert [path.stem for path in golden_paths()] == LANGUAGES


@pytest.mark.parametrize("name", LANGUAGES)
def test_language_file_names_only_what_its_grammar_has(name: str) -> None:
    language = load_language(name)
    grammar = load_grammar(name)
    assert language is not None
    assert grammar is not None
    assert language.name == name
    assert set(named_types(language)) <= grammar.node_types


@pytest.mark.parametrize("name", LANGUAGES)
def test_language_file_has_only_keys_that_are_read(name: str) -> None:
    table = tomllib.loads((Path(language_module.LANGUAGES) / f"{name}.toml").read_text(encoding="utf-8"))
    page = (Path(__file__).parents[2] / "docs" / "languages.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"`(\w+)`", page))
    decoding = {"cookie", "content", "conversion", "format", "misread"}
    keys = {key for key in table if not isinstance(table[key], dict) or key == "suffixes_if"}
    keys |= {
        key for part in ("symbols", "tokens", "strings", "comments", "embedded", "check") for key in table.get(part, ())
    }
    for inner in ("together", "items", "labels", "headings"):
        keys |= set(table.get("symbols", {}).get(inner, ()))
    assert keys - explained - decoding <= {"together", "items", "labels", "headings"}


def named_types(language: Language) -> Iterator[str]:
    """Every node type that a language's file speaks of, but for those in its query, which the grammar checks."""
    tokens, symbols = language.tokens, language.symbols
    texts = {"spellings", "lexemes", "masks", "separators", "shape", "caseless", "blocks", "raw_elements"}
    for key, value in (*tokens.items(), *language.strings.items()):
        if key not in texts and isinstance(value, list):
            yield from (one for one in value if isinstance(one, str) and one != ":=")
            for entry in value:
                if isinstance(entry, dict):
                    yield from (entry[word] for word in ("node", "parent", "kind") if word in entry)
                    yield from (one for word in ("nodes", "around", "holding", "types") for one in entry.get(word, ()))
    for key in ("names", "name_containers", "name_fields", "leading", "leading_if", "trailing", "wrappers"):
        yield from symbols.get(key, ())
    for key in ("segments", "ends_early"):
        yield from symbols.get(key, ())
    for ends in symbols.get("sections", {}).values():
        yield from ends
    for key in ("types", "within", "adornments"):
        yield from symbols.get("headings", {}).get(key, ())
    for markers in symbols.get("headings", {}).get("levels", ()):
        yield from markers
    for key in ("tags", "attributes"):
        yield from symbols.get("labels", {}).get(key, ())
    for key in ("branches", "decorators"):
        yield from symbols["together"].get(key, ())
