"""What an oracle says of a file, and the files of a history as their oracle reads them, each content once."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from benchmarks.accuracy.orders import find_orders


@dataclass(frozen=True, slots=True)
class Definition:
    """One definition, as an oracle reads it.

    `name` is qualified, `first` and `last` are its lines with decorators and the like. `form` is its normal form as
    text: equal exactly if comments and formatting are all that differs. `body` is the same with its own name blanked.
    `within` tells apart, in one content, what gives it no part of its name and yet holds it: a function or an object
    without a name. `orders` are the comments in it that a tool may obey; they are found for every language alike.
    """

    name: str
    kind: str
    first: int
    last: int
    form: str
    body: str
    within: int = 0
    orders: str = ""


class Oracle(Protocol):
    """An independent reader of one family of languages."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """How the names of its files end."""

    def read(self, path: str, data: bytes) -> Sequence[Definition] | None:
        """Every definition in the order of the file; None where the oracle cannot parse it."""


@dataclass(frozen=True)
class OracleFile:
    """The definitions of one content, their forms as digests."""

    definitions: tuple[Definition, ...]

    @cached_property
    def by_name(self) -> dict[str, tuple[Definition, ...]]:
        """All definitions of each qualified name, in their order."""
        named: dict[str, list[Definition]] = {}
        for definition in self.definitions:
            named.setdefault(definition.name, []).append(definition)
        return {name: tuple(found) for name, found in named.items()}

    @cached_property
    def bodies(self) -> dict[str, tuple[str, ...]]:
        """The names under which each body (all definitions of one name together) stands."""
        found: dict[str, list[str]] = {}
        for name, definitions in self.by_name.items():
            found.setdefault(body_of(definitions), []).append(name)
        return {body: tuple(names) for body, names in found.items()}


def body_of(definitions: Sequence[Definition]) -> str:
    """What stays the same when all these go elsewhere under another name."""
    return " ".join(definition.body for definition in definitions)


class OracleFiles:
    """The contents read so far."""

    def __init__(self, oracle: Oracle, read_blob: Callable[[str], bytes]) -> None:
        self.oracle = oracle
        self._read_blob = read_blob
        self._files: dict[tuple[str, str], OracleFile | None] = {}

    def load(self, path: str, blob: str) -> OracleFile | None:
        """The content `blob` of the file at `path`; None where the oracle cannot parse it."""
        key = (blob, path.rpartition(".")[2])
        if key not in self._files:
            found = self.read(path, blob)
            self._files[key] = None if found is None else self._keep(blob, found)
        return self._files[key]

    def read(self, path: str, blob: str) -> Sequence[Definition] | None:
        """The same with the normal forms in full, for showing."""
        return self.oracle.read(path, self._read_blob(blob))

    def _keep(self, blob: str, found: Sequence[Definition]) -> OracleFile:
        lines = re.split(r"\r\n|\r|\n", self._read_blob(blob).decode("utf-8", "replace"))
        return OracleFile(
            tuple(
                replace(
                    one,
                    form=_digest(one.form),
                    body=_digest(one.body),
                    orders=find_orders(lines, one.first, one.last),
                )
                for one in found
            )
        )


def _digest(text: str) -> str:
    return hashlib.sha1(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()
