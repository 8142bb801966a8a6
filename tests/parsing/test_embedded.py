"""Scripts in files of another language: their symbols at their own lines, whatever stands around them."""

from __future__ import annotations

import pytest

from legendary_git.domain.parsed import Unreadable
from legendary_git.domain.region import LineRange
from legendary_git.parsing.reader import read
from tests.parsing.outline import outline, parse, symbol, texts, whole_texts

COMPONENT = """<script>
export default { name: 'a' }
</script>
<script setup lang="ts">
const a: number = 1
function f(): void {
  a++
}
</script>

<template>
  <p v-if="a < 1">{{ a }}</p>
</template>

<style>
p { color: red }
</style>
"""


def tokens_of(source: str, name: str) -> list[object]:
    parsed = parse(source, "a.vue")
    return [*texts(parsed.tokens(symbol(parsed, name).region))]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_both_scripts_stand_at_their_lines(line_end: str) -> None:
    parsed = parse(COMPONENT.replace("\n", line_end), "a.vue")
    assert (parsed.language, parsed.has_errors, parsed.line_count) == ("vue", False, 17)
    assert outline(parsed) == "default  2-2\na  5-5\nf  6-8\n"
    assert parsed.text(symbol(parsed, "f").region) == b"function f(): void {\n  a++\n}"


@pytest.mark.parametrize(("old", "new"), [("a < 1", "a < 2"), ("red", "blue"), ("<p v", "<!-- x -->\n<p v")])
def test_template_and_style_change_the_file_and_no_symbol(old: str, new: str) -> None:
    edited = COMPONENT.replace(old, new)
    assert tokens_of(edited, "f") == tokens_of(COMPONENT, "f")
    assert whole_texts(edited, "a.vue") != whole_texts(COMPONENT, "a.vue")


@pytest.mark.parametrize(("old", "new"), [("a++", "a--"), ("'a'", "'b'"), ("lang", "generic=T lang"), ("setup ", "")])
def test_scripts_and_their_tags_change_the_file(old: str, new: str) -> None:
    assert whole_texts(COMPONENT.replace(old, new), "a.vue") != whole_texts(COMPONENT, "a.vue")


def test_script_formatted_leaves_the_file_alone() -> None:
    edited = COMPONENT.replace("function f(): void {\n  a++\n}", "function f(): void { a++; }")
    assert whole_texts(edited, "a.vue") == whole_texts(COMPONENT, "a.vue")


def test_lines_across_a_script_and_its_template() -> None:
    lines = LineRange(7, 12)
    for old, new in (("a++", "a--"), ("a < 1", "a < 2")):
        one, other = parse(COMPONENT, "a.vue"), parse(COMPONENT.replace(old, new), "a.vue")
        region, changed = one.range(lines), other.range(lines)
        assert region is not None
        assert changed is not None
        assert texts(one.tokens(region)) != texts(other.tokens(changed))


def test_one_name_in_both_scripts_is_told_apart() -> None:
    source = "<script module>function f() {}</script>\n<script>function f() {}</script>\n"
    assert outline(parse(source, "a.svelte")) == "f  1-1\nf@2  2-2\n"


def test_script_in_an_unknown_language_counts_as_lines() -> None:
    source = '<script lang="coffee">\nf = -> 1\n</script>\n'
    parsed = parse(source, "a.vue")
    assert parsed.symbols == ()
    assert whole_texts(source, "a.vue") != whole_texts(source.replace("1", "2"), "a.vue")


def test_damage_in_a_script_stays_there() -> None:
    parsed = parse(COMPONENT.replace("'a' }", "'a'"), "a.vue")
    assert parsed.has_errors
    assert not parsed.is_damaged(symbol(parsed, "f").region)
    template = parsed.range(LineRange(11, 13))
    assert template is not None
    assert not parsed.is_damaged(template)


def test_script_in_a_comment_and_tags_in_attributes() -> None:
    tag = "<script\n  lang='ts'\n  title=\"a > b\"\n>"
    source = f"<!-- <script>function no() {{}}</script> -->\n{tag}\nconst a = '<b>'\n</script>"
    assert outline(parse(source, "a.vue")) == "a  6-6\n"


@pytest.mark.parametrize("unit", ["<script>", "<script ", '<script a="', "<!--", "</script", "<script>x</script>"])
def test_tags_without_end_take_no_more_than_their_length(unit: str) -> None:
    found = read("a.vue", (unit * (1_900_000 // len(unit))).encode())
    assert isinstance(found, Unreadable) == (unit == "<script>x</script>")
    if not isinstance(found, Unreadable):
        assert found.symbols == ()
