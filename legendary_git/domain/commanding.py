"""Text in a memory that is meant for an agent to obey, or that nobody sees.

A memory is a note; what it says to do is what its reader may do in the code. Whoever wants more of an agent than that
tells it to forget what it was told, to keep something from its user, or to send something away; speaks as its host
does; or writes where people do not look. Notes about prompts, agents and tokens are ordinary: most orders count only
where a sentence begins with them, or says `you`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from legendary_git.domain.commanding_tongues import PARTS as TONGUE_PARTS
from legendary_git.domain.commanding_tongues import TONGUES
from legendary_git.domain.commanding_ways import CLAIMS, ORDERS, RUNS, join_ways
from legendary_git.domain.lookalikes import read_lookalikes
from legendary_git.domain.patterns import compile_late
from legendary_git.domain.unseen import find_unseen, name_of, without_unseen
from legendary_git.domain.values import dataclass

_COMMENT = re.compile(r"<!--|^\[(?://|comment|_)[\w ]{0,20}\]:[ ]", re.MULTILINE)
_MARK = re.compile(
    r"<!--[ ]?(?:/?toc(?:[ ][\w=:.-]{1,30}){0,4}|tocstop|omit (?:in|from) toc|more|prettier-ignore(?:-start|-end)?"
    r"|start doctoc generated toc please keep comment here to allow auto update|end doctoc[\w ]{0,60}"
    r"|(?:markdownlint|eslint|stylelint|remark|textlint|lint|rumdl|proselint|vale|alex|cspell|spell-?checker|codespell"
    r"|mdformat|dprint|biome)[-: ]{1,2}(?:disable|enable|ignore|off|on|skip|start|end|words)[\w-]{0,20}"
    r"(?:[ ][\w/.,:=-]{1,40}){0,4})?[ ]?-->",
    re.IGNORECASE,
)
"""A comment that a tool for markdown writes or obeys, whole: a mark of a table of contents, a linter's directive."""
_NOT_TO = re.compile(
    r"\b(?:do not|don't|never|must not|avoid|instead of|rather than)"
    r"(?: (?:use|run|pipe|install|execute|trust|using|running|piping|with|via|by|it|the|a)){0,4} $",
    re.IGNORECASE,
)
"""What stands before a download that nobody is to run."""
_CODE = re.compile(r"`[^`\n]*`")
_BREAK = re.compile(r"\n[ \t]*(?:\n|[-*+#>|]|\d{1,2}[.)] |[A-Z][a-z])")
"""Where what follows is no part of the sentence before: an empty line, an item, a heading, a quotation, a capital."""
_SHOWN = 60
_BEFORE = 60
"""Characters looked at before a command, for whether it is forbidden."""
_COMMANDS = compile_late(join_ways(ORDERS), re.IGNORECASE)
_FOREIGN = compile_late(join_ways(TONGUES, TONGUE_PARTS), re.IGNORECASE)
_RUNS = compile_late(join_ways(RUNS), re.IGNORECASE)
_FORGED = compile_late(join_ways(CLAIMS))


@dataclass(frozen=True, slots=True)
class Commanding:
    """What was found: the line (from 1), and why, in words that a reviewer understands."""

    line: int
    why: str


def find_commanding(text: str) -> tuple[Commanding, ...]:
    """What in the text would command an agent, or is hidden from people, by line; a line is told once.

    Words in backticks are code that is talked about, unless somebody is told to run them. Takes time in proportion to
    the text, whatever it is.
    """
    ends = [at for at, char in enumerate(text) if char == "\n"]
    found: dict[int, str] = {}
    for at in find_unseen(text):
        found.setdefault(bisect_right(ends, at - 1), f"a character that nobody sees: {name_of(text[at])}")
    for at, why in _find_words(text):
        found.setdefault(bisect_right(ends, at - 1), why)
    return tuple(Commanding(line + 1, why) for line, why in sorted(found.items()))


def _find_words(text: str) -> Iterator[tuple[int, str]]:
    seen, places = read_lookalikes(*without_unseen(text))
    bare = _CODE.sub(lambda code: " " * len(code[0]), seen)
    for comment in _COMMENT.finditer(bare):
        if _MARK.match(bare, comment.start()):
            continue
        yield places[comment.start()], "a comment that is not shown where markdown is"
    for claim in _FORGED.finditer(bare):
        yield places[_first(claim)], f"`{_shorten(claim[0])}` is what a host or this program says, not a note"
    for pattern, words in ((_COMMANDS, bare), (_FOREIGN, bare), (_RUNS, seen)):
        flat, at = _flatten(words)
        for command in pattern.finditer(flat):
            if command[0].startswith(("curl", "wget")) and _NOT_TO.search(
                flat[max(command.start() - _BEFORE, 0) : command.start()]
            ):
                continue
            yield places[at[_first(command)]], f"`{_shorten(command[0])}` reads as an order to an agent"


def _flatten(text: str) -> tuple[str, list[int]]:
    """Its lines joined to paragraphs, without emphasis, one blank for many; and where each character was."""
    breaks = {match.start() for match in _BREAK.finditer(text)}
    chars: list[str] = []
    places: list[int] = []
    for at, char in enumerate(text):
        if char in "*_~":
            continue
        char = "\n" if at in breaks else " " if char.isspace() else char
        if char == " " and chars and chars[-1] in " \n":
            continue
        chars.append(char)
        places.append(at)
    return "".join(chars), places


def _first(match: re.Match[str]) -> int:
    """Where what was found begins, behind the end of the sentence before."""
    told = match[0].lstrip(" \n.,!?:;>|)\"'\u201c\u3002\u3001\u300c\u2014\u2013-")
    return match.end() - len(told) if told else match.start()


def _shorten(text: str) -> str:
    words = " ".join(text.split()).lstrip(" .,!?:;>|)\"'\u201c\u3002\u3001\u300c\u2014\u2013-")
    return words if len(words) <= _SHOWN else f"{words[: _SHOWN - 1]}…"
