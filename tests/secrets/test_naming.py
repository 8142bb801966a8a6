"""The library's names of rules, as a reader is told them."""

from __future__ import annotations

import pytest

from legendary_git.secrets.naming import kind_of


@pytest.mark.parametrize(
    ("rule", "kind"),
    [
        ("github-pat", "GitHub personal access token"),
        ("digitalocean-access-token", "DigitalOcean access token"),
        ("vultr-api-key.1", "Vultr API key"),
        ("onfido-live-api-token-ca", "Onfido live API token CA"),
        ("generic-api-key", "secret value"),
        ("private-key", "private key"),
        ("nobody-knows", "Nobody knows"),
        ("", ""),
    ],
)
def test_rule_in_words(rule: str, kind: str) -> None:
    assert kind_of(rule) == kind
