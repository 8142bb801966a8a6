"""Which part of an absolute path belongs to the machine, and which to the project.

Only folders that are known to differ between machines count: homes, checkouts, temporary folders, installed libraries.
`/etc` and `/var/run` are the same everywhere, and `/api/users` in an error is a route of a web server, no file.
"""

from __future__ import annotations

import re

_START = r"(?:/|~/|[A-Za-z]:[\\/]|%[A-Z]{3,20}%[\\/]|\$\{?[A-Z]{3,20}\}?/)"
PATHS = (
    re.compile(rf"""(?<=['"`]){_START}[^\n'"`<>|*?\x1a]{{1,1000}}(?=['"`])"""),
    re.compile(
        rf"(?:(?<![\w./~:%$\\-])|(?<=[\w\"']:)(?=/[a-z])|(?<=file://)){_START}"
        r"""[^\s:'"`<>|,;()\[\]{}*?\x1a]{1,1000}"""
    ),
)
"""Absolute paths by their shape. In quotes they may hold blanks."""

_SEPARATOR = r"[\\/]{1,2}"
_TEMPORARY = re.compile(
    r"/tmp/|/private/tmp/|/var/tmp/|(?:/private)?/var/folders/|/dev/shm/|/run/user/\d{1,10}/|\$\{?TMPDIR\}?/|%TE?MP%"  # noqa: S108 - shapes
    rf"|[A-Za-z]:{_SEPARATOR}(?:[^\\/\n]{{1,80}}{_SEPARATOR}){{0,6}}(?i:te?mp){_SEPARATOR}"
)
_MACHINE = re.compile(
    r"(?:/(?:home|Users|export/home)/[^/]{1,80}/|/root/|~/|\$\{?HOME\}?/|%[A-Z]{3,20}%[\\/])(?P<home>)"
    r"|/(?:app|workspaces?|workdir|work|builds?|repos?|code|src|projects?|srv|mnt|media|github/workspace|usr/src|usr/local/src"
    r"|var/www|var/lib/jenkins|opt/app|opt/build|opt/hostedtoolcache|opt/atlassian|Volumes|nix/store)/"
    rf"|[A-Za-z]:{_SEPARATOR}(?!(?i:windows|program))"
)
_LIBRARIES = re.compile(
    rf"(?:{_SEPARATOR})(?:site-packages|dist-packages|node_modules|lib{_SEPARATOR}python\d\.\d{{1,2}}|registry{_SEPARATOR}src{_SEPARATOR}"
    rf"[^\\/]{{1,80}}|pkg{_SEPARATOR}mod|gems|rustc{_SEPARATOR}[0-9a-f]{{7,40}}|vendor{_SEPARATOR}bundle){_SEPARATOR}"
)
_ROOTS = re.compile(
    rf"{_SEPARATOR}(?=(?:src|lib|libs|tests?|spec|app|apps|pkg|cmd|internal|packages|crates|include|scripts){_SEPARATOR})"
)
_RANDOM = re.compile(
    r"(?:.{0,40}[-_.])?(?:tmp|temp|go-build|cc|npm-|pip-|cargo-install)[\w.-]{0,40}\d[\w-]{0,40}(?=\.[a-z]{1,4}$|$)"
    r"|cc[0-9A-Za-z]{6}(?=\.[a-z]{1,4}$)|[\w.-]{0,40}[-_.]\d{3,12}(?=\.[a-z]{1,4}$|$)|tmp\w{6,12}(?!\w)"
)


def project_part(path: str) -> int | None:
    """Where in an absolute path the part begins that is the same on every machine; its length where nothing is.

    What a library's folder holds is the same everywhere; of a checkout, what begins at the last folder by which
    projects are laid out (`src`, `tests` …), or else the file's own name. None: the path is the same everywhere.
    """
    libraries = max((found.end() for found in _LIBRARIES.finditer(path)), default=0)
    if libraries:
        return libraries
    if (temporary := _TEMPORARY.match(path)) is not None:
        return _in_temporary(path, temporary.end())
    if (machine := _MACHINE.match(path)) is None:
        return None
    # Many keep their checkouts in ~/src, which says nothing about what lies in it.
    inside = machine.end() if machine["home"] is not None else machine.end() - 1
    roots = [found.end() for found in _ROOTS.finditer(path, inside)]
    return roots[-1] if roots else _name(path)


def _name(path: str) -> int:
    return max(path.rfind("/"), path.rfind("\\")) + 1


def _in_temporary(path: str, least: int) -> int:
    name = max(_name(path), least)
    return name if (random := _RANDOM.match(path, name)) is None else random.end()
