"""A scan opens no connection and no file, starts nothing; and nobody pays for it who does not scan."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# A hook of sys.addaudithook cannot be taken back, so it has a process of its own. Python raises an event for every
# open, socket, fork and exec (docs.python.org/3/library/audit_events.html).
_WATCHED = """
import sys
from legendary_git.secrets import find_secrets
from tests.secrets.labelled import DEVELOP, HELD_OUT, negatives, positives
examples = [one.fields for half in (DEVELOP, HELD_OUT) for one in (*positives(half), *negatives(half))]
find_secrets({"title": "loads what there is to load"})
seen = set()
sys.addaudithook(lambda event, arguments: seen.add(event))
found = sum(bool(find_secrets(fields)) for fields in examples)
made = {"compile", "exec"}  # the first value of a class compiles how its values are made
print(found, sorted(seen - made - {"builtins.id", "object.__getattr__", "sys._getframe"}))
"""

_UNTOUCHED = """
import sys
import legendary_git.hooks.run
import legendary_git.usecases.brief, legendary_git.usecases.recall, legendary_git.usecases.stale
print(sorted(name for name in sys.modules if name.startswith("legendary_git.secrets")))
"""

_LAZY = """
from legendary_git.secrets import find_secrets
from legendary_git.secrets.shape import compiled
before = compiled.cache_info().currsize
find_secrets({"title": "Keep the retry in one place", "body": "Because the queue delivers twice."})
print(before, compiled.cache_info().currsize)
"""


def run(program: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_scan_touches_nothing() -> None:
    assert run(_WATCHED) == "1260 []"


def test_hooks_and_reads_never_import_it() -> None:
    assert run(_UNTOUCHED) == "[]"


def test_ordinary_text_compiles_one_pattern() -> None:
    """That of Discord, whose tokens have nothing in common but two dots."""
    assert run(_LAZY) == "0 1"
