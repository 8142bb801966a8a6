"""Whatever a memory file looks like, a command changes what it is about: the rest stays byte for byte."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.memory import FrontValue, Memory
from legendary_git.store.memory_file import parse_memory
from legendary_git.store.rewrite import Change, rewrite_front

PATH = ".legendary/memories/mem-00000001-x.md"
AT = "2026-02-01T00:00:00Z"
EVENT: FrontValue = {"at": AT, "event": "deprecated", "by": "Ö # <ada@example.org>"}
NEW = Anchor(file="new.py", symbol="f", blob="b" * 40, content_hash="t1:11")
OTHERS = ["mem-0000000a", "mem-0000000b", "mem-0000000c"]

_LISTS = {
    "block": "{key}:\n  - {0}\n  - {1}\n  - {2}\n",
    "block with remarks": "{key}:   # which\n  # the first\n  - {0} # one\n\n  - '{1}'\n  -   {2}\n",
    "as deep as its key": "{key}:\n- {0}\n- {1}   # two\n- {2}\n",
    "row": "{key}: [{0},  {1} , '{2}']  # row\n",
    "row of lines": "{key}: [\n  {0},\n  {1},\n  {2}\n  ]\n",
}
_ANCHORS = [
    "anchors:\n  # here\n  - file: a.py  # why\n    symbol: f\n    note: kept\n  - file: b.py\n    lines: 1-2\n",
    "anchors:\n- symbol: f\n  file: 'a.py'\n\n- {file: b.py, lines: [1, 2], note: kept}\n",
    "anchors: [{file: a.py, symbol: f, note: kept}, {file: b.py, lines: 1-2}]\n",
]
_TOUCHED = ("status", "superseded_by", "deprecated", "updated", "supersedes", "conflicts_with", "evidence", "history")
_SINGLES = {
    "status": ["", "status: active\n", "status:   'conflicted'   # so\n", "status:\n"],
    "superseded_by": ["", "superseded_by: mem-0000000d\n", "superseded_by: \n"],
    "deprecated": ["", "deprecated:\n  reason: >-\n    long\n  at: x\n", "deprecated: {reason: x, at: y} # then\n"],
    "updated": ["", "updated: 2026-01-01T00:00:00Z # then\n"],
    "supersedes": ["", "supersedes: mem-0000000a # one\n", "supersedes: []\n", "supersedes:\n"],
    "evidence": ["", "evidence:\n  - at: x\n    text: |\n      two\n      lines\n", "evidence: [{text: x}]\n"],
    "history": ["", "history:\n  - {event: stale}\n  # the end\n", "history: []\n", "history: # none\n"],
}
_STRANGERS = [
    "# 💾 a remark\n",
    "\n",
    "Owner:   {team: 0005747, on: no}   # kept\n",
    "x-note: |\n  status: superseded\n  # no comment\n",
    "tags: [a,   b]\n",
    "'quoted key': \"a \\u00e9 note\"\n",
]


@st.composite
def files(draw: st.DrawFn) -> bytes:
    style = draw(st.sampled_from(sorted(_LISTS)))
    parts = ["id: mem-00000001\n", "title: 'it''s  so'\n", draw(st.sampled_from(_ANCHORS))]
    parts += [draw(st.sampled_from(choices)) for choices in _SINGLES.values()]
    parts.append(_LISTS[style].format(*OTHERS, key="conflicts_with"))
    parts += draw(st.lists(st.sampled_from(_STRANGERS), unique=True))
    front = "".join(draw(st.permutations(parts)))
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    fence = draw(st.sampled_from(["---", "---  ", "---\t"]))
    text = f"{draw(st.sampled_from(['', chr(0xFEFF)]))}---\n{front}{fence}\n".replace("\n", newline)
    body = draw(st.sampled_from([b"", b"Body \xff\r\n---\nstatus: x\n\n", b"\n\nBody without an end"]))
    return text.encode() + body


@st.composite
def changes(draw: st.DrawFn) -> Change:
    values: dict[str, FrontValue] = {}
    if draw(st.booleans()):
        values["status"] = draw(st.sampled_from(["superseded", "deprecated", "active"]))
    if draw(st.booleans()):
        values["superseded_by"] = "mem-0000000e"
    if draw(st.booleans()):
        values["deprecated"] = {"reason": draw(st.sampled_from(["x", "a: b # c", "two\nlines", "'"])), "at": AT}
    links = draw(st.sampled_from(["without", "dropped", "added", "left"]))
    added: dict[str, list[FrontValue]] = {"history": [EVENT]}
    if draw(st.booleans()):
        added["evidence"] = [{"at": AT, "text": "no: # yes"}]
    if draw(st.booleans()):
        added["supersedes"] = ["mem-0000000e"]
    if links == "added":
        added["conflicts_with"] = ["mem-0000000e"]
    dropped = draw(st.sets(st.sampled_from(OTHERS))) if links == "dropped" else set()
    return Change(
        values=values,
        without=("conflicts_with",) if links == "without" else (),
        added=added,
        dropped={"conflicts_with": dropped} if dropped else {},
        anchors={0: NEW} if draw(st.booleans()) else {},
        new_anchors=[Anchor(file="more.py")] if draw(st.booleans()) else [],
        gone_anchors=frozenset({1}) if draw(st.booleans()) else frozenset(),
    )


def untouched(front: str) -> Iterator[str]:
    """The lines of keys that no command is about, and every comment but those in what is replaced as a whole."""
    key = ""
    for line in front.split("\n"):
        if found := re.match(r"['\w][^:]*(?=:)", line):
            key = found[0]
        if key not in (*_TOUCHED, "anchors"):
            yield line
        elif line.lstrip().startswith("#"):
            yield line.lstrip()


@settings(max_examples=400, deadline=None)
@given(files(), changes())
def test_rewrite_of_any_file_keeps_what_it_is_not_about(data: bytes, change: Change) -> None:
    memory = parse_memory(PATH, data)
    assert isinstance(memory, Memory), memory
    written = rewrite_front(memory, data, change, AT)
    after = parse_memory(PATH, written)
    assert isinstance(after, Memory)
    assert (after.id, after.title, after.body) == (memory.id, memory.title, memory.body)
    assert {key: after.front.get(key) for key in change.values} == change.values
    assert after.front["updated"] == AT
    (old, old_body), (new, new_body) = _parts(data), _parts(written)
    assert new_body == old_body
    assert written[:4] == data[:4]
    newline = "\r\n" if "\r\n" in old else "\n"
    assert new.replace("\r\n", "\n").count("\n") == new.count(newline)
    lines = iter([line.strip() for line in new.replace("\r\n", "\n").split("\n")])
    for line in untouched(old.replace("\r\n", "\n")):
        assert line.strip() in lines, f"{line!r} is gone or elsewhere"


@settings(max_examples=100, deadline=None)
@given(files())
def test_rewrite_keeps_the_comments_of_links_that_go(data: bytes) -> None:
    memory = parse_memory(PATH, data)
    assert isinstance(memory, Memory)
    written = rewrite_front(memory, data, Change(without=("conflicts_with",)), AT)
    for comment in (b"# which", b"# the first", b"# one", b"# two", b"# row"):
        assert written.count(comment) == data.count(comment)
    assert b"mem-0000000b" not in written


def _parts(data: bytes) -> tuple[str, bytes]:
    """The front matter, and from the fence below it on."""
    found = re.match(rb"(?:\xef\xbb\xbf)?---\r?\n(.*?)(?=^---)", data, re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[1].decode(), data[found.end() :]
