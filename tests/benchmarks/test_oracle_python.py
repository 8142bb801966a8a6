"""The oracle for Python: what it finds, what it takes for the same, and what for different."""

from __future__ import annotations

import pytest

from benchmarks.accuracy.definitions import OracleFile
from benchmarks.accuracy.oracle_python import PythonOracle


def read(source: str) -> OracleFile:
    found = PythonOracle().read("a.py", source.encode())
    assert found is not None
    return OracleFile(tuple(found))


def forms(source: str, name: str = "f") -> list[str]:
    return [one.form for one in read(source).by_name[name]]


def test_names_are_qualified_and_locals_left_out() -> None:
    source = """
LIMIT, (low, *rest) = 1, (2, 3)
if LIMIT:
    class A:
        x: int = 1
        @property
        def m(self):
            local = 1
            def inner(): pass
for i in rest:
    total = i
a.b = 1
"""
    names = ["LIMIT", "low", "rest", "A", "A.x", "A.m", "A.m.inner", "total"]
    assert [one.name for one in read(source).definitions] == names


def test_lines_begin_at_the_first_decorator() -> None:
    (method,) = read("class A:\n    @one\n    @two(\n        3)\n    def m(self):\n        pass\n").by_name["A.m"]
    assert (method.first, method.last) == (2, 6)


def test_every_branch_of_a_statement_is_walked() -> None:
    source = "try:\n    x = 1\nexcept E:\n    x = 2\nelse:\n    x = 3\nfinally:\n    x = 4\n"
    source += "match y:\n    case 1:\n        x = 5\n"
    assert [one.first for one in read(source).by_name["x"]] == [2, 4, 6, 8, 11]


@pytest.mark.parametrize(
    "other",
    [
        "def f(a):  # why\n  return (a + 'b')\n",
        'def f(a,):\n\n    return a + u"b"\n',
        "def f(a): return a + '''b'''\n",
    ],
)
def test_comments_and_formatting_are_the_same(other: str) -> None:
    assert forms("def f(a):\n    return a + 'b'\n") == forms(other)


@pytest.mark.parametrize("text", ["A.\n\n    B.", "A."])
def test_indentation_of_a_docstring_is_the_same(text: str) -> None:
    one = f'def f():\n    """{text}\n    """\n'
    other = f'def f():\n        """{text}"""\n'.replace("    B", "        B")
    assert forms(one) == forms(other)


@pytest.mark.parametrize(
    "other",
    [
        "@d\ndef f(a):\n    if a:\n        g()\n    h()\n",
        "def f(a):\n    if a:\n        g()\n        h()\n",
        "def f(a):\n    if a:\n        g()\n    h(1)\n",
        "async def f(a):\n    if a:\n        g()\n    h()\n",
        'def f(a):\n    "why"\n    if a:\n        g()\n    h()\n',
    ],
)
def test_decorators_dedents_and_tokens_are_different(other: str) -> None:
    assert forms("def f(a):\n    if a:\n        g()\n    h()\n") != forms(other)


def test_all_definitions_of_a_name_are_kept_in_order() -> None:
    getter = "class A:\n    @property\n    def f(self): return 1\n"
    both = getter + "    @f.setter\n    def f(self, v): pass\n"
    assert len(forms(getter, "A.f")) == 1
    assert len(forms(both, "A.f")) == 2


def test_body_is_the_same_under_another_name() -> None:
    one = read("def f(n):\n    return n and f(n - 1)\n").by_name["f"][0]
    other = read("def g(n):\n    return n and g(n - 1)\n").by_name["g"][0]
    assert one.form != other.form
    assert one.body == other.body


def test_body_keeps_the_same_word_on_another_object() -> None:
    one = read("def send(s):\n    s.send(1)\n").by_name["send"][0]
    other = read("def post(s):\n    s.post(1)\n").by_name["post"][0]
    assert one.body != other.body


@pytest.mark.parametrize("source", ["print 1\n", "def f(:\n", "x = '\n", "a\0b\n"])
def test_what_does_not_parse_is_none(source: str) -> None:
    assert PythonOracle().read("a.py", source.encode()) is None


def test_python_conditions_between_definitions_of_one_name_are_a_part_of_them() -> None:
    def forms(source: str) -> list[str]:
        found = PythonOracle().read("a.py", source.encode())
        assert found is not None
        return [one.form for one in found if one.name == "f"]

    either = "if A:\n    def f(): return 1\nelse:\n    def f(): return 2\n"
    assert forms(either) != forms(either.replace("A", "B"))
    lone = "if A:\n    def f(): return 1\n"
    assert forms(lone) == forms(lone.replace("A", "B"))
