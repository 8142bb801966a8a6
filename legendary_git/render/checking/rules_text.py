"""What each rule means, why it matters, and what to do: the same for `--explain`, the documentation and SARIF."""

from __future__ import annotations

from legendary_git.domain.values import dataclass
from legendary_git.domain.verdict import Reason
from legendary_git.usecases.checking.finding import Gap
from legendary_git.usecases.checking.rules import Rule
from legendary_git.usecases.lacks import Lack


@dataclass(frozen=True, slots=True)
class RuleText:
    """`short` is one clause; `meaning` says what was found and why it matters; `todo` are the ways to resolve it."""

    short: str
    meaning: str
    todo: tuple[str, ...]


TEXTS = {
    Rule.ORPHANED: RuleText(
        "the code of a memory is gone",
        "The file, symbol or lines that the memory is anchored to are gone, and nothing proves what became of them."
        " A memory that nobody can hold against code cannot be believed, and is not told to agents.",
        (
            "git memory reanchor {id} --to PLACE   # where the code is now",
            "git memory deprecate {id} --reason TEXT   # if the memory went with it",
        ),
    ),
    Rule.INVALID: RuleText(
        "a memory file cannot be read as one",
        "The file in .legendary/memories is not what docs/format.md says, or it is a symbolic link, or a merge has left"
        " it in conflict. Nobody is told what it says until it is mended; every other memory goes on working. In what a"
        " change wrote, a value that means nothing (`expires: soon`) is told as well: the memory is read, without it;"
        " and so is an anchor whose stamp does not fit the content that it names.",
        ("mend the file by hand, at the line that is named",),
    ),
    Rule.STALE: RuleText(
        "the code of a memory has changed",
        "The region that the memory is about is not what it was when somebody last said that the memory holds. It may"
        " still: that takes a look.",
        (
            "git memory diff {id}   # what changed",
            "git memory reaffirm {id} --evidence TEXT   # if it still holds",
            "git memory remember … --supersedes {id}   # if something else holds now",
        ),
    ),
    Rule.UNKNOWN: RuleText(
        "nobody can tell whether a memory holds",
        "Evidence is missing: content that is not in this clone, a grammar, a file that parses."
        " Nothing is wrong with the memory, and nothing was verified either.",
        (
            "git fetch --unshallow   # in a shallow clone",
            "git fetch --refetch --no-filter   # in a partial clone (--filter)",
            "git memory doctor   # what is missing",
        ),
    ),
    Rule.CONFLICTED: RuleText(
        "two memories contradict each other",
        "Both are told to agents, marked as conflicted, until somebody says which one holds.",
        (
            "git memory resolve {id} --keep {id}   # if this one holds",
            "git memory resolve {id} --keep {other}   # if the other one does",
        ),
    ),
    Rule.SECRET: RuleText(
        "there is a secret in a memory",
        "A key, token or password stands in the file. It is kept from agents, from the index and from every output; git"
        " keeps it in history.",
        ("cross it out in the file, and revoke it if it was ever committed",),
    ),
    Rule.COMMANDING: RuleText(
        "text in a memory orders an agent about, or is hidden",
        "A memory is a note. What reads as an instruction to an agent, or what markdown does not show to people,"
        " should have been read by a person before an agent reads it.",
        ("say it as a note, or take it out",),
    ),
    Rule.EXPIRED: RuleText(
        "a memory is due for another look",
        "Its author said with `expires` when somebody should see whether it still holds.",
        (
            "git memory reaffirm {id} --evidence TEXT --expires YYYY-MM-DD   # if it holds; or `never`",
            "git memory deprecate {id} --reason TEXT   # if not",
        ),
    ),
    Rule.TRIGGER: RuleText(
        "a trigger brings its memory back never, or with everything",
        "`git memory remember` refuses such triggers; this one was written by hand. It is looked for in the output of"
        " every command that an agent runs.",
        ("write the line that says what went wrong with what, as it was printed",),
    ),
    Rule.DUPLICATE: RuleText(
        "a memory says what another one says",
        "Two memories that say the same grow apart: one is corrected, the other is believed.",
        (
            "delete the newer file, or correct the older one",
            "add `distinct: REASON` to it if it is another one",
        ),
    ),
    Rule.UNCOVERED: RuleText(
        "a memory takes the place of another one without covering it",
        "With the old memory goes what it said about code that the new one is not anchored to.",
        (
            "anchor the new memory to the code that it does not cover",
            "git memory supersede {other} {id}   # where the old one is still active, and covered",
            "correct `supersedes` where it names the wrong one",
        ),
    ),
    Rule.UNVERIFIED: RuleText(
        "nothing could be verified",
        "There are anchors, and not one of them could be judged. The check passes for lack of evidence,"
        " which is not the same as passing.",
        ("git memory doctor   # what is missing", "in CI, check out the history too (fetch-depth: 0)"),
    ),
    Rule.IGNORE: RuleText(
        "a `check_ignore` suspends nothing",
        "It has to name a rule, a reason, and the day until which it holds; only then it does.",
        ("write it as: check_ignore: [{{rule: LG003, reason: TEXT, until: YYYY-MM-DD}}]",),
    ),
}
TODO_UNMARKED = (
    "git memory resolve {other} --keep {id}   # if this one holds",
    "git memory resolve {id} --keep {other}   # if the other one does",
    "add `distinct: REASON` to it if both hold",
)
"""Ways out of a contradiction that nobody has marked: both memories are named."""
_NAME_ANOTHER = "correct `supersedes` where it names the wrong one"
_COVER = "anchor the new memory to the code that it does not cover"
TODO_FOR_GAP = {
    Gap.NO_MEMORY: ("name a memory that there is in `supersedes`, or take it out",),
    Gap.NO_SUCCESSOR: ("name a memory that there is in `superseded_by`, or take it out",),
    Gap.NO_PARTNER: ("name a memory that there is in `conflicts_with`, or take it out",),
    Gap.ITSELF: ("name the other memory in `supersedes`, or take it out",),
    Gap.ACTIVE: ("git memory supersede {other} {id}   # if it does", _NAME_ANOTHER),
    Gap.ACTIVE_UNCOVERED: (
        f"{_COVER}; then: git memory supersede {{other}} {{id}}",
        _NAME_ANOTHER,
    ),
    Gap.UNCOVERED: (_COVER, _NAME_ANOTHER),
}
"""Ways out where a memory cannot stand in the place of another one."""
TODO_ANCHOR_FIRST = "resolve what is found about its anchor first; then it can be reaffirmed"
"""In place of the command that renews a day, where nobody can say that the memory holds."""
TODO_FOR_REASON = {
    Reason.NOT_STAMPED: (
        "git memory reaffirm {id} --evidence TEXT   # if it holds for the code as it is now",
        "git memory reanchor {id} --to PLACE   # if it is about another place",
    ),
    Reason.UNPARSABLE: ("mend what does not parse in the file",),
    Reason.OBJECT_MISSING: (
        "git memory reanchor {id} --to PLACE   # where nobody has it any more: the place of the code now",
        "git memory doctor   # what else may be missing",
    ),
    Reason.TIME_OVER: ("push less at once; how long it may take, legendary.receiveSeconds says on the server",),
    Reason.TOO_MANY_PATHS: ("take away the folders that hold so many files, or such long paths",),
}
"""Ways out of an anchor that nobody can judge, where the reason says more than the rule."""
TODO_FOR_LACK = {
    Lack.HISTORY: f"{Lack.HISTORY.value}   # this clone is shallow; in CI, check out the history too (fetch-depth: 0)",
    Lack.CONTENTS: f"{Lack.CONTENTS.value}   # this clone is partial; in CI, clone without a filter",
}
"""Ways to get what a clone was made without."""
TODO_FOLDER = ("git memory reanchor {id} --to PLACE   # a file that it is about, or a symbol",)
"""Where an anchor is a folder."""
TODO_STAND_IN = "put a file, or a folder, in its place"
"""Where a link, or what else is none, stands in the place of one."""
TODO_MISSING = "git memory doctor   # what is missing"
"""Behind those, or instead of them."""
