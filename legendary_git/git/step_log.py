"""What each commit changed against its first parent: asked of git for many at once, as far back as is walked."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from legendary_git.domain.values import dataclass
from legendary_git.errors import GitFailed, OverLimit
from legendary_git.git.objects import is_regular_mode
from legendary_git.git.paths import encode_path

_FIRST, _GROWTH, _MOST = 256, 4, 16_384


@dataclass(frozen=True, slots=True)
class Step:
    """From a commit to its first parent. `said` is what differs, as git writes it: `NUL :modes ids NUL path … NUL`."""

    parent: str
    said: bytes

    def touches(self, repo_path: str) -> bool:
        return b"\0" + encode_path(repo_path) + b"\0" in self.said

    def touches_any(self, prefix: str) -> bool:
        """Whether a path differs that begins so."""
        return b"\0" + encode_path(prefix) in self.said

    def blobs(self) -> Iterator[str]:
        """The contents of the regular files that differ, before and after."""
        for record in self.said.split(b"\0")[1::2]:
            modes_and_ids = record.removeprefix(b":").split()
            for mode, oid in zip(modes_and_ids[:2], modes_and_ids[2:4], strict=True):
                if is_regular_mode(int(mode, 8)):
                    yield oid.decode("ascii")


class StepLog:
    """What git says of one repository, kept as long as this object is: history does not change."""

    def __init__(self, git: Callable[..., bytes]) -> None:
        self._git = git
        self._steps: dict[str, Step] = {}
        self._count = _FIRST
        self._can_be_read = True

    def find(self, commit: str) -> Step | None:
        """The step back from a commit; None where it has no parent, or objects are missing."""
        if commit not in self._steps and self._can_be_read:
            self._read(commit)
        return self._steps.get(commit)

    def knows(self, commit: str) -> bool:
        """Whether nobody need be asked about a commit."""
        return commit in self._steps

    def _read(self, commit: str) -> None:
        count, self._count = self._count, min(self._count * _GROWTH, _MOST)
        try:
            lines = self._git("rev-list", "--first-parent", "--parents", f"--max-count={count}", commit, "--")
            pairs = [b" ".join(line.split()[:2]) for line in lines.splitlines() if b" " in line]
            said = self._git(*_DIFFER, stdin=b"".join(pair + b"\n" for pair in pairs))
        except (GitFailed, OverLimit):  # a partial clone lacks trees; somebody may have made them too large
            self._can_be_read = False
            return
        parents = dict(pair.split() for pair in pairs)
        for oid, records in _parse(said):
            self._steps[oid.decode("ascii")] = Step(parents[oid].decode("ascii"), records)


# Two ids in a line are a commit and what stands for its parents.
_DIFFER = (
    *("diff-tree", "--stdin", "--always", "-r", "-z", "--raw", "--no-abbrev"),
    *("--no-renames", "--no-ext-diff", "--no-textconv", "-O/dev/null"),
)


def _parse(said: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Each commit, and its records one after the other."""
    oid, records = b"", [b""]
    fields = iter(said.split(b"\0"))
    for field in fields:
        if field.startswith(b":"):
            records += field, next(fields)
            continue
        if oid:
            yield oid, b"\0".join((*records, b""))
        oid, records = field.strip(), [b""]
