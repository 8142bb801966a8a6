"""docs/cli.md is what the commands say of themselves; LEGENDARY_REWRITE_EXPECTED=1 writes it anew."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from legendary_git import errors
from legendary_git.cli.main import COMMANDS, git_memory

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "cli.md"
_REWRITE = os.environ.get("LEGENDARY_REWRITE_EXPECTED") == "1"
_HEAD = """\
# Commands

What `git memory COMMAND --help` says, for reading in one go. A test keeps this page equal to it. Every read takes
`--json` and then prints one object ([format.md](format.md)); exit codes are in [exit-codes.md](exit-codes.md). Colour
and tables appear on a terminal only, `NO_COLOR` is respected, `--` ends the options.
"""


def _commands(group: click.Group, path: str) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from _commands(command, f"{path} {name}")
        else:
            yield f"{path} {name}", command


def _section(path: str, command: click.Command) -> str:
    """A command's words, help and options, taken from its parts: click lays help out anew in each version."""
    arguments = " ".join(str(one.metavar or one.human_readable_name) for one in _arguments(command))
    words = f"{path} [OPTIONS] {arguments}".rstrip()
    options = [f"- `{_names(option)}`: {option.help}" for option in command.params if isinstance(option, click.Option)]
    return "\n".join([f"## {path}", "", f"    {words}", "", (command.help or "").strip(), "", *options, ""])


def _arguments(command: click.Command) -> list[click.Argument]:
    return [one for one in command.params if isinstance(one, click.Argument)]


def _names(option: click.Option) -> str:
    if option.is_flag:
        return ", ".join(option.opts)
    choices = "|".join(option.type.choices) if isinstance(option.type, click.Choice) else None
    return f"{', '.join(option.opts)} {choices or option.metavar or option.type.name.split()[0].upper()}"


def _page() -> str:
    sections = [_section(path, command) for path, command in _commands(git_memory, "git memory")]
    return "\n".join([_HEAD, *sections])


def test_cli_page_is_what_the_commands_say() -> None:
    expected = _page()
    found = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    if _REWRITE:
        PAGE.write_text(expected, encoding="utf-8")
    assert found == expected


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_has_help(name: str) -> None:
    command = git_memory.get_command(click.Context(git_memory), name)
    assert command is not None
    assert command.help
    assert [option.name for option in command.params if isinstance(option, click.Option) and not option.help] == []


def test_exit_codes_page_names_every_code_and_every_error() -> None:
    page = (ROOT / "docs" / "exit-codes.md").read_text(encoding="utf-8")
    codes = {value for name, value in vars(errors).items() if name.startswith("EXIT_")}
    classes = [name for name, value in vars(errors).items() if isinstance(value, type) and name != "UserError"]
    assert [code for code in sorted(codes) if f"| {code} |" not in page] == []
    assert [
        name for name in classes if name.endswith(("Error", "Refused", "Failed", "Missing")) and name not in page
    ] == []
