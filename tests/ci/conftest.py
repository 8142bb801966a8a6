"""A pull request that drops remembered code, and the machine of a CI service that has cloned it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ci.examples import Runner
from tests.project import PAY, STORE, Shop

GONE = PAY[PAY.index("def refund") :]


@pytest.fixture
def runner(clock: None, tmp_path: Path) -> Runner:
    home = tmp_path / "runner"
    home.mkdir()
    return Runner.start(home)


@pytest.fixture
def change(shop: Shop) -> Shop:
    """A topic that drops what one memory is about, on a target where another memory is orphaned already."""
    shop.commit(
        "Store elsewhere", {"src/store.py": STORE.replace("class Store", "class Shelf").replace("def", "async def")}
    )
    shop.git("update-ref", "refs/remotes/origin/main", shop.head)
    shop.git("checkout", "-q", "-b", "topic")
    shop.commit("Drop what is remembered", {"src/pay.py": GONE})
    return shop
