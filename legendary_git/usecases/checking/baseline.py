"""The findings that were there when a repository began to be checked: they are known, and do not fail it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from legendary_git.domain.values import dataclass, field
from legendary_git.errors import ConfigError, ObjectMissing
from legendary_git.git.atomic import write_atomically
from legendary_git.git.repository import Repository
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.rules import Rule

BASELINE = ".legendary/check-baseline.json"
"""Where it is, from the root, unless somebody names another place."""
SCHEMA = "legendary.check-baseline/1"
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


def load_baseline(path: Path, *, is_named: bool) -> Baseline:
    """The baseline in a file; empty where there is none and nobody named one. Raises ConfigError."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        if not is_named:
            return Baseline()
        raise ConfigError(f"there is no baseline at {path}", "write one: git memory check --write-baseline") from error
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"the baseline {path} cannot be read: {error}", "make it a readable UTF-8 file") from error
    return parse_baseline(text, str(path))


def find_forgotten(repo: Repository, base: str, repo_path: str, now: Baseline) -> frozenset[str]:
    """The fingerprints that the baseline at that path of the commit `base` has and `now` has not."""
    try:
        entry = repo.entry(base, repo_path)
        data = repo.read_blob(entry.oid) if entry is not None and entry.is_regular else None
        then = parse_baseline(data.decode("utf-8"), repo_path) if data is not None else Baseline()
    except (ConfigError, ObjectMissing, UnicodeDecodeError):
        return frozenset()
    return then.fingerprints - now.fingerprints


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


def _fingerprints(text: str, path: str) -> list[str]:
    todo = "write it anew: git memory check --write-baseline"
    try:
        said: Any = json.loads(text)
        rows = said["findings"] if said["schema"] == SCHEMA else None
        found = [row["fingerprint"] for row in rows] if rows is not None else None
    except (ValueError, TypeError, KeyError) as error:
        raise ConfigError(f"{path} is no baseline: {type(error).__name__}: {error}", todo) from error
    if found is None:
        raise ConfigError(f"{path} is a baseline of another version: {said['schema']}", todo)
    if not all(isinstance(one, str) for one in found):
        raise ConfigError(f"{path} is no baseline: a fingerprint in it is no text", todo)
    return found
