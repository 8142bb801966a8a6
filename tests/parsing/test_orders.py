"""What stands round a definition and rules it: orders in comments, conditions, the words of its statement."""

from __future__ import annotations

import pytest

from tests.parsing.outline import parse, symbol, texts, whole_texts

CHANGED = [
    ("a.hs", "module A where\n#ifdef A\nf = 1\n#else\nf = 2\n#endif\n", "f = 2", "f = 3", "f"),
    ("a.hs", "f x = do\n  a\n#if Q\n  b\n#else\n  c\n#endif\n\ng = 1\n", "  c", "  e", "f"),
    ("a.go", "package a\nconst (\nA = 1\nB = 2\n)\n", "const", "var", "A"),
    ("a.go", "package a\nconst (\nA = 1\nB = 2\n)\n", "const", "var", "B"),
    ("a.js", "// eslint-disable-next-line\nvar a = 1, b = 2;", "// eslint-disable-next-line\n", "", "b"),
    ("a.js", "// eslint-disable-next-line\nvar a = 1, b = 2;", "// eslint-disable-next-line\n", "", "a"),
    ("a.js", "var a = 1, b = 2; // eslint-disable-line", " // eslint-disable-line", "", "b"),
    ("a.js", "const a = 1, /* istanbul ignore next */ b = 2;", "/* istanbul ignore next */ ", "", "b"),
    ("a.js", "let a = 1; /* eslint-disable-next-line */\nlet b = 2;", "/* eslint-disable-next-line */", "", "a"),
    ("a.py", "class A:\n  # pylint: disable=x\n  def f(self): pass\n", "  # pylint: disable=x\n", "", "A.f"),
    ("a.py", "class A:\n  # noqa\n  x = 1\n", "  # noqa\n", "", "A.x"),
    ("a.py", "if x:\n  # fmt: off\n  def f(): pass\n", "  # fmt: off\n", "", "f"),
    ("a.rb", "class A\n  # rubocop:disable X\n  def f\n  end\nend\n", "  # rubocop:disable X\n", "", "A.f"),
    ("a.rb", "class A < B\n  # rubocop:disable X\n  def f\n  end\nend\n", "  # rubocop:disable X\n", "", "A.f"),
    ("a.yaml", "# yamllint disable\na: 1\n", "# yamllint disable\n", "", "a"),
    ("a.tf", '# tfsec:ignore:x\nresource "a" "b" {\n}\n', "# tfsec:ignore:x\n", "", "resource.a.b"),
    ("a.lua", "do\n -- luacheck: ignore\n function f() end\nend\n", " -- luacheck: ignore\n", "", "f"),
    ("a.dart", "void f() {} // ignore: x\n", " // ignore: x", "", "f"),
    ("a.sql", "-- +goose Up\ncreate table t (a int);\n", "-- +goose Up\n", "", "t"),
    ("a.py", "X = a; Y = b # noqa\n", " # noqa", "", "Y"),
    ("a.sh", "if a; then f() { x; }; elif b; then f() { y; }; fi\n", "elif b", "elif d", "f"),
    (
        "a.py",
        "match p:\n    case 1:\n        def f(): return 1\n    case 2:\n        def f(): return 2\n",
        "case 2",
        "case 3",
        "f",
    ),
    ("a.py", "try:\n    def f(): return 1\nexcept:\n    def f(): return 2\n", "except:", "finally:", "f"),
    ("a.go", "package a\nconst (\n\tA = iota //nolint\n\tB\n)\n", " //nolint", "", "A"),
    ("a.properties", "a = b \n", "b ", "b", "a"),
]
"""A file, a source, what is replaced in it and by what, and a symbol that this changes."""

UNTOUCHED = [
    ("a.hs", "f x = do\n  a\n#if Q\n  b\n#else\n  c\n#endif\n\ng = 1\n", "  c", "  e", "g"),
    ("a.go", "package a\nvar (\nA = 1\nB = 2\n)\n", "B = 2", "B = 3", "A"),
    ("a.js", "const a = 1, /* istanbul ignore next */ b = 2;", "/* istanbul ignore next */ ", "", "a"),
    ("a.py", "# pylint: disable=x\n\ndef f(): pass\n", "# pylint: disable=x\n\n", "", "f"),
    ("a.js", "// @ts-nocheck\n\n// c\nlet a = 1\n", "// @ts-nocheck\n\n", "", "a"),
    ("a.go", "//go:build x\n\npackage a\nconst (\n\tA = iota //nolint\n\tB\n)\n", " //nolint", "", "B"),
]
"""The same, where it is none of the symbol's business."""


@pytest.mark.parametrize(("repo_path", "source", "old", "new", "name"), CHANGED)
def test_symbol_is_changed_by_what_rules_it(repo_path: str, source: str, old: str, new: str, name: str) -> None:
    assert tokens_of(source, repo_path, name) != tokens_of(source.replace(old, new, 1), repo_path, name)


@pytest.mark.parametrize(("repo_path", "source", "old", "new", "name"), UNTOUCHED)
def test_symbol_is_not_changed_by_what_rules_another(
    repo_path: str, source: str, old: str, new: str, name: str
) -> None:
    assert tokens_of(source, repo_path, name) == tokens_of(source.replace(old, new, 1), repo_path, name)


def test_script_is_changed_by_its_orders_to_the_interpreter() -> None:
    script = "#!/usr/bin/env escript\n%%! -smp enable\nmain(_) -> ok.\n"
    for other in (script.replace("enable", "disable"), script.replace("env ", "")):
        assert whole_texts(script, "a.escript") != whole_texts(other, "a.escript")


def tokens_of(source: str, repo_path: str, name: str) -> object:
    parsed = parse(source, repo_path)
    return texts(parsed.tokens(symbol(parsed, name).region))
