"""JSON without the module `json`, whose regular expressions take longer to load than a push takes to answer.

The scanner and the quoting in C are those that `json` itself uses; where an interpreter has none, `json` does the work.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    make_scanner: Callable[[Any], Callable[[str, int], tuple[object, int]]] | None
    quote: Callable[[str], str] | None

try:
    from _json import encode_basestring_ascii as quote
    from _json import make_scanner
except ImportError:  # an interpreter that is not CPython
    make_scanner = quote = None

_SPACE = " \t\r\n"


class _Standard:
    """What the scanner asks of a decoder, as `json.loads` has it."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float
    memo: dict[str, str] = {}  # noqa: RUF012 - the scanner keeps the names of keys in it


def parse_json(data: bytes) -> object:
    """The value that the bytes say in UTF-8, a BOM aside. Raises ValueError or RecursionError."""
    text = data.decode("utf-8-sig")
    if make_scanner is None:
        return _parse_slowly(text)
    start = len(text) - len(text.lstrip(_SPACE))
    try:
        value, end = make_scanner(_Standard)(text, start)
    except StopIteration as error:
        raise ValueError("no JSON") from error
    except (AttributeError, TypeError, SystemError):
        # What is wrong with the text it can only say with `json` loaded; that of another version may ask for more.
        return _parse_slowly(text)
    if text[end:].strip(_SPACE):
        raise ValueError("more than one JSON value")
    return value


def format_json(value: object) -> str:
    """One line of ASCII for what is made of mappings, lists, texts, whole numbers, booleans and None."""
    if isinstance(value, str) and quote is not None:
        return quote(value)
    if isinstance(value, dict):
        return f"{{{', '.join(f'{format_json(key)}: {format_json(item)}' for key, item in value.items())}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(format_json, value))}]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value) if isinstance(value, int) else _format_slowly(value)


def _parse_slowly(text: str) -> object:
    import json

    found: object = json.loads(text)
    return found


def _format_slowly(value: object) -> str:
    import json

    return json.dumps(value)
