"""Values that a name beside them calls secret: `DB_PASSWORD=…`, `"apiKey": "…"`, "the password is …"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from legendary_git.secrets.shape import Hit, compiled, lines_with
from legendary_git.secrets.strength import is_drawn, is_identifier, is_password, is_random

_LETS_IN = (
    r"pass[_ -]?word|passwd|passwort|pass[_ -]?phrase|passcode|(?<![A-Za-z])(?:pwd|pswd|pw)|mot_de_passe|contraseña"
)
_KEY = (
    r"secret|token|credentials?|secret[_ -]?key(?:[_ -]?base)?|authtoken|key[_ -]?secret"
    r"|(?:api|access|auth|app|application|account|admin|client|private|signing|signature|encryption|decryption"
    r"|encrypt|master"
    r"|service|storage|subscription|license|licence|deploy|root|session|webhook|hmac|shared|jwt|cookie|consumer"
    r"|bot|server"
    r"|write|read|integration|ingest|rest|secondary|ssh|gpg|vault|unseal)[_ -]?key|(?<=[A-Za-z0-9][_-])key"
    r"|(?<![A-Za-z])(?:cred|pat|bearer|otp|seed|dsn)"
)
_WORD = rf"(?P<password>{_LETS_IN})|{_KEY}"
_SUFFIX = r"(?:[_-]?(?:base|value|val|string|str|prod|production|staging|stage|dev|live|test|old|new|raw|v?\d{1,2}))?"
_NAME = rf"(?P<name>{_WORD}){_SUFFIX}(?![A-Za-z0-9])"
_SIGN = (
    r"(?:[\"'`\]*]{0,4}[ \t]*(?:=>|:=|\?=|===?|=|:(?!:)|\|)[ \t]*(?:[A-Za-z.]{0,12}str(?:ing)?[ \t]*=[ \t]*)?[*]{0,2}"
    r"|[\"'`*]{0,3}[ \t]+(?:is|was|equals|are|ist|lautet)(?:[ \t]+(?:now|still|set to))?:?[ \t]+[*]{0,2})"
)
_VALUE = r"(?:[bruf@]?\\?(?P<mark>[\"'`])(?P<quoted>[^\"'`\n]{4,400})|(?P<bare>[^\s\"'`,;<>|\\]{6,400}))"
_PATTERNS = (
    rf"(?i:{_NAME}{_SIGN}){_VALUE}",
    rf"(?i:<(?:[\w:.-]{{0,60}}[_.:-])?(?P<name>{_WORD})[^<>\n]{{0,60}}>)(?P<bare>[^<>\n]{{6,300}})</",
    # "the password for the staging account is …"
    rf"(?i:{_NAME}[ ]+(?:for|of|on|to|at|in)[ ]+[^\n\"'`:=]{{1,60}}?(?:[ ]+(?:is|was|=)|:)[ ]+){_VALUE}",
    # "ENV NAME value", as a Dockerfile may have it
    rf"(?i:(?<![A-Za-z])(?:env|setx?|export)[ \t]+[\w.-]{{0,80}}?{_NAME})[ \t]+{_VALUE}",
    # "password: |", as YAML has it, and the value below
    rf"(?i:{_NAME})[\"']?[ \t]*:[ \t]*[|>][-+0-9]{{0,2}}[ \t]*\r?\n[ \t]+{_VALUE}",
)
_SAID = rf"(?i:(?P<name>(?P<password>{_LETS_IN}|(?<![A-Za-z])pass)|{_KEY}))[ ]+(?P<bare>[^\s\"'`,;<>|\\]{{10,400}})"
"""A name and a value with nothing between them, as people say it: `token …`."""
_FOLDED = re.compile(r":[ \t]*[|>][-+0-9]{0,2}[ \t]*\Z")
_HINTS = (
    "pass", "Pass", "PASS", "secret", "Secret", "SECRET", "token", "Token", "TOKEN", "key", "Key", "KEY", "pwd",
    "Pwd", "PWD", "cred", "Cred", "CRED", "pw", "PW", "pat", "PAT", "earer", "otp", "OTP", "seed", "SEED", "dsn",
    "DSN", "contrase",
)  # fmt: skip
_LEADS_ELSEWHERE = re.compile(
    r"(?:(?<![A-Za-z])(?:next|num|max|min|primary|foreign|public|publishable|pk|sort|partition|cache|reset|forgot"
    r"|idempotency|dedupe?"
    r"|lookup|object|row|unique|index|map|group|hash|shard|routing|registry|order|site|trace|message|commit|group"
    r"|locale))[_ .-]?$",
    re.IGNORECASE,
)
_END = ".,;:!?)]}*"


def assigned_hits(text: str) -> Iterator[Hit]:
    """The values that are called secret and look it."""
    for start, end in sorted(set(lines_with(_HINTS, text))):
        below = _end_below(text, start, end)
        for pattern in (*_PATTERNS, _SAID):
            for match in compiled(pattern).finditer(text, start, below):
                before = text[max(start, match.start("name") - 80) : match.start("name")]
                is_one = is_said(match, before) if pattern is _SAID else is_secret(match, before)
                if is_one:
                    yield Hit(kind(match), match.start("name"), match.end())


def _end_below(text: str, start: int, end: int) -> int:
    """The end of the line; where it only opens a block, of the next one."""
    if not _FOLDED.search(text, start, end):
        return end
    following = text.find("\n", end + 1)
    return following if following >= 0 else len(text)


def leads_elsewhere(before: str) -> bool:
    """Whether `before`, the text before a name that means a secret, makes it mean none: `cache key`, `next_token`."""
    return _LEADS_ELSEWHERE.search(before) is not None


def is_said(match: re.Match[str], before: str) -> bool:
    """Without a sign between them the value has to speak for itself: no word of prose, no digest, no algorithm."""
    value = match["bare"].rstrip(_END)
    least = 10 if match["password"] else 20
    return not leads_elsewhere(before) and not is_identifier(value) and is_drawn(value, least)


def is_secret(match: re.Match[str], before: str) -> bool:
    if leads_elsewhere(before):
        return False
    quoted = match.groupdict().get("quoted")
    value = quoted if quoted is not None else match["bare"].rstrip(_END)
    if match["password"]:
        return is_password(value, quoted is not None)
    return is_random(value) or is_drawn(value, 12)


def kind(match: re.Match[str]) -> str:
    """In our words: the name beside it may be anything."""
    return "password" if match["password"] else "secret value"
