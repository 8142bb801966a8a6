"""Which files a command shows: some agents have no tool that reads a file, and call `cat` or `sed -n` instead."""

from __future__ import annotations

import shlex
from pathlib import PurePosixPath

_SHOWS = frozenset({"cat", "bat", "batcat", "head", "tail", "less", "more", "nl", "tac"})
_SCRIPTED = frozenset({"sed", "awk", "gawk"})
_WITH_VALUE = frozenset({"-n", "-c", "-l", "-A", "-B", "-C", "--lines", "--bytes"})
_BREAKS = frozenset(";|&()<>")
_EXPANDED = frozenset("*?[$`{~")
_MOST = 20_000
_MOST_PATHS = 20


def find_read_paths(command: str) -> tuple[str, ...]:
    """The files that `command` prints in whole or in part, as they stand there; none where that cannot be told.

    Nothing is expanded: a name with a variable or a pattern in it is left out.
    """
    found: dict[str, None] = {}
    for words in _commands(command[:_MOST]):
        found.update(dict.fromkeys(_shown(words)))
    return tuple(found)[:_MOST_PATHS]


def _commands(command: str) -> list[list[str]]:
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.commenters = ""
    lexer.whitespace_split = True
    commands: list[list[str]] = [[]]
    try:
        for word in lexer:
            if word and set(word) <= _BREAKS:
                commands.append([word] if word.startswith((">", "<")) else [])
            else:
                commands[-1].append(word)
    except ValueError:  # an open quote: what came before it still counts
        commands.pop()
    return commands


def _shown(words: list[str]) -> list[str]:
    name = PurePosixPath(words[0]).name if words else ""
    if name in _SHOWS:
        return _plain(_operands(words[1:], drops_values=name in ("head", "tail")))
    if name not in _SCRIPTED or any(word.startswith(("-i", "--in-place")) for word in words):
        return []
    operands = _operands(words[1:], drops_values=False)
    return _plain(operands if {"-e", "-f"} & set(words) else operands[1:])


def _operands(words: list[str], *, drops_values: bool) -> list[str]:
    operands: list[str] = []
    skips = False
    for word in words:
        if skips or word.startswith("-"):
            skips = not skips and drops_values and word in _WITH_VALUE
        else:
            operands.append(word)
    return operands


def _plain(operands: list[str]) -> list[str]:
    return [word for word in operands if word and not set(word) & _EXPANDED]
