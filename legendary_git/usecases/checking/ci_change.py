"""Read from the environment of a CI job which change it is about."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from legendary_git.domain.values import dataclass
from legendary_git.usecases.checking.ci_jobs import JOBS, CiJob, Point

_PAYLOAD = "GITHUB_EVENT_PATH"
_MOST = 32 * 1024 * 1024
"""Bytes of a payload that are read; GitHub's own limit for one is 25 MB."""

_NOTHING = ("", "false")
_ID = re.compile(r"[0-9a-f]{7,64}")
"""Of a commit; a system may shorten it."""


@dataclass(frozen=True, slots=True)
class CiChange:
    """A change as a job describes it: only what is named. `target` is the branch that it goes to, for people."""

    job: CiJob
    points: tuple[tuple[Point, str], ...]
    commits: tuple[str, ...]
    target: str


def read_change(environ: Mapping[str, str]) -> CiChange | None:
    """The change that the job in this environment is about; None outside of CI and where a job is about none."""
    job = next((job for job in JOBS if _is_meant(job, environ)), None)
    if job is None:
        return None
    payload = _load_payload(environ) if _asks_payload(job) else {}
    named = [(point, _find(name, environ, payload)) for point, name in job.points]
    points = tuple((point, tidied) for point, value in named if (tidied := _tidy(point, value)))
    commits = (_tidy(Point.TIP, _find(name, environ, payload)) for name in job.commits)
    branch = next((value for point, value in points if point is Point.BRANCH), None)
    return CiChange(job, points, tuple(filter(None, commits)), f"`{branch}`" if branch else "its target")


def _is_meant(job: CiJob, environ: Mapping[str, str]) -> bool:
    given = ((environ.get(name, ""), values) for name, values in job.when.items())
    return all(value in values if values else value not in _NOTHING for value, values in given)


def _asks_payload(job: CiJob) -> bool:
    return any(_is_of_payload(name) for name in (*job.commits, *(name for _, name in job.points)))


def _is_of_payload(name: str) -> bool:
    return name.islower()


def _find(name: str, environ: Mapping[str, str], payload: Any) -> str:
    if not _is_of_payload(name):
        return environ.get(name, "")
    for key in name.split("."):
        payload = payload.get(key) if isinstance(payload, dict) else None
    return payload if isinstance(payload, str) else ""


def _tidy(point: Point, value: str) -> str:
    """A branch by its name alone, an id in git's spelling; empty where nothing is named, as by an id of zeros."""
    if point is Point.BRANCH:
        return value.removeprefix("refs/heads/")
    value = value.strip().lower()
    return value if _ID.fullmatch(value) and value.strip("0") else ""


def _load_payload(environ: Mapping[str, str]) -> Any:
    """The event's payload, or nothing: a job goes on without it as one that names less."""
    try:
        with Path(environ.get(_PAYLOAD, "")).open("rb") as file:
            return json.loads(file.read(_MOST))
    except (OSError, ValueError, RecursionError):
        return {}
