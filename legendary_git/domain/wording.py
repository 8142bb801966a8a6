"""What the words of a memory give away: a passing state, a guess, a fact that ends one day, a rule that is too wide.

Words in code, in quotation marks and in quoted lines are not the author's and give nothing away. Only English is known;
in other languages nothing is found, which refuses nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Sign(StrEnum):
    """What a text is besides what it says."""

    PASSING = "passing"
    """The state of the work just now: it is over before anybody reads it."""
    GUESS = "guess"
    DATED = "dated"
    """A fact about the world outside that will be another one some day."""
    BROAD = "broad"
    """A rule for more than the repository that it is kept in."""


@dataclass(frozen=True, slots=True)
class Clue:
    """The words that give something away, as they stand in the text."""

    sign: Sign
    words: str


def find_clues(text: str) -> tuple[Clue, ...]:
    """What the text gives away, in the order in which it stands there; the same words once."""
    said = _QUOTED.sub(" … ", _LINES.sub(" … ", text))
    found = sorted((match.start(), Clue(sign, _shown(match[0]))) for sign, match in _matches(said))
    return tuple(dict.fromkeys(clue for _, clue in found))


def _matches(said: str) -> Iterator[tuple[Sign, re.Match[str]]]:
    for sign, pattern in _PATTERNS.items():
        yield from ((sign, match) for match in pattern.finditer(said))


def _shown(words: str) -> str:
    return " ".join(words.split()).strip(" .,:;")


_LINES = re.compile(
    r"^(?P<fence>```|~~~).*?^(?P=fence)[^\n]*$|^ {0,3}>[^\n]*$|^(?: {4}|\t)[^\n]*$", re.MULTILINE | re.DOTALL
)
_QUOTED = re.compile(r"`+[^`]*`+|\"[^\"\n]{1,200}\"|“[^”\n]{1,200}”|(?<!\w)'[^'\n]{1,200}'(?!\w)")

_PARTS = {
    "RUN": "tests?|test suite|suite|build|ci|pipeline|deploy(?:ment)?|job|main|master|branch|lint(?:er)?|migration",
    "BROKEN": "failing|broken|red|down|blocked|flaky",
    "NOW": "right now|at the moment|currently|for now|still|today|as we speak|at present",
    "YEAR": r"(?:19|20)\d\d",
    "MONTH": "(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*",
    "VERSION": r"v\d+(?:\.\d+)*",
    "ALL": "(?:all|every|any|each)(?: of)?(?: our| my| the)?(?: other)?",
    "CURRENT": "latest|newest|most recent|current",
}

# Each line is one way to say it; `<NAME>` is any of the parts above.
_WAYS = {
    Sign.PASSING: r"""
        ^\W*(?:todo|fixme|wip)(?=\s*[-:–—(]|\s*$)
        ^\W*(?:work in progress|next steps?|blocked on|in progress)\b
        \b(?:todo|fixme)\s*:
        \bcurrently <BROKEN>\b
        \b<RUN> (?:is|are) (?:<NOW> )?<BROKEN>(?: <NOW>)?(?=\s*(?:[.,;!]|$|since\b|because\b|on\b|after\b))
        \b<NOW>,? (?:the |our )?<RUN> (?:is|are|fails?)\b
        \b(?:i|we) (?:still )?(?:need|have) to (?:fix|finish|add|write|check|look|clean|update|remove)\b
        \b(?:i|we) (?:still )?(?:need|have) to (?:investigate|implement)\b
        \b(?:still|yet) to be (?:done|fixed|written|implemented|decided)\b
        \b(?:i am|i'm|we are|we're) (?:currently |still |now )?(?:working|debugging|looking)\b
        \b(?:i am|i'm|we are|we're) (?:currently |still |now )?(?:investigating|waiting|trying)\b
        \b(?:will|going to|gonna|i'll|we'll) (?:fix|finish|do|look at|continue|clean up|revisit) (?:this|that|it)\b
        \b(?:will|going to|gonna|i'll|we'll) get back to (?:this|that|it)\b
        \b(?:pick|picking) (?:this|it) up (?:again )?(?:tomorrow|later|next)\b
        \bremember to (?:fix|finish|push|commit|rerun|re-run|merge|ask|tell|remove)\b
        \b(?:tomorrow|this afternoon|this morning|tonight|later today|next week)\b
    """,
    Sign.GUESS: r"""
        \b(?:probably|presumably|supposedly|perhaps|maybe|possibly|apparently|likely)\b(?![\[(<.:_])
        \bi (?:think|guess|believe|suspect|assume|suppose|reckon)\b
        \b(?:my|our) (?:guess|hunch|impression|assumption|theory|hypothesis)\b
        (?:\bnot|n't) (?:really |entirely |quite )?(?:sure|certain)\b
        \bunsure\b
        \b(?:seems?|appears?) (?:to|that|like)\b
        \b(?:might|could|may) (?:well )?be (?:because|due|caused|related)\b
        \bmight (?:well )?be (?:that|a|the)\b
        \b(?:afaik|iirc|afaict|imo|imho)\b
    """,
    Sign.DATED: r"""
        \b(?:currently|nowadays|these days|as of (?:now|today|writing)|so far|at present)\b
        \bat the time of writing\b
        \b(?:the )?<CURRENT> (?:stable |lts |major |minor |public )?(?:version|release|api|sdk|model|lts|docs?)\b
        \b(?:the )?<CURRENT> (?:documentation|limit|price|pricing|tag|image)\b
        \b(?:is|are) (?:the )?(?:latest|newest)\b
        \b(?:as of|since|until|in|by|from|effective|before|after) (?:<MONTH>\.?(?: \d{1,2},?)? |q[1-4] )?<YEAR>(?![\w-])
        \b(?:as of|since|until|in|by|from|effective|before|after) <YEAR>-\d\d(?:-\d\d)?(?![\w-])
        \b(?:api|sdk|rest|graphql|protocol) <VERSION>\b
        \b<VERSION> (?:of the )?(?:api|sdk|endpoint|protocol)\b
        \b(?:rate limit|quota|price|pricing|free tier|limit) (?:is|of|at) \$?\d
        \bend[- ]of[- ]life\b
        \b(?:eol|sunset(?:s|ted)?)(?= (?:in|on|by|date|is)\b)
        \b(?:does not|doesn't|do not|don't) (?:yet support|support \S+ yet)\b
        \bnot yet (?:supported|available|released)\b
    """,
    Sign.BROAD: r"""
        \b(?:always|everywhere|universally|as a rule|in all cases|in general)\b
        \bno matter (?:what|which|where)\b
        \b<ALL> (?:projects?|repos?|repositor(?:y|ies)|teams?|services|codebases?|languages?)\b
        \bacross (?:all|the|our) (?:projects|repos|repositories|org(?:anization)?|company|teams)\b
        \b(?:company|org(?:anization)?|team)[- ]wide\b
    """,
}


def _compiled(ways: str) -> re.Pattern[str]:
    for name, part in _PARTS.items():
        ways = ways.replace(f"<{name}>", f"(?:{part})")
    return re.compile("|".join(way.strip() for way in ways.strip().splitlines()), re.IGNORECASE | re.MULTILINE)


_PATTERNS = {sign: _compiled(ways) for sign, ways in _WAYS.items()}
