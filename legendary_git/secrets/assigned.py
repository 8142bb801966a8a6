"""Values that a name beside them calls secret: `DB_PASSWORD=…`, `"apiKey": "…"`, `| token | … |`, "the password is …"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from legendary_git.secrets.shape import Hit
from legendary_git.secrets.strength import is_password, is_random

_PASSWORD = r"pass[_ -]?word|passwd|passwort|pass[_ -]?phrase|passcode|pwd|pswd|pw|mot_de_passe|contrase\u00f1a"
_KEY = (
    r"secret|token|credentials?|cred|api[_ -]?key|secret[_ -]?key(?:[_ -]?base)?|(?:access|auth|app|application|account|admin"
    r"|client|private|signing|signature|encryption|decryption|encrypt|master|service|storage|subscription|license|licence"
    r"|deploy|license|root|session|webhook|hmac|shared[_ -]?access|shared|jwt|cookie|salt|consumer|bot|server|write|read"
    r"|integration|ingest|rest|primary|secondary|ssh|gpg|vault|unseal)[_ -]?key|key[_ -]?secret|pat|bearer|authtoken|otp|seed|dsn"
)
_SUFFIX = r"(?:[_-]?(?:base|value|val|string|str|prod|production|staging|stage|dev|live|test|old|new|raw|v?\d{1,2}))?"
_NAME = rf"(?P<lead>[\w$.-]{{0,80}}?)(?P<name>(?P<password>{_PASSWORD})|{_KEY}){_SUFFIX}"
_SIGN = (
    r"(?:[\"'`\]*]{0,4}[ \t]*(?:=>|:=|\?=|===?|=|:(?!:)|\|)[ \t]*(?:[A-Za-z.]{0,12}str(?:ing)?[ \t]*=[ \t]*)?[*]{0,2}"
    r"|[\"'`*]{0,3}[ \t]+(?:is|was|equals|are|ist|lautet)(?:[ \t]+(?:now|still|set to))?:?[ \t]+[*]{0,2})"
)
_VALUE = (
    r"(?:[bruf@]?\\?(?P<mark>[\"'`])(?P<quoted>[^\"'`\n]{4,400})|(?P<bare>[^\s\"'`,;<>|\\]{6,400}))"
)
_ASSIGNED = rf"(?<![A-Za-z0-9])(?i:{_NAME})(?![A-Za-z0-9])(?i:{_SIGN}){_VALUE}"
_TAGGED = rf"(?i:<(?P<lead>[\w:.-]{{0,60}}?)(?P<name>(?P<password>{_PASSWORD})|{_KEY})[^<>\n]{{0,60}}>)(?P<bare>[^<>\n]{{6,300}})</"
_SPOKEN = (
    rf"(?<![A-Za-z0-9])(?i:(?P<lead>)(?P<name>(?P<password>{_PASSWORD})|{_KEY})[ ]+(?:for|of|on|to|at|in)[ ]+[^\n\"'`:=]{{1,60}}?"
    rf"(?:[ ]+(?:is|was|=)|:)[ ]+){_VALUE}"
)
_ENV = rf"(?m:^[ \t>]*(?i:env|setx?|export)[ \t]+)(?i:{_NAME})[ \t]+{_VALUE}"
_LEADS_ELSEWHERE = re.compile(r"(?:next|num|max|min|primary|foreign|public|pk|sort|partition|cache|reset|forgot)[_ .-]?$", re.IGNORECASE)
_END = ".,;:!?)]}*"


@lru_cache(maxsize=None)
def patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in (_ASSIGNED, _TAGGED, _SPOKEN, _ENV))


_HINT = re.compile(r"pass|secret|token|key|pwd|cred|auth|\bpw|\bpat|bearer|otp|seed|dsn|contrase", re.IGNORECASE)


def assigned_hits(text: str) -> Iterator[Hit]:
    """The values that are called secret and look it."""
    if _HINT.search(text) is None:
        return
    for pattern in patterns():
        for match in pattern.finditer(text):
            if is_secret(match):
                yield Hit(kind(match), match.start("name"), match.end())


def is_secret(match: re.Match[str]) -> bool:
    if _LEADS_ELSEWHERE.search(match["lead"]):
        return False
    quoted = match.groupdict().get("quoted")
    value = quoted if quoted is not None else match["bare"].rstrip(_END)
    if match["password"]:
        return is_password(value, quoted is not None)
    return is_random(value)


def kind(match: re.Match[str]) -> str:
    """In our words: the name beside it may be anything."""
    return "password" if match["password"] else "secret value"
