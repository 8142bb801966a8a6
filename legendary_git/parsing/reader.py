"""The one entrance: the bytes of a file in, what can be known of it out. Nothing that a file holds makes it fail."""

from __future__ import annotations

import re

from legendary_git.domain.parsed import ParsedFile, Unreadable
from legendary_git.domain.values import replace
from legendary_git.domain.verdict import Reason
from legendary_git.parsing.encoding import to_utf8
from legendary_git.parsing.grammar import load_grammar, parse_with
from legendary_git.parsing.language import find_language
from legendary_git.parsing.limits import SIZE_LIMIT, is_binary, refuse_bytes, refuse_tree
from legendary_git.parsing.masks import Masked, mask
from legendary_git.parsing.plain import BinaryFile, PlainFile, is_prose
from legendary_git.parsing.source import Source, read_source


def read(
    repo_path: str, data: bytes, language: str | None = None, *, size_limit: int = SIZE_LIMIT
) -> ParsedFile | Unreadable:
    """Read one version of a file.

    `repo_path` tells the language by its name or suffix, else the first line by its `#!`, unless `language` names
    one, as an anchor does that was stamped before. A file of no known language is read as plain lines, or as bytes
    where it is no text. `size_limit` is in bytes.
    """
    if (reason := refuse_bytes(data, size_limit)) is not None:
        return Unreadable(reason)
    name = language or find_language(repo_path, data)
    if name is None:
        return BinaryFile(data) if is_binary(data) else PlainFile(read_source(data), prose=is_prose(repo_path))
    return Unreadable(Reason.UNPARSABLE) if is_binary(data) else _parse(data, name)


def _parse(data: bytes, name: str) -> ParsedFile | Unreadable:
    grammar = load_grammar(name)
    if grammar is None:
        return Unreadable(Reason.NO_GRAMMAR)
    # Late: only for those who have a tree.
    from legendary_git.parsing.tree import TreeFile

    decoded = to_utf8(data) if grammar.language.strings.get("cookie") else data
    if decoded is None:
        return Unreadable(Reason.UNPARSABLE)
    source = read_source(decoded)
    if grammar.language.embedded:
        from legendary_git.parsing.embedded import read_embedded

        return read_embedded(source, grammar.language)
    refused = grammar.language.strings.get("refused")
    if refused is not None and re.search(refused.encode(), source.data, re.MULTILINE) is not None:
        return Unreadable(Reason.OVER_LIMIT)
    shown, source = source, _without_meaningless(source, grammar.language.strings.get("meaningless"))
    seen: bytes = source.data
    masked: Masked = ()
    if grammar.masks is not None:
        seen, masked = mask(source.data, grammar.masks)
    if grammar.language.strings.get("final_newline", False) and not seen.endswith(b"\n"):
        seen += b"\n"
    tree = parse_with(grammar, seen)
    if tree is None:
        return Unreadable(Reason.OVER_LIMIT)
    reason = refuse_tree(tree.root_node)
    return Unreadable(reason) if reason is not None else TreeFile(source, grammar, tree, masked, shown)


def _without_meaningless(source: Source, pattern: str | None) -> Source:
    """The source with blanks for what a pattern's first group matches; every byte stays at its place."""
    if pattern is None:
        return source
    data = bytearray(source.data)
    for found in re.finditer(pattern.encode(), source.data):
        if found[1] is not None:
            data[found.start(1) : found.end(1)] = b" " * len(found[1])
    return replace(source, data=bytes(data))
