"""What a finding says, and what it never says."""

from __future__ import annotations

import dataclasses

import pytest

from legendary_git.errors import MemoryRefused
from legendary_git.secrets import SecretFinding, find_secrets, refuse_secrets
from tests.secrets.dice import ALNUM, Dice
from tests.secrets.labelled import DEVELOP, HELD_OUT, TOKENS, positives


def pieces(secret: str) -> list[str]:
    """Every part of eight characters that has a digit; words of the wrapping (a host, a header) have none."""
    parts = [secret[at : at + 8] for at in range(len(secret) - 7)]
    return [part for part in parts if any(one.isdigit() for one in part)]


@pytest.mark.parametrize("half", [DEVELOP, HELD_OUT])
def test_finding_and_message_hold_nothing_of_the_secret(half: str) -> None:
    for one in positives(half):
        with pytest.raises(MemoryRefused) as refused:
            refuse_secrets(one.fields)
        found = find_secrets(one.fields)
        error = refused.value
        said = " ".join(
            [repr(found), *map(str, found), str(error), repr(error), error.todo, *error.details, repr(error.args)]
        )
        assert [part for part in pieces(one.secret) if part in said] == []
        assert error.__cause__ is None and error.__context__ is None


def test_finding_has_three_fields() -> None:
    assert [field.name for field in dataclasses.fields(SecretFinding)] == ["field", "line", "kind"]


def test_message_names_field_line_and_kind() -> None:
    token = TOKENS["GitHub token"](Dice("message"))
    with pytest.raises(MemoryRefused) as refused:
        refuse_secrets({"title": "a title", "triggers[2]": f"401\nbad credentials {token}"})
    assert refused.value.details == ("triggers[2], line 2: GitHub token",)


def test_harmless_fields_are_not_refused() -> None:
    refuse_secrets({"title": "Read the token from Vault", "body": "password: see `pass show db`"})
    assert find_secrets({}) == ()
    assert find_secrets({"body": ""}) == ()


FIELDS = (
    "title", "body", "kind", "tags[0]", "triggers[1]", "evidence[0].text", "evidence[0].command", "reason", "file",
    "path", "author", "anchors[0]", "history[3].reason", "supersedes", "unknown.key",
)  # fmt: skip


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_is_looked_through(field: str) -> None:
    token = TOKENS["Slack token"](Dice(field))
    assert find_secrets({field: f"{token}"}) == (SecretFinding(field, 1, "Slack token"),)


def test_findings_come_in_order_and_once() -> None:
    dice = Dice("order")
    github, npm = TOKENS["GitHub token"](dice), TOKENS["npm token"](dice)
    text = f"{npm} {github}\nnothing\n{github} {github}\n"
    wanted = (
        SecretFinding("body", 1, "GitHub token"),
        SecretFinding("body", 1, "npm token"),
        SecretFinding("body", 3, "GitHub token"),
        SecretFinding("title", 1, "npm token"),
    )
    assert find_secrets({"title": npm, "body": text}) == wanted
    assert find_secrets({"body": text, "title": npm}) == wanted


def test_token_behind_a_name_is_told_once() -> None:
    token = TOKENS["GitHub token"](Dice("once"))
    header = f'curl -H "Authorization: Bearer {token}" https://x.io?access_token={token}'
    assert find_secrets({"body": header}) == (SecretFinding("body", 1, "GitHub token"),)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_is_counted_for_every_line_end(end: str) -> None:
    text = end.join(["one", "two", "", f'password = "{Dice(end).mixed(20, ALNUM)}"'])
    assert find_secrets({"body": text}) == (SecretFinding("body", 4, "password"),)


def test_line_of_a_wrapped_token_is_its_first() -> None:
    token = TOKENS["GitHub token"](Dice("wrapped"))
    assert find_secrets({"body": f"one\ntwo {token[:20]}\n{token[20:]}\nfour"}) == (
        SecretFinding("body", 2, "GitHub token"),
    )
