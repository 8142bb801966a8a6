"""An interpreter that has already started: what a hook hands over to it runs in a fork, without the cost of imports.

Most of what a hook costs is starting Python. Here the real hooks hand over to a shell script, which passes on the
folder, the environment and the arguments, and shows what comes back; the program that runs is the real one.
"""

from __future__ import annotations

import importlib
import os
import random
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

STARTS = "starts"
"""The file beside the program that has a line for each time that a hook called it."""

_CLIENT = """\
#!/bin/sh
# Called as: python -P -m legendary_git hook NAME ARGUMENT...
shift 4
cd {folder_quoted} || exit 1
kill -0 "$(cat server)" || exit 1
echo "$1" >>starts
mkfifo "out.$$"
env -0 >"env.$$"
printf '%s\\n' "$OLDPWD" "$@" >"words.$$"
echo "$$" >requests
cat "out.$$" >&2
rm -f "out.$$" "env.$$" "words.$$"
"""


@contextmanager
def warm_python(folder: Path, *, kills: bool = False) -> Iterator[Path]:
    """A program in `folder` to install hooks with; it works until the context ends.

    With `kills` many may call it at once, and some are killed after as much work as is drawn by lot.
    """
    folder.mkdir()
    os.mkfifo(folder / "requests")
    client = folder / "python"
    client.write_text(_CLIENT.format(folder_quoted=shlex.quote(str(folder))), encoding="utf-8")
    client.chmod(0o755)
    environ = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    words = [sys.executable, __file__, str(folder), *(["kills"] if kills else [])]
    server = subprocess.Popen(words, env=environ)
    (folder / "server").write_text(str(server.pid), encoding="ascii")
    try:
        yield client
    finally:
        server.kill()
        server.wait()


def serve(folder: Path, *, kills: bool) -> None:
    """Answer requests for ever, each in a process of its own; one after the other unless some are killed."""
    from legendary_git.parsing.reader import read

    for name in ("git.libgit", "hooks.run", "render.flips", "usecases.catch_up"):
        importlib.import_module(f"legendary_git.{name}")
    read("warm.py", b"up = 1\n", None)
    # Opened for writing too, so that it never ends.
    with os.fdopen(os.open(folder / "requests", os.O_RDWR), "r", encoding="ascii", newline="\n") as requests:
        for line in requests:
            if os.fork() == 0:
                _answer(folder, line.strip(), kills=kills)
            if not kills:
                os.wait()


def _answer(folder: Path, number: str, *, kills: bool) -> None:
    from legendary_git.hooks.run import run

    code = 1
    try:
        out = os.open(folder / f"out.{number}", os.O_WRONLY)
        if kills and os.getpid() % 5 == 0:
            # Nobody handles this signal, so that it ends the process at once.
            signal.setitimer(signal.ITIMER_PROF, random.uniform(0.001, 0.06))
        os.dup2(out, 1)
        os.dup2(out, 2)
        cwd, *words = (folder / f"words.{number}").read_text(encoding="utf-8").splitlines()
        variables = (folder / f"env.{number}").read_bytes().split(b"\0")
        os.environb.clear()
        for variable in filter(None, variables):
            name, _, value = variable.partition(b"=")
            os.environb[name] = value
        os.chdir(cwd)
        code = run(words)
    finally:
        os._exit(code)


if __name__ == "__main__":
    serve(Path(sys.argv[1]), kills=sys.argv[2:] == ["kills"])
