"""Values for the parts of an error that change from run to run, and the labelled sets that hold such errors."""

from __future__ import annotations

import random
import re
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

_HERE = Path(__file__).parent
_PART = re.compile(r"\{(\w+)\}")
_NAME = re.compile("«([^»]*)»")
_SAFE = "bcdfghjklmnpqrstvwxz2456789"


class Error(NamedTuple):
    """One labelled line: the template that stands in errors.txt."""

    ecosystem: str
    template: str

    def printed(self, seed: int, name: str | None = None) -> str:
        """The line as one run prints it; with another word in the place that tells it from its neighbours, if given."""
        rng = random.Random(f"{seed} {self.template}")
        named = _NAME.sub(lambda found: found[1] if name is None else name, self.template)
        return _PART.sub(lambda part: VALUES[part[1]](rng), named)

    @property
    def has_name(self) -> bool:
        """Whether a word of it tells it from its neighbours."""
        return _NAME.search(self.template) is not None


class Poor(NamedTuple):
    """A text that makes no good trigger, and what has to be said: `refused` or `warned`, and any of these words."""

    outcome: str
    words: frozenset[str]
    text: str


def _rows(name: str) -> list[tuple[str, str]]:
    lines = (_HERE / name).read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t", 1) for line in lines if not line.startswith("#")]
    return [(label, text) for label, text in rows]


def errors() -> list[Error]:
    """The labelled errors."""
    return [Error(*row) for row in _rows("errors.txt")]


def poor() -> list[Poor]:
    """The labelled texts that make no good trigger."""
    parsed = [(*label.split(":"), text.replace("\\n", "\n")) for label, text in _rows("poor.txt")]
    return [Poor(outcome, frozenset(words.split("|")), text) for outcome, words, text in parsed]


def printed() -> list[tuple[str, str]]:
    """Tools and what they print, whatever happened."""
    return _rows("printed.txt")


def is_held_out(text: str) -> bool:
    """Half of each set, by a digest: these were not looked at while the rules were made."""
    return sha256(text.encode()).digest()[0] % 2 == 1


def _hexadecimal(length: int) -> Callable[[random.Random], str]:
    def value(rng: random.Random) -> str:
        made = "".join(rng.choice("0123456789abcdef") for _ in range(length))
        # A hash without a letter, or without a digit, is a number or a word to anybody who reads it.
        return made if re.search("[a-f]", made) and re.search("[0-9]", made) else value(rng)

    return value


def _number(low: int, high: int) -> Callable[[random.Random], str]:
    return lambda rng: str(rng.randint(low, high))


def _moment(form: str) -> Callable[[random.Random], str]:
    start = datetime(2024, 1, 1)
    return lambda rng: (start + timedelta(seconds=rng.random() * 1e8)).strftime(form)


def _one_of(*makers: Callable[[random.Random], str]) -> Callable[[random.Random], str]:
    return lambda rng: rng.choice(makers)(rng)


def _word(rng: random.Random) -> str:
    return rng.choice(("ada", "grace", "linus", "barbara", "ci", "u0_a12", "jean-luc", "m.curie"))


def _safe(rng: random.Random, length: int) -> str:
    return "".join(rng.choice(_SAFE) for _ in range(length))


def _temporary(rng: random.Random) -> str:
    made = "".join(rng.choice("abcdefghijklmnopqrstuvwxyz0123456789_") for _ in range(8))
    return rng.choice(
        (
            f"/tmp/tmp{made}",
            f"/tmp/pytest-of-{_word(rng)}/pytest-{rng.randint(0, 999)}/test_load{rng.randint(0, 9)}",
            f"/var/folders/{_hexadecimal(2)(rng)}/{made}/T/tmp{made}",
            f"/private/tmp/{_word(rng)}",
            f"/tmp/{_word(rng)}-{_hexadecimal(6)(rng)}/work",
        )
    )


def _home(rng: random.Random) -> str:
    return rng.choice((f"/home/{_word(rng)}", f"/Users/{_word(rng)}", "/root"))


def _checkout(rng: random.Random) -> str:
    folder = rng.choice(("shop", "work/shop", "Projects/2026/shop-api", "code/acme/shop"))
    return rng.choice(
        (f"{_home(rng)}/{folder}", f"/builds/acme/{folder}", "/app", "/workspace/shop", "/github/workspace")
    )


VALUES: dict[str, Callable[[random.Random], str]] = {
    "addr": lambda rng: f"0x{_hexadecimal(12)(rng)}",
    "addr16": lambda rng: f"0x0000{_hexadecimal(12)(rng)}",
    "hash7": _hexadecimal(7),
    "hash8": _hexadecimal(8),
    "hash16": _hexadecimal(16),
    "hash40": _hexadecimal(40),
    "hash64": _hexadecimal(64),
    "uuid": lambda rng: str(uuid.UUID(int=rng.getrandbits(128), version=4)),
    "pid": _number(2, 4_194_304),
    "tid": _number(100_000_000, 140_000_000_000_000),
    "port": _number(1024, 65_535),
    "ip": lambda rng: ".".join(str(rng.randint(1, 254)) for _ in range(4)),
    "iso": _one_of(_moment("%Y-%m-%d %H:%M:%S.%f"), _moment("%Y-%m-%d %H:%M:%S")),
    "syslog": _moment("%b %e %H:%M:%S"),
    "apache": _moment("%a %b %d %H:%M:%S.%f %Y"),
    "nginx": _moment("%Y/%m/%d %H:%M:%S"),
    "date_redis": _moment("%d %b %Y %H:%M:%S.%f"),
    "epoch": _number(1_500_000_000, 1_999_999_999),
    "epoch_k8s": _moment("E%m%d %H:%M:%S.%f"),
    "uptime": lambda rng: f"{rng.random() * 100_000:12.6f}",
    "secs": lambda rng: f"{rng.random() * 100:.2f}",
    "ms": _number(1, 90_000),
    "tmp": _temporary,
    "home": _home,
    "proj": _checkout,
    "wintmp": lambda rng: f"C:\\\\Users\\\\{_word(rng)}\\\\AppData\\\\Local\\\\Temp\\\\tmp{_safe(rng, 8)}",
    "line": _number(1, 9_999),
    "col": _number(1, 140),
    "pct": _number(0, 100),
    "size": lambda rng: f"{rng.random() * 900 + 100:.2f} MB",
    "bytes": _number(1_000, 10**10),
    "n": _number(1, 9_999),
    "n7": _number(1_000_000, 10**9),
    "podhash": lambda rng: f"{_safe(rng, 10)}-{_safe(rng, 5)}",
}
