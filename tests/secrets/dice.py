"""Random texts from a seed: what the labelled set is made of. No value that looks like a secret stands in any file."""

from __future__ import annotations

import base64
import random
import string
from collections.abc import Callable

DIGITS = string.digits
HEX = "0123456789abcdef"
UPPER = string.ascii_uppercase + DIGITS
LOWER = string.ascii_lowercase + DIGITS
ALNUM = string.ascii_letters + DIGITS
URL_SAFE = ALNUM + "-_"
BASE32 = string.ascii_uppercase + "234567"
BASE64 = ALNUM + "+/"
BECH32 = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"

_WORDS = [
    "amber", "anchor", "basil", "beacon", "birch", "canyon", "cedar", "cobalt", "copper", "coral", "delta", "ember",
    "falcon", "fjord", "garnet", "harbor", "indigo", "jasper", "juniper", "lagoon", "lantern", "maple", "marble",
    "meadow", "nectar", "onyx", "orchid", "pebble", "prairie", "quartz", "raven", "saffron", "sierra", "summit",
    "tundra", "velvet", "willow", "zephyr",
]  # fmt: skip


class Dice:
    """Draws from one seed, so that a set is the same on every machine."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def of(self, alphabet: str, length: int) -> str:
        return "".join(self._random.choices(alphabet, k=length))

    def one(self, choices: str | tuple[str, ...] | list[str]) -> str:
        return self._random.choice(choices)

    def number(self, low: int, high: int) -> int:
        return self._random.randint(low, high)

    def word(self) -> str:
        return self._random.choice(_WORDS)

    def words(self, count: int, between: str = " ") -> str:
        return between.join(self._random.sample(_WORDS, count))

    def mixed(self, length: int, alphabet: str = ALNUM) -> str:
        """Letters of both cases and at least one digit, as generators of passwords give them."""
        while True:
            text = self.of(alphabet, length)
            if any(one.isdigit() for one in text) and text != text.lower() and text != text.upper():
                return text

    def bytes(self, length: int) -> bytes:
        return self._random.randbytes(length)

    def base64(self, length: int) -> str:
        """The base64 text of `length` random bytes."""
        return base64.b64encode(self.bytes(length)).decode()

    def base64_url(self, length: int) -> str:
        return base64.urlsafe_b64encode(self.bytes(length)).decode().rstrip("=")

    def password(self) -> str:
        """As people and password managers make them."""
        makers: tuple[Callable[[], str], ...] = (
            lambda: self.mixed(self.number(12, 24)),
            lambda: self.word().title() + self.one("!@#%&*") + str(self.number(100, 99999)) + self.of(ALNUM, 3),
            lambda: self.mixed(14, ALNUM + "!@#%^*_+=~"),
            lambda: self.of(HEX, 32),
        )
        return self._random.choice(makers)()


Maker = Callable[[Dice], str]
