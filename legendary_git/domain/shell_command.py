"""A command line of a shell taken apart: which programs run, in which pipelines."""

from __future__ import annotations

_HEREDOC = r"(?<!<)<<(?!<)-?[ \t]*(['\"]?)(\w{1,80})\1[^\n]*\n"
_SPECIAL = frozenset("\"#$&'()<>;\\`\n|{}")
_OPERATORS = ("&&", "||", ";;", "|&", ";", "|", "&", "\n", "(", ")")
_PIPES = frozenset({"|", "|&"})
_SUBSTITUTED = "$()"
_MOST_CHARACTERS = 20_000

Words = tuple[str, ...]
Pipeline = tuple[Words, ...]
"""The programs of a pipeline with their arguments, each reading what the one before it prints."""


class ShellCommand:
    """`pipelines` in the order in which they stand, and `substituted`: the command lines in `$(…)` and backticks.

    `functions`: the names that the command line gives to parts of itself, as in `f() { …; }; f`.
    """

    __slots__ = ("functions", "pipelines", "substituted")

    def __init__(
        self, pipelines: tuple[Pipeline, ...], substituted: tuple[str, ...], functions: frozenset[str] = frozenset()
    ) -> None:
        self.pipelines = pipelines
        self.substituted = substituted
        self.functions = functions


def parse_command(text: str) -> ShellCommand | None:
    """The command line taken apart; None where it cannot be: quotes that are not closed, or far too long."""
    if len(text) > _MOST_CHARACTERS:
        return None
    if _SPECIAL.isdisjoint(text):
        words = tuple(text.split())
        return ShellCommand(((words,),) if words else (), ())
    import shlex  # late: most commands are a few words, and an agent waits for what is loaded

    scan = _Scan(_without_heredocs(text))
    try:
        pieces = scan.pieces()
        commands = [(tuple(shlex.split(piece, comments=True)), operator) for piece, operator in pieces]
    except ValueError:
        return None
    defined = frozenset(_defined(commands))
    return ShellCommand(tuple(_pipelines(_without_names(commands))), tuple(scan.inner), defined)


def _defined(commands: list[tuple[Words, str]]) -> list[str]:
    names = [commands[at][0][-1] for at in range(len(commands)) if _begins_function(commands, at)]
    return names + [words[1] for words, _ in commands if words[:1] == ("function",) and len(words) > 1]


def _begins_function(commands: list[tuple[Words, str]], at: int) -> bool:
    """Whether `f` `(`, and nothing `)`, stand there."""
    words, operator = commands[at]
    return bool(words) and operator == "(" and commands[at + 1] == ((), ")")


def _without_names(commands: list[tuple[Words, str]]) -> list[tuple[Words, str]]:
    return [
        (words[:-1] if _begins_function(commands, at) else words, operator)
        for at, (words, operator) in enumerate(commands)
    ]


def _pipelines(commands: list[tuple[Words, str]]) -> list[Pipeline]:
    found: list[Pipeline] = []
    running: list[Words] = []
    for words, operator in commands:
        if words:
            running.append(words)
        if operator not in _PIPES:
            found.append(tuple(running))
            running = []
    return [pipeline for pipeline in found if pipeline]


def _without_heredocs(text: str) -> str:
    """The text without what is written into a program's standard input: nothing of that is run by this shell."""
    if "<<" not in text:
        return text
    import re

    pattern = re.compile(_HEREDOC)
    while (begun := pattern.search(text)) is not None:
        end = re.compile(rf"^[ \t]*{re.escape(begun[2])}[ \t]*$", re.MULTILINE).search(text, begun.end())
        rest = text[end.end() :] if end is not None else ""
        line = begun[0].replace(begun[0][: begun.end(2) - begun.start()] + begun[1], "", 1)
        text = f"{text[: begun.start()]}{line}{rest}"
    return text


class _Scan:
    """Goes through the text once and cuts it at operators that are not quoted."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._substituted: list[tuple[int, int]] = []
        self._depth = 0
        self.inner: list[str] = []

    def pieces(self) -> list[tuple[str, str]]:
        """What stands between operators, each with the operator behind it."""
        found, start = [], 0
        while self._at < len(self._text):
            operator = self._operator()
            if operator:
                found.append((self._piece(start), operator))
                self._at += len(operator)
                start = self._at
            else:
                self._step()
        return [*found, (self._piece(start), "")]

    def _piece(self, start: int) -> str:
        """From there to here, with a sign for each substitution: its blanks do not part the words of `X=$(cat a)`."""
        parts = []
        for begun, end in self._substituted:
            parts.append(f"{self._text[start:begun]}{_SUBSTITUTED}")
            start = end
        self._substituted = []
        return "".join((*parts, self._text[start : self._at]))

    def _operator(self) -> str:
        operator = next((one for one in _OPERATORS if self._text.startswith(one, self._at)), "")
        before, after = self._text[max(0, self._at - 1) : self._at], self._text[self._at + 1 : self._at + 2]
        is_redirection = operator in ("&", "|") and (before in ("<", ">") or after == ">")
        return "" if is_redirection else operator

    def _step(self) -> None:
        """Over one character, or over all that belongs to it: a quotation, a substitution."""
        char = self._text[self._at]
        if char == "\\":
            self._at += 2
        elif char == "'":
            self._at = self._closing("'", self._at + 1) + 1
        elif char == '"':
            self._double_quoted()
        elif char == "`" or self._text.startswith(("$(", "<(", ">("), self._at):
            self._substitution()
        else:
            self._at += 1

    def _double_quoted(self) -> None:
        self._at += 1
        while self._at < len(self._text) and self._text[self._at] != '"':
            if self._text[self._at] == "\\":
                self._at += 2
            elif self._text[self._at] == "`" or self._text.startswith("$(", self._at):
                self._substitution()
            else:
                self._at += 1
        if self._at >= len(self._text):
            raise ValueError("a quotation is not closed")
        self._at += 1

    def _substitution(self) -> None:
        start = self._at
        self._depth += 1
        self._step_substitution()
        self._depth -= 1
        if not self._depth:
            self._substituted.append((start, self._at))

    def _step_substitution(self) -> None:
        if self._text[self._at] == "`":
            end = self._closing("`", self._at + 1)
            self.inner.append(self._text[self._at + 1 : end])
            self._at = end + 1
            return
        self._at += 2
        start, depth = self._at, 1
        while depth:
            if self._at >= len(self._text):
                raise ValueError("a substitution is not closed")
            depth += {"(": 1, ")": -1}.get(self._text[self._at], 0)
            if self._text[self._at] in "\\'\"":
                self._step()
            else:
                self._at += 1
        self.inner.append(self._text[start : self._at - 1])

    def _closing(self, sign: str, start: int) -> int:
        end = self._text.find(sign, start)
        if end < 0:
            raise ValueError("a quotation is not closed")
        return end
