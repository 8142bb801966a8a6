"""A member is put into a JSON text and taken out again, and every other byte stays."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from legendary_git.store.json_edits import Step, find_style, insert_first, remove
from legendary_git.store.json_node import JsonNode
from legendary_git.store.json_text import parse_json
from tests.store.test_json_text import VALUES

CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

BLANKS = st.sampled_from(["", " ", "\n", "\n  ", "\r\n\t", " // note\n", "/* note */ "])


@st.composite
def texts(draw: st.DrawFn, depth: int = 3) -> str:
    """A JSON text as people write it."""

    def blank() -> str:
        return draw(BLANKS)

    kind = draw(st.sampled_from(["scalar", "array", "object"] if depth else ["scalar"]))
    if kind == "scalar":
        return json.dumps(draw(st.none() | st.booleans() | st.integers() | st.text(max_size=5)))
    names: list[str] = draw(st.lists(st.text(max_size=4), max_size=3, unique=True))
    parts = [
        blank()
        + (f"{json.dumps(name)}{blank()}:{blank()}" if kind == "object" else "")
        + draw(texts(depth - 1))
        + blank()
        for name in names
    ]
    has_comma: bool = draw(st.booleans())
    end = "," + blank() if parts and has_comma else ""
    inner = ",".join(parts) + end if parts else blank()
    return f"{{{inner}}}" if kind == "object" else f"[{inner}]"


def _containers(node: JsonNode, path: tuple[Step, ...] = ()) -> list[tuple[tuple[Step, ...], JsonNode]]:
    found = [(path, node)] if node.is_object or node.is_array else []
    for place, item in enumerate(node.items):
        step: Step = node.keys[place] if node.is_object else place
        found += _containers(item, (*path, step))
    return found


@CALM
@given(data=st.data(), text=texts(), value=VALUES)
def test_insert_and_remove_gives_the_same_text(data: st.DataObject, text: str, value: Any) -> None:
    containers = _containers(parse_json(text))
    if not containers:
        return
    path, container = data.draw(st.sampled_from(containers))
    key = "new member" if container.is_object else None
    put = insert_first(text, path, value, key=key)
    node = parse_json(put)
    for step in path:
        node = node.items[node.find(step) if isinstance(step, str) else step]  # type: ignore[index]
    assert node.value == ({**container.value, key: value} if key is not None else [value, *container.value])
    assert remove(put, (*path, key if key is not None else 0)) == text


@CALM
@given(data=st.data(), text=texts())
def test_remove_takes_out_nothing_else(data: st.DataObject, text: str) -> None:
    full = [(path, node) for path, node in _containers(parse_json(text)) if len(node.items) > 1]
    if not full:
        return
    path, container = data.draw(st.sampled_from(full))
    place = data.draw(st.integers(0, len(container.items) - 1))
    step: Step = container.keys[place] if container.is_object else place
    left = remove(text, (*path, step))
    assert left is not None
    node = parse_json(left)
    for one in path:
        node = node.items[node.find(one) if isinstance(one, str) else one]  # type: ignore[index]
    rest = [item.value for at, item in enumerate(container.items) if at != place]
    assert [item.value for item in node.items] == rest
    member = text[container.starts[place] : container.items[place].end]
    assert left.count("note") == text.count("note") - member.count("note")


def test_insert_follows_the_style_of_the_text() -> None:
    text = '{\r\n\t"a": 1\r\n}'
    assert insert_first(text, [], [1], key="b") == '{\r\n\t"b": [\r\n\t\t1\r\n\t],\r\n\t"a": 1\r\n}'


def test_style_of_nothing_is_two_blanks_and_lf() -> None:
    style = find_style("{}")
    assert (style.indent, style.newline) == ("  ", "\n")


def test_remove_of_what_was_made_takes_its_containers_too() -> None:
    text = '{\n  "a": 1\n}\n'
    put = insert_first(text, [], {"event": ["ours"]}, key="hooks")
    assert remove(put, ["hooks", "event", 0]) == text


def test_remove_from_what_was_empty_before_leaves_it_there() -> None:
    text = '{ "hooks": { "event": [ ] } }'
    put = insert_first(text, ["hooks", "event"], "ours")
    assert remove(put, ["hooks", "event", 0]) == text


def test_remove_of_all_that_there_is_gives_none() -> None:
    assert remove('{\n  "hooks": [\n    "ours"\n  ]\n}\n', ["hooks", 0]) is None


def test_remove_after_a_comment_leaves_the_comment_to_its_line() -> None:
    assert remove('["a", // note\n "ours", "b"]', [1]) == '["a", // note\n  "b"]'


def test_insert_into_what_is_no_container_is_refused() -> None:
    with pytest.raises(LookupError):
        insert_first('{"a": 1}', ["a"], 2)
    with pytest.raises(LookupError):
        insert_first('{"a": []}', ["a"], 2, key="b")
    with pytest.raises(LookupError):
        remove('{"a": []}', ["a", 0])
