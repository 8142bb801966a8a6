"""What the library reports and is no secret: examples, references, digests, ids and public keys.

A rule that goes by a name alone (`generic-…`) has to pass the same test of strength as our own that do.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from legendary_git.secrets.assigned import leads_elsewhere
from legendary_git.secrets.carriers import lets_in, opens
from legendary_git.secrets.library import Reported
from legendary_git.secrets.placeholder import is_placeholder
from legendary_git.secrets.strength import is_identifier, is_password, is_random

# Rules for what its issuer calls public, and for what only comes beside a secret.
_PUBLIC = re.compile(
    r"-(?:pub|public|publishable)-|-client-sdk-|posthog-project-|-(?:client|app|application|account|tenant)-id\b"
    r"|-(?:domain|username|name|host|address)\b|-(?:jfrog|instance|project|rest)-url\b"
)
_CALLED_AN_ID = re.compile(
    r"(?:commit|sha\d{0,3}|digest|checksum|hash|revision|rev|etag|trace|span|request|correlation|fingerprint|integrity"
    r"|version|tree|blob|uuid|guid|(?:^|[^A-Za-z])id|[a-z]Id|_ID)[_ -]?(?:id|sum|sha)?[\"'`\])]{0,2}[\s:=>|,]{0,5}[\"'`(\[]?$",
    re.IGNORECASE,
)
# The last word and what stands between it and the value: `cache key: "`.
_NAME = re.compile(r"[A-Za-z]+[\"'`\])]{0,2}[\s:=>|,]{0,5}[\"'`(\[]?$")
_LONGEST_EXAMPLE = 256
"""In a longer value, a key, rows of one letter come by chance."""

_TESTS: dict[str, Callable[[str], bool]] = {
    "generic-password": lambda value: is_password(value, quoted=True),
    "generic-credential-uri": lets_in,
    "curl-auth-user": lambda value: opens(value.strip("\"'")),
}


def is_generic(rule: str) -> bool:
    return rule.startswith("generic-")


def is_taken_back(one: Reported, full: str, before: str) -> bool:
    """Whether `one`, with the text `full` of its match and what stands `before` its value in the line, is no secret."""
    value = one.value
    if _PUBLIC.search(one.rule) or (len(value) < _LONGEST_EXAMPLE and is_placeholder(value)):
        return True
    if is_generic(one.rule) and (leads_elsewhere(_NAME.sub("", before)) or f"{value}:{value}@" in full):
        return True
    if is_identifier(value) and _CALLED_AN_ID.search(before):
        return True
    test = _TESTS.get(one.rule, is_random if is_generic(one.rule) else None)
    return test is not None and not test(value)
