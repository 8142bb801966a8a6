"""A pull request that drops remembered code, and the machine of a CI service that has cloned it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ci.examples import Runner
from tests.project import PAY, STORE, Shop

GONE = PAY[PAY.index("def refund") :]


@pytest.fixture
def runner(clock: None, tmp_path: Path) -> Iterator[Runner]:
    """The machine; when the test is over, nothing on it may have imported what the change proposes."""
    home = tmp_path / "runner"
    home.mkdir()
    runner = Runner.start(home)
    yield runner
    assert not runner.imported.exists(), runner.imported.read_text()


@pytest.fixture
def change(shop: Shop, runner: Runner) -> Shop:
    """A topic that drops what one memory is about, on a target where another memory is orphaned already.

    It brings modules, too, which Python would import from the current folder.
    """
    shop.commit(
        "Store elsewhere", {"src/store.py": STORE.replace("class Store", "class Shelf").replace("def", "async def")}
    )
    shop.git("update-ref", "refs/remotes/origin/main", shop.head)
    shop.git("checkout", "-q", "-b", "topic")
    shop.commit("Drop what is remembered", {"src/pay.py": GONE, **runner.plant()})
    return shop
