"""Where `git memory` and the hooks begin. Only what is needed is imported: imports are the bill."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the hook or the command that the command line names, and exit with its code."""
    words = sys.argv[1:]
    if words[:1] == ["hook"] and words[1:2] and not words[1].startswith("-"):
        from legendary_git.hooks.run import run as run_hook

        sys.exit(run_hook(words[1:]))
    from legendary_git.cli.main import run

    sys.exit(run(words))


if __name__ == "__main__":
    main()
