"""Time and memory grow with the text alone: the kernel ends a scan that takes more than its share."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.secrets.dice import Dice

ROOT = Path(__file__).resolve().parents[2]
_MOST_SECONDS = 20
"""Of processor time. Each takes 1 or 2; one that is quadratic takes minutes."""
_MOST_MEGABYTES = 256

_SCAN = f"""
import resource, sys
from pathlib import Path
from legendary_git.secrets import find_secrets
resource.setrlimit(resource.RLIMIT_CPU, ({_MOST_SECONDS}, {_MOST_SECONDS}))
piece, length = sys.argv[1].encode().decode("unicode_escape"), int(sys.argv[2])
print(len(find_secrets({{"body": piece * (length // len(piece))}})))
if sys.platform == "linux":  # of this program alone: ru_maxrss has what the process was before it began
    status = Path("/proc/self/status").read_text()
    print(int(status.partition("VmHWM:")[2].split()[0]) >> 10)
else:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1 << 20 if sys.platform == "darwin" else 1 << 10))
"""

TEXTS = {
    "5 MB of prose": (r"The quick brown fox jumps over the lazy dog, and asks why.\n", 5_000_000),
    "a megabyte in one line": ("a", 1_000_000),
    "prefixes of tokens": ("ghp_sk-xoxb-eyJ.", 300_000),
    "names without values": ("password for a token = secret: ", 120_000),
    "keys without an end": (r"-----BEGIN PRIVATE KEY-----\n> ", 150_000),
    "URLs without a host": ("x://u:p", 300_000),
    "commands without a password": ("curl -u ", 60_000),
    "lines that may be wrapped tokens": (r"a1b2c3d4e5f6g7h8i9j0k\n", 60_000),
    "percent upon percent": ("%2541%0A", 120_000),
    "base64 of base64": ("UVVKRFJFVT0", 300_000),
}


@pytest.mark.parametrize("text", TEXTS)
def test_hostile_text_is_read_in_bounds(text: str) -> None:
    piece, length = TEXTS[text]
    assert scan(piece, length) == 0


def test_as_many_secrets_as_fit_are_read_in_bounds() -> None:
    assert scan(f"password={Dice('bounds').mixed(12)}\\n", 33_000) == 33_000 // 22
    assert scan("ghp" + "_" + "a1B2c3D4e5F6g7H8i9J0" * 2 + " ", 90_000) == 1


def test_as_many_secrets_of_the_library_as_fit_are_read_in_bounds() -> None:
    assert scan(f"lip_{Dice('bounds').mixed(26)}\\n", 31_000) == 31_000 // 31
    assert scan(f"e lip_{Dice('bounds').mixed(26)} ", 66_000) == 1


def scan(piece: str, length: int) -> int:
    """How many findings the text has, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", _SCAN, piece, str(length)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    found, megabytes = map(int, done.stdout.split())
    assert megabytes <= _MOST_MEGABYTES
    return found
