"""Whether a text is TOML, and the line at which it is not."""

from __future__ import annotations

import pytest

from legendary_git.store.toml_text import TomlFault, parse_toml


def test_toml_is_read() -> None:
    assert parse_toml('a = 1\r\n[b."c d"]\ne = [1,\n 2] # two\n') == {"a": 1, "b": {"c d": {"e": [1, 2]}}}


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("a = 1\nb = \n", 2, "invalid value"),
        ("a = 1\n\n[b\n", 3, "expected ']' at the end of a table declaration"),
        ("a = 1\na = 2\n", 2, "cannot overwrite a value"),
        ('a = """\nb\n', 3, "unterminated string"),
        ("\ufeffa = 1\n", 1, "invalid statement"),
        ("a = " + "[" * 100_000, 1, "it is nested too deeply"),
        ("a = " + "9" * 5_000, 1, "a number in it has no end"),
    ],
)
def test_fault_has_its_line(text: str, line: int, what: str) -> None:
    with pytest.raises(TomlFault) as fault:
        parse_toml(text)
    assert (fault.value.line, fault.value.what) == (line, what)
