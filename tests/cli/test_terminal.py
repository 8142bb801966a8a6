"""What only a terminal gets: tables and colour; and what a pipe gets whatever is set."""

from __future__ import annotations

import os

import pytest

from tests.cli.terminal import ESCAPE, run_in_terminal
from tests.project import COMMAND, Shop


def on_screen(shop: Shop, *words: str, **env: str) -> str:
    """What a person sees of a command that succeeds."""
    environ = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"} | env
    code, shown = run_in_terminal([*COMMAND, *words], shop.root, environ)
    assert code == 0, shown
    return shown


def test_list_and_stale_are_tables_on_a_terminal(shop: Shop) -> None:
    shop.change()
    plain = ESCAPE.sub("", on_screen(shop, "list"))
    rows = [line.split() for line in plain.splitlines()]
    assert rows[0] == ["memory", "verdict", "title", "anchors"]
    assert rows[1][:4] == [shop.cents, "stale", "Amounts", "are"]
    assert [shop.locked, "fresh", "WAL", "does", "not", "help", "src/store.py::Store.connect:", "unchanged"] in rows
    assert "\t" not in plain
    stale = ESCAPE.sub("", on_screen(shop, "stale"))
    assert (shop.cents in stale, shop.locked in stale) == (True, False)


def test_table_of_nothing_is_nothing(shop: Shop) -> None:
    assert on_screen(shop, "stale") == ""


def test_table_is_coloured_by_verdict(shop: Shop) -> None:
    shop.change()
    shown = on_screen(shop, "list")
    assert "\x1b[33mstale" in shown
    assert "\x1b[32mfresh" in shown


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_terminal_without_colour_gets_none(shop: Shop, env: dict[str, str]) -> None:
    shop.change()
    for words in (("list",), ("diff", shop.cents)):
        shown = on_screen(shop, *words, **env)
        assert "\x1b" not in shown
        assert "stale" in shown


def test_diff_is_coloured_as_git_does(shop: Shop) -> None:
    shop.change()
    shown = on_screen(shop, "diff", shop.cents)
    assert "\x1b[31m-    total = amount * 100\x1b[0m\n" in shown
    assert "\x1b[32m+    total = amount * 1000\x1b[0m\n" in shown


def test_pipe_gets_plain_text_whatever_the_environment_asks_for(shop: Shop) -> None:
    shop.change()
    env = {"FORCE_COLOR": "1", "CLICOLOR_FORCE": "1", "TERM": "xterm", "COLUMNS": "20", "NO_COLOR": ""}
    for words in (("list",), ("stale",), ("diff", shop.cents), ("show", shop.cents), ("brief",), ("check",)):
        answer = shop.process(*words, env=env)
        assert (answer.code, "\x1b" in answer.out + answer.err) == (0, False)
        assert answer.out == shop.memory(*words).out


def test_label_and_title_are_text_and_no_markup(shop: Shop) -> None:
    path = shop.path_of(shop.cents)
    path.write_text(
        path.read_text().replace("\ntype:", "\nkind: '[red]x[/red]'\ntype:").replace("whole", "[bold]whole")
    )
    plain = ESCAPE.sub("", on_screen(shop, "list"))
    assert "[red]x[/red]" in plain
    assert "Amounts are [bold]whole cents" in plain


def test_terminal_never_gets_what_it_would_obey(shop: Shop) -> None:
    shop.remember("Clear \x1b[2J the \x9b0m screen \u202e\n\n\x07 ring")
    for words in (("list",), ("brief",), ("recall", "clear"), ("check",)):
        shown = ESCAPE.sub("", on_screen(shop, *words))
        assert not {"\x1b", "\x9b", "\u202e", "\x07"} & set(shown)


def test_json_is_json_on_a_terminal(shop: Shop) -> None:
    assert on_screen(shop, "list", "--json") == shop.must("list", "--json").out
