"""Comments that a compiler or another tool may obey: no parser that is an oracle here sees most of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

_WORDS = re.compile(
    r"""
    (?: \#\s* (?: type: | noqa | nosec | pragma: | doctest: | cython: | distutils: | NOSONAR | noinspection
                | (?: pylint | mypy | pyright | pytype | flake8 | ruff | isort | fmt | yapf | autopep8 | ty ) \s* : )
      | (?: // | /\* ) \s* (?: [@\#]__ | @ts- | @jsx | @flow | @vite | eslint | tslint | jshint | jslint | prettier-
                | biome- | istanbul | [cv]8\s+ignore | webpack | globals?\s | [\#@]\s*source | / \s*<reference
                | go: | \+build | nolint | lint: | revive: | export\s | line\s | \#nosec )
    ) .*
    """,
    re.VERBOSE,
)
_COMMENT = re.compile(r"\s*(\#|//|/\*|\*)")


def find_orders(lines: Sequence[str], first: int, last: int) -> str:
    """What may be obeyed in the lines `first` to `last` of a file, from 1, and in the comments right above them."""
    while first > 1 and _COMMENT.match(lines[first - 2]):
        first -= 1
    found = [found[0] for line in lines[first - 1 : last] for found in _WORDS.finditer(line)]
    return "\n".join("".join(one.split()) for one in found)
