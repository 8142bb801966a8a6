"""A memory as an agent gets it: what it says, and whether the code that it is about is still the same."""

from __future__ import annotations

from legendary_git.domain.judged import JudgedAnchor, JudgedMemory, Since
from legendary_git.domain.memory import MemoryType
from legendary_git.domain.verdict import State
from legendary_git.render.safe import one_line, safe, safe_name
from legendary_git.render.words import name_of, reason_of


def render_delivery(judged: JudgedMemory) -> list[str]:
    """Its name, the verdict, its title, and the body below; of one whose code is gone only the title, as a pointer."""
    memory = judged.memory
    lines = [" ".join(filter(None, (name_of(memory), render_verdict(judged), one_line(memory.title))))]
    body = memory.body.strip("\n")
    if body.strip() and body.strip() != memory.title and judged.state is not State.ORPHANED:
        lines += [f"  {line}".rstrip() for line in safe(body).split("\n")]
    return lines


def render_verdict(judged: JudgedMemory) -> str:
    """The verdict as advice. Nothing is said of what is about no code, and so cannot be verified."""
    worst = next((one for one in judged.anchors if one.verdict.state is judged.state), None)
    if worst is None:
        return "(conflicted)" if judged.memory.is_conflicted else ""
    mark = "(conflicted) " if judged.memory.is_conflicted else ""
    return mark + _VERDICTS[judged.state](worst)


def _fresh(_: JudgedAnchor) -> str:
    return "(verified against current code)"


def _stale(one: JudgedAnchor) -> str:
    return f"[stale {_since(one)}: verify before trusting]"


def _orphaned(one: JudgedAnchor) -> str:
    return f"[orphaned {_since(one)}: {safe_name(one.anchor.spec)} is gone]"


def _unknown(one: JudgedAnchor) -> str:
    return f"(not verified: {reason_of(one)})"


_VERDICTS = {State.FRESH: _fresh, State.STALE: _stale, State.ORPHANED: _orphaned, State.UNKNOWN: _unknown}


def _since(one: JudgedAnchor) -> str:
    since: Since | None = one.since
    if one.uncommitted:
        return "by changes that are not committed"
    if since is None:
        return "since nobody knows when"
    return f'since {since.at[:10]}, {since.commit[:7]} "{one_line(since.subject)}"'


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
