"""Values that stand for a secret without being one: crossed out, counted up, named, or printed in every manual."""

from __future__ import annotations

import hashlib
import re

# Said for the reader: "your-token", "<token>", "${TOKEN}", "REPLACE_ME", "xxxxxx", "sk-...".
_SAYS_SO = re.compile(
    r"example|placeholder|change[-_ ]?me|replace|redacted|dummy|insert|sample|not[-_]?a?[-_]?(?:real|secret)"
    r"|your[-_ ]|^my[-_ ]|(?:^|[-_ ])(?:fake|todo)(?:[-_ ]|$)|[-_]here(?![a-z])|\.\.\.|\*\*\*|<[a-z]|\$\{|\{\{|\$\("
    r"|%[({]|\{[A-Za-z_][\w.: ]*\}|([x*.0_#-])\1{5}|(.)\2{7}|\[[A-Za-z]-|\{\d+,?\d*\}|\\[wdsS]|\[\w+\]",
    re.IGNORECASE,
)
_STANDS_FOR = re.compile(
    r"^(?:\$(?:env:)?[A-Za-z_]\w*[.)\]]?$|%\w+%$|@\w+@$|op://|vault:|env:|file:|keyring:|arn:|sha\d+[-:]|t1:|h1:)",
    re.IGNORECASE,
)
_NAMES_ITSELF = re.compile(
    r"^(?:(?:my|your|the|some|test|db|user|app|admin|super|new|old|root|local|dev)[-_]?)*"
    r"(?:pass|password|passwd|passphrase|pwd|secret|token|key|apikey|api[-_]key|credentials?)(?:[-_]?\d{0,4})?!?$",
    re.IGNORECASE,
)
# Defaults that protect nothing, and the joke. Refusing them would refuse half of all instructions for a local database.
_EVERYBODY_KNOWS = frozenset((
    "admin", "admin123", "administrator", "alice", "bob", "changeit", "default", "foobar", "guest", "hunter2",
    "letmein", "minioadmin", "mongo", "mysql", "none", "null", "p@ssw0rd", "p@ssword", "passw0rd", "postgres",
    "qwerty", "rabbitmq", "redis", "root", "s3cr3t", "s3cret", "sa", "swordfish", "test", "test123", "test1234",
    "toor", "undefined", "user", "username", "vagrant", "welcome1", "true", "false", "string",
))  # fmt: skip
# SHA-256 of examples that are printed where everybody reads them: the token on jwt.io.
_PUBLISHED = frozenset({"7f75367e7881255134e1375e723d1dea8ad5f6a4fdb79d938df1f1754a830606"})


def is_placeholder(value: str) -> bool:
    """Whether nobody could be let in with `value`."""
    bare = value.strip("\"'`")
    return (
        bare.lower() in _EVERYBODY_KNOWS
        or _NAMES_ITSELF.match(bare) is not None
        or _STANDS_FOR.match(bare) is not None
        or _SAYS_SO.search(bare) is not None
        or len(set(bare)) <= (5 if len(bare) >= 16 else 3)
        or counted_up(bare) * 2 >= len(bare)
        or (bare.startswith("eyJ") and hashlib.sha256(bare.encode()).hexdigest() in _PUBLISHED)
    )


def counted_up(value: str) -> int:
    """How many characters belong to rows of four or more such as 1234, 7890, abcd."""
    total = length = 0
    for before, after in zip(f"\0{value}", f"{value}\0", strict=True):
        if ord(after) == ord(before) + 1 or (before, after) == ("9", "0"):
            length += 1
            continue
        total += length if length >= 4 else 0
        length = 1
    return total
