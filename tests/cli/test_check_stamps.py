"""`git memory check --base REV`: stamps that do not fit what they name, where a change wrote them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.test_check_change import asked
from tests.project import PAY, Shop

pytestmark = pytest.mark.unhooked

LINES = "Lines of the table"
CONTENT = r"the content that it was stamped on \(blob [0-9a-f]{12}\)"


def rewrite(path: Path, pattern: str, text: str) -> None:
    before = path.read_text()
    after, times = re.subn(pattern, text, before, flags=re.MULTILINE)
    assert times == 1
    path.write_text(after)


@pytest.mark.parametrize(
    ("pattern", "text", "why"),
    [
        (r"symbol: charge$", "symbol: never_was", f"{CONTENT} has no `never_was`: anchor what is there"),
        (r"symbol: charge$", "symbol: Shop.charge", f"{CONTENT} has no `Shop.charge`: anchor what is there"),
        (
            r"content_hash: t1:[0-9a-f]+",
            f"content_hash: t1:{'0' * 64}",
            f"its `content_hash` is not that of src/pay.py::charge in {CONTENT}: anchor it again",
        ),
    ],
)
def test_stamp_that_was_never_so_is_found(shop: Shop, pattern: str, text: str, why: str) -> None:
    base = shop.head
    path = shop.path_of(shop.cents)
    rewrite(path, pattern, text)
    shop.commit("Edit")
    (finding,) = asked(shop, "--base", base)["findings"]
    assert (finding["rule"], finding["id"], finding["level"]) == ("LG002", shop.cents, "error")
    assert path.read_text().splitlines()[finding["line"] - 1].lstrip().startswith("- file: src/pay.py")
    assert re.match(why, finding["message"]) is not None, finding["message"]


def test_stamp_of_lines_that_never_were_is_found(shop: Shop) -> None:
    base = shop.head
    path = shop.path_of(shop.remember(LINES, "src/pay.py:4-8"))
    rewrite(path, r"lines: 4-8$", "lines: 4-800")
    shop.commit("Remember")
    (finding,) = asked(shop, "--base", base)["findings"]
    lines = PAY.count("\n")
    assert re.search(rf"{CONTENT} has {lines} lines, so it has no lines 4-800", finding["message"]) is not None


def test_stamp_that_was_wrong_before_is_not_told_of_an_edit(shop: Shop) -> None:
    path = shop.path_of(shop.cents)
    rewrite(path, r"symbol: charge$", "symbol: never_was")
    base = shop.commit("Edit")
    rewrite(path, r"^title: .*$", "title: Amounts are cents")
    shop.commit("Edit again")
    assert asked(shop, "--base", base)["findings"] == []


def test_stamps_of_remember_and_reanchor_are_right(shop: Shop) -> None:
    base = shop.head
    shop.write({"guide.md": "# One\n\ntext\n\n## Two\n\nmore\n", "a.go": "package a\n\nfunc (t *T) M() {}\n"})
    for spec in ("src/pay.py", "src/pay.py:4-8", "guide.md::One.Two", "a.go::T.M", "src/store.py::Store.close"):
        shop.remember(f"On {spec}", spec)
    shop.commit("Remember")
    shop.commit("Edit", {"src/pay.py": PAY.replace("total", "amount_in_all")})
    shop.memory("reanchor", shop.cents, "--to", "src/pay.py::refund")
    shop.commit("Anchor it elsewhere")
    assert [one for one in asked(shop, "--base", base)["findings"] if one["rule"] == "LG002"] == []
