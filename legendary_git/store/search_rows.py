"""Full-text search over everything that a memory says and names.

The search table is filled when somebody searches, from a queue that the writes of memories leave behind: hooks never
pay for it, and never need an SQLite that has FTS5. Without one, a scan over all memories finds the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from legendary_git.store.database import Database
from legendary_git.store.schema import TOKENIZER_VERSION
from legendary_git.store.texts import unpack, unpack_json

if TYPE_CHECKING:
    from legendary_git.domain.words import Alternatives

_WEIGHTS = (8.0, 4.0, 4.0, 2.0, 1.0, 1.0)
"""Of the columns: a word of the title says most about what a memory is about."""
_COLUMNS = "title, labels, triggers, anchors, body, evidence"
_CREATE = f"CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5({_COLUMNS}, tokenize = 'ascii', detail = 'column')"
_PROBE = "SELECT 1 FROM words LIMIT 0"
_WITHOUT_FTS = "this Python's SQLite has no FTS5; searching without it is slower and ranks less well"
Hit = tuple[str, float]


class SearchRows:
    """The part of the index that finds memories by words."""

    _database: Database
    _search_notice: str | None = None

    def search(self, query: str, limit: int = 20) -> list[Hit]:
        """The paths of memories that have the words of a query, best first, each with a score that only ranks.

        Any text is taken literally. Memories with all words come before those with some. Only what was put is found:
        where `generation` has changed since, put the memories again and ask again.
        """
        from legendary_git.domain.words import (
            split_query,
        )  # costs as much as all else here, and only searching needs it

        wanted = split_query(query)
        if not wanted or limit < 1:
            return []
        if not self.refresh_search():
            return self._scan(wanted, limit)
        whole = self._match(" AND ".join(map(_format_word, wanted)), limit)
        if len(whole) >= limit or len(wanted) == 1:
            return whole
        seen = {path for path, _ in whole}
        some = self._match(" OR ".join(map(_format_word, wanted)), limit + len(whole))
        # Scores of the second query are of another scale; what has only some words must not outrank what has all.
        least = min((score for _, score in whole), default=math.inf)
        return [*whole, *((path, min(score, least)) for path, score in some if path not in seen)][:limit]

    def refresh_search(self) -> bool:
        """Bring the search table up to the memories that are kept; False where this SQLite has none."""
        if self._is_search_ready():
            return True
        with self._database.transaction():
            if not self._database.can(_CREATE) or not self._database.can(_PROBE):
                self._search_notice = _WITHOUT_FTS
                return False
            if self._tokenizer() != TOKENIZER_VERSION:
                self._start_over()
            self._work_off()
        return True

    def _is_search_ready(self) -> bool:
        return (
            self._tokenizer() == TOKENIZER_VERSION
            and not self._database.read("SELECT 1 FROM word_queue LIMIT 1")
            and self._database.can(_PROBE)
        )

    def _tokenizer(self) -> int | None:
        found = self._database.read("SELECT value FROM meta WHERE key = 'tokenizer'")
        return found[0][0] if found else None

    def _start_over(self) -> None:
        self._database.write("DELETE FROM words")
        self._database.write("INSERT OR IGNORE INTO word_queue SELECT number FROM memory_files")
        self._database.write("INSERT OR REPLACE INTO meta VALUES ('tokenizer', ?)", [(TOKENIZER_VERSION,)])

    def _work_off(self) -> None:
        rows = self._database.read(
            "SELECT number, id, front, body FROM memory_files WHERE number IN (SELECT number FROM word_queue)"
        )
        self._database.write("DELETE FROM words WHERE rowid IN (SELECT number FROM word_queue)")
        self._database.write(
            f"INSERT INTO words (rowid, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(number, *map(" ".join, _columns(front, body))) for number, _, front, body in rows if front is not None],
        )
        self._database.write("DELETE FROM word_queue")

    def _match(self, expression: str, limit: int) -> list[Hit]:
        weights = ", ".join(map(str, _WEIGHTS))
        rows = self._database.read_or_none(
            f"SELECT path, -bm25(words, {weights}) AS score FROM words JOIN memory_files ON number = words.rowid "
            "WHERE words MATCH ? ORDER BY score DESC, path LIMIT ?",
            (expression, limit),
        )
        return [(unpack(path), score) for path, score in rows or ()]

    def _scan(self, wanted: list[Alternatives], limit: int) -> list[Hit]:
        found: list[Hit] = []
        # One word more outweighs whatever the columns of the others are worth.
        bonus = _WEIGHTS[0] * len(wanted)
        for path, front, body in self._database.read("SELECT path, front, body FROM memory_files"):
            if front is not None and (ranks := _rank(_columns(front, body), wanted)):
                found.append((unpack(path), bonus * len(ranks) + sum(ranks)))
        found.sort(key=lambda hit: (-hit[1], hit[0]))
        return found[:limit]


def _columns(front_json: str, body: str | bytes) -> list[list[str]]:
    """The words of each column; of a row that cannot be read, none."""
    from legendary_git.domain.words import split_words

    try:
        front = unpack_json(front_json)
    except ValueError:
        front = {}
    anchors = [one for one in front.get("anchors") or [] if isinstance(one, dict)]
    evidence = [one for one in front.get("evidence") or [] if isinstance(one, dict)]
    return [
        split_words(_text(front.get("title", ""))),
        split_words(_text([front.get(key, "") for key in ("id", "type", "kind", "tags")])),
        split_words(_text(front.get("triggers", ""))),
        split_words(_text([(one.get("file", ""), one.get("symbol", "")) for one in anchors])),
        split_words(unpack(body)),
        split_words(_text([one.get("text", "") for one in evidence])),
    ]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else " ".join(map(_text, value))


def _format_word(alternatives: Alternatives) -> str:
    """One word of a query in FTS5's language; words are letters and digits only, and quoted all the same."""
    return "(" + " OR ".join("(" + " AND ".join(f'"{word}"' for word in words) + ")" for words in alternatives) + ")"


def _rank(columns: Iterable[list[str]], wanted: list[Alternatives]) -> list[float]:
    """For each wanted word that a memory has, the weight of the best column that has it."""
    weight_of: dict[str, float] = {}
    for weight, words in zip(_WEIGHTS, columns, strict=True):
        for word in words:
            weight_of[word] = max(weight, weight_of.get(word, 0.0))
    ranks = []
    for alternatives in wanted:
        found = [
            min(weight_of[word] for word in words) for words in alternatives if all(word in weight_of for word in words)
        ]
        if found:
            ranks.append(max(found))
    return ranks
