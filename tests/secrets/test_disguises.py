"""Secrets that are written so that a plain search passes over them, and marks that tell other scanners to look away."""

from __future__ import annotations

import base64
import textwrap
from collections.abc import Callable
from urllib.parse import quote

import pytest

from legendary_git.secrets import find_secrets
from tests.secrets.dice import ALNUM, HEX, Dice
from tests.secrets.labelled import TOKENS
from tests.secrets.shapes import armour

TOKEN = TOKENS["GitHub token"](Dice("disguise"))


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


DISGUISES: dict[str, Callable[[str], str]] = {
    "base64 twice": lambda token: encoded(encoded(token)),
    "base64 in base64url": lambda token: base64.urlsafe_b64encode(f"<?>{token}".encode()).decode().rstrip("="),
    "base64 of a file, wrapped": lambda token: "\n".join(
        textwrap.wrap(encoded(f"{'a line of a file. ' * 9}{token} and on"), 76)
    ),
    "percent twice": lambda token: quote(token.replace("_", "%5F"), safe=""),
    "base64, then percent": lambda token: quote(encoded(token + "="), safe=""),
    "markdown's backslash": lambda token: token.replace("_", r"\_"),
    "colours of a terminal": lambda token: f"{token[:9]}\x1b[1;31m{token[9:]}\x1b[0m",
    "a NUL": lambda token: f"a\0b {token[:9]}\0{token[9:]}",
    "a word joiner at each letter": lambda token: "\u2060".join(token),
    "a byte order mark": lambda token: f"\ufeff{token}",
    "all full width": lambda token: "".join(chr(ord(one) + 0xFEE0) for one in token),
    "mathematical letters": lambda token: "".join(
        chr(0x1D5BA + ord(one) - 97) if "a" <= one <= "z" else one for one in token
    ),
    "three lines": lambda token: f"is {token[:14]}\n{token[14:25]}\n{token[25:]} so",
    "a string of three lines": lambda token: f"'{token[:14]}' \\\n  '{token[14:25]}' \\\n  '{token[25:]}'",
    "a comment over lines": lambda token: f"# {token[:20]}\n# {token[20:]}",
    "in a quotation": lambda token: f"> {token[:20]}\n> {token[20:]}",
    "a table's cell": lambda token: f"|a|{token}|b|",
    "no blank before": lambda token: f"токен:{token}。",
    "an underscore before": lambda token: f"old_{token}",
    "gitleaks:allow": lambda token: f"{token} # gitleaks:allow",
    "betterleaks:allow": lambda token: f"{token} // betterleaks:allow",
    "pragma": lambda token: f"# pragma: allowlist nextline secret\n{token}  # pragma: allowlist secret",
    "kingfisher:ignore": lambda token: f"{token} # kingfisher:ignore",
    "noqa and nosec": lambda token: f"{token}  # noqa: S105  # nosec",
    "an example beside it": lambda token: f"this is only an example: {token}",
}


@pytest.mark.parametrize("disguise", DISGUISES)
def test_disguised_token_is_found(disguise: str) -> None:
    found = find_secrets({"body": DISGUISES[disguise](TOKEN)})
    assert "GitHub token" in {one.kind for one in found}


CROSSED_OUT: dict[str, str] = {
    "beginning": TOKEN[:8] + "…",
    "beginning and end": f"{TOKEN[:6]}...{TOKEN[-4:]}",
    "stars": TOKEN[:4] + "*" * 36,
    "its name": "the `GITHUB_TOKEN` of the deploy job",
    "its place": "op://infra/github/token",
    "shorter than any": TOKEN[:20],
}


@pytest.mark.parametrize("way", CROSSED_OUT)
def test_crossed_out_token_passes(way: str) -> None:
    assert find_secrets({"body": f"It began with {CROSSED_OUT[way]} then."}) == ()


def test_key_is_found_in_one_line_and_without_its_frame() -> None:
    key = armour(Dice("key"), "PRIVATE KEY")
    assert [one.kind for one in find_secrets({"body": key.replace("\n", "\\n")})] == ["private key"]
    assert [one.kind for one in find_secrets({"body": key.split("\n-----END")[0]})] == ["private key"]
    body = f"MIIEpAIBAAKCAQEA{Dice('body').of(ALNUM, 60)}"
    assert [one.kind for one in find_secrets({"body": body})] == ["private key"]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("password = hunter2", []),  # the joke; what everybody knows protects nothing
        ("postgres://postgres:postgres@localhost/app", []),
        ("POSTGRES_PASSWORD=changeme", []),
        (f"redis://:{Dice('redis').mixed(10)}@cache:6379/0", ["password in a URL"]),
        ("password: correct horse battery staple", []),  # bare words cannot be told from prose
        (f'password = "Tr0ub{4}dor&{3}"', ["password"]),
        ("commit " + Dice("commit").of(HEX, 40), []),
        ("api_key: " + Dice("key").of(HEX, 40), ["secret value"]),  # a name makes the same text a secret
        ("https://9f" + Dice("dsn").of(HEX, 30) + "@o12.ingest.sentry.io/34", []),  # public by design, says its issuer
    ],
)
def test_decided_cases(text: str, kinds: list[str]) -> None:
    assert [one.kind for one in find_secrets({"body": text})] == kinds
