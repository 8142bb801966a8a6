"""How much may be put before an agent, in characters: the defaults, and how far each may be raised."""

from __future__ import annotations


class Budget:
    """A budget of one name: what it is unless somebody sets it, and the most that may be set.

    A repository's own file is as untrusted as its memories: it may come from whoever could commit, and what is pushed
    is paid for by whoever opens the repository. So it may turn a push off, and raise it to `most_of_team`; only a
    person may go further for himself, up to `most_of_person`, beyond which an agent would read little else.
    """

    __slots__ = ("default", "most_of_person", "most_of_team", "name")

    def __init__(self, name: str, default: int) -> None:
        self.name = name
        self.default = default
        self.most_of_team = 2 * default
        self.most_of_person = 10 * default


BUDGETS = tuple(Budget(name, default) for name, default in (("brief", 1_200), ("push", 4_000), ("session", 20_000)))
