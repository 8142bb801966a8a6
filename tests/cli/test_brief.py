"""`git memory brief`: two blocks, nothing where both are empty."""

from __future__ import annotations

import pytest

from tests.project import PAY, Project, Shop

pytestmark = pytest.mark.unhooked

HEADING = "may be wrong now (anchored code changed):"
SAID = "Amounts are whole cents: Floats lost one in March."


def test_brief_of_nothing_is_nothing(project: Project) -> None:
    answer = project.memory("brief")
    assert (answer.code, answer.out, answer.err) == (0, "", "")


def test_brief_without_doubts_has_one_block(shop: Shop) -> None:
    assert shop.must("brief").lines == [
        f"[decision #{shop.cents}] (1.00) {SAID}",
        f"[episode #{shop.locked}] (1.00) {shop.LOCKED}",
    ]


def test_brief_has_two_blocks(shop: Shop) -> None:
    shop.change()
    assert shop.must("brief").lines == [
        f"[episode #{shop.locked}] (1.00) {shop.LOCKED}",
        HEADING,
        f"[decision #{shop.cents}] (stale) {SAID}",
    ]
    shop.commit("Drop", {"src/pay.py": "x = 1\n", "src/store.py": "x = 1\n"})
    assert shop.must("brief").lines[0] == HEADING
    assert f"[decision #{shop.cents}] (orphaned) {SAID}" in shop.must("brief").lines


def test_brief_marks_what_nobody_knows(shop: Shop) -> None:
    shop.change("Break", PAY.replace("amount * 100", "amount *"))
    assert f"[decision #{shop.cents}] (1.00) (unknown) {SAID}" in shop.must("brief").lines


def test_brief_has_the_newest_first_and_halves_the_score_in_29_days(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = []
    for month, day, text in ((1, 30, "Ledgers"), (1, 1, "Invoices"), (2, 28, "Refunds")):
        monkeypatch.setenv("LEGENDARY_NOW", f"2026-{month:02}-{day:02}T00:00:00Z")
        ids.append(project.remember(text))
    assert [line.rsplit(" ", 1)[0] for line in project.must("brief").lines] == [
        f"[decision #{ids[2]}] (1.00)",
        f"[decision #{ids[0]}] (0.50)",
        f"[decision #{ids[1]}] (0.25)",
    ]


def test_brief_takes_a_date_in_the_future_for_now(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEGENDARY_NOW", "2030-01-01T00:00:00Z")
    project.remember("Something")
    monkeypatch.setenv("LEGENDARY_NOW", "2026-01-01T00:00:00Z")
    assert "(1.00) Something" in project.must("brief").out


@pytest.mark.parametrize(("words", "count"), [((), 8), (("-m", "3"), 3), (("-m", "0"), 0), (("-m", "99"), 10)])
def test_brief_has_eight_memories_or_as_many_as_asked_for(project: Project, words: tuple[str, ...], count: int) -> None:
    for number in range(10):
        project.remember(f"Number {number}")
    assert len(project.must("brief", *words).lines) == count


def test_brief_has_at_most_five_doubts_the_latest_first(project: Project) -> None:
    project.commit("Files", {f"file{number}.py": f"x = {number}\n" for number in range(6)})
    ids = [project.remember(f"Number {number}", f"file{number}.py") for number in range(6)]
    project.commit("Remember")
    for number in range(6):
        project.commit("Change", {f"file{number}.py": f"y = {number}\n"})
    lines = project.must("brief").lines
    assert lines[0] == HEADING
    assert [line.split("#")[1][:12] for line in lines[1:]] == list(reversed(ids[1:]))


def test_brief_forgets_what_went_stale_long_ago(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.change()  # at 2026-01-01T00:04:00Z
    monkeypatch.setenv("LEGENDARY_NOW", "2026-01-08T00:03:59Z")
    assert HEADING in shop.must("brief").out
    monkeypatch.setenv("LEGENDARY_NOW", "2026-01-08T00:04:01Z")
    assert shop.must("brief").lines == [f"[episode #{shop.locked}] (0.89) {shop.LOCKED}"]
    assert HEADING in shop.must("brief", "--stale-days", "8").out
    assert HEADING not in shop.must("brief", "--stale-days", "0.5").out


def test_brief_counts_uncommitted_changes_as_of_now(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEGENDARY_NOW", "2027-01-01T00:00:00Z")
    shop.write({"src/pay.py": "x = 1\n"})
    assert f"[decision #{shop.cents}] (orphaned) {SAID}" in shop.must("brief", "--stale-days", "0").lines


@pytest.mark.parametrize("status", ["superseded", "deprecated"])
def test_brief_leaves_out_what_was_retired(shop: Shop, status: str) -> None:
    for memory_id in (shop.cents, shop.locked):
        path = shop.path_of(memory_id)
        path.write_text(path.read_text().replace("status: active", f"status: {status}"))
    shop.change()
    assert shop.must("brief").out == ""


def test_brief_keeps_a_memory_on_one_line(project: Project) -> None:
    memory_id = project.remember("Title\n\nfirst\tline\nsecond \x1b[2J line\n")
    assert project.must("brief").out == f"[decision #{memory_id}] (1.00) Title: first line second \\x1b[2J line\n"


def test_brief_takes_the_teams_settings_and_lets_options_win(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.write({".legendary/config.toml": "[brief]\nmost = 1\nstale_days = 0.5\n"})
    assert len(shop.must("brief").lines) == 1
    assert len(shop.must("brief", "-m", "2").lines) == 2
    shop.change()
    assert HEADING not in shop.must("brief").out
    assert HEADING in shop.must("brief", "--stale-days", "7").out


def test_brief_json_has_scores_and_both_blocks(shop: Shop) -> None:
    shop.change()
    found = shop.must("brief", "--json").json
    assert [(memory["id"], memory["score"]) for memory in found["memories"]] == [(shop.locked, 1.0)]
    assert [(memory["id"], memory["verdict"]) for memory in found["may_be_wrong"]] == [(shop.cents, "stale")]
