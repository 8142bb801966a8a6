"""What of an error is volatile, and what must stay."""

from __future__ import annotations

import re
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendary_git.domain import machine_path, masking
from legendary_git.domain.machine_path import project_part
from legendary_git.domain.masking import mask
from legendary_git.domain.volatile import MARK, RULES, Kind
from tests.domain.triggers.volatile import Error, errors

ESC = "\x1b"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<Foo object at 0x7f3a2c001b40>", "<Foo object at <address>>"),
        ("main.go:12:5 +0x1d", "main.go:<line>:<line> +<address>"),
        ("com.shop.Session@1b6d3586 closed", "com.shop.Session@<address> closed"),
        ("commit d8f2a9b is bad", "commit <hash> is bad"),
        ("sha512-Kq5sNclPz7QV2+lfQIuc6R7oRu0pjA==", "sha512-<hash>"),
        ("job 7f9c2ba4-e88f-4d2a-b1c3-d8f2a9b0c1d2 lost", "job <uuid> lost"),
        ("postgres[1234]: pid=77 tid: 8", "postgres[<process>]: pid=<process> tid: <process>"),
        ("thread 'main' (140234) panicked", "thread 'main' (<process>) panicked"),
        ("run.sh: line 3: 12345 Killed", "run.sh: line <line>: <process> Killed"),
        ("goroutine 18 [running]:", "goroutine <process> [running]:"),
        ("connect localhost:53422", "connect localhost:<port>"),
        ("db.internal:5432 and redis:6379", "db.internal:<port> and redis:<port>"),
        ("listen :::3000", "listen <ip>:<port>"),
        ("http://127.0.0.1:8000/health", "http://<ip>:<port>/health"),
        ("at fe80::1ff:fe23:4567:890a now", "at <ip> now"),
        ("2026-11-30T10:15:02.123Z ready", "<time> ready"),
        ("Nov 30 10:15:02 web1 ready", "<time> web1 ready"),
        ("[30/Nov/2026:10:15:02 +0000] ready", "[<time>] ready"),
        ("[Mon Nov 30 10:15:02.123456 2026] ready", "[<time>] ready"),
        ("since 1764497702 and 1764497702.123", "since <time> and <time>"),
        ("in 3.42s, after 30000 ms", "in <duration>, after <duration>"),
        ("waited 1m30s or 5 seconds", "waited <duration> or <duration>"),
        ("/tmp/pytest-of-ada/pytest-12/test_load0/out.txt", "<path>out.txt"),
        ("/var/folders/zz/x1/T/tmpab12cd34", "<temporary>"),
        (r"%TEMP%\shop\ledger.db", "<path>ledger.db"),
        (r"C:\Users\ada\AppData\Local\Temp\shop\ledger.db", "<path>ledger.db"),
        ("/home/ada/work/shop/src/db.py", "<path>src/db.py"),
        ("'/Users/Ada Lovelace/shop/notes.md'", "'<path>notes.md'"),
        ("/usr/lib/python3.11/json/decoder.py", "<path>json/decoder.py"),
        ("/srv/x/node_modules/chalk/index.js", "<path>chalk/index.js"),
        ('File "db.py", line 42, in f', 'File "db.py", line <line>, in f'),
        ("cart.ts(12,5): bad", "cart.ts(<line>,<line>): bad"),
        ("sh: 1: jqq: not found", "sh: <line>: jqq: not found"),
        ("45% of 12.5 MB at 3 kB/s", "<size> of <size> at <size>"),
        ("Error 111 connecting to localhost:6379.", "Error 111 connecting to localhost:<port>."),
        ("W1130 10:15:02.123456   12345 controller.go:123] sync", "W<time>   <process> controller.go:<line>] sync"),
        ("at <anonymous>:1:7 in ./cart.ts 12:5-20", "at <anonymous>:<line>:<line> in ./cart.ts <line>"),
        ("/home/ada/.npm/_logs/2026-11-30T10_15_02_123Z-debug-0.log", "<path><time>-debug-0.log"),
        (
            "/home/ada/go/pkg/mod/golang.org/x/net@v0.17.0/http2/a.go:9",
            "<path>golang.org/x/net@v0.17.0/http2/a.go:<line>",
        ),
        ("3 failed, 12 passed; 2 previous errors", "<count> failed, <count> passed; <count> previous errors"),
        ("[3/12] and 4 of 7", "[<count>] and <count>"),
        ("container_4f2a and tmpab12cd34", "container_<suffix> and <suffix>"),
        ("web-7d9f8b6c5d-x2x4z down", "web-<suffix> down"),
        (f"{ESC}[1;31mError{ESC}[0m: took 3{ESC}[2mms{ESC}[0m", "Error: took <duration>"),
        ("^[[31mError^[[0m \\x1b[1mnow\\u001b[0m", "Error now"),
    ],
)
def test_mask_marks(text: str, shown: str) -> None:
    assert mask(text).shown() == shown


@pytest.mark.parametrize(
    "text",
    [
        "Process exited with code 137",
        "exit status 2",
        "exited with code 3221225477",
        "[Errno 13] Permission denied",
        "errno=104",
        "HRESULT 0x80070005",
        "exit code -1073741819 (0xC0000005)",
        "shapes (32x512 and 256x10)",
        "code=0x1",
        "HTTP/1.1 404 Not Found",
        "status: 503",
        "SQLSTATE[42S02]: 1146",
        "SQLSTATE 40001",
        "ERROR 1045 (28000): Access denied",
        "error[E0308]: mismatched types",
        "error TS2345: Argument",
        "ORA-00942: table or view",
        "error:0308010C:digital envelope routines",
        "CVE-2024-1234",
        "react-dom@18.2.0 needs node:18 and urllib3==1.26.5",
        "Newtonsoft.Json, Version=13.0.0.0",
        "libwebp9-dev x86_64 utf-8 sha-256",
        "No module named 'yaml'",
        "Cannot find module './lib/users'",
        "KeyError: '12345678'",
        "invalid date '2026-13-45'",
        'no such interval "30s" or `10MB`',
        "Cannot GET /api/v1/users",
        "/var/run/docker.sock and /etc/nginx/nginx.conf",
        "expected 3 to equal 4",
        "undefined method `total' for nil",
        "std::vector<int>::at",
        "byte 0xff",
    ],
)
def test_mask_leaves(text: str) -> None:
    assert mask(text).spans == ()
    assert mask(text).form == text


def test_mask_form_has_no_folders_of_the_machine() -> None:
    assert mask("open '/home/ada/shop/config.json'").form == mask("open '/builds/17/shop/config.json'").form
    assert mask("open '/home/ada/shop/config.json'").form != mask("open '/home/ada/shop/other.json'").form


def test_mask_kinds_tell_where() -> None:
    text = f"pid 123 at {ESC}[1m10.0.0.1:80"
    masked = mask(text)
    assert [(masked.plain[s.start : s.end], s.kind) for s in masked.spans] == [
        ("123", Kind.PROCESS),
        ("10.0.0.1", Kind.IP),
        ("80", Kind.PORT),
    ]


def test_mask_quotes_and_blanks_of_another_locale_are_the_same() -> None:
    assert mask("‘strlcpy’  undeclared\there").form == mask("'strlcpy' undeclared here").form


@given(
    st.text(alphabet=st.sampled_from("0123456789abcdefABC:./\\-_ \n\t[](){}'\"#%~@=+\x1b\x1a\x1dxsmTZé"), max_size=200)
)
def test_mask_holds_together(text: str) -> None:
    masked = mask(text)
    assert masked == mask(text)
    assert all(0 <= s.start < s.end <= len(masked.plain) for s in masked.spans)
    assert all(one.end <= other.start for one, other in zip(masked.spans, masked.spans[1:], strict=False))
    assert mask(masked.plain).form == masked.form
    assert masked.form.count(MARK) == sum(s.kind is not Kind.PATH for s in masked.spans)


@given(
    st.text(st.sampled_from("ab0123456789 \t:./-\xa0é'"), max_size=60)
    | st.sampled_from([one.printed(3) for one in errors()])
)
def test_places_of_the_form_are_known_in_the_plain_text(text: str) -> None:
    masked = mask(text)
    offsets = masked.offsets()
    assert len(offsets) == len(masked.form) + 1
    assert offsets == sorted(offsets)
    assert offsets[-1] == len(masked.plain)
    for at, sign in enumerate(masked.form):
        assert sign in (MARK, " ") or masked.plain[offsets[at]] == sign


def test_what_was_printed_before_a_masked_place_is_known() -> None:
    masked = mask("a1b2c3d  open /home/ada/shop/x.db at 10.0.0.7 failed")
    assert masked.plain[: masked.offsets()[masked.form.index("open")]] == "a1b2c3d  "
    assert masked.plain[masked.offsets()[masked.form.index("failed")] :] == "failed"


@given(st.lists(st.sampled_from(errors()), max_size=6), st.integers(0, 999))
def test_mask_of_lines_is_the_lines_masked(some: list[Error], run: int) -> None:
    lines = [error.printed(run) for error in some]
    assert mask("\n".join(lines)).form == "\n".join(mask(line).form for line in lines)


@pytest.mark.parametrize("path", ["/api/users", "/etc/hosts", r"C:\Windows\System32\x.dll", "/"])
def test_project_part_of_a_path_that_is_the_same_everywhere(path: str) -> None:
    assert project_part(path) is None


def _patterns() -> list[re.Pattern[str]]:
    return [rule.pattern for rule in RULES] + [
        value
        for module in (machine_path, masking)
        for named in vars(module).values()
        for value in (named if isinstance(named, tuple) else (named,))
        if isinstance(value, re.Pattern)
    ]


def _steps(tree: object) -> float:
    """At most so many characters does one attempt look at, every repeat within a repeat multiplied."""
    total = 0.0
    for code, argument in tree:  # type: ignore[attr-defined]
        if code in (op.MAX_REPEAT, op.MIN_REPEAT):
            _, most, inner = argument
            total += (float("inf") if most is op.MAXREPEAT else float(most)) * _steps(inner)
        elif code is op.BRANCH:
            total += sum(_steps(branch) for branch in argument[1])
        elif code is op.SUBPATTERN:
            total += _steps(argument[-1])
        elif code in (op.ASSERT, op.ASSERT_NOT):
            total += _steps(argument[1])
        else:
            total += 1
    return total


@pytest.mark.parametrize("pattern", _patterns(), ids=lambda pattern: pattern.pattern[:40])
def test_mask_rule_looks_at_a_bounded_number_of_characters(pattern: re.Pattern[str]) -> None:
    """Hence masking is linear. A repeat without a bound may only be one that no second attempt can begin in."""
    if not pattern.pattern.startswith((r"\x1b", "[ \\t")):
        assert _steps(parser.parse(pattern.pattern, pattern.flags)) < 25_000
