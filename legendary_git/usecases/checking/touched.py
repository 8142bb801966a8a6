"""Findings that were there before a change and count all the same, because of what it did to their memories."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cached_property
from typing import TypeAlias

from legendary_git.domain.memory import Memory
from legendary_git.usecases.checking.baseline import NEVER_KNOWN
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.ignores import find_ignore
from legendary_git.usecases.checking.standing import Standing
from legendary_git.usecases.screening import shown_path

Said: TypeAlias = tuple[str, str, tuple[str, ...]]


class Touched:
    """What a change touched: the memories in the files `paths`, of which `befores` are states of before it.

    `forgotten` are fingerprints that it took out of the baseline.
    """

    def __init__(
        self, befores: Collection[Standing], now: Standing, paths: Collection[str], forgotten: frozenset[str]
    ) -> None:
        self._now = now
        self._paths = paths
        self._forgotten = forgotten
        self._befores = befores

    def answers_for(self, finding: Finding) -> bool:
        """Whether it has to answer for a finding that was there before.

        Somebody who edits what a memory says has looked at it and answers for all of it. So does
        whoever edits a file that cannot be read as a memory. Who takes away what suspended a finding wants it told.
        """
        if finding.fingerprint in self._forgotten and finding.rule not in NEVER_KNOWN:
            return True
        judged = finding.judged
        if judged is None or judged.memory.path not in self._paths:
            return finding.invalid is not None and finding.path in self._shown_paths
        if _said(judged.memory) not in self._saids[judged.memory.id]:
            return True
        return self._is_no_more_suspended(finding)

    @cached_property
    def _shown_paths(self) -> frozenset[str]:
        """The paths as findings have them: a name that holds a secret is crossed out there."""
        return frozenset((*self._paths, *(shown_path(one, is_quick=False) for one in self._paths)))

    @cached_property
    def _saids(self) -> Mapping[str, set[Said]]:
        """What memories said before, by their ids."""
        found: dict[str, set[Said]] = defaultdict(set)
        for before in self._befores:
            for one in before.loaded.valid:
                found[one.id].add(_said(one))
        return found

    @cached_property
    def _told(self) -> Mapping[str, list[Finding]]:
        """What was found before, by its fingerprint."""
        found: dict[str, list[Finding]] = defaultdict(list)
        for before in self._befores:
            for one in before.told:
                found[one.fingerprint].append(one)
        return found

    def _is_no_more_suspended(self, finding: Finding) -> bool:
        if find_ignore(finding, self._now.today) is not None:
            return False
        same = self._told[finding.fingerprint]
        return bool(same) and all(find_ignore(one, self._now.today) is not None for one in same)


def _said(memory: Memory) -> Said:
    """What somebody means to say who edits it: neither its tags nor its history, nor its anchors, which tools write.

    A finding about another anchor is another finding anyway.
    """
    return memory.title, memory.body, memory.triggers
