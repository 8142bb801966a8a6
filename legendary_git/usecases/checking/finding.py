"""One thing that a check found, and where."""

from __future__ import annotations

import hashlib
from enum import Enum

from legendary_git.domain.judged import JudgedAnchor, JudgedMemory, Since
from legendary_git.domain.memory import InvalidMemory, Memory
from legendary_git.domain.region import LineRange
from legendary_git.domain.values import dataclass
from legendary_git.usecases.checking.rules import Level, Rule
from legendary_git.usecases.lacks import Lack

_DIGITS = 32


@dataclass(frozen=True, slots=True)
class CodePlace:
    """Where the code stands now that a finding is about; `lines` None: nowhere in particular in its file."""

    path: str
    lines: LineRange | None = None


@dataclass(frozen=True, slots=True)
class Cause:
    """What brought a finding about: the commit, where history tells, and the lines that changed in the region.

    `since` is the commit at which the anchor came into its state: where it was stale before it was orphaned, it is a
    later one than the anchor's own `since`, which tells when it left fresh.

    `removed` and `added` are whole lines without their ends, in order, of what was stamped and of what is there now;
    `left_out` is how many more there are.
    """

    since: Since | None = None
    removed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    left_out: int = 0


class Gap(Enum):
    """What keeps a memory from taking the place of another one, or from being related to it in another way."""

    NO_MEMORY = "there is no such memory"
    ITSELF = "it is the same memory"
    ACTIVE = "the other one was not retired"
    ACTIVE_UNCOVERED = "nor could it be, for want of cover"
    NO_SUCCESSOR = "there is no memory that took its place"
    NO_PARTNER = "there is no memory that it contradicts"
    UNCOVERED = "the other one was retired, and not all of its code is covered"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found. `path` and `line` (from 1) are those of the memory's file.

    `about` is what in the memory it is about, in the memory's own terms: an anchor, a trigger, other memories' ids. It
    tells a finding from others of its rule, now and in later runs. What else is set depends on the rule:
    `invalid` where the file is no memory, `judged` where it is one, `anchor` where it is about one anchor, `partners`
    where it is about other memories too, `why` where the rule alone does not say it (of
    `unverified` the path of what stands in the place of a folder), `gap` what is wrong with
    `supersedes`, `superseded_by` or `conflicts_with`, `lacks` what this clone was made without, where that may be why
    nobody can judge, `unstaged` the file with which nothing would be wrong, if it were staged as it is on disk.
    """

    rule: Rule
    memory_id: str | None
    path: str
    line: int
    about: str = ""
    level: Level = Level.WARNING
    invalid: InvalidMemory | None = None
    judged: JudgedMemory | None = None
    anchor: JudgedAnchor | None = None
    partners: tuple[Memory, ...] = ()
    why: str = ""
    code: CodePlace | None = None
    cause: Cause | None = None
    gap: Gap | None = None
    lacks: tuple[Lack, ...] = ()
    unstaged: str | None = None

    @property
    def title(self) -> str:
        """The memory's, empty where the file is none."""
        return self.judged.memory.title if self.judged is not None else ""

    @property
    def fingerprint(self) -> str:
        """Equal in every run for the same rule about the same thing in the same memory, wherever its lines stand."""
        said = "\0".join((self.rule.rule_id, self.memory_id or self.path, self.about))
        return hashlib.sha256(said.encode("utf-8", "surrogateescape")).hexdigest()[:_DIGITS]
