"""What a text says by other means than words."""

from __future__ import annotations

import pytest

from legendary_git.domain.marks import Difference, find_difference


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("offset >= size", "offset > size", Difference(">= size", "> size")),
        ("Skip `a == b`", "Skip `a != b`", Difference("==b", "!=b")),
        ("as C++ by default", "as C by default", Difference("C++", "C")),
        ("run it with -x", "run it with -X", Difference("-x", "-X")),
        ("call Store.connect", "call Store.Connect", Difference("Store.connect", "Store.Connect")),
        ("a $5 fee", "a €5 fee", Difference("$5", "€5")),
        ("tests and a review", "tests or a review", Difference("and review", "or review")),
        ("from -1 to 1", "from 1 to -1", Difference("-1", "1")),
        ("globs use **", "globs use *", Difference("use **", "use *")),
        ("match `[a-z]`", "match `[^a-z]`", Difference("[a-z]", "[^a-z]")),
        ("is, not ==", "==, not is", Difference("not ==", "== not")),
        ("at most >= 5, else more", "more or >= 5", None),
        ("stop at > 5", "at >= 5, stop", Difference("> 5", ">= 5")),
        ("~1.2 is pinned", "^1.2 is pinned", Difference("~1.2", "^1.2")),
    ],
)
def test_difference(one: str, other: str, found: Difference | None) -> None:
    assert find_difference(one, other) == found
    assert find_difference(other, one) == (Difference(found.other, found.one) if found else None)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Use **bold** `x` here!", "- use bold x here"),
        ("> ≥ 5 items", ">= 5 items"),
        ("`foo()` flushes", "Foo flushes"),
        ("`a = b`", "`a=b`"),
        ("5 €", "€5"),
        ("RETURN NONE", "Return `None`"),
        ("Node.js", "node.js"),
        ("a -- b", "a — b"),
        ("tests, a review", "tests and a review"),
        ("[a page](http://x.y/z?a=1)", "a page"),
        ("", "`>=`"),
    ],
)
def test_markdown_blanks_and_case_of_prose_are_no_difference(one: str, other: str) -> None:
    assert find_difference(one, other) is None


def test_code_in_a_fence_is_code() -> None:
    texts = [f"Do this:\n```py\nif a {sign} b:\n    stop()\n```\nand no more" for sign in ("<", "<=")]
    assert find_difference(*texts) == Difference("<b", "<=b")


def test_text_with_characters_of_private_use_is_read() -> None:
    assert find_difference("\ue000 `x` \ue005", "x") is None
