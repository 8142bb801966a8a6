"""What a command line shows was there before, or happens now."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendary_git.domain.displaying import find_programs, is_displaying, voices
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


@pytest.mark.parametrize(
    "command",
    [
        "git status && git diff",
        "git status; git diff --stat; git diff",
        "git add -A && git diff --cached",
        "git stash list; git show",
        "git rev-parse HEAD && git show",
        "git checkout -q topic && git show main",
        "git commit -qam 'Handle it'; git log -1",
        "git remote -v; git log -3",
        "git tag; git log -2",
        "git worktree list; cat x",
        "git stash show -p",
        "git fetch -q && git log origin/main -5",
        "git branch -a && git ls-files | head",
        "which python; cat x",
        "command -v python; cat x",
        "python --version && cat x",
        "node --version; npm --version; cat package.json",
        "chmod +x x; cat x",
        "mv a b; cat x",
        "cp a b && diff a b",
        "rm -f a; ls; cat x",
        "tar tf x; cat y",
        "tar xOf x.tar notes.txt",
        "unzip -p x.zip notes.txt",
        "gzip -dc x.gz | head",
        "kill -0 $$; cat x",
        "ps aux | grep node; tail -5 app.log",
        "docker ps; cat compose.yml",
        "df -h; cat x",
        "date; whoami; uname -a; cat x",
        "g(){ cat x; }; g",
        "g() { cat x; }\ng",
        "function g { cat x; }; g",
        "function g() { cat x; }; g | head",
        "cat x | perl -pe 's/a/b/'",
        "perl -lane 'print $F[0]' x",
        "perl -pi -e 's/a/b/' x; cat x",
        "cat x.json | python3 -m json.tool",
        "python -m legendary_git show mem-6093f751",
        "git status; git memory list; git memory show mem-6093f751",
        "chmod +x x; git memory why src/db.py",
        "source venv/bin/activate && cat x",
        ". venv/bin/activate && cat x",
        "sed -i s/a/b/ x && git diff",
        "find . -name '*.pyc' -delete; cat x",
        "watch -n 1 cat x",
        "gh auth status; gh pr view 3",
        "pip list; cat requirements.txt",
        "X=$(cat notes.txt); echo \"$X\"",
        "X=`cat notes.txt`; echo \"$X\"",
        "export X=\"$(cat notes.txt | head -3)\"; echo \"$X\"",
        "npx prettier --version; cat notes.txt",
        "npx --yes prettier --version && cat notes.txt",
        "python -m pytest --version; cat notes.txt",
        "cargo clippy --version; cat notes.txt",
        "docker compose version --help; cat notes.txt",
    ],
)  # fmt: skip
def test_command_that_keeps_house_beside_a_display_leaves_it_one(command: str) -> None:
    assert is_displaying(command)


@pytest.mark.parametrize(
    "command",
    [
        "git status",
        "git add .",
        "git checkout topic",
        "git commit -am x",
        "chmod +x x",
        "git status; make",
        "X=$(make 2>&1); echo \"$X\"",
        "X=$(make)",
        "$(cat command.txt)",
        "npx prettier --check .; cat notes.txt",
        "npx prettier; cat notes.txt",
        "make VERSION=1 all install x --version",
        "git stash; pytest; git stash pop",
        "git bisect run make; git log -1",
        "git submodule foreach make; git show",
        "git rebase --exec make main; make; git log",
        "g(){ make; }; g; cat x",
        "function g { make; }; g; cat x",
        "function g() { make; }; g; cat x",
        "f() { cat x; }; h",
        "perl app.pl; cat x",
        "perl -e 'die'; cat x",
        "perl -we 'print 1' | cat",
        "cat x | python",
        "python -c 'import db'; cat x",
        "python -m pytest; cat x",
        "python -m json.tool x && npm test",
        "npm install; cat x",
        "docker compose up; cat x",
        "docker run web; docker ps",
        "kubectl apply -f x; kubectl get pods",
        "./configure --version x; cat x",
        "unknown-tool; cat x",
        "which make && make",
        "command make; cat x",
    ],
)  # fmt: skip
def test_command_that_runs_something_beside_a_display_is_none(command: str) -> None:
    assert not is_displaying(command)


def test_command_that_failed_may_have_run_hooks() -> None:
    for command in ("git commit -am x && git log -1", "git push && git show", "git merge topic; git log -1"):
        assert is_displaying(command)
        assert not is_displaying(command, failed=True)
    assert is_displaying("git add -A && git diff --cached", failed=True)


def test_command_is_taken_apart() -> None:
    parsed = parse_command("cd 'a b' && make -j2 2>&1 | tee \"x|y\" ; echo $(date; id) &> /dev/null")
    assert parsed is not None
    assert parsed.pipelines == (
        (("cd", "a b"),),
        (("make", "-j2", "2>&1"), ("tee", "x|y")),
        (("echo", "$()", "&>", "/dev/null"),),
    )
    assert parsed.substituted == ("date; id",)


def test_functions_are_told_by_their_names() -> None:
    parsed = parse_command("f() { cat x; }; function g { ls; }; f | g")
    assert parsed is not None
    assert parsed.functions == {"f", "g"}
    assert parsed.pipelines[0] == (("{", "cat", "x"),)


def test_voices_of_what_ended_well_are_those_that_do_not_display() -> None:
    assert voices("cp a b; chmod +x b; git add -A; cat b", failed=False) == {"cp", "chmod", "git"}
    assert voices("git show; cat b", failed=False) == frozenset()


@pytest.mark.parametrize(
    ("command", "programs"),
    [
        ("cd x && sudo /usr/bin/psql -f a.sql | tee log", {"cd", "psql", "tee"}),
        ("bash -c './deploy.sh --now'", {"bash", "deploy.sh"}),
        ("python app/main.py docs", {"python", "main.py"}),
        ('X="$(shopctl sync)"; echo $X', {"shopctl", "echo"}),
        ("cat 'unclosed", set()),
        (None, set()),
    ],
)
def test_programs_of_a_command_are_told_by_name(command: str | None, programs: set[str]) -> None:
    assert find_programs(command) == programs


def test_voices_are_the_programs_own_names() -> None:
    assert voices("cd x && sudo /bin/cat y | grep z") == {"cd", "cat", "grep"}
    assert voices("git show; cat b") == {"git", "cat"}
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
