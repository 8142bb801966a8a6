"""Files that say in which encoding they are."""

from __future__ import annotations

import pytest

from legendary_git.domain.parsed import Unreadable
from legendary_git.domain.verdict import Reason
from legendary_git.parsing.encoding import to_utf8
from legendary_git.parsing.reader import read

CODE = b'def sep():\n    return "\xc3\xa9"\n'


def _tokens(data: bytes) -> list[bytes]:
    parsed = read("a.py", data)
    assert not isinstance(parsed, Unreadable)
    return [token.text for token in parsed.tokens(parsed.whole())]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"x = 1\n", b"x = 1\n"),
        (b"# coding: latin-1\n# \xe9\n", "# coding: latin-1\n# \u00e9\n".encode()),
        (b"#!python\n# -*- coding: cp1252 -*-\n# \x80\n", "#!python\n# -*- coding: cp1252 -*-\n# \u20ac\n".encode()),
        (b"x = 1\n# coding: latin-1\n# \xe9\n", b"x = 1\n# coding: latin-1\n# \xe9\n"),
        (b"# vim: set fileencoding=utf-8 :\n\xff", b"# vim: set fileencoding=utf-8 :\n\xff"),
        (b"# coding: nonsense\n", None),
        (b"# coding: hex\n", None),
        (b"# coding: ascii\n\xe9", None),
    ],
)  # fmt: skip
def test_to_utf8_obeys_the_cookie(data: bytes, expected: bytes | None) -> None:
    assert to_utf8(data) == expected


def test_cookie_changes_what_strings_say() -> None:
    assert _tokens(CODE) != _tokens(b"# coding: latin-1\n" + CODE)
    assert _tokens(CODE) == _tokens(b"# coding: utf-8\n" + CODE)
    assert _tokens(b'# coding: latin-1\nx = "\xe9"\n') == _tokens('x = "\u00e9"\n'.encode())


def test_cookie_that_cannot_be_obeyed_is_no_evidence() -> None:
    assert read("a.py", b"# coding: nonsense\n" + CODE) == Unreadable(Reason.UNPARSABLE)
