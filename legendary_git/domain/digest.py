"""SHA-256 for those who cannot wait for `hashlib`, which loads OpenSSL: that takes as long as starting Python."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import sha256
else:
    try:
        from _sha2 import sha256
    except ImportError:
        try:
            from _sha256 import sha256  # Python 3.11
        except ImportError:  # a Python that was built with OpenSSL's digests alone
            from hashlib import sha256

__all__ = ["sha256"]
