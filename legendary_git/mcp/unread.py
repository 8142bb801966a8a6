"""A line that the SDK cannot read: whether somebody waits for an answer to it, and which one it gets."""

from __future__ import annotations

import json
import re

import mcp_types as types
from pydantic_core import from_json

_STRING = r'"(?P<text>(?:[^"\\]++|\\.)*+)(?:"(?P<colon>\s*+:\s*+)?)?'
_TOKEN = re.compile(rf"{_STRING}|(?P<open>[\[{{])|(?P<close>[\]}}])", re.DOTALL)
_ID = re.compile(r'-?\d{1,18}(?=[\s,}])|"(?:[^"\\\x00-\x1f]|\\.){0,200}+"')
_MOST_LOOKED_AT = 1_000_000
_TODO = "send one JSON-RPC 2.0 request on one line, in UTF-8, without halves of surrogate pairs"


def find_answer(line: str) -> types.JSONRPCError | None:
    """The error for a line that the SDK would drop; None for one that it reads, or that nobody waits for."""
    try:
        types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except Exception:  # noqa: BLE001 - whatever it is, the SDK would meet it too
        return _refusal(line)
    return None


def refuse(request_id: int | str | None, what: str, *, code: int = types.INVALID_REQUEST) -> types.JSONRPCError:
    """An error that says what is wrong, and what to do."""
    error = types.ErrorData(code=code, message=f"{what}; {_TODO}")
    return types.JSONRPCError(jsonrpc="2.0", id=request_id, error=error)


def find_request_id(line: str) -> int | str | None:
    """The id of a request, by its own keys alone; none of an answer, and none that JSON could not hold."""
    depth, key, found, is_request = 0, "", None, False
    for token in _TOKEN.finditer(line, 0, _MOST_LOOKED_AT):
        if token["open"] or token["close"]:
            depth += 1 if token["open"] else -1
        elif depth == 1 and token["colon"]:
            key = token["text"]
            is_request = is_request or key == "method"
            value = _ID.match(line, token.end()) if key == "id" else None
            found = value[0] if value else found
    return _parse_id(found) if found is not None and is_request else None


def _refusal(line: str) -> types.JSONRPCError | None:
    request_id = find_request_id(line)
    if request_id is None:
        return None
    try:
        is_object = isinstance(from_json(line), dict)
    except ValueError:
        return refuse(request_id, "this line is no JSON that can be read", code=types.PARSE_ERROR)
    return refuse(request_id, "this is no request of the protocol" if is_object else "this is no JSON object")


def _parse_id(found: str) -> int | str | None:
    try:
        parsed: int | str = json.loads(found)
        str(parsed).encode("utf-8")
    except ValueError:
        return None
    return parsed
