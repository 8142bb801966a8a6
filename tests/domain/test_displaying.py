"""What a command line shows was there before, or happens now."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendary_git.domain.displaying import is_displaying, voices
from legendary_git.domain.shell_command import parse_command


@pytest.mark.parametrize(
    "command",
    [
        "grep -rn ENOENT .",
        "rg 'database is locked' src | head -20",
        "cat build.log",
        "cat log.txt | grep Error",
        "less +F app.log",
        "head -n 5 x; tail -n 5 x",
        "sed -n '1,40p' src/db.py",
        "awk '/Error/ {print}' app.log",
        "jq '.errors' report.json",
        "git log -p -3",
        "git -C ../shop --no-pager show HEAD",
        "git diff | cat",
        "git blame src/db.py",
        "git memory show mem-6093f751",
        "git grep -n 'is locked'",
        "find . -name '*.log' -exec cat {} +",
        "find . -name '*.log' -exec grep -H Error {} \\;",
        "find . -type f | xargs grep -l ENOENT",
        "find . -print0 | xargs -0 -n 10 grep foo",
        "cd /srv/app && cat error.log",
        "LC_ALL=C grep -r foo .",
        "env LANG=C FOO=1 grep foo x",
        "sudo -u ada cat /var/log/syslog",
        "time cat x",
        "timeout 5 tail -f app.log",
        "nice -n 10 grep foo x",
        "bash -c 'cat log.txt'",
        "sh -lc \"cd x && grep -n Error log.txt\"",
        "/usr/bin/grep foo x",
        "\\grep foo x",
        "for f in *.log; do cat \"$f\"; done",
        "if [ -f x ]; then cat x; fi",
        "(cd x && cat y)",
        "{ cat a; cat b; }",
        "cat <<'EOF'\npytest failed; make it so\nEOF",
        "cat <<EOF | grep foo\nmake\nEOF",
        "echo 'Error: it failed'",
        "grep '|' table.txt",
        "grep 'a && make' notes.md",
        "vim src/db.py",
        "cat x 2>/dev/null || cat y",
        "cat a.log # the output of make",
        "Get-Content app.log",
        "type build.log",
        "ls -la src",
        "cat $(ls -t *.log | head -1)",
        "grep foo <<< 'make failed'",
    ],
)  # fmt: skip
def test_command_shows_what_was_there(command: str) -> None:
    assert is_displaying(command)


@pytest.mark.parametrize(
    "command",
    [
        None,
        "",
        "pytest",
        "pytest 2>&1 | tail -50",
        "make |& grep -i error",
        "cat input.txt | python process.py",
        "cd /srv/app && npm test",
        "cd nowhere",
        "make > build.log 2>&1; tail -50 build.log",
        "cargo build || cat build.log",
        "cat config.yml && ./run.sh",
        "grep foo x\nmake",
        "make &",
        "bash run.sh",
        "bash -c 'make test'",
        "sh -c \"pytest | grep Error\"",
        "env FOO=1 pytest -x",
        "sudo systemctl restart app",
        "find . -name '*.py' -exec python {} \\;",
        "ls *.sql | xargs -n1 sqlite3 shop.db",
        "git push origin main",
        "git merge topic",
        "git stash",
        "sed -i 's/a/b/' x && make",
        "sed -i s/a/b/ missing",
        "echo $(make 2>&1)",
        "echo \"`make`\"",
        "for t in a b; do pytest $t; done",
        "if make; then cat x; fi",
        "cat 'unclosed",
        "cat \"unclosed",
        "cat $(unclosed",
        "python - <<'EOF'\nprint(open('x').read())\nEOF",
        "psql -f schema.sql",
        "docker logs web",
        "node server.js & sleep 1; cat log.txt",
        "! make",
        "timeout 60 make",
    ],
)  # fmt: skip
def test_command_runs_something(command: str | None) -> None:
    assert not is_displaying(command)


def test_command_is_taken_apart() -> None:
    parsed = parse_command("cd 'a b' && make -j2 2>&1 | tee \"x|y\" ; echo $(date; id) &> /dev/null")
    assert parsed is not None
    assert parsed.pipelines == (
        (("cd", "a b"),),
        (("make", "-j2", "2>&1"), ("tee", "x|y")),
        (("echo", "$(date;", "id)", "&>", "/dev/null"),),
    )
    assert parsed.substituted == ("date; id",)


def test_voices_are_the_programs_own_names() -> None:
    assert voices("cd x && sudo /bin/cat y | grep z") == {"cd", "cat", "grep"}
    assert voices("cat 'unclosed") == frozenset()


@given(st.text(st.sampled_from("ab '\"\\|&;()<>$`\n#-={}"), max_size=40))
def test_any_text_is_taken_apart_or_not(text: str) -> None:
    assert is_displaying(text) in (True, False)
    assert isinstance(voices(text), frozenset)


@pytest.mark.parametrize(
    "text", ["$(" * 9000, "(" * 19_000, "<<a\n" * 5000, "bash -c " * 2000, "`" * 19_999, "x" * 30_000]
)
def test_hostile_command_is_given_up_soon(text: str) -> None:
    assert not is_displaying(text)
