"""Write front matter: YAML that every reader, whatever its version of YAML, reads back as the same strings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime

from legendary_git.domain.memory import FrontValue

_FLOW_KEYS = frozenset({"salience", "deprecated", "was"})
_FLOW_ITEMS = frozenset({"evidence", "history"})
_DATE_KEYS = frozenset({"created", "updated", "expires", "at"})
_READ_AS_SOMETHING_ELSE = re.compile(
    r"""(?ix)
    ~ | null | yes | no | true | false | on | off | y | n | = | <<
    | [-+]?[0-9][0-9_]* | [-+]?0b[01_]+ | [-+]?0x[0-9a-f_]+ | 0o[0-7]+
    | [-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?
    | [-+]?(?:[0-9][0-9_]*)?\.[0-9_]*(?:e[-+]?[0-9]+)? | [-+]?[0-9]+e[-+]?[0-9]+
    | [-+]?\.inf | \.nan
    | [0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[t \t].*)?
    """
)
"""The implicit types of YAML 1.1 (yaml.org/type) and of the core schema of YAML 1.2, section 10.3.2."""
_BREAKS_OUT = re.compile(r"""[\s,\[\]{}\#&*!|>'"%@`]|[-?:](?:\s|$)|---|\.\.\.|.*(?::(?:\s|$)|\s\#|\s$)""", re.DOTALL)
"""Text that YAML would not read as one plain scalar, or not whole."""
_BREAKS_OUT_OF_FLOW = re.compile(r".*[,\[\]{}:?]|-", re.DOTALL)
_MUST_ESCAPE = re.compile("[^\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_NAMED_ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\\": "\\\\", '"': '\\"'}


def format_fields(fields: Mapping[str, FrontValue]) -> str:
    """Front matter in the given order: block style, one list item a line, small records in one line each."""
    lines: list[str] = []
    for key, value in fields.items():
        if key in _FLOW_ITEMS and isinstance(value, list):
            lines += [f"{key}:", *(f"  - {_flow(item, key)}" for item in value)]
        else:
            lines += _entry(f"{format_scalar(key)}:", value, "", key)
    return "".join(f"{line}\n" for line in lines)


def format_scalar(text: str, key: str = "", *, in_flow: bool = False) -> str:
    """One string, quoted only where it would be read as something else; dates under a date's key stay plain."""
    if _MUST_ESCAPE.search(text):
        return '"' + re.sub(rf'{_MUST_ESCAPE.pattern}|[\\"]', _escape, text) + '"'
    is_plain = text and not _BREAKS_OUT.match(text) and not (in_flow and _BREAKS_OUT_OF_FLOW.match(text))
    if is_plain and not _READ_AS_SOMETHING_ELSE.fullmatch(text):
        return text
    if (key in _DATE_KEYS and _is_date(text)) or (key == "salience" and re.fullmatch(r"[0-9]|10|[01]\.[0-9]{2}", text)):
        return text
    return "'" + text.replace("'", "''") + "'"


def format_flow(value: FrontValue, key: str = "") -> str:
    """A value on one line, as it stands under `key`: a text as itself, a list or a mapping in flow style."""
    return format_scalar(value, key) if isinstance(value, str) else _flow(value, key)


def _entry(prefix: str, value: FrontValue, indent: str, key: str) -> list[str]:
    if isinstance(value, str):
        return [f"{prefix} {format_scalar(value, key)}"]
    if not value or key in _FLOW_KEYS:
        return [f"{prefix} {_flow(value, key)}"]
    if isinstance(value, list):
        return [prefix, *(line for item in value for line in _item(item, f"{indent}  ", key))]
    inner = f"{indent}  "
    return [prefix, *(line for name, one in value.items() for line in _pair(name, one, inner))]


def _pair(name: str, value: FrontValue, indent: str) -> list[str]:
    return _entry(f"{indent}{format_scalar(name)}:", value, indent, name)


def _item(item: FrontValue, indent: str, key: str) -> list[str]:
    if not isinstance(item, dict) or not item:
        return _entry(f"{indent}-", item, indent, key)
    lines = [line for name, value in item.items() for line in _pair(name, value, f"{indent}  ")]
    return [f"{indent}- {lines[0].lstrip(' ')}", *lines[1:]]


def _flow(value: FrontValue, key: str) -> str:
    if isinstance(value, str):
        return format_scalar(value, key, in_flow=True)
    if isinstance(value, list):
        return "[" + ", ".join(_flow(item, key) for item in value) + "]"
    inner = ((name, _flow(item, key if key == "salience" else name)) for name, item in value.items())
    return "{" + ", ".join(f"{format_scalar(name, in_flow=True)}: {item}" for name, item in inner) + "}"


def _is_date(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:]{8}(Z|[-+][0-9:]{5})?)?", text) is not None


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    if character in _NAMED_ESCAPES:
        return _NAMED_ESCAPES[character]
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
