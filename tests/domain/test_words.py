"""The one tokenizer: what a text becomes, and what a query may be in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendary_git.domain.words import split_query, split_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("parseHTTPConfig", ["pars", "http", "config", "parsehttpconfig"]),
        ("XMLHttpRequest2", ["xml", "http", "request2", "xmlhttprequest2"]),
        ("foo_bar", ["foo", "bar", "foobar"]),
        ("__init__", ["init"]),
        ("src/a-b/c.py", ["src", "a", "b", "ab", "c", "py"]),
        ("MAX_SIZE", ["max", "siz", "maxsiz"]),
        ("utf8 E0308", ["utf8", "e0308"]),
        ("設定", ["設", "定", "設定"]),
        ("設定file", ["設", "定", "設定", "fil"]),
        ("naïve Straße", ["naiv", "strass"]),
        ("e\u0301t\u00e9", ["ete"]),
        ("ＡＢＣ", ["abc"]),
        ("🙂 --- \0", []),
        ("caf\udce9.py", ["caf", "py"]),
    ],
)
def test_words(text: str, words: list[str]) -> None:
    assert split_words(text) == words


@pytest.mark.parametrize(
    "forms",
    [
        ("lock", "locks", "locked", "locking"),
        ("cache", "caches", "cached", "caching"),
        ("retry", "retries", "retrying"),
        ("index", "indexes", "indexed"),
        ("process", "processes"),
        ("stop", "stopped", "stopping"),
        ("class", "classes"),
        ("fall", "falls", "falling"),
    ],
)
def test_forms_of_a_word_are_one(forms: tuple[str, ...]) -> None:
    assert len({tuple(split_words(form)) for form in forms}) == 1


@pytest.mark.parametrize("word", ["string", "thing", "status", "this", "red", "bus", "need"])
def test_words_that_only_look_like_forms_stay(word: str) -> None:
    assert split_words(word) == [word]


def test_query_for_an_identifier_is_the_whole_or_all_parts() -> None:
    assert split_query("fooBar x") == [(("foobar",), ("foo", "bar")), (("x",),)]


def test_query_in_an_unspaced_script_is_its_pairs_or_its_one_character() -> None:
    assert split_query("設") == [(("設",),)]
    assert split_query("設定値") == [(("設定", "定値"),)]


@given(st.text(max_size=60))
def test_every_query_finds_the_text_it_was_taken_from(text: str) -> None:
    words = set(split_words(text))
    assert all(any(words.issuperset(one) for one in alternatives) for alternatives in split_query(text))


@given(st.text(max_size=60))
def test_words_have_nothing_that_a_search_table_would_split(text: str) -> None:
    assert all(
        word and all(ord(c) > 127 or (c.isalnum() and c == c.lower()) for c in word) for word in split_words(text)
    )
