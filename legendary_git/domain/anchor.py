"""An anchor: the place in the code that a memory is about, and what stood there when it was stamped."""

from __future__ import annotations

import re
from collections.abc import Callable

from legendary_git.domain.patterns import compile_late
from legendary_git.domain.region import LineRange
from legendary_git.domain.values import dataclass

_RANGE = compile_late(r"^(?P<path>.+):(?P<first>[0-9]{1,9})(?:-(?P<last>[0-9]{1,9}))?$", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """One entry of a memory's `anchors`, as the file has it.

    `file` is a repo_path. With a `symbol`, `lines` is a hint where it stood; without one, `lines` is the anchored
    range; with neither, the anchor is the whole file. `commit` is HEAD when stamped, `blob` the id of the file's
    content, `content_hash` `<scheme>:<digest>` of the region, `language` and `grammar` what read it. `was` is there
    from when a person moved the anchor to code that is not proved to be the same until one says that the memory holds.
    """

    file: str
    symbol: str | None = None
    lines: LineRange | None = None
    commit: str | None = None
    blob: str | None = None
    content_hash: str | None = None
    language: str | None = None
    grammar: str | None = None
    was: Was | None = None

    @property
    def spec(self) -> str:
        """The anchor as a person writes it: `PATH`, `PATH:START-END` or `PATH::Symbol`."""
        return str(AnchorSpec(self.file, self.symbol, self.lines))

    @property
    def is_stamped(self) -> bool:
        """Whether it says what it was about; one that a person wrote may name the place alone."""
        return any(said is not None for said in (self.commit, self.blob, self.content_hash))

    @property
    def scheme(self) -> str | None:
        """The scheme of `content_hash`, the part before the colon."""
        return self.content_hash.partition(":")[0] if self.content_hash else None


@dataclass(frozen=True, slots=True)
class Was:
    """What an anchor was when its memory last held for certain, and the commit since which it does not, if any."""

    anchor: Anchor
    since: str | None = None


@dataclass(frozen=True, slots=True)
class AnchorSpec:
    """What a person asked to be anchored, not yet resolved against any code."""

    path: str
    symbol: str | None = None
    lines: LineRange | None = None

    def __str__(self) -> str:
        if self.symbol is not None:
            return f"{self.path}::{self.symbol}"
        return self.path if self.lines is None else f"{self.path}:{self.lines}"


def parse_spec(text: str, is_file: Callable[[str], bool]) -> AnchorSpec | None:
    """Read `PATH`, `PATH:LINE`, `PATH:START-END`, `PATH::Symbol` or `PATH#Symbol`.

    A path may itself hold `:` or `#`; the longest reading whose path is a file wins, so that every file can be
    named. Where no reading names a file, the one that the separators suggest is given, so that the error names
    the path that was meant. None: the text is empty or its line range is not one (0, or ends before it starts).
    """
    readings = _readings(text)
    if (spec := next((spec for spec in readings if is_file(spec.path)), None)) is not None:
        return spec
    found = _RANGE.match(text)
    is_wrong = found is not None and _range(found) is None and ("::" not in found["path"] or is_file(found["path"]))
    return None if is_wrong or not readings else readings[-1]


def _range(found: re.Match[str]) -> LineRange | None:
    first = int(found["first"])
    last = int(found["last"] or first)
    return LineRange(first, last) if 1 <= first <= last else None


def _readings(text: str) -> list[AnchorSpec]:
    readings = [AnchorSpec(text)] if text else []
    found = _RANGE.match(text)
    if found is not None and (lines := _range(found)) is not None:
        readings.append(AnchorSpec(found["path"], lines=lines))
    for path, separator, symbol in (text.rpartition("#"), text.partition("#"), text.partition("::")):
        if separator and path and symbol:
            readings.append(AnchorSpec(path, symbol=symbol))
    return readings
