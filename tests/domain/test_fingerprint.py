from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendary_git.domain.fingerprint import fingerprint, legacy_fingerprint, swap_names
from legendary_git.domain.token import Token, TokenKind

TOKENS = st.lists(st.builds(Token, st.sampled_from(TokenKind), st.binary(max_size=4), st.integers(1, 9)), max_size=8)


def _leaves(*words: bytes) -> tuple[Token, ...]:
    return tuple(Token(TokenKind.LEAF, word, 1) for word in words)


@given(TOKENS, TOKENS)
def test_fingerprint_differs_exactly_if_kinds_or_bytes_do(one: list[Token], other: list[Token]) -> None:
    is_same = [token[:2] for token in one] == [token[:2] for token in other]
    assert (fingerprint(one) == fingerprint(other)) == is_same


def test_fingerprint_names_its_scheme() -> None:
    assert fingerprint([]) == "t1:" + hashlib.sha256(b"").hexdigest()


def test_swap_names_exchanges_whole_leaves_both_ways() -> None:
    swapped = swap_names(_leaves(b"g", b"f", b"gg"), b"g", b"f")
    assert swapped == _leaves(b"f", b"g", b"gg")


def test_swap_names_leaves_strings_alone() -> None:
    string = Token(TokenKind.STRING, b"g", 1)
    assert swap_names([string], b"g", b"f") == (string,)


def test_swap_names_tells_a_renamed_recursion_from_a_call_of_the_old_name() -> None:
    old = _leaves(b"def", b"f", b"f")
    assert swap_names(_leaves(b"def", b"g", b"g"), b"g", b"f") == old
    assert swap_names(_leaves(b"def", b"g", b"f"), b"g", b"f") != old


@pytest.mark.parametrize(
    "definition", ["f = 1", "const f = ( ) => f ( )", "export var f = { }", "app . f = function ( )"]
)
def test_swap_names_renames_what_is_assigned(definition: str) -> None:
    tokens = _leaves(*definition.encode().split())
    renamed = _leaves(*definition.replace("f ", "g ").encode().split())
    assert swap_names(renamed, b"g", b"f") == tokens


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("def f ( ) : h ( g = 1 )", "def g ( ) : h ( f = 1 )"),
        ("@ d ( g = 1 ) def f ( )", "@ d ( f = 1 ) def g ( )"),
        ("class f : g = 1", "class g : f = 1"),
        ("const f = a . g = 1", "const g = a . f = 1"),
    ],
)
def test_swap_names_keeps_what_is_assigned_elsewhere(one: str, other: str) -> None:
    assert swap_names(_leaves(*other.encode().split()), b"g", b"f") != _leaves(*one.encode().split())


def test_legacy_fingerprint_is_that_of_legendary_mcp() -> None:
    # `hash_text("def f():\n\n    return 1  \n")` of legendary-mcp 0.2.1
    expected = hashlib.sha256(b"def f():\nreturn 1").hexdigest()
    assert legacy_fingerprint(b"def f():\n\n    return 1  \n") == f"sha256:{expected}"
