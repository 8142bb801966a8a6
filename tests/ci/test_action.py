"""The action for GitHub: what its steps do with a pull request, with its inputs, and with hostile ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.ci.action import load_action, run_action
from tests.ci.examples import Runner
from tests.project import CHECKOUT, PAY, Shop

pytestmark = pytest.mark.unhooked


@pytest.fixture
def event(change: Shop, tmp_path: Path) -> dict[str, str]:
    """The job of the pull request, in whose clone HEAD is what would be merged."""
    head, target = change.head, change.git("rev-parse", "origin/main")
    change.git("checkout", "-q", "--detach", target)
    change.git("merge", "-q", "--no-ff", "-m", "Merge it", head)
    payload = tmp_path / "event.json"
    payload.write_text(json.dumps({"pull_request": {"head": {"sha": head}, "base": {"sha": target, "ref": "main"}}}))
    return {
        "GITHUB_EVENT_NAME": "pull_request",
        "GITHUB_EVENT_PATH": str(payload),
        "GITHUB_BASE_REF": "main",
        "GITHUB_SHA": change.head,
    }


def test_action_puts_nothing_from_outside_into_the_shells_text() -> None:
    steps = load_action()["runs"]["steps"]
    assert [step["name"] for step in steps if "${{" in step["run"]] == []
    assert [step for step in steps if "uses" in step] == []


def test_action_fails_a_pull_request_for_what_it_did(change: Shop, runner: Runner, event: dict[str, str]) -> None:
    done = run_action(runner, change.root, event)
    assert done.ran.code == 1, done
    lines = done.ran.out.splitlines()
    assert lines[0].startswith("::error ")
    assert "title=LG001 orphaned-anchor" in lines[0]
    assert change.cents in lines[0]
    assert change.locked not in done.ran.out
    assert change.git("rev-parse", "origin/main")[:12] in lines[-1]
    sarif = runner.home / "temp" / "legendary-git.sarif"
    assert done.outputs == {"findings": "1", "failed": "true", "sarif": str(sarif)}
    results = json.loads(sarif.read_text())["runs"][0]["results"]
    assert [one["baselineState"] for one in results] == ["new", "unchanged"]
    assert "Memories after this change: 1 orphaned" in done.summary
    assert runner.installed == str(CHECKOUT)


def test_action_passes_where_nothing_fails(change: Shop, runner: Runner, event: dict[str, str]) -> None:
    done = run_action(runner, change.root, event, fail_on="secret", warn_on="none")
    assert (done.ran.code, done.ran.err) == (0, "")
    assert (done.outputs["findings"], done.outputs["failed"]) == ("0", "false")
    done = run_action(runner, change.root, event, fail_on="secret", warn_on="orphaned")
    assert (done.ran.code, done.outputs["findings"], done.outputs["failed"]) == (0, "1", "false")


def test_action_checks_all_of_a_push(change: Shop, runner: Runner) -> None:
    done = run_action(runner, change.root, {"GITHUB_EVENT_NAME": "push", "GITHUB_SHA": change.head})
    assert (done.ran.code, done.outputs["findings"]) == (1, "2")


def test_action_says_on_the_page_what_it_could_not_compare(
    change: Shop, runner: Runner, event: dict[str, str], tmp_path: Path
) -> None:
    """With what actions/checkout does by default."""
    made = Shop.start(tmp_path / "made")
    made.git("fetch", "-q", "--depth=1", f"file://{change.root}", "HEAD")
    made.git("checkout", "-q", "FETCH_HEAD")
    done = run_action(runner, made.root, event)
    last = done.ran.out.splitlines()[-1]
    assert last.startswith("::notice title=git memory check::checked 2 memories, ")
    assert "%0Awarning: GitHub Actions says that this is a change to `main`, but no commit of `main` is in this" in last
    assert last.endswith("(get it: `fetch-depth: 0` for actions/checkout)")
    assert "so all of HEAD was checked" in done.summary
    assert (done.ran.code, done.outputs["findings"]) == (1, "2")


def test_action_takes_a_base_or_none(change: Shop, runner: Runner, event: dict[str, str]) -> None:
    assert run_action(runner, change.root, event, base="none").outputs["findings"] == "2"
    assert run_action(runner, change.root, event, base="HEAD").outputs["findings"] == "0"
    assert run_action(runner, change.root, event, base="origin/main...").outputs["findings"] == "1"


def test_action_takes_a_version_a_folder_a_format_and_more_options(
    change: Shop, runner: Runner, event: dict[str, str]
) -> None:
    done = run_action(
        runner,
        change.root,
        event,
        version="0.1.0",
        working_directory="src",
        format="text",
        sarif_file="out.sarif",
        args="--all\n\n--output=tap=with blank.tap\n",
    )
    assert (done.ran.code, done.outputs["findings"]) == (1, "2")
    assert runner.installed == "legendary-git==0.1.0"
    assert done.ran.out.count(": error LG001 orphaned-anchor: ") == 2
    assert done.outputs["sarif"] == str(change.root / "src" / "out.sarif")
    assert (change.root / "src" / "with blank.tap").read_text().startswith("TAP version ")


def test_action_says_nothing_of_what_it_could_not_check(
    change: Shop, runner: Runner, event: dict[str, str], tmp_path: Path
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    done = run_action(runner, empty, event)
    assert done.ran.code == 128
    assert set(done.outputs.values()) == {""}
    assert run_action(runner, change.root, event).outputs["failed"] == "true"
    done = run_action(
        runner, change.root, event, fail_on="nothing-of-ours"
    )  # with the file of the run before still there
    assert (done.ran.code, set(done.outputs.values())) == (2, {""})


HOSTILE = "$(touch pwned)`touch pwned`'; touch pwned; '\"; touch pwned; \"&& touch pwned"


@pytest.mark.parametrize("name", ["base", "fail_on", "warn_on", "format", "sarif_file", "args", "version", "python"])
def test_action_runs_no_text_of_its_inputs(change: Shop, runner: Runner, event: dict[str, str], name: str) -> None:
    text = HOSTILE if name == "sarif_file" else f"{HOSTILE}\ntouch pwned"
    done = run_action(runner, change.root, event, **{name: text})
    assert not [*change.root.rglob("pwned"), *runner.home.rglob("pwned")]
    if name == "version":
        assert done.ran.code == 1  # for what was found: it went to pip as one word
        assert runner.record.read_text().endswith(f"legendary-git=={text}\n")
    elif name == "sarif_file":
        assert done.outputs["sarif"] == str(change.root / text)
    else:
        assert (done.ran.code > 0, set(done.outputs.values())) == (True, {""})


def test_action_refuses_a_path_of_two_lines(change: Shop, runner: Runner, event: dict[str, str]) -> None:
    done = run_action(runner, change.root, event, sarif_file="x\nfailed=false")
    assert (done.ran.code, set(done.outputs.values())) == (2, {""})


def test_action_runs_no_text_of_a_branch_s_name(change: Shop, runner: Runner, event: dict[str, str]) -> None:
    name = "$(touch${IFS}pwned)"
    change.git("update-ref", f"refs/remotes/origin/{name}", change.git("rev-parse", "origin/main"))
    Path(event["GITHUB_EVENT_PATH"]).unlink()
    done = run_action(runner, change.root, event | {"GITHUB_BASE_REF": name})
    assert (done.ran.code, done.outputs["findings"]) == (1, "1")
    done = run_action(runner, change.root, event | {"GITHUB_BASE_REF": "::error::x\n::error::y"})
    assert done.outputs["findings"] == "2"
    assert not any(line.startswith("::") for line in done.ran.err.splitlines())
    assert [line.split(" ")[0] for line in done.ran.out.splitlines()] == ["::error", "::error", "::notice"]
    assert not [*change.root.rglob("pwned"), *runner.home.rglob("pwned")]


def test_action_passes_a_change_that_heals(change: Shop, runner: Runner, event: dict[str, str]) -> None:
    change.git("update-ref", "refs/remotes/origin/main", change.head)
    change.git("checkout", "-q", "-b", "mend")
    change.commit("Bring it back", {"src/pay.py": PAY})
    Path(event["GITHUB_EVENT_PATH"]).unlink()
    done = run_action(runner, change.root, event)
    assert (done.ran.code, done.outputs["findings"]) == (0, "0")
    assert "1 healed" in done.ran.out


@pytest.mark.parametrize("args", ["--help", "--explain\nLG001", "--write-baseline"])
def test_action_is_never_green_without_a_check(change: Shop, runner: Runner, event: dict[str, str], args: str) -> None:
    done = run_action(runner, change.root, event, args=args)
    assert (done.ran.code, done.outputs["failed"]) == (2, "")
    said = {"--explain": "error: --explain checks nothing\n", "--write-baseline": "error: --write-baseline tells"}
    assert said.get(args.split("\n")[0], "args: with these nothing is checked\n") in done.ran.err
