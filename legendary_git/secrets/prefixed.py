"""Tokens of issuers that nobody listed: `word_` or `word-`, and then what only a generator writes.

Ids of objects look alike (`msg_01…`, `price_1…`), and are shorter. So without a word that says token in the prefix, a value
has to be as long as an id never is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from legendary_git.secrets.shape import Hit
from legendary_git.secrets.strength import is_random, words_in

# What goes on behind it with other signs of base64 is a piece of some data.
_VALUE = re.compile(r"[_-](?P<value>[A-Za-z0-9]{20,200})(?![A-Za-z0-9_+/=-])")
_PREFIX = re.compile(r"(?<![A-Za-z0-9_+/=.-])(?!sha|md5|diff|rev|h1)[a-z][a-z]{1,14}\d{0,2}(?:[_-][a-z]{1,12}\d{0,2}){0,3}$")
_SAYS_TOKEN = re.compile(r"(?:^|[_-])(?:[a-z]{0,3}sk|[a-z]?pat|api|apikey|apitoken|token|secret|rk|oat|aat|sat|key)(?:[_-]|$)", re.IGNORECASE)
_ID_LENGTH = 32


def prefixed_hits(text: str) -> Iterator[Hit]:
    """What has the form of a token, whoever issued it."""
    for match in _VALUE.finditer(text):
        prefix = _PREFIX.search(text, max(0, match.start() - 64), match.start())
        if prefix is not None and is_token(prefix[0], match["value"]):
            yield Hit("token with a prefix", prefix.start(), match.end())


def is_token(prefix: str, value: str) -> bool:
    if len(value) < _ID_LENGTH and not _SAYS_TOKEN.search(prefix):
        return False
    enough = all(sum(map(test, value)) >= 2 for test in (str.isdigit, str.isupper, str.islower))
    return enough and words_in(value) < 0.3 and is_random(value)
