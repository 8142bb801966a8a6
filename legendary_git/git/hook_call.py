"""The lines by which something else runs our hooks: a hook manager, a committed hook, git's own configuration."""

from __future__ import annotations

import shlex
from enum import StrEnum

from legendary_git.git.hook_manager import HookManager
from legendary_git.git.hook_text import HOOKS, RUN

# No path of this machine is in it, so that it can be committed. It works in a clone where nobody has run `git memory`
# yet, says nothing where it is not installed, and never fails what git has done.
CALL = (
    f"sh -c 'f=$(git rev-parse --git-common-dir)/legendary/{RUN};"
    ' if [ -r "$f" ]; then sh "$f" "$@";'
    ' elif command -v git-memory >/dev/null; then git-memory hook --keep "$@"; fi; exit 0\' legendary'
)
CONFIG_PREFIX = "legendary-"


class Dialect(StrEnum):
    """For whom the lines are."""

    LEFTHOOK = "lefthook"
    HUSKY = "husky"
    PRE_COMMIT = "pre-commit"
    PREK = "prek"
    CONFIG = "config"
    SHELL = "shell"


def dialect_of(manager: HookManager) -> Dialect:
    """What to print for the owner of a folder; hooks of any other kind are given a line of shell."""
    return Dialect(manager.value) if manager.value in list(Dialect) else Dialect.SHELL


def call_lines(dialect: Dialect) -> tuple[str, ...]:
    """What has to be added so that each of our hooks is run once."""
    if dialect in (Dialect.PRE_COMMIT, Dialect.PREK):
        return _pre_commit_lines()
    lines_of = {Dialect.LEFTHOOK: _lefthook, Dialect.HUSKY: _husky, Dialect.CONFIG: _config}.get(dialect, _shell)
    return tuple(line for name in HOOKS for line in lines_of(name))


def _lefthook(name: str) -> tuple[str, ...]:
    return (f"{name}:", "  commands:", "    legendary:", "      run: >-", f"        {CALL} {name} {{0}}")


def _husky(name: str) -> tuple[str, ...]:
    return (f"# .husky/{name} (chmod +x)", "#!/usr/bin/env sh", f'{CALL} {name} "$@"')


def _shell(name: str) -> tuple[str, ...]:
    return (f"# {name}", f'{CALL} {name} "$@"')


def _config(name: str) -> tuple[str, ...]:
    """Git adds the arguments itself (git-config(1), `hook.<name>.command`)."""
    section = f"hook.{CONFIG_PREFIX}{name}"
    return (
        f"git config --replace-all {section}.event {name}",
        f"git config --replace-all {section}.command {shlex.quote(f'{CALL} {name}')}",
    )


def _pre_commit_lines() -> tuple[str, ...]:
    hooks = (line for name in HOOKS for line in _pre_commit(name))
    stages = ", ".join(("pre-commit", *HOOKS))
    return (f"default_install_hook_types: [{stages}]", "repos:", "  - repo: local", "    hooks:", *hooks)


def _pre_commit(name: str) -> tuple[str, ...]:
    """`verbose`, because what a hook says is else not shown unless it fails, and ours never does."""
    return (
        f"      - id: legendary-{name}",
        "        name: legendary-git",
        "        language: system",
        "        entry: >-",
        f"          {CALL} {name}",
        f"        stages: [{name}]",
        "        always_run: true",
        "        pass_filenames: false",
        "        verbose: true",
    )
