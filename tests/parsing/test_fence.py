"""Nothing that a file holds makes a parser run for ever, or takes the process with it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tree_sitter import Parser
from tree_sitter_language_pack import SupportedLanguage, get_language

from legendary_git.domain.parsed import Unreadable
from legendary_git.domain.verdict import Reason
from legendary_git.parsing import fence, language
from legendary_git.parsing.grammar import load_grammar
from legendary_git.parsing.language import load_language
from legendary_git.parsing.reader import read
from tests.parsing.outline import Golden, golden_paths, parse
from tests.project import CHECKOUT, PAY, Shop

LANGUAGES = sorted(path.stem for path in Path(language.LANGUAGES).glob("*.toml"))
METERED = [path for path in golden_paths() if (known := load_language(path.stem)) and known.grammar[:4] != "own:"]
"""Parsers of our own, `own:make` and others, take no more than they are given and are not metered."""

PATIENCE = 600
"""Seconds after which a test says that a parser hangs. Nothing here takes a hundredth of them."""

COBOL = 'name = "cobol"\ngrammar = "cobol"\nsuffixes = [".cbl"]\nfenced = true\n'
PROGRAM = b"       IDENTIFICATION DIVISION.\n       PROGRAM-ID. A.\n"
ENDLESS = b"a"
"""One letter, and COBOL's scanner looks for the end of the line for ever."""


@pytest.fixture
def cobol(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A language whose grammar loops, which the product has not."""
    folder = tmp_path / "languages"
    folder.mkdir()
    for path in Path(language.LANGUAGES).glob("*.toml"):
        (folder / path.name).symlink_to(path)
    (folder / "cobol.toml").write_text(COBOL, encoding="utf-8")
    monkeypatch.setattr(language, "LANGUAGES", folder)
    monkeypatch.setattr(fence, "CPU_SECONDS", 1)
    caches = (load_language, load_grammar, language._heads, language._heads_with)
    for cached in caches:
        cached.cache_clear()
    yield folder
    for cached in caches:
        cached.cache_clear()


def parser_of(grammar: SupportedLanguage) -> Parser:
    return Parser(get_language(grammar))


@pytest.mark.parametrize("name", LANGUAGES)
def test_hostile_files_are_read_or_refused(name: str) -> None:
    """In a process of its own, so that a parser that hangs or crashes fails this test and no other."""
    command = [sys.executable, "-m", "tests.parsing.hostile", name]
    said = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (said.returncode, said.stdout.splitlines()[-1:], said.stderr) == (0, ["done"], "")


def test_fenced_grammar_that_loops_is_over_limit(cobol: Path) -> None:
    assert read("a.cbl", ENDLESS) == Unreadable(Reason.OVER_LIMIT)
    assert parse(PROGRAM, "a.cbl").language == "cobol"


def test_fenced_grammar_that_crashes_is_refused_and_the_next_file_is_read() -> None:
    parser = parser_of("markdown")
    assert fence.parse(parser, b">" * 3_000, fenced=True) is None
    assert fence.parse(parser, b"> quoted\n", fenced=True) is not None


def test_large_file_is_fenced_in_any_language() -> None:
    parser = parser_of("markdown")
    assert fence.parse(parser, b">" * fence.FENCED_FROM) is None


def test_fence_leaves_no_process_and_no_open_file(cobol: Path) -> None:
    before = os.listdir("/proc/self/fd")  # noqa: PTH208 - the names, as the kernel has them
    for data in (ENDLESS, PROGRAM):
        read("a.cbl", data)
    assert os.listdir("/proc/self/fd") == before  # noqa: PTH208
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


@pytest.mark.parametrize("children_are", [signal.SIG_IGN, signal.SIG_DFL])
def test_fence_holds_whatever_became_of_the_news_of_children(cobol: Path, children_are: signal.Handlers) -> None:
    before = signal.signal(signal.SIGCHLD, children_are)
    try:
        assert read("a.cbl", ENDLESS) == Unreadable(Reason.OVER_LIMIT)
        assert parse(PROGRAM, "a.cbl").language == "cobol"
    finally:
        signal.signal(signal.SIGCHLD, before)


@pytest.mark.parametrize(
    ("grammar", "data"),
    [("python", b"~:" * 40_000), ("javascript", b"+}" * 40_000), ("haskell", b"\\" * 90_000), ("c", b"<+" * 40_000)],
)
def test_parse_that_takes_the_square_of_the_size_is_given_up(grammar: SupportedLanguage, data: bytes) -> None:
    parser = parser_of(grammar)
    assert fence.parse(parser, data) is None
    again = fence.parse(parser, b"x = 1\n")
    assert again is not None
    assert str(again.root_node) == str(parser_of(grammar).parse(b"x = 1\n").root_node)


@pytest.mark.parametrize("path", METERED, ids=lambda path: path.stem)
def test_metered_parse_gives_the_same_tree(path: Path) -> None:
    grammar = load_grammar(path.stem)
    assert grammar is not None
    data = Golden.load(path).source.encode() * 3
    metered, plain = fence.parse(grammar.parser, data), grammar.parser.parse(data)
    assert metered is not None
    assert str(metered.root_node) == str(plain.root_node)
    assert metered.root_node.text == plain.root_node.text == data[plain.root_node.start_byte : plain.root_node.end_byte]


def test_metered_parse_of_characters_across_chunks_gives_the_same_tree() -> None:
    parser = parser_of("python")
    for shift in range(4):
        data = (" " * shift + "\n" + "'\U0001f600é\u20ac'; ärger = 1\n" * 400).encode()
        metered = fence.parse(parser, data)
        assert metered is not None
        assert str(metered.root_node) == str(parser.parse(data).root_node)


@pytest.mark.parametrize("cut", range(8))
@pytest.mark.parametrize("character", ["\u2028", "\U0001f600", "é", "a\u2028"])
def test_parse_that_reads_too_much_may_be_cut_within_a_character(
    character: str, cut: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fence, "READ", 0)
    monkeypatch.setattr(fence, "READ_PER_BYTE", 1)
    data = b"'" + b" " * cut + character.encode() * 2_000
    assert fence.parse(parser_of("dart"), data) is None
    monkeypatch.undo()
    assert fence.parse(parser_of("dart"), b"void f() {}\n") is not None


def test_texts_are_read_however_many_there_are() -> None:
    data = b"x = 1\n" * 3_000
    tree = fence.parse(parser_of("python"), data)
    assert tree is not None
    assert b"".join(tree.root_node.text or b"" for _ in range(10)) == data * 10


class _Over(BaseException):
    """What a handler raises."""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGALRM])
def test_parse_ends_soon_after_a_signal_and_its_handler_raises_then(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = 0
    progress = fence._Meter.progress

    def sent_once(meter: fence._Meter, offset: int, is_lost: bool) -> bool:
        nonlocal calls
        calls += 1
        if calls == 3:
            signal.raise_signal(number)
        return progress(meter, offset, is_lost)

    def over(*_: object) -> None:
        raise _Over

    parser = parser_of("python")
    monkeypatch.setattr(fence._Meter, "progress", sent_once)
    before = signal.signal(number, over)
    try:
        with pytest.raises(_Over):
            fence.parse(parser, b"x = 1\n" * 1_000)
        assert calls == 3
        signal.signal(number, lambda *_: None)
        calls = 0
        assert fence.parse(parser, b"x = 1\n" * 1_000) is not None
        assert calls > 6  # stopped once, and gone on with since nobody minded
    finally:
        signal.signal(number, before)


def test_hook_judges_the_rest_beside_a_hostile_file(shop: Shop) -> None:
    more = PAY.replace("total = amount * 100", "total = amount * 1000")
    said = shop.commit_told("Both", {"src/pay.py": more, "src/store.py": b"~:" * 200_000})
    assert f"stale [decision #{shop.cents}] src/pay.py::charge" in said
    assert f"unknown [episode #{shop.locked}] src/store.py::Store.connect" in said
    assert shop.verdicts() == {shop.cents: "stale", shop.locked: "unknown"}


def test_hook_judges_the_rest_beside_a_file_that_hangs_its_grammar(shop: Shop, cobol: Path, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "from pathlib import Path\n"
        "from legendary_git.parsing import fence, language\n"
        f"language.LANGUAGES = Path({str(cobol)!r})\n"
        "fence.CPU_SECONDS = 1\n",
        encoding="utf-8",
    )
    shop.write({"a.cbl": PROGRAM})
    kept = shop.remember("Kept for the bank", "a.cbl")
    shop.commit("Remember the program")
    shop.write({"a.cbl": ENDLESS, "src/pay.py": PAY.replace("total = amount * 100", "total = amount * 1000")})
    shop.git("add", "-A")
    path = f"{tmp_path}{os.pathsep}{os.environ['PYTHONPATH']}"
    said = shop.told("commit", "-q", "-m", "Both", env={"PYTHONPATH": path})
    assert f"stale [decision #{shop.cents}] src/pay.py::charge" in said
    assert f"unknown [decision #{kept}] a.cbl" in said
