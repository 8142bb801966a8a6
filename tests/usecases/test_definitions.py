"""A lost body is looked up by its hash: what is found is what comparing every definition finds."""

from __future__ import annotations

import pytest

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.body import read_body
from legendary_git.domain.parsed import Unreadable
from legendary_git.domain.verdict import Reason
from legendary_git.parsing.reader import read
from legendary_git.usecases.definitions import Definitions
from legendary_git.usecases.outline import Outline

_SOURCES = {
    "a.py": "def charge(amount):\n    return amount * 100 + fee(amount)\n",
    "b.py": "def settle(amount):\n    return charge(amount) if amount else settle(1)\n\n\n"
    "class Till:\n    def close(self):\n        return self.settle() or close(self)\n",
    "c.py": "X = 1\n",
    "d.py": "def broken(a:\n    return (a\n",
    "e.py": "def again(amount):\n    return amount * 100 + fee(amount)\n",
}
_NAMES = ("charge", "settle", "close", "other", "fee", "amount")


def outlines() -> dict[str, Outline]:
    return {path: outline(path, text) for path, text in _SOURCES.items()}


def outline(path: str, text: str) -> Outline:
    parsed = read(path, text.encode())
    assert not isinstance(parsed, Unreadable)
    return Outline(parsed, lambda: parsed)


def anchor(name: str, content_hash: str | None, grammar: str | None) -> Anchor:
    return Anchor(
        file="gone.py",
        symbol=name,
        lines=None,
        commit=None,
        blob=None,
        content_hash=content_hash,
        language="python",
        grammar=grammar,
    )


@pytest.mark.parametrize("name", _NAMES)
def test_files_are_those_that_hold_the_body_under_that_name(name: str) -> None:
    files = outlines()
    definitions = Definitions(files.items())
    for path, text in _SOURCES.items():
        parsed = read(path, text.encode())
        assert not isinstance(parsed, Unreadable)
        for symbol in parsed.symbols:
            wanted = read_body(parsed, symbol.region, symbol.own_name.encode(), name.encode()).fingerprint
            found = [one for one, _ in definitions.files_for(anchor(name, wanted, parsed.grammar), name.encode())]
            holding = {
                one
                for one, outline in files.items()
                for other in outline.symbols
                if (body := outline.body_of(other.region, other.own_name.encode(), name.encode()))
                and body.fingerprint == wanted
            }
            assert path in holding
            assert found == sorted({"d.py", *holding})  # d.py could not be read whole


def test_file_that_cannot_be_read_is_always_one() -> None:
    files = outlines()
    definitions = Definitions([*files.items(), ("f.py", Unreadable(Reason.OVER_LIMIT))])
    found = definitions.files_for(anchor("charge", f"t1:{'0' * 64}", files["a.py"].grammar), b"charge")
    assert [path for path, _ in found] == ["d.py", "f.py"]


@pytest.mark.parametrize("content_hash", [None, "t1:no hash", f"sha256:{'0' * 64}"])
def test_hash_with_which_nothing_can_be_compared_leaves_one_file_to_say_so(content_hash: str | None) -> None:
    found = Definitions(outlines().items()).files_for(anchor("charge", content_hash, "another grammar"), b"charge")
    assert [path for path, _ in found] == ["a.py", "d.py"]
