"""All steps together."""

from __future__ import annotations

from tests.scenarios.tree_steps import TreeSteps


class Workshop(TreeSteps):
    """A repository with our hooks in which steps drawn at random are played with the real git."""
