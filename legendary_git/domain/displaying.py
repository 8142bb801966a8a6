"""Whether a command shows text that is there already, so that an error in it has not happened now.

`cat build.log` prints an error, `make 2>&1 | tail -50` has one. A program that is not known here runs something; one
that keeps house (`git status`, `chmod`) says nothing of either, so that what stands beside it decides.
"""

from __future__ import annotations

from legendary_git.domain.programs import (
    DISPLAYS,
    FILTERS,
    GIT_DISPLAYS,
    GIT_HOOKED,
    GIT_NESTED_DISPLAYS,
    GIT_NEUTRAL,
    MODULES,
    NEUTRAL,
    OTHERS,
    PRINTS,
    QUERIES,
    SHELLS,
    SILENT,
    STREAMED,
)
from legendary_git.domain.shell_command import Pipeline, ShellCommand, Words, parse_command
from legendary_git.domain.wrapped import unwrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_DEPTH = 4
_FEW_WORDS = 4
_ASKED = (("--version",), ("--help",))
_GIT_OPTIONS = ("-C", "-c", "--git-dir", "--work-tree", "--namespace", "-R", "--repo", "-n", "--context")
_SCRIPTS = (".sh", ".bash", ".zsh", ".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl", ".php", ".lua", ".awk")
_INNER = ("-exec", "-execdir", "-ok", "-okdir")


def is_displaying(command: str | None, *, failed: bool = False) -> bool:
    """Whether all that the command prints was written before it ran. Of one that cannot be parsed, no.

    Where it failed, a `git commit` in it may have run hooks that print errors of their own.
    """
    return _displays(command or "", _DEPTH, failed=failed)


def voices(command: str | None, *, failed: bool = True) -> frozenset[str]:
    """The names with which a displaying command's programs begin their own complaints: `cat` in `cat: x: …`.

    Of one that did not fail, those that do not display: `cp` in `cp a b; cat c`, of which the first may have failed.
    """
    parsed = parse_command(command or "")
    pipelines = parsed.pipelines if parsed is not None else ()
    programs = [words for pipeline in pipelines for one in pipeline if (words := unwrap(one))]
    return frozenset(words[0] for words in programs if failed or _kind(words, ShellCommand((), ()), 1, failed) is None)


def find_programs(command: str | None) -> frozenset[str]:
    """The names by which the programs of a command may begin what they complain: `psql`, `run.sh` in `bash run.sh`."""
    return frozenset(_named(command or "", _DEPTH))


def _named(command: str, depth: int) -> Iterator[str]:
    parsed = parse_command(command) if depth else None
    for words in (unwrap(words) for pipeline in parsed.pipelines for words in pipeline) if parsed is not None else ():
        names = [word.replace("\\", "/").rpartition("/")[2] for word in words]
        yield from (name for at, name in enumerate(names) if not at or name.endswith(_SCRIPTS))
        yield from _named(inner_command(words) or "", depth - 1)
    for inner in parsed.substituted if parsed is not None else ():
        yield from _named(inner, depth - 1)


def runs(words: Words) -> bool:
    """Whether a program, by its bare name, runs something: it neither displays nor keeps house."""
    return _kind(words, ShellCommand((), ()), 1, failed=True) is False


def inner_command(words: Words) -> str | None:
    """The command line that a shell is given as one word: `bash -c '…'`, `eval …`; None for any other program."""
    if not words or words[0] not in SHELLS:
        return " ".join(words[1:]) if words[:1] == ("eval",) else None
    for at, word in enumerate(words[:-1]):
        if word.startswith("-") and not word.startswith("--") and (word.endswith("c") or word.lower() == "-command"):
            return words[at + 1]
    return None


def _displays(command: str, depth: int, *, failed: bool) -> bool:
    parsed = parse_command(command) if depth else None
    if parsed is None:
        return False
    kinds = [_pipeline_displays(pipeline, parsed, depth, failed) for pipeline in parsed.pipelines]
    return True in kinds and False not in kinds


def _pipeline_displays(pipeline: Pipeline, parsed: ShellCommand, depth: int, failed: bool) -> bool | None:
    """Whether what comes out of the pipeline was there before; None where nothing comes out."""
    kinds = [_kind(unwrap(words), parsed, depth, failed) for words in pipeline]
    return False if False in kinds else True if True in kinds else None


def _kind(words: Words, parsed: ShellCommand, depth: int, failed: bool) -> bool | None:
    """Whether a program displays (True), runs something (False), or does neither."""
    if not words or words[0] in SILENT or words[0] in parsed.functions:
        return None
    name, rest = words[0], words[1:]
    if name in SHELLS or name == "eval":
        inner = inner_command(words)  # a shell that runs a file runs something
        return inner is not None and _displays(inner, depth - 1, failed=failed)
    if name in PRINTS:
        return all(_displays(inner, depth - 1, failed=failed) for inner in parsed.substituted)
    if name == "find":
        return _find_displays(rest, parsed, depth, failed)
    return _plain_kind(name, rest, failed)


def _plain_kind(name: str, rest: Words, failed: bool) -> bool | None:
    if (len(rest) == 1 and rest[0] in QUERIES) or (rest[-1:] in _ASKED and len(rest) <= _FEW_WORDS):
        return None  # `npx prettier --version`
    if name == "git":
        return _git_kind(_subcommand(rest), failed)
    if name == "sed":
        return None if any(word.startswith(("-i", "--in-place")) for word in rest) else True
    if name in STREAMED:
        return True if _is_streamed(name, rest) else None
    if name in FILTERS:
        return _filter_kind(rest)
    if name.startswith("python"):
        return _is_module(rest)
    if name in OTHERS:
        displays, neutral = OTHERS[name]
        command = next(iter(_subcommand(rest)), rest[0] if rest else "")
        return True if command in displays else None if command in neutral else False
    return True if name in DISPLAYS else None if name in NEUTRAL else False


def _git_kind(words: Words, failed: bool) -> bool | None:
    command = words[0] if words else ""
    if command in GIT_DISPLAYS or words[:2] in GIT_NESTED_DISPLAYS:
        return True
    return None if command in GIT_NEUTRAL or (command in GIT_HOOKED and not failed) else False


def _is_streamed(name: str, words: Words) -> bool:
    letter, long = STREAMED[name]
    bundles = words if name != "tar" else [*words[1:], *(f"-{word.lstrip('-')}" for word in words[:1])]
    return long in words or any(
        word.startswith("-") and not word.startswith("--") and letter in word for word in bundles
    )


def _filter_kind(words: Words) -> bool | None:
    """Code of one line that is run over lines that were there, `perl -pe …`, `ruby -ne …`; other code runs."""
    letters = {letter for word in words if word.startswith("-") and word[1:2] not in "-MI" for letter in word[1:]}
    if "e" not in letters or not letters & {"n", "p"}:
        return False
    return None if "i" in letters else True


def _is_module(words: Words) -> bool:
    at = words.index("-m") + 1 if "-m" in words else len(words)
    return at < len(words) and words[at] in MODULES


def _find_displays(words: Words, parsed: ShellCommand, depth: int, failed: bool) -> bool | None:
    at = next((at for at, word in enumerate(words) if word in _INNER), None)
    if at is not None:
        return _kind(unwrap(words[at + 1 :]), parsed, depth, failed)
    return None if "-delete" in words else True


def _subcommand(words: Words) -> Words:
    """A program's own command and what follows it."""
    while words and words[0].startswith("-"):
        words = words[2:] if words[0] in _GIT_OPTIONS else words[1:]
    return words
