"""Commits and trees from the bytes that git stores for them."""

from __future__ import annotations

import re

from legendary_git.git.commit_text import decode_text, format_subject, format_utc, parse_seconds
from legendary_git.git.objects import EXECUTABLE, GITLINK, REGULAR, SYMLINK, TREE, Commit, Entry, ObjectFormat

_ENTRY = {
    form: re.compile(rb"([0-7]{5,6}) ([^\0]+)\0(.{%d})" % (form.hex_digits // 2), re.DOTALL) for form in ObjectFormat
}
# Seconds without a zone are no time to git (ident.c, `split_ident_line`), and those below zero neither.
_SIGNATURE = re.compile(rb"(.*)<(.*)>(?:[ \t\r]*([0-9]+)[ \t\r]*[-+][0-9])?", re.DOTALL)
# What git takes off both ends of a name and a mail when it writes them; other tools have left it there.
_CRUD = bytes(range(33)) + b",:;<>\"\\'"


def parse_commit(oid: str, data: bytes) -> Commit:
    """A commit from its bytes; a field that is missing or makes no sense is empty (the time: the epoch)."""
    head, _, message = data.partition(b"\n\n")
    fields: dict[bytes, list[bytes]] = {}
    for line in head.split(b"\n"):  # a line that continues a field begins with a blank, and has no field's name
        name, _, value = line.partition(b" ")
        fields.setdefault(name, []).append(value)
    encoding = fields.get(b"encoding", [b""])[0].decode("ascii", "replace") or None
    author_name, mail, _ = _parse_signature(fields.get(b"author", [b""])[0], encoding)
    return Commit(
        oid=oid,
        tree=fields.get(b"tree", [b""])[0].decode("ascii", "replace"),
        parents=tuple(parent.decode("ascii", "replace") for parent in fields.get(b"parent", ())),
        author=f"{author_name} <{mail}>",
        author_name=author_name,
        committed_at=format_utc(_parse_signature(fields.get(b"committer", [b""])[0], None)[2]),
        subject=format_subject(decode_text(message, encoding)),
    )


def parse_tree(data: bytes, form: ObjectFormat) -> dict[bytes, Entry] | None:
    """A tree's entries by name, in its order; None if these are not the bytes of a tree."""
    found, end = {}, 0
    for match in _ENTRY[form].finditer(data):
        if match.start() != end:
            return None
        end = match.end()
        found[match[2]] = Entry(match[3].hex(), _canonical_mode(int(match[1], 8)))
    return found if end == len(data) else None


def _parse_signature(value: bytes, encoding: str | None) -> tuple[str, str, int]:
    """Name, mail and seconds of `NAME <MAIL> SECONDS ZONE`."""
    match = _SIGNATURE.match(value)
    if match is None:
        return "", "", 0
    name, mail = (decode_text(part.strip(_CRUD), encoding) for part in (match[1], match[2]))
    return name, mail, parse_seconds(match[3])


def _canonical_mode(mode: int) -> int:
    """The mode as git takes it: old trees also hold 0o100664 and the like."""
    kind = mode & 0o170000
    if kind == 0o100000:
        return EXECUTABLE if mode & 0o100 else REGULAR
    return {SYMLINK: SYMLINK, TREE: TREE}.get(kind, GITLINK)
