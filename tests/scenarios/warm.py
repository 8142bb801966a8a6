"""An interpreter that has already started: what a hook hands over to it runs in a fork, without the cost of imports.

Most of what a hook costs is starting Python. Here the real hooks hand over to a shell script, which passes on the
folder, the environment and the arguments, and shows what comes back; the program that runs is the real one.
"""

from __future__ import annotations

import importlib
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_CLIENT = """\
#!/bin/sh
# Called as: python -P -m legendary_git hook NAME ARGUMENT...
shift 4
cd {folder_quoted} || exit 1
kill -0 "$(cat server)" || exit 1
mkfifo "out.$$"
env -0 >"env.$$"
printf '%s\\n' "$OLDPWD" "$@" >"words.$$"
echo "$$" >requests
cat "out.$$" >&2
rm -f "out.$$" "env.$$" "words.$$"
"""


@contextmanager
def warm_python(folder: Path) -> Iterator[Path]:
    """A program in `folder` to install hooks with; it works until the context ends."""
    folder.mkdir()
    os.mkfifo(folder / "requests")
    client = folder / "python"
    client.write_text(_CLIENT.format(folder_quoted=shlex.quote(str(folder))), encoding="utf-8")
    client.chmod(0o755)
    server = subprocess.Popen([sys.executable, __file__, folder])
    (folder / "server").write_text(str(server.pid), encoding="ascii")
    try:
        yield client
    finally:
        server.kill()
        server.wait()


def serve(folder: Path) -> None:
    """Answer requests for ever, each in a process of its own."""
    from legendary_git.parsing.reader import read

    for name in ("git.libgit", "hooks.run", "render.flips", "usecases.catch_up"):
        importlib.import_module(f"legendary_git.{name}")
    read("warm.py", b"up = 1\n", None)
    # Opened for writing too, so that it never ends.
    with os.fdopen(os.open(folder / "requests", os.O_RDWR), "r", encoding="ascii", newline="\n") as requests:
        for line in requests:
            if os.fork() == 0:
                _answer(folder, line.strip())
            os.wait()


def _answer(folder: Path, number: str) -> None:
    from legendary_git.hooks.run import run

    code = 1
    try:
        out = os.open(folder / f"out.{number}", os.O_WRONLY)
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
    serve(Path(sys.argv[1]))
