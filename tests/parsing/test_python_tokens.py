"""What counts in Python code and what does not, pair by pair."""

from __future__ import annotations

import textwrap

import pytest

from tests.parsing.outline import parse, symbol, texts, whole_texts

DIFFERENT = [
    ("try: a\nexcept A, b: c", "try: a\nexcept (A, b): c"),  # in Python 2 the one names what the other catches
    ('f"{d:%H\\t%M}"', 'rf"{d:%H\\t%M}"'),
    ('f"{d:a\\x41}" f"b"', 'rf"{d:a\\x41}" f"b"'),
    # operators, literals, keywords, names
    ("a < b", "a > b"),
    ("a + b", "a - b"),
    ("a and b", "a or b"),
    ("a is b", "a is not b"),
    ("a in b", "a not in b"),
    ("x = 1", "x = 2"),
    ("x = 1", "x = 1.0"),
    ("x = 1", "x += 1"),
    ("x = 0x10", "x = 0x11"),
    ("x = True", "x = False"),
    ("f(a)", "f(b)"),
    ("f(a)", "f(*a)"),
    ("f(*a)", "f(**a)"),
    ("f(a=b)", "f(a, b)"),
    ("a.b", "a.c"),
    ("await f()", "f()"),
    ("async def f(): pass", "def f(): pass"),
    ("def f(a=1): pass", "def f(a=2): pass"),
    ("def f(a, /): pass", "def f(a): pass"),
    ("def f(*, a): pass", "def f(a): pass"),
    ("def f(a: int): pass", "def f(a): pass"),
    ("@a\ndef f(): pass", "def f(): pass"),
    ("@a\n@b\ndef f(): pass", "@b\n@a\ndef f(): pass"),
    ("class A(B): pass", "class A(C): pass"),
    ("from a import b", "from a import c"),
    ("from . import b", "from .. import b"),
    ("import a as b", "import a"),
    ("yield x", "yield from x"),
    ("raise a", "raise a from b"),
    ("global a", "nonlocal a"),
    ("x[1:2]", "x[1:2:3]"),
    ("lambda a: b", "lambda a: a"),
    ("x: int = 1", "x = 1"),
    ("except_ = 1", "except__ = 1"),
    # order and nesting of statements
    ("a()\nb()", "b()\na()"),
    ("if x:\n    a()\n    b()", "if x:\n    a()\nb()"),
    ("if x:\n    if y:\n        a()\n    else:\n        b()", "if x:\n    if y:\n        a()\nelse:\n    b()"),
    ("for x in y:\n    a()\nelse:\n    b()", "for x in y:\n    a()\nb()"),
    ("def f():\n    a\n    -b", "def f():\n    a - b"),
    ("a; b", "a, b"),
    # parentheses that mean something
    ("(a + b) * c", "a + b * c"),
    ("a - (b - c)", "a - b - c"),
    ("(a ** b) ** c", "a ** b ** c"),
    ("-a ** b", "(-a) ** b"),
    ("a & (b ^ c)", "a & b ^ c"),
    ("a ^ (b & c) ^ d", "(a ^ b) & (c ^ d)"),
    ("(a < b) < c", "a < b < c"),
    ("a < (b < c)", "a < b < c"),
    ("not (a and b)", "not a and b"),
    ("(a or b) and c", "a or b and c"),
    ("a and (b and c)", "a and b and c"),
    ("(a and b) and c", "a and b and c"),
    ("(a if b else c) if d else e", "a if b else c if d else e"),
    ("(lambda: a)()", "lambda: a()"),
    ("(await a).b", "await a.b"),
    ("async def f(): await (a ** b)", "async def f(): await a ** b"),
    ("f((a := b) if c else d)", "f(a := b if c else d)"),
    ("a = (yield b), c", "a = yield b, c"),
    ("f(*(a or b))", "f(*a or b, c)"),
    ("(a)", "(a,)"),
    ("a", "a,"),
    ("f(a, b)", "f((a, b))"),
    ("x[a]", "x[a,]"),
    ("x[a, b]", "x[[a, b]]"),
    ("x: T[a]", "x: T[a,]"),
    ("assert (a, b)", "assert a, b"),
    ("for x in a: pass", "for x in a,: pass"),
    ("for x, in a: pass", "for x in a: pass"),
    ("with a, b: pass", "with (a, b) as c: pass"),
    ("with (a, b), c: pass", "with a, b, c: pass"),
    ("with (a,): pass", "with ((a,)): pass"),
    ("with (a as b): pass", "with (a): b"),
    ("del (a, b), c", "del a, b, c"),
    ("(x): int = 1", "x: int = 1"),
    ("print (a), b", "print((a), b)"),
    ("def f(): ()", "def f(): (),"),
    ("def f(): ()", "def f(): f''"),
    ("def f(): f''", "def f(): f''; f''"),
    ("x = (),", "x = ()"),
    ("print >>a, b", "print >>(a, b)"),
    ("type[a] = b", "type[a,] = b"),
    ("match a:\n    case (b,): pass", "match a:\n    case (b): pass"),
    ("match a:\n    case b, c: pass", "match a:\n    case b | c: pass"),
    ("match a,:\n    case b: pass", "match a:\n    case b: pass"),
    ("[a for b in c if d]", "[a for b in (c if d else e)]"),
    ("{a: b}", "{a, b}"),
    # strings
    ("x = 'a'", "x = 'b'"),
    ("x = 'a'", "x = b'a'"),
    ("x = 'a b'", "x = 'a  b'"),
    ("x = 'a' 'b'", "x = 'a', 'b'"),
    ("x = r'\\n'", "x = '\\n'"),
    ("x = r'\\\"'", "x = r''"),
    ("x = '''a\n b'''", "x = '''a\n  b'''"),
    ("x = f'a'", "x = 'a'"),
    ("x = f'{a}'", "x = f'{b}'"),
    ("x = f'{a}'", "x = f'{{a}}'"),
    ("x = f'{a}'", "x = f'{a!r}'"),
    ("x = f'{a}'", "x = f'{a=}'"),
    ("x = f'{a=}'", "x = f'{a = }'"),
    ("x = f'{a:>3}'", "x = f'{a:<3}'"),
    ("x = f'{a: }'", "x = f'{a:}'"),
    ("x = f'{a:>{b}}'", "x = f'{a:>{c}}'"),
    ("x = f'{a:=5}'", "x = f'{(a:=5)}'"),
    ("x = f'{a:=1 if b else c}'", "x = f'{(a:=1) if b else c}'"),
    ("x = f'{a,}'", "x = f'{a}'"),
    ("x = f'{(a + b) * c}'", "x = f'{a + b * c}'"),
    ("x = f'{a}' 'b'", "x = f'{a}c'"),
    ("x = rf'\\\"{a}'", "x = rf'{a}'"),
    ("def f():\n    'Doc.'", "def f():\n    'Doc!'"),
    ("def f():\n    '''One\n    two'''", "def f():\n    '''One two'''"),
    ("def f():\n    '''One\n\n      two\n    three'''", "def f():\n    '''One\n\n    two\n    three'''"),
    ("def f():\n    '''\\n'''", "def f():\n    ''''''"),
    ("def f():\n    x = ' a'", "def f():\n    x = 'a'"),
]

EQUAL = [
    # white space, line breaks, comments
    ("a=b", "a  =  b  # a comment"),
    ("f(a,\n  b)", "f(a, b)"),
    ("f(a, b)", "f(\n    a,  # one\n    b,\n)"),
    ("x = a + \\\n    b", "x = a + b"),
    ("if x: a()", "if x:\n  a()"),
    ("if x: a(); b()", "if x:\n\ta()\n\n\tb();"),
    ("if x:\n    a()", "if x:\n        # why\n        a()\n        # because"),
    ("a(); b()", "a()\n\n\nb()"),
    ("class A():\n    pass", "class A:\n    pass"),
    ("a\f\nb", "a\nb"),
    # redundant parentheses
    ("x = (a)", "x = a"),
    ("x = ((a + b))", "x = a + b"),
    ("x = (a * b) + c", "x = a * b + c"),
    ("x = -(a ** b)", "x = -a ** b"),
    ("x = (a and b)", "x = a and b"),
    ("x = (yield)", "x = yield"),
    ("return (a, b)", "return a, b"),
    ("return (not a)", "return not a"),
    ("for (x, y) in (a, b): pass", "for x, y in a, b: pass"),
    ("for (x) in (a): pass", "for x in a: pass"),
    ("if (a): pass", "if a: pass"),
    ("while (a): pass", "while a: pass"),
    ("print((a))", "print(a)"),
    ("print(* (a))", "print(*a)"),
    ("x = (a), (b)", "x = a, b"),
    ("(x) = 1", "x = 1"),
    ("(x, y) = z", "x, y = z"),
    ("(x.y): int = 1", "x.y: int = 1"),
    ("x: (int | str) = 1", "x: int | str = 1"),
    ("x: (T[a, b])", "x: T[a, b]"),
    ("x[(a, b)]", "x[a, b]"),
    ("del (a, b)", "del a, b"),
    ("del (a), (b)", "del a, b"),
    ("del a,", "del a"),
    ("assert (a), (b)", "assert a, b"),
    ("raise (a) from (b)", "raise a from b"),
    ("async def f(): await (g())", "async def f(): await g()"),
    ("@(a)\ndef f(): pass", "@a\ndef f(): pass"),
    ("def f(a: (int) = (1)) -> (str): pass", "def f(a: int = 1) -> str: pass"),
    ("lambda: (a, b)", "lambda: ((a, b))"),
    ("from a import (b, c,)", "from a import b, c"),
    ("with (a): pass", "with a: pass"),
    ("with (a as b): pass", "with a as b: pass"),
    ("with (a as b, c as d,): pass", "with a as b, c as d: pass"),
    ("try: a\nexcept (A): b", "try: a\nexcept A: b"),
    ("match (a):\n    case (b): pass", "match a:\n    case b: pass"),
    ("match (a, b):\n    case (c, d): pass", "match a, b:\n    case c, d: pass"),
    ("match a,:\n    case *b,: pass", "match (a,):\n    case (*b,): pass"),
    ("match a := b,:\n    case c as d,: pass", "match (a := b,):\n    case (c as d,): pass"),
    ("match a:\n    case (b | c) as d: pass", "match a:\n    case b | c as d: pass"),
    ("[a for b in (c)]", "[a for b in c]"),
    ("print (a), b", "print(a), b"),
    # commas
    ("f(a, b,)", "f(a, b)"),
    ("x = [a, b,]", "x = [a, b]"),
    ("x = {a: b,}", "x = {a: b}"),
    ("x = (a, b,)", "x = a, b"),
    ("def f(a, b,): pass", "def f(a, b): pass"),
    ("def f[T,](): pass", "def f[T](): pass"),
    ("x[a, b,]", "x[a, b]"),
    # spelling of literals
    ("x = 'a'", 'x = "a"'),
    ("x = 'it\\'s'", 'x = "it\'s"'),
    ("x = U'a'", "x = 'a'"),
    ("x = R'a'", "x = r'a'"),
    ("x = B'a'", "x = b'a'"),
    ("x = '\\x41'", "x = 'A'"),
    ("x = '\\N{EM DASH}'", "x = '\u2014'"),
    ("x = '\u2028'", "x = '\\u2028'"),
    ("x = ('a'\n     'b')", "x = 'ab'"),
    ("x = ('a'\n     f'{b}c' 'd')", "x = f'a{b}cd'"),
    ("x = F'{a}'", "x = f'{a}'"),
    ("x = f'{a[\"b\"]}'", "x = f\"{a['b']}\""),
    ("x = f'{ a }'", "x = f'{a}'"),
    ("x = f'{(a:=5)}'", "x = f'{(a := 5)}'"),
    ("x = 0XAB + 1E5 + 1J + 0B1", "x = 0xab + 1e5 + 1j + 0b1"),
    ("x = .5 + 4. + 1e+3", "x = 0.5 + 4.0 + 1e3"),
    # docstrings
    ("def f():\n    'Doc.'", 'def f():\n    """Doc."""'),
    ("def f():\n    ''' Doc. '''", "def f():\n    '''Doc.'''"),
    ("def f():\n  '''One\n\n     two  \n  three\n  '''", "def f():\n    '''One\n\n       two\n    three'''"),
]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_tokens_of_different_code_differ(one: str, other: str) -> None:
    assert whole_texts(one) != whole_texts(other)


@pytest.mark.parametrize(("one", "other"), EQUAL)
def test_tokens_of_reformatted_code_are_equal(one: str, other: str) -> None:
    assert whole_texts(one) == whole_texts(other)


def test_tokens_of_a_symbol_do_not_depend_on_its_nesting() -> None:
    code = "def f(a):\n    if a:\n        '''Text\n        more'''\n    return a\n"
    alone = parse(code)
    nested = parse("class A:\n    x = 1\n" + textwrap.indent(code, "    "))
    only = parse("class A:\n" + textwrap.indent(code, "\t"))
    expected = texts(alone.tokens(symbol(alone, "f").region))
    assert texts(nested.tokens(symbol(nested, "A.f").region)) == expected
    assert texts(only.tokens(symbol(only, "A.f").region)) == expected
    assert texts(alone.tokens(alone.whole())) == expected


def test_tokens_carry_the_lines_they_stand_on() -> None:
    parsed = parse("# one\nif a:\n    b = (\n        1)\nc\n")
    lines = [(token.text, token.line) for token in parsed.tokens(parsed.whole())]
    assert lines == [
        (b"if", 2),
        (b"a", 2),
        (b":", 2),
        (b">", 3),
        (b"b", 3),
        (b"=", 3),
        (b"1", 4),
        (b";", 4),
        (b"<", 4),
        (b";", 4),
        (b"c", 5),
        (b";", 5),
    ]


def test_tokens_of_a_group_are_those_of_all_its_spans() -> None:
    code = "class A:\n    @property\n    def v(self): return 1\n    x = 1\n    @v.setter\n    def v(self, n): {}\n"
    one, other = parse(code.format("pass")), parse(code.format("raise"))
    region = symbol(one, "A.v").region
    assert [str(span.lines) for span in region.spans] == ["2-3", "5-6"]
    assert texts(one.tokens(region)) != texts(other.tokens(symbol(other, "A.v").region))
    assert one.text(region).count(b"def v") == 2
    assert b"x = 1" not in one.text(region)


def test_tokens_of_a_group_tell_its_spans_apart() -> None:
    after = parse("def f():\n    a()\nf = wrap(f)\n")
    inside = parse("def f():\n    a()\n    f = wrap(f)\n")
    assert texts(after.tokens(symbol(after, "f").region)) != texts(inside.tokens(symbol(inside, "f").region))
