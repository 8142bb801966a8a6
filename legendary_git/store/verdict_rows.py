"""Verdicts and origins that were found before: both depend on nothing but their keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from legendary_git.domain.region import LineRange
from legendary_git.domain.verdict import Reason, Verdict
from legendary_git.store.database import Database, Row
from legendary_git.store.texts import pack, pack_json, pack_or_none, unpack, unpack_json, unpack_or_none

Key = tuple[str, str]
_CHUNK = 400
"""Pairs of values in one statement; SQLite before 3.32 takes 999 values."""


class VerdictRows:
    """The part of the index that holds judgements."""

    _database: Database

    def find_verdicts(self, keys: Iterable[Key]) -> dict[Key, Verdict]:
        """The verdicts known for pairs of anchor_key and evidence_key; a pair that is missing has to be judged.

        The keys are the caller's: together they must name everything that a verdict depends on.
        """
        found: dict[Key, Verdict] = {}
        columns = "reason, first, last, followed_to, candidates"
        for key, row in self._find_rows("verdicts", "anchor_key, evidence_key", columns, keys):
            if (verdict := _verdict(row)) is not None:
                found[key] = verdict
        return found

    def put_verdicts(self, verdicts: Mapping[Key, Verdict]) -> None:
        """Keep verdicts under their pair of keys."""
        rows = [(pack(anchor), pack(evidence), *_row(verdict)) for (anchor, evidence), verdict in verdicts.items()]
        self._database.write("INSERT OR REPLACE INTO verdicts VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def find_since(self, keys: Iterable[Key]) -> dict[Key, str]:
        """For pairs of anchor_key and commit, the commit at which the anchor left fresh, '' where there is none."""
        rows = self._find_rows("origins", 'anchor_key, "commit"', "since", keys)
        return {key: row[0] for key, row in rows if isinstance(row[0], str)}

    def put_since(self, origins: Mapping[Key, str]) -> None:
        """Keep origins under their pair of anchor_key and commit."""
        rows = [(pack(anchor), pack(commit), since) for (anchor, commit), since in origins.items()]
        self._database.write("INSERT OR REPLACE INTO origins VALUES (?, ?, ?)", rows)

    def _find_rows(self, table: str, key: str, columns: str, keys: Iterable[Key]) -> Iterator[tuple[Key, Row]]:
        wanted = list(dict.fromkeys(keys))
        for start in range(0, len(wanted), _CHUNK):
            chunk = wanted[start : start + _CHUNK]
            places = ", ".join(["(?, ?)"] * len(chunk))
            values = tuple(pack(part) for pair in chunk for part in pair)
            sql = f"SELECT {key}, {columns} FROM {table} WHERE ({key}) IN (VALUES {places})"
            for one, other, *row in self._database.read(sql, values):
                yield (unpack(one), unpack(other)), tuple(row)


def _row(verdict: Verdict) -> Row:
    lines = (verdict.lines.first, verdict.lines.last) if verdict.lines else (None, None)
    candidates = pack_json(verdict.candidates) if verdict.candidates else None
    return (verdict.reason.value, *lines, pack_or_none(verdict.followed_to), candidates)


def _verdict(row: Row) -> Verdict | None:
    """A row as a verdict; None where it says none, so that the anchor is judged again."""
    reason, first, last, followed_to, candidates = row
    try:
        return Verdict(
            Reason(reason),
            LineRange(first, last) if first is not None else None,
            unpack_or_none(followed_to),
            tuple(unpack_json(candidates)) if candidates else (),
        )
    except (ValueError, TypeError, AttributeError):
        return None
