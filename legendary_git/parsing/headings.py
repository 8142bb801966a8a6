"""The plain text of headings: what a reader sees of them."""

from __future__ import annotations

import html
import re

_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_IMAGE = re.compile(r"!\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_LINK = re.compile(r"\[([^\]]+)\](?:\([^)]*\)|\[[^\]]*\])")
_TAG = re.compile(r"</?[A-Za-z][^>]*>|<!--.*?-->", re.DOTALL)
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_EMPHASIS = re.compile(r"(?<![\w*])([*_])(?=\S)(.+?)(?<=\S)\1(?![\w*])")
_STRUCK = re.compile(r"~~(?=\S)(.+?)(?<=\S)~~")
_TAIL = re.compile(r"(?:\s+#+|\s*\{#[^}\s]+\})\s*\Z")
_KEPT = re.compile("\x00([0-9]+)\x00")

_ROLE = re.compile(r":[\w:.+-]+:`([^`]*)`")
_RST_MARKS = re.compile(r"``(.+?)``|\*\*(.+?)\*\*|(?<!\w)\*(\S.*?)\*(?!\w)|`([^`]+)`_{0,2}")
_TARGET = re.compile(r"\s*<[^>]*>\Z")


def plain_markdown(text: str) -> str:
    """A heading of Markdown without emphasis, links, code ticks, tags, escapes, closing marks and an id in braces."""
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
