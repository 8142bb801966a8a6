"""Whether a line says that something went wrong, or only speaks of it, by what stands before the error's text.

`E   OperationalError: …`, `12:01:05 ERROR shop | …` and `src/db.c:12:5: error: …` report one; `ok 3 - a database that
is locked …`, `* Fix "…"`, `+…` of a diff and `title: …` do not. What may stand before an error is

- nothing but blanks, crosses and box lines;
- times and numbers (`2026-11-30 10:15:02,123`, `#7 0.53`), but not those of a list (`1. …`) or a commit;
- levels (`ERROR`, `[error]`, `E`, `npm ERR!`, `Caused by:`);
- places and names with what ends them (`src/db.c:12:5:`, `make[1]: ***`, `worker_1 |`, `level=error`, `"msg":`), unless
  the name is that of a field (`title:`) or says that all is well (`handled:`, `0 errors:`, `INFO`).

A sign of its own (`-`, `*`, `>`, `|`, `#`, `//`, a quote) may stand behind these, never first: there it is that of a
list, a comment, a quotation, a table or a diff.
"""

from __future__ import annotations

import re

_LONGEST = 400
_CROSSES = re.compile(
    r"[\u2500-\u257f\u2715-\u2718\u00d7\u274c\u274e\u25cf\u26a0\ufe0f\u2a2f\u203c\u25b6!\x1a]+|\*{3,}|=+>|-+>|={2}\d+={2,}"
)
"""Signs that may stand first: what draws boxes, crosses and exclamation marks, the mark of a masked part."""
_SIGNS = re.compile(r"(?:[^\w]|[\d_])+|[\dTZ:.,+/_-]*\d[\dTZ:.,+/_-]*")
"""Numbers, times, bars, bullets, crosses."""
_LABEL = re.compile(
    r"(?P<sign>[\"'`])\S{1,80}(?P=sign),?|\S{0,120}[:|\]>)}]|[\[{]\S{0,120}|\S{1,80}=\S{0,80}|\S{1,120}:\d{1,7}"
)
"""A name, a place or a level with what ends it: `make[1]:`, `src/db.c:12:5:`, `[ERROR]`, `worker_1|`, `level=error`."""
_LISTED = re.compile(r"\d{1,2}\.|\[[xX]?\]|[a-z]\)")
"""Beginnings of an entry: `1.`, `[x]`, `a)`."""
_COMMIT = re.compile(
    r"\s*(?:\[(?!(?:client|job|pid|process|thread|tid|worker|[A-Z]+) )[^\]\s]{1,100}(?: \(root-commit\))? "
    r"(?:[0-9a-f]{7,40}|\x1a)\]|(?=[0-9]{0,39}[a-f])[0-9a-f]{7,40}\s)"
)
"""A commit as git names one: `[main 1a2b3c4]`, `1a2b3c4 Subject`."""
_CODE = re.compile(r"!\(\W*$|\b(?:error|fail|fatal|log|panic|print|println|printf|puts|warn|write)\w*\(\W*$")
"""A call in a source file whose argument the text is."""
_KEY = re.compile(r"([\w-]+)[\"']:[^:]*$")
_VALUES = re.compile(r":[\"'](\w+)[\"']")
"""The last key, and the values, of JSON without blanks."""
_LEVEL_TEXT = """
abort aborted alert caused crashed crit critical denied e emerg err error errors exception f fail failed failure fatal
internal killed line npm panic parse php pnpm refused rejected response runtime severe stderr stdout syntax terminated
thread type uncaught unhandled w warn warning x yarn at by from in on true false null
jan feb mar apr may jun jul aug sep oct nov dec mon tue wed thu fri sat sun am pm utc gmt cet
"""
_LEVELS = frozenset(_LEVEL_TEXT.split())
_SEVERITIES = frozenset({"critical", "error", "fatal", "severe", "warning"})
_GOOD_TEXT = """
debug done dbg example expected fixed help hint i info note notice ok pass passed skip skipped solved success successful
tip todo trace usage v verbose xfail xpass
\N{CHECK MARK} \N{HEAVY CHECK MARK} \N{SQUARE ROOT} \N{WHITE HEAVY CHECK MARK}
"""
_GOOD = frozenset(_GOOD_TEXT.split())
_FIELD_TEXT = """
about abstract acceptance alt answer author body bug bugfix caption changelog chore closes comment commit contributor
description desc docs doc docstring documentation faq feat feature fix fixes gist heading headline issue keyword
keywords label lesson name perf placeholder quote re refactor relates regression remember resolves revert scenario see
snippet solution style subject subtitle summary symptom symptoms tag tags ticket title tldr topic trigger triggers why
workaround
"""
_FIELDS = frozenset(_FIELD_TEXT.split())
"""Names of a document's parts and of kinds of commits: what follows is text about an error."""
_ENDS = frozenset(
    (
        *("done", "fixed", "ok", "pass", "passed", "skip", "skipped", "solved", "success", "successful"),
        *("xfail", "xpass", "\N{CHECK MARK}", "\N{HEAVY CHECK MARK}", "\N{WHITE HEAVY CHECK MARK}"),
    )
)
_SETTLED = frozenset({"fixed", "handled", "ignored", "recovered", "resolved", "solved", "suppressed", "swallowed"})
_NOT = frozenset(["cannot", "can't", "couldn't", "isn't", "never", "no", "not", "wasn't", "without"])
_COUNTS = frozenset({"error", "errors", "failed", "failure", "failures", "warning", "warnings", "exceptions"})
_EDGES = "[](){}<>:|!.,*'\"`"


def begins_error(before: str) -> bool:
    """Whether an error's text begins behind that: at the start of its line, or after what tools put before errors."""
    if len(before) > _LONGEST or _COMMIT.match(before) or _CODE.search(before):
        return False
    words = before.split()
    plain = [word.strip(_EDGES).lower() for word in words]
    if not words:
        return True
    if not _may_begin(words) or _speaks_well(words, plain):
        return False
    fits = [_is_before_errors(word, bare) for word, bare in zip(words, plain, strict=True)]
    return all(fit or _is_source(words, fits, at) for at, fit in enumerate(fits)) and _is_closed(before)


def ends_well(after: str) -> bool:
    """Whether a line says behind the error that all is well: `database is locked … ok`, `… (handled, retrying)`."""
    words = [word.strip(_EDGES + ";-").lower() for word in after[:_LONGEST].split()]
    if not words:
        return False
    if words[-1] in _ENDS:
        return True
    return not _SETTLED.isdisjoint(words) and _NOT.isdisjoint(words)


def has_several_words(form: str) -> bool:
    """Whether a trigger has more than one word, of which it takes two to say anything."""
    return sum(any(char.isalpha() for char in word) for word in form.split()) > 1


def _may_begin(words: list[str]) -> bool:
    """Whether no list, comment, quotation, table or diff begins with these words."""
    first = words[0]
    if _LISTED.fullmatch("".join(words[:2]) if first == "[" else first):
        return False
    if any(char.isalnum() for char in first):
        return first[0] not in "+-*>|~%;#/" or (first[0] in "#/" and first[1].isalnum())
    return first == "[" or _CROSSES.fullmatch(first) is not None


def _speaks_well(words: list[str], plain: list[str]) -> bool:
    """Whether a word says that it is no error, or is the name of a text about one."""
    is_level = False
    for at, (word, bare) in enumerate(zip(words, plain, strict=True)):
        if _is_good(word, bare) or _tells_end(word, bare) or (not is_level and _is_field(word, bare)):
            return True
        if (
            bare in _COUNTS
            and at
            and (plain[at - 1] in ("0", "no", "zero") or (bare[-1] == "s" and words[at - 1] == "\x1a"))
        ):
            return True
        is_level = is_level or bare in ("critical", "err", "error", "fatal", "panic", "severe")
    return False


def _is_good(word: str, bare: str) -> bool:
    key = _KEY.search(word)
    if key is not None:  # `{"ok":false,"error":"`
        return not _GOOD.isdisjoint(_VALUES.findall(word.lower())) or (key[1].lower() in _GOOD and word.endswith('"'))
    return bare in _GOOD or bare.rpartition("=")[2] in _GOOD


def _is_field(word: str, bare: str) -> bool:
    """Whether a label is the name of a document's part or of a kind of commit: `title:`, `fix(db):`."""
    return _name(word, bare) in _FIELDS


def _tells_end(word: str, bare: str) -> bool:
    """Whether a label is a participle that says how it ended: `handled:`, and not `failed:`."""
    name = _name(word, bare)
    return len(name) > 4 and name.endswith("ed") and not name.endswith("eed") and name not in _LEVELS


def _name(word: str, bare: str) -> str:
    """What a label names; empty where the word is none, or names a place."""
    key = _KEY.search(word)
    if key is not None:
        return key[1].lower()
    if "=" in bare:
        return bare.partition("=")[0]
    name = bare.partition("(")[0]
    return name if word.rstrip("\"'`").endswith((":", "=")) and name.isalpha() else ""


def _is_before_errors(word: str, bare: str) -> bool:
    if bare in _LEVELS or _SIGNS.fullmatch(word):
        return True
    return bool(_LABEL.fullmatch(word)) or bare.endswith(("error", "exception"))


def _is_source(words: list[str], fits: list[bool], at: int) -> bool:
    """Whether the word names the machine or the service that a line of a log is from: `10:15:02 host postgres[7]: `."""
    if not all(fits[:at]) or at + 1 >= len(words) or not fits[at + 1]:
        return False
    if words[at + 1] == "|":
        return True
    if at == 0:  # `shop.ledger - ERROR - `
        return words[1] == "-" and len(words) > 2 and words[2].lower() in _SEVERITIES
    return words[at + 1] in ("-", ":") or _SIGNS.fullmatch(words[at - 1]) is not None


def _is_closed(before: str) -> bool:
    """Whether no bracket of prose is open: `(`, of which tools that print errors close theirs first."""
    return before.count("(") <= before.count(")") or before.rstrip().endswith(("Error('", "Exception('", 'Error("'))
