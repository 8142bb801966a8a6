"""Which lines of a command that ended well report an error: labelled by hand, with `@` for the error."""

from __future__ import annotations

from pathlib import Path

import pytest

from legendary_git.agents.event import Event, Moment
from legendary_git.agents.happened import Happened
from legendary_git.domain.letter_runs import ascii_runs
from legendary_git.domain.masking import mask
from legendary_git.domain.trigger_search import Trigger, find_triggers
from legendary_git.domain.whole_output import Output

ERROR = "sqlite3.OperationalError: database is locked"


def _read(name: str) -> list[str]:
    return Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()


QUIET = _read("guard_quiet_lines.txt")
HEARD = _read("guard_heard_lines.txt")


def _hears(output: str, command: str = "make docs", *, error: str = ERROR, failed: bool | None = False) -> bool:
    event = Event(host="claude", name="x", moment=Moment.AFTER_COMMAND, command=command, output=output, failed=failed)
    masked = mask(error)
    trigger = Trigger(masked.plain, masked.form, max(ascii_runs(masked.form), key=len))
    lines = Output(output).distinct_lines(lambda text: text)
    return bool(find_triggers(lines, [trigger], Happened(event).accepts))


@pytest.mark.parametrize("line", QUIET)
@pytest.mark.parametrize("failed", [False, None])
def test_line_that_speaks_of_an_error_is_passed_over(line: str, failed: bool | None) -> None:
    assert not _hears(line.replace("@", ERROR), failed=failed)


@pytest.mark.parametrize("line", [line for line in QUIET if line.count("@") == 1])
def test_line_that_speaks_of_an_error_with_other_values_is_passed_over(line: str) -> None:
    here = "ledger.Unreachable: 10.0.0.7 does not answer after 3.2s"
    there = "ledger.Unreachable: 192.168.1.9 does not answer after 11s"
    assert not _hears(line.replace("@", there), error=here)


@pytest.mark.parametrize("line", HEARD)
@pytest.mark.parametrize("failed", [False, None])
def test_line_that_reports_an_error_is_heard(line: str, failed: bool | None) -> None:
    assert _hears(line.replace("@", ERROR), failed=failed)


@pytest.mark.parametrize("line", HEARD)
def test_line_that_reports_an_error_with_other_values_is_heard(line: str) -> None:
    here = "ledger.Unreachable: 10.0.0.7 does not answer after 3.2s"
    there = "ledger.Unreachable: 192.168.1.9 does not answer after 11s"
    assert _hears(line.replace("@", there), error=here)


@pytest.mark.parametrize("line", [line for line in QUIET if "_@" not in line and "@\\" not in line])
def test_command_that_failed_is_heard_whatever_the_line(line: str) -> None:
    assert _hears(line.replace("@", ERROR), failed=True)


def test_error_below_a_panic_is_heard() -> None:
    assert _hears(f"thread 'main' panicked at src/x.rs:3:5:\n{ERROR}\nnote: run with `RUST_BACKTRACE=1`")


@pytest.mark.parametrize(
    "command", ['X=$(cat notes.txt); echo "$X"', "npx prettier --version; cat notes.txt", "cat notes.txt"]
)
def test_command_that_displays_is_passed_over_whatever_the_line(command: str) -> None:
    assert not _hears(f"3.0.1\n{ERROR}\nERROR: {ERROR}", command)


@pytest.mark.parametrize(
    "command", ["shopctl sync", "cd x && ./bin/shopctl sync 2>&1 | tail", "bash -c 'shopctl sync'"]
)
def test_name_before_an_error_is_that_of_a_program_if_this_command_ran_it(command: str) -> None:
    line = f"shopctl: {ERROR}"
    assert _hears(line, command)
    assert not _hears(line, "make docs")
    assert not _hears(line, "python show.py shopctl")


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("pytest -q | tail -5", f"  File 'x.py', line 3\nE   {ERROR}\n=== 1 failed, 3 passed in 0.52s ==="),
        ("make -k 2>&1 | tee log", f"cc -c a.c\nmake: *** [Makefile:3: a] {ERROR}\nmake: Target 'all' not remade"),
        ("npm test || true", f"> shop@1.0.0 test\n\n     Error: {ERROR}\n      at x.js:3:5"),
        ("timeout 5 node server.js || true", f"listening on 8080\n{ERROR}\n    at Db.run (db.js:3:5)"),
        ("docker compose logs web", f"web-1  | 2026-11-30 10:15:02,123 ERROR shop.ledger: cannot post: {ERROR}"),
        ("kubectl logs web", '{"level":"error","ts":1764497702.1,"msg":"' + ERROR + '","pod":"web-1"}'),
        ("cargo run; true", f"thread 'main' panicked at src/x.rs:3:5:\n{ERROR}"),
        ("python manage.py runserver & sleep 3", f"Internal Server Error: /pay\nTraceback:\n{ERROR}"),
        ("ansible-playbook x.yml", 'fatal: [web1]: FAILED! => {"changed": false, "msg": "' + ERROR + '"}'),
        ("gh run view --log-failed 3", f"2026-11-30T10:15:02.1234567Z ##[error]{ERROR}"),
        ("mvn -fae verify | tail", f"[ERROR] Failed to execute goal org.x:y:1.0 (default) on project shop: {ERROR}"),
        ("terraform plan || true", f"╷\n│ Error: {ERROR}\n│\n╵"),
        ("bundle exec rake; echo done", f"rake aborted!\nActiveRecord::StatementInvalid: {ERROR}"),
        ("go test ./... | head -40", f"--- FAIL: TestPost (0.00s)\n    ledger_test.go:15: {ERROR}\nFAIL"),
        ("celery -A shop worker & sleep 9", f"[2026-11-30 10:15:02,123: ERROR/Pool] Task x[1] raised: {ERROR}"),
    ],
)  # fmt: skip
def test_error_of_a_command_whose_exit_code_hides_it_is_heard(command: str, output: str) -> None:
    assert _hears(output, command)


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("pytest -v", f"tests/test_db.py::test_says[{ERROR}] PASSED [ 50%]\n=== 3 passed in 0.52s ==="),
        ("pytest -rA", f"PASSED tests/test_db.py::test_says[{ERROR}]\n3 passed"),
        ("pytest --collect-only", f"<Module test_db.py>\n  <Function test_says[{ERROR}]>\n3 tests collected"),
        ("npm test", f"  ledger\n    ✓ {ERROR} (12 ms)\n    ✓ retries\n  2 passing"),
        ("npx jest --verbose", f"PASS test/db.test.js\n  ledger\n    ✓ says {ERROR} (3 ms)"),
        ("node --test", f"▶ {ERROR}\n  ✔ retries (0.5ms)\n▶ {ERROR} (1.2ms)"),
        ("prove -v", f"ok 3 - {ERROR}\n1..3\nAll tests successful."),
        ("cargo test", f"test db::says ... ok\ntest src/db.rs - says (line 3): {ERROR} ... ok"),
        ("go test -v ./...", f"=== RUN   TestSays/{ERROR}\n--- PASS: TestSays/{ERROR} (0.00s)"),
        ("rspec -fd", f"Ledger\n  when busy\n    raises {ERROR}\n3 examples, 0 failures"),
        ("phpunit --testdox", f"Ledger\n ✔ {ERROR}\nOK (3 tests, 3 assertions)"),
        ("gradle test", f"LedgerTest > says {ERROR} PASSED\nBUILD SUCCESSFUL in 3s"),
        ("git commit -m x", f"[main 1a2b3c4] {ERROR}\n 1 file changed"),
        ("make changelog", f"1a2b3c4 (HEAD -> main, tag: v1.2) {ERROR}\n* 2b3c4d5 {ERROR}\n- {ERROR} (#12)"),
        ("git rebase main", f"Applying: {ERROR}\nSuccessfully rebased and updated refs/heads/x."),
        ("git merge --squash x && make", f"HEAD is now at 1a2b3c4 {ERROR}\nbuilt"),
        ("make docs", f"reading sources... [ 50%] {ERROR}\ndocs/x.rst:12: WARNING: see: {ERROR}\nbuild succeeded."),
        ("mkdocs build", f"INFO    -  Building: {ERROR}\nINFO    -  Documentation built in 0.3 seconds"),
        ("cargo doc", f" Documenting shop v0.1.0\nwarning: unresolved link to `{ERROR}`\n    Finished"),
        ("pylint src", f"src/db.py:12:5: W0511: TODO: {ERROR} (fixme)\nrated at 9.9/10"),
        ("ruff check --exit-zero", f"src/db.py:12:5: TD002 Missing author in TODO: {ERROR}\nFound 1 error."),
        ("npx eslint .", f"  12:5  warning  Unexpected 'todo' comment: 'TODO: {ERROR}'  no-warning-comments"),
        ("golangci-lint run || true", f'db.go:12:5: SA9003: comment: "{ERROR}"'),
        ("coverage report", f"{ERROR}  12  0  100%\nTOTAL 12 0 100%"),
        ("make -n", f'echo "{ERROR}"\nif grep -q "{ERROR}" log; then exit 1; fi\ngcc -DMSG="{ERROR}" -c a.c'),
        ("make -p", f"MESSAGE := {ERROR}\nERROR = {ERROR}"),
        ("gh run view --log 3", f"2026-11-30T10:15:02.12Z ##[group]{ERROR}\n2026-11-30T10:15:02Z ##[debug]{ERROR}"),
        ("docker build .", f'#7 [2/3] RUN echo "{ERROR}"\n#7 DONE 0.1s\n => [2/3] {ERROR}'),
        ("npm run build", f"asset main.js 1 KiB\nnote: {ERROR}\ncompiled 1 warning: see: {ERROR}"),
        ("terraform plan", f'  + description = "{ERROR}"\n  ~ message     = "{ERROR}"\nPlan: 1 to add'),
        ("kubectl get cm x -o yaml", f'data:\n  message: {ERROR}\n  "error": "{ERROR}"'),
        ("python tool.py --help", f"usage: tool.py\n  --retry  retry on {ERROR}\n  -x       ignore: {ERROR}"),
    ],
)  # fmt: skip
def test_output_of_a_command_that_did_well_is_passed_over(command: str, output: str) -> None:
    assert not _hears(output, command)
