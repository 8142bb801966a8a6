"""Where history shows a symbol to have gone: from one commit that took it away to the next, each step proved there.

A symbol that moved and was edited afterwards has its stamped body nowhere any more. At the commit that moved it, it had
the body of the commit before, and that is proof enough of the place: not of the content, which is never called fresh by
it.
"""

from __future__ import annotations

from collections.abc import Iterator

from legendary_git.domain.anchor import Anchor, AnchorSpec
from legendary_git.domain.fingerprint import fingerprint
from legendary_git.domain.follow import follow
from legendary_git.domain.memory import Memory
from legendary_git.domain.parsed import ParsedFile, Unreadable
from legendary_git.domain.stamp import Stamp
from legendary_git.domain.symbols import find_family
from legendary_git.domain.values import dataclass, replace
from legendary_git.domain.verdict import Reason
from legendary_git.git.objects import Touch
from legendary_git.git.repository import Repository
from legendary_git.usecases.code import CommitCode
from legendary_git.usecases.evidence import CodeEvidence
from legendary_git.usecases.parsed_files import ParsedFiles

MOST_STEPS = 32
MOST_TOUCHES = 256
"""A file that more commits touched is not looked through: what that costs would be felt in every hook."""

_Departure = tuple[str, AnchorSpec]


@dataclass(frozen=True, slots=True)
class Trace:
    """The last place that is proved, and the commits that took the symbol from there to where nothing proves.

    No removals: it stands there, or no commit but a merge took it away.
    """

    place: AnchorSpec
    is_elsewhere: bool
    removals: tuple[Touch, ...]


class Traces:
    """The traces of symbols through one repository's history. Each commit is looked into once."""

    def __init__(self, repo: Repository, parsed: ParsedFiles) -> None:
        self._repo = repo
        self._parsed = parsed
        self._departs: dict[_Departure, bool] = {}
        self._arrived: dict[_Departure, AnchorSpec | None] = {}

    def find(self, memory: Memory, anchor: Anchor, base: str, commit: str) -> Trace:
        """The way of the symbol that stood at the anchor in `base` up to `commit`, as far as each step is proved.

        The commits that took it away from a place, but for those that another such commit descends from, must agree on
        where it went. A function of the anchor and of history: whichever commit is asked about first.
        """
        place, since = AnchorSpec(anchor.file, anchor.symbol), base
        for step in range(MOST_STEPS):
            removals = () if self._stands(place, commit, anchor) else self.removals(anchor, place, since, commit)
            arrived = {self._find_arrival(memory, anchor, place, touch) for touch in removals}
            there = arrived.pop() if len(arrived) == 1 else None
            if there is None:
                return Trace(place, step > 0, removals)
            place, since = there, removals[0].commit
        return Trace(place, True, ())

    def removals(self, anchor: Anchor, place: AnchorSpec, since: str, commit: str) -> tuple[Touch, ...]:
        """The commits after `since` that took the symbol away, but for those that another of them descends from."""
        touches = self._repo.touches(since, commit, place.path)
        if len(touches) > MOST_TOUCHES:
            return ()
        found: list[Touch] = []
        for touch in touches:
            is_older = any(self._repo.is_ancestor(touch.commit, later.commit) for later in found)
            if not is_older and self._departs_at(anchor, place, touch):
                found.append(touch)
        return tuple(sorted(_latest(self._repo, found), key=lambda touch: touch.commit))

    def changed_with(self, memory: Memory, anchor: Anchor, base: str, commit: str) -> tuple[str, ...]:
        """The file that the anchor's symbol was last in, and those that changed in the commits that took it from there.

        Without a symbol, those that changed in the commit that took the file.
        """
        found: list[str] = []
        if anchor.symbol is not None:
            trace = self.find(memory, anchor, base, commit)
            path, removals = trace.place.path, trace.removals
            found.append(path)
        else:
            path = anchor.file
            removals = tuple(touch for touch in self._repo.touches(base, commit, path) if touch.after is None)[:1]
        for touch in removals:
            removal = self._repo.commit(touch.commit)
            if removal is not None and removal.parents:
                found += self._likeliest_first(removal.parents[0], removal.oid, path)
        return tuple(found)

    def _likeliest_first(self, parent: str, oid: str, path: str) -> list[str]:
        """What git sees the file renamed to, then the others."""
        renamed = self._repo.renames(parent, oid).get(path)
        return [*([renamed] if renamed is not None else []), *(one.path for one in self._repo.changes(parent, oid))]

    def _departs_at(self, anchor: Anchor, place: AnchorSpec, touch: Touch) -> bool:
        key = (touch.commit, place)
        if key not in self._departs:
            self._departs[key] = self._takes_away(anchor, place, touch)
        return self._departs[key]

    def _takes_away(self, anchor: Anchor, place: AnchorSpec, touch: Touch) -> bool:
        """Whether the symbol stands alone under its name before, and surely nowhere in the file after."""
        before = self._load(place, touch.before, anchor)
        if before is None or len(find_family(before.symbols, place.symbol or "")) != 1:
            return False
        if touch.after is None:
            return True
        after = self._load(place, touch.after, anchor)
        return after is not None and not after.has_errors and not find_family(after.symbols, place.symbol or "")

    def _find_arrival(self, memory: Memory, anchor: Anchor, place: AnchorSpec, touch: Touch) -> AnchorSpec | None:
        key = (touch.commit, place)
        if key not in self._arrived:
            self._arrived[key] = self._follow_once(memory, anchor, place, touch)
        return self._arrived[key]

    def _follow_once(self, memory: Memory, anchor: Anchor, place: AnchorSpec, touch: Touch) -> AnchorSpec | None:
        """The place to which one commit took the symbol, as if it had been stamped in the commit before."""
        found = self._repo.commit(touch.commit)
        before = self._load(place, touch.before, anchor)
        family = find_family(before.symbols, place.symbol or "") if before is not None else ()
        if found is None or not found.parents or before is None or not family or before.is_damaged(family[0].region):
            return None
        stamped = replace(
            anchor,
            file=place.path,
            symbol=family[0].name,
            lines=family[0].region.lines,
            commit=found.parents[0],
            blob=touch.before,
            content_hash=fingerprint(before.tokens(family[0].region)),
            language=before.language,
            grammar=before.grammar,
        )
        evidence = CodeEvidence(self._repo, CommitCode(self._repo, touch.commit), memory, self._parsed, self)
        gone = Reason.FILE_GONE if touch.after is None else Reason.SYMBOL_GONE
        went_to = follow(Stamp(stamped, evidence), gone).followed_to
        if went_to is None:
            return None
        path, _, symbol = went_to.partition("::")
        return AnchorSpec(path, symbol)

    def _stands(self, place: AnchorSpec, commit: str, anchor: Anchor) -> bool:
        entry = self._repo.entry(commit, place.path)
        parsed = self._load(place, entry.oid, anchor) if entry is not None and entry.is_regular else None
        return parsed is not None and bool(find_family(parsed.symbols, place.symbol or ""))

    def _load(self, place: AnchorSpec, blob: str | None, anchor: Anchor) -> ParsedFile | None:
        data = self._repo.read_blob(blob) if blob is not None else None
        if blob is None or data is None:
            return None
        parsed = self._parsed.load(place.path, blob, data, anchor.language)
        return None if isinstance(parsed, Unreadable) else parsed


def _latest(repo: Repository, touches: list[Touch]) -> Iterator[Touch]:
    """Those that no other descends from; by time alone that is not certain, for clocks are wrong now and then."""
    for touch in touches:
        others = (other for other in touches if other.commit != touch.commit)
        if not any(repo.is_ancestor(touch.commit, other.commit) for other in others):
            yield touch
