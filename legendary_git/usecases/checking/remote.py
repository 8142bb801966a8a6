"""Which repository this is a clone of, as everybody may know it."""

from __future__ import annotations

import re
from urllib.parse import quote, urlsplit

from legendary_git.errors import GitFailed
from legendary_git.usecases.workspace import Workspace

_SCHEMES = ("https", "http", "ssh", "git")
_SCP = re.compile(r"(?:[^@/:]+@)?(?P<host>[\w.-]{2,}):(?!:)(?P<path>[^\\@?#]+)")
"""`user@host:path`, as ssh writes it; one letter before the colon is a drive, two colons are another transport."""


def find_remote(ws: Workspace) -> str | None:
    """The URL of the remote `origin`; None where there is none, or where it names a place on this machine."""
    try:
        found = ws.repo.git("config", "--get", "remote.origin.url")
    except GitFailed:
        return None
    from legendary_git.secrets import find_secrets

    url = public_url(found.decode("utf-8", "replace").strip())
    return url if url is None or not find_secrets({"url": url}) else None


def public_url(url: str) -> str | None:
    """A remote's URL without what lets somebody in: no user, no password, no query.

    None, too, where what is left may still hold one: a user and a password stand before an `@`, and only there.
    """
    if "://" not in url:
        found = _SCP.fullmatch(url)
        return f"ssh://{found['host']}/{_path(found['path'])}" if found is not None else None
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in _SCHEMES or not host or "@" in parts.path:
        return None
    place = f"[{host}]" if ":" in host else quote(host, safe=".-")
    return f"{parts.scheme}://{place}{f':{port}' if port else ''}/{_path(parts.path)}"


def _path(path: str) -> str:
    return quote(path.lstrip("/"), safe="/-._~%")
