"""What git tells a pre-receive hook on standard input (githooks(5)): `OLD NEW REF` for each ref of a push."""

from __future__ import annotations

from legendary_git.domain.values import dataclass
from legendary_git.errors import UsageError
from legendary_git.git.objects import ObjectFormat

_REFS = "refs/"
_BRANCHES = "refs/heads/"
_MOST_SHOWN = 80


@dataclass(frozen=True, slots=True)
class RefUpdate:
    """A ref that a push moves, by its full name; `old` None: it is new, `new` None: it is deleted.

    The name is whatever whoever pushes has sent: git looks at it after this hook has run.
    """

    ref: str
    old: str | None
    new: str | None

    @property
    def is_branch(self) -> bool:
        return self.ref.startswith(_BRANCHES)

    @property
    def is_ref(self) -> bool:
        """Whether git may take it at all: it never takes what is not below `refs/`, `HEAD` for instance."""
        return self.ref.startswith(_REFS)


@dataclass(frozen=True, slots=True)
class Updates:
    """The refs of a push, and what is wrong with lines that name none: such a line is a part of a hostile name."""

    refs: tuple[RefUpdate, ...]
    faults: tuple[str, ...] = ()


def parse_updates(data: bytes, form: ObjectFormat) -> Updates:
    """The lines in their order; empty ones are nothing.

    Raises UsageError where none of them is one: then it is no push that is to blame, but who runs the check.
    """
    # Not `splitlines`: the name of a ref may hold bytes that it takes for line ends.
    lines = enumerate(data.decode("utf-8", "surrogateescape").split("\n"), start=1)
    parsed = [_parse(number, line, form) for number, line in lines if line.strip()]
    refs = tuple(one for one in parsed if isinstance(one, RefUpdate))
    faults = tuple(one for one in parsed if isinstance(one, str))
    if faults and not refs:
        raise UsageError(
            faults[0],
            "in a pre-receive hook leave stdin alone; in an update hook: "
            """printf '%s %s %s\\n' "$2" "$3" "$1" | git memory check --stdin-refs""",
        )
    return Updates(refs, faults)


def _parse(number: int, line: str, form: ObjectFormat) -> RefUpdate | str:
    fields = line.split(" ", 2)
    if len(fields) != 3 or not all(map(form.is_oid, fields[:2])):
        shown = f"{line[:_MOST_SHOWN]}…" if len(line) > _MOST_SHOWN else line
        return f"line {number} of standard input is not `OLD NEW REF`: {shown!r}"
    old, new = (oid if oid.strip("0") else None for oid in fields[:2])
    return RefUpdate(fields[2], old, new)
