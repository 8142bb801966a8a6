"""Secrets by what carries them: URLs, headers, cookies, commands, files of credentials."""

from __future__ import annotations

import base64
import binascii

from legendary_git.secrets.placeholder import is_placeholder
from legendary_git.secrets.shape import Shape
from legendary_git.secrets.strength import is_code, is_password, is_random


def lets_in(value: str) -> bool:
    """What stands where only a password can stand: anything but a placeholder or an expression."""
    return len(value) >= 4 and not is_placeholder(value) and not is_code(value)


def opens(value: str) -> bool:
    """A user and a password, `user:password`, of which the second is neither a placeholder nor the first again."""
    user, _, word = value.partition(":")
    return word != user and lets_in(word)


def opens_encoded(value: str) -> bool:
    """The same in base64, as HTTP's Basic scheme and docker's configuration have it."""
    try:
        text = base64.b64decode(value + "=" * (-len(value) % 4), validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return False
    return text.isprintable() and ":" in text and opens(text)


def opaque(value: str) -> bool:
    return is_random(value)


def password(value: str) -> bool:
    return is_password(value.strip("\"'"), quoted=True)


_USER = r"[^\s:/?#@\"'`<>|\\]"
# `user` and `password` in one group: opens() compares them.
CARRIERS: tuple[Shape, ...] = (
    Shape(
        "password in a URL",
        ("://",),
        rf"(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9+.-]{{1,30}}://(?P<value>{_USER}{{0,200}}:[^\s/@\"'`<>"
        rf"|\\]{{3,400}})@[\w\[]",
        opens,
    ),
    Shape(
        "password in a URL",
        ("://",),
        rf"://(?P<value>{_USER}{{1,200}}:[^\s@\"'`<>|\\?#]{{8,200}})@[a-zA-Z0-9-]{{1,63}}(?:\."
        rf"[a-zA-Z0-9-]{{1,63}}){{1,8}}(?:[:/\s]|$)",
        lambda value: "/" in value and not value.partition(":")[2][:5].rstrip("/").isdigit() and opens(value),
    ),
    Shape(
        "token in a URL",
        ("://",),
        r"(?:https?|git|ssh|ftps?)://(?P<value>[A-Za-z0-9_.~-]{16,255}):?@(?!\S{0,60}ingest\S{0,20}sentry\.io)[\w]",
        opaque,
    ),
    Shape(
        "secret in a URL's query",
        ("=",),
        r"[?&](?i:(?:[\w.-]{0,30}?[_.-])?(?:key|sig|sid|auth|pwd)|[\w.-]{0,30}?(?:token|secret|signature|password"
        r"|credential|api_?key|accesskey))=(?P<value>[A-Za-z0-9_.~%+/=-]{16,800})",
        opaque,
    ),
    Shape(
        "authorization header",
        ("earer", "EARER"),
        r"(?<![A-Za-z])(?i:bearer)[\"']?[ \t:,=]{1,4}[\"'`]?(?P<value>[A-Za-z0-9_.~+/=|-]{16,4000})",
        opaque,
    ),
    Shape(
        "authorization header",
        ("uthorization", "UTHORIZATION"),
        r"(?i:authorization)[\"'`]?[ \t]*[:=,][ \t]*[\"'`]?(?i:(?:token|apikey|api-key|key|sso-key|bot|genie-?key"
        r"|klaviyo-api-key|pve\w+)[ \t=]+)?"
        r"(?:token=)?[\"']?(?P<value>[A-Za-z0-9_.~+/=:|-]{16,4000})",
        opaque,
    ),
    Shape(
        "basic authorization",
        ("asic", "ASIC"),
        r"(?<![A-Za-z])(?i:basic)[ \t]+(?P<value>[A-Za-z0-9+/]{8,2000}={0,2})",
        opens_encoded,
    ),
    Shape(
        "docker credentials",
        ("auth",),
        r"[\"']?\b(?:_?auth|identitytoken)[\"']?[ \t]*[:=][ \t]*[\"']?(?P<value>[A-Za-z0-9+/]{8,4000}={0,2})",
        lambda value: opens_encoded(value) or is_random(value, 24),
    ),
    Shape(
        "session cookie",
        ("ookie", "OOKIE"),
        r"(?i:cookie)[\"'`]?[ \t]*[:=][ \t]*[\"'`]?(?:[^\s;=]{1,60}=[^\s;]{0,300};[ \t]*){0,30}?"
        r"(?i:[\w.-]{0,40}(?:sess|sid|auth|token|jwt|login|remember)[\w.-]{0,40})=(?P<value>[A-Za-z0-9_.~%+/=:"
        r"|-]{16,4000})",
        opaque,
    ),
    Shape(
        "session cookie",
        ("SESS", "sess", "connect.sid", "_sid"),
        r"(?<![A-Za-z0-9])(?:JSESSIONID|PHPSESSID|ASPSESSIONID\w*|ASP\.NET_SessionId|connect\.sid|sessionid"
        r"|laravel_session|_session_id|session)"
        r"=(?P<value>[A-Za-z0-9_.~%+/=:|-]{16,4000})",
        opaque,
    ),
    Shape(
        "password of a command",
        ("curl", "wget", "http"),
        r"(?<![A-Za-z])(?:curl|wget|https?|xh)[ \t][^\n]{0,300}?(?:(?<=\s)-u[ \t]*|--(?:proxy-)?user[ \t=]+|"
        r"(?<=\s)-a[ \t]+)[\"']?"
        r"(?P<value>[^\s:\"'@]{0,100}:[^\s\"']{4,200})",
        opens,
    ),
    Shape(
        "password of a command",
        ("login", "sshpass", "redis-cli", "mysql", "mariadb", "mongo", "smbclient", "ldap", "7z", "zip", "openssl"),
        r"(?<![A-Za-z])(?:(?:docker|podman|helm|az|oc|cf|vault|nerdctl|buildah|skopeo|registry)[ \t]"
        r"[^\n]{0,200}?login[ \t][^\n]{0,200}?(?<=\s)-p(?:[ \t=]+|(?=\S))"
        r"|sshpass[ \t]+-p[ \t]*|redis-cli[ \t][^\n]{0,200}?(?<=\s)-a[ \t]+|(?:mysql|mysqldump|mysqladmin"
        r"|mariadb)[ \t][^\n]{0,200}?(?<=\s)-p"
        r"|mongo(?:sh|dump|restore)?[ \t][^\n]{0,200}?(?<=\s)-p[ \t]+|ldap\w+[ \t][^\n]{0,200}?(?<=\s)-w[ \t]+"
        r"|openssl[ \t][^\n]{0,300}?pass:)"
        r"[\"']?(?P<value>[^\s\"'-][^\s\"']{3,200})",
        password,
    ),
    Shape(
        "password of a command",
        ("--",),
        r"(?<![\w-])--?(?i:[a-z-]{0,40}?(?:password|passwd|passphrase|pwd|pass))[ \t=]+[\"']?(?P<value>[^\s\"'-]"
        r"[^\s\"']{5,300})",
        password,
    ),
    Shape(
        "secret of a command",
        ("--",),
        r"(?<![\w-])--?(?i:[a-z-]{0,40}?(?:token|secret|api-?key|access-?key|auth-?key|secret-?key|private-?key"
        r"|auth))[ \t=]+[\"']?(?P<value>[A-Za-z0-9_.~+/=:-]{16,800})",
        opaque,
    ),
    Shape(
        "password in .netrc",
        ("machine ", "login "),
        r"\b(?:login|machine)[ \t]+\S{1,200}[ \t\n]+(?:[^\n]{0,100}[ \t])?password[ \t]+(?P<value>[^\s\\\"]{4,200})",
        lets_in,
        spans=True,
    ),
    Shape(
        "password in .pgpass",
        (":543", ":5432", ":*", ":6432"),
        r"(?m:^[ \t>|]{0,8}|(?<=\s))(?:[\w.-]{1,200}|\*):(?:\d{4,5}|\*):[^:\s]{1,100}:[^:\s]{1,100}:(?P<value>"
        r"[^\s:]{6,200})",
        password,
    ),
    Shape(
        "password in SQL",
        ("PASSWORD", "password", "IDENTIFIED", "identified"),
        r"(?i:\b(?:password|identified(?:[ ]+with[ ]+\w+)?[ ]+by(?:[ ]+password)?))[ ]+'(?P<value>[^'\n]{4,200})'",
        lets_in,
    ),
)
