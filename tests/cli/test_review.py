"""`git memory review`, in a real terminal, by somebody who reads a question before they answer."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.terminal import ESCAPE, Session
from tests.cli.test_resolve import mark
from tests.project import COMMAND, NOW, PAY, Shop

pytestmark = pytest.mark.unhooked

ASKED = "?]? "
MORE = PAY.replace("amount * 100\n    if total", "amount * 1000\n    if total")
TAKEN = MORE.replace("def charge", "def take")
KEY = "AKIA" + "Q3EGRIL5WV7XKJ2M"


class Reviewer:
    """A person at a terminal in a shop."""

    def __init__(self, shop: Shop) -> None:
        self.shop = shop
        self.env = {name: value for name, value in os.environ.items() if name != "COLUMNS"} | {"TERM": "dumb"}
        self.columns = 80

    def review(self, *words: str) -> Session:
        return Session([*COMMAND, "review", *words], self.shop.root, self.env, self.columns)

    def with_editor(self, command: str) -> None:
        """Have git start this, a line for the shell, as their editor."""
        self.env["GIT_EDITOR"] = command

    @property
    def kept(self) -> list[Path]:
        """What git's folder keeps of texts that were typed."""
        return sorted((self.shop.root / ".git" / "legendary" / "typed").glob("*.md"))


@pytest.fixture
def reviewer(shop: Shop) -> Reviewer:
    return Reviewer(shop)


@pytest.fixture
def doubted(reviewer: Reviewer) -> Reviewer:
    """With one stale memory, the one about cents."""
    reviewer.shop.change(text=MORE)
    return reviewer


def files_of(shop: Shop) -> dict[str, str]:
    return {path.name: path.read_text() for path in (shop.root / ".legendary" / "memories").iterdir()}


def front_of(shop: Shop, memory_id: str, key: str) -> object:
    return shop.shown(memory_id)[key]


def expire(shop: Shop, memory_id: str) -> None:
    path = shop.path_of(memory_id)
    path.write_text(path.read_text().replace("\nanchors:", "\nexpires: 2026-01-02\nanchors:", 1))


@pytest.fixture
def write_text(tmp_path: Path) -> Iterator[Callable[[str], str]]:
    """An editor that puts a text in the place of what it is given."""

    def made(text: str) -> str:
        path = tmp_path / "wanted.md"
        path.write_text(text)
        return f"cp '{path}'"

    yield made


def test_review_shows_the_memory_both_versions_and_who_changed_it_and_why(doubted: Reviewer) -> None:
    commit = doubted.shop.git("rev-parse", "HEAD")
    with doubted.review() as terminal:
        shown = terminal.read_until(ASKED)
        terminal.type("q")
        assert terminal.end() == 0
    assert shown.splitlines() == [
        "",
        f"[decision #{doubted.shop.cents}] is stale",
        "  Amounts are whole cents",
        "",
        "  Floats lost one in March.",
        "",
        f"  by Ada <ada@example.org>, {NOW[:10]}; confidence medium",
        "",
        f'src/pay.py::charge: stale, changed since {commit[:7]} 2026-01-01 Ada "Charge more"',
        "then, line 4                           | now, line 4",
        "def charge(amount: int) -> int:        | def charge(amount: int) -> int:",
        "    total = amount * [-100-]           |     total = amount * {+1000+}",
        "    if total > LIMIT:                  |     if total > LIMIT:",
        "        total -= 1                     |         total -= 1",
        "    return total                       |     return total",
        "",
        "(1/1) Does it still hold [r,m,s,d,e,n,p,q,?]? ",
    ]
    assert terminal.shown.splitlines()[-2:] == [
        "reviewed: nothing was changed",
        "1 left; git memory review goes on there",
    ]


def test_reaffirm_with_evidence(doubted: Reviewer) -> None:
    shop = doubted.shop
    with doubted.review() as terminal:
        terminal.answer((ASKED, "r"), ("What shows that it still holds? ", "tenths are whole too"))
        assert terminal.end() == 0
    assert f"reaffirmed [decision #{shop.cents}] src/pay.py::charge (lines 4-8): fresh\n" in terminal.shown
    assert terminal.shown.splitlines()[-1] == "reviewed: 1 reaffirmed"
    assert shop.verdicts()[shop.cents] == "fresh"
    (entry,) = shop.shown(shop.cents)["evidence"]
    assert entry["text"] == "tenths are whole too"


def test_refused_answers_are_said_and_the_same_memory_is_asked_again(doubted: Reviewer) -> None:
    before = files_of(doubted.shop)
    with doubted.review() as terminal:
        for evidence, error in (("", "error: no evidence is given"), (f"key {KEY}", "error: there is a secret in it")):
            terminal.answer((ASKED, "reaffirm"), ("still holds? ", evidence))
            said = terminal.read_until("(1/1)").partition("\n")[2]
            assert said.startswith(error)
            assert KEY not in said
        assert files_of(doubted.shop) == before
        terminal.answer((ASKED, "d"), ("no longer hold? ", f"see {KEY}"))
        assert "error: there is a secret in it" in terminal.read_until(ASKED)
        terminal.type("q")
        assert terminal.end() == 0
    assert files_of(doubted.shop) == before


def test_code_that_changes_while_it_is_looked_at_is_shown_again(doubted: Reviewer) -> None:
    before = files_of(doubted.shop)
    with doubted.review() as terminal:
        terminal.read_until(ASKED)
        terminal.type("r")
        terminal.read_until("still holds? ")
        doubted.shop.write({"src/pay.py": MORE.replace("1000", "77")})
        terminal.type("looks right")
        shown = terminal.read_until(ASKED)
        assert f"error: the code of {doubted.shop.cents} is not what was shown" in shown
        assert "{+77+}" in shown
        assert files_of(doubted.shop) == before
        terminal.type("r")
        terminal.read_until("still holds? ")
        terminal.type("I looked again")
        assert terminal.end() == 0
    assert doubted.shop.verdicts()[doubted.shop.cents] == "fresh"


def test_memory_that_somebody_changes_meanwhile_is_shown_again(doubted: Reviewer) -> None:
    path = doubted.shop.path_of(doubted.shop.cents)
    with doubted.review() as terminal:
        terminal.read_until(ASKED)
        terminal.type("d")
        terminal.read_until("no longer hold? ")
        path.write_text(f"{path.read_text()}A new thought.\n")
        terminal.type("wrong")
        shown = terminal.read_until(ASKED)
        assert "was changed by somebody else just now" in shown
        assert "  A new thought.\n" in shown
        terminal.type("q")
        assert terminal.end() == 0
    assert front_of(doubted.shop, doubted.shop.cents, "status") == "active"


def test_reanchor_to_an_offered_place_then_reaffirm(reviewer: Reviewer) -> None:
    shop = reviewer.shop
    shop.change("Take", TAKEN)
    with reviewer.review() as terminal:
        shown = terminal.read_until("(1/1) Does it still hold [m,s,d,e,n,p,q,?]? ")
        assert "| perhaps src/pay.py::take, line 4\n" in shown
        for typed in ("", "9"):
            terminal.type("m")
            offered = terminal.read_until("PATH::Symbol]? ")
            assert "\n  1  src/pay.py::take (" in offered
            terminal.type(typed)
            terminal.read_until("error: ", "hint: ")
            terminal.read_until(ASKED)
        terminal.type("m")
        terminal.read_until("PATH::Symbol]? ")
        terminal.type("1")
        again = terminal.read_until("(1/1) Does it still hold [r,m,s,d,e,n,p,q,?]? ")
        assert f"reanchored [decision #{shop.cents}] src/pay.py::charge -> src/pay.py::take" in again
        assert "moved here by hand" in " ".join(again.split())
        terminal.type("r")
        terminal.read_until("still holds? ")
        terminal.type("renamed")
        assert terminal.end() == 0
    assert terminal.shown.splitlines()[-1] == "reviewed: 1 reanchored, 1 reaffirmed"
    (anchor,) = shop.shown(shop.cents)["anchors"]
    assert (anchor["anchor"], anchor["verdict"]) == ("src/pay.py::take", "fresh")


def test_reanchor_to_a_place_that_is_written(reviewer: Reviewer) -> None:
    shop = reviewer.shop
    shop.change("Take", TAKEN)
    with reviewer.review() as terminal:
        for place in ("src/none.py", "src/pay.py::refund"):
            terminal.answer((ASKED, "m"), ("PATH::Symbol]? ", place))
        assert "error: " in terminal.shown
        assert "{+refund+}" in terminal.read_until(ASKED)
        terminal.type("q")
        assert terminal.end() == 0
    assert shop.shown(shop.cents)["anchors"][0]["anchor"] == "src/pay.py::refund"


def test_supersede_with_what_was_written_in_the_editor(doubted: Reviewer, write_text: Callable[[str], str]) -> None:
    shop = doubted.shop
    doubted.with_editor("sed -i -e '1s/cents/tenths of cents/' -e 's/^evidence:/evidence: the new bank/'")
    with doubted.review() as terminal:
        terminal.read_until(ASKED)
        terminal.type("s")
        assert terminal.end() == 0
    assert terminal.shown.splitlines()[-1] == "reviewed: 1 superseded"
    (new,) = shop.shown(shop.cents)["chain"]["later"]
    found = shop.shown(new)
    assert (found["title"], found["verdict"], found["body"].strip()) == (
        "Amounts are whole tenths of cents",
        "fresh",
        "Floats lost one in March.",
    )
    assert found["evidence"][0]["text"] == "the new bank"
    assert front_of(shop, shop.cents, "status") == "superseded"
    assert doubted.kept == []


@pytest.mark.parametrize("editor", [":", "truncate -s 0", "rm", "printf '\\n \\n' >"])
def test_supersede_with_nothing_new_or_nothing_at_all_does_nothing(doubted: Reviewer, editor: str) -> None:
    before = files_of(doubted.shop)
    doubted.with_editor(editor)
    with doubted.review() as terminal:
        terminal.read_until(ASKED)
        terminal.type("s")
        assert "nothing was changed\n" in terminal.read_until(ASKED)
        terminal.type("q")
        assert terminal.end() == 0
    assert (files_of(doubted.shop), doubted.kept) == (before, [])


def test_draft_that_is_refused_is_kept_and_offered_again(doubted: Reviewer) -> None:
    shop = doubted.shop
    before = files_of(shop)
    doubted.with_editor("sed -i -e '1s/$/, probably/' -e '$d'")
    with doubted.review() as terminal:
        terminal.read_until(ASKED)
        terminal.type("s")
        said = terminal.read_until(ASKED)
        assert "error: `probably` is a guess" in said
        (kept,) = doubted.kept
        assert f"  what you wrote is kept in {kept}\n" in said
        assert "whole cents, probably\n" in kept.read_text()
        assert kept.stat().st_mode & 0o077 == 0
        assert files_of(shop) == before
        terminal.type("q")
        assert terminal.end() == 0
    doubted.with_editor("sed -i 's/^confidence: .*/confidence: low/'")
    with doubted.review() as terminal:
        terminal.read_until(ASKED)
        terminal.type("s")
        assert terminal.end() == 0
    (new,) = shop.shown(shop.cents)["chain"]["later"]
    assert (shop.shown(new)["title"], doubted.kept) == ("Amounts are whole cents, probably", [])


def test_successor_that_does_not_cover_is_refused_and_not_written(doubted: Reviewer) -> None:
    before = files_of(doubted.shop)
    doubted.with_editor("sed -i -e 1s/cents/tenths/ -e 's/^anchor: .*/anchor: src\\/store.py/'")
    with doubted.review() as terminal:
        terminal.read_until(ASKED)
        terminal.type("s")
        said = terminal.read_until(ASKED)
        terminal.type("q")
        assert terminal.end() == 0
    assert f"error: the new memory does not cover the anchor of {doubted.shop.cents}" in said
    assert "  --anchor src/pay.py::charge\n" in said
    assert files_of(doubted.shop) == before


def test_secret_in_a_draft_is_refused_and_not_repeated(doubted: Reviewer) -> None:
    before = files_of(doubted.shop)
    doubted.with_editor(f"sed -i '1s/$/ {KEY}/'")
    with doubted.review() as terminal:
        for key in ("s", "e"):
            terminal.read_until(ASKED)
            terminal.type(key)
        terminal.read_until(ASKED)
        terminal.type("q")
        assert terminal.end() == 0
    assert terminal.shown.count("error: there is a secret in it") == 2
    assert KEY not in terminal.shown
    assert files_of(doubted.shop) == before


@pytest.mark.parametrize("key", ["s", "e"])
@pytest.mark.parametrize(
    ("editor", "is_kept"), [("false", False), ("no-such-editor", False), ('f() { echo more >>"$1"; exit 3; }; f', True)]
)
def test_editor_that_fails_changes_nothing(doubted: Reviewer, key: str, editor: str, is_kept: bool) -> None:
    before = files_of(doubted.shop)
    doubted.with_editor(editor)
    with doubted.review() as terminal:
        terminal.read_until(ASKED)
        terminal.type(key)
        said = terminal.read_until(ASKED)
        assert f"error: the editor `{editor}` failed (exit code " in said
        assert ("  what you wrote is kept in " in said, len(doubted.kept)) == (is_kept, int(is_kept))
        terminal.type("q")
        assert terminal.end() == 0
    assert files_of(doubted.shop) == before


def test_editor_is_the_one_that_git_starts(doubted: Reviewer) -> None:
    doubted.env.pop("GIT_EDITOR")
    doubted.env |= {"VISUAL": "false", "EDITOR": "false"}
    doubted.shop.git("config", "core.editor", "sed -i 1s/whole/half/")
    with doubted.review() as terminal:
        terminal.read_until(ASKED)
        terminal.type("s")
        assert terminal.end() == 0
    assert "Amounts are half cents" in doubted.shop.must("list").out


def test_terminal_without_an_editor_is_told_what_to_do(doubted: Reviewer) -> None:
    for name in ("GIT_EDITOR", "EDITOR"):
        doubted.env.pop(name)
    with doubted.review() as terminal:
        terminal.read_until(ASKED)
        terminal.type("e")
        assert (
            "error: git knows no editor for this terminal\nhint: set one: git config core.editor"
            in terminal.read_until(ASKED)
        )
        terminal.type("q")
        assert terminal.end() == 0
    assert doubted.kept == []


def test_edit_takes_over_the_file_and_asks_again_while_it_is_in_doubt(doubted: Reviewer) -> None:
    shop = doubted.shop
    doubted.with_editor("sed -i 's/^title: .*/title: Amounts are tenths/'")
    with doubted.review() as terminal:
        terminal.read_until(ASKED)
        terminal.type("e")
        shown = terminal.read_until(ASKED)
        assert f"edited [decision #{shop.cents}] .legendary/memories/" in shown
        assert "  Amounts are tenths\n" in shown
        terminal.type("n")
        assert terminal.end() == 0
    assert terminal.shown.splitlines()[-1] == "reviewed: 1 edited, 1 skipped"
    assert (front_of(shop, shop.cents, "title"), doubted.kept) == ("Amounts are tenths", [])


@pytest.mark.parametrize(
    ("editor", "error"),
    [("sed -i 1d", "error: line 1: "), ("sed -i 's/^id: .*/id: mem-00000000/'", "error: its id was changed from ")],
)
def test_edit_that_leaves_no_memory_is_kept_and_not_taken_over(doubted: Reviewer, editor: str, error: str) -> None:
    before = files_of(doubted.shop)
    doubted.with_editor(editor)
    with doubted.review() as terminal:
        terminal.read_until(ASKED)
        terminal.type("e")
        said = terminal.read_until(ASKED)
        terminal.type("q")
        assert terminal.end() == 0
    assert error in said
    assert (files_of(doubted.shop), len(doubted.kept)) == (before, 1)


def test_deprecate_with_a_reason(doubted: Reviewer) -> None:
    with doubted.review() as terminal:
        terminal.answer((ASKED, "D"), ("no longer hold? ", "we take floats now"))
        assert terminal.end() == 0
    assert f"deprecated [decision #{doubted.shop.cents}]: we take floats now\n" in terminal.shown
    assert front_of(doubted.shop, doubted.shop.cents, "status") == "deprecated"


@pytest.mark.parametrize(
    ("key", "standing"),
    [("k", ("active", "superseded")), ("o", ("superseded", "active")), ("b", ("active", "active"))],
)
def test_conflict_is_resolved(reviewer: Reviewer, key: str, standing: tuple[str, str]) -> None:
    shop = reviewer.shop
    other = shop.remember("Amounts are tenths of cents", "src/pay.py::charge")
    mark(shop, shop.cents, other)
    with reviewer.review(shop.cents) as terminal:
        shown = terminal.read_until("(1/1) Which one holds [k,o,b,s,d,e,n,p,q,?]? ")
        assert f"contradicts: [decision #{other}] (fresh)\n  Amounts are tenths of cents\n" in shown
        assert "now, line 4:\n  def charge(amount: int) -> int:\n" in shown
        terminal.type(key)
        assert terminal.end() == 0
    assert terminal.shown.splitlines()[-1] == "reviewed: 1 resolved"
    assert (front_of(shop, shop.cents, "status"), front_of(shop, other, "status")) == standing


def test_conflict_with_several_asks_which_of_them_hold(reviewer: Reviewer) -> None:
    shop = reviewer.shop
    others = [shop.remember(text, "src/pay.py::charge") for text in ("Tenths", "Euros")]
    mark(shop, shop.cents, *others)
    with reviewer.review(shop.cents) as terminal:
        shown = terminal.read_until(ASKED)
        first, second = sorted(others, key=lambda one: shown.index(f"#{one}"))
        assert f"contradicts 2: [decision #{second}]" in shown
        terminal.type("o")
        terminal.read_until("blanks between]? ")
        terminal.type("3")
        assert "error: that names none of the others" in terminal.read_until(ASKED)
        terminal.type("o")
        terminal.read_until("blanks between]? ")
        terminal.type("1, 2")
        left = terminal.read_until("]? ", "reviewed")
        assert "reviewed" in left
        assert terminal.end() == 0
    standing = [front_of(shop, one, "status") for one in (shop.cents, first, second)]
    assert standing == ["deprecated", "active", "active"]


def test_conflict_with_what_is_gone_can_only_end_for_this_one(reviewer: Reviewer) -> None:
    shop = reviewer.shop
    other = shop.remember("Charges are in euros", "src/pay.py::charge")
    mark(shop, shop.cents, other)
    shop.path_of(other).unlink()
    with reviewer.review() as terminal:
        assert "  what it contradicted is retired, or gone\n" in terminal.read_until(ASKED)
        terminal.type("o")
        assert "error: what it contradicts is retired, or gone\n" in terminal.read_until(ASKED)
        terminal.type("k")
        assert terminal.end() == 0
    assert front_of(shop, shop.cents, "status") == "active"


def test_line_can_be_edited_where_the_terminal_can(doubted: Reviewer) -> None:
    pytest.importorskip("readline")
    doubted.env["TERM"] = "xterm"
    with doubted.review() as terminal:
        terminal.answer((ASKED, "r"), ("still holds? ", "I red it\x1b[D\x1b[D\x1b[D\x1b[Da"))
        assert terminal.end() == 0
    (entry,) = doubted.shop.shown(doubted.shop.cents)["evidence"]
    assert entry["text"] == "I read it"


def test_expired_memory_is_renewed(reviewer: Reviewer) -> None:
    shop = reviewer.shop
    expire(shop, shop.cents)
    with reviewer.review() as terminal:
        shown = terminal.read_until("(1/1) Does it still hold [x,s,d,e,n,p,q,?]? ")
        assert "  to be looked at again on 2026-01-02\n" in shown
        terminal.type("x")
        terminal.read_until("never]? ")
        terminal.type("2026-01-01")
        terminal.read_until("error: 2026-01-01 is over")
        for day, evidence in (("2027-01-01", ""), ("2027-01-01", "the tariff of 2026")):
            terminal.answer((ASKED, "x"), ("never]? ", day), ("still so? ", evidence))
        terminal.read_until("reviewed: ")
        assert terminal.end() == 0
    assert terminal.shown.splitlines()[-1] == "reviewed: 1 renewed"
    assert "expires: 2027-01-01\n" in shop.path_of(shop.cents).read_text()


def test_memory_in_doubt_twice_is_asked_about_until_both_are_settled(doubted: Reviewer) -> None:
    expire(doubted.shop, doubted.shop.cents)
    with doubted.review() as terminal:
        assert "is stale and expired\n" in terminal.read_until(ASKED)
        terminal.type("r")
        terminal.read_until("still holds? ")
        terminal.type("I read it")
        assert "is expired\n" in terminal.read_until("(1/1) Does it still hold [x,s,d,e,n,p,q,?]? ")
        terminal.type("n")
        assert terminal.end() == 0
    assert terminal.shown.splitlines()[-1] == "reviewed: 1 reaffirmed, 1 skipped"


@pytest.fixture
def twice(doubted: Reviewer) -> Reviewer:
    """With a second memory in doubt, which comes first: its code is gone."""
    gone = doubted.shop.remember("Give back", "src/pay.py::refund")
    assert gone
    doubted.shop.change("Keep it all", MORE[: MORE.index("def refund")])
    return doubted


def test_review_goes_on_where_it_was_left(twice: Reviewer) -> None:
    with twice.review() as terminal:
        terminal.read_until("(1/2)")
        terminal.read_until(ASKED)
        terminal.type("n")
        terminal.read_until("(2/2)")
        terminal.read_until(ASKED)
        terminal.type("q")
        assert terminal.end() == 0
    assert terminal.shown.splitlines()[-2:] == ["reviewed: 1 skipped", "1 left; git memory review goes on there"]
    with twice.review() as terminal:
        assert f"#{twice.shop.cents}] is stale" in terminal.read_until("(1/1)")
        terminal.read_until(ASKED)
        terminal.type("n")
        assert terminal.end() == 0
    assert terminal.shown.splitlines()[-1] == "1 skipped before; git memory review asks about everything again"
    with twice.review() as terminal:
        assert "is orphaned" in terminal.read_until("(1/2)")
        terminal.type("n")
        terminal.read_until("(2/2)")
        terminal.read_until(ASKED)
        terminal.press("\x03")
        assert terminal.end() == 130
    with twice.review("--restart") as terminal:
        assert "is orphaned" in terminal.read_until("(1/2)")
        terminal.type("q")
        assert terminal.end() == 0


def test_a_new_change_is_asked_about_again(twice: Reviewer) -> None:
    with twice.review() as terminal:
        terminal.answer((ASKED, "n"), ("(2/2)", "q"))
        assert terminal.end() == 0
    twice.shop.change("Pay for each", f"{MORE[: MORE.index('def refund')]}EACH = 1\n")
    with twice.review() as terminal:
        terminal.read_until("(1/2)")
        terminal.type("q")
        assert terminal.end() == 0


@pytest.mark.parametrize("where", ["key", "evidence", "reason"])
@pytest.mark.parametrize(("pressed", "code"), [("\x03", 130), ("\x04", 0)])
def test_leaving_by_the_keyboard_changes_nothing(doubted: Reviewer, where: str, pressed: str, code: int) -> None:
    before = files_of(doubted.shop)
    with doubted.review() as terminal:
        terminal.read_until(ASKED)
        if where != "key":
            terminal.type("r" if where == "evidence" else "d")
            terminal.read_until("hold? ", "holds? ")
        terminal.press(pressed)
        assert terminal.end() == code
    assert files_of(doubted.shop) == before
    assert ("reviewed: nothing was changed\n" in terminal.shown) is (code == 0)


def test_ctrl_c_that_ends_the_editor_ends_the_review_and_keeps_the_text(doubted: Reviewer) -> None:
    before = files_of(doubted.shop)
    doubted.with_editor('f() { echo more >>"$1"; kill -INT $$; }; f')
    with doubted.review() as terminal:
        terminal.read_until(ASKED)
        terminal.type("s")
        assert terminal.end() == 130
    assert (files_of(doubted.shop), len(doubted.kept)) == (before, 1)
    assert str(doubted.kept[0]) in terminal.shown


def test_help_explains_the_keys_that_are_offered(doubted: Reviewer) -> None:
    with doubted.review() as terminal:
        terminal.read_until(ASKED)
        for word in ("?", "k", ""):
            terminal.type(word)
            lines = terminal.read_until(ASKED).splitlines()
            assert [line[:1] for line in lines if line[1:4] == " - "] == list("rmsdenpq?")
            assert not any("contradict" in line for line in lines)
        terminal.type("p")
        assert "{+1000+}" in terminal.read_until(ASKED)
        terminal.type("quit")
        assert terminal.end() == 0


def test_named_ones_are_asked_about_in_any_case(twice: Reviewer) -> None:
    for _ in range(2):
        with twice.review(twice.shop.cents[4:]) as terminal:
            terminal.read_until("(1/1)")
            terminal.type("n")
            assert terminal.end() == 0
    with twice.review() as terminal:
        terminal.read_until("(1/2)")
        terminal.type("q")
        assert terminal.end() == 0


def test_nothing_to_review(reviewer: Reviewer) -> None:
    shop = reviewer.shop
    with reviewer.review() as terminal:
        assert terminal.end() == 0
    assert terminal.shown == "nothing to review: no memory is stale, orphaned, conflicted or expired\n"
    with reviewer.review(shop.cents) as terminal:
        assert terminal.end() == 0
    assert terminal.shown == f"nothing to review: {shop.cents} is not in doubt\n"
    with reviewer.review("mem-00000000") as terminal:
        assert terminal.end() == 1


def test_without_a_terminal_nothing_is_asked(doubted: Reviewer) -> None:
    before = files_of(doubted.shop)
    answer = doubted.shop.process("review", stdin=b"d\nbecause\n")
    assert (answer.code, answer.out, answer.err.splitlines()) == (
        2,
        "",
        [
            "error: this asks questions, and standard input is no terminal",
            "hint: git memory stale lists the memories that may no longer hold",
        ],
    )
    assert files_of(doubted.shop) == before


def test_narrow_terminal_has_one_version_below_the_other(doubted: Reviewer) -> None:
    doubted.columns = 40
    with doubted.review() as terminal:
        lines = terminal.read_until("(1/1)").splitlines()
        terminal.read_until(ASKED)
        terminal.type("q")
        assert terminal.end() == 0
    assert max(map(len, lines)) <= 40
    assert lines.index("    total = amount * [-100-]") < lines.index("    total = amount * {+1000+}")
    assert lines.index("then, line 4:") < lines.index("now, line 4:")


@pytest.mark.parametrize(
    ("env", "is_coloured"),
    [
        ({"TERM": "xterm", "NO_COLOR": ""}, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "dumb", "NO_COLOR": ""}, False),
    ],
)
def test_colours_are_for_terminals_that_want_them(doubted: Reviewer, env: dict[str, str], is_coloured: bool) -> None:
    doubted.env |= env
    with doubted.review() as terminal:
        shown = terminal.read_until(ASKED)
        terminal.type("q")
        assert terminal.end() == 0
    assert ("\x1b[1;31m100\x1b[0m" in shown, "[-100-]" in shown) == (is_coloured, not is_coloured)
    assert bool(ESCAPE.search(shown)) is is_coloured
    assert "\x1b[?1049h" not in shown
    if env["TERM"] == "dumb":
        assert "\x1b" not in terminal.shown


def test_memory_that_is_settled_elsewhere_is_passed_over(twice: Reviewer) -> None:
    with twice.review() as terminal:
        terminal.read_until(ASKED)
        twice.shop.must("deprecate", twice.shop.cents, "--reason", "x")
        terminal.type("n")
        assert terminal.end() == 0
    assert terminal.shown.splitlines()[-1] == "reviewed: 1 skipped"


def test_memory_whose_file_goes_bad_meanwhile_is_passed_over(twice: Reviewer) -> None:
    with twice.review() as terminal:
        terminal.read_until(ASKED)
        twice.shop.path_of(twice.shop.cents).write_text("no memory\n")
        terminal.type("n")
        assert terminal.end() == 0
    assert "hint: mend the file, then ask again\n" in terminal.shown or "error: there is no memory" in terminal.shown


def test_typed_bytes_that_are_no_text_or_move_the_cursor_do_no_harm(doubted: Reviewer) -> None:
    with doubted.review() as terminal:
        terminal.read_until(ASKED)
        terminal.type("r")
        terminal.read_until("still holds? ")
        os.write(terminal.descriptor, b"caf\xe9 \x1b[D\xc3\xa9t\xc3\xa9\n")
        assert terminal.end() == 0
    (entry,) = doubted.shop.shown(doubted.shop.cents)["evidence"]
    assert entry["text"] == "caf [Dété"
