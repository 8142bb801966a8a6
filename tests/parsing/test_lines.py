"""Ranges of lines, in code and in prose."""

from __future__ import annotations

import pytest

from legendary_git.domain.region import LineRange
from legendary_git.domain.token import TokenKind
from tests.parsing.outline import parse, symbol, texts, whole_texts

CODE = """\
def f(a):
    if a:
        b()
        c()
    d()
    return '''one
      two
    three'''
"""


def range_texts(source: str, first: int, last: int, repo_path: str = "a.py") -> list[tuple[TokenKind, bytes]]:
    parsed = parse(source, repo_path)
    region = parsed.range(LineRange(first, last))
    assert region is not None
    tokens = parsed.tokens(region)
    assert all(first <= token.line <= last for token in tokens)
    return texts(tokens)


def test_range_of_code_counts_by_tokens() -> None:
    assert range_texts(CODE, 2, 5) == range_texts(CODE.replace("b()", "b( )  # why"), 2, 5)
    assert range_texts(CODE, 2, 5) != range_texts(CODE.replace("b()", "b(1)"), 2, 5)
    assert range_texts(CODE, 2, 5) == range_texts(CODE.replace("one", "1").replace("f(a)", "f(a, b)"), 2, 5)


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ('A = (\n    "x",\n)\n', 'A = (\n    "x"\n)\n', 2),
        ("f(\n    a=(\n        1,\n    )\n)\n", "f(\n    a=(\n        1\n    )\n)\n", 3),
        ("def f():\n    return (\n        a,\n    )\n", "def f():\n    return (\n        a\n    )\n", 3),
        ('def h():\n    return "a" \\\n        "b"\n', 'def h():\n    return "a" \\\n    ;   "b"\n', 3),
    ],
)
def test_range_that_begins_or_ends_within_a_statement_shows_what_it_is_part_of(
    before: str, after: str, line: int
) -> None:
    assert range_texts(before, line, line) != range_texts(after, line, line)


@pytest.mark.parametrize(
    ("first", "last", "dedented"), [(4, 4, [4]), (3, 5, [4]), (3, 4, [4]), (4, 5, [4]), (2, 4, [3, 4]), (3, 4, [3, 4])]
)
def test_range_of_code_changes_when_a_line_is_dedented(first: int, last: int, dedented: list[int]) -> None:
    lines = CODE.splitlines(keepends=True)
    if dedented == [3, 4]:
        lines.insert(2, "        pass\n")
        first, last, dedented = first + (first > 2), last + 1, [4, 5]
    for line in dedented:
        lines[line - 1] = lines[line - 1].removeprefix("    ")
    before = CODE if len(dedented) == 1 else CODE.replace("        b()", "        pass\n        b()")
    assert range_texts(before, first, last) != range_texts("".join(lines), first, last)


def test_range_of_code_is_not_changed_by_its_neighbours() -> None:
    longer = CODE.replace("        c()\n", "        c()\n        more()\n")
    assert range_texts(CODE, 3, 4) == range_texts(longer, 3, 4)
    earlier = CODE.replace("        b()\n", "        first()\n        b()\n")
    assert range_texts(CODE, 3, 4) == range_texts(earlier, 4, 5)
    assert range_texts(CODE, 5, 5) == range_texts(longer, 6, 6)


def test_range_that_cuts_a_string_counts_by_its_raw_lines() -> None:
    assert range_texts(CODE, 7, 7) != range_texts(CODE.replace("      two", "       two"), 7, 7)
    assert range_texts(CODE, 6, 7) == range_texts(CODE.replace("three", "3"), 6, 7)
    assert range_texts(CODE, 6, 7) != range_texts(CODE.replace("one", "1"), 6, 7)


def test_range_that_cuts_a_joined_string_counts_the_parts_in_it() -> None:
    code = "x = ('one'\n     'two'\n     f'{three}')\n"
    assert range_texts(code, 2, 2) == range_texts(code.replace("'two'", '"two"'), 2, 2)
    assert range_texts(code, 2, 2) == range_texts(code.replace("one", "1").replace("three", "3"), 2, 2)
    assert range_texts(code, 2, 2) != range_texts(code.replace("two", "2"), 2, 2)


def test_range_of_comments_counts_by_its_lines() -> None:
    assert range_texts("# one\n# two\nx = 1\n", 1, 2) != range_texts("# one\n# 2\nx = 1\n", 1, 2)
    assert range_texts("x = 1\n\ny = 1\n", 2, 2) == []


@pytest.mark.parametrize(
    "code", [CODE, CODE + "  # a comment", CODE + "x = 1\n", "x = a + b\n", "# one\n" + CODE + "# two"]
)
def test_range_of_all_lines_counts_as_the_whole_file_does(code: str) -> None:
    parsed = parse(code)
    assert range_texts(code, 1, parsed.line_count) == texts(parsed.tokens(parsed.whole()))


def test_range_that_is_a_symbol_counts_as_the_symbol_does() -> None:
    parsed = parse(CODE + "x = 1\n")
    expected = texts(parsed.tokens(symbol(parsed, "f").region))
    assert range_texts(CODE + "x = 1\n", 1, 8) == expected
    assert range_texts(CODE.rstrip("\n") + "  # why\nx = 1\n", 1, 8) == expected


def test_last_line_end_does_not_count() -> None:
    assert whole_texts(CODE) == whole_texts(CODE.removesuffix("\n"))
    assert range_texts(CODE, 1, 8) == range_texts(CODE.removesuffix("\n"), 1, 8)
    assert whole_texts("a\n", "a.txt") == whole_texts("a", "a.txt")


PROSE = "Title\n\n  - one   two\n  - three\n\nEnd\n"


def test_prose_counts_by_lines_without_their_white_space() -> None:
    expected = whole_texts(PROSE, "a.txt")
    assert (TokenKind.LINE, b"- one two") in expected
    assert whole_texts("Title  \n\n\n  - one two\n  -\tthree\n\nEnd", "a.txt") == expected
    assert whole_texts(PROSE.replace("Title\n\n", "Title\n"), "a.txt") != expected
    assert whole_texts(PROSE.replace("three", "3"), "a.txt") != expected
    assert whole_texts("  " + PROSE.replace("\n", "\n  "), "a.txt") == expected


@pytest.mark.parametrize("line", ["  - three", "  - one   two"])
def test_prose_changes_when_one_line_is_dedented(line: str) -> None:
    assert whole_texts(PROSE.replace(line, line[2:]), "a.txt") != whole_texts(PROSE, "a.txt")
    assert whole_texts(PROSE.replace(line, "  " + line), "a.txt") != whole_texts(PROSE, "a.txt")


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("Makefile", "all:\n\techo hi\n", "all:\n        echo hi\n"),
        ("t.tsv", "x\t\ty\n", "x\ty\n"),
        ("s.sh", 'echo "a  b"\n', 'echo "a b"\n'),
        ("a.conf", "a\n    b\n  c\n", "a\n    b\nc\n"),
        ("a.md", "One\n\nTwo\n", "One\nTwo\n"),
    ],
)
def test_white_space_that_may_mean_something_counts(name: str, before: str, after: str) -> None:
    assert whole_texts(before, name) != whole_texts(after, name)


@pytest.mark.parametrize("after", ["a = 1  \nb:\n  c\n", "a = 1\r\nb:\r\n    c\r\n", "  a = 1\n  b:\n    c"])
def test_white_space_that_means_nothing_anywhere_does_not_count(after: str) -> None:
    assert whole_texts(after, "a.conf") == whole_texts("a = 1\nb:\n  c\n", "a.conf")


def test_range_of_prose() -> None:
    assert range_texts(PROSE, 3, 4, "a.txt") == [(TokenKind.LINE, b"- one two"), (TokenKind.LINE, b"- three")]
    assert range_texts(PROSE, 3, 6, "a.txt")[2:] == [
        (TokenKind.LAYOUT, b"-"),
        (TokenKind.LAYOUT, b"<"),
        (TokenKind.LINE, b"End"),
    ]


@pytest.mark.parametrize(
    ("repo_path", "source"),
    [
        ("a.rs", "fn f() {\n    a();\n}"),
        ("a.js", "function f() {\n  a()\n}"),
        ("a.py", "def f():\n    a()"),
        ("a.c", "int f(void) {\n  return 1;\n}"),
        ("a.html", "<p id='a'>\n  b\n</p>"),
        ("Dockerfile", "FROM a AS b"),
        ("a.rst", "A\n=\n\nb"),
        ("a.md", "# A\n\nb"),
        ("a.go", "package a"),
        ("a.rb", "def f\n  a\nend"),
        ("a.vue", "<script>\nfunction f() {\n}\n</script>"),
    ],
)
def test_file_of_one_definition_is_the_same_with_a_line_end_at_its_end(repo_path: str, source: str) -> None:
    assert whole_texts(source, repo_path) == whole_texts(source + "\n", repo_path)
    assert whole_texts(source, repo_path) == whole_texts(f"\n\n{source}\n".replace("\n", "\r\n"), repo_path)


@pytest.mark.parametrize(("repo_path", "comment"), [("a.rs", "// end"), ("a.js", "// end"), ("a.rb", "# end")])
def test_lines_over_a_definition_are_the_same_with_a_comment_at_their_end(repo_path: str, comment: str) -> None:
    source = {"a.rs": "fn f() {\n    a();\n}", "a.js": "function f() {\n  a()\n}", "a.rb": "def f\n  a\nend"}[repo_path]
    plain, commented = (parse(f"{text}\n", repo_path) for text in (source, f"{source} {comment}"))
    one, other = (parsed.tokens(found) for parsed in (plain, commented) if (found := parsed.range(LineRange(1, 3))))
    assert texts(one) == texts(other)
