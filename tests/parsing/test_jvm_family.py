"""Java, C#, Kotlin, Scala, Swift and Dart: what a formatter may do, what an edit must show, what is one symbol."""

from __future__ import annotations

import pytest

from legendary_git.domain.token import TokenKind
from tests.parsing.outline import outline, parse, spans, symbol, texts


def whole(source: str, language: str) -> list[tuple[TokenKind, bytes]]:
    parsed = parse(source, language=language)
    return texts(parsed.tokens(parsed.whole()))


SAME = [
    ("java", "class A { void f(int a, int b) {} }\n", "class A {\n  void f(\n      int a,\n      int b) {}\n}\n"),
    ("java", "class A { int[] a = {1, 2}; }\n", "class A { int[] a = {1, 2,}; }\n"),
    ("java", "/** One. */ class A {}\n", "/** Two. */ class A {}\n"),
    (
        "csharp",
        "class A { int X { get; set; } }\n",
        "class A\n{\n    int X\n    {\n        get;\n        set;\n    }\n}\n",
    ),
    ("csharp", "enum A { B, C }\n", "enum A { B, C, }\n"),
    ("csharp", "class A {\n#region One\nint x;\n#endregion\n}\n", "class A {\n#region Two\nint x;\n#endregion\n}\n"),
    ("kotlin", "fun f(a: Int, b: Int) = a\n", "fun f(\n    a: Int,\n    b: Int,\n) = a\n"),
    ("kotlin", "fun f() {\n    a; b\n}\n", "fun f() {\n    a\n    b\n}\n"),
    ("kotlin", "val x = a + b\n", "val x = a +\n    b\n"),
    ("swift", "func f() {\n    a; b\n}\n", "func f() {\n    a\n    b\n}\n"),
    ("swift", "let x = a - b\n", "let x = a\n    - b\n"),
    ("kotlin", "val x = f(1) { it }\n", "val x =\n    f(1) {\n        it\n    }\n"),
    ("scala", "def f = {\n  a\n  b {\n    c\n  }\n}\n", "def f = {\n  a\n\n  b {\n    c\n  }\n}\n"),
    ("scala", "class A(a: Int, b: Int)\n", "class A(\n    a: Int,\n    b: Int,\n)\n"),
    ("swift", "let a = [1, 2]\n", "let a = [\n    1,\n    2,\n]\n"),
    ("dart", "f(int a, int b) {}\n", "f(\n  int a,\n  int b,\n) {}\n"),
    ("dart", "var s = 'a' 'b';\n", "var s = 'a'\n    'b';\n"),
]


@pytest.mark.parametrize(("language", "before", "after"), SAME)
def test_formatted_code_is_the_same(language: str, before: str, after: str) -> None:
    assert whole(before, language) == whole(after, language)


DIFFERENT = [
    ("java", 'String s = "a b";\n', 'String s = "a  b";\n'),
    ("java", "char c = ' ';\n", "char c = '\t';\n"),
    ("java", 'class A { String s = """\n  a\n  b\n  """; }\n', 'class A { String s = """\n  a\n    b\n  """; }\n'),
    ("java", "class A { @Override void f() {} }\n", "class A { void f() {} }\n"),
    ("java", "class A { void f() { a(); // NOSONAR\n } }\n", "class A { void f() { a(); } }\n"),
    ("csharp", 'var s = $"{x:N2}";\n', 'var s = $"{x:N2 }";\n'),
    ("csharp", 'var s = $"a {x} b";\n', 'var s = $"a {x}  b";\n'),
    ("csharp", 'var s = @"a b";\n', 'var s = @"a  b";\n'),
    ("csharp", "#if A\nclass B {}\n#endif\n", "#if A\n#endif\nclass B {}\n"),
    ("csharp", "#pragma warning disable CS1\nclass B {}\n", "#pragma warning disable CS2\nclass B {}\n"),
    ("kotlin", "fun f(): Int {\n    return\n    1\n}\n", "fun f(): Int {\n    return 1\n}\n"),
    ("kotlin", "val x = a\n-b\n", "val x = a -b\n"),
    ("kotlin", "fun f() {\n    a\n    (b)\n}\n", "fun f() {\n    a(b)\n}\n"),
    ("kotlin", "fun f() {\n    a\n    ::b\n}\n", "fun f() {\n    a::b\n}\n"),
    ("scala", "def f = {\n  val x = a\n  -b\n}\n", "def f = {\n  val x = a\n  - b\n}\n"),
    ("scala", "def f = {\n  a\n  { b }\n}\n", "def f = {\n  a\n\n  { b }\n}\n"),
    ("scala", "def f = {\n  a\n  // c\n  { b }.c\n}\n", "def f = {\n  a\n  // c\n\n  { b }.c\n}\n"),
    ("scala", "def f = {\n  val x = a b\n  c\n}\n", "def f = {\n  val x = a b\n\n  c\n}\n"),
    ("scala", "def f = {\n  a\n  (b)\n}\n", "def f = {\n  a(b)\n}\n"),
    ("kotlin", 'val s = "a ${b + c}"\n', 'val s = "a ${b - c}"\n'),
    ("kotlin", 'val s = "a ${b}"\n', 'val s = "a  ${b}"\n'),
    ("kotlin", "val c = ' '\n", "val c = '\t'\n"),
    ("scala", "def f =\n  if a then\n    b()\n  c()\n", "def f =\n  if a then\n    b()\n    c()\n"),
    ("scala", 'val s = s"a $b"\n', 'val s = s"a  $b"\n'),
    ("swift", "func f() {\n    a\n    (b)\n}\n", "func f() {\n    a(b)\n}\n"),
    ("swift", "func f() {\n    x = a\n    -b\n}\n", "func f() {\n    x = a\n    - b\n}\n"),
    ("swift", 'let s = "a \\(b + c)"\n', 'let s = "a \\(b - c)"\n'),
    ("swift", 'let s = "a \\(b)"\n', 'let s = "a  \\(b)"\n'),
    ("swift", "#if A\nfunc f() {}\n#endif\n", "#if B\nfunc f() {}\n#endif\n"),
    ("dart", "var s = 'a' 'b';\n", "var s = 'ab';\n"),
    ("dart", "var s = 'a' 'b';\n", "var s = 'a' 'b ';\n"),
    ("dart", "var s = 'it\\'s $x';\n", "var s = 'it\\'s  $x';\n"),
    ("dart", "var s = '''a ' b''';\n", "var s = '''a '  b''';\n"),
    ("dart", "var r = (1,);\n", "var r = (1);\n"),
]


@pytest.mark.parametrize(("language", "before", "after"), DIFFERENT)
def test_edited_code_is_not_the_same(language: str, before: str, after: str) -> None:
    assert whole(before, language) != whole(after, language)


def test_branches_of_swift_conditions_are_one_symbol() -> None:
    source = "#if A\nfunc f() {}\n#elseif B\nfunc f() { b() }\n#else\nfunc f() { c() }\n#endif\nfunc f(x: Int) {}\n"
    assert outline(parse(source, "a.swift")) == "f  2-2 4-4 6-6\nf@2  8-8\n"


def test_overloads_between_foreign_swift_conditions_stay_apart() -> None:
    source = "#if A\nfunc f() {}\n#endif\n#if B\nfunc g() {}\n#else\nfunc h() {}\n#endif\nfunc f(x: Int) {}\n"
    assert outline(parse(source, "a.swift")) == "f  2-2\ng  5-5\nh  7-7\nf@2  9-9\n"


@pytest.mark.parametrize(
    "body", ["{\n    class A\n    {\n        int x;\n    }\n}\n", ";\nclass A\n{\n    int x;\n}\n"]
)
def test_namespace_of_a_whole_file_names_what_follows(body: str) -> None:
    parsed = parse(f"using System;\nnamespace N.M{body}", "a.cs")
    assert [one.name for one in parsed.symbols] == ["N.M", "N.M.A", "N.M.A.x"]


def test_namespace_of_a_whole_file_holds_what_follows() -> None:
    parsed = parse("namespace N;\nclass A { }\nclass B { }\n", "a.cs")
    assert spans(symbol(parsed, "N").region) == "1-3"


def test_only_partial_classes_are_one_symbol() -> None:
    source = "partial class A { }\npartial class A { }\nclass B { }\nclass B<T> { }\n"
    assert outline(parse(source, "a.cs")) == "A  1-1 2-2\nB  3-3\nB@2  4-4\n"


def test_accessors_of_a_kotlin_property_belong_to_it() -> None:
    source = "class A {\n    val x: Int\n        get() = 1\n\n    val y = 2\n}\n"
    assert outline(parse(source, "a.kt")) == "A  1-6\nA.x  2-3\nA.y  5-5\n"


def test_edited_body_of_a_dart_method_is_seen() -> None:
    one, other = (parse(f"class A {{\n  @override\n  int f() => {x};\n}}\n", "a.dart") for x in (1, 2))
    assert spans(symbol(one, "A.f").region) == "2-3"
    assert texts(one.tokens(symbol(one, "A.f").region)) != texts(other.tokens(symbol(other, "A.f").region))


def test_blank_line_after_a_scala_value_says_where_it_ends() -> None:
    source = "object A {\n  val x = f\n%s  { y }\n}\n"
    near, apart = (parse(source % gap, "a.scala") for gap in ("", "\n"))
    assert texts(near.tokens(symbol(near, "A.x").region)) != texts(apart.tokens(symbol(apart, "A.x").region))


def test_region_ends_where_its_text_does() -> None:
    parsed = parse("class A:\n  def f =\n    1\n\n\nclass B\n", "a.scala")
    assert outline(parsed) == "A  1-3\nA.f  2-3\nB  6-6\n"
