"""Which files a command shows: some agents have no tool that reads a file, and call `cat` or `sed -n` instead."""

from __future__ import annotations

_SHOWS = frozenset({"cat", "bat", "batcat", "head", "tail", "less", "more", "nl", "tac"})
_SCRIPTED = frozenset({"sed", "awk", "gawk"})
_WITH_VALUE = frozenset({"-n", "-c", "-l", "-A", "-B", "-C", "--lines", "--bytes"})
_ENDS = frozenset(" \t\n;|&()<>")
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
    """The words of each simple command, as sh would split them; a redirection begins one of its own."""
    commands: list[list[str]] = [[]]
    word: str | None = None
    at = 0
    while at < len(command):
        sign = command[at]
        at += 1
        if sign in "'\"":
            end = command.find(sign, at)
            if end < 0:  # an open quote: what came before it still counts
                return commands[:-1]
            word, at = (word or "") + command[at:end], end + 1
        elif sign == "\\":
            word, at = (word or "") + command[at : at + 1], at + 1
        elif sign not in _ENDS:
            word = (word or "") + sign
        else:
            commands[-1] += [] if word is None else [word]
            word = None
            if sign not in " \t":
                commands.append([sign] if sign in "<>" else [])
    commands[-1] += [] if word is None else [word]
    return commands


def _shown(words: list[str]) -> list[str]:
    name = words[0].rpartition("/")[2] if words else ""
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
