"""Each case is a change that somebody makes, and the verdict that a reviewer would give."""

from __future__ import annotations

from dataclasses import replace

import pytest

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.fingerprint import legacy_fingerprint
from legendary_git.domain.judge import judge
from legendary_git.domain.parsed import ParsedFile, Unreadable
from legendary_git.domain.region import LineRange, Region
from legendary_git.domain.token import Token
from legendary_git.domain.verdict import Reason, State, Verdict
from legendary_git.parsing.reader import read
from legendary_git.parsing.tree import TreeFile
from tests.domain.snapshots import Snapshots, blob_id, judged, stamped

PAY = """\
def pay(amount, rate, fees):
    total = amount * rate
    if total > 100:
        total = total - fees
        audit(total)
    return round(total, 2)
"""
WRAPPED = "(\n    amount,\n    rate,\n    fees,\n)"
BLOCK = "        total = total - fees\n        audit(total)\n"
OTHER = """\
def refund(order, ledger):
    entry = ledger.find(order)
    entry.amount = -entry.amount
    return ledger.write(entry)
"""


def _one(before: str, now: str, spec: str = "a.py::pay") -> Verdict:
    return judged({"a.py": before}, {"a.py": now}, spec)


@pytest.mark.parametrize(
    ("case", "now", "reason"),
    [
        ("untouched", PAY, Reason.UNCHANGED),
        ("another symbol edited", PAY + "\n\n" + OTHER, Reason.UNCHANGED),
        ("moved within the file", OTHER + "\n\n" + PAY, Reason.MOVED),
        ("comment added", PAY.replace("return", "# whole cents\n    return"), Reason.REFORMATTED),
        ("spaces taken out", PAY.replace("amount * rate", "amount*rate"), Reason.REFORMATTED),
        ("signature wrapped", PAY.replace("(amount, rate, fees)", WRAPPED), Reason.REFORMATTED),
        ("literal edited", PAY.replace("100", "101"), Reason.CHANGED),
        ("operator edited", PAY.replace("total - fees", "total + fees"), Reason.CHANGED),
        ("statement dedented", PAY.replace("        audit", "    audit"), Reason.CHANGED),
        ("decorator added", "@cached\n" + PAY, Reason.CHANGED),
        ("default added", PAY.replace("fees)", "fees=0)"), Reason.CHANGED),
        ("statements swapped", PAY.replace(BLOCK, "".join(reversed(BLOCK.splitlines(keepends=True)))), Reason.CHANGED),
        ("made async", "async " + PAY, Reason.CHANGED),
        ("deleted", OTHER, Reason.SYMBOL_GONE),
        ("file emptied", "", Reason.SYMBOL_GONE),
    ],
)  # fmt: skip
def test_judge_an_edit_of_the_symbol(case: str, now: str, reason: Reason) -> None:
    assert _one(PAY, now).reason is reason


def test_judge_shows_where_the_symbol_stands_now() -> None:
    assert _one(PAY, OTHER + "\n\n" + PAY).lines == LineRange(7, 12)


def test_judge_a_file_that_is_gone() -> None:
    assert judged({"a.py": PAY}, {}, "a.py::pay") == Verdict(Reason.FILE_GONE)


def test_judge_follows_a_symbol_renamed_in_place() -> None:
    verdict = _one(PAY, PAY.replace("def pay", "def settle"))
    assert (verdict.reason, verdict.followed_to) == (Reason.FOLLOWED, "a.py::settle")


def test_judge_follows_a_symbol_to_another_file() -> None:
    verdict = judged({"a.py": PAY + OTHER, "b.py": ""}, {"a.py": OTHER, "b.py": PAY}, "a.py::pay")
    assert (verdict.reason, verdict.followed_to) == (Reason.FOLLOWED, "b.py::pay")


def test_judge_follows_a_file_that_went_elsewhere_untouched() -> None:
    verdict = judged({"a.py": PAY}, {"lib/b.py": PAY}, "a.py::pay")
    assert (verdict.reason, verdict.followed_to) == (Reason.FOLLOWED, "lib/b.py::pay")


def test_judge_follows_a_file_that_went_elsewhere_formatted() -> None:
    verdict = judged({"a.py": PAY}, {"lib/b.py": PAY.replace(" * ", "*")}, "a.py")
    assert (verdict.reason, verdict.followed_to) == (Reason.FOLLOWED, "lib/b.py")


def test_judge_a_renamed_file_in_which_the_symbol_was_edited() -> None:
    now = {"b.py": PAY.replace("100", "200") + OTHER}
    verdict = judged({"a.py": PAY + OTHER}, now, "a.py::pay", renames={"a.py": "b.py"})
    assert (verdict.reason, verdict.followed_to) == (Reason.CHANGED, "b.py::pay")


def test_judge_follows_recursion_through_a_rename() -> None:
    walk = "def walk(node, seen):\n    seen.add(node)\n    for child in node:\n        walk(child, seen)\n"
    assert _one(walk, walk.replace("walk", "visit"), "a.py::walk").followed_to == "a.py::visit"
    half = walk.replace("def walk", "def visit")
    assert _one(walk, half, "a.py::walk").state is State.ORPHANED


def test_judge_does_not_follow_where_another_object_is_asked_by_the_new_name() -> None:
    fetch = (
        "def timeout(api, url, limit):\n    reply = api.get(url, timeout=limit, stream=True)\n    return reply.json()\n"
    )
    renamed = fetch.replace("def timeout", "def wait")
    assert _one(fetch, renamed, "a.py::timeout").followed_to == "a.py::wait"
    assert _one(fetch, renamed.replace("timeout=", "wait="), "a.py::timeout").state is State.ORPHANED
    send = "class A:\n    def send(self, data, more):\n        self.log(data, more)\n        self.sock.send(data)\n"
    renamed = send.replace("def send", "def write")
    assert _one(send, renamed, "a.py::A.send").followed_to == "a.py::A.write"
    assert _one(send, renamed.replace("sock.send", "sock.write"), "a.py::A.send").state is State.ORPHANED


def test_judge_does_not_follow_to_one_of_two_copies() -> None:
    verdict = judged({"a.py": PAY}, {"b.py": PAY + "# b\n", "c.py": PAY + "# c\n"}, "a.py::pay")
    assert (verdict.reason, verdict.candidates) == (Reason.AMBIGUOUS, ("b.py::pay", "c.py::pay"))


def test_judge_does_not_follow_where_two_went_and_one_came() -> None:
    before = {"a.py": PAY + "# a\n", "b.py": PAY + "# b\n"}
    verdict = judged(before, {"c.py": PAY}, "a.py::pay")
    assert (verdict.reason, verdict.candidates) == (Reason.AMBIGUOUS, ("c.py::pay",))


def test_judge_does_not_take_a_twin_that_was_always_there_for_a_move() -> None:
    before = {"a.py": PAY, "b.py": PAY}
    assert judged(before, {"b.py": PAY}, "a.py::pay") == Verdict(Reason.FILE_GONE)


def test_judge_does_not_follow_a_trivial_body() -> None:
    getter = "def name(self):\n    return self._name\n"
    verdict = _one(getter, getter.replace("def name", "def title"), "a.py::name")
    assert (verdict.reason, verdict.candidates) == (Reason.SYMBOL_GONE, ("a.py::title",))


def test_judge_a_method_never_changes_hands_while_its_class_keeps_it() -> None:
    method = "    def save(self, path, data):\n        with open(path) as file:\n            file.write(data)\n"
    before = f"class A:\n{method}\nclass B:\n    x = 1\n"
    assert (
        _one(before, f"class A:\n    y = 2\n\nclass B:\n    x = 1\n{method}", "a.py::A.save").followed_to
        == "a.py::B.save"
    )
    both = f"class A:\n{method}\nclass B:\n{method}"
    assert _one(both, f"class A:\n    y = 2\n\nclass B:\n{method}", "a.py::A.save").state is State.ORPHANED


def test_judge_a_reverted_change_heals() -> None:
    anchor = stamped({"a.py": PAY}, "a.py", "pay")
    assert judge(anchor, Snapshots({"a.py": PAY}, {"a.py": PAY.replace("100", "1")})).state is State.STALE
    assert judge(anchor, Snapshots({"a.py": PAY}, {"a.py": PAY + "\n\nx = 1\n"})).state is State.FRESH


TWINS = (
    "def f(order, tax):\n    return order.total * tax + 1\n\n\ndef f(order, tax):\n    return order.total - tax - 2\n"
)


def test_judge_finds_a_twin_by_its_body_when_another_is_put_before_it() -> None:
    third = "def f(a, tax):\n    return a.rate / tax / 3\n\n\n"
    verdict = _one(TWINS, third + TWINS, "a.py::f@2")
    assert (verdict.reason, verdict.lines) == (Reason.MOVED, LineRange(9, 10))


def test_judge_finds_a_twin_by_its_body_when_they_change_places() -> None:
    first, second = TWINS.split("\n\n\n")
    verdict = _one(TWINS, f"{second}\n\n{first}\n", "a.py::f")
    assert (verdict.state, verdict.lines) == (State.FRESH, LineRange(5, 6))


def test_judge_an_edited_twin_by_the_others() -> None:
    verdict = _one(TWINS, TWINS.replace("- 2", "- 3"), "a.py::f@2")
    assert (verdict.reason, verdict.lines) == (Reason.CHANGED, LineRange(5, 6))


def test_judge_a_twin_that_was_deleted_is_not_the_one_that_is_left() -> None:
    first, second = TWINS.split("\n\n\n")
    assert _one(TWINS, first + "\n", "a.py::f@2").reason is Reason.SYMBOL_GONE
    assert _one(TWINS, second, "a.py::f").reason is Reason.SYMBOL_GONE


def test_judge_two_edited_twins_are_not_told_apart() -> None:
    verdict = _one(TWINS, TWINS.replace("- 2", "- 3").replace("+ 1", "+ 4"), "a.py::f@2")
    assert (verdict.reason, verdict.candidates) == (Reason.AMBIGUOUS, ("a.py::f", "a.py::f@2"))


def test_judge_does_not_flip_when_a_parse_error_may_hide_the_symbol() -> None:
    broken = "class Broken(:\n    x = (\n\n" + PAY.replace("100", "101")
    assert _one(PAY, broken).state in (State.UNKNOWN, State.STALE)
    hidden = "def broken(:\n" + OTHER
    assert _one(PAY + "\n\n" + OTHER, hidden).reason is Reason.UNPARSABLE


def test_judge_an_untouched_symbol_in_a_file_with_an_error_is_fresh() -> None:
    assert _one(PAY, PAY + "\n\nx = = 1\n\n\n" + OTHER).state is State.FRESH


def test_judge_an_error_inside_the_symbol_is_no_evidence() -> None:
    verdict = _one(PAY, PAY.replace("total = total - fees", "total = = fees"))
    assert verdict.reason is Reason.UNPARSABLE


def test_judge_without_the_stamped_content_tells_changed_from_unchanged() -> None:
    lost = frozenset({blob_id(PAY)})
    for now, reason in ((PAY + OTHER, Reason.UNCHANGED), (PAY.replace("100", "1"), Reason.CHANGED)):
        assert judged({"a.py": PAY}, {"a.py": now}, "a.py::pay", lost=lost).reason is reason


def test_judge_under_another_grammar_reads_the_stamped_content_again() -> None:
    anchor = replace(stamped({"a.py": PAY}, "a.py", "pay"), grammar="python:13.0.0", content_hash="t1:" + "0" * 64)
    assert judge(anchor, Snapshots({"a.py": PAY}, {"a.py": PAY + OTHER})).reason is Reason.UNCHANGED
    assert judge(anchor, Snapshots({"a.py": PAY}, {"a.py": PAY.replace("100", "1")})).reason is Reason.CHANGED
    lost = Snapshots({"a.py": PAY}, {"a.py": PAY + OTHER}, lost=frozenset({blob_id(PAY)}))
    assert judge(anchor, lost).reason is Reason.OBJECT_MISSING


def test_judge_without_history_does_not_guess_what_moved() -> None:
    before, now = {"a.py": PAY}, {"b.py": PAY}
    verdict = judged(before, now, "a.py::pay", has_history=False)
    assert (verdict.reason, verdict.candidates) == (Reason.OBJECT_MISSING, ("b.py::pay",))
    # A file that is gone may have been renamed and edited; a symbol that is gone, and whose body is nowhere, is gone.
    assert judged(before, {"b.py": OTHER}, "a.py::pay", has_history=False).reason is Reason.OBJECT_MISSING
    assert judged(before, {"a.py": OTHER}, "a.py::pay", has_history=False).reason is Reason.SYMBOL_GONE


LINES = "".join(f"step_{n} = start({n}, {n + 1})\n" for n in range(1, 61))


def test_judge_lines_shifted_by_lines_above() -> None:
    shift = "".join(f"new_{n} = 0\n" for n in range(10))
    verdict = judged({"a.py": LINES}, {"a.py": shift + LINES}, "a.py:40-45")
    assert (verdict.reason, verdict.lines) == (Reason.MOVED, LineRange(50, 55))


def test_judge_lines_of_which_some_were_deleted() -> None:
    kept = LINES.splitlines(keepends=True)
    verdict = judged({"a.py": LINES}, {"a.py": "".join(kept[:41] + kept[44:])}, "a.py:40-45")
    assert (verdict.reason, verdict.lines) == (Reason.CHANGED, LineRange(40, 42))


def test_judge_lines_all_of_which_were_deleted() -> None:
    kept = LINES.splitlines(keepends=True)
    assert judged({"a.py": LINES}, {"a.py": "".join(kept[:39] + kept[45:])}, "a.py:40-45").reason is Reason.LINES_GONE


def test_judge_lines_that_moved_as_a_block() -> None:
    kept = LINES.splitlines(keepends=True)
    moved = "".join([*kept[39:45], *kept[:39], *kept[45:]])
    verdict = judged({"a.py": LINES}, {"a.py": moved}, "a.py:40-45")
    assert (verdict.reason, verdict.lines) == (Reason.MOVED, LineRange(1, 6))


def test_judge_lines_written_differently() -> None:
    now = LINES.replace("step_41 = start(41, 42)", "step_41 = start(\n    41,\n    42,\n)")
    verdict = judged({"a.py": LINES}, {"a.py": now}, "a.py:40-45")
    assert (verdict.state, verdict.lines) == (State.FRESH, LineRange(40, 48))


def test_judge_lines_without_the_stamped_content() -> None:
    lost = frozenset({blob_id(LINES)})
    shifted = judged({"a.py": LINES}, {"a.py": "x = 0\n" + LINES}, "a.py:40-45", lost=lost)
    assert (shifted.reason, shifted.lines) == (Reason.MOVED, LineRange(41, 46))
    changed = judged({"a.py": LINES}, {"a.py": LINES.replace("start(41", "stop(41")}, "a.py:40-45", lost=lost)
    assert changed.reason is Reason.OBJECT_MISSING


def test_judge_a_dedented_line_of_a_range() -> None:
    assert _one(PAY, PAY.replace("        audit", "    audit"), "a.py:4-5").reason is Reason.CHANGED


def test_judge_a_whole_file() -> None:
    assert _one(PAY, PAY + "\n# nothing\n", "a.py").reason is Reason.REFORMATTED
    assert _one(PAY, PAY + "x = 1\n", "a.py").reason is Reason.CHANGED


def _legacy(text: str, lines: tuple[int, int], symbol: str | None = "pay") -> Anchor:
    region = "\n".join(text.splitlines()[lines[0] - 1 : lines[1]])
    return Anchor(file="a.py", symbol=symbol, lines=LineRange(*lines), content_hash=legacy_fingerprint(region.encode()))


def test_judge_a_legacy_anchor_by_its_commit_where_that_is_here() -> None:
    anchor = replace(_legacy(PAY, (1, 6)), blob=blob_id(PAY))  # as if its commit had been resolved
    for now, reason in (
        ("x = 1\n" + PAY, Reason.MOVED),
        (PAY.replace("amount * rate", "amount*rate"), Reason.REFORMATTED),
        (PAY.replace("        audit", "    audit"), Reason.CHANGED),
        ("@cached\n" + PAY, Reason.CHANGED),
    ):
        assert judge(anchor, Snapshots({"a.py": PAY}, {"a.py": now})).reason is reason


def test_judge_a_legacy_anchor_by_its_own_scheme_where_nothing_else_is_left() -> None:
    anchor = _legacy(PAY, (1, 6))
    for now, reason in (
        ("x = 1\n" + PAY, Reason.UNCHANGED),
        (PAY.replace("100", "1"), Reason.CHANGED),
        (OTHER, Reason.SYMBOL_GONE),
    ):
        assert judge(anchor, Snapshots({}, {"a.py": now})).reason is reason
    # Its commit is named but not here, as in a shallow clone: what is gone may have moved, and nobody can tell.
    unreachable = replace(anchor, commit="0123456")
    assert judge(unreachable, Snapshots({}, {"a.py": OTHER})).reason is Reason.OBJECT_MISSING


def test_judge_an_anchor_that_was_never_stamped_is_unknown_while_its_code_is_there() -> None:
    anchor = Anchor(file="a.py", symbol="pay")
    assert judge(anchor, Snapshots({}, {"a.py": PAY})).reason is Reason.NOT_STAMPED
    assert judge(anchor, Snapshots({}, {"a.py": OTHER})).reason is Reason.SYMBOL_GONE
    assert judge(anchor, Snapshots({}, {})).reason is Reason.FILE_GONE


def test_judge_does_not_follow_to_a_name_that_stood_for_something_else() -> None:
    before = f"class A:\n{indented(PAY)}\n\nclass B:\n    def pay(self): return 0\n"
    verdict = _one(before, f"class A:\n    x = 1\n\nclass B:\n{indented(PAY)}\n", "a.py::A.pay")
    assert (verdict.reason, verdict.candidates) == (Reason.SYMBOL_GONE, ("a.py::B.pay",))


def test_judge_does_not_take_a_text_that_stands_in_another_symbol_for_one_that_cannot_be_seen() -> None:
    before = f"class A:\n{indented(PAY)}\n"
    after = f"class C:\n{indented(PAY)}\n\nclass Broken(:\n    x = (\n"
    assert _one(before, after, "a.py::A.pay").reason is Reason.UNPARSABLE


def indented(text: str) -> str:
    return "".join(f"    {line}\n" if line else "\n" for line in text.splitlines())


def test_judge_makes_the_fingerprint_of_each_definition_once(monkeypatch: pytest.MonkeyPatch) -> None:
    walked: list[Region] = []
    tokens = TreeFile.tokens

    def counted(file: TreeFile, region: Region) -> tuple[Token, ...]:
        walked.append(region)
        return tokens(file, region)

    before = "".join(f"def pay(x):\n    return x + {number}\n" for number in range(30))
    now = before.replace("+", "-")
    files = {text: read("a.py", text.encode()) for text in (before, now)}

    class ReadOnce(Snapshots):
        def stamped_file(self, anchor: Anchor) -> ParsedFile | Unreadable:  # noqa: ARG002 - always that one
            return files[before]

        def file_at(self, path: str, language: str | None) -> ParsedFile | Unreadable:  # noqa: ARG002 - same
            return files[now]

    names = ["pay", *(f"pay@{number}" for number in range(2, 31))]
    anchors = [stamped({"a.py": before}, "a.py", name) for name in names]
    monkeypatch.setattr(TreeFile, "tokens", counted)
    found = [judge(anchor, ReadOnce({"a.py": before}, {"a.py": now})) for anchor in anchors]
    assert {one.reason for one in found} == {Reason.AMBIGUOUS}
    assert len(walked) == 30 + 30


def test_judge_pairs_off_as_many_twins_as_are_alike() -> None:
    one, two, ours = (f"def pay(x):\n    return x + {number}\n" for number in (1, 2, 3))
    edited = ours.replace("+", "-")
    for before, now in (
        (one + one + ours, one + edited + one),
        (one + ours + one + two, two + one + one + edited),
    ):
        name = "pay@3" if before.endswith(ours) else "pay@2"
        found = judged({"a.py": before}, {"a.py": now}, f"a.py::{name}")
        assert found.reason is Reason.CHANGED
        assert found.lines is not None
        assert found.lines.first == now[: now.index(edited)].count("\n") + 1
    assert judged({"a.py": one + ours}, {"a.py": one + one + edited}, "a.py::pay@2").reason is Reason.AMBIGUOUS
