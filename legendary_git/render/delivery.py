"""A memory as an agent gets it: what it says, and whether the code that it is about is still the same."""

from __future__ import annotations

from legendary_git.domain.judged import JudgedAnchor, JudgedMemory, Since
from legendary_git.domain.memory import MemoryType
from legendary_git.domain.verdict import State
from legendary_git.render.note_lines import VERIFIED, note_lines
from legendary_git.render.quoting import quote_code, quote_subject, unmarked
from legendary_git.render.safe import one_line, safe_name
from legendary_git.render.words import reason_of
from legendary_git.usecases.change import LineChange
from legendary_git.usecases.withheld import WITHHELD

_LONGEST_LINE = 100


def render_delivery(judged: JudgedMemory) -> list[str]:
    """Its name, the verdict, its title, and the body below; of one whose code is gone only the title, as a pointer."""
    memory = judged.memory
    mark = "(conflicted) " if memory.is_conflicted else ""
    body = memory.body if judged.state is not State.ORPHANED else ""
    return note_lines(memory.label, memory.id, f"{mark}{render_state(judged)}".strip(), memory.title, body)


def render_state(judged: JudgedMemory) -> str:
    """The verdict as advice. Nothing is said of what is about no code, and so cannot be verified."""
    worst = next((one for one in judged.anchors if one.verdict.state is judged.state), None)
    return _VERDICTS[judged.state](worst) if worst is not None else ""


def render_change(change: LineChange | None) -> str:
    """What changed, in one line; empty where that is not known."""
    if change is None:
        return ""
    return f"changed: {_quoted(change.before)} -> {_quoted(change.after)}"


def _quoted(line: str) -> str:
    text = one_line(line)
    return quote_code(text if len(text) <= _LONGEST_LINE else f"{text[: _LONGEST_LINE - 1]}…") if text else "nothing"


def _fresh(_: JudgedAnchor) -> str:
    return VERIFIED


def _stale(one: JudgedAnchor) -> str:
    return f"[stale{_since(one)}: verify before trusting]"


def _orphaned(one: JudgedAnchor) -> str:
    gone = f"{unmarked(safe_name(one.anchor.spec))} is gone"
    return f"[orphaned: {gone}, not fresh{_since(one)}]" if one.went_on else f"[orphaned{_since(one)}: {gone}]"


def _unknown(one: JudgedAnchor) -> str:
    return f"(not verified: {unmarked(reason_of(one))})"


_VERDICTS = {State.FRESH: _fresh, State.STALE: _stale, State.ORPHANED: _orphaned, State.UNKNOWN: _unknown}


def _since(one: JudgedAnchor) -> str:
    since: Since | None = one.since
    if one.uncommitted:
        return " by changes that are not committed"
    if since is None:
        return ""
    subject = "" if since.subject == WITHHELD else f" {quote_subject(since.subject)}"
    return f" since {since.at[:10]}, {since.commit[:7]}{subject}"


def render_reach(judged: JudgedMemory) -> str:
    """Where a memory holds, and when it comes back by itself."""
    memory = judged.memory
    scope = memory.front.get("scope", "")
    where = _SCOPES.get(str(scope), f"within {safe_name(str(scope).removeprefix('path:'))}")
    files = [safe_name(path) for path in dict.fromkeys(one.anchor.file for one in judged.anchors)]
    when = [f"{_some(files)} is opened"] if files else []
    if memory.type is MemoryType.EPISODE or memory.triggers:
        when.append(f"`{one_line(memory.triggers[0])}` is seen again" if memory.triggers else "")
    told = " or ".join(filter(None, when))
    return f"holds {where}; " + (f"comes back when {told}" if told else "is found by recall alone: it has no anchor")


_SCOPES = {"": "in this repository", "repo": "in this repository", "global": "everywhere"}
_SOME = 3


def _some(names: list[str]) -> str:
    shown = names[:_SOME]
    if len(names) > _SOME:
        return f"{', '.join(shown)} and {len(names) - _SOME} more"
    return " or ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))
