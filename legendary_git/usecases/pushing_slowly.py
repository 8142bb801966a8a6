"""Judge the memories of a file that has changed since they were judged last, by the bytes of their files.

What these do not tell, history above all, is for `pushing_survey`, which loads much more.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from legendary_git.domain.evidence import Evidence
from legendary_git.domain.judged import JudgedAnchor, JudgedMemory
from legendary_git.domain.values import dataclass
from legendary_git.domain.verdict import Reason, State
from legendary_git.store.memory_fields import build_memory
from legendary_git.store.noted import Noted
from legendary_git.store.quick_put import put_answers
from legendary_git.store.texts import unpack_json
from legendary_git.usecases.at_hand import AtHand, FileEvidence, NotAtHand, judge_at_hand
from legendary_git.usecases.call_time import TooLong, judging_seconds
from legendary_git.usecases.change import LineChange, find_line_change
from legendary_git.usecases.limited import limited
from legendary_git.usecases.place import Place
from legendary_git.usecases.pushing import Push, basis_of, format_lines
from legendary_git.usecases.withheld import holds_secret

_IN_PLACE = frozenset({Reason.UNCHANGED, Reason.MOVED, Reason.REFORMATTED, Reason.CHANGED, Reason.LINES_GONE})

_LONGEST_LINE = 1_000
"""Characters: less than that is ever told."""


@dataclass(frozen=True, slots=True)
class Finding:
    """How a memory was judged, and of stale code the line that changed first. None: that took too long."""

    judged: JudgedMemory | None
    change: LineChange | None = None

    @property
    def is_kept(self) -> bool:
        """Whether the answer hangs on the anchored files alone, so that it holds as long as they are what they are."""
        return self.judged is not None and all(
            one.verdict.reason in _IN_PLACE and one.verdict.followed_to is None for one in self.judged.anchors
        )

    @property
    def places(self) -> frozenset[str]:
        """The files to which the memory's code was followed."""
        anchors = self.judged.anchors if self.judged is not None else ()
        return frozenset(path for one in anchors if (path := _place_of(one)) is not None)


def judge_carefully(place: Place, noted: list[Noted], environ: Mapping[str, str]) -> dict[str, Push]:
    """The verdicts of memories, by path, that the index does not know: by the bytes at hand, else by all of git.

    What there is no time for is not judged.
    """
    found = {one.path: Finding(None) for one in noted}
    with suppress(TooLong), limited(judging_seconds()):
        rest = _judge_at_hand(AtHand(place.near, place.head, environ), noted, found)
        if rest:
            from legendary_git.usecases.pushing_survey import judge_with_git

            judge_with_git(place.near, rest, environ, found)
    return {one.path: _push(place, one, found[one.path]) for one in noted}


def _judge_at_hand(files: AtHand, noted: list[Noted], found: dict[str, Finding]) -> list[Noted]:
    """Put what the bytes at hand tell into `found`, one memory after the other; what they do not tell is returned."""
    rest = []
    for one in noted:
        memory = build_memory(one.path, unpack_json(one.front), one.body)
        try:
            judged = judge_at_hand(memory, files)
            found[one.path] = Finding(judged, change_of(judged, FileEvidence(files, with_stamped=True)))
        except NotAtHand:
            rest.append(one)
    return rest


def keep_answers(place: Place, pushes: list[Push]) -> None:
    """Give the index the answers that had to be found out; each push has its words by now."""
    rows = []
    for push in pushes:
        basis = basis_of(place, push.noted) if push.found is not None and push.found.is_kept else None
        if basis is not None and push.state != State.UNKNOWN:
            rows.append((push.noted.path, basis, push.state, push.words, format_lines(push.lines)))
    put_answers(place.near.root, place.near.git_dir, rows)


def _push(place: Place, noted: Noted, found: Finding) -> Push:
    if found.judged is None:
        return Push(noted, State.UNKNOWN.value, [], found=found)
    here = [one for one in found.judged.anchors if (_place_of(one) or one.anchor.file) == place.repo_path]
    lines = [one.verdict.lines for one in here if one.verdict.lines is not None]
    return Push(noted, found.judged.state.value, [(one.first, one.last) for one in lines], found=found)


def _place_of(judged: JudgedAnchor) -> str | None:
    """The file to which an anchor was followed."""
    spec = judged.verdict.followed_to
    if spec is None or judged.anchor.symbol is not None:
        return spec.partition("::")[0] if spec is not None else None
    return spec.rpartition(":")[0] if judged.anchor.lines is not None else spec


def change_of(judged: JudgedMemory, evidence: Evidence) -> LineChange | None:
    """The change of the first anchor that is stale; none that would show a secret, which code may hold."""
    one = next((one for one in judged.anchors if one.verdict.state is State.STALE), None)
    if one is None or judged.state is not State.STALE:
        return None
    try:
        change = find_line_change(one, evidence)
    except NotAtHand:
        return None
    if change is not None:  # of a file that is one line nobody has to look through all
        change = LineChange(change.before[:_LONGEST_LINE], change.after[:_LONGEST_LINE])
    is_withheld = change is None or holds_secret({"before": change.before, "after": change.after})
    return None if is_withheld else change
