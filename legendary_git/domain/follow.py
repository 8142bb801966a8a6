"""Follow code that is no longer where its anchor says: carried over on proof, otherwise only pointed at."""

from __future__ import annotations

from collections.abc import Iterator

from legendary_git.domain.body import is_trivial_text
from legendary_git.domain.evidence import ChangedFile, Movements
from legendary_git.domain.judge_file import judge_in
from legendary_git.domain.parsed import ParsedFile, Unreadable
from legendary_git.domain.region import LineRange, Region
from legendary_git.domain.stamp import Stamp
from legendary_git.domain.symbols import find_family
from legendary_git.domain.values import dataclass, field
from legendary_git.domain.verdict import Reason, State, Verdict


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the anchored body stands, before or after."""

    path: str
    symbol: str | None
    lines: LineRange | None = field(compare=False)
    trivial: bool = field(compare=False)

    @property
    def spec(self) -> str:
        return self.path if self.symbol is None else f"{self.path}::{self.symbol}"


@dataclass(slots=True)
class _Search:
    """What a search through the changed files found: bodies that came or went, and why a file could not be read."""

    came: list[_Place] = field(default_factory=list)
    went: list[_Place] = field(default_factory=list)
    unread: Reason | None = None


def follow(stamp: Stamp, gone: Reason) -> Verdict:
    """The verdict where the anchor's file or symbol is gone.

    Fresh (`followed`) if the file went elsewhere with its content untouched, or if the same body, its own name
    aside, went from here and came to just one other place; stale if the file was renamed, as git sees it, and the
    code in it edited; orphaned otherwise, with copies of the body. Only the two ends are looked at.
    """
    movements = stamp.evidence.movements(stamp.anchor)
    if isinstance(movements, Unreadable):
        return Verdict(movements.reason)
    if gone is Reason.FILE_GONE and (moved := _follow_untouched(stamp, movements)) is not None:
        return moved
    found = _conclude(stamp, movements, _search(stamp, movements), gone)
    if found.reason is not Reason.FOLLOWED and gone is Reason.FILE_GONE:
        return _follow_rename(stamp, movements) or found
    return found


def follow_history(stamp: Stamp, gone: Reason) -> Verdict:
    """As `follow`; and stale where the symbol moved and was edited later, so that only the way between shows where."""
    found = follow(stamp, gone)
    if found != Verdict(gone) or stamp.anchor.symbol is None:
        return found
    return _judge_last_place(stamp) or found


def _judge_last_place(stamp: Stamp) -> Verdict | None:
    """The verdict at the place that history proves; None where it is not there, or there as it was stamped.

    What was edited on the way is never called fresh by where it is.
    """
    place = stamp.evidence.last_place(stamp.anchor, stamp.symbol_name)
    if place is None or stamp.evidence.blob_at(place.path) is None:
        return None
    now = stamp.evidence.file_at(place.path, stamp.anchor.language)
    if isinstance(now, Unreadable):
        return Verdict(now.reason, candidates=(str(place),))
    family = find_family(now.symbols, place.symbol or "")
    if (not family and now.has_errors) or any(now.is_damaged(symbol.region) for symbol in family):
        return Verdict(Reason.UNPARSABLE, candidates=(str(place),))
    if len(family) != 1:
        return None
    symbol = family[0]
    own_name = symbol.own_name.encode("utf-8", "surrogateescape")
    body = stamp.evidence.body_of(now, symbol.region, own_name, stamp.own_name)
    is_body = stamp.is_body(body.fingerprint, now.grammar)
    return Verdict(Reason.CHANGED, symbol.region.lines, followed_to=str(place)) if is_body is False else None


def _follow_untouched(stamp: Stamp, movements: Movements) -> Verdict | None:
    """The whole file stands elsewhere with the stamped content: the one place it came to is the one it went to."""
    blob = stamp.evidence.stamped_blob(stamp.anchor)
    if blob is None or not movements.is_complete:
        return None
    after = movements.paths_after(blob)
    if len(after) != 1 or len(movements.paths_before(blob)) > 1:
        return None
    text = stamp.evidence.stamped_bytes(stamp.anchor)
    if text is not None and is_trivial_text(text):
        return None
    return Verdict(Reason.FOLLOWED, stamp.anchor.lines, followed_to=_spec_at(stamp, after[0], stamp.anchor.lines))


def _search(stamp: Stamp, movements: Movements) -> _Search:
    """Look for the stamped body on both sides of everything that changed."""
    search = _Search()
    if stamp.anchor.symbol is None and stamp.anchor.lines is not None:
        return search
    for changed in movements.files(stamp.needles):
        before = _bodies(stamp, changed, changed.before, search)
        after = _bodies(stamp, changed, changed.after, search)
        search.went += [place for place in before if place not in after]
        search.came += [place for place in after if place not in before]
    return search


def _bodies(
    stamp: Stamp, changed: ChangedFile, parsed: ParsedFile | Unreadable | None, search: _Search
) -> list[_Place]:
    """Where the stamped body stands in one side of a changed file."""
    if parsed is None:
        return []
    if isinstance(parsed, Unreadable):
        search.unread = parsed.reason
        return []
    found = []
    for symbol, own_name, region in _regions(stamp, parsed):
        if stamp.needles:
            text = parsed.text(region)
            if not all(needle in text for needle in stamp.needles):
                continue
        body = stamp.evidence.body_of(parsed, region, own_name, stamp.own_name)
        is_body = stamp.is_body(body.fingerprint, parsed.grammar)
        if is_body and not parsed.is_damaged(region):
            found.append(_Place(changed.path, symbol, region.lines if symbol else None, body.is_trivial))
        elif is_body is None and stamp.is_lost:
            search.unread = search.unread or Reason.OBJECT_MISSING
    if not found and parsed.has_errors and (stamp.needles or stamp.is_lost):
        # The file holds every word of the body (or nobody can say which those are), and something in it could not be
        # parsed: the body may be that.
        search.unread = search.unread or Reason.UNPARSABLE
    return found


def _regions(stamp: Stamp, parsed: ParsedFile) -> Iterator[tuple[str | None, bytes, Region]]:
    if stamp.anchor.symbol is None:
        yield None, stamp.own_name, parsed.whole()
        return
    for symbol in parsed.symbols:
        yield symbol.name, symbol.own_name.encode("utf-8", "surrogateescape"), symbol.region


def _conclude(stamp: Stamp, movements: Movements, search: _Search, gone: Reason) -> Verdict:
    """One came, to a name of its own, and only ours went: that is it. Anything else is not proof."""
    candidates = tuple(sorted({place.spec for place in search.came}))
    if candidates and not movements.is_complete:
        return Verdict(Reason.OBJECT_MISSING, candidates=candidates)
    others = [place for place in search.went if place.spec != stamp.anchor.spec]
    if search.unread is not None:
        return Verdict(search.unread, candidates=candidates)
    if gone is Reason.FILE_GONE and not movements.is_complete:
        # It may have been renamed and edited, which only the stamp's tree could show.
        return Verdict(Reason.OBJECT_MISSING)
    if len(candidates) > 1 or (candidates and others):
        return Verdict(Reason.AMBIGUOUS, candidates=candidates)
    if candidates and not search.came[0].trivial and not _replaces_another(movements, search.came[0]):
        return Verdict(Reason.FOLLOWED, search.came[0].lines, followed_to=candidates[0])
    return Verdict(gone, candidates=candidates)


def _replaces_another(movements: Movements, place: _Place) -> bool:
    """Whether the body came to a name that had another one: what was said of the old code is not said of that name."""
    return place.symbol is not None and movements.stood_before(place.path, place.symbol)


def _follow_rename(stamp: Stamp, movements: Movements) -> Verdict | None:
    """The file was renamed as git sees it: what the anchor is about is looked for in it as if nothing had moved."""
    path = movements.renamed_to(stamp.anchor.file)
    if path is None:
        return None
    now = stamp.evidence.file_at(path, stamp.anchor.language)
    if isinstance(now, Unreadable):
        return Verdict(now.reason, candidates=(path,))
    verdict = judge_in(stamp, now)
    place = _spec_at(stamp, path, verdict.lines)
    if verdict.state is State.FRESH:
        return Verdict(Reason.FOLLOWED, verdict.lines, followed_to=place)
    if verdict.reason is Reason.CHANGED:
        return Verdict(Reason.CHANGED, verdict.lines, followed_to=place)
    return Verdict(verdict.reason, candidates=verdict.candidates) if verdict.state is State.UNKNOWN else None


def _spec_at(stamp: Stamp, path: str, lines: LineRange | None) -> str:
    """The anchor as it would be written for `path`."""
    if stamp.anchor.symbol is not None:
        return f"{path}::{stamp.anchor.symbol}"
    return f"{path}:{lines}" if stamp.anchor.lines is not None and lines is not None else path
