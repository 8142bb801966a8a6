"""A commit's subject with a secret is repeated nowhere: the commit is named, and a word says why no more is."""

from __future__ import annotations

import pytest

from tests.project import PAY, Shop

TOKEN = "gh" + "p_" + "16C7e42F292c6912E7710c838347Ae178B4a"
FORMATS = ("json", "github", "gitlab", "sarif", "junit", "checkstyle", "markdown", "tap")
SHOWN = "(not shown: it may hold a secret)"


@pytest.mark.parametrize(
    "words",
    [
        ("show", "{id}"),
        ("show", "{id}", "--json"),
        ("stale", "--json"),
        ("why", "src/pay.py", "--json"),
        ("brief", "--json"),
        ("recall", "cents", "--json"),
        ("diff", "{id}"),
        ("log",),
        ("log", "--json"),
        ("check",),
        *(
            ("check", "--format", one)
            for one in ("json", "github", "gitlab", "sarif", "junit", "checkstyle", "markdown")
        ),
    ],
    ids=" ".join,
)
def test_subject_with_a_secret_is_shown_nowhere(shop: Shop, words: tuple[str, ...]) -> None:
    commit = shop.change(f"Use {TOKEN}")
    answer = shop.memory(*(word.format(id=shop.cents) for word in words))
    assert TOKEN not in answer.out + answer.err
    assert commit[:7] in answer.out


def test_withheld_subject_says_why(shop: Shop) -> None:
    shop.change(f"Use {TOKEN}")
    assert SHOWN in shop.must("show", shop.cents).out
    (one,) = shop.must("stale", "--json").json["memories"]
    assert one["anchors"][0]["since"]["subject"] == SHOWN


def test_hook_says_the_commit_without_a_subject_that_holds_a_secret(shop: Shop) -> None:
    shop.must("init")
    told = shop.commit_told(f"Use {TOKEN}", {"src/pay.py": PAY.replace("100", "1000")})
    assert "stale" in told
    assert TOKEN not in told
