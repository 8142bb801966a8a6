"""Go, Rust, Protocol Buffers, GraphQL, SQL, HCL, Nix: spellings that formatters exchange, and edits that count."""

from __future__ import annotations

import pytest

from tests.parsing.outline import Golden, golden_paths, parse, spans, symbol, texts, whole_texts

GOLDENS = {path.stem: Golden.load(path) for path in golden_paths()}

EQUAL = [
    ("a.go", "package p\nvar x = []int{1, 2}\n", "package p\nvar x = []int{\n1,\n2,\n}\n"),
    ("a.go", "package p\nfunc f() { a(); b() }\n", "package p\n\nfunc f() {\n\ta()\n\tb()\n}\n"),
    ("a.go", "package p\nfunc f() { a(); }\n", "package p\nfunc f() { a();; }\n"),
    ("a.go", "package p\nfunc f() { switch x { case 1: a();\ncase 2: } }\n",
     "package p\nfunc f() {\nswitch x {\ncase 1:\na()\ncase 2:\n}\n}\n"),
    ("a.go", "package p\nfunc f() { if (a) {} }\n", "package p\nfunc f() { if a {} }\n"),
    ("a.go", "package p\nfunc f() { x = ((a)) }\n", "package p\nfunc f() { x = (a) }\n"),
    ("a.go", "package p\nfunc f() (int) { return 1 }\n", "package p\nfunc f() int { return 1 }\n"),
    ("a.go", "package p\nvar x = 0XFF + 1E5\n", "package p\nvar x = 0xFF + 1e5\n"),
    ("a.go", 'package p\n\n// One.\n\nimport "C"\n', 'package p\n\n// Two.\n\nimport "C"\n'),
    ("a.go", 'package p\n\n// One.\nimport "fmt"\n', 'package p\n\n// Two.\nimport "fmt"\n'),
    ("a.rs", "fn f() { match x { | A | B => { y } C => z } }", "fn f() { match x { A | B => y, C => { z } } }"),
    ("a.rs", "fn f() { a(|x| { x + 1 }) }", "fn f() { a(|x| x + 1,) }"),
    ("a.rs", "fn f() -> u8 { return 1 }", "fn f() -> u8 { return 1; }"),
    ("a.rs", "extern fn f() {}", 'extern "C" fn f() {}'),
    ("a.rs", "fn f() { ((x)); }", "fn f() { (x); }"),
    ("a.rs", "fn f<T>() where T: A {}", "fn f<T,>() where T: A, {}"),
    ("a.rs", "#[derive(A, B)] struct S { a: (u8, u8) }", "#[derive(A, B,)] struct S { a: (u8, u8,), }"),
    ("a.rs", 'fn f() { println!("{}", x) }', 'fn f() { println!("{}", x,) }'),
    ("a.proto", 'option (a) = { b { c: "d" } };', 'option (a) = { b: { c: "d" } };'),
    ("a.graphql", "union U = A | B", "union U =\n  | A\n  | B"),
    ("a.graphql", "{ a(x: 1, y: 2) }", "{ a(x: 1 y: 2) }"),
    ("a.graphql", 'type T { """\n    a\n      b\n    """ c: Int }', 'type T {\n"""\na\n  b\n"""\nc: Int }'),
    ("a.sql", "create table t (a INT);", "CREATE TABLE t (a int);"),
    ("a.sql", "SELECT a FROM t WHERE a != 1;", "SELECT a\nFROM t\nWHERE a <> 1;"),
    ("a.tf", 'a "b" {\nc=1\n}\n', 'a "b" {\n  c = 1\n}\n'),
    ("a.nix", "{ a = 1; }", "{\n  a = 1;\n}\n"),
]  # fmt: skip

DIFFERENT = [
    ("a.go", "package p\nfunc f() { return\nx() }\n", "package p\nfunc f() { return x() }\n"),
    ("a.go", "package p\nfunc f() { x = (a * b) + c }\n", "package p\nfunc f() { x = a * b + c }\n"),
    ("a.go", "package p\nfunc f() { x = (*T)(y) }\n", "package p\nfunc f() { x = *T(y) }\n"),
    ("a.go", "package p\nvar x = `a b`\n", "package p\nvar x = `a  b`\n"),
    ("a.go", "package p\nfunc f() (a int) { return }\n", "package p\nfunc f() (b int) { return }\n"),
    ("a.go", "package p\nfunc f(int)\n", "package p\nfunc f() int\n"),
    ("a.go", "package p\nvar x = f(a,\nb)\n", "package p\nvar x = f(a,\nb\n)\n"),
    ("a.go", "//go:build linux\n\npackage p\n", "//go:build darwin\n\npackage p\n"),
    ("a.go", "package p\n\n//nolint:errcheck\nvar x = 1\n", "package p\n\nvar x = 1\n"),
    (
        "a.go",
        'package p\n\n// int f();\n// int g();\nimport "C"\n',
        'package p\n\n// long f();\n// int g();\nimport "C"\n',
    ),
    ("a.go", "package p\nfunc f() { for a; ; b { } }\n", "package p\nfunc f() { for ; a; b { } }\n"),
    ("a.rs", "fn f() { match x { A => { y; } } }", "fn f() { match x { A => { y } } }"),
    ("a.rs", "fn f() { match x { A => { y; } } }", "fn f() { match x { A => y } }"),
    ("a.rs", "fn f() { (a + b) * c; }", "fn f() { a + b * c; }"),
    ("a.rs", "fn f() { let x = (a,); }", "fn f() { let x = (a); }"),
    ("a.rs", "fn f() { unsafe { x } }", "fn f() { { x } }"),
    ("a.rs", "fn f() { match x { A => unsafe { y } } }", "fn f() { match x { A => y } }"),
    ("a.rs", 'extern "system" fn f() {}', "extern fn f() {}"),
    ("a.rs", "fn f() { x }", "fn f() { x; }"),
    ("a.rs", 'fn f() { r#"a b"# }', 'fn f() { r#"a  b"# }'),
    ("a.rs", "fn f() { own!(a, b) }", "fn f() { own!(a, b,) }"),
    ("a.proto", "message M { string a = 1; }", "message M { string a = 2; }"),
    ("a.graphql", "type T { a: Int }", "type T { a: Int! }"),
    ("a.graphql", '{ a(x: """b""") }', '{ a(x: """b """) }'),
    ("a.sql", "SELECT A FROM t;", "SELECT a FROM t;"),
    ("a.sql", "SELECT 'a b';", "SELECT 'a  b';"),
    ("a.tf", 'a "b" {\n  c = "d e"\n}\n', 'a "b" {\n  c = "d  e"\n}\n'),
    ("a.tf", "a = (b + c) * d\n", "a = b + c * d\n"),
    ("a.nix", "{ a = ''\n  b\n''; }", "{ a = ''\n  b \n''; }"),
    ("a.nix", "[ (f x) ]", "[ f x ]"),
    ("a.zig", 'const a = "b c";', 'const a = "b  c";'),
    ("a.zig", "const a = @min(b, c);", "const a = @max(b, c);"),
    ("a.sol", "contract C { string a = 'b c'; }", "contract C { string a = 'b  c'; }"),
]


@pytest.mark.parametrize(("name", "one", "other"), EQUAL)
def test_spellings_of_one_thing(name: str, one: str, other: str) -> None:
    assert not parse(one, name).has_errors
    assert not parse(other, name).has_errors
    assert whole_texts(one, name) == whole_texts(other, name)


@pytest.mark.parametrize(("name", "one", "other"), DIFFERENT)
def test_edits_that_count(name: str, one: str, other: str) -> None:
    assert whole_texts(one, name) != whole_texts(other, name)


def test_go_group_of_one_constant_keeps_its_region_when_it_grows() -> None:
    one = parse("package p\n\nconst (\n\tA = 1\n)\n", "a.go")
    two = parse("package p\n\nconst (\n\tA = 1\n\tB = 2\n)\n", "a.go")
    assert spans(symbol(one, "A").region) == spans(symbol(two, "A").region) == "4-4"


def test_rust_conditions_on_impl_blocks_tie_their_members() -> None:
    source = "#[cfg(unix)]\nimpl S { fn f() {} }\n#[cfg(windows)]\nimpl S { fn f() {} }\nimpl S { fn f() {} }\n"
    names = [(one.name, spans(one.region)) for one in parse(source, "a.rs").symbols]
    assert names == [("S.f", "2-2 4-4"), ("S.f@2", "5-5")]


def test_rust_condition_round_both_ties_nothing() -> None:
    source = "#[cfg(test)]\nmod t {\nfn f() {}\nfn f() {}\n}\n"
    assert [one.name for one in parse(source, "a.rs").symbols] == ["t", "t.f", "t.f@2"]


def test_graphql_extension_is_a_part_of_its_type() -> None:
    parsed = parse("type T { a: Int }\nextend type T { b: Int }\n", "a.graphql")
    assert [(one.name, spans(one.region)) for one in parsed.symbols] == [
        ("T", "1-1 2-2"),
        ("T.a", "1-1"),
        ("T.b", "2-2"),
    ]


def test_go_constant_that_counts_by_its_place_depends_on_those_above() -> None:
    def tokens_of(block: str, name: str) -> object:
        parsed = parse(f"package a\n{block}\n", "a.go")
        return texts(parsed.tokens(symbol(parsed, name).region))

    block = "const (\n\tA = iota\n\tB\n)"
    assert tokens_of(block, "B") == tokens_of("const (\n\tA = iota\n\tB\n\tC\n)", "B")
    assert tokens_of(block, "B") == tokens_of("const (A = iota; B; C)", "B")
    assert tokens_of(block, "B") != tokens_of("const (\n\tA = iota\n\t_\n\tB\n)", "B")
    assert tokens_of(block, "B") != tokens_of("const (\n\tA = iota * 2\n\tB\n)", "B")
    assert tokens_of(block, "A") == tokens_of("const (\n\tA = iota\n)", "A")
    assert spans(symbol(parse(f"package a\n{block}\n", "a.go"), "A").region) == "2-3"


@pytest.mark.parametrize("alone", ["var u string", "const u = 1", "const u int = 1"])
def test_go_definition_is_the_same_alone_and_in_brackets(alone: str) -> None:
    word, _, said = alone.partition(" ")
    one, other = (parse(f"package a\n{text}\n", "a.go") for text in (alone, f"{word} (\n\t{said}\n)"))
    assert texts(one.tokens(symbol(one, "u").region)) == texts(other.tokens(symbol(other, "u").region))
