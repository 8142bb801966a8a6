"""The findings that were there when a repository began to be checked: they are known, and do not fail it."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from legendary_git.domain.values import dataclass, field
from legendary_git.errors import ConfigError, ObjectMissing
from legendary_git.git.atomic import write_atomically
from legendary_git.git.disk_bytes import MOST_BYTES, TooLarge, read_named, read_regular
from legendary_git.git.links import find_link
from legendary_git.git.paths import repo_path_of
from legendary_git.git.repository import Repository
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.rules import Rule

BASELINE = ".legendary/check-baseline.json"
"""Where it is, from the root, unless somebody names another place."""
SCHEMA = "legendary.check-baseline/1"
_TODO = "write it anew: git memory check --write-baseline"
_MOST = f"{MOST_BYTES // 1024 // 1024} MB"
NEVER_KNOWN = (Rule.SECRET, Rule.UNVERIFIED)
"""A secret that is known is still one; and a check that verifies nothing must go on saying so."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """The fingerprints of known findings."""

    fingerprints: frozenset[str] = field(default_factory=frozenset)

    def knows(self, finding: Finding) -> bool:
        return finding.rule not in NEVER_KNOWN and finding.fingerprint in self.fingerprints

    def mended(self, findings: Iterable[Finding]) -> int:
        """How many of the known findings are no more."""
        return len(self.fingerprints - {one.fingerprint for one in findings})


def load_baseline(path: Path, root: Path | None, *, is_named: bool) -> Baseline:
    """The baseline in a file; empty where there is none and nobody named one. Raises ConfigError.

    `root` is the top of the work tree. What is in it is read without following a link, and only if it is a regular
    file; where `.legendary` itself is a link, nothing below it counts.
    """
    place = shown_place(path, is_named=is_named)
    if root is not None and (link := find_link(path, root)) is not None:
        if not is_named and link.name != path.name:
            return Baseline()
        raise refuse_link(place, link)
    try:
        data = _read(path, root)
        if data is None:
            if not is_named:
                return Baseline()
            raise ConfigError(f"there is no baseline at {place}", "write one: git memory check --write-baseline")
        return parse_baseline_bytes(data, place)
    except TooLarge:
        raise ConfigError(f"the baseline {place} is too long: at most {_MOST} are read", _TODO) from None
    except OSError as error:
        raise ConfigError(f"the baseline {place} cannot be read: {error.strerror}", "name a file to read") from error


def refuse_link(place: str, link: Path) -> ConfigError:
    """The error of a baseline to which a link of the repository leads."""
    return ConfigError(
        f"the baseline {place} leads through a symbolic link of the repository: {link}",
        "put a file, or a folder, in the link's place",
    )


def _read(path: Path, root: Path | None) -> bytes | None:
    """Raises TooLarge and OSError; of what the repository has, anything but a regular file is an error."""
    if root is None or repo_path_of(root, path.absolute()) is None:
        return read_named(str(path))
    data = read_regular(str(path))
    if data is None and os.path.lexists(path):
        known = errno.EISDIR if path.is_dir() else errno.EACCES if path.is_file() else None
        raise OSError(errno.EINVAL, os.strerror(known) if known is not None else "it is no regular file")
    return data


def shown_place(path: Path, *, is_named: bool) -> str:
    """What a message calls the file: what somebody called it, or else where it is from the root."""
    return str(path) if is_named else BASELINE


def find_forgotten(repo: Repository, base: str, repo_path: str, now: Baseline) -> frozenset[str]:
    """The fingerprints that the baseline at that path of the commit `base` has and `now` has not."""
    try:
        entry = repo.entry(base, repo_path)
        data = repo.read_blob(entry.oid) if entry is not None and entry.is_regular else None
        then = parse_baseline(data.decode("utf-8"), repo_path) if data is not None else Baseline()
    except (ConfigError, ObjectMissing, UnicodeDecodeError):
        return frozenset()
    return then.fingerprints - now.fingerprints


def parse_baseline_bytes(data: bytes, place: str) -> Baseline:
    """The baseline in a file's bytes; `place` is what an error calls it. Raises ConfigError."""
    try:
        return parse_baseline(data.decode("utf-8"), place)
    except UnicodeDecodeError as error:
        raise ConfigError(f"the baseline {place} cannot be read: it is not UTF-8", _TODO) from error


def parse_baseline(text: str, place: str) -> Baseline:
    """The baseline in a file's text; `place` is what an error calls it. Raises ConfigError."""
    return Baseline(frozenset(_fingerprints(text, place)))


def keep_baseline(path: Path, findings: Iterable[Finding]) -> int:
    """Write the findings that may be known, one a line, in order; how many those are. Raises OSError."""
    rows = sorted((_row(one) for one in findings if one.rule not in NEVER_KNOWN), key=lambda row: tuple(row.values()))
    lines = ",\n".join(f"    {json.dumps(row, ensure_ascii=False)}" for row in rows)
    listed = f"[\n{lines}\n  ]" if rows else "[]"
    write_atomically(
        path, f'{{\n  "schema": "{SCHEMA}",\n  "findings": {listed}\n}}\n'.encode("utf-8", "surrogateescape")
    )
    return len(rows)


def _row(finding: Finding) -> dict[str, str]:
    return {
        "path": finding.path,
        "rule": finding.rule.rule_id,
        "about": finding.about,
        "fingerprint": finding.fingerprint,
    }


def _fingerprints(text: str, place: str) -> list[str]:
    try:
        said: Any = json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise ConfigError(f"{place} is no baseline: it is not JSON ({where})", _TODO) from error
    except ValueError as error:  # Python reads no number of thousands of digits
        raise ConfigError(f"{place} is no baseline: a number in it has no end", _TODO) from error
    except RecursionError as error:
        raise ConfigError(f"{place} is no baseline: it goes too deep", _TODO) from error
    if not isinstance(said, dict) or "schema" not in said:
        raise ConfigError(f"{place} is no baseline: it has no `schema`", _TODO)
    if said["schema"] != SCHEMA:
        raise ConfigError(f"{place} is a baseline of another version: {said['schema']}", _TODO)
    rows = said.get("findings")
    if not isinstance(rows, list) or not all(isinstance(row, dict) and "fingerprint" in row for row in rows):
        raise ConfigError(f"{place} is no baseline: its `findings` is no list of objects with a `fingerprint`", _TODO)
    found = [row["fingerprint"] for row in rows]
    if not all(isinstance(one, str) for one in found):
        raise ConfigError(f"{place} is no baseline: a fingerprint in it is no text", _TODO)
    return found
