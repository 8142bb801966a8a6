"""Fences, YAML and what is wrong with it: the right line of the file, and one line that says what to do."""

from __future__ import annotations

import pytest
import yaml

from legendary_git.store.bad_file import BadFile
from legendary_git.store.fences import LIMIT_BYTES, split_file
from legendary_git.store.front_matter import parse_front_matter


@pytest.fixture(params=["libyaml", "pure"])
def either_loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both parsers of PyYAML; wheels for rare platforms have no libyaml."""
    if request.param == "pure":
        monkeypatch.setattr(yaml, "__with_libyaml__", False)


@pytest.mark.parametrize(
    "data",
    [
        b"---\nid: x\ntitle: t\n---\nBody\n",
        b"\xef\xbb\xbf---\nid: x\ntitle: t\n---\nBody\n",
        b"---\r\nid: x\r\ntitle: t\r\n---\r\nBody\r\n",
        b"---  \nid: x\ntitle: t\n--- \t\nBody\n",
        b"\xef\xbb\xbf--- \r\nid: x\r\ntitle: t\r\n---\t\r\nBody\r\n",
    ],
    ids=["plain", "bom", "crlf", "spaces", "all"],
)
def test_front_matter_is_found(data: bytes) -> None:
    found = parse_front_matter(data)
    assert found.fields == {"id": "x", "title": "t"}
    assert found.lines == {"id": 2, "title": 3}
    assert found.body == "Body\n"


@pytest.mark.parametrize("end", [b"---", b"---  ", b"---\r"])
def test_front_matter_may_end_the_file_without_a_line_end(end: bytes) -> None:
    found = parse_front_matter(b"---\nid: x\n" + end)
    assert (found.fields, found.body) == ({"id": "x"}, "")


def test_front_matter_may_be_without_keys() -> None:
    assert parse_front_matter(b"---\n---\nb").fields == {}
    assert parse_front_matter(b"---\n# nothing yet\n---\nb").fields == {}


def test_body_keeps_its_own_rules_and_examples() -> None:
    body = "\nAbove\n\n---\n\n```yaml\n---\nid: other\nid: other\n---\n```\n----\r\nend"
    found = parse_front_matter(b"---\nid: x\n---\n" + body.encode())
    assert found.fields == {"id": "x"}
    assert found.body == body


def test_front_end_is_the_byte_before_the_closing_fence() -> None:
    data = b"\xef\xbb\xbf---\r\nid: \xc3\xa9\r\n---\r\n\r\nBody"
    assert data[split_file(data).front_end :].lstrip(b"-") == b"\r\n\r\nBody"


def test_body_that_is_not_utf8_is_still_read() -> None:
    assert parse_front_matter(b"---\nid: x\n---\ncaf\xe9").body == "caf\udce9"


@pytest.mark.parametrize(
    ("data", "line", "words"),
    [
        (b"", 1, "empty"),
        (b" \n\n", 1, "empty"),
        (b"Just text\n", 1, "no front matter"),
        (b"\n---\nid: x\n---\n", 1, "first line"),
        (b"----\nid: x\n----\n", 1, "`---` and nothing else"),
        (b"--- # x\nid: x\n---\n", 1, "`---` and nothing else"),
        (b"---\nid: x\n", 1, "not closed"),
        (b"---\nid: x\n----\n", 1, "not closed"),
        ("---\nid: x\n---\n".encode("utf-16"), 1, "UTF-16"),
        ("---\nid: x\n---\n".encode("utf-16-le"), 1, "NUL"),
        (b"---\nid: x\n---\na\nb\0\n", 5, "NUL"),
        (b"---\nid: x\ntitle: caf\xe9\n---\n", 3, "0xe9 is not UTF-8"),
        (b"---\nid: x\n---\n" + b"a" * LIMIT_BYTES, 1, "larger than"),
    ],
)
def test_file_without_front_matter_is_refused(data: bytes, line: int, words: str) -> None:
    with pytest.raises(BadFile) as refused:
        parse_front_matter(data)
    assert refused.value.line == line
    assert words in refused.value.message


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"---\nid: x\n<<<<<<< HEAD\ntitle: a\n=======\ntitle: b\n>>>>>>> other\n---\n", 3),
        (b"<<<<<<< HEAD\n---\nid: x\n---\n=======\n---\nid: y\n---\n>>>>>>> other\n", 1),
        (b"---\nid: x\n---\na\n<<<<<<< HEAD\nb\n||||||| base\n=======\nc\n>>>>>>> other\n", 5),
        (b"---\r\nid: x\r\n---\r\n<<<<<<< HEAD\r\n=======\r\n>>>>>>> other\r\n", 4),
        (b"---\nid: x\n<<<<<<< HEAD\n---\na\n=======\n---\nb\n>>>>>>> other\n", 3),
        (b"---\nid: x\n---\n```\ncode\n```\n<<<<<<< a\n=======\n>>>>>>> b\n", 7),
    ],
    ids=["front", "whole-file", "diff3-in-body", "crlf", "across-the-fence", "after-a-code-block"],
)
def test_merge_conflict_is_refused(data: bytes, line: int) -> None:
    with pytest.raises(BadFile, match="merge conflict") as refused:
        parse_front_matter(data)
    assert refused.value.line == line


@pytest.mark.parametrize(
    "body",
    [
        "```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n```\n",
        "~~~~ text\n~~~\n<<<<<<< HEAD\n=======\n>>>>>>> other\n~~~~\n",
        "Heading\n=======\n",
        "<<<<<<< is how it begins\n",
        "    <<<<<<< a\n    =======\n    >>>>>>> b\n",
    ],
)
def test_text_about_conflicts_is_not_one(body: str) -> None:
    assert parse_front_matter(f"---\nid: x\n---\n{body}".encode()).body == body


def test_scalars_stay_what_was_typed(either_loader: None) -> None:
    typed = {
        "a": "no",
        "b": "0005747",
        "c": "10:30",
        "d": "1.10",
        "e": "2026-11-30",
        "f": "2026-11-30T10:00:00+01:00",
        "g": "0x1F",
        "h": "1e3",
        "i": "=",
        "j": "naïve 設定",
    }
    text = "".join(f"{key}: {value}\n" for key, value in typed.items())
    assert parse_front_matter(f"---\n{text}---\n".encode()).fields == typed


def test_null_is_the_empty_string_unless_quoted(either_loader: None) -> None:
    data = b"---\na:\nb: ~\nc: null\nd: 'null'\ne: ''\nf: [null, x]\n---\n"
    assert parse_front_matter(data).fields == {"a": "", "b": "", "c": "", "d": "null", "e": "", "f": ["", "x"]}


def test_nested_values_and_their_lines(either_loader: None) -> None:
    data = b"---\nid: x # c\nanchors:\n- file: a.py\n  lines: [4,\n    5]\n-\n  file: b.py\nsalience: {cost: 7}\n---\n"
    found = parse_front_matter(data)
    assert found.fields == {
        "id": "x",
        "anchors": [{"file": "a.py", "lines": ["4", "5"]}, {"file": "b.py"}],
        "salience": {"cost": "7"},
    }
    assert found.line_of("anchors[1].file") == 8
    assert found.line_of("anchors[0].lines[1]") == 6
    assert found.line_of("anchors[0].symbol") == 4
    assert found.line_of("salience.cost") == 9
    assert found.line_of("nowhere") == 1


@pytest.mark.parametrize(
    ("front", "line", "words"),
    [
        ("id: x\ntitle: Fix: x\n", 3, "quote the whole value"),
        ("id: x\ntitle: `x`\n", 3, "``` begins a value"),
        ("id: x\ntitle: @x\n", 3, "`@` begins a value"),
        ("id: x\ntitle: %x\n", 3, "`%` begins a value"),
        ("id: x\ntitle:\tx\n", 3, "tab"),
        ("id: x\n\ttitle: x\n", 3, "tab"),
        ('id: x\ntitle: "C:\\path"\n', 3, "single quotes"),
        ("id: x\ntitle: a\x1b[31m\n", 3, "U+001B"),
        ("id: x\ntitle: a\u2028b\n", 3, "U+2028"),
        ("id: x\ntitle: foo # bar\n", 3, "comment"),
        ("id: x\ntriggers:\n  - a\n  - foo # bar\n", 5, "comment"),
        ("id: x\ntitle: *x\n", 3, "alias"),
        ("id: x\ntitle: &x y\n", 3, "anchor"),
        ("id: x\ntitle: !!python/object/apply:os.system [ls]\n", 3, "tag"),
        ("id: x\ntitle: !important\n", 3, "tag"),
        ("id: x\nid: y\n", 3, "stands twice (first on line 2)"),
        ("id: x\nanchors:\n  - file: a\n    file: b\n", 5, "`file` stands twice"),
        ("id: x\n<<: {a: b}\n", 3, "merge key"),
        ("id: x\n: y\n", 3, "indentation does not fit"),
        ("id: x\n? [a]\n: b\n", 3, "a key must be a word"),
        ("- id: x\n", 2, "`key: value` lines"),
        ("just words\n", 2, "`key: value` lines"),
        ("id: x\ntags: [a, b\nkind: c\n", 3, "not closed"),
        ("id: x\ntitle: 'it\nkind: y\n", 3, "never closed"),
        ("id: x\nwords alone\nkind: y\n", 3, "neither a `key: value` line"),
        ("id: x\n...\nid: y\n", None, ""),
        ("a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n", 2, "anchor"),
        ("id: x\na: " + "[" * 30 + "]" * 30 + "\n", 3, "deep"),
    ],
)
def test_bad_yaml_is_refused_with_its_line(either_loader: None, front: str, line: int | None, words: str) -> None:
    with pytest.raises(BadFile) as refused:
        parse_front_matter(f"---\n{front}---\nBody\n".encode())
    assert words in refused.value.message
    assert line is None or refused.value.line == line
    assert "\n" not in refused.value.message


def test_comment_after_a_word_is_a_comment(either_loader: None) -> None:
    data = b"---\nstatus: active   # active | deprecated\ntags:\n  - a # b\n---\n"
    assert parse_front_matter(data).fields == {"status": "active", "tags": ["a"]}


def test_block_text_is_read_whole(either_loader: None) -> None:
    data = b"---\ntitle: |\n  one\n  two # not a comment\ntriggers: ['x: # y']\n---\n"
    assert parse_front_matter(data).fields == {"title": "one\ntwo # not a comment\n", "triggers": ["x: # y"]}
