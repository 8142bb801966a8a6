"""`git memory import`: real stores of other tools, what becomes of each entry, and what a second run does."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.project import CHECKOUT, NOW, PAY, Answer, Project

STORES = CHECKOUT / "fixtures" / "imports"
FOLDER = ".legendary/memories"
PLACES = {
    "legendary": "elsewhere",
    "scry": "scry",
    "fable": ".memory",
    "adr": "docs/adr",
    "serena": ".serena/memories",
}


def put_store(project: Project, tool: str) -> str:
    """The store of a tool where that tool keeps it; its folder."""
    shutil.copytree(STORES / tool, project.root / PLACES[tool])
    return PLACES[tool]


def memories(project: Project) -> dict[str, dict[str, object]]:
    """Every memory that holds, by its title."""
    listed = project.must("list", "--json").json["memories"]
    return {one["title"]: project.shown(one["id"]) for one in listed if one["status"] == "active"}


def files_of(project: Project) -> list[str]:
    folder = project.root / FOLDER
    return sorted(path.read_text() for path in folder.iterdir()) if folder.exists() else []


def without_ids(answer: Answer) -> dict[str, object]:
    found = answer.json
    for one in found["written"]:
        one["id"] = None
    return {key: value for key, value in found.items() if key != "dry_run"}


def test_import_of_decision_records_as_a_user_sees_it(project: Project) -> None:
    put_store(project, "adr")
    answer = project.memory("import", "adr", ".")
    assert (answer.code, answer.err) == (1, "")
    ids = [line.split("#")[1][:12] for line in answer.lines if line.startswith("written")]
    assert answer.lines == [
        (
            f"written [decision #{ids[0]}] docs/adr/madr/0005-rates-from-the-central-bank.md "
            "Exchange rates come from the central bank"
        ),
        "  holds no longer: superseded by Exchange rates come from the payment provider",
        (
            f"written [decision #{ids[1]}] docs/adr/madr/0006-cache-rates-in-the-browser.md "
            "Rejected: Cache exchange rates in the browser"
        ),
        (
            f"written [decision #{ids[2]}] docs/adr/madr/0007-rates-from-the-payment-provider.md "
            "Exchange rates come from the payment provider"
        ),
        f"written [decision #{ids[3]}] docs/adr/madr/0008-log-in-plain-text.md Log in plain text",
        "  holds no longer: Deprecated",
        f"written [decision #{ids[4]}] docs/adr/nygard/0001-record-decisions.md Record decisions",
        f"written [decision #{ids[5]}] docs/adr/nygard/0002-store-amounts-as-decimals.md Store amounts as decimals",
        "  holds no longer: superseded by Store amounts as whole cents",
        (
            f"written [decision #{ids[6]}] docs/adr/nygard/0003-store-amounts-as-whole-cents.md "
            "Store amounts as whole cents"
        ),
        "refused docs/adr/nygard/0004-mail-through-a-queue.md:5: `Proposed`: it is not decided yet",
        "  hint: import it again when it is accepted",
        "passed over docs/adr/madr/adr-template.md: a template",
        "passed over docs/adr/madr/notes.md: no decision record: it has no number, and no decision in it",
        "passed over docs/adr/nygard/README.md: an index",
        "7 written, 0 there already, 1 refused, 3 passed over",
    ]
    old, new = project.shown(ids[5]), project.shown(ids[6])
    assert (old["status"], old["chain"]["later"]) == ("superseded", [ids[6]])
    assert (new["status"], new["chain"]["earlier"], new["anchors"]) == ("active", [ids[5]], [])
    assert project.shown(ids[3])["status"] == "deprecated"
    text = project.path_of(ids[2]).read_text()
    assert "created: 2025-09-14T00:00:00Z\n" in text
    assert f"updated: {NOW}\n" in text
    assert "author: Grace, Barbara\n" in text
    assert "origin: adr:docs/adr/madr/0007-rates-from-the-payment-provider.md\n" in text


def test_import_of_legendary_keeps_its_stamps_so_that_what_changed_is_stale(project: Project) -> None:
    place = put_store(project, "legendary")
    answer = project.memory("import", "legendary", place)
    assert answer.code == 1
    found = memories(project)
    assert {title: one["verdict"] for title, one in found.items()} == {
        "Amounts are whole cents": "fresh",
        "A second connection does not help against a locked database": "stale",
        "Each receipt gets a connection of its own": "unanchored",
        "Caching exchange rates in the browser gave two prices on one page": "unanchored",
    }
    assert "  warning: without its anchor web/rates.js::cached, which is not in this repository now" in answer.lines
    refused = [line for line in answer.lines if line.startswith("refused")]
    assert [line.split(": ")[0] for line in refused] == [
        "refused elsewhere/mem-51bb28e6.md:10",
        "refused elsewhere/mem-62cc39f7.md:5",
    ]
    episode = found["A second connection does not help against a locked database"]
    text = (project.root / str(episode["path"])).read_text()
    assert "transcript: session-4711\n" in text
    assert "origin: legendary:mem-1d72b9f0\n" in text
    project.write({"src/pay.py": PAY.replace("100", "1000")})
    assert memories(project)["Amounts are whole cents"]["verdict"] == "stale"


def test_import_of_scry_never_calls_its_anchors_verified(project: Project) -> None:
    answer = project.memory("import", "scry", f"{put_store(project, 'scry')}/export.txt")
    assert answer.code == 1
    fact = memories(project)["Charges above the limit lose a cent"]
    assert fact["verdict"] == "unknown"
    assert answer.lines[-3].startswith("refused scry/export.txt:8: not a line")


@pytest.mark.parametrize("tool", PLACES)
def test_import_twice_writes_nothing_the_second_time(project: Project, tool: str) -> None:
    place = put_store(project, tool)
    first = project.memory("import", tool, place, "--json").json
    before = files_of(project)
    second = project.memory("import", tool, place, "--json").json
    assert second["written"] == []
    assert [one["origin"] for one in second["there"]] == [one["origin"] for one in first["written"]]
    assert second["refused"] == first["refused"]
    assert files_of(project) == before


@pytest.mark.parametrize("tool", PLACES)
def test_import_dry_run_writes_nothing_and_says_the_same(project: Project, tool: str) -> None:
    place = put_store(project, tool)
    dry = project.memory("import", tool, place, "--dry-run", "--json")
    assert files_of(project) == []
    real = project.memory("import", tool, place, "--json")
    assert (dry.code, without_ids(dry)) == (real.code, without_ids(real))


def test_import_dry_run_compares_the_entries_with_each_other(project: Project) -> None:
    text = "Receipts are sent one by one, because the mail server drops the rest of a batch.\n"
    project.write({"m/a.md": f"# Receipts\n\n{text}", "m/b.md": f"# Receipts\n\n{text}"})
    dry = project.must("import", "serena", "m", "--dry-run")
    assert dry.lines[-1] == "1 would be written, 1 there already, 0 refused"
    assert project.must("import", "serena", "m").lines[-1] == "1 written, 1 there already, 0 refused"


def test_import_leaves_what_came_from_there_before_whatever_became_of_it(project: Project) -> None:
    put_store(project, "serena")
    answer = project.memory("import", "serena", ".")
    memory_id = next(one.split("#")[1][:12] for one in answer.lines if "invoice_rounding" in one)
    project.must("deprecate", memory_id, "--reason", "rounded by the bank now")
    project.write({".serena/memories/topics/invoice_rounding.md": "# How invoices are rounded\n\nNot at all.\n"})
    again = project.memory("import", "serena", ".serena/memories")
    assert f"there already [fact #{memory_id}] .serena/memories/topics/invoice_rounding.md How invoices" in again.out
    assert project.shown(memory_id)["status"] == "deprecated"


def test_import_knows_what_somebody_wrote_down_before(project: Project) -> None:
    memory_id = project.remember("How invoices are rounded\n\nA line is rounded half up.\n")
    project.write({"m/rounding.md": "# How invoices are rounded\n\nA line is rounded half up.\n"})
    before = files_of(project)
    assert project.must("import", "serena", "m").lines[0].startswith(f"there already [decision #{memory_id}]")
    assert files_of(project) == before


def test_import_supersedes_what_was_imported_before_its_successor_was_written(project: Project) -> None:
    old = "# 1. Decimals\n\n## Status\n\n{}\n\n## Decision\n\nTwo places behind the point.\n"
    project.write({"adr/0001-decimals.md": old.format("Accepted")})
    memory_id = project.must("import", "adr", "adr").id
    new = "# 2. Whole cents\n\n## Status\n\nAccepted\n\n## Decision\n\nMoney is an integer.\n"
    project.write({"adr/0001-decimals.md": old.format("Superseded by ADR-0002"), "adr/0002-cents.md": new})
    answer = project.must("import", "adr", "adr")
    assert project.shown(memory_id)["status"] == "superseded"
    assert answer.lines[-1] == "1 written, 1 there already, 0 refused"


def test_import_retires_what_was_superseded_by_what_is_refused(project: Project) -> None:
    old = "# 1. Decimals\n\n## Status\n\nSuperseded by ADR-0002\n\n## Decision\n\nTwo places behind the point.\n"
    new = "# 2. Whole cents\n\n## Status\n\nAccepted\n\n## Decision\n\nTODO: write this down.\n"
    project.write({"adr/0001-decimals.md": old, "adr/0002-cents.md": new})
    answer = project.memory("import", "adr", "adr")
    assert answer.code == 1
    assert project.shown(answer.id)["status"] == "deprecated"


def test_import_of_what_does_not_cover_the_old_code_deprecates_the_old_one(project: Project) -> None:
    front = "---\nid: {}\ntype: decision\ntitle: {}\n{}---\n{}\n"
    anchor = "anchors:\n- file: src/pay.py\n  symbol: charge\n"
    retired = "status: deprecated\nsuperseded_by: mem-0000000b\n"
    project.write({
        "m/mem-0000000a.md": front.format("mem-0000000a", "Charges in floats", retired + anchor, "It was quick."),
        "m/mem-0000000b.md": front.format("mem-0000000b", "Money is an integer", "", "Nothing gets lost."),
    })  # fmt: skip
    answer = project.must("import", "legendary", "m")
    old = project.shown(answer.id)
    assert (old["status"], old["title"]) == ("deprecated", "Charges in floats")


SECRET = "ghp_" + "k3JdZ8vQx1Lm5Rt7Yw2Bn4Hc6Gf9Ps0AeUoI"


def test_import_refuses_a_secret_in_any_field_without_saying_it(project: Project) -> None:
    front = "---\nid: mem-0000000{}\ntitle: {}\ntags: [{}]\nstatus: deprecated\ndeprecated_reason: {}\n---\n{}\n"
    project.write({
        "m/mem-0000000a.md": front.format("a", "In the body", "x", "old", f"The token is {SECRET}."),
        "m/mem-0000000b.md": front.format("b", "In a tag", SECRET, "old", "Words."),
        "m/mem-0000000c.md": front.format("c", "In the reason", "x", f"replaced by {SECRET}", "Words."),
        "m/mem-0000000d.md": front.format("d", "In nothing", "x", "old", "Other words."),
    })  # fmt: skip
    answer = project.memory("import", "legendary", "m")
    assert answer.lines[-1] == "1 written, 0 there already, 3 refused"
    assert SECRET not in answer.out + answer.err
    assert all(SECRET not in text for text in files_of(project))


def test_import_options_are_what_the_rules_ask_for(project: Project) -> None:
    project.write({"m/a.md": "# Uploads\n\nThe limit is 5 at present.\n", "m/b.md": "# Rates\n\nProbably cached.\n"})
    assert project.memory("import", "serena", "m").code == 1
    answer = project.must("import", "serena", "m", "--expires", "2027-01-01", "--confidence", "low")
    assert answer.lines[-1] == "2 written, 0 there already, 0 refused"
    for one in memories(project).values():
        text = (project.root / str(one["path"])).read_text()
        assert "expires: 2027-01-01\n" in text
        assert "confidence: low\n" in text


def test_import_line_of_a_refusal_is_where_its_words_stand(project: Project) -> None:
    project.write({"m/a.md": "---\ntitle: Uploads\n---\n\n# X\r\n\r\nWords.\r\n\r\nIt is probably\r\ncached.\r\n"})
    assert project.memory("import", "serena", "m").lines[0].startswith("refused m/a.md:9: `probably` is a guess")


@pytest.mark.parametrize("path", [".", ".legendary", ".legendary/memories"])
def test_import_of_our_own_memories_is_needless(project: Project, path: str) -> None:
    project.remember("Something")
    answer = project.memory("import", "legendary", path)
    assert answer.code == 2
    assert answer.err.splitlines()[-1] == "hint: nothing needs to be imported: these memories work as they are"


def test_import_of_a_copy_of_our_own_memories_finds_them_there(project: Project) -> None:
    memory_id = project.remember("Something", "src/pay.py::charge")
    shutil.copytree(project.root / FOLDER, project.root / "backup")
    answer = project.must("import", "legendary", "backup")
    assert answer.lines[0].startswith(f"there already [decision #{memory_id}]")


def test_import_from_another_repository_tells_no_path_of_the_machine(project: Project, tmp_path: Path) -> None:
    other = tmp_path / "other"
    (other / ".git").mkdir(parents=True)
    shutil.copytree(STORES / "serena", other / ".serena" / "memories")
    project.memory("import", "serena", str(other))
    found = memories(project)["How invoices are rounded"]
    text = (project.root / str(found["path"])).read_text()
    assert "origin: serena:other/.serena/memories/topics/invoice_rounding.md\n" in text
    assert str(tmp_path) not in text


def test_import_follows_no_link_and_reads_on(project: Project, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("# Not for you\n\nWords.\n")
    project.write({"m/a.md": "# Uploads\n\nOne by one.\n", "m/b.md": b"# Caf\xe9\n", "m/c.md": b"x" * 1_100_000})
    (project.root / "m" / "link.md").symlink_to(tmp_path / "secret.md")
    (project.root / "m" / "linked").symlink_to(tmp_path)
    answer = project.memory("import", "serena", "m")
    assert answer.code == 1
    assert answer.lines[-1] == "1 written, 0 there already, 2 refused"
    assert "Not for you" not in answer.out
    assert answer.err.splitlines() == [
        "warning: link.md: a symbolic link: not read",
        "warning: linked: a symbolic link: not read",
    ]


def test_import_of_file_names_that_are_no_text(project: Project) -> None:
    project.write({"m/x": ""})
    (project.root / "m" / "a\nb.md").write_text("# Uploads\n\nOne by one.\n")
    (project.root / "m").joinpath(b"caf\xe9.md".decode("utf-8", "surrogateescape")).write_text("# Rates\n\nCached.\n")
    first = project.must("import", "serena", "m")
    assert first.lines[-1] == "2 written, 0 there already, 0 refused"
    assert "m/a\\x0ab.md" in first.out
    assert project.must("import", "serena", "m").lines[-1] == "0 written, 2 there already, 0 refused"


def test_import_of_nothing(project: Project) -> None:
    missing = project.memory("import", "serena", "nowhere")
    assert (missing.code, missing.err.splitlines()[0]) == (1, "error: there is no nowhere")
    (project.root / "empty").mkdir()
    assert project.must("import", "serena", "empty").lines == ["0 written, 0 there already, 0 refused"]
    assert project.memory("import", "song", "empty").code == 2
    assert project.memory("import", "serena", "empty", "--expires", "soon").code == 2


def test_import_json(project: Project) -> None:
    put_store(project, "fable")
    found = project.memory("import", "fable", ".memory", "--json").json
    assert list(found) == [
        *("schema", "source", "path", "dry_run", "written", "there", "refused", "passed_over"),
    ]
    assert found["schema"] == "legendary.import/1"
    assert list(found["written"][0]) == ["id", "label", "file", "line", "title", "origin", "retired", "warnings"]
    assert found["refused"][0]["todo"].startswith("keep it in an issue or a hand-off; say what lasts")
    assert found["refused"] == [
        {
            "file": ".memory/deploy-window.md",
            "line": 6,
            "title": "What is going on with the release",
            "what": "`The build is currently failing on main` is the state of the work now,"
            " and over before anybody reads it",
            "details": [],
            "todo": found["refused"][0]["todo"],
        }
    ]


def test_import_into_the_users_own_store(project: Project) -> None:
    place = put_store(project, "fable")
    assert "a person's own: kept for this repository alone" in project.memory("import", "fable", place, "--dry-run").out
    answer = project.memory("--global", "import", "fable", place)
    assert "a person's own" not in answer.out
    assert answer.lines[-1] == "3 written, 0 there already, 1 refused"
    assert files_of(project) == []
    listed = project.must("--global", "list").out
    assert "Tests run with bun, not with a second runner" in listed
