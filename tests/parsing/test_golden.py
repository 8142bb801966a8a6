"""One listing a language: its source in, the outline of its symbols out."""

from __future__ import annotations

from pathlib import Path

import pytest

from legendary_git.parsing import language
from legendary_git.parsing.grammar import load_grammar
from tests.parsing.outline import Golden, golden_paths, outline, parse

LANGUAGES = sorted(path.stem for path in Path(language.__file__).with_name("languages").glob("*.toml"))


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
    grammar = load_grammar(name)
    assert grammar is not None
    assert grammar.language.name == name
    ruled = {"bodies", "groups", "ignored", "indented", "numbers", "parentheses", "tuples", "optional_commas"}
    named = {node_type for key in ruled for node_type in grammar.language.tokens[key]}
    known = grammar.parser.language
    assert known is not None
    assert named <= {known.node_kind_for_id(kind) for kind in range(known.node_kind_count)}
