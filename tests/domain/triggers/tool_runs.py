"""Output of real tools: runs that succeed, runs that fail, and listings of code that handles errors.

Only what is installed is run; nothing asks the network. A tool that fails where it should succeed is left out, because
its output is no ordinary one.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_SECONDS = 60

_HERE = Path(__file__).parent


class Output(NamedTuple):
    """What one run printed."""

    command: str
    tool: str
    text: str


def prepare(folder: Path) -> None:
    """The project of project.txt: a dozen languages; what is broken in it is named zq."""
    for entry in (_HERE / "project.txt").read_text(encoding="utf-8").split("=== ")[1:]:
        name, _, content = entry.partition("\n")
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content, encoding="utf-8")


def succeeding(folder: Path) -> Iterator[Output]:
    """Runs the command lines of succeed.txt that are installed here, in their order; yields those that succeed."""
    return _outputs("succeed.txt", folder, succeeds=True)


def failing(folder: Path) -> Iterator[Output]:
    """The same with fail.txt, after `succeeding`; yields those that fail."""
    return _outputs("fail.txt", folder, succeeds=False)


def _outputs(name: str, folder: Path, succeeds: bool) -> Iterator[Output]:
    for line in (_HERE / name).read_text(encoding="utf-8").splitlines():
        words = [_installed(word) for word in shlex.split(line)]
        if shutil.which(words[0]) is None:
            continue
        run = _run(words, folder)
        if run is not None and (run.returncode == 0) is succeeds:
            yield Output(line, _tool(line.split()), run.stdout.decode("utf-8", "replace"))


def _installed(word: str) -> str:
    here = Path(sys.executable)
    return word.replace("{python}", str(here)).replace("{bin}", str(here.parent))


def _tool(words: list[str]) -> str:
    return words[2] if words[:2] == ["{python}", "-m"] else Path(words[0]).name


def _run(words: list[str], folder: Path) -> subprocess.CompletedProcess[bytes] | None:
    try:
        return subprocess.run(
            words,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_SECONDS,
            check=False,
        )
    except (subprocess.TimeoutExpired, OSError):
        return None


_LIBRARY = """
shutil subprocess socket argparse ssl sqlite3/dbapi2 json/decoder http/client urllib/request importlib/_bootstrap
importlib/_bootstrap_external concurrent/futures/process asyncio/base_events multiprocessing/pool tarfile zipfile
unittest/case configparser ast pickle logging/__init__ ctypes/util smtplib ftplib imaplib tempfile venv/__init__
"""
_OTHERS = (
    ("/usr/include", "asm-generic/errno*.h"),
    ("/usr/share/perl", "**/Carp.pm"),
    ("/usr/share/nodejs/npm/lib", "utils/*.js"),
    ("/usr/lib/node_modules/npm/lib", "utils/*.js"),
    ("/usr/lib/ruby", "**/net/http.rb"),
)


def listings() -> Iterator[Output]:
    """Source files that handle errors, as `cat` prints them: the harder case, told apart only by its command line."""
    library = Path(shutil.__file__).parent
    places = [library / f"{name}.py" for name in _LIBRARY.split()]
    places += [place for root, pattern in _OTHERS for place in sorted(Path(root).glob(pattern))[:60]]
    for place in places:
        if place.is_file():
            yield Output(f"cat {place}", "cat", place.read_text(encoding="utf-8", errors="replace"))
