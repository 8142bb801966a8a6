"""An error's text with the parts marked that change from one run to the next."""

from __future__ import annotations

import re
from collections.abc import Iterator

from legendary_git.domain.annotations import NamedTuple
from legendary_git.domain.machine_path import PATHS, project_part
from legendary_git.domain.terminal_text import plain_text
from legendary_git.domain.volatile import MARK, RULES, VALUES, Kind

_KEPT = "\x1d"
"""Hides a number that has to stay from the rules that follow."""
_QUOTES = frozenset("'\"`")
_BLANK = " \t\xa0"
_BLANKS = re.compile(r"[ \t\xa0]+")
_VOLATILE_SIGNS = re.compile(r"[0-9/\\~%]|(?<![0-9A-Za-z])tmp")


class Span(NamedTuple):
    """A volatile part, as offsets into the plain text."""

    start: int
    end: int
    kind: Kind


class Masked(NamedTuple):
    """A text without its escapes (`plain`), its volatile parts, and the form in which all its recurrences agree."""

    plain: str
    spans: tuple[Span, ...]
    form: str

    def shown(self) -> str:
        """The plain text for people: each volatile part as its kind in angle brackets."""
        return "".join(f"<{part.kind}>" if isinstance(part, Span) else part for part in _parts(self.plain, self.spans))

    def offsets(self) -> list[int]:
        """For each place of the form, its end too, where in the plain text it is: what was printed round a trigger."""
        found: list[int] = []
        at, is_blank = 0, False
        for part in _parts(self.plain, self.spans):
            if isinstance(part, Span):
                found += [] if part.kind is Kind.PATH else [part.start]
                at, is_blank = part.end, is_blank and part.kind is Kind.PATH
                continue
            for sign in part:
                was_blank, is_blank = is_blank, sign in _BLANK
                if not (was_blank and is_blank):
                    found.append(at)
                at += 1
        return [*found, len(self.plain)]


def mask(text: str) -> Masked:
    """The text masked; of any length and any number of lines, in time linear in its length."""
    return mask_plain(plain_text(text))


def mask_plain(plain: str) -> Masked:
    """The same for what `plain_text` has given."""
    spans = tuple(_spans(plain)) if _VOLATILE_SIGNS.search(plain) else ()
    return Masked(plain, spans, _form(plain, spans))


def _spans(plain: str) -> Iterator[Span]:
    """Neighbouring parts are one, since a date may be followed by a time or not."""
    last: Span | None = None
    for span in sorted(_found(plain)):
        if last is not None and span.start <= last.end and Kind.PATH not in (span.kind, last.kind):
            last = Span(last.start, max(last.end, span.end), last.kind)
            continue
        if last is not None:
            yield last
        last = span
    if last is not None:
        yield last


def _found(plain: str) -> list[Span]:
    found: list[Span] = []
    work = _without_paths(plain, found)
    for kind, pattern in RULES:
        places = [place for hit in pattern.finditer(work) for place in _places(hit)]
        if kind in VALUES:
            places = [place for place in places if not _is_quoted(work, *place)]
        if kind is not None:
            found.extend(Span(start, end, kind) for start, end in places)
        work = _hide(work, places, _KEPT if kind is None else MARK)
    return found


def _places(hit: re.Match[str]) -> Iterator[tuple[int, int]]:
    groups = range(1, hit.re.groups + 1) if hit.re.groups else (0,)
    return (hit.span(group) for group in groups if hit.start(group) >= 0)


def _is_quoted(work: str, start: int, end: int) -> bool:
    return start > 0 and end < len(work) and work[start - 1] == work[end] and work[end] in _QUOTES


def _hide(work: str, places: list[tuple[int, int]], sign: str) -> str:
    if not places:
        return work
    pieces, at = [], 0
    for start, end in places:
        pieces += [work[at:start], sign * (end - start)]
        at = end
    return "".join((*pieces, work[at:]))


def _without_paths(plain: str, found: list[Span]) -> str:
    work = plain
    for pattern in PATHS:
        places = []
        for hit in pattern.finditer(work):
            length = project_part(hit[0])
            if length:
                whole = length == len(hit[0])
                places.append((hit.start(), hit.start() + length))
                found.append(Span(*places[-1], Kind.TEMPORARY if whole else Kind.PATH))
        work = _hide(work, places, MARK)
    return work


def _form(plain: str, spans: tuple[Span, ...]) -> str:
    text = "".join(
        part if isinstance(part, str) else "" if part.kind is Kind.PATH else MARK for part in _parts(plain, spans)
    )
    return _BLANKS.sub(" ", text)


def _parts(plain: str, spans: tuple[Span, ...]) -> Iterator[str | Span]:
    at = 0
    for span in spans:
        yield plain[at : span.start]
        yield span
        at = span.end
    yield plain[at:]
