"""Classes of values: to a type checker the standard library's dataclasses, at run time the same for less.

Every tool call of an agent waits for its imports. `dataclasses` alone takes more than Python itself, since it loads
`inspect`, and it then compiles half a dozen methods for each class. Here a class shares its methods with all others,
and its `__init__` is compiled when the first value is made: most classes that are loaded never have one.
"""

from __future__ import annotations

from operator import attrgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace
else:
    _MISSING = object()
    _FIELDS = "__value_fields__"

    class _Field:
        """How a field gets its value where `__init__` is given none."""

        __slots__ = ("compare", "default", "factory", "kw_only")

        def __init__(self, default, factory, *, compare):
            self.default = default
            self.factory = factory
            self.compare = compare
            self.kw_only = False

    def field(*, default=_MISSING, default_factory=_MISSING, compare=True):
        """As `dataclasses.field`, with those of its options that are needed here."""
        return _Field(default, default_factory, compare=compare)

    def dataclass(asked=None, /, *, frozen=False, slots=False, order=False, eq=True, kw_only=False):
        """As `dataclasses.dataclass`, with those of its options that are needed here."""

        def make(cls):
            own = _own_fields(cls, kw_only=kw_only)
            fields = {name: one for base in cls.__mro__[:0:-1] for name, one in vars(base).get(_FIELDS, {}).items()}
            fields |= own
            cls = _with_slots(cls, own) if slots else cls
            setattr(cls, _FIELDS, fields)
            values = _getter([name for name, one in fields.items() if one.compare])
            methods = _shared_methods(fields, values, frozen=frozen, order=order, eq=eq)
            methods["__init__"] = _lazy_init(cls, fields, frozen=frozen)
            if frozen and slots:
                methods |= {"__getstate__": _state, "__setstate__": _restore}
            for name, method in methods.items():
                if name not in vars(cls):
                    setattr(cls, name, method)
            if eq and vars(cls).get("__hash__") is None:  # Python sets None beside an own `__eq__`
                cls.__hash__ = _hash_of(values) if frozen else None
            cls.__match_args__ = tuple(name for name, one in fields.items() if not one.kw_only)
            cls.__dataclass_fields__ = _StandardFields()
            return cls

        return make if asked is None else make(asked)

    def replace(value, /, **changes):
        """As `dataclasses.replace`."""
        kept = {name: getattr(value, name) for name in getattr(value, _FIELDS) if name not in changes}
        return type(value)(**kept, **changes)

    def _own_fields(cls, *, kw_only):
        own = {}
        for name, kind in cls.__annotations__.items():
            if not str(kind).startswith("ClassVar"):
                said = vars(cls).get(name, _MISSING)
                own[name] = said if isinstance(said, _Field) else field(default=said)
                own[name].kw_only = kw_only
                if isinstance(said, _Field):
                    delattr(cls, name)
        return own

    def _with_slots(cls, own):
        """The class anew: slots cannot be given to one that is there."""
        body = {name: said for name, said in vars(cls).items() if name not in own}
        body.pop("__dict__", None)
        body.pop("__weakref__", None)
        inherited = {name for base in cls.__mro__[1:-1] for name in vars(base).get("__slots__", ())}
        body["__slots__"] = tuple(name for name in own if name not in inherited)
        made = type(cls)(cls.__name__, cls.__bases__, body)
        made.__qualname__ = cls.__qualname__
        return made

    def _shared_methods(fields, values, *, frozen, order, eq):
        def __repr__(self):  # noqa: N807 - so it is called
            said = ", ".join(f"{name}={getattr(self, name)!r}" for name in fields)
            return f"{type(self).__qualname__}({said})"

        def __eq__(self, other):  # noqa: N807
            return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

        def __lt__(self, other):  # noqa: N807
            return values(self) < values(other) if other.__class__ is self.__class__ else NotImplemented

        def __le__(self, other):  # noqa: N807
            return values(self) <= values(other) if other.__class__ is self.__class__ else NotImplemented

        methods = {"__repr__": __repr__}
        if eq:
            methods["__eq__"] = __eq__
        if order:  # Python asks the other one for `>`
            methods |= {"__lt__": __lt__, "__le__": __le__}
        if frozen:
            methods |= {"__setattr__": _refuse_change, "__delattr__": _refuse_change}
        return methods

    def _hash_of(values):
        return lambda self: hash(values(self))

    def _getter(names):
        return attrgetter(*names) if names else lambda value: ()  # noqa: ARG005 - in the place of a getter

    def _refuse_change(self, name, value=None):  # noqa: ARG001 - Python gives it
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def _state(self):
        return [getattr(self, name) for name in getattr(self, _FIELDS)]

    def _restore(self, state):
        for name, value in zip(getattr(self, _FIELDS), state, strict=True):
            object.__setattr__(self, name, value)

    def _lazy_init(cls, fields, *, frozen):
        def __init__(self, *args, **kwargs):  # noqa: N807 - so it is called
            init = _compile_init(cls, fields, frozen=frozen)
            if vars(cls)["__init__"] is __init__:
                cls.__init__ = init
            init(self, *args, **kwargs)

        return __init__

    def _compile_init(cls, fields, *, frozen):
        known = {"_missing": _MISSING, "_set": object.__setattr__}
        positional, keywords, body = [], [], []
        for name, one in fields.items():
            given, value = name, name
            if one.factory is not _MISSING:
                known[f"_new_{name}"] = one.factory
                given, value = f"{name}=_missing", f"_new_{name}() if {name} is _missing else {name}"
            elif one.default is not _MISSING:
                known[f"_default_{name}"] = one.default
                given = f"{name}=_default_{name}"
            (keywords if one.kw_only else positional).append(given)
            body.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
        if hasattr(cls, "__post_init__"):
            body.append("self.__post_init__()")
        given = ", ".join(["self", *positional, *(["*", *keywords] if keywords else [])])
        exec(f"def __init__({given}):\n  " + "\n  ".join(body or ["pass"]), known)  # noqa: S102 - of names in our code
        return known["__init__"]

    class _StandardFields:
        """What the standard library's own functions ask a class for: made when they do."""

        def __get__(self, instance, owner):
            import dataclasses

            found = {}
            for name, one in getattr(owner, _FIELDS).items():
                given = {"default": one.default} if one.default is not _MISSING else {}
                given |= {"default_factory": one.factory} if one.factory is not _MISSING else {}
                standard = dataclasses.field(kw_only=one.kw_only, compare=one.compare, **given)
                standard.name, standard._field_type = name, dataclasses._FIELD
                found[name] = standard
            return found


__all__ = ["dataclass", "field", "replace"]
