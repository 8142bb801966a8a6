"""Since when, where very many commits lie between: passed over is what changed nothing that decides, and no more."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.history import History
from tests.project import PAY, Shop

REST = PAY[PAY.index("def refund") :]
CHARGE = PAY[: PAY.index("def refund")].rstrip() + "\n"
MORE = CHARGE.replace("amount * 100", "amount * 1000")
MOST = CHARGE.replace("amount * 100", "amount * 10000")
MANY = 120


def append(history: History, steps: list[Mapping[str, str | None]]) -> list[str]:
    """Commits on top of HEAD, made at once and without hooks; their ids."""
    said = [b"feature done\nreset refs/heads/main\nfrom refs/heads/main^0\n\n"]
    for number, files in enumerate(steps):
        time = 1_768_000_000 + number
        head = f"commit refs/heads/main\ncommitter Ada <ada@example.org> {time} +0000\ndata 4\nStep\n"
        said.append(head.encode() + b"".join(_file(*one) for one in files.items()))
    before = history.head
    history.git("fast-import", "--quiet", "--force", stdin=b"".join([*said, b"done\n"]))
    history.git("reset", "-q", "--hard")
    return history.git("rev-list", "--reverse", f"{before}..HEAD").split()


def _file(path: str, text: str | None) -> bytes:
    if text is None:
        return f"D {path}\n".encode()
    return f"M 100644 inline {path}\ndata {len(text)}\n{text}\n".encode()


def idle(count: int = MANY) -> list[Mapping[str, str | None]]:
    """Commits that have nothing to do with any memory, but for some words."""
    return [{"notes.txt": f"{number}\n", f"other/{number % 7}.py": f"total = {number}\n"} for number in range(count)]


def since(shop: Shop) -> tuple[str, str | None]:
    (anchor,) = shop.shown(shop.cents)["anchors"]
    return anchor["verdict"], anchor["since"] and anchor["since"]["commit"]


def judged(shop: Shop) -> int:
    """On how many states of the code verdicts have been found."""
    from legendary_git.usecases.workspace import open_workspace

    with open_workspace(shop.root).index as index:
        return len(index.dump()["verdicts"])


@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        ({"src/pay.py": MORE + REST}, "stale"),
        ({"src/pay.py": REST}, "orphaned"),
        ({"src/pay.py": None}, "orphaned"),
        ({"src/pay.py": REST, "src/charge.py": MORE}, "orphaned"),
    ],
)
def test_since_is_found_far_back_and_little_is_judged(shop: Shop, change: dict[str, str | None], verdict: str) -> None:
    commits = append(shop, [*idle(5), change, *idle()])
    assert since(shop) == (verdict, commits[5])
    assert judged(shop) < MANY


def test_since_of_code_that_moved_long_before_it_was_changed(shop: Shop) -> None:
    move = {"src/pay.py": REST, "src/charge.py": CHARGE}
    commits = append(shop, [move, *idle(), {"src/charge.py": MORE}, *idle()])
    assert since(shop) == ("stale", commits[MANY + 1])


@pytest.mark.parametrize("healed", [{"src/pay.py": PAY}, {"src/pay.py": REST, "src/charge.py": CHARGE}])
def test_since_is_the_last_of_several_times(shop: Shop, healed: dict[str, str | None]) -> None:
    """It was fresh in between, in its place or in another one, far from either end."""
    gone = {"src/pay.py": REST, "src/charge.py": None}
    commits = append(shop, [gone, *idle(), healed, *idle(), gone, *idle()])
    assert since(shop) == ("orphaned", commits[2 * MANY + 2])


def test_since_where_it_was_changed_again_and_again(shop: Shop) -> None:
    changes = [{"src/pay.py": (MORE, MOST)[number % 2] + REST} for number in range(40)]
    commits = append(shop, [*idle(30), *changes, *idle()])
    assert since(shop) == ("stale", commits[30])


def test_since_where_the_memory_had_another_name(shop: Shop) -> None:
    path = shop.path_of(shop.cents)
    text, name = path.read_text(), str(path.relative_to(shop.root))
    renamed = name.replace(shop.cents, f"{shop.cents}-long-ago")
    commits = append(shop, [{"src/pay.py": MORE + REST}, *idle(), {name: None, renamed: text}, *idle()])
    assert since(shop) == ("stale", commits[0])


def test_since_by_way_of_merges(shop: Shop) -> None:
    commits = append(shop, [{"src/pay.py": MORE + REST}])
    for number in range(40):
        shop.git("checkout", "-q", "-b", f"side{number}")
        shop.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "--allow-empty", "-m", "side")
        shop.git("checkout", "-q", "main")
        shop.git("-c", "core.hooksPath=/dev/null", "merge", "-q", "--no-ff", "-m", "merge", f"side{number}")
    assert since(shop) == ("stale", commits[0])
    assert judged(shop) < 40


def test_since_where_a_merge_brought_it(shop: Shop) -> None:
    """The first parent is fresh, the other one is not: the walk goes to that."""
    shop.git("branch", "side")
    append(shop, idle(30))
    shop.git("checkout", "-q", "side")
    shop.write({"src/pay.py": MORE + REST})
    shop.git("-c", "core.hooksPath=/dev/null", "commit", "-qam", "Charge more")
    cause = shop.head
    shop.git("checkout", "-q", "main")
    shop.git("-c", "core.hooksPath=/dev/null", "merge", "-q", "--no-ff", "-m", "merge", "side")
    append(shop, idle())
    assert since(shop) == ("stale", cause)


def test_cause_of_what_went_on_from_stale_to_orphaned(shop: Shop) -> None:
    """What is gone at last was in a file that never held the remembered body as it was, but for a moment."""
    shop.commit_told("Move", {"src/pay.py": REST, "src/charge.py": CHARGE})
    assert shop.cents in shop.commit_told("Charge more", {"src/charge.py": MORE})
    commits = append(shop, [*idle(30), {"src/charge.py": None}, *idle()])
    said = shop.commit_told("Look", {"README": "A shop that remembers.\n"})
    assert said.startswith(f"legendary: orphaned [decision #{shop.cents}] src/pay.py::charge by {commits[30][:7]} ")
