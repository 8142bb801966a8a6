"""Scripting and functional languages: spellings that say the same, and edits that only white space shows."""

from __future__ import annotations

import pytest

from legendary_git.domain.symbols import find_symbols
from legendary_git.parsing.quotes import continued, dedented_heredoc, either_quotes, plain_quotes
from tests.parsing.outline import parse, symbol, texts, whole_texts

SAME = [
    ("a.sh", "x=`date`\n", "x=$(date)\n"),
    ("a.sh", 'x="a  `date`"\n', 'x="a  $(date)"\n'),
    ("a.sh", "if true; then a; fi\n", "if true\nthen\n  a\nfi\n"),
    ("a.sh", "for i in 1 2; do a; done\n", "for i in 1 2\ndo\n\ta\ndone\n"),
    ("a.lua", "local m = require 'm'\n", 'local m = require("m")\n'),
    ("a.lua", "if (a) then b() end;\n", "if a then\n  b()\nend\n"),
    ("a.lua", "return { a = 1; b = 'it\\'s' }\n", 'return {\n  a = 1,\n  b = "it\'s",\n}\n'),
    ("a.ex", "foo a, b\n", "foo(a, b)\n"),
    ("a.ex", 'x = """\n  a\n    b\n  """\n', 'x = """\na\n  b\n"""\n'),
    ("a.rb", "x = 'a'; y\n", 'x = "a"\ny\n'),
    ("a.rb", "x = %w[a b]\n", "x = %w[\n  a\n  b\n]\n"),
    ("a.pl", "use strict;\nour @A = qw(a b);\n", "use strict;\nour @A = qw(a\n  b);\n"),
    ("a.php", "<?php f([1, 2], 'a');\n", '<?php f([\n  1,\n  2,\n], "a",);\n'),
    ("a.php", "<?php if (a()) {} else if (b()) {} else {}\n", "<?php if (a()) {} elseif (b()) {} else {}\n"),
    (
        "a.php",
        "<?php if (a()) b(); else /* c */ if (d()) e(); elseif (f()) g(); else if (h()) i();\n",
        "<?php if (a()) b(); elseif (d()) e(); else if (f()) g(); elseif (h()) i();\n",
    ),
    ("a.php", "<?php f('\\d\\\\', 'it\\'s', '$a');\n", '<?php f("\\d\\\\", "it\'s", "\\$a");\n'),
    ("a.php", "<?php f(<<<'E'\na\n\n  b\nE);\n", "<?php f(<<<'E'\n  a\n\n    b\n  E);\n"),
    ("a.php", "<?php f(<<<E\na {$b}\nE);\n", "<?php f(<<<E\n\ta {$b}\n\tE);\n"),
    ("a.php", "<?php $a = new A; $b = new $c->d;\n", "<?php $a = new A(); $b = new $c->d();\n"),
    ("a.php", "<?php $x = !($a instanceof B);\n", "<?php $x = !$a instanceof B;\n"),
    ("a.php", "<?php $x = ($a === 1) ? $b : ($c ?? 2);\n", "<?php $x = $a === 1 ? $b : $c ?? 2;\n"),
    ("a.R", "f('a', 1.)\n", 'f("a", 1.0)\n'),
    ("a.ml", 'let x = "a \\\n   b"\n', 'let x = "a \\\n b"\n'),
    ("a.hs", "f x = case x of { 1 -> 2; _ -> 3 }\n", "f x = case x of { 1 -> 2;\n   _ -> 3 }\n"),
]
OTHER = [
    ("a.sh", "x=$y\n", "x=\n$y\n"),
    ("a.sh", 'echo "a"\n', 'echo"a"\n'),
    ("a.sh", "[ -f x ]\n", "[ -f x\n]\n"),
    ("a.sh", "a b\n", "a\nb\n"),
    ("a.sh", "x=`echo \\$a`\n", "x=$(echo \\$a)\n"),
    ("a.sh", 'x="a $(b)"\n', 'x="a  $(b)"\n'),
    ("a.sh", "cat <<E\na  b\nE\n", "cat <<E\na b\nE\n"),
    ("a.lua", "return (f())\n", "return f()\n"),
    ("a.lua", "x = (a + b) * c\n", "x = a + b * c\n"),
    ("a.rb", "def m\n  a\n  b\nend\n", "def m\n  a b\nend\n"),
    ("a.rb", "foo\n-1\n", "foo -1\n"),
    ("a.rb", "foo [1]\n", "foo[1]\n"),
    ("a.rb", "x = '\\n'\n", 'x = "\\n"\n'),
    ("a.rb", "x = '#{a}'\n", 'x = "#{a}"\n'),
    ("a.rb", "x = <<~E\n  a\n   b\nE\n", "x = <<~E\n  a\n  b\nE\n"),
    ("a.ex", "foo()\n", "foo\n"),
    ("a.ex", "if a do\n  b\n  c\nend\n", "if a do\n  b c\nend\n"),
    ("a.jl", "x = [a -b]\n", "x = [a - b]\n"),
    ("a.jl", "@m (a, b)\n", "@m(a, b)\n"),
    ("a.jl", "f(x)\n  g\n", "f(x)\n"),
    ("a.R", "x\n-1\n", "x - 1\n"),
    ("a.R", "f <- function() {\n  a\n  (b)\n}\n", "f <- function() {\n  a(b)\n}\n"),
    ("a.hs", "f = do\n  a\n  b\n", "f = do\n  a\n   b\n"),
    ("a.hs", "f = g where\n  h = 1\nk = 2\n", "f = g where\n  h = 1\n  k = 2\n"),
    ("a.php", "<?php return ($x);\n", "<?php return $x;\n"),
    ("a.php", "<?php $x = (1 + 2) * 3;\n", "<?php $x = 1 + 2 * 3;\n"),
    ("a.php", "<?php if (a()) {} else if (b()) {} c();\n", "<?php if (a()) {} else { if (b()) {} c(); }\n"),
    ("a.php", "<?php if (a()) {} else if (b()) {}\n", "<?php if (a()) {} else { if (b()) {} }\n"),
    ("a.php", "<?php if (a()) {} else if (b()) {}\n", "<?php if (a()) {} if (b()) {}\n"),
    ("a.php", "<?php if (a()) {} else if (b()) {}\n", "<?php if (a()) { if (b()) {} }\n"),
    ("a.php", "<?php if (a()) {} elseif (b()) {}\n", "<?php if (a()) {} else {}\n"),
    (
        "a.php",
        "<?php if (a()) if (b()) c(); else if (d()) e(); else f();\n",
        "<?php if (a()) { if (b()) c(); } else if (d()) e(); else f();\n",
    ),
    (
        "a.php",
        "<?php if (a()) {} else if (b()) {} else if (c()) {} else {}\n",
        "<?php if (a()) {} else if (b()) { if (c()) {} else {} }\n",
    ),
    (
        "a.php",
        "<?php if (a()): b(); else: if (c()): d(); endif; endif;\n",
        "<?php if (a()): b(); elseif (c()): d(); endif;\n",
    ),
    ("a.php", "<?php f('\\n');\n", '<?php f("\\n");\n'),
    ("a.php", "<?php f(<<<'E'\n  a\nE);\n", "<?php f(<<<'E'\n  a\n  E);\n"),
    ("a.php", "<?php f(<<<E\n{$a['\n  b']}\nE);\n", "<?php f(<<<E\n  {$a['\n  b']}\n  E);\n"),
    ("a.php", "<?php f('$a');\n", '<?php f("$a");\n'),
    ("a.php", "<?php f('\\\\n');\n", '<?php f("\\n");\n'),
    ("a.php", "<?php f(); ?>'a'", '<?php f(); ?>"a"'),
    ("a.php", "<?php $x = -($a instanceof B);\n", "<?php $x = -$a instanceof B;\n"),
    ("a.php", "<?php $x = !($a = $b instanceof B);\n", "<?php $x = !$a = $b instanceof B;\n"),
    ("a.php", "<?php $x = ($a and $b) ? 1 : 2;\n", "<?php $x = $a and $b ? 1 : 2;\n"),
    ("a.php", "<?php $x = $a ? 1 : ($b ? 2 : 3);\n", "<?php $x = $a ? 1 : $b ? 2 : 3;\n"),
    ("a.php", "<?php $a = (new A)();\n", "<?php $a = new A();\n"),
    ("a.php", "a  b<?php f();\n", "a b<?php f();\n"),
    ("a.erl", 'f() -> "a  b".\n', 'f() -> "a b".\n'),
    ("a.ml", "let x = {|a  b|}\n", "let x = {|a b|}\n"),
    ("a.pm", "$x =~ s/a  b/c/;\n", "$x =~ s/a b/c/;\n"),
    ("a.pm", "1;\n__END__\na  b\n", "1;\n__END__\na b\n"),
    ("a.pm", "1;\n__END__\n\n=head1 A\n\n=cut\n", "1;\n__END__\n\n=head1 B\n\n=cut\n"),
    ("a.pm", "1;\n__DATA__\n=a\n\n=cut\n\n=b\n", "1;\n__DATA__\n=a\n\n=cut\n\n\n=b\n"),
]


@pytest.mark.parametrize(("name", "one", "other"), SAME)
def test_spellings_are_one(name: str, one: str, other: str) -> None:
    assert whole_texts(one, name) == whole_texts(other, name)


@pytest.mark.parametrize(("name", "one", "other"), OTHER)
def test_edits_are_seen(name: str, one: str, other: str) -> None:
    assert whole_texts(one, name) != whole_texts(other, name)


def test_heredoc_after_its_statement_belongs_to_the_symbol() -> None:
    source = "class K\n  A = <<~E\n    {}\n  E\n  B = 1\nend\n"
    before, after = (parse(source.format(text), "a.rb") for text in ("one", "two"))
    assert str(symbol(before, "K.A").region.spans[0].lines) == "2-4"
    assert texts(before.tokens(symbol(before, "K.A").region)) != texts(after.tokens(symbol(after, "K.A").region))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("let rec f x = 1\nand g y = 2\nand h z = 3\n", "let f x = 1\nand g y = 2\nand h z = 3\n"),
        ("type nonrec g = f\nand h = f\n", "type g = f\nand h = f\n"),
        ("let%a f = 1\nand g = 2\nand h = 2\n", "let%b f = 1\nand g = 2\nand h = 2\n"),
    ],
)
def test_what_is_said_of_a_group_is_said_of_each(before: str, after: str) -> None:
    one, other = parse(before, "a.ml"), parse(after, "a.ml")
    for name in ("g", "h"):
        assert texts(one.tokens(symbol(one, name).region)) != texts(other.tokens(symbol(other, name).region))


def test_name_without_its_arity_means_every_arity() -> None:
    parsed = parse("f(X) -> X.\nf(X, Y) -> X + Y.\ng() -> 1.\n", "a.erl")
    assert [one.name for one in find_symbols(parsed.symbols, "f")] == ["f/1", "f/2"]
    assert [one.name for one in find_symbols(parsed.symbols, "f/2")] == ["f/2"]
    assert [one.own_name for one in find_symbols(parsed.symbols, "g")] == ["g"]


def test_package_statement_holds_what_follows_it() -> None:
    parsed = parse("package A;\nsub new { 1 }\npackage B;\nsub new { 2 }\n1;\n", "a.pm")
    assert [one.name for one in parsed.symbols] == ["A", "A.new", "B", "B.new"]


@pytest.mark.parametrize(
    ("name", "source", "language"),
    [
        ("a.pl", "use strict;\nprint 1;\n", "perl"),
        ("a.pl", ":- module(a, [b/1]).\nb(X) :- c(X).\n", None),
        ("a.t", "use Test::More;\nok 1;\n", "perl"),
        ("a.cgi", "#!/usr/bin/python3\nprint(1)\n", "python"),
        ("a.r", "x <- 1\n", "r"),
        ("a.r", "REBOL [Title: 1]\n", None),
        ("a.inc", "<?php f();\n", "php"),
        ("Rakefile", "task :a\n", "ruby"),
        ("run", "#!/bin/sh\na\n", "bash"),
    ],
)
def test_language_is_told_by_content(name: str, source: str, language: str | None) -> None:
    assert parse(source, name).language == language


def test_quotes_of_one_value_are_one() -> None:
    assert either_quotes(b"'it\\'s'") == either_quotes(b'"it\'s"')
    assert either_quotes(b"'a\\\\'") != either_quotes(b"'a\\'")
    assert plain_quotes(b"'a'") == plain_quotes(b'"a"')
    assert plain_quotes(b"'$a'") != plain_quotes(b'"$a"')
    assert dedented_heredoc(b'"""\n  a\n  """') == dedented_heredoc(b'"""\na\n"""')
    assert dedented_heredoc(b'"""\n   a\n  """') != dedented_heredoc(b'"""\n  a\n  """')
    assert continued(b'"a\\\n   b"') == b'"ab"'
    assert continued(b'"a\\\\\n   b"') == b'"a\\\\\n   b"'


@pytest.mark.parametrize(
    ("repo_path", "source"),
    [
        ("a.py", "def f():\n    return 1\nif OLD:\n    def f():\n        return 2\n"),
        (
            "a.py",
            "def f(): pass\ntry:\n    def f(): return x\nfinally: pass\n",
        ),
        ("a.js", "function f() {}\nif (old) { f = function () { return 1 } }\n"),
        ("a.rb", "def f\n  1\nend\nif OLD\n  def f\n    2\n  end\nend\n"),
        ("a.lua", "function f() end\nif old then\n  function f() return 1 end\nend\n"),
        ("a.sh", "f() { :; }\nif old; then\n  f() { true; }\nfi\n"),
        ("a.php", "<?php\nfunction f() {}\nif (OLD) { function f() { return 1; } }\n"),
    ],
)
def test_definition_and_the_one_that_may_take_its_place_are_one_symbol(repo_path: str, source: str) -> None:
    (found,) = (one for one in parse(source, repo_path).symbols if one.name == "f")
    assert len(found.region.spans) == 2


def test_definitions_under_one_condition_are_two_symbols() -> None:
    source = "if OLD:\n    def f(): return 1\n    def f(): return 2\n"
    assert [one.name for one in parse(source, "a.py").symbols] == ["f", "f@2"]


HEREDOC = "f() {\n  cat > x.yaml <<EOF\n%sEOF\n}\n"


@pytest.mark.parametrize(
    ("repo_path", "before", "after"),
    [
        ("a.sh", HEREDOC % "  name: a\n  port: 1\n", HEREDOC % "name: a\n  port: 1\n"),
        ("a.sh", HEREDOC % "\n  a\n", HEREDOC % "a\n"),
        ("a.sh", "cat <<'A'\n  $b\nA\n", "cat <<'A'\n$b\nA\n"),
        ("a.sh", "x=$(cat <<A\n  b\nA\n)\n", "x=$(cat <<A\nb\nA\n)\n"),
        ("a.sh", "echo ${line%% *}\n", "echo ${line%%*}\n"),
        ("a.sh", "x=${b//,/ }\n", "x=${b//,/}\n"),
        ("a.sh", "echo ${a^ }\n", "echo ${a^}\n"),
        ("a.sh", "PATH=/a:\\\n/b run\n", "PATH=/a: /b run\n"),
        ("a.sh", "run --o=a,\\\nc\n", "run --o=a, c\n"),
        ("a.sh", "#!/bin/bash -e\nrun\n", "#!/bin/sh\nrun\n"),
        ("a.py", "#!/usr/bin/python3 -O\nrun()\n", "#!/usr/bin/python3\nrun()\n"),
        ("a.pl", "#!/usr/bin/perl -T\n1;\n", "#!/usr/bin/perl -w\n1;\n"),
        ("a.rb", "#!/usr/bin/ruby -w\nrun\n", "#!/usr/bin/ruby\nrun\n"),
        ("Makefile", "DIR = /tmp\n", "DIR = /tmp \n"),
        ("Dockerfile", "# syntax=a/b:1\nFROM a\n", "# licence\n# syntax=a/b:1\nFROM a\n"),
        ("Dockerfile", "# escape=`\nFROM a\n", "\n# escape=`\nFROM a\n"),
        ("a.php", "<?php return -$a ** 2;\n", "<?php return (-$a) ** 2;\n"),
        ("a.php", "<?php return (int)$a ** 2;\n", "<?php return ((int)$a) ** 2;\n"),
        ("a.php", "<?php function f() { yield $a or $b; }\n", "<?php function f() { yield ($a or $b); }\n"),
        ("a.php", "<?php return fn($x) => ($x and g());\n", "<?php return fn($x) => $x and g();\n"),
        ("a.php", "<?php a(); ?>\n  b\n<?php c();\n", "<?php a(); ?>\n\n\n b\n<?php c();\n"),
    ],
)
def test_white_space_and_signs_that_a_grammar_passes_over_count(repo_path: str, before: str, after: str) -> None:
    assert whole_texts(before, repo_path) != whole_texts(after, repo_path)


ALTERNATIVES = [
    ("a.py", "if A == 1:\n    def f(): return 1\nelse:\n    def f(): return 2\n", "==", "!="),
    ("a.py", "if A: f = 1\nelif B: f = 2\nelse: f = 3\n", "elif B", "elif not B"),
    ("a.py", "f = 1\nfor a in b: f += 2\n", "in b", "in c"),
    ("a.py", "try:\n    def f(): return 1\nexcept A:\n    def f(): return 2\n", "except A", "except B"),
    ("a.c", "#ifdef A\nint f(void){return 1;}\n#else\nint f(void){return 2;}\n#endif\n", "#ifdef", "#ifndef"),
    ("a.c", "#if A\nint f(void){return 1;}\n#elif B\nint f(void){return 2;}\n#endif\n", "#elif B", "#elif C"),
    ("a.c", "#ifdef A\n#define f 1\n#else\n#define f 2\n#endif\n", "#ifdef A", "#ifdef B"),
    (
        "a.cs",
        "class f {\n#if X\n  int g() { return 1; }\n#else\n  int g() { return 2; }\n#endif\n}\n",
        "#if X",
        "#if Y",
    ),
    ("a.sh", "if a; then\n f() { b; }\nelse\n f() { c; }\nfi\n", "if a", "if ! a"),
    ("a.sh", "case $x in\na) f() { b; } ;;\n*) f() { c; } ;;\nesac\n", "\na)", "\nb)"),
    ("a.rb", "if a\n  def f\n    1\n  end\nelse\n  def f\n    2\n  end\nend\n", "if a", "unless a"),
    ("a.php", "<?php\nif (A) { function f() { return 1; } } else { function f() { return 2; } }\n", "(A)", "(B)"),
    ("a.lua", "if a then\n function f() return 1 end\nelse\n function f() return 2 end\nend\n", "if a", "if b"),
    ("a.js", "if (a) { f = function () { return 1 } } else { f = function () { return 2 } }\n", "(a)", "(!a)"),
    ("a.jl", "if a\n f() = 1\nelse\n f() = 2\nend\n", "if a", "if b"),
    ("a.R", "if (a) { f <- function() 1 } else { f <- function() 2 }\n", "(a)", "(b)"),
    ("a.swift", "#if A\nfunc f() -> Int { 1 }\n#else\nfunc f() -> Int { 2 }\n#endif\n", "#if A", "#if B"),
    ("a.erl", "-ifdef(A).\nf() -> 1.\n-else.\nf() -> 2.\n-endif.\n", "-ifdef", "-ifndef"),
    ("Makefile", "ifdef A\nf = 1\nelse\nf = 2\nendif\n", "ifdef", "ifndef"),
]


@pytest.mark.parametrize(("repo_path", "source", "old", "new"), ALTERNATIVES)
def test_condition_between_the_definitions_of_one_symbol_is_a_part_of_it(
    repo_path: str, source: str, old: str, new: str
) -> None:
    before, after = (parse(text, repo_path) for text in (source, source.replace(old, new, 1)))
    for one, other in zip(before.symbols, after.symbols, strict=True):
        if len(one.region.spans) > 1:
            assert texts(before.tokens(one.region)) != texts(after.tokens(other.region))
            break
    else:
        raise AssertionError("nothing stands in two places")


@pytest.mark.parametrize(
    ("repo_path", "source", "comment"),
    [
        ("a.py", "X = []%s\n", "  # type: List[int]"),
        ("a.js", "const X = f();%s\n", " // eslint-disable-line"),
        ("a.go", "package a\nvar X = 1%s\n", " //nolint"),
        ("a.go", "package a\nfunc X() {}%s\n", " //nolint:x"),
        ("a.c", "int X;%s\n", " // NOLINT"),
        ("a.yaml", "X: 1%s\nb: 2\n", " # noqa"),
    ],
)
def test_order_on_the_last_line_of_a_definition_is_a_part_of_it(repo_path: str, source: str, comment: str) -> None:
    plain, ordered = (parse(source % text, repo_path) for text in ("", comment))
    one, other = (texts(parsed.tokens(symbol(parsed, "X").region)) for parsed in (plain, ordered))
    assert one != other


def test_first_line_that_names_an_interpreter_is_no_part_of_the_first_symbol() -> None:
    source = "#!/usr/bin/python3\ndef f(): pass\n"
    assert [str(one.region.lines) for one in parse(source, "a.py").symbols] == ["2-2"]
