"""The id that git gives to a content, for those who cannot wait for what `hashlib` loads."""

from __future__ import annotations

try:
    from _sha1 import sha1  # type: ignore[import-not-found]
except ImportError:  # a Python that was built with OpenSSL's digests alone
    from hashlib import sha1

_SHA1_DIGITS = 40


def blob_id(data: bytes, digits: int = _SHA1_DIGITS) -> str:
    """The blob id of a content in hex; `digits` says by its length which of git's two hashes the repository uses."""
    framed = b"blob %d\0%b" % (len(data), data)
    if digits == _SHA1_DIGITS:
        return str(sha1(framed).hexdigest())  # noqa: S324 - it is git that chose it
    from hashlib import sha256

    return sha256(framed).hexdigest()


def short_digest(*parts: str) -> str:
    """Sixteen hex digits that tell some texts from others; not for what somebody might want to forge."""
    said = "\0".join(parts).encode("utf-8", "surrogatepass")
    return str(sha1(said).hexdigest())[:16]  # noqa: S324 - nothing hangs on it
