"""Whether an error's text is a good trigger: one that comes back with the error, and with nothing else."""

from __future__ import annotations

import re
from enum import StrEnum

from legendary_git.domain.masking import Masked, mask
from legendary_git.domain.terminal_text import plain_text
from legendary_git.domain.tool_lines import ToolLine, ToolLines
from legendary_git.domain.values import dataclass
from legendary_git.domain.volatile import Kind
from legendary_git.domain.word_counts import WordCounts, split_words

LEAST_CHARACTERS = 10
LEAST_BITS = 8.0
"""One word that tools hardly ever print has more, the headings of failure reports less: docs/benchmarks.md."""
LEAST_QUOTED_BITS = 3.5
"""Enough where a name stands in quotes, though it be a common word: `KeyError: 'name'` has nothing better to offer."""
LEAST_BITS_BESIDE_FILE = 1.2
"""Of the words beside a file's name, which says what about, whatever its own words are: `Python.h: No such file`. A
place in a file and `error` have less."""
_NAMING_BITS = 3.0
LONG, LONGEST = 300, 1000
_MOST_TRIED = 20
"""Of many lines those are examined that have the most bits."""
EXAMPLE = "sqlite3.OperationalError: database is locked"

_TEST = re.compile(
    r"(?<![A-Za-z0-9])test_\w{1,200}|(?<![A-Za-z0-9_])Tests?[A-Z]\w{0,200}|[a-z0-9]Tests?(?![a-z0-9])"
    r"|[a-z0-9_](?:\.test|\.spec)\.[a-z]{2,4}|_(?:test|spec)\.[a-z]{2,4}(?!\w)|(?<![a-z])tests?(?:::|/)"
    r"|(?m:^)\s{0,20}(?:(?:not ok|ok) \d|[\u25cf\u2715\u00d7] |test .{1,200} \.\.\. )"
)
_QUOTED_NAME = re.compile(r"(['\"`])[A-Za-z@./][^'\"`\n]{0,100}\1")
_FILE_NAME = re.compile(
    r"(?<![\w.])[\w+@-]{1,100}\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx|m|o|a|so|dll|dylib|lib|py|pyi|pyx|whl|js|jsx|mjs|cjs|ts|tsx|vue"
    r"|css|scss|json|jsonc|toml|ya?ml|lock|ini|cfg|conf|env|xml|html?|md|rst|txt|csv|sql|db|sqlite3?|proto|sh|bash|ps1|rb|php"
    r"|pl|pm|go|mod|sum|rs|java|jar|class|kts?|swift|cs|csproj|sln|dart|exs?|lua|r|tf|cmake|mk|gradle|properties|pem|key|crt"
    r"|log|zip|gz|tgz|tar|png|svg)(?![\w.]\w|\w)",
    re.IGNORECASE,
)
_ERROR_NAME = re.compile(r"(?<![\w.])(?:[\w.]{0,120}(?:Error|Exception|Warning)|E[A-Z]{3,15}|SIG[A-Z]{3,6})(?!\w)")
"""`java.lang.NullPointerException`, `ENOENT`, `SIGSEGV`: what kind of error it is, not what about."""


class Refusal(StrEnum):
    """Why a text is no trigger."""

    EMPTY = "empty"
    LINES = "lines"
    LONG = "long"
    VOLATILE = "volatile"
    SHORT = "short"
    COMMON = "common"
    PRINTED = "printed"


class Caution(StrEnum):
    """Why a trigger may not fire again, or fire too often."""

    TEST = "test"
    LINE = "line"
    PATH = "path"
    GENERIC = "generic"
    LONG = "long"


_REFUSED = {
    Refusal.EMPTY: "it is empty",
    Refusal.LINES: "it has several lines, and output between them would keep it from being found",
    Refusal.LONG: f"it has more than {LONGEST} characters",
    Refusal.VOLATILE: "nothing is left of it but parts that change from run to run",
    Refusal.SHORT: "it is too short: one word, or a few characters, stands in too many outputs",
    Refusal.COMMON: "it has only words that most failures print",
    Refusal.PRINTED: "it is a line that tools print",
}
_CAUTIONED = {
    Caution.TEST: "it names a test, and fires only when that test fails again; the error's own line fires for all",
    Caution.LINE: "it holds a line number; any number in its place is taken for the same error",
    Caution.PATH: "it holds a path of this machine; its folders are not compared",
    Caution.GENERIC: "it says what kind of error, not what about; it fires on every error of that kind",
    Caution.LONG: f"it has more than {LONG} characters; a terminal may break it, and it is not found then",
}


@dataclass(frozen=True)
class TriggerReport:
    """What is to be said of a trigger. `bits`: how rare its telling words are in the output of tools."""

    masked: Masked
    bits: float
    refusal: Refusal | None = None
    cautions: tuple[Caution, ...] = ()
    better: str = EXAMPLE
    """A good one: the most telling of the lines that were given, or else an example."""
    printed: ToolLine | None = None
    """The line of a tool that it stands in."""

    @property
    def accepted(self) -> bool:
        """Whether it may be stored."""
        return self.refusal is None

    def reasons(self) -> tuple[str, ...]:
        """Why it is refused, or what it is warned about, as clauses whose subject is the trigger."""
        if self.printed is not None and self.refusal in (Refusal.COMMON, Refusal.PRINTED):
            return (self.printed.reason(),)
        return (_REFUSED[self.refusal],) if self.refusal else tuple(_CAUTIONED[caution] for caution in self.cautions)

    def advice(self) -> str:
        """What to write instead of a refused one."""
        if self.better != EXAMPLE:
            return f"give the most telling line, or each as a trigger of its own: {self.better}"
        return f"copy the line that says what went wrong with what, as in this example: {EXAMPLE}"


def examine_trigger(text: str, counts: WordCounts, lines: ToolLines) -> TriggerReport:
    """Judges a trigger by its text alone. Blank space round it, and a line break at its end, do not matter."""
    masked = mask(plain_text(text).strip())
    telling = counts.telling(split_words(masked.form))
    bits = sum(telling.values())
    kinds = set(split_words(" ".join(_ERROR_NAME.findall(masked.form))))
    rare = bits >= LEAST_BITS and any(worth >= _NAMING_BITS for word, worth in telling.items() if word not in kinds)
    names_file = _names_file(masked.plain, counts)
    printed = lines.find(masked.plain) if len(masked.plain) <= LONGEST else None
    refusal = _refusal(masked, bits, printed, names_file)
    if refusal is Refusal.LINES:
        return TriggerReport(masked, bits, refusal, better=_most_telling(masked.plain, counts, lines))
    return TriggerReport(
        masked, bits, refusal, () if refusal else tuple(_cautions(masked, rare or names_file)), printed=printed
    )


def _refusal(masked: Masked, bits: float, printed: ToolLine | None, names_file: bool) -> Refusal | None:
    least = LEAST_QUOTED_BITS if _QUOTED_NAME.search(masked.plain) else LEAST_BITS
    words = split_words(masked.form)
    checks = (
        (Refusal.EMPTY, not masked.plain),
        (Refusal.LINES, "\n" in masked.plain),
        (Refusal.LONG, len(masked.plain) > LONGEST),
        (Refusal.VOLATILE, bool(masked.spans) and not words),
        (Refusal.SHORT, len(masked.plain) < LEAST_CHARACTERS or len(words) < 2 > len(masked.spans)),
        (Refusal.COMMON, bits < least and not names_file),
        (Refusal.PRINTED, printed is not None),
    )
    return next((refusal for refusal, holds in checks if holds), None)


def _names_file(plain: str, counts: WordCounts) -> bool:
    """Whether a file is named, and something is said of it."""
    beside, files = _FILE_NAME.subn(" ", plain)
    return files > 0 and sum(counts.telling(split_words(mask(beside).form)).values()) >= LEAST_BITS_BESIDE_FILE


def _cautions(masked: Masked, names: bool) -> list[Caution]:
    kinds = {span.kind for span in masked.spans}
    checks = (
        (Caution.TEST, _TEST.search(masked.plain) is not None),
        (Caution.LINE, Kind.LINE in kinds),
        (Caution.PATH, bool(kinds & {Kind.PATH, Kind.TEMPORARY})),
        (Caution.GENERIC, not names),
        (Caution.LONG, len(masked.plain) > LONG),
    )
    return [caution for caution, holds in checks if holds]


def _most_telling(plain: str, counts: WordCounts, tools: ToolLines) -> str:
    """Of the lines that would be a trigger the one with the most bits, of equals the first; of none the example."""
    lines = [line.strip() for line in plain.split("\n") if line.strip()]
    bits = {line: sum(counts.telling(split_words(mask(line).form)).values()) for line in lines}
    best = sorted(bits, key=lambda line: -bits[line])[:_MOST_TRIED]
    return next((line for line in best if examine_trigger(line, counts, tools).accepted), EXAMPLE)
