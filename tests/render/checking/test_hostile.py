"""What memories, commits and file names say is text in every format: it can neither break it nor do anything."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
import yaml
from markdown_it import MarkdownIt

from legendary_git.domain.verdict import State
from legendary_git.render.checking.cut import cut
from legendary_git.render.checking.formats import FORMATS, load_renderer
from legendary_git.render.checking.text import render_summary
from legendary_git.usecases.checking.rules import Level
from tests.render.checking.reports import finding, report
from tests.render.checking.test_schemas import junit, validator

HOSTILE = [
    "::error::gone",
    " ::stop-commands::token",
    "a\n::add-mask::e",
    "##[error]gone",
    "##[set-env name=PATH]/evil",
    "x ##vso[task.setvariable variable=PATH]/evil",
    "##teamcity[buildProblem]",
    "50 % of a, b: c\r\nd",
    "%0A::error::gone",
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "</details></summary><h1>all good</h1>",
    "a | b || c\\| d",
    "`code` ``more`` ~~~ ```",
    "@octocat and @org/team, ada@example.org",
    'fixes #1, org/repo#2, GH-3, !4, $5, &6, %7, ~bug, %"v1"',
    "[click](http://evil.example) ![](//evil.example/x.png) [a]: b <http://evil.example>",
    "see https://evil.example or www.evil.example or mailto:a@evil.example",
    "*bold* _under_ **more** __most__ ~~gone~~ $x$",
    "/close",
    "# SKIP nothing # TODO later \\# \\",
    "ok 1 - all\nnot ok 2\nBail out! now",
    "--- \n... \nkey: [value",
    "]]> <!-- --> &amp; &#x3c; \x00\x01\x1b[31mred\x1b[0m \ufffe",
    "left\u202eright\u2066\u200bzero",
    "{0} {{1}} {x}",
    "ääß 日本語 🎉 e\u0301",
    "-" * 5000,
    "",
]
ODD_PATHS = [
    "src/a b#c%d.py",
    "src/n\udce4h.py",
    "a:b,c.py",
    "::error::x.py",
    "src/ä/日本.py",
    "a\nb\tc.py",
    "x`|<i>.py",
    "a##[error]b##vso[task.complete].py",
    "esc\x1b[31m\x07\u202ered.py",
]
WRITTEN_OUT = {"\udce4": "\\xe4", "\x1b": "\\x1b", "\x07": "\\x07", "\u202e": "\\u202e"}
PAIRS = [(text, ODD_PATHS[number % len(ODD_PATHS)]) for number, text in enumerate(HOSTILE)]
_V2 = re.compile(r"\s*::(?P<name>[^ :]+)(?: (?P<properties>[^:]*))?::(?P<data>.*)", re.DOTALL)


def told(format_name: str, text: str, path: str = "src/port.py") -> str:
    found = [
        finding(1, text, path=path, level=Level.ERROR, lines=(text.replace("\n", " "),)),
        finding(2, text, path=path),
        finding(3, text, path=path, state=State.UNKNOWN),
    ]
    return "\n".join(load_renderer(format_name)(report(*found, text=text or "-")))


def commands(said: str) -> Iterator[str]:
    """What a runner of GitHub or an agent of Azure would take for a command, by the rules of their parsers."""
    for line in said.split("\n"):
        found = _V2.match(line)
        if found is not None:
            yield found["name"]
        yield from re.findall(r"##(?:\w*)\[[^\]]*\]", line)


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("format_name", FORMATS)
def test_text_of_others_is_no_command_of_a_service(format_name: str, text: str) -> None:
    found = list(commands(told(format_name, text)))
    assert found == (["error", "error", "warning", "warning", "notice"] if format_name == "github" else [])


def test_summary_on_stderr_has_no_text_of_others() -> None:
    assert not any("::" in line or "##" in line for line in render_summary(report(finding(1), text="##[x] ::y::")))


@pytest.mark.parametrize(("text", "path"), PAIRS)
def test_annotations_of_github_can_be_read_back(text: str, path: str) -> None:
    lines = told("github", text, path).split("\n")
    assert len(lines) == 5
    found = _V2.fullmatch(lines[1])
    assert found is not None
    pairs = dict(one.split("=", 1) for one in found["properties"].split(","))
    assert list(pairs) == ["file", "line", "endLine", "title"]
    name = pairs["file"].replace("%3A", ":").replace("%2C", ",").replace("%0A", "\n").replace("%25", "%")
    assert name == "".join(WRITTEN_OUT.get(char, char) for char in path).replace("##", "\\x23#")
    data = found["data"].replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
    assert data.split("\n")[1].startswith("-> git memory ")


@pytest.mark.parametrize("path", ODD_PATHS)
@pytest.mark.parametrize("format_name", FORMATS)
def test_names_of_files_neither_order_nor_hide(format_name: str, path: str) -> None:
    said = told(format_name, "x", path)
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", said)
    assert not re.search(r"##\w*\[", said)


@pytest.mark.parametrize("text", HOSTILE)
def test_json_of_services_is_valid_and_says_the_same(text: str) -> None:
    log = json.loads(told("sarif", text))
    assert [one.message for one in validator("sarif-schema-2.1.0.json").iter_errors(log)] == []
    assert [
        one.message for one in validator("gitlab-code-quality.json").iter_errors(json.loads(told("gitlab", text)))
    ] == []
    plain = json.loads(told("json", text))
    assert {one["title"] for one in plain["findings"]} == {cut(text) or None, None}


@pytest.mark.parametrize("path", ODD_PATHS)
def test_uris_of_sarif_are_encoded(path: str) -> None:
    log = json.loads(told("sarif", "x", path))
    assert [one.message for one in validator("sarif-schema-2.1.0.json").iter_errors(log)] == []
    uri = log["runs"][0]["results"][1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert re.fullmatch(r"[A-Za-z0-9._~/-]+(%[0-9A-F]{2}[A-Za-z0-9._~/-]*)*|(%[0-9A-F]{2}|[A-Za-z0-9._~/-])+", uri)
    raw = bytes.fromhex("".join(re.findall("..", uri.encode().hex())))
    assert re.sub(rb"%(..)", lambda found: bytes.fromhex(found[1].decode()), raw) == path.encode(
        "utf-8", "surrogateescape"
    )


def test_message_of_sarif_has_no_link_and_no_placeholder() -> None:
    text = json.loads(told("sarif", "[click](http://evil.example) {0}"))["runs"][0]["results"][1]["message"]["text"]
    assert "\\[click\\](http://evil.example) {{0}}" in text


@pytest.mark.parametrize(("text", "path"), PAIRS)
def test_xml_is_well_formed_and_valid(text: str, path: str) -> None:
    said = told("junit", text, path)
    said.encode("utf-8")
    junit().validate(said)
    ElementTree.fromstring(told("checkstyle", text, path))  # noqa: S314 - it was just written by us


def test_xml_keeps_what_was_said() -> None:
    root = ElementTree.fromstring(told("junit", '<a> & "b" ##[x]'))  # noqa: S314 - it was just written by us
    assert {one.attrib["name"] for one in root.iter("testcase")} >= {'<a> & "b" ##[x] (mem-00000002)'}


@pytest.mark.parametrize("text", HOSTILE)
def test_tap_has_no_other_points_or_directives(text: str) -> None:
    lines = told("tap", text).split("\n")
    points = [line for line in lines if re.match(r"(not )?ok\b", line)]
    assert [line.split(" - ")[0] for line in points] == ["not ok 1", "not ok 2", "ok 3", "ok 4"]
    directives = [re.search(r"(?<!\\)(?:\\\\)*#\s*(SKIP|TODO)", line, re.IGNORECASE) for line in points]
    assert [found is not None for found in directives] == [False, False, False, True]
    assert not any(line.startswith(("Bail out", "1..")) for line in lines[2:])
    for block in "\n".join(line[2:] for line in lines if line.startswith("  ")).split("---\n")[1:]:
        assert yaml.safe_load(block.partition("\n...")[0])["findings"]


@pytest.mark.parametrize("text", HOSTILE)
def test_tap_has_no_other_directives_for_readers_of_version_13(text: str) -> None:
    points = [line for line in told("tap", text).split("\n") if re.match(r"(not )?ok\b", line)]
    assert ["#" in line for line in points] == [False, False, False, True]
    assert all(line.partition("#")[2].startswith(" SKIP ") for line in points[3:])
    assert not any("#" in line.partition("#")[2] for line in points)


class Shown(HTMLParser):
    """The tags of a page, and its text outside of code."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = ""
        self._code = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self._code += tag in ("code", "pre")
        assert attrs == [] or (tag, [name for name, _ in attrs]) == ("code", ["class"])

    def handle_endtag(self, tag: str) -> None:
        self._code -= tag in ("code", "pre")

    def handle_data(self, data: str) -> None:
        self.text += "\ufffc" if self._code else data


@pytest.mark.parametrize(("text", "path"), PAIRS)
def test_markdown_shows_text_and_calls_nobody(text: str, path: str) -> None:
    said = told("markdown", text, path)
    shown = Shown(MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(said))
    assert shown.tags <= {"h3", "ul", "li", "p", "strong", "br", "code", "pre", "details", "summary"}
    assert shown.tags >= {"details", "pre"}
    assert not re.search(r"@\w|(?<!\w)[#!$&%~]\w|#\d|://[^\s\u200b]|\bwww\.|GH-\d", shown.text)
    assert not [line for line in said.split("\n") if re.match(r"\s*/\w", line)], "a command of GitLab"
    lines = [line.strip() for line in said.split("\n")]
    assert lines.count("<details>") == lines.count("</details>") == 3


def test_markdown_reads_as_what_was_said() -> None:
    text = "*Always* use <b> & `x` | a_b [c](d) #1 @ada \\n"
    page = MarkdownIt("commonmark", {"html": True}).render(told("markdown", text))
    assert text in Shown(page).text.replace("\u200b", "")
