"""Patterns at the top of a module: to a type checker `re.compile`, at run time the same when one is first used.

A file needs those of its own language. To compile all the others as well takes longer than to start Python.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import compile as compile_late
else:

    class compile_late:  # noqa: N801 - a function to whoever uses it
        """What is asked of a pattern is kept here once it was asked, so that the next time costs nothing."""

        def __init__(self, source, flags=0):
            self._source = source
            self._flags = flags

        def __getattr__(self, name):
            import re

            found = getattr(re.compile(self._source, self._flags), name)
            setattr(self, name, found)
            return found


__all__ = ["compile_late"]
