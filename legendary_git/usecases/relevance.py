"""The memories that have so much to do with a prompt that they are worth its agent's attention unasked."""

from __future__ import annotations

from legendary_git.domain.judged import JudgedMemory
from legendary_git.domain.memory import Memory
from legendary_git.domain.verdict import State
from legendary_git.domain.words import fold, split_words
from legendary_git.usecases.recall import recall
from legendary_git.usecases.workspace import Workspace

_MOST_CHARACTERS = 4_000
_LOOKED_AT = 12
_SHARED, _SHARED_BY_LABELS = 3, 2
_SHORTEST = 3
_COMMON_TEXT = """
about after again all also and any are because been before being but can change changes check code could did does
doing done each error file files find fix for from function get gets give had has have help here how into its just
know let like line lines look make makes method more most need new not now off one only other our out over please
put read really run same see set should show some such sure take test tests than that the their them then there
these they thing this those through too two update use used uses using very want was way well were what when where
which while who why will with work works would write you your
"""
_COMMON = frozenset(map(fold, _COMMON_TEXT.split()))
"""Words that nearly every prompt has, and that tell nothing about which memory is meant."""


def find_relevant(ws: Workspace, prompt: str, *, most: int) -> list[JudgedMemory]:
    """Up to `most` memories, best first, that share at least three telling words with the prompt.

    Two of them must be of the title, the tags, the triggers or the anchors. How a search ranks says nothing about
    whether its best hit is any good; how many words are shared does. What has lost its code is left out.
    """
    wanted = _telling(prompt[:_MOST_CHARACTERS])
    if len(wanted) < _SHARED_BY_LABELS:
        return []
    found = recall(ws, " ".join(sorted(wanted)), most=_LOOKED_AT).found
    fitting = [judged for judged, _ in found if judged.state is not State.ORPHANED and _is_fit(judged.memory, wanted)]
    return fitting[:most]


def _is_fit(memory: Memory, wanted: frozenset[str]) -> bool:
    anchors = " ".join(f"{anchor.file} {anchor.symbol or ''}" for anchor in memory.anchors)
    labels = _telling(" ".join((memory.title, *memory.tags, *memory.triggers, anchors)))
    shared = wanted & (labels | _telling(memory.body))
    return len(wanted & labels) >= _SHARED_BY_LABELS and len(shared) >= min(_SHARED, len(wanted))


def _telling(text: str) -> frozenset[str]:
    return frozenset(word for word in split_words(text) if len(word) >= _SHORTEST and word not in _COMMON)
