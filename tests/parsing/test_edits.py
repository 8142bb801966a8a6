"""No false fresh: whatever is edited in a source of any language, its tokens tell, or somebody else calls it equal.

The editor knows the bare grammars alone. An edit that leaves a file's tokens equal must be one of those that the
language is known to read alike (`MEANS_NOTHING`); for Python, `ast` must say so.
"""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest

from fixtures.edits import Edit, Editor
from legendary_git.domain.token import TokenKind
from legendary_git.parsing.grammar import load_grammar
from legendary_git.parsing.source import read_source
from tests.parsing.oracle import meaning
from tests.parsing.outline import Golden, golden_paths, parse, texts

EDITS = 450 if os.environ.get("LEGENDARY_TEST_FULL") == "1" else 100

STATEMENT_ENDS = r"\w+: [;,\s]*(.*?)[;,\s]* => [;,\s]*\1[;,\s]*"
"""JavaScript: a `;` where a line ends anyway, an empty statement, the last comma of a list."""
MEANS_NOTHING: dict[str, tuple[str, ...]] = {
    "graphql": (r"\w+: ,?\s*(.*?),?\s* => [,\s]*\1[,\s]*",),  # commas are white space
    "haskell": (r"(swap|drop): .*-- \| A.*",),  # Haddock's comments are comments
    "javascript": (STATEMENT_ENDS,),
    "lua": ("delete: , => ",),  # the last comma of a table
    "rust": ("delete: , => ",),  # the last comma of a list
    "sql": ("(?i)replace: (table) => \\1",),  # keywords are read without regard to case
    "perl": ("repeat: ; => ; ;",),  # an empty statement
    "svelte": (STATEMENT_ENDS,),
    "tsx": (STATEMENT_ENDS,),
    "typescript": (STATEMENT_ENDS,),
    "vue": (STATEMENT_ENDS, r"insert: \s*// Both scripts .*"),  # a comment
    "php": (r"renest: Base => \s+Base",),  # line ends say nothing
    "csharp": ("repeat: Text => Text Text", "double: #endregion.*"),  # regions are for editors
    "css": ("repeat: ; => ; ;",),
    "less": ("repeat: ; => ; ;", "delete: ; => "),  # a last semicolon; an empty statement
    "scss": ("repeat: ; => ; ;", "delete: ; => "),
    "markdown": (
        "repeat: # => # #",  # the sign that closes a heading
        r"delete: \\ => ",  # before a star that opens nothing
        "delete: # => ",
    ),
    "rst": ("replace: =+ => =+", "respace:  =>  "),  # how long an underline is; one more blank between words
}
"""Patterns by language for `kind: old => new`, of edits that no reader of the language can tell apart."""


@pytest.mark.parametrize("path", golden_paths(), ids=lambda path: path.stem)
def test_edit_changes_the_tokens(path: Path) -> None:
    golden = Golden.load(path)
    data = read_source(golden.source.encode()).data
    edits = edits_of(path.stem, data)
    before = tokens_of(golden.repo_path, data)
    survivors = [
        f"{edit.kind}: {edit.old!r} => {edit.new!r}"
        for edit in edits
        if tokens_of(golden.repo_path, edit.apply(data)) == before and not is_equal(path.stem, data, edit)
    ]
    assert before is not None
    assert (survivors, len(edits)) == ([], EDITS)


def edits_of(language: str, data: bytes) -> list[Edit]:
    grammar = load_grammar(language)
    assert grammar is not None
    # What we read with a parser of our own is edited by the grammar that there is for it.
    return Editor(data, grammar.language.grammar.removeprefix("own:")).edits(EDITS, random.Random(language))


def tokens_of(repo_path: str, data: bytes) -> list[tuple[TokenKind, bytes]] | None:
    """Those by which a memory of the file is called fresh; None where it is not read."""
    parsed = parse(data, repo_path)
    return None if parsed.has_errors else texts(parsed.tokens(parsed.whole()))


def is_equal(language: str, data: bytes, edit: Edit) -> bool:
    if language == "python":
        return meaning(data.decode()) == meaning(edit.apply(data).decode())
    said = f"{edit.kind}: {edit.old.decode()} => {edit.new.decode()}"
    return any(re.fullmatch(pattern, said, re.DOTALL) for pattern in MEANS_NOTHING.get(language, ()))
