"""Places as SARIF writes them: URIs relative to the root of the repository, lines counted from 1."""

from __future__ import annotations

from urllib.parse import quote

from legendary_git.render.as_json import Json
from legendary_git.render.checking.place import Place

ROOT = "%SRCROOT%"
_UNRESERVED = "/-._~"
"""What RFC 3986 leaves as it is; in the first part of a relative reference a colon would end a scheme."""


def location(place: Place) -> Json:
    """A physical location."""
    found: Json = {"artifactLocation": {"uri": uri_of(place.path), "uriBaseId": ROOT}}
    if place.is_known:
        found["region"] = {"startLine": place.first, "endLine": place.last}
    return {"physicalLocation": found}


def related(number: int, place: Place, text: str) -> Json:
    """A location beside the first one, with what it is."""
    return {"id": number, **location(place), "message": {"text": text}}


def uri_of(path: str) -> str:
    """The path percent-encoded, whatever bytes it has."""
    return quote(path.encode("utf-8", "surrogateescape"), safe=_UNRESERVED)
