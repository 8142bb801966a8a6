"""What git tells a pre-receive hook on standard input (githooks(5)): `OLD NEW REF` for each ref of a push."""

from __future__ import annotations

from legendary_git.domain.values import dataclass
from legendary_git.errors import UsageError
from legendary_git.git.objects import ObjectFormat

_BRANCHES = "refs/heads/"
_MOST_SHOWN = 80


@dataclass(frozen=True, slots=True)
class RefUpdate:
    """A ref that a push moves, by its full name; `old` None: it is new, `new` None: it is deleted."""

    ref: str
    old: str | None
    new: str | None

    @property
    def is_branch(self) -> bool:
        return self.ref.startswith(_BRANCHES)


def parse_updates(data: bytes, form: ObjectFormat) -> tuple[RefUpdate, ...]:
    """The lines in their order; empty ones are nothing. Raises UsageError for a line that says something else."""
    # Not `splitlines`: the name of a ref may hold bytes that it takes for line ends.
    lines = enumerate(data.decode("utf-8", "surrogateescape").split("\n"), start=1)
    return tuple(_parse(number, line, form) for number, line in lines if line.strip())


def _parse(number: int, line: str, form: ObjectFormat) -> RefUpdate:
    fields = line.split(" ")
    if len(fields) != 3 or not all(map(form.is_oid, fields[:2])) or not fields[2].startswith("refs/"):
        shown = f"{line[:_MOST_SHOWN]}…" if len(line) > _MOST_SHOWN else line
        raise UsageError(
            f"line {number} of standard input is not `OLD NEW REF`: {shown!r}",
            "in a pre-receive hook leave stdin alone; in an update hook: "
            """printf '%s %s %s\\n' "$2" "$3" "$1" | git memory check --stdin-refs""",
        )
    old, new = (oid if oid.strip("0") else None for oid in fields[:2])
    return RefUpdate(fields[2], old, new)
