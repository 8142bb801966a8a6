"""The plain text of headings: what a reader sees of them."""

from __future__ import annotations

import re

from legendary_git.domain.patterns import compile_late

_CODE = compile_late(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_ESCAPE = compile_late(r"\\([!-/:-@\[-`{-~])")
_IMAGE = compile_late(r"!\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_LINK = compile_late(r"\[([^\]]+)\](?:\([^)]*\)|\[[^\]]*\])")
_TAG = compile_late(r"</?[A-Za-z][^>]*>|<!--.*?-->", re.DOTALL)
_STRONG = compile_late(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_EMPHASIS = compile_late(r"(?<![\w*])([*_])(?=\S)(.+?)(?<=\S)\1(?![\w*])")
_STRUCK = compile_late(r"~~(?=\S)(.+?)(?<=\S)~~")
_TAIL = compile_late(r"(?:\s+#+|\s*\{#[^}\s]+\})\s*\Z")
_KEPT = compile_late("\x00([0-9]+)\x00")

_ROLE = compile_late(r":[\w:.+-]+:`([^`]*)`")
_RST_MARKS = compile_late(r"``(.+?)``|\*\*(.+?)\*\*|(?<!\w)\*(\S.*?)\*(?!\w)|`([^`]+)`_{0,2}")
_TARGET = compile_late(r"\s*<[^>]*>\Z")


def plain_markdown(text: str) -> str:
    """A heading of Markdown without emphasis, links, code ticks, tags, escapes, closing marks and an id in braces."""
    import html  # late: few files have headings

    kept: list[str] = []

    def keep(value: str) -> str:
        kept.append(value)
        return f"\x00{len(kept) - 1}\x00"

    text = _CODE.sub(lambda found: keep(found[2].strip()), _TAIL.sub("", text.replace("\x00", "")))
    text = _ESCAPE.sub(lambda found: keep(found[1]), text)
    text = _TAG.sub("", _LINK.sub(r"\1", _IMAGE.sub(r"\1", text)))
    for marks, number in ((_STRONG, 2), (_EMPHASIS, 2), (_STRUCK, 1)):
        text = marks.sub(rf"\{number}", text)
    return _KEPT.sub(lambda found: kept[int(found[1])], html.unescape(text)).strip()


def plain_rst(text: str) -> str:
    """A title of reStructuredText without roles, targets and inline markup."""
    text = _ROLE.sub(lambda found: _TARGET.sub("", found[1]) or found[1], text)
    text = _RST_MARKS.sub(_marked, text)
    return text.replace("\\", "").strip()


def _marked(found: re.Match[str]) -> str:
    reference = found[4]
    return next(part for part in found.groups() if part) if reference is None else _TARGET.sub("", reference)
