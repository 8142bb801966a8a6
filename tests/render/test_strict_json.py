"""JSON that strict parsers take."""

from __future__ import annotations

import json

import pytest

from legendary_git.render.strict_json import strict_json


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("n\udce4h.py", "n\\xe4h.py"),
        ("\udcff\udc80", "\\xff\\x80"),
        ("\ud800 and \udfff", "\\ud800 and \\udfff"),
        ("\U0001f480 \U0010ffff", "\U0001f480 \U0010ffff"),
        ("\U0001f480\udc80", "\U0001f480\\x80"),
        ("\ud83d\ud83d\udc80", "\\ud83d\U0001f480"),
        ("\\udce4 \\\\udce4", "\\udce4 \\\\udce4"),
        ("\\\udce4", "\\\\xe4"),
    ],
)
def test_half_a_pair_is_written_out_and_all_else_stays(said: str, told: str) -> None:
    assert json.loads(strict_json(json.dumps(said))) == told
