"""Two versions of some code beside each other, or one below the other where there is no room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from rich.console import Console
from rich.text import Text

from legendary_git.domain.token_diff import Line, Piece, Row, compare_texts
from legendary_git.render.safe import safe

_NARROWEST = 60
"""Below this many columns a side would have less room than most lines need."""
_CONTEXT = 3
_MOST_ROWS = 100
_BAR = " | "
_TAB = "    "
_HANG = "  "


class Page:
    """A terminal `width` columns wide; without colours what changed is marked `[-so-]` and `{+so+}`, as git does it."""

    def __init__(self, width: int, *, coloured: bool) -> None:
        self.width = max(width, 20)
        self._coloured = coloured
        self._console = Console(
            file=StringIO(),
            width=self.width,
            height=25,  # rich takes any terminal that calls itself dumb for 80 columns wide, unless it has both
            force_terminal=coloured,
            color_system="standard" if coloured else None,
            no_color=not coloured,
            highlight=False,
            markup=False,
            emoji=False,
            legacy_windows=False,
        )

    def wrap(self, text: str, style: str = "", indent: str = "") -> list[str]:
        """A text of several lines, wrapped; each line begins with `indent`."""
        lines: list[Text] = []
        for line in safe(text).expandtabs(4).split("\n"):
            styled = Text(line, style=style if self._coloured else "")
            lines += self._folded(styled, self.width - len(indent), hang="")
        return self._printed(Text.assemble(indent, line) for line in lines)

    def compare(self, before: str, after: str, headings: tuple[str, str]) -> list[str]:
        """The two texts with what changed marked; what is alike far from any change is left out."""
        rows = list(_shortened(compare_texts(before, after)))
        if self.width < _NARROWEST:
            return self._stacked(rows, headings)
        room = (self.width - len(_BAR)) // 2
        lines = [self._beside(Text(headings[0]), Text(headings[1]), room)]
        for row in rows:
            if isinstance(row, str):
                lines.append([Text(row)])
            else:
                lines.append(self._beside(self._marked(row.before, "-"), self._marked(row.after, "+"), room))
        return self._printed(line for some in lines for line in some)

    def _stacked(self, rows: Sequence[Row | str], headings: tuple[str, str]) -> list[str]:
        lines: list[Text] = []
        for number, heading in enumerate(headings):
            lines += self._folded(Text(f"{heading}:"), self.width)
            for row in rows:
                line = row if isinstance(row, str) else (row.before, row.after)[number]
                if isinstance(line, str):
                    lines.append(Text(line))
                elif line is not None:
                    lines += self._folded(self._marked(line, "-+"[number]), self.width)
        return self._printed(lines)

    def _beside(self, left: Text, right: Text, room: int) -> list[Text]:
        columns = [self._folded(left, room), self._folded(right, room)]
        count = max(map(len, columns))
        for lines in columns:
            lines += [Text()] * (count - len(lines))
        return [self._joined(one, other, room) for one, other in zip(*columns, strict=True)]

    def _joined(self, left: Text, right: Text, room: int) -> Text:
        padding = " " * max(room - left.cell_len, 0)
        return Text.assemble(left, padding, _BAR, right)

    def _marked(self, line: Line | None, sign: str) -> Text:
        if line is None:
            return Text()
        return Text.assemble(*(self._piece(piece, sign) for piece in line.pieces))

    def _piece(self, piece: Piece, sign: str) -> Text | str:
        shown = safe(piece.text).replace("\t", _TAB)
        if not piece.is_changed:
            return shown
        if not self._coloured:
            return f"[-{shown}-]" if sign == "-" else f"{{+{shown}+}}"
        colour = "bold red" if sign == "-" else "bold green"
        return Text(shown, style=colour if shown.strip() else f"{colour} reverse")

    def _folded(self, text: Text, room: int, hang: str = _HANG) -> list[Text]:
        """Cut at blanks, or where the room ends if there is none; what goes on is indented a little more, by `hang`."""
        if text.cell_len <= room:
            return [text]
        depth = min(len(text.plain) - len(text.plain.lstrip(" ")), room // 2)
        lines = text[depth:].wrap(self._console, room - depth - len(hang), overflow="fold")
        for line in lines:
            line.rstrip()
        return [Text.assemble(text[:depth], hang if number else "", line) for number, line in enumerate(lines)]

    def _printed(self, lines: Iterable[Text]) -> list[str]:
        with self._console.capture() as captured:
            for line in lines:
                self._console.print(line, no_wrap=True, overflow="ignore", crop=False, soft_wrap=True)
        return [line.rstrip() for line in captured.get().split("\n")[:-1]]


def _shortened(rows: Sequence[Row]) -> Iterator[Row | str]:
    """The rows that are near to a change, and a line for each run that is left out."""
    near = {
        close
        for place, row in enumerate(rows)
        if row.is_changed
        for close in range(place - _CONTEXT, place + _CONTEXT + 1)
    }
    skipped, shown = 0, 0
    for place, row in enumerate(rows):
        if shown >= _MOST_ROWS:
            yield f"... {_lines(len(rows) - place + skipped)} more"
            return
        if place not in near:
            skipped += 1
            continue
        if skipped:
            yield f"... {_lines(skipped)} alike"
            skipped = 0
        shown += 1
        yield row
    if skipped:
        yield f"... {_lines(skipped)} alike"


def _lines(count: int) -> str:
    return f"{count} line{'s' if count != 1 else ''}"
