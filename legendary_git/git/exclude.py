"""Files of ours that git is not to show, on any branch."""

from __future__ import annotations

from legendary_git.git.repository import Repository


def exclude(repo: Repository, pattern: str) -> None:
    """Make git ignore `pattern` in every work tree of this clone, also on a branch that has no `.gitignore` of ours.

    Nothing is done where it is there already, nor where the file cannot be written: the pattern in the committed
    `.gitignore` then has to do.
    """
    path = repo.common_dir / "info" / "exclude"
    line = pattern.encode() + b"\n"
    try:
        known = path.read_bytes() if path.exists() else b""
        if line in known.splitlines(keepends=True):
            return
        path.parent.mkdir(exist_ok=True)
        with path.open("ab") as file:
            file.write(line if not known or known.endswith(b"\n") else b"\n" + line)
    except OSError:
        return
