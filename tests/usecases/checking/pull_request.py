"""A repository with a pull request, and clones of it as CI systems make them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.history import History

ZEROS = "0" * 40


@dataclass(frozen=True)
class PullRequest:
    """A branch `topic/a` that left `main` at `parted`; both went on, and `merged` is what the host would merge.

    The host keeps that as refs/pull/7/merge, as GitHub does, and refs/merge-requests/7/head, as GitLab does.
    """

    host: History
    parted: str
    head: str
    target: str
    merged: str

    @classmethod
    def open(cls, root: Path) -> PullRequest:
        host = History.start(root)
        host.git("config", "uploadpack.allowAnySHA1InWant", "true")
        host.commit("first", {"a": "1"})
        parted = host.commit("second", {"a": "2"})
        host.git("checkout", "-q", "-b", "topic/a")
        host.commit("mine", {"b": "mine"})
        head = host.commit("mine too", {"b": "mine too"})
        host.git("checkout", "-q", "main")
        return cls._of(host, parted, head, host.commit("theirs", {"a": "3"}))

    @classmethod
    def _of(cls, host: History, parted: str, head: str, target: str) -> PullRequest:
        host.git("checkout", "-q", "--detach", target)
        host.commits += 1
        host.git("merge", "-q", "--no-ff", "-m", "Merge it", head)
        merged = host.head
        host.git("update-ref", "refs/pull/7/merge", merged)
        host.git("update-ref", "refs/pull/7/head", head)
        host.git("update-ref", "refs/merge-requests/7/head", head)
        host.git("checkout", "-q", "main")
        return cls(host, parted, head, target, merged)

    def clone(self, root: Path, commit: str, *options: str, branches: str = "", remote: str = "origin") -> History:
        """Fetch one commit and go there, detached; `branches`: a pattern of those that are fetched as well."""
        made = History.start(root)
        made.git("remote", "add", remote, f"file://{self.host.root}")
        wanted = [f"+refs/heads/{branches}:refs/remotes/{remote}/{branches}"] if branches else []
        made.git("fetch", "-q", "--no-tags", *options, remote, *wanted, f"+{commit}:refs/remotes/pull/7/merge")
        made.git("checkout", "-q", "--force", commit)
        return made

    def payload(self, place: Path, **more: Any) -> str:
        """The file of the event `pull_request`: its path."""
        told = {"base": {"ref": "main", "sha": self.target}, "head": {"ref": "topic/a", "sha": self.head}, **more}
        place.write_text(json.dumps({"number": 7, "pull_request": told}))
        return str(place)

    def github(self, place: Path, event: str = "pull_request", **more: Any) -> dict[str, str]:
        """The variables of such a job in GitHub Actions."""
        return {
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "GITHUB_EVENT_NAME": event,
            "GITHUB_SHA": self.merged,
            "GITHUB_REF": "refs/pull/7/merge",
            "GITHUB_BASE_REF": "main",
            "GITHUB_HEAD_REF": "topic/a",
            "GITHUB_EVENT_PATH": self.payload(place, **more),
        }

    def gitlab(self, **more: str) -> dict[str, str]:
        """The variables of a pipeline for a merge request in GitLab CI."""
        return {
            "CI": "true",
            "GITLAB_CI": "true",
            "CI_COMMIT_SHA": self.head,
            "CI_MERGE_REQUEST_IID": "7",
            "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
            "CI_MERGE_REQUEST_TARGET_BRANCH_SHA": "",
            "CI_MERGE_REQUEST_DIFF_BASE_SHA": self.parted,
            **more,
        }

    def elsewhere(self) -> Mapping[str, dict[str, str]]:
        """The variables of other systems, by name."""
        return {
            "Jenkins": {"JENKINS_URL": "https://ci/", "CHANGE_ID": "7", "CHANGE_TARGET": "main"},
            "Azure Pipelines": {
                "TF_BUILD": "True",
                "BUILD_SOURCEVERSION": self.merged,
                "SYSTEM_PULLREQUEST_SOURCECOMMITID": self.head,
                "SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main",
            },
            "Bitbucket Pipelines": {
                "BITBUCKET_PR_ID": "7",
                "BITBUCKET_COMMIT": self.head[:12],
                "BITBUCKET_PR_DESTINATION_BRANCH": "main",
                "BITBUCKET_PR_DESTINATION_COMMIT": self.target[:12],
            },
            "Buildkite": {
                "BUILDKITE": "true",
                "BUILDKITE_COMMIT": "HEAD",
                "BUILDKITE_PULL_REQUEST": "7",
                "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "main",
            },
            "Drone": {
                "DRONE": "true",
                "DRONE_BUILD_EVENT": "pull_request",
                "DRONE_COMMIT_SHA": self.head,
                "DRONE_TARGET_BRANCH": "main",
            },
            "Woodpecker": {
                "CI": "woodpecker",
                "CI_PIPELINE_EVENT": "pull_request",
                "CI_COMMIT_SHA": self.head,
                "CI_COMMIT_TARGET_BRANCH": "main",
            },
            "Travis CI": {
                "TRAVIS": "true",
                "TRAVIS_PULL_REQUEST": "7",
                "TRAVIS_PULL_REQUEST_SHA": self.head,
                "TRAVIS_COMMIT": self.merged,
                "TRAVIS_BRANCH": "main",
            },
            "AppVeyor": {
                "APPVEYOR": "True",
                "APPVEYOR_PULL_REQUEST_NUMBER": "7",
                "APPVEYOR_PULL_REQUEST_HEAD_COMMIT": self.head,
                "APPVEYOR_REPO_COMMIT": self.merged,
                "APPVEYOR_REPO_BRANCH": "main",
            },
        }
