"""Child processes: the one place that starts `git`, and the environment that it gets."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from legendary_git.errors import GitFailed, RepositoryError
from legendary_git.git.deadline import seconds_left
from legendary_git.git.process_groups import popen_options

# What `git rev-parse --local-env-vars` lists, but for the configuration: git sets these for its hooks, often relative
# to a folder that is not the child's, and a child started elsewhere then works on the wrong repository or index.
LOCAL_VARIABLES = frozenset(
    {
        "GIT_ALTERNATE_OBJECT_DIRECTORIES",
        "GIT_COMMON_DIR",
        "GIT_CONFIG",
        "GIT_DIR",
        "GIT_GRAFT_FILE",
        "GIT_IMPLICIT_WORK_TREE",
        "GIT_INDEX_FILE",
        "GIT_INTERNAL_SUPER_PREFIX",
        "GIT_NO_REPLACE_OBJECTS",
        "GIT_OBJECT_DIRECTORY",
        "GIT_PREFIX",
        "GIT_QUARANTINE_PATH",
        "GIT_REPLACE_REF_BASE",
        "GIT_SHALLOW_FILE",
        "GIT_WORK_TREE",
    }
)

# A caller's way to read patterns is not ours: some of these cannot even be combined.
_PATTERNS = frozenset({"GIT_GLOB_PATHSPECS", "GIT_ICASE_PATHSPECS", "GIT_LITERAL_PATHSPECS", "GIT_NOGLOB_PATHSPECS"})

# GIT_CONFIG_COUNT, GIT_CONFIG_PARAMETERS and their like stay: `git -c user.name=…` and a CI's safe.directory are meant.

_SETTINGS = {
    # A refresh of the index that a read does by the way would collide with the git command that runs the hook.
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    # An object that a partial clone does not have stays absent. Git before 2.45 does not know the first of the two.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    # refs/replace is not cloned, and every clone has to give the same verdicts.
    "GIT_NO_REPLACE_OBJECTS": "1",
    # Nor are grafts.
    "GIT_GRAFT_FILE": os.devnull,
    "LC_ALL": "C",
}


def scrubbed(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment for a child git: nothing that ties it to another repository, no locks, no network, English."""
    dropped = LOCAL_VARIABLES | _PATTERNS
    return {name: value for name, value in environ.items() if name not in dropped} | _SETTINGS


def run_git(
    words: Sequence[str | bytes], cwd: Path, *, stdin: bytes = b"", environ: Mapping[str, str] | None = None
) -> bytes:
    """Run `git WORDS…` in `cwd`; what it prints. `environ` is used as it is; without one, this process's, scrubbed.

    Nothing is inherited but the environment: a caller that reads git's own output would else wait for ours.
    Raises GitFailed when git exits with anything but 0, RepositoryError when there is no git.
    """
    result = ask_git(words, cwd, stdin=stdin, environ=environ)
    if result.returncode != 0:
        raise GitFailed(complaint(result), f"See what `git {_subcommand(words)}` says there by hand.")
    return result.stdout


def ask_git(
    words: Sequence[str | bytes], cwd: Path, *, stdin: bytes = b"", environ: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """As `run_git`, where another exit code than 0 is an answer too. Raises OverLimit within `deadline.until`."""
    environ = scrubbed(os.environ) if environ is None else dict(environ)
    with _told_plainly(cwd), _scratch_file() as said:
        command = ["git", *words]
        process = subprocess.Popen(
            command, cwd=cwd, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said, **popen_options()
        )
        with _ended(process):
            left = seconds_left()
            output = process.communicate(stdin)[0] if left is None else _exchange(process, stdin, left)
        said.seek(0)
        return subprocess.CompletedProcess(command, process.returncode, output, said.read())


def _exchange(process: subprocess.Popen[bytes], stdin: bytes, seconds: float) -> bytes:
    from legendary_git.git.bounded import exchange  # on servers alone

    return exchange(process, stdin, seconds)


def start_git(words: Sequence[str], cwd: Path, *, environ: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start `git WORDS…` in `cwd`, to be talked to over its stdin and stdout; nothing else of ours is inherited.

    Raises RepositoryError when there is no git.
    """
    with _told_plainly(cwd):
        return subprocess.Popen(
            ["git", *words],
            cwd=cwd,
            env=dict(environ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            **popen_options(),
        )


@contextmanager
def _ended(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Leave nothing running where the block is left early: git, and what it has started where that is known."""
    is_group = bool(popen_options())
    try:
        yield
    except BaseException:
        with suppress(OSError):
            if is_group:
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        raise
    finally:
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        process.wait()


def _scratch_file() -> IO[bytes]:
    """For stderr, in place of a pipe: what a user's filter leaves running would keep one open, and us waiting."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("stderr"), "w+b")
    return tempfile.TemporaryFile()


@contextmanager
def _told_plainly(cwd: Path) -> Iterator[None]:
    """What the system says when a program cannot be started, as an error that a user understands."""
    try:
        yield
    except FileNotFoundError as error:
        if error.filename == "git":
            raise RepositoryError("there is no `git` on PATH", "Install git 2.31 or newer.") from error
        raise RepositoryError(f"there is no folder {cwd}", "Go to a repository.") from error
    except NotADirectoryError as error:
        raise RepositoryError(f"{cwd} is not a folder", "Go to a repository.") from error
    except PermissionError as error:
        raise RepositoryError(f"{cwd} cannot be entered", "Mend its permissions.") from error


def complaint(result: subprocess.CompletedProcess[bytes]) -> str:
    """The line that git died with, without `fatal: `; a list that it continues on indented lines is joined to it."""
    lines = result.stderr.decode("utf-8", "replace").splitlines()
    start = next((at for at, line in enumerate(lines) if line.startswith("fatal: ")), 0)
    if not lines:
        return f"git exited with {result.returncode} and said nothing"
    more = [line.strip() for line in lines[start + 1 :]]
    said = lines[start].removeprefix("fatal: ").removeprefix("error: ")
    return f"{said} {', '.join(filter(None, more))}" if said.endswith(":") else said


def _subcommand(words: Sequence[str | bytes]) -> str:
    plain = [word if isinstance(word, str) else word.decode("utf-8", "replace") for word in words]
    behind = zip(("", *plain), plain, strict=False)  # of `-c` and `-C` the next word is the value
    return next((word for before, word in behind if not word.startswith("-") and before not in ("-c", "-C")), "")
