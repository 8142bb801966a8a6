"""Whether a command shows text that is there already, so that an error in it has not happened now.

`cat build.log` prints an error, `make 2>&1 | tail -50` has one. A program that is not known here runs something.
"""

from __future__ import annotations

from legendary_git.domain.shell_command import Pipeline, Words, parse_command

_DISPLAY_TEXT = """
ack ag awk base64 bat batcat cat cmp code colordiff column comm cut delta diff dirname du ed egrep emacs expand fd
fgrep file findstr fmt fold gawk gc get-content gedit git-memory grep gvim head hexdump hx iconv jq kate less ls lsd
man mawk micro more most nano nl nvim od paste pbpaste pr readlink realpath rev rg sdiff select-string sls sort stat
strings subl tac tail tee tldr tr tree type ugrep unexpand uniq vi view vim wc xmllint xxd xzcat yq zcat zed zgrep
zless
"""
_DISPLAYS = frozenset(_DISPLAY_TEXT.split())
_PRINTS = frozenset({"echo", "printf", "write-host", "write-output"})
_SILENT_TEXT = """
: [ [[ break case cd continue declare do done else esac exit export false fi for in function if elif local mkdir
popd pushd pwd read return set shopt sleep source test then touch trap true ulimit umask unset until wait while
"""
_SILENT = frozenset(_SILENT_TEXT.split())
"""They print nothing, or nothing that says whether something else did."""
_KEYWORDS = frozenset({"!", "do", "elif", "else", "if", "then", "until", "while", "{", "}"})
_GIT_TEXT = """
annotate blame cat-file diff diff-tree grep log ls-files ls-tree memory range-diff reflog shortlog show whatchanged
"""
_GIT = frozenset(_GIT_TEXT.split())
_OTHERS = {
    "hg": frozenset({"annotate", "cat", "diff", "grep", "log"}),
    "svn": frozenset({"blame", "cat", "diff", "log"}),
    "gh": frozenset({"gist", "issue", "pr", "search"}),
}
_SHELLS = frozenset({"bash", "dash", "fish", "ksh", "pwsh", "sh", "zsh"})
_WRAPPERS = {
    "builtin": "",
    "chronic": "",
    "command": "",
    "doas": "u",
    "env": "uCS",
    "exec": "a",
    "ionice": "cn",
    "nice": "n",
    "nohup": "",
    "setsid": "",
    "stdbuf": "ioe",
    "sudo": "ugCDhpRrTtU",
    "time": "fo",
    "timeout": "ks",
    "unbuffer": "",
    "xargs": "IEdLnPs",
}
"""Programs that run another, and their options that take a value as the next word."""
_DEPTH = 4


def is_displaying(command: str | None) -> bool:
    """Whether all that the command prints was written before it ran. Of one that cannot be parsed, no."""
    return _displays(command or "", _DEPTH)


def voices(command: str | None) -> frozenset[str]:
    """The names with which a displaying command's programs begin their own complaints: `cat` in `cat: x: …`."""
    parsed = parse_command(command or "")
    pipelines = parsed.pipelines if parsed is not None else ()
    return frozenset(words[0] for pipeline in pipelines for one in pipeline if (words := _unwrapped(one)))


def _displays(command: str, depth: int) -> bool:
    parsed = parse_command(command) if depth else None
    if parsed is None:
        return False
    kinds = [_pipeline_displays(pipeline, parsed.substituted, depth) for pipeline in parsed.pipelines]
    return True in kinds and False not in kinds


def _pipeline_displays(pipeline: Pipeline, substituted: tuple[str, ...], depth: int) -> bool | None:
    """Whether what comes out of the pipeline was there before; None where nothing comes out."""
    kinds = [_program_displays(words, substituted, depth) for words in pipeline]
    return False if False in kinds else True if True in kinds else None


def _program_displays(words: Words, substituted: tuple[str, ...], depth: int) -> bool | None:
    words = _unwrapped(words)
    if not words or words[0] in _SILENT:
        return None
    name, rest = words[0], words[1:]
    if name in _SHELLS or name == "eval":
        return _shell_displays(name, rest, depth)
    if name in _PRINTS:
        return all(_displays(inner, depth - 1) for inner in substituted)
    if name == "sed":
        return not any(word.startswith(("-i", "--in-place")) for word in rest)
    if name == "find":
        return _find_displays(rest, substituted, depth)
    if name in ("git", "hg", "svn", "gh"):
        return _subcommand(rest) in (_GIT if name == "git" else _OTHERS[name])
    return name in _DISPLAYS


def _unwrapped(words: Words) -> Words:
    """The program that is run in the end, by its bare name, with its arguments."""
    while words:
        name = words[0].replace("\\", "/").rpartition("/")[2].removesuffix(".exe")
        if name in _KEYWORDS or _is_assignment(name) or _is_redirection(words[0]):
            words = words[2:] if words[0] in (">", ">>", "<", "2>") else words[1:]
        elif name in _WRAPPERS and (inner := _inner(name, words[1:])):
            words = inner
        else:
            return (name.lower() if "-" in name or name.isupper() else name, *words[1:])
    return ()


def _inner(name: str, words: Words) -> Words:
    with_value = _WRAPPERS[name]
    while words and (words[0].startswith("-") or _is_assignment(words[0])):
        if words[0] == "--":
            words = words[1:]
            break
        takes_next = len(words[0]) == 2 and words[0][1] in with_value
        words = words[2:] if takes_next else words[1:]
    return words[1:] if name == "timeout" else words


def _is_assignment(word: str) -> bool:
    name, sign, _ = word.partition("=")
    return bool(sign) and name.removesuffix("+").isidentifier()


def _is_redirection(word: str) -> bool:
    return word.lstrip("0123456789&").startswith((">", "<"))


def _shell_displays(name: str, words: Words, depth: int) -> bool:
    """`bash -c '…'`, `eval …`; a shell that runs a file runs something."""
    if name == "eval":
        return _displays(" ".join(words), depth - 1)
    for at, word in enumerate(words[:-1]):
        if word.startswith("-") and not word.startswith("--") and (word.endswith("c") or word.lower() == "-command"):
            return _displays(words[at + 1], depth - 1)
    return False


def _find_displays(words: Words, substituted: tuple[str, ...], depth: int) -> bool:
    for at, word in enumerate(words):
        if word in ("-exec", "-execdir", "-ok", "-okdir"):
            return bool(_program_displays(words[at + 1 :], substituted, depth))
        if word == "-delete":
            return False
    return True


def _subcommand(words: Words) -> str:
    while words and words[0].startswith("-"):
        words = words[2:] if words[0] in ("-C", "-c", "--git-dir", "--work-tree", "-R", "--repo") else words[1:]
    return words[0] if words else ""
