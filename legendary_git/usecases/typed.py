"""Text that a person writes in their editor, which is never lost: it is kept in git's folder until it was used."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path

from legendary_git.domain.values import dataclass
from legendary_git.errors import EditorFailed, StoreError
from legendary_git.git.atomic import write_atomically
from legendary_git.git.editor import run_editor
from legendary_git.secrets import cross_out
from legendary_git.usecases.workspace import Workspace

_OWN = 0o600  # whatever is typed there is nobody else's business until it is accepted


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed, and the file that keeps it. `is_same`: it is what was offered, or nothing at all."""

    path: Path
    data: bytes
    is_same: bool

    def cross_out(self) -> None:
        """Keep it without the secrets that are in it."""
        text = self.data.decode("utf-8", "surrogateescape")
        if (kept := cross_out(text)) != text:
            with suppress(OSError):
                write_atomically(self.path, kept.encode("utf-8", "surrogateescape"), mode=_OWN)

    def forget(self) -> None:
        """It was used, or there is nothing in it to keep."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


def type_in_editor(ws: Workspace, name: str, offered: bytes) -> Typed:
    """Let the user change a text in their editor; if it was offered before and what they made of it is kept, that.

    Raises EditorFailed and KeyboardInterrupt as the editor does, which say where the text is if there is any, and
    StoreError where it cannot be put into git's folder.
    """
    path = _path(ws, name, offered)
    try:
        if not path.exists():
            write_atomically(path, offered, mode=_OWN)
        run_editor(ws.repo, path)
        data = path.read_bytes() if path.exists() else b""
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}", "make git's folder writable") from error
    except (EditorFailed, KeyboardInterrupt) as error:
        kept = _forget_if_same(path, offered)
        if not kept:
            raise
        if isinstance(error, KeyboardInterrupt):
            raise KeyboardInterrupt(where_kept(path)) from error
        raise EditorFailed(error.what, error.todo, details=(where_kept(path),)) from error
    return Typed(path, data, data.split() in ([], offered.split()))


def where_kept(path: Path) -> str:
    """The line that tells where a text is."""
    return f"what you wrote is kept in {path}"


def _forget_if_same(path: Path, offered: bytes) -> bool:
    """Whether the file holds something that is worth keeping; it goes if it does not."""
    with suppress(OSError):
        if path.read_bytes().split() not in ([], offered.split()):
            return True
        path.unlink()
    return False


def _path(ws: Workspace, name: str, offered: bytes) -> Path:
    """Named for what was offered, too: what was made of another text does not stand for this one."""
    return ws.repo.state_dir / "typed" / f"{name}-{hashlib.sha256(offered).hexdigest()[:8]}.md"
