"""A line that the SDK cannot read: whether somebody waits for an answer to it, and which one it gets.

As JSON-RPC 2.0 says (section 5): with the id of what was asked, or with null where that cannot be told. A notification
is never answered, and neither is an answer.
"""

from __future__ import annotations

import json
import re
from typing import Any

import mcp_types as types
from pydantic_core import from_json

_STRING = r'"(?P<text>(?:[^"\\]++|\\.)*+)(?:"(?P<colon>\s*+:\s*+)?)?'
_TOKEN = re.compile(rf"{_STRING}|(?P<open>[\[{{])|(?P<close>[\]}}])", re.DOTALL)
_ID = re.compile(r'-?\d{1,18}(?=[\s,}]|$)|"(?:[^"\\\x00-\x1f]|\\.){0,200}+"')
_MOST_LOOKED_AT = 1_000_000
_TODO = "send one JSON-RPC 2.0 request on one line, in UTF-8, without halves of surrogate pairs"
_NO_JSON = "this line is no JSON that can be read"
_NO_REQUEST = "this is no request of the protocol"
_BATCH = "this protocol has no batches"
"""Revision 2025-06-18 took them out; the SDK reads none in any revision."""


def find_answers(line_bytes: bytes) -> tuple[types.JSONRPCError, ...]:
    """The errors for a line that the SDK would drop; none for one that it reads, or that nobody waits for."""
    if not line_bytes.strip():
        return ()
    try:
        line = line_bytes.decode("utf-8")
    except UnicodeDecodeError:
        return _of_no_json(line_bytes.decode("utf-8", errors="surrogateescape"))
    try:
        message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except Exception:  # noqa: BLE001 - whatever it is, the SDK would meet it too
        return _of_unread(line)
    # With an id that is neither a number nor a string the SDK takes a request for a notification.
    if isinstance(message, types.JSONRPCNotification) and '"id"' in line and "id" in from_json(line):
        return (refuse(None, "the id of a request must be a whole number or a string"),)
    return ()


def refuse(request_id: int | str | None, what: str, *, code: int = types.INVALID_REQUEST) -> types.JSONRPCError:
    """An error that says what is wrong, and what to do."""
    error = types.ErrorData(code=code, message=f"{what}; {_TODO}")
    return types.JSONRPCError(jsonrpc="2.0", id=request_id, error=error)


def refuse_long(line_bytes: bytes) -> types.JSONRPCError:
    """The error for a line of which not more than this was kept."""
    return refuse(_find_id(line_bytes.decode("utf-8", errors="surrogateescape"))[0], "this line is too long")


def _of_no_json(line: str) -> tuple[types.JSONRPCError, ...]:
    request_id, is_answer = _find_id(line)
    return () if is_answer else (refuse(request_id, _NO_JSON, code=types.PARSE_ERROR),)


def _of_unread(line: str) -> tuple[types.JSONRPCError, ...]:
    try:
        found = from_json(line)
    except ValueError:
        return _of_no_json(line)
    if isinstance(found, list):
        ids = [_id_of(one) for one in found if isinstance(one, dict) and "method" in one and "id" in one]
        return tuple(refuse(one, _BATCH) for one in ids or [None])
    if not isinstance(found, dict):
        return (refuse(None, "this is no JSON object"),)
    if _is_answer(found) or ("id" not in found and isinstance(found.get("method"), str)):
        return ()
    return (refuse(_id_of(found), _NO_REQUEST),)


def _is_answer(keys: dict[str, Any] | set[str]) -> bool:
    """Whether it is an answer to what we asked: its id is one of ours, and would be taken for another of theirs."""
    return "method" not in keys and ("result" in keys or "error" in keys)


def _id_of(found: dict[str, Any]) -> int | str | None:
    value = found.get("id")
    return value if isinstance(value, int | str) and not isinstance(value, bool) else None


def _find_id(line: str) -> tuple[int | str | None, bool]:
    """The id of a text that is no JSON, by its own keys alone, if JSON could hold it; and whether it is an answer."""
    depth, found, keys = 0, None, set()
    for token in _TOKEN.finditer(line, 0, _MOST_LOOKED_AT):
        if token["open"] or token["close"]:
            depth += 1 if token["open"] else -1
        elif depth == 1 and token["colon"]:
            keys.add(token["text"] if len(token["text"]) < len("results") else "")
            value = _ID.match(line, token.end()) if token["text"] == "id" else None
            found = value[0] if value else found
    return _parse_id(found), _is_answer(keys)


def _parse_id(found: str | None) -> int | str | None:
    try:
        parsed: int | str | None = json.loads(found) if found is not None else None
        str(parsed).encode("utf-8")
    except ValueError:
        return None
    return parsed
