"""Documents: spellings that say the same, edits that do not, names that can be pasted, files that are hostile."""

from __future__ import annotations

import pytest

from legendary_git.domain.parsed import Unreadable
from legendary_git.domain.verdict import Reason
from legendary_git.parsing.reader import read
from tests.parsing.outline import outline, parse, symbol, texts, whole_texts

SAME: dict[str, list[tuple[str, str]]] = {
    "a.yml": [
        ("a: 'x'\n", 'a:   "x"  # said\n'),
        ("a: x\n", 'a: "x"\n'),
        ("- a\n- b\n", "  -   a\n  - b\n"),
        ("a: 'it''s'\n", 'a: "it\'s"\n'),
        ("---\na: {b: c}\n", "a: { b: c, }\n"),
        ("a: |\n  x\n   y\n", "a: |  # said\n    x\n     y\n"),
        ("a: one\n  two\n", "a: one two\n"),
    ],
    "a.json": [('{"a": [1, 2]}', '// said\n{\n  "a": [1, 2,]\n}\n'), ('{"a": "A"}', '{"a": "\\u0041"}')],
    "a.toml": [
        ("a = [1, 2]\n", "a = [\n  1, # one\n  2,\n]\n"),
        ('"a" = "x"\n', "a   = 'x'\n"),
        ('a = """\nx"""\n', 'a = "x"\n'),
    ],
    "a.md": [
        ("# A #\n\nb\nc\n", "A\n=\n\nb c\n"),
        ("* a\n* b\n", "- a\n- b\n"),
        ("*a* __b__ \\- c\n", "_a_ **b** - c\n"),
        ("1. a\n2. b\n", "1. a\n1. b\n"),
        ("|a|b|\n|-|:-|\n|1||\n", "| a   | b   |\n| --- | :-- |\n| 1   |     |\n"),
        ("~~~py\nx\n~~~\n", "```py\nx\n```\n"),
        ("- a\n\n  ```\n  x\n    y\n  ```\n", "-   a\n\n    ```\n    x\n      y\n    ```\n"),
        ("[a](<../b> 'c')\n", '[a](../b "c")\n'),
        ("---\na: 'b'\n---\n\nx\n", '---\na:   "b"\n---\nx\n'),
    ],
    "a.rst": [("A\n=\n\nb\nc\n", "A\n===\n\nb c\n"), (".. said\n\na\n", "a\n")],
    "a.css": [
        ("A{color:#FFF;margin:.50px 0}", "A {\n  COLOR: #fff; /* said */\n  margin: 0.5px 0;\n}\n"),
        ("a>b,c{}", "a > b,\nc {\n}"),
        ("[a=b]{content:'x'}", '[a="b"] { content: "x" }'),
        ("@MEDIA (Max-Width:1PX){a{}}", "@media (max-width: 1px) { a {} }"),
    ],
    "a.scss": [
        ("$m:(a:1,b:2);// said\n", "$m: (\n  a: 1,\n  b: 2,\n);\n"),
        ("@include m ($a,$b);", "@include m($a, $b);"),
        (".a{b:$c+$d}", ".a { b: $c + $d; }"),
    ],
    "a.html": [
        ("<p id=a class='x  y'>b\nc</p>\n", '<p id="a" class="x y">\n  b c\n</p>\n'),
        ("<br><img src=x>", "<br /><img src='x' />"),
    ],
    "a.xml": [("<a><b/></a>\n", "<a>\n  <!-- said -->\n  <b></b>\n</a>\n"), ("<a b='c'/>", '<a  b="c" />')],
    "Makefile": [("# said\nA = 1\n\nall:\n\tb\n", "A = 1\nall:\n# said\n\tb\n")],
    "Dockerfile": [("FROM a\nRUN b \\\n  # said\n  c\n", "# said\nFROM a\n\nRUN b \\\n  c\n")],
    "a.ini": [("[a]\nb = 1\n", "; said\n[a]\n\nb = 1\n")],
}
OTHER: dict[str, list[tuple[str, str]]] = {
    "a.yml": [
        ("a: 1\n", 'a: "1"\n'),
        ("a: yes\n", 'a: "yes"\n'),
        ("a:\n  b: 1\n  c: 2\n", "a:\n  b: 1\nc: 2\n"),
        ("a: |\n  x\n", "a: >\n  x\n"),
        ("a: |\n  x\n", "a: |-\n  x\n"),
        ("a: |\n  x\n   y\n", "a: |\n  x\n  y\n"),
        ("a: |2\n   x\n", "a: |1\n   x\n"),
        ("a: |\n  x\n", "a: |\n  x \n"),
        ("a: &x 1\nb: *x\n", "a: &y 1\nb: *y\n"),
        ("a: !t b\n", "a: b\n"),
        ("- a\n- b\n", "- a\n- - b\n"),
        ("a: [b, c]\n", "a: [b c]\n"),
        ("a: 1\n---\nb: 2\n", "a: 1\nb: 2\n"),
        ('a: "x  y"\n', 'a: "x y"\n'),
    ],
    "a.json": [('{"a": 1}', '{"a": "1"}'), ('{"a": true}', '{"a": "true"}'), ('{"a": 1.0}', '{"a": 1}')],
    "a.toml": [("a = 1\n", 'a = "1"\n'), ("a.b = 1\n", '"a.b" = 1\n'), ("[a]\nb=1\n", "[[a]]\nb=1\n")],
    "a.md": [
        ("a b\n", "a\n\nb\n"),
        ("a  \nb\n", "a\nb\n"),
        ("- a\n- b\n", "- a\n\n- b\n"),
        ("- a\n  - b\n", "- a\n- b\n"),
        ("`a  b`\n", "`a b`\n"),
        ("a*b*c\n", "a *b* c\n"),
        ("a_b_c\n", "a*b*c\n"),
        ("\\*a\\*\n", "*a*\n"),
        ("    a\n", "a\n"),
        ("```\na\n\n```\n", "```\na\n```\n"),
        ("```\na\n```\n", "```\na ```\n"),
        ("[a](b)\n", "[a](c)\n"),
        ("2. a\n", "3. a\n"),
        ("| a | b |\n|---|---|\n| 1 | |\n", "| a | b |\n|---|---|\n| | 1 |\n"),
        ("> a\n", "a\n"),
    ],
    "a.rst": [
        ("a::\n\n  b  c\n", "a::\n\n  b c\n"),
        ("a\n\n  b\n", "a\n\nb\n"),
        (".. code:: a\n\n   b\n", ".. code:: a\n   b\n"),
        (".. a:: b\n   :c: d\n\n   e\n", ".. a:: b\n   :c: d\n   e\n"),
        ("- a\n\n  - b\n", "- a\n\n- b\n"),
        ("=== ===\na   b\n=== ===\n", "=== ===\na  b\n=== ===\n"),
        ("A\n=\n\nB\n-\n\nx\n", "A\n=\n\nB\n=\n\nx\n"),
    ],
    "a.css": [
        (".a .b{}", ".a.b{}"),
        ("#A{}", "#a{}"),
        (".a{b:0}", ".a{b:0.}"),
        (".a{b:1px -2px}", ".a{b:1px - 2px}"),
        (".a{--B:c}", ".a{--b:c}"),
        (".a{b:url(c D)}", ".a{b:url(c d)}"),
        (":not(.a) .b{}", ":not(.a).b{}"),
        ("a{b:c}d{e:f}", "a{b:c;d{e:f}}"),
        ("a{b:c;d:e}", "a{d:e;b:c}"),
    ],
    "a.scss": [
        (".a{b:$c -$d}", ".a{b:$c - $d}"),
        ("$a:(1,);", "$a:(1);"),
        (".a{&-b{c:d}}", ".a{& -b{c:d}}"),
        (".a{b:#{$c}px}", ".a{b:#{$c} px}"),
    ],
    "a.html": [
        ("<p>a <b>c</b></p>", "<p>a<b>c</b></p>"),
        ("<pre>a  b</pre>", "<pre>a b</pre>"),
        ("<p>a</p>", "<div>a</div>"),
        ("<b>a</b> <i>c</i>", "<b>a</b><i>c</i>"),
    ],
    "a.xml": [
        ("<a>b <c/> <d/></a>", "<a>b <c/><d/></a>"),
        ("<a> </a>", "<a/>"),
        ("<a><b><c/></b></a>", "<a><b/><c/></a>"),
    ],
    "Makefile": [
        ("a:\n\tb\n", "a:\n    b\n"),
        ("a:\n\tb  c\n", "a:\n\tb c\n"),
        ("ifdef A\nb = 1\nendif\nc = 2\n", "ifdef A\nb = 1\nc = 2\nendif\n"),
        ("a: b\n\tc\n", "a: b\n# \tc\n"),
    ],
    "Dockerfile": [
        ("FROM a\nRUN b \\\n  c\n", "FROM a\nRUN b\n"),
        ("# syntax=a\nFROM b\n", "# syntax=c\nFROM b\n"),
        ("FROM a\nRUN <<E\nb  c\nE\n", "FROM a\nRUN <<E\nb c\nE\n"),
    ],
    "a.ini": [("[a]\nb = 1\n", "[c]\nb = 1\n"), ("a = 1\n 2\n", "a = 1\n")],
}


@pytest.mark.parametrize(
    ("repo_path", "one", "other"), [(path, *pair) for path, pairs in SAME.items() for pair in pairs]
)
def test_document_said_the_same(repo_path: str, one: str, other: str) -> None:
    assert whole_texts(one, repo_path) == whole_texts(other, repo_path)


@pytest.mark.parametrize(
    ("repo_path", "one", "other"), [(path, *pair) for path, pairs in OTHER.items() for pair in pairs]
)
def test_document_said_otherwise(repo_path: str, one: str, other: str) -> None:
    assert whole_texts(one, repo_path) != whole_texts(other, repo_path)


def test_toml_key_path_is_the_same_however_it_is_written() -> None:
    for source in ("a.b.c = 1\n", "[a.b]\nc = 1\n", "[a]\nb = {c = 1}\n", "[a]\nb.c = 1\n", '"a" = {"b".c = 1}\n'):
        assert [one.name for one in parse(source, "a.toml").symbols] == ["a", "a.b", "a.b.c"]


def test_toml_scope_holds_all_that_is_said_of_it() -> None:
    before = parse("[tool.a]\nb = 1\n[other]\nc = 1\n[tool.d]\ne = 1\n", "a.toml")
    after = parse("[tool.a]\nb = 1\n[other]\nc = 1\n[tool.d]\ne = 2\n", "a.toml")
    tool = [texts(one.tokens(symbol(one, "tool").region)) for one in (before, after)]
    assert tool[0] != tool[1]
    part = [texts(one.tokens(symbol(one, "tool.a").region)) for one in (before, after)]
    assert part[0] == part[1]


def test_yaml_documents_are_told_apart() -> None:
    source = "kind: Service\nmetadata:\n  name: web\n---\nkind: Job\nmetadata: {name: web}\n---\na: 1\n"
    names = [one.name for one in parse(source, "a.yml").symbols if "." not in one.name]
    assert names == ["Service/web", "Job/web", "[2]"]


def test_markdown_section_reaches_to_the_next_of_its_level() -> None:
    source = "A\n=\n\na\n\n### B\n\nb\n\nC\n-\n\nc\n\n# D\n"
    assert outline(parse(source, "a.md")) == "A  1-13\nA.B  6-8\nA.C  10-13\nD  15-15\n"
    moved = parse(source.replace("c\n", "other\n"), "a.md")
    known = parse(source, "a.md")
    for name, is_same in (("A", False), ("A.B", True), ("A.C", False), ("D", True)):
        pair = [texts(one.tokens(symbol(one, name).region)) for one in (known, moved)]
        assert (pair[0] == pair[1]) is is_same


def test_rst_levels_come_in_the_order_of_their_adornments() -> None:
    source = "A\n~\n\nB\n=\n\nC\n~\n\n===\nD\n===\n\nE\n=\n"
    assert outline(parse(source, "a.rst")) == "A  1-5\nA.B  4-5\nC  7-15\nC.D  10-12\nC.E  14-15\n"


def test_xml_of_translations_is_no_typescript() -> None:
    parsed = parse('<!DOCTYPE TS>\n<TS version="2.1"><context/></TS>\n', "app_de.ts")
    assert parsed.language == "xml"


@pytest.mark.parametrize(
    ("repo_path", "source"),
    [
        ("a.css", "a{" * 5_000),
        ("a.css", "{}{};}:{a:b"),
        ("a.css", '"' * 3_000 + "\\" * 3_001),
        ("a.scss", "(#{" * 4_000),
        ("a.toml", ".".join("a" * 1_500) + " = 1\n"),
        ("a.mk", "ifdef A\n" * 3_000),
        ("a.mk", "$(" * 20_000),
        ("a.md", "*a **b " * 3_000),
        ("a.md", "[" * 3_000 + "x" + "]" * 3_000),
        ("Dockerfile", "RUN <<A\n<<B \\\n"),
        ("a.ini", "[a\n]\n[]\n="),
        ("a.properties", "\\" * 20_001),
    ],
)
def test_hostile_document_is_read_all_the_same(repo_path: str, source: str) -> None:
    parsed = parse(source, repo_path)
    assert len(parsed.symbols) < 5_000
    assert parsed.tokens(parsed.whole())


@pytest.mark.parametrize(("repo_path", "source"), [("a.md", "> " * 800 + "x\n"), ("a.yml", "- " * 1_500 + "x\n")])
def test_document_that_overflows_its_grammar_is_refused(repo_path: str, source: str) -> None:
    assert read(repo_path, source.encode()) == Unreadable(Reason.OVER_LIMIT)


def test_long_rules_and_tables_are_not_refused() -> None:
    parse("-" * 300 + "\n\na\n" + "=" * 300 + "\n\n| " + "-" * 300 + " |\n", "a.md")
