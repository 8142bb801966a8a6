"""Bodies that are kept without their parse are those that a parse gives."""

from __future__ import annotations

import pytest

from legendary_git.domain.body import read_body
from legendary_git.domain.parsed import Unreadable
from legendary_git.parsing.reader import read
from legendary_git.usecases.outline import Outline
from tests.project import PAY, STORE

_TYPESCRIPT = """\
export const send = (socket: Socket, send: number) => { socket.send(send); return again(send); };
export function again(n: number): number { return n > 1 ? again(n - 1) : this.send(n); }
app.send = function send(x) { return [x, "send", `${send}`]; };
"""
_GO = """\
package pay

func Charge(amount int) (total int, err error) {
\tif amount < 0 {
\t\treturn Charge(-amount)
\t}
\treturn pay.Charge(amount, Charge), nil
}

func (s *Store) Close() error { return s.Close() }
"""
_BROKEN = "def whole(a):\n    return whole(a) + 1\n\n\ndef broken(a:\n    return (a\n"
_SOURCES = {"pay.py": PAY, "store.py": STORE, "send.ts": _TYPESCRIPT, "pay.go": _GO, "broken.py": _BROKEN}
_NAMES = (b"charge", b"again", b"send", b"Close", b"Charge", b"other", b"amount", b"", b"a\xff")


@pytest.mark.parametrize("path", _SOURCES)
def test_body_is_that_of_the_parse_under_every_name(path: str) -> None:
    parsed = read(path, _SOURCES[path].encode())
    assert not isinstance(parsed, Unreadable)
    outline = Outline(parsed, lambda: parsed)
    for symbol in parsed.symbols:
        own_name = symbol.own_name.encode()
        for name in (*_NAMES, own_name):
            body = outline.body_of(symbol.region, own_name, name)
            assert body == read_body(parsed, symbol.region, own_name, name)
        assert outline.is_damaged(symbol.region) == parsed.is_damaged(symbol.region)
    assert parsed.symbols


def test_region_that_is_no_definition_is_left_to_the_parse() -> None:
    parsed = read("send.ts", _TYPESCRIPT.encode())
    assert not isinstance(parsed, Unreadable)
    assert Outline(parsed, lambda: parsed).body_of(parsed.whole(), b"again", b"send") is None
