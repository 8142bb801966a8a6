"""What is told of a secret: where it stands and of which kind it is, never its text."""

from __future__ import annotations

from legendary_git.domain.values import dataclass


@dataclass(frozen=True, order=True)
class SecretFinding:
    """A secret in a memory. Nothing here is made from the secret, not even its length or a digest."""

    field: str
    """The name of the field, as it was handed in: "title", "triggers[2]"."""
    line: int
    """Its line in that field, counted from 1; where it is split over lines, the first."""
    kind: str
    """What it is, in words: "GitHub token"."""

    def __str__(self) -> str:
        return f"{self.field}, line {self.line}: {self.kind}"
