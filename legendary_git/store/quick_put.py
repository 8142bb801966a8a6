"""Give the index what a look into it lacked; where it cannot be put at once, it is not.

Each of these is for an index that was found in step.
"""

from __future__ import annotations

from legendary_git.store.quick_look import FAILURES, Behind, connect, made_for
from legendary_git.store.texts import pack, row_sum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def put_answers(root: str, git_dir: str, rows: list[tuple[str, str, str, str, str]]) -> None:
    """Keep how memories were judged: memory, what that hangs on, state, words and lines; where it cannot be, it is not.

    Only for an index that was found in step.
    """
    if not rows:
        return
    packed = [tuple(map(pack, row)) for row in rows]
    _put(root, git_dir, "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?)", list(map(_summed, packed)))


def put_committed(root: str, git_dir: str, head: str, blobs: Mapping[str, str]) -> None:
    """Keep what the commit `head` has at some paths; where it cannot be, it is not."""
    rows = [(pack(path), head, blob) for path, blob in blobs.items()]
    _put(root, git_dir, "INSERT OR REPLACE INTO committed VALUES (?, ?, ?, ?)", list(map(_summed, rows)))


def put_brief(root: str, git_dir: str, text: str) -> None:
    """Keep a brief, in the place of the last one; where it cannot be, it is not."""
    _put(root, git_dir, "INSERT OR REPLACE INTO meta VALUES ('brief', ?)", [(f"{row_sum([text])} {text}",)])


def put_arrivals(root: str, git_dir: str, text: str) -> None:
    """Keep that it was looked for files that were moved; where it cannot be, it is not."""
    _put(root, git_dir, "INSERT OR REPLACE INTO meta VALUES ('arrivals', ?)", [(text,)])


def _summed(row: tuple[object, ...]) -> tuple[object, ...]:
    return (*row, row_sum(row))


def _put(root: str, git_dir: str, sql: str, rows: Sequence[tuple[object, ...]]) -> None:
    """Into this work tree's index alone: who names another work tree for a git directory is not answered from it."""
    try:
        connection = connect(git_dir, "rw", 0)
        try:
            connection.execute("PRAGMA synchronous = NORMAL")
            with connection:
                if connection.execute("SELECT value FROM meta WHERE key = 'path'").fetchall() != [(made_for(root),)]:
                    return
                connection.executemany(sql, rows)
        finally:
            connection.close()
    except (Behind, *FAILURES):
        return
