"""Lines that the SDK cannot read: who waits for an answer gets one, as JSON-RPC 2.0 says, and nobody else."""

from __future__ import annotations

import json

import mcp_types as types
import pytest

from legendary_git.mcp.unread import find_answers
from tests.mcp.wire import Wire
from tests.project import Shop

CALL = '"method": "tools/call", "params": {"name": "recall", "arguments": {"query": "%s"}}'
DEEP = "[" * 5_000 + "]" * 5_000
ANSWERED = [
    ('{"jsonrpc": "2.0", "id": 1, ' + CALL % "\\ud83d cents" + "}", 1, types.PARSE_ERROR),
    ('{"jsonrpc": "2.0", ' + CALL % "\\ud83d" + ', "id": "a\\"b"}', 'a"b', types.PARSE_ERROR),
    ('{"jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": []}', 4, types.INVALID_REQUEST),
    ('{"jsonrpc": "1.0", "id": 5, "method": "ping"}', 5, types.INVALID_REQUEST),
    ('{"jsonrpc": "2.0", "id": 6, "method": "ping", "params": {"a": ' + DEEP + "}}", 6, types.PARSE_ERROR),
    ('{"params": {"id": 1}, "id": 7, "method": "ping", "jsonrpc": "2.0",}', 7, types.PARSE_ERROR),
    ('{bad json, "id": 5}', 5, types.PARSE_ERROR),
    ('{"jsonrpc":"2.0","id":"abc",', "abc", types.PARSE_ERROR),
    ('{"jsonrpc":"2.0","id":12', 12, types.PARSE_ERROR),
    ('{"jsonrpc":"2.0","id":8,"method":"ping","params":{"a":"\xff"}}', 8, types.PARSE_ERROR),
    ('{"jsonrpc":"2.0","id":"\xff","method":"ping"}', None, types.PARSE_ERROR),
    ("hello", None, types.PARSE_ERROR),
    ("{", None, types.PARSE_ERROR),
    ('{"jsonrpc": "2.0", "id": "\\ud800", "method": "ping"}', None, types.PARSE_ERROR),
    ('{"jsonrpc":"2.0","id":13}', 13, types.INVALID_REQUEST),
    ('{"jsonrpc":"2.0","id":14,"method":7}', 14, types.INVALID_REQUEST),
    ('{"jsonrpc":"2.0","id":null,"method":"ping"}', None, types.INVALID_REQUEST),
    ('{"jsonrpc":"2.0","id":1.5,"method":"ping"}', None, types.INVALID_REQUEST),
    ('{"jsonrpc":"2.0","method":7}', None, types.INVALID_REQUEST),
    ("{}", None, types.INVALID_REQUEST),
    ("null", None, types.INVALID_REQUEST),
    ("7", None, types.INVALID_REQUEST),
    ("[]", None, types.INVALID_REQUEST),
    ("[1, 2]", None, types.INVALID_REQUEST),
    ('[{"jsonrpc":"2.0","method":"notifications/x"}]', None, types.INVALID_REQUEST),
    ('[{"jsonrpc":"2.0","id":10,"method":"ping"}]', 10, types.INVALID_REQUEST),
]
UNANSWERED = [
    "",
    "\n",
    " \t",
    '{"jsonrpc": "2.0", "method": "notifications/x", "params": []}',
    '{"jsonrpc": "2.0", "id": 3, "result": {"a": "\\ud83d"}}',
    '{"jsonrpc": "1.0", "method": "ping", "params": {"id": 3}}',
    '{"jsonrpc": "2.0", "id": 3, "error": {"code": "x"}}',
    '{"jsonrpc": "2.0", "id": 1, "method": "ping"}',
    '{"jsonrpc": "2.0", "method": "notifications/x", "params": {"id": 1}}',
]


@pytest.mark.parametrize(("line", "number", "code"), ANSWERED, ids=[line[:40] for line, _, _ in ANSWERED])
def test_line_that_cannot_be_read_is_answered(line: str, number: int | str | None, code: int) -> None:
    (answer,) = find_answers(line.encode("latin-1"))
    assert (answer.id, answer.error.code) == (number, code)
    assert "cents" not in answer.error.message


@pytest.mark.parametrize("line", UNANSWERED)
def test_line_that_nobody_waits_for_is_not_answered(line: str) -> None:
    assert find_answers(line.encode()) == ()


def test_each_request_of_a_batch_is_refused() -> None:
    asked = '[{"id": 1, "method": "a"}, {"method": "b"}, {"id": 3, "result": {}}, {"id": "x", "method": "c"}]'
    answers = find_answers(asked.encode())
    assert [(one.id, one.error.code) for one in answers] == [(1, types.INVALID_REQUEST), ("x", types.INVALID_REQUEST)]


@pytest.mark.parametrize("line", ['"' + '\\"' * 500_000, '{"id": ' * 100_000, '{"id":"' + "\\" * 900_000])
def test_line_of_a_million_characters_is_looked_at_once(line: str) -> None:
    (answer,) = find_answers(line.encode())
    assert (answer.id, answer.error.code) == (None, types.PARSE_ERROR)


def test_server_goes_on_after_lines_that_it_cannot_read(shop: Shop) -> None:
    with Wire.started(shop.root) as wire:
        wire.initialize()
        for line, number, code in ANSWERED:
            wire.send(line.encode("latin-1"))
            answer = json.loads(wire.read())
            assert (answer["id"], answer["error"]["code"]) == (number, code)
        assert wire.call("show", {"id": shop.cents})["result"]["isError"] is False
        assert wire.end()[:2] == (0, b"")
