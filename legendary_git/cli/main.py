"""The `git memory` command: which commands there are, and what their errors become."""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence

import click

from legendary_git import __version__
from legendary_git.cli.output import complain, explain_usage, notice, prepare_streams
from legendary_git.errors import EXIT_BUG, EXIT_INTERRUPTED, EXIT_OK, EXIT_USAGE, UsageError, UserError

COMMANDS = {
    "init": "legendary_git.cli.init",
    "remember": "legendary_git.cli.remember",
    "import": "legendary_git.cli.import_",
    "supersede": "legendary_git.cli.supersede",
    "deprecate": "legendary_git.cli.deprecate",
    "reaffirm": "legendary_git.cli.reaffirm",
    "reanchor": "legendary_git.cli.reanchor",
    "resolve": "legendary_git.cli.resolve",
    "review": "legendary_git.cli.review",
    "record": "legendary_git.cli.record",
    "list": "legendary_git.cli.list",
    "show": "legendary_git.cli.show",
    "stale": "legendary_git.cli.stale",
    "diff": "legendary_git.cli.diff",
    "log": "legendary_git.cli.log",
    "why": "legendary_git.cli.why",
    "recall": "legendary_git.cli.recall",
    "brief": "legendary_git.cli.brief",
    "check": "legendary_git.cli.check",
    "languages": "legendary_git.cli.languages",
    "doctor": "legendary_git.cli.doctor",
    "rebuild": "legendary_git.cli.rebuild",
    "hooks": "legendary_git.cli.hooks",
    "surface": "legendary_git.cli.surface",
    "guard": "legendary_git.cli.guard",
    "hook": "legendary_git.cli.hook",
    "agent": "legendary_git.cli.agent",
    "mcp": "legendary_git.cli.mcp",
    "merge-driver": "legendary_git.cli.merge_driver",
}


class _LazyGroup(click.Group):
    """Commands by name; a command's module is imported when it is run, not before."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click gives it
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click gives it
        module = COMMANDS.get(cmd_name)
        return importlib.import_module(module).command if module is not None else None


@click.group(cls=_LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--global", "is_global", is_flag=True, help="Work on your own store, which is of no repository.")
@click.version_option(__version__, prog_name="git-memory", message="%(prog)s %(version)s")
@click.pass_context
def git_memory(context: click.Context, is_global: bool) -> int:  # noqa: ARG001 - cli/where.py looks for it
    """Decisions and failed approaches, kept beside the code and re-verified against it on every commit."""
    return explain_usage(context)


def run(words: Sequence[str]) -> int:
    """Run the command line and give its exit code (docs/exit-codes.md)."""
    prepare_streams()
    try:
        return _exit_code(git_memory.main(args=list(words), prog_name="git memory", standalone_mode=False))
    except UserError as error:
        complain(error)
        return error.exit_code
    except click.ClickException as error:
        complain(_as_usage_error(error))
        return EXIT_USAGE
    except (click.Abort, KeyboardInterrupt):
        return EXIT_INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the last one to know
        notice([f"error: {type(error).__name__}: {error}", f"hint: this is a bug; {_log(words, error)}"])
        return EXIT_BUG


def _as_usage_error(error: click.ClickException) -> UserError:
    """What click found wrong with the command line, in the form of every other error."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "git memory"
    return UsageError(error.format_message().rstrip("."), f"see {command} --help")


def _exit_code(result: object) -> int:
    return result if isinstance(result, int) else EXIT_OK


def _log(words: Sequence[str], error: Exception) -> str:
    """Write the traceback where a report can take it from."""
    try:
        from legendary_git.usecases.crash_log import write_crash

        log = write_crash(error, [word for word in words[:1] if word in COMMANDS], os.environ)
    except Exception:  # noqa: BLE001 - what failed may be what the log needs
        log = None
    return f"please report it with {log}" if log is not None else "no log could be written"
