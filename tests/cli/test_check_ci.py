"""`git memory check` in the job of a pull request: what the change did, unless something else is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.project import PAY, STORE, Shop

pytestmark = pytest.mark.unhooked

GONE = PAY[PAY.index("def refund") :]
STORED = STORE.replace('found = "default"', 'found = "other"')


@pytest.fixture
def job(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> Shop:
    """A job in a multibranch project of Jenkins: the target has an orphaned memory, the change makes another stale."""
    shop.commit("Drop what is remembered", {"src/pay.py": GONE})
    shop.git("update-ref", "refs/remotes/origin/main", shop.head)
    shop.git("checkout", "-q", "-b", "topic")
    shop.commit("Store elsewhere", {"src/store.py": STORED})
    for name, value in {"JENKINS_URL": "https://ci/", "CHANGE_ID": "7", "CHANGE_TARGET": "main"}.items():
        monkeypatch.setenv(name, value)
    return shop


def target(shop: Shop) -> str:
    return shop.git("rev-parse", "origin/main")


def test_check_in_a_job_of_a_change_asks_what_it_did(job: Shop) -> None:
    answer = job.memory("check")
    assert answer.code == 0
    assert [job.cents in answer.out, job.locked in answer.out] == [False, True]
    assert f" at {job.head[:12]} against {target(job)[:12]}: 0 errors, 1 warning\n" in answer.err
    assert "1 finding was there before" in answer.err


@pytest.mark.parametrize("options", [["--no-base"], ["--at", "HEAD"]])
def test_check_in_a_job_asks_about_all_of_head_if_it_is_told_to(job: Shop, options: list[str]) -> None:
    answer = job.memory("check", *options)
    assert answer.code == 1
    assert [job.cents in answer.out, job.locked in answer.out] == [True, True]
    assert " against " not in answer.err


def test_check_takes_the_base_that_is_named(job: Shop) -> None:
    answer = job.memory("check", "--base", "origin/main~1")
    assert answer.code == 1
    assert [job.cents in answer.out, job.locked in answer.out] == [True, True]
    assert f" against {job.git('rev-parse', 'origin/main~1')[:12]}: " in answer.err


def test_check_takes_where_a_named_branch_was_left(job: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHANGE_ID")
    old = target(job)
    job.git("checkout", "-q", "main")
    job.git("update-ref", "refs/remotes/origin/main", job.commit("Go on", {"other.py": "x = 1\n"}))
    job.git("checkout", "-q", "topic")
    answer = job.memory("check", "--base", "origin/main...")
    assert f" against {old[:12]}: 0 errors, 1 warning\n" in answer.err


def test_check_writes_the_baseline_of_all_of_head(job: Shop) -> None:
    assert job.must("check", "--write-baseline").out.startswith("2 findings are known from now on: ")


def test_check_of_what_cannot_be_compared_is_that_of_head(job: Shop) -> None:
    job.git("update-ref", "-d", "refs/remotes/origin/main")
    answer = job.memory("check")
    assert answer.code == 1
    assert answer.out == job.memory("check", "--no-base").out
    assert answer.err.splitlines()[0] == (
        "warning: Jenkins says that this is a change to `main`, but no commit of `main` is in this clone; so all of "
        "HEAD was checked, not the change alone (get it: a checkout that fetches the target branch too, without a "
        "shallow clone)"
    )


def test_check_refuses_both_a_base_and_none(shop: Shop) -> None:
    answer = shop.memory("check", "--base", "HEAD~1", "--no-base")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("error: --base and --no-base exclude each other\n")


def test_check_of_a_shallow_clone_of_a_merge_says_the_same_as_a_whole_one(
    job: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("JENKINS_URL", "CHANGE_ID", "CHANGE_TARGET"):
        monkeypatch.delenv(name)
    head = job.head
    job.git("checkout", "-q", "--detach", target(job))
    job.git("merge", "-q", "--no-ff", "-m", "Merge it", head)
    job.git("update-ref", "refs/pull/7/merge", job.head)
    event = tmp_path / "event"
    event.write_text(f'{{"pull_request": {{"head": {{"sha": "{head}"}}}}}}')
    told = {"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request", "GITHUB_BASE_REF": "main"}
    for name, value in {**told, "GITHUB_EVENT_PATH": str(event), "GITHUB_SHA": job.head}.items():
        monkeypatch.setenv(name, value)
    said = []
    for number, depth in enumerate((["--depth=2"], [])):
        made = Shop.start(tmp_path / f"made{number}")
        made.git("fetch", "-q", *depth, f"file://{job.root}", "+refs/pull/7/merge:refs/remotes/pull/7/merge")
        made.git("checkout", "-q", "--force", "refs/remotes/pull/7/merge")
        answer = made.memory("check", "--json")
        found = answer.json
        said.append((answer.code, found["base"], [one["fingerprint"] for one in found["findings"]]))
    assert said[0] == said[1]
    assert said[0][:2] == (0, target(job))
    assert len(said[0][2]) == 1
