"""What annotations need: to a type checker the standard library's, at run time next to nothing.

`typing` is one of the slowest modules to load, and no annotation is looked at when the code runs.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NamedTuple, NoReturn, Protocol, TypeAlias, TypeVar, cast
else:
    Any = NoReturn = Protocol = TypeAlias = object

    class TypeVar:
        """A name that stands in annotations alone."""

        def __init__(self, name, *, bound=None):  # noqa: ARG002 - for type checkers
            self.name = name

    def cast(kind, value):  # noqa: ARG001 - for type checkers
        return value

    class _Tuples(type):
        """Makes a tuple with names of a class that says which."""

        def __new__(cls, name, bases, body):
            if not bases:
                return super().__new__(cls, name, bases, body)
            from collections import namedtuple

            fields = body["__annotations__"]
            defaults = [body[field] for field in fields if field in body]
            made = namedtuple(name, fields, defaults=defaults, module=body["__module__"])
            for known, value in body.items():
                if known not in fields and known not in ("__module__", "__qualname__", "__annotations__", "__slots__"):
                    setattr(made, known, value)
            made.__annotations__ = fields
            return made

    class NamedTuple(metaclass=_Tuples):
        """A class below this one is a tuple: `collections.namedtuple`, with the methods that it has."""


__all__ = ["Any", "NamedTuple", "NoReturn", "Protocol", "TypeAlias", "TypeVar", "cast"]
