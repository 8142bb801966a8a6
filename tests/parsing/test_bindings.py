"""Compiled modules of tree-sitter, loaded without their packages."""

from __future__ import annotations

import subprocess
import sys

import pytest
import tree_sitter
import tree_sitter_language_pack

from legendary_git.parsing.bindings import find_matches, load_tree_sitter, new_parser, new_query


@pytest.mark.parametrize("grammar", ["python", "yaml", "csharp", "embeddedtemplate", "rust"])
def test_grammar_is_the_one_of_the_pack(grammar: str) -> None:
    ours = load_tree_sitter(grammar)
    theirs = tree_sitter_language_pack.get_language(grammar)  # type: ignore[arg-type]
    assert isinstance(ours, tree_sitter.Language)
    assert ours == theirs


def test_query_finds_what_the_parser_saw() -> None:
    language = load_tree_sitter("python")
    tree = new_parser(language).parse(b"def f(): pass\n")
    query = new_query(language, "(function_definition name: (identifier) @name)")
    ((pattern, captures),) = find_matches(query, tree.root_node)
    assert pattern == 0
    assert [node.text for node in captures["name"]] == [b"f"]


def test_unknown_grammar_is_refused() -> None:
    with pytest.raises((ImportError, LookupError, OSError, ValueError)):
        load_tree_sitter("nothing_of_that_name")


def test_query_of_unknown_nodes_is_refused() -> None:
    with pytest.raises(ValueError, match="nonsense"):
        new_query(load_tree_sitter("python"), "(nonsense)")


@pytest.mark.parametrize("first", ["ours", "theirs"])
def test_package_that_is_imported_too_has_the_same_types(first: str) -> None:
    ours = "from legendary_git.parsing.bindings import load_tree_sitter; language = load_tree_sitter('python')"
    theirs = "import tree_sitter, tree_sitter_language_pack as pack; other = pack.get_language('python')"
    lines = [ours, theirs] if first == "ours" else [theirs, ours]
    check = "assert type(language) is type(other) is tree_sitter.Language; tree_sitter.Parser(language)"
    subprocess.run([sys.executable, "-c", "\n".join([*lines, check])], check=True)
