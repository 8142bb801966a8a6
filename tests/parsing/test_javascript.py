"""JavaScript and TypeScript: spellings that say the same, and edits that look as if they did."""

from __future__ import annotations

import pytest

from legendary_git.domain.region import LineRange
from legendary_git.domain.token import TokenKind
from legendary_git.parsing.language import find_language
from tests.parsing.outline import outline, parse, symbol, texts, whole_texts

SAME = {
    "semicolons": ("a()\nb()", "a();\nb();;"),
    "class-semicolons": ("class A { x = 1\n y = 2\n m() {}; }", "class A {\n  x = 1;\n  y = 2;\n  m() {}\n}"),
    "quotes": ("f('a \"b\" \\'c\\'')", 'f("a \\"b\\" \'c\'")'),
    "needless-escape": (r"f('\d\-')", "f('d-')"),
    "directive-quotes": ("'use strict'", '"use strict";'),
    "trailing-commas": ("f(a, b, {c, d,}, [e,],)", "f(a, b, {c, d}, [e])"),
    "parentheses": ("x = ((a * b) + (c))", "x = a * b + c"),
    "arrow-parameter": ("f(x => x, async y => y)", "f((x) => x, async (y,) => (y))"),
    "logical-grouping": ("a && (b && c) && d", "a && b && c && d"),
    "numbers": ("f(0XAB, 1E+5, 1.50, 1.0, .5, 1., 5N)".replace("N", "n"), "f(0xab, 1e5, 1.5, 1, 0.5, 1, 5n)"),
    "property-quotes": ("x = {'a': 1, '2': 2, 'ü': 3}", "x = {a: 1, 2: 2, ü: 3}"),
    "new": ("new Foo", "new Foo()"),
    "invoked-function": ("(function () {}())", "(function () {})()"),
    "regex-flags": ("f(/a b/mgi)", "f(/a b/gim)"),
    "condition": ("if ((a)) b()", "if (a) b()"),
    "exported-object": ("export default ({a})", "export default {a}"),
    "style-indent": ("x = css`\n    a: b;\n`", "x = css`\n  a: b;\n  `"),
    "jsx-space": ('x = <a>b{" "}\n  <i/>c d</a>', "x = <a>\n  b <i/>c\n  d\n</a>"),
    "jsx-quotes": ("x = <a b='c'/>", 'x = (<a b="c" />)'),
    "order-in-parentheses": ("x(/* @ts-ignore */ (a.b).c)", "x((/* @ts-ignore */ a.b.c))"),
}
DIFFERENT = {
    "grouping": ("(a + b) * c", "a + b * c"),
    "return": ("() => { return x }", "() => { return\nx }"),
    "return-markup": ("() => { return <a/> }", "() => { return\n<a/> }"),
    "return-sign": ("() => { return -x }", "() => { return\n-x }"),
    "return-group": ("() => { return (x) }", "() => { return\n(x) }"),
    "yield": ("function* f() { yield [x] }", "function* f() { yield\n[x] }"),
    "async": ("async function f() {}", "async\nfunction f() {}"),
    "increment": ("a\n++b", "a++\nb"),
    "call": ("a;\n(b)", "a\n(b)"),
    "chain": ("(a?.b).c", "a?.b.c"),
    "chain-call": ("(a?.b)()", "a?.b()"),
    "object-or-block": ("x = () => ({})", "x = () => {}"),
    "object-statement": ("({})", "{}"),
    "function-statement": ("(function f() {})", "function f() {}"),
    "exported-function": ("export default (function f() {})", "export default function f() {}"),
    "directive": ("('use strict')", "'use strict'"),
    "directive-escape": (r"'\use strict'", "'use strict'"),
    "escape": (r"f('\n')", "f('n')"),
    "hole": ("x = [a,,]", "x = [a,]"),
    "sequence": ("f((a, b))", "f(a, b)"),
    "template-space": ("f(`a  b`)", "f(`a b`)"),
    "regex-space": ("f(/a  b/)", "f(/a b/)"),
    "private-name": ("class A { '#a' = 1 }", "class A { #a = 1 }"),
    "string-or-name": ("f('a')", "f(a)"),
    "string-or-template": ("f('a')", "f(`a`)"),
    "new-of-call": ("new (a())", "new a()"),
    "for-parts": ("for (a;;b);", "for (;a;b);"),
    "empty-body": ("if (a);\nb()", "if (a) b()"),
    "dangling-else": ("if (a) { if (b) c; } else d", "if (a) { if (b) c; else d }"),
    "binding": ("let a = 1", "const a = 1"),
    "generator": ("function* f() {}", "function f() {}"),
    "jsx-space": ("x = <a>b <i/></a>", "x = <a>b<i/></a>"),
    "jsx-double-space": ("x = <a>b  c</a>", "x = <a>b c</a>"),
    "jsx-comment-is-text": ("x = <a>// b</a>", "x = <a>// c</a>"),
    "ordered": ("// @ts-ignore\na()", "a()"),
    "nested-chain": ("a && (b || c)", "a && b || c"),
}
SAME_TYPES = {
    "members": ("interface A { a: 1, b(): void }", "interface A {\n  a: 1;\n  b(): void;\n}"),
    "leading-bar": ("type A =\n  | B\n  | C", "type A = B | C"),
    "parenthesised-type": ("type A = (B) | (C | D)", "type A = B | C | D"),
    "type-parameters": ("f = <T,>(x: T) => x", "f = <T>(x: T) => x"),
    "enum": ("enum A { 'B', C, }", "enum A { B, C }"),
    "query": ("type A = typeof x[number]", "type A = (typeof x)[number]"),
    "property": ("interface A { 'b': 1 }", "interface A { b: 1 }"),
}
DIFFERENT_TYPES = {
    "array-of-union": ("type A = (B | C)[]", "type A = B | C[]"),
    "function-union": ("type A = (() => B) | C", "type A = () => B | C"),
    "optional": ("interface A { b?: 1 }", "interface A { b: 1 }"),
    "readonly": ("class A { readonly b = 1 }", "class A { b = 1 }"),
    "modifier": ("class A { readonly b = 1 }", "class A { readonly\nb = 1 }"),
    "lookup-or-array": ("a = b as c[d]", "a = b as c\n[d]"),
    "non-null-chain": ("(a?.b)!.c", "a?.b!.c"),
    "type-import": ("import type { A } from 'a'", "import { A } from 'a'"),
    "type": ("let a: string", "let a: number"),
    "mixed": ("type A = B & (C | D)", "type A = B & C | D"),
}


@pytest.mark.parametrize("case", SAME)
@pytest.mark.parametrize("repo_path", ["a.js", "a.tsx"])
def test_tokens_same_whatever_the_spelling(case: str, repo_path: str) -> None:
    one, other = SAME[case]
    assert whole_texts(one, repo_path) == whole_texts(other, repo_path)


@pytest.mark.parametrize("case", DIFFERENT)
@pytest.mark.parametrize("repo_path", ["a.js", "a.tsx"])
def test_tokens_different_where_the_meaning_is(case: str, repo_path: str) -> None:
    one, other = DIFFERENT[case]
    assert whole_texts(one, repo_path) != whole_texts(other, repo_path)


@pytest.mark.parametrize("case", SAME_TYPES)
def test_type_tokens_same_whatever_the_spelling(case: str) -> None:
    one, other = SAME_TYPES[case]
    assert whole_texts(one, "a.ts") == whole_texts(other, "a.ts")


@pytest.mark.parametrize("case", DIFFERENT_TYPES)
def test_type_tokens_different_where_the_meaning_is(case: str) -> None:
    one, other = DIFFERENT_TYPES[case]
    assert whole_texts(one, "a.ts") != whole_texts(other, "a.ts")


@pytest.mark.parametrize(
    "comment",
    [
        "// @ts-expect-error",
        "// eslint-disable-next-line no-console",
        "/* eslint-disable */",
        "/* global window */",
        "/// <reference types='node' />",
        "// prettier-ignore",
        "/* istanbul ignore next */",
        "/* @__PURE__ */",
        "/** @jsxImportSource preact */",
        "/* webpackChunkName: 'a' */",
        "/* @vite-ignore */",
        "// @flow strict",
        "// biome-ignore lint: reason",
    ],
)
def test_orders_in_comments_count(comment: str) -> None:
    assert whole_texts(f"{comment}\nf()", "a.js") != whole_texts("f()", "a.js")


def test_comments_for_people_do_not_count() -> None:
    assert whole_texts("/** @param {string} a */\nf(/* a */ b) // c", "a.js") == whole_texts("f(b)", "a.js")


def test_exported_arrow_is_one_symbol_with_its_export() -> None:
    parsed = parse("import x from 'y';\n\nexport const useAuth =\n  () => 1;\n", "a.js")
    assert outline(parsed) == "useAuth  3-4\n"
    assert parsed.text(symbol(parsed, "useAuth").region) == b"export const useAuth =\n  () => 1;"


def test_comment_in_a_declaration_leaves_its_region_alone() -> None:
    plain = parse("export const a = () => 1;\n", "a.ts")
    noted = parse("export /* b */ const /* c */ a = () => 1;\n", "a.ts")
    one, other = symbol(plain, "a"), symbol(noted, "a")
    assert texts(plain.tokens(one.region)) == texts(noted.tokens(other.region))


def test_line_of_text_between_tags_is_seen_by_its_own_line() -> None:
    one, other = parse("x = <a>\n  b\n  c\n  d\n</a>", "a.jsx"), parse("x = <a>\n  b\n  e\n  d\n</a>", "a.jsx")
    region, changed = one.range(LineRange(3, 3)), other.range(LineRange(3, 3))
    assert region is not None
    assert changed is not None
    assert texts(one.tokens(region)) != texts(other.tokens(changed))


def test_positions_after_letters_of_many_bytes() -> None:
    source = "// 漢字 😀\nconst s = 'é\u2028\f';\nfunction f() {\n  return s;\n}\n"
    parsed = parse(source, "a.js")
    assert outline(parsed) == "s  2-2\nf  3-5\n"
    assert parsed.text(symbol(parsed, "f").region) == b"function f() {\n  return s;\n}"


@pytest.mark.parametrize(
    ("repo_path", "data", "language"),
    [
        ("a.d.ts", b"declare const a: 1", "typescript"),
        ("a.mts", b"", "typescript"),
        ("a.test.tsx", b"", "tsx"),
        ("a.cjs", b"", "javascript"),
        ("tool", b"#!/usr/bin/env node\n", "javascript"),
        ("a.ts", b"", "typescript"),
        ("a.js", b"/* (c) */\n\n/**\n * @flow strict\n */\n", "tsx"),
        ("a.js", b"// @flow", "tsx"),
        ("a.js", b"f('/* @flow */') // @flow\n", "javascript"),
        ("a.js", b"/* a */ f() /* @flow */", "javascript"),
    ],
)
def test_find_language_of_the_web(repo_path: str, data: bytes, language: str) -> None:
    assert find_language(repo_path, data) == language


@pytest.mark.parametrize(
    "data",
    [b'<?xml version="1.0"?>\n<!DOCTYPE TS>\n', b'<TS version="2.1">', b"<!DOCTYPE TS>", b"G@\0\x10" + b"\xff" * 90],
)
def test_find_language_of_ts_that_is_no_typescript(data: bytes) -> None:
    assert find_language("a.ts", data) != "typescript"


@pytest.mark.parametrize(
    ("together", "apart"),
    [
        ("var a = 1, b = f();", "var a = 1;\nvar b = f()"),
        ("export const a = 1,\n  b = f()", "export const a = 1\nexport const b = f();"),
        ("let c, b = f()", "let b = f(); let c"),
    ],
)
def test_variable_of_several_reads_as_if_it_stood_alone(together: str, apart: str) -> None:
    assert texts_of(together, "b") == texts_of(apart, "b")


def test_word_before_several_variables_counts_for_each() -> None:
    assert texts_of("var a = 1, b = 2", "b") != texts_of("let a = 1, b = 2", "b")
    assert texts_of("const a = 1, b = 2", "b") != texts_of("export const a = 1, b = 2", "b")


def test_value_of_several_names_is_no_scope_within_itself() -> None:
    source = "var $ = exports.$ = function () { function inner() {} };\nvar app = exports.app = { init() {} };\n"
    names = ["$", "exports.$", "$.inner", "app", "app.init"]
    assert [one.name for one in parse(source, "a.js").symbols] == names


def test_quotes_within_a_property_name_are_a_part_of_it() -> None:
    source = "module.exports = { 'renders \"a b\" twice': function () {} };\n"
    assert [one.name for one in parse(source, "a.js").symbols] == [
        "module.exports",
        'module.exports.renders "a b" twice',
    ]


def texts_of(source: str, name: str) -> list[tuple[TokenKind, bytes]]:
    parsed = parse(source, "a.js")
    return texts(parsed.tokens(symbol(parsed, name).region))


@pytest.mark.parametrize("repo_path", ["a.js", "a.ts"])
@pytest.mark.parametrize("word", ["get", "set", "static"])
def test_word_that_may_belong_to_the_next_line_is_ended_by_its_semicolon_only(repo_path: str, word: str) -> None:
    going_on, ended = (whole_texts(f"class A {{ {word}{end} a(b) {{}} }}", repo_path) for end in ("\n", ";"))
    assert going_on != ended
