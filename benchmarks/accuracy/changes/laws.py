"""What must hold of the answers among themselves, whatever any oracle says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from benchmarks.accuracy.changes.rebuild import Rebuilt
from benchmarks.accuracy.changes.said import Said, States, ask_change, ask_state, expect_change


class Laws:
    """Counts how often each was looked at; what broke one is put into `broken`."""

    def __init__(self, rebuilt: Rebuilt, counts: Counter[str], broken: list[str]) -> None:
        self._rebuilt = rebuilt
        self._root = rebuilt.here.root
        self._counts = counts
        self._broken = broken
        self._states: dict[str, States] = {}

    def check(self, base: str, commit: str, said: Said) -> None:
        """A change is the difference of two states, and a commit that takes it back does the opposite."""
        self._hold("state minus state", base, commit, said, self._expect(base, commit))
        undone = self._rebuilt.undo(base, commit)
        self._hold("revert", commit, undone, ask_change(self._root, commit, undone), self._expect(commit, base))

    def check_spans(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Several commits at once are the difference of the two ends."""
        for distance in (1, 4):
            for (base, _), (_, commit) in zip(pairs, pairs[distance:], strict=False):
                said = ask_change(self._root, base, commit)
                self._hold("several commits", base, commit, said, self._expect(base, commit))
        self._states.clear()  # the next memories are not in these

    def _expect(self, base: str, commit: str) -> Said:
        return expect_change(self._state(base), self._state(commit))

    def _state(self, commit: str) -> States:
        if commit not in self._states:
            self._states[commit] = ask_state(self._root, commit)
        return self._states[commit]

    def _hold(self, law: str, base: str, commit: str, said: Said, expected: Said) -> None:
        self._counts[law] += 1
        found = Said(said.new, said.earlier, said.ended)
        if found != expected:
            self._broken.append(f"{law}, {base}..{commit}: {found}, not {expected}")
