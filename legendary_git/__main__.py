"""Where `git memory` and the hooks begin. Only what is needed is imported: imports are the bill."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

_FOR_PEOPLE = ("-h", "--help", "--file", "--text")
"""Options of commands that agents' hooks run which a person gives."""


_INTERRUPTED = 130
"""As errors.py has it, which need not be there yet."""


def main() -> None:
    """Run the hook or the command that the command line names, and exit with its code.

    Whoever presses Ctrl-C while modules are still imported gets the same answer as later.
    """
    try:
        _run()
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)


def _run() -> None:
    _put_last(os.environ.get("PYTHONPATH", ""))
    words = sys.argv[1:]
    if words[:1] == ["hook"] and words[1:2] and not words[1].startswith("-"):
        from legendary_git.hooks.run import run as run_hook

        sys.exit(run_hook(words[1:]))
    if words[:1] in (["surface"], ["guard"]) and not any(word.partition("=")[0] in _FOR_PEOPLE for word in words):
        import gc

        gc.set_threshold(100_000)  # so short a life leaves little to be collected, and looking for it takes its time
        from legendary_git.agents.run import run as run_agent

        _leave(run_agent(words))
    from legendary_git.cli.main import run

    sys.exit(run(words))


def _leave(code: int) -> NoReturn:
    """End without taking apart what the process made, which takes longer than most of what a push does."""
    import atexit

    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):  # nobody listens any more, or never did
            continue
    os._exit(code)


def _put_last(folders: str) -> None:
    """Let what PYTHONPATH names for another program stand in for no module of ours, or of what we are built on.

    Where it is what brings us, or has what is nowhere else, it goes on doing so.
    """
    absolute = os.path.abspath  # pathlib itself may be what somebody stands in for
    foreign = {absolute(folder) for folder in folders.split(os.pathsep) if folder} - {absolute(f"{__file__}/../..")}
    sys.path.sort(key=lambda folder: absolute(folder) in foreign)


if __name__ == "__main__":
    main()
