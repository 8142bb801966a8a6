"""What CI systems say of the change under check: declarations, each with the page that documents its names.

docs/ci.md has the addresses of these pages. A job that is not about a change with a target (a push, a tag, a schedule)
is none of these: what was pushed before is no measure of what is right, since the next push would hide it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from legendary_git.domain.values import dataclass


class Point(Enum):
    """What a system names to tell where the change left its target."""

    MERGE_OF = "merge of"
    """The change's last commit: where HEAD merges it into another one, that is where the target was."""

    BASE = "base"
    """The commit where the change left its target."""

    TIP = "tip"
    """A commit of the target, its last one when the job was made."""

    BRANCH = "branch"
    """The name of the target."""


@dataclass(frozen=True, slots=True)
class CiJob:
    """A job about a change, known by its variables, and what they say; the first point that this clone has counts.

    `when`: variables with the values that they have in such a job, none given: any but empty and `false`. A name in
    lower case is one in the payload of the event, the file that GITHUB_EVENT_PATH names. `commits`: what HEAD may be,
    as far as the system says; `deepen`: how to get what a shallow clone lacks.
    """

    system: str
    when: Mapping[str, tuple[str, ...]]
    points: tuple[tuple[Point, str], ...]
    commits: tuple[str, ...]
    deepen: str


_CHECKOUT = "`fetch-depth: 0` for actions/checkout"

JOBS = (
    # "Variables reference" and "Events that trigger workflows"; Gitea and Forgejo set the same names, and have the
    # merge base in their payload, which GitHub has not.
    CiJob(
        "GitHub Actions",
        {"GITHUB_ACTIONS": ("true",), "GITHUB_EVENT_NAME": ("pull_request", "pull_request_target")},
        (
            (Point.MERGE_OF, "pull_request.head.sha"),
            (Point.BASE, "pull_request.merge_base"),
            (Point.BRANCH, "GITHUB_BASE_REF"),
            (Point.TIP, "pull_request.base.sha"),
        ),
        ("GITHUB_SHA", "pull_request.head.sha"),
        _CHECKOUT,
    ),
    # "Webhook events and payloads", merge_group: base_sha is the parent of the group.
    CiJob(
        "GitHub Actions",
        {"GITHUB_ACTIONS": ("true",), "GITHUB_EVENT_NAME": ("merge_group",)},
        ((Point.BASE, "merge_group.base_sha"), (Point.BRANCH, "merge_group.base_ref")),
        ("GITHUB_SHA", "merge_group.head_sha"),
        _CHECKOUT,
    ),
    # "Predefined CI/CD variables reference". The first is set in pipelines for merged results alone. The name of the
    # branch is of no use: a pipeline of a fork has a branch of that name of its own.
    CiJob(
        "GitLab CI",
        {"GITLAB_CI": ("true",), "CI_MERGE_REQUEST_IID": ()},
        ((Point.TIP, "CI_MERGE_REQUEST_TARGET_BRANCH_SHA"), (Point.BASE, "CI_MERGE_REQUEST_DIFF_BASE_SHA")),
        ("CI_COMMIT_SHA",),
        "`GIT_DEPTH: 0` in the job's variables",
    ),
    # "Global Variable Reference" of any Jenkins (/env-vars.html): CHANGE_TARGET, of multibranch projects.
    CiJob(
        "Jenkins",
        {"JENKINS_URL": (), "CHANGE_ID": ()},
        ((Point.BRANCH, "CHANGE_TARGET"),),
        (),
        "a checkout that fetches the target branch too, without a shallow clone",
    ),
    # "Predefined variables": System.PullRequest.*. The branch is refs/heads/NAME, for GitHub's repositories NAME.
    CiJob(
        "Azure Pipelines",
        {"TF_BUILD": ("True", "true"), "SYSTEM_PULLREQUEST_TARGETBRANCH": ()},
        ((Point.MERGE_OF, "SYSTEM_PULLREQUEST_SOURCECOMMITID"), (Point.BRANCH, "SYSTEM_PULLREQUEST_TARGETBRANCH")),
        ("BUILD_SOURCEVERSION", "SYSTEM_PULLREQUEST_SOURCECOMMITID"),
        "`fetchDepth: 0` for the checkout step",
    ),
    # "Variables and secrets". The job has merged that very commit; its id is shortened.
    CiJob(
        "Bitbucket Pipelines",
        {"BITBUCKET_PR_ID": ()},
        ((Point.TIP, "BITBUCKET_PR_DESTINATION_COMMIT"), (Point.BRANCH, "BITBUCKET_PR_DESTINATION_BRANCH")),
        ("BITBUCKET_COMMIT",),
        "`clone: depth: full`",
    ),
    # "Environment variables": BUILDKITE_PULL_REQUEST is a number or false.
    CiJob(
        "Buildkite",
        {"BUILDKITE": ("true",), "BUILDKITE_PULL_REQUEST": ()},
        ((Point.BRANCH, "BUILDKITE_PULL_REQUEST_BASE_BRANCH"),),
        ("BUILDKITE_COMMIT",),
        "`git fetch origin` with the target branch, before the check",
    ),
    # "Reference", DRONE_TARGET_BRANCH: set for pushes too.
    CiJob(
        "Drone",
        {"DRONE": ("true",), "DRONE_BUILD_EVENT": ("pull_request",)},
        ((Point.BRANCH, "DRONE_TARGET_BRANCH"),),
        ("DRONE_COMMIT_SHA",),
        "`clone: depth: 0`",
    ),
    # "Environment variables": CI is the name of the system; the target is set for pull requests alone.
    CiJob(
        "Woodpecker",
        {"CI": ("woodpecker",), "CI_PIPELINE_EVENT": ("pull_request",)},
        ((Point.BRANCH, "CI_COMMIT_TARGET_BRANCH"),),
        ("CI_COMMIT_SHA",),
        "`partial: false` and `depth: 0` for the clone step, and `git fetch origin` with the target branch",
    ),
    # "Default Environment Variables": TRAVIS_PULL_REQUEST is a number or false, TRAVIS_BRANCH then the target.
    CiJob(
        "Travis CI",
        {"TRAVIS": ("true",), "TRAVIS_PULL_REQUEST": ()},
        ((Point.MERGE_OF, "TRAVIS_PULL_REQUEST_SHA"), (Point.BRANCH, "TRAVIS_BRANCH")),
        ("TRAVIS_COMMIT", "TRAVIS_PULL_REQUEST_SHA"),
        "`git: depth: false`",
    ),
    # "Environment variables": APPVEYOR_REPO_BRANCH is the target of a pull request.
    CiJob(
        "AppVeyor",
        {"APPVEYOR": ("True", "true"), "APPVEYOR_PULL_REQUEST_NUMBER": ()},
        ((Point.MERGE_OF, "APPVEYOR_PULL_REQUEST_HEAD_COMMIT"), (Point.BRANCH, "APPVEYOR_REPO_BRANCH")),
        ("APPVEYOR_REPO_COMMIT", "APPVEYOR_PULL_REQUEST_HEAD_COMMIT"),
        "a clone without `clone_depth` or `shallow_clone`",
    ),
)
