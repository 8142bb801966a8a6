"""What may stand before an error's text where a line reports it."""

from __future__ import annotations

from re import _parser as parser  # type: ignore[attr-defined]

import pytest

from legendary_git.domain.error_line import begins_error, ends_well, has_several_words
from legendary_git.domain.error_prefix import SHAPES


@pytest.mark.parametrize(
    "before",
    [
        "",
        "   ",
        "E   ",
        "E       ",
        "npm ERR! ",
        "npm error ",
        "error: ",
        "fatal: ",
        "ERROR: ",
        "[ERROR] ",
        "src/db.c:12:5: error: ",
        "/usr/bin/ld: main.o: ",
        "make[1]: *** ",
        "2026-11-30 10:15:02,123 ERROR ",
        "2026-11-30T10:15:02.123Z [error] shop.db: ",
        "Nov 30 10:15:02 host postgres[4711]: ",
        "10:15:02 ERROR ",
        "worker_1  | ",
        "time=10:15:02 level=error msg=",
        "Uncaught ",
        'Exception in thread "main" ',
        "Caused by: ",
        "PHP Fatal error:  Uncaught ",
        "ERROR 1064 (42000) at line 1: ",
        "psql:schema.sql:3: ERROR:  ",
        "docker: Error response from daemon: ",
        "  ✗ ",
        "bash: line 1: ",
        "sqlite3.OperationalError: ",
        "remote: ",
        "2026-11-30 10:15:02,123 - shop.ledger - ERROR - ",
        "shop.ledger - ERROR - ",
        "root - WARNING - ",
        "[2026-11-30 10:15:02 +0000] [123] [ERROR] ",
        "[Wed Oct 11 14:32:52 2000] [error] [client 127.0.0.1] ",
        "10:15:02.123 [http-nio-8080-exec-1] ERROR c.s.Ledger - ",
        "[   12.345678] ",
        "[  FAILED  ] ",
        '{"level":"error","msg":"',
        '{"ok":false,"error":"',
        '{"ok": false, "error": "',
        'time=10:15:02 level=error msg="',
        "#7 0.532 ",
        " => ERROR ",
        "\N{BOX DRAWINGS LIGHT VERTICAL} ",
        "! ",
        "*** ",
        "==4711==ERROR: AddressSanitizer: ",
        "src/cart.ts:12:5 - error TS2345: ",
        "web-1  | 2026-11-30 10:15:02 ERROR ",
        "0|app  | ",
        "ERROR: failed: ",
        "10:15 ERROR description: ",
        "(sqlite3.OperationalError) ",
        "OperationalError('",
        "sed: ",
        "/bin/sh: 1: ",
    ],
)
def test_error_begins_behind(before: str) -> None:
    assert begins_error(before)


@pytest.mark.parametrize(
    "before",
    [
        "ok 3 - ",
        "PASS: ",
        "✓ handles ",
        "the message ",
        "tests/test_db.py::test_locked PASSED ",
        "level=info msg=",
        "INFO: ",
        "Note: ",
        "2026-11-30 10:15:02 DEBUG retry after ",
        "raise ",
        "    raise OperationalError(",
        "handled ",
        "x " * 300,
        '* Fix "',
        '- Handle "',
        "- ",
        "- [ ] ",
        "[x] ",
        "1. ",
        "`",
        '"',
        "# ",
        "## ",
        "// ",
        "/* ",
        "> ",
        "| ",
        "<!-- ",
        "+",
        "-",
        "+E   ",
        '+    raise X("',
        '    panic!("',
        '    logger.error("',
        "title: ",
        '"title": "',
        '{"title":"',
        '{"level":"info","msg":"',
        '{"level": "info", "msg": "',
        "description: ",
        "handled: ",
        "ignored: ",
        "Resolved: ",
        "10:15 ERROR handled: ",
        "0 errors: ",
        "no failures: ",
        "fix: ",
        "fix(db): ",
        "feat!: ",
        "Closes: ",
        "[main a1b2c3d] ",
        "[main (root-commit) a1b2c3d] ",
        "a1b2c3d Fix: ",
        "a1b2c3d ",
        "2026-11-30 10:15:02 INFO shop.ledger - ",
        "caused by (see ",
    ],
)
def test_text_before_speaks_of_an_error(before: str) -> None:
    assert not begins_error(before)


@pytest.mark.parametrize(
    ("form", "has"), [("database is locked", True), ("KeyError: 'x'", True), ("E0308 42", False), ("ENOENT", False)]
)
def test_words_of_a_trigger(form: str, has: bool) -> None:
    assert has_several_words(form) is has


@pytest.mark.parametrize("name", ["seed", "./bin/seed", "seed[12]"])
def test_name_before_an_error_is_that_of_a_program_that_ran(name: str) -> None:
    assert begins_error(f"{name}: ", {"seed"})
    assert not begins_error(f"{name}: ", {"make"})


@pytest.mark.parametrize(
    ("after", "ends"),
    [
        (" ... ok", True),
        (" [PASSED]", True),
        (" (handled)", True),
        (" (not handled)", False),
        ("", False),
        (" (5)", False),
        (": /srv/x.db", False),
        (", referenced by x", False),
        (" while flushing", False),
        (")", False),
        ('","ts":3}', False),
    ],
)
def test_line_that_ends_well(after: str, ends: bool) -> None:
    assert ends_well(after) is ends
    assert ends_well(after, has_level=True) is ends


@pytest.mark.parametrize(
    "after",
    [" (retrying)", " \u2014 retrying", " - see below", " -> retry", " | retry", " is expected", "  12  0  100%"],
)
def test_remark_on_an_error_without_a_level_ends_well(after: str) -> None:
    assert ends_well(after)
    assert not ends_well(after, has_level=True)


@pytest.mark.parametrize("shape", [shape for _, _, shape in SHAPES], ids=lambda shape: str(shape)[:40])
def test_shape_has_no_repeat_without_a_bound(shape: str) -> None:
    assert "MAXREPEAT" not in str(parser.parse(shape))


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "(",
        "[",
        '":',
        "a:",
        "=",
        "0 ",
        "a.",
        "a=b ",
        '"a": "b", ',
        '{"level":"info","a":"b",',
        "10:15 ",
        "Error: ",
        "A::",
    ],
)
@pytest.mark.parametrize("start", ["", "ERROR ", "{", "10:15:02 "])
def test_hostile_text_before_is_looked_at_soon(unit: str, start: str) -> None:
    before = (start + unit * 400)[:400]
    for _ in range(20):
        assert begins_error(before) in (True, False)
