"""With what a CI job's change is compared, in clones as the systems make them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from legendary_git.errors import UnknownRevision
from legendary_git.git.repository import Repository
from legendary_git.usecases.checking.ci_base import FoundBase, find_ci_base, resolve_base
from legendary_git.usecases.checking.ci_change import read_change
from legendary_git.usecases.checking.ci_jobs import JOBS
from tests.git.bench import clone
from tests.history import History
from tests.usecases.checking.pull_request import ZEROS, PullRequest

_MADE: list[PullRequest] = []
"""Copied for each test: making one takes a dozen processes."""


@pytest.fixture
def opened(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> PullRequest:
    if not _MADE:
        _MADE.append(PullRequest.open(tmp_path_factory.getbasetemp() / "opened"))
    root = shutil.copytree(_MADE[0].host.root, tmp_path / "host", symlinks=True)
    return replace(_MADE[0], host=replace(_MADE[0].host, root=root))


def base_of(history: History, environ: Mapping[str, str]) -> FoundBase:
    return find_ci_base(Repository.find(history.root, os.environ), environ)


def said(history: History, environ: Mapping[str, str]) -> str:
    """Why there is no base."""
    found = base_of(history, environ)
    assert found.base is None
    (notice,) = found.notices
    assert notice.count("; so all of HEAD was checked, not the change alone (") == 1
    return notice


SYSTEMS = list(PullRequest("", "a" * 40, "b" * 40, "c" * 40, "d" * 40).elsewhere())  # type: ignore[arg-type]


def test_the_page_names_each_variable_by_which_a_job_is_known() -> None:
    page = (Path(__file__).parents[3] / "docs" / "ci.md").read_text(encoding="utf-8")
    assert [name for job in JOBS for name in job.when if f"`{name}`" not in page] == []


def test_outside_of_ci_there_is_no_base(opened: PullRequest) -> None:
    assert base_of(opened.host, {}) == FoundBase()
    assert base_of(opened.host, {"CI": "true"}) == FoundBase()


def test_systems_are_told_by_the_tests(opened: PullRequest, tmp_path: Path) -> None:
    assert {"GitHub Actions", "GitLab CI", *SYSTEMS} == {job.system for job in JOBS}
    for system, environ in opened.elsewhere().items():
        found = read_change(environ)
        assert found is not None
        assert (found.job.system, found.target) == (system, "`main`")


NO_CHANGE = {
    "github push": {"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "push", "GITHUB_BASE_REF": ""},
    "github tag": {"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "push", "GITHUB_REF": "refs/tags/v1"},
    "github schedule": {"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "schedule"},
    "gitlab branch": {"GITLAB_CI": "true", "CI_COMMIT_BEFORE_SHA": "1" * 40, "CI_COMMIT_BRANCH": "main"},
    "gitlab tag": {"GITLAB_CI": "true", "CI_COMMIT_TAG": "v1", "CI_COMMIT_BEFORE_SHA": ZEROS},
    "jenkins branch": {"JENKINS_URL": "https://ci/", "BRANCH_NAME": "main"},
    "azure push": {"TF_BUILD": "True", "BUILD_SOURCEBRANCH": "refs/heads/main"},
    "bitbucket push": {"BITBUCKET_COMMIT": "1" * 40, "BITBUCKET_BRANCH": "main"},
    "buildkite push": {"BUILDKITE": "true", "BUILDKITE_PULL_REQUEST": "false"},
    "drone push": {"DRONE": "true", "DRONE_BUILD_EVENT": "push", "DRONE_TARGET_BRANCH": "main"},
    "drone tag": {"DRONE": "true", "DRONE_BUILD_EVENT": "tag", "DRONE_TARGET_BRANCH": ""},
    "woodpecker push": {"CI": "woodpecker", "CI_PIPELINE_EVENT": "push", "CI_COMMIT_BRANCH": "main"},
    "travis push": {"TRAVIS": "true", "TRAVIS_PULL_REQUEST": "false", "TRAVIS_BRANCH": "main"},
    "appveyor push": {"APPVEYOR": "True", "APPVEYOR_REPO_BRANCH": "main"},
}


@pytest.mark.parametrize("environ", NO_CHANGE.values(), ids=list(NO_CHANGE))
def test_job_without_a_target_has_no_base(opened: PullRequest, environ: dict[str, str]) -> None:
    assert base_of(opened.host, environ) == FoundBase()


@pytest.mark.parametrize("system", SYSTEMS)
def test_base_in_a_whole_clone_of_the_merge_is_the_target(opened: PullRequest, tmp_path: Path, system: str) -> None:
    made = opened.clone(tmp_path / "made", opened.merged, branches="*")
    assert base_of(made, opened.elsewhere()[system]) == FoundBase(opened.target)


@pytest.mark.parametrize("system", SYSTEMS)
def test_base_in_a_whole_clone_of_the_head_is_where_it_parted(opened: PullRequest, tmp_path: Path, system: str) -> None:
    made = opened.clone(tmp_path / "made", opened.head, branches="*")
    assert base_of(made, opened.elsewhere()[system]) == FoundBase(opened.parted)


@pytest.mark.parametrize("system", SYSTEMS)
def test_base_in_a_clone_of_the_last_commit_alone_is_not_guessed(
    opened: PullRequest, tmp_path: Path, system: str
) -> None:
    made = opened.clone(tmp_path / "made", opened.head, "--depth=1")
    why = said(made, opened.elsewhere()[system])
    assert why.startswith(f"{system} says that this is a change to `main`, but no commit of `main` is in this clone; ")
    job = next(job for job in JOBS if job.system == system)
    assert why.endswith(f"(get it: {job.deepen})")


@pytest.mark.parametrize("event", ["pull_request", "pull_request_target"])
def test_github_whole_clone_of_the_merge(opened: PullRequest, tmp_path: Path, event: str) -> None:
    made = opened.clone(tmp_path / "made", opened.merged, branches="*")
    assert base_of(made, opened.github(tmp_path / "event", event)) == FoundBase(opened.target)


def test_github_merge_with_its_parents_alone(opened: PullRequest, tmp_path: Path) -> None:
    """`fetch-depth: 2`: no branch is there, but HEAD is the merge of this very change into its first parent."""
    made = opened.clone(tmp_path / "made", opened.merged, "--depth=2")
    assert base_of(made, opened.github(tmp_path / "event")) == FoundBase(opened.target)


def test_github_merge_alone(opened: PullRequest, tmp_path: Path) -> None:
    """What actions/checkout does by default."""
    made = opened.clone(tmp_path / "made", opened.merged, "--depth=1")
    assert said(made, opened.github(tmp_path / "event")) == (
        "GitHub Actions says that this is a change to `main`, but no commit of `main` is in this clone; so all of "
        "HEAD was checked, not the change alone (get it: `fetch-depth: 0` for actions/checkout)"
    )


def test_github_merge_alone_and_the_target_fetched_alone(opened: PullRequest, tmp_path: Path) -> None:
    """Two commits without history; HEAD still says that the one is its parent."""
    made = opened.clone(tmp_path / "made", opened.merged, "--depth=1")
    made.git("fetch", "-q", "--depth=1", "origin", "+refs/heads/main:refs/remotes/origin/main")
    environ = opened.github(tmp_path / "event")
    assert base_of(made, environ) == FoundBase(opened.target)
    assert base_of(made, environ | {"GITHUB_EVENT_PATH": "/nowhere"}) == FoundBase(opened.target)


def test_github_merge_of_something_else_proves_nothing(opened: PullRequest, tmp_path: Path) -> None:
    made = opened.clone(tmp_path / "made", opened.merged, "--depth=2")
    environ = opened.github(tmp_path / "event", head={"sha": "1" * 40}, base={"sha": "2" * 40})
    assert "no commit of `main` is in this clone" in said(made, environ)


def test_github_head_alone_and_the_target_fetched_alone(opened: PullRequest, tmp_path: Path) -> None:
    made = opened.clone(tmp_path / "made", opened.head, "--depth=1")
    made.git("fetch", "-q", "--depth=1", "origin", "+refs/heads/main:refs/remotes/origin/main")
    assert "this clone is cut off before HEAD and `main` meet" in said(made, opened.github(tmp_path / "event"))


def test_github_deep_enough_clone_of_the_head(opened: PullRequest, tmp_path: Path) -> None:
    made = opened.clone(tmp_path / "made", opened.head, "--depth=3", branches="main")
    assert Repository.find(made.root, os.environ).cut_off
    assert base_of(made, opened.github(tmp_path / "event")) == FoundBase(opened.parted)


def test_github_target_that_went_on_after_the_job_began(opened: PullRequest, tmp_path: Path) -> None:
    opened.host.commit("later", {"a": "4"})
    made = opened.clone(tmp_path / "made", opened.merged, branches="*")
    assert base_of(made, opened.github(tmp_path / "event")) == FoundBase(opened.target)


def test_github_target_that_was_deleted(opened: PullRequest, tmp_path: Path) -> None:
    opened.host.git("branch", "-q", "-m", "main", "kept")
    made = opened.clone(tmp_path / "made", opened.head, branches="*")
    assert base_of(made, opened.github(tmp_path / "event")) == FoundBase(opened.parted)  # by pull_request.base.sha
    environ = opened.github(tmp_path / "event") | {"GITHUB_EVENT_PATH": "", "GITHUB_SHA": opened.head}
    assert "no commit of `main` is in this clone" in said(made, environ)


def test_github_change_that_was_forced_to_another_history(opened: PullRequest, tmp_path: Path) -> None:
    host = opened.host
    host.git("checkout", "-q", "--orphan", "other")
    other = host.commit("other", {"z": "1"})
    made = opened.clone(tmp_path / "made", other, branches="*")
    environ = opened.github(tmp_path / "event", head={"sha": other})
    assert "HEAD and `main` have no commit in common" in said(made, environ)


def test_github_target_that_was_forced_back(opened: PullRequest, tmp_path: Path) -> None:
    opened.host.git("reset", "-q", "--hard", f"{opened.parted}~1")
    made = opened.clone(tmp_path / "made", opened.head, branches="*")
    first = opened.host.head
    assert base_of(made, opened.github(tmp_path / "event")) == FoundBase(first)


def test_github_job_that_checked_out_the_target(opened: PullRequest, tmp_path: Path) -> None:
    """`pull_request_target` without a `ref`: there is no change in this clone, and nothing would be checked."""
    made = opened.clone(tmp_path / "made", opened.target, branches="*")
    environ = opened.github(tmp_path / "event", "pull_request_target") | {"GITHUB_SHA": opened.target}
    assert "`main` has all that HEAD has" in said(made, environ)


def test_github_change_that_was_merged_meanwhile(opened: PullRequest, tmp_path: Path) -> None:
    opened.host.git("merge", "-q", "--ff-only", opened.merged)
    made = opened.clone(tmp_path / "made", opened.head, branches="*")
    assert "`main` has all that HEAD has" in said(made, opened.github(tmp_path / "event"))


def test_github_merge_queue(opened: PullRequest, tmp_path: Path) -> None:
    event = tmp_path / "event"
    event.write_text(f'{{"merge_group": {{"base_sha": "{opened.target}", "head_sha": "{opened.merged}"}}}}')
    environ = {"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "merge_group", "GITHUB_EVENT_PATH": str(event)}
    for number, depth in enumerate((["--depth=2"], [])):
        made = opened.clone(tmp_path / f"made{number}", opened.merged, *depth)
        assert base_of(made, environ | {"GITHUB_SHA": opened.merged}) == FoundBase(opened.target)


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"pull_request": []}',
        b'{"pull_request": {"base": {"sha": 7}}}',
        b"\xff",
        b"[" * 9999,
    ],
)
def test_github_payload_that_makes_no_sense_is_passed_over(opened: PullRequest, tmp_path: Path, payload: bytes) -> None:
    made = opened.clone(tmp_path / "made", opened.merged, branches="*")
    environ = opened.github(tmp_path / "event")
    (tmp_path / "event").write_bytes(payload)
    assert base_of(made, environ) == FoundBase(opened.target)


def test_gitea_tells_where_they_parted(opened: PullRequest, tmp_path: Path) -> None:
    """GitHub's names, the head of the change instead of a merge, and `merge_base` in the payload."""
    made = opened.clone(tmp_path / "made", opened.head, "--depth=1")
    environ = opened.github(tmp_path / "event", merge_base=opened.parted) | {"GITHUB_SHA": opened.head}
    assert "no commit of `main` is in this clone" in said(made, environ)
    made.git("fetch", "-q", "--depth=1", "origin", opened.parted)
    assert base_of(made, environ) == FoundBase(opened.parted)


def test_gitlab_whole_clone(opened: PullRequest, tmp_path: Path) -> None:
    made = opened.clone(tmp_path / "made", opened.head)
    assert base_of(made, opened.gitlab()) == FoundBase(opened.parted)


def test_gitlab_pipeline_for_merged_results(opened: PullRequest, tmp_path: Path) -> None:
    environ = opened.gitlab(CI_MERGE_REQUEST_TARGET_BRANCH_SHA=opened.target, CI_COMMIT_SHA=opened.merged)
    for number, depth in enumerate((["--depth=2"], [])):
        made = opened.clone(tmp_path / f"made{number}", opened.merged, *depth)
        assert base_of(made, environ) == FoundBase(opened.target)


def test_gitlab_base_that_is_not_in_the_clone(opened: PullRequest, tmp_path: Path) -> None:
    """Whatever branch an earlier job has left in the folder."""
    made = opened.clone(tmp_path / "made", opened.head, "--depth=2")
    made.git("update-ref", "refs/remotes/origin/main", opened.head)
    assert said(made, opened.gitlab()) == (
        "GitLab CI says that this is a change to its target, but no commit of its target is in this clone; so all "
        "of HEAD was checked, not the change alone (get it: `GIT_DEPTH: 0` in the job's variables)"
    )
    made.git("fetch", "-q", "--depth=1", "origin", opened.parted)
    assert base_of(made, opened.gitlab()) == FoundBase(opened.parted)


def test_gitlab_base_of_before_a_rebase(opened: PullRequest, tmp_path: Path) -> None:
    """An id that HEAD does not descend from: what both descend from counts."""
    made = opened.clone(tmp_path / "made", opened.head, branches="*")
    assert base_of(made, opened.gitlab(CI_MERGE_REQUEST_DIFF_BASE_SHA=opened.target)) == FoundBase(opened.parted)


@pytest.mark.parametrize("odd", [ZEROS, "", "HEAD", "main", "-x", "g" * 40, "ab", "; rm -rf /"])
def test_id_that_is_none_is_passed_over(opened: PullRequest, tmp_path: Path, odd: str) -> None:
    made = opened.clone(tmp_path / "made", opened.merged, branches="*")
    environ = opened.gitlab(CI_MERGE_REQUEST_TARGET_BRANCH_SHA=odd, CI_COMMIT_SHA=opened.merged)
    assert base_of(made, environ) == FoundBase(opened.parted)


@pytest.mark.parametrize("name", ["release/1.x", "a#b", "ünï", "100%", 'q"u$(o)te', "-x"])
def test_target_with_an_odd_name(opened: PullRequest, tmp_path: Path, name: str) -> None:
    opened.host.git("update-ref", f"refs/heads/{name}", opened.target)
    made = opened.clone(tmp_path / "made", opened.head, branches="*")
    environ = {"JENKINS_URL": "x", "CHANGE_ID": "7", "CHANGE_TARGET": name}
    assert base_of(made, environ) == FoundBase(opened.parted)


def test_target_that_is_a_revision_and_no_branch(opened: PullRequest, tmp_path: Path) -> None:
    made = opened.clone(tmp_path / "made", opened.head, branches="*")
    environ = {"JENKINS_URL": "x", "CHANGE_ID": "7", "CHANGE_TARGET": "main~1"}
    assert "no commit of `main~1` is in this clone" in said(made, environ)


def test_remote_with_another_name(opened: PullRequest, tmp_path: Path) -> None:
    made = opened.clone(tmp_path / "made", opened.head, branches="*", remote="upstream")
    jenkins = opened.elsewhere()["Jenkins"]
    assert base_of(made, jenkins) == FoundBase(opened.parted)
    made.git("remote", "add", "fork", "/nowhere")
    made.git("update-ref", "refs/remotes/fork/main", opened.head)
    assert "no commit of `main` is in this clone" in said(made, jenkins)  # which of the two is not said
    made.git("update-ref", "refs/remotes/origin/main", opened.target)
    assert base_of(made, jenkins) == FoundBase(opened.parted)


def test_drone_merges_on_the_branch_itself(opened: PullRequest, tmp_path: Path) -> None:
    """The local branch `main` is HEAD there; the remote's is what counts."""
    made = opened.clone(tmp_path / "made", opened.target, branches="*")
    made.git("checkout", "-q", "-B", "main")
    made.git("fetch", "-q", "origin", "refs/pull/7/head")
    made.git("merge", "-q", opened.head)
    assert base_of(made, opened.elsewhere()["Drone"]) == FoundBase(opened.target)


def test_other_repository_of_the_same_job(opened: PullRequest, tmp_path: Path) -> None:
    other = History.start(tmp_path / "other")
    other.git("update-ref", "refs/remotes/origin/main", other.commit("first", {"x": "1"}))
    other.commit("second", {"x": "2"})
    assert "its commit is not in this clone" in said(other, opened.github(tmp_path / "event"))


def test_repository_without_commits(opened: PullRequest, tmp_path: Path) -> None:
    assert base_of(History.start(tmp_path / "new"), opened.elsewhere()["Jenkins"]) == FoundBase()


def test_partial_clone_without_what_the_change_replaced(opened: PullRequest, tmp_path: Path) -> None:
    host = opened.host
    host.git("config", "uploadpack.allowFilter", "true")
    host.git("checkout", "-q", "topic/a")
    head = host.commit("replace", {"a": "9"})
    made = clone(host.root, tmp_path / "made", "--filter=blob:none", "--no-checkout")
    made.git("checkout", "-q", head)
    environ = opened.elsewhere()["Jenkins"]
    assert "this partial clone lacks files of before it" in said(made, environ)
    made.git("checkout", "-q", opened.parted)
    made.git("checkout", "-q", head)
    assert base_of(made, environ) == FoundBase(opened.parted)


def test_base_with_dots_is_where_that_revision_was_left(opened: PullRequest, tmp_path: Path) -> None:
    made = opened.clone(tmp_path / "made", opened.head, branches="*")
    repo = Repository.find(made.root, os.environ)
    assert resolve_base(repo, "origin/main...") == opened.parted
    assert resolve_base(repo, "origin/main") == opened.target
    assert resolve_base(repo, f"{opened.target}...") == opened.parted


@pytest.mark.parametrize("rev", ["...", "nothing...", "....", "origin/main..", ""])
def test_base_with_dots_behind_nothing_is_refused(opened: PullRequest, tmp_path: Path, rev: str) -> None:
    with pytest.raises(UnknownRevision):
        resolve_base(Repository.find(opened.host.root, os.environ), rev)


def test_base_with_dots_that_cannot_be_told_is_refused(opened: PullRequest, tmp_path: Path) -> None:
    made = opened.clone(tmp_path / "made", opened.head, "--depth=1", branches="main")
    with pytest.raises(UnknownRevision, match="cut off before the two meet"):
        resolve_base(Repository.find(made.root, os.environ), "origin/main...")
    whole = opened.clone(tmp_path / "whole", opened.head, branches="main")
    whole.git("checkout", "-q", "--orphan", "other")
    whole.commit("other", {"z": "1"})
    with pytest.raises(UnknownRevision, match="none in common"):
        resolve_base(Repository.find(whole.root, os.environ), "origin/main...")
