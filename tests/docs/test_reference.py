"""docs/cli.md and the man page are what the commands say; LEGENDARY_REWRITE_EXPECTED=1 writes them anew."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from inspect import cleandoc
from pathlib import Path

import click
import pytest

from legendary_git import errors
from legendary_git.cli.main import COMMANDS, git_memory

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "cli.md"
MANUAL = ROOT / "docs" / "git-memory.1"
_REWRITE = os.environ.get("LEGENDARY_REWRITE_EXPECTED") == "1"
_HEAD = """\
# Commands

What `git memory COMMAND --help` says, for reading in one go. A test keeps this page equal to it. Every read takes
`--json` and then prints one object ([format.md](format.md)); exit codes are in [exit-codes.md](exit-codes.md). Colour
and tables appear on a terminal only, `NO_COLOR` is respected, `--` ends the options.
"""
_MANUAL = """\
.TH GIT\\-MEMORY 1 "" "legendary\\-git" "Git Manual"
.SH NAME
git\\-memory \\- decisions and failed approaches, kept beside the code and re\\-verified against it
.SH SYNOPSIS
git memory COMMAND [OPTIONS]
.SH DESCRIPTION
Keeps decisions and failed approaches as markdown committed beside the code, anchors each to a symbol, lines or a file,
and judges on every commit whether that code still is what it was: fresh, stale, orphaned or unknown.
.SH COMMANDS"""
_MANUAL_END = """\
.SH EXIT STATUS
0 good; 1 the answer is no; 2 usage; 70 a bug; 128 not a repository; 130 interrupted. A git hook always exits 0.
.SH FILES
.TP
.legendary/memories/*.md
the memories
.TP
.legendary/config.toml
settings of the team
.TP
.git/legendary/
of one work tree: the index, derived and never committed, and what was told to whom
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
    return "\n".join([f"## {path}", "", f"    {words}", "", cleandoc(command.help or ""), "", *options, ""])


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


def _manual() -> str:
    """The man page, so that `git memory --help`, which git makes `git help memory`, finds one."""
    parts = [_MANUAL]
    for path, command in _commands(git_memory, "git memory"):
        arguments = " ".join(str(one.metavar or one.human_readable_name) for one in _arguments(command))
        parts += [f".SS {path} {arguments}".rstrip(), _roff(cleandoc(command.help or ""))]
        for option in command.params:
            if isinstance(option, click.Option):
                parts += [".TP", f"\\fB{_roff(_names(option))}\\fR", _roff(option.help or "")]
    return "\n".join([*parts, _MANUAL_END])


def _roff(text: str) -> str:
    lines = text.replace("\\", "\\e").replace("-", "\\-").split("\n")
    return "\n".join(".PP" if not line else f"\\&{line}" if line[0] in ".'" else line for line in lines)


@pytest.mark.parametrize(("page", "write"), [(PAGE, _page), (MANUAL, _manual)], ids=["cli.md", "git-memory.1"])
def test_reference_is_what_the_commands_say(page: Path, write: Callable[[], str]) -> None:
    expected = write()
    found = page.read_text(encoding="utf-8") if page.exists() else ""
    if _REWRITE:
        page.write_text(expected, encoding="utf-8")
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
