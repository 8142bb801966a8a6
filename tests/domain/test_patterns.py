"""Patterns that are compiled when they are first used."""

from __future__ import annotations

import re

import pytest

from legendary_git.domain.digest import sha256
from legendary_git.domain.patterns import compile_late


def test_late_pattern_matches_as_a_compiled_one() -> None:
    late, compiled = compile_late(r"(\w)b", re.IGNORECASE), re.compile(r"(\w)b", re.IGNORECASE)
    for _ in range(2):
        assert late.sub(r"<\1>", "aB cb") == compiled.sub(r"<\1>", "aB cb")
        assert [found[1] for found in late.finditer("aB cb")] == ["a", "c"]
    assert late.pattern == compiled.pattern


def test_late_pattern_that_is_none_fails_when_it_is_used() -> None:
    late = compile_late("(")
    with pytest.raises(re.error):
        late.match("")


def test_digest_is_sha256() -> None:
    assert sha256(b"abc").hexdigest() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
