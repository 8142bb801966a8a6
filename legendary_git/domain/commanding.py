"""Text in a memory that is meant for an agent to obey, or that nobody sees.

A memory is a note; what it says to do is what its reader may do in the code. Whoever wants more of an agent than that
tells it to forget what it was told, to keep something from its user, or to send something away, or writes where people
do not look.
"""

from __future__ import annotations

import re
import unicodedata

from legendary_git.domain.values import dataclass

_PARTS = {
    "EARLIER": "(?:previous|prior|above|earlier|all|your|other)",
    "ORDERS": "(?:instructions?|prompts?|rules|guidelines|context)",
    "PRIVATE": r"(?:environment variables|env vars|api keys?|credentials|\.env|ssh keys?|tokens)",
    "PEOPLE": "(?:user|human|developer|operator)s?",
}
_WAYS = r"""
    \b(?:ignore|disregard|forget|override)\b.{0,30}\b<EARLIER>\b.{0,20}\b<ORDERS>\b
    \b(?:new|updated|real|actual) (?:system )?(?:instructions?|prompt) (?:follow|are|is|:)
    \bsystem prompt\b
    \byou are (?:now|no longer) (?:an?|in|the)\b
    \b(?:do not|don't|never) (?:tell|inform|mention|reveal|show|ask|warn)\b.{0,30}\b<PEOPLE>\b
    \bwithout (?:asking|telling|informing) (?:the )?(?:user|human|anyone|anybody)\b
    \b(?:send|post|upload|exfiltrate|forward)\b.{0,60}\b(?:https?://|to (?:this|the following) (?:url|address|server))
    \b(?:curl|wget)\b[^\n|]{0,120}\|\s*(?:sudo )?(?:ba|z|da)?sh\b
    \b(?:print|output|reveal|read out|leak)\b.{0,30}\b<PRIVATE>\b
    </?(?:system|instructions?|user|assistant|human|tool_result|function_results)\b[^<>\n]{0,40}>
    \b(?:as|since you are) an? (?:ai|llm|language model|assistant)\b.{0,40}\b(?:must|should|always|will)\b
"""


def _compiled() -> re.Pattern[str]:
    ways = _WAYS
    for name, part in _PARTS.items():
        ways = ways.replace(f"<{name}>", part)
    return re.compile("|".join(way.strip() for way in ways.strip().splitlines()), re.IGNORECASE)


_COMMANDS = _compiled()
_COMMENT = re.compile(r"<!--(.{0,2000}?)(?:-->|\Z)", re.DOTALL)
_CODE = re.compile(r"`[^`\n]*`")
_PLAIN = re.compile(r"[\n\t\r -~]*")
_HIDING = frozenset({"Cf", "Cc", "Co", "Cn"})
_ORDINARY = frozenset("\n\t\r\u200c\u200d\ufeff")
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Commanding:
    """What was found: the line (from 1), and why, in words that a reviewer understands."""

    line: int
    why: str


def find_commanding(text: str) -> tuple[Commanding, ...]:
    """What in the text would command an agent, or is hidden from people, by line; a line is told once.

    Words in backticks are code that is talked about.
    """
    found: dict[int, str] = {}
    for at, character in () if _PLAIN.fullmatch(text) else enumerate(text):
        if character not in _ORDINARY and unicodedata.category(character) in _HIDING:
            name = unicodedata.name(character, f"U+{ord(character):04X}").lower()
            found.setdefault(_line(text, at), f"a character that nobody sees: {name}")
    bare = _CODE.sub(lambda code: " " * len(code[0]), text)
    for comment in _COMMENT.finditer(bare):
        found.setdefault(_line(text, comment.start()), "a comment that is not shown where markdown is")
    for command in _COMMANDS.finditer(bare):
        words = " ".join(command[0].split())
        shown = words if len(words) <= _SHOWN else f"{words[: _SHOWN - 1]}…"
        found.setdefault(_line(text, command.start()), f"`{shown}` reads as an order to an agent")
    return tuple(Commanding(line, why) for line, why in sorted(found.items()))


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
