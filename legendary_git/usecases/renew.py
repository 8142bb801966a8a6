"""Say that a memory which had a day to be looked at again was looked at, and when to do so next."""

from __future__ import annotations

from datetime import UTC

from legendary_git.domain.expiry import expiry_of
from legendary_git.domain.memory import FrontValue, Memory
from legendary_git.domain.values import dataclass, replace
from legendary_git.errors import MemoryRefused, UsageError
from legendary_git.secrets import refuse_secrets
from legendary_git.store.rewrite import Change
from legendary_git.usecases.amend import draft, event, moment, put
from legendary_git.usecases.catch_up import catch_up
from legendary_git.usecases.clock import read_clock
from legendary_git.usecases.examine import NEVER, read_expires
from legendary_git.usecases.find import find_memory
from legendary_git.usecases.memories import load_memories
from legendary_git.usecases.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Renewed:
    """The memory as it was, and the day on which to look at it next (None: never)."""

    memory: Memory
    until: str | None
    notices: tuple[str, ...] = ()


def renew(ws: Workspace, memory_id: str, until: str, evidence: str) -> Renewed:
    """Give a memory another day (`YYYY-MM-DD`, later than today, or `never`), and keep who said so and what shows it.

    Raises UnknownMemory, UsageError (no day, no evidence), MemoryRefused (a secret, retired, or it has no day) and
    StoreError.
    """
    if not evidence.strip():
        raise UsageError("no evidence is given", "say what shows that it is still so")
    refuse_secrets({"evidence": evidence, "expires": until})
    day = read_day(until)
    loaded = load_memories(ws)
    memory = find_memory(loaded, memory_id)
    if memory.is_retired or expiry_of(memory) is None:
        why = memory.status.value if memory.is_retired else "not to be looked at again on any day"
        raise MemoryRefused(f"nothing to renew: {memory.id} is {why}", f"see git memory show {memory.id}")
    catch_up(ws, loaded)
    at = moment()
    entry: FrontValue = {"at": at, "by": ws.repo.identity(), "text": evidence.strip()}
    change = with_day(Change(added={"evidence": [entry]}), day)
    put(ws, [draft(ws, loaded, memory, change, at, [event(ws, "renewed", at, to=day or NEVER)])])
    catch_up(ws)
    return Renewed(memory, day, (*loaded.warnings, *ws.notices))


def with_day(change: Change, day: str | None) -> Change:
    """The change, with that day for `expires`; None: with none."""
    return replace(change, without=("expires",)) if day is None else replace(change, values={"expires": day})


def read_day(until: str) -> str | None:
    """The day as it is kept; None for `never`. Raises UsageError for what is no day, or one that is over."""
    today = read_clock().astimezone(UTC).date()
    day = read_expires(until.strip(), today)
    if day == today.isoformat():
        raise UsageError("that is today", "give a later day on which somebody should look at it again")
    return day
