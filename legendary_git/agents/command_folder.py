"""The folder in which a command line runs what it runs: `cd DIR && make`, `git -C DIR push`, `npm --prefix DIR t`."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from legendary_git.domain.shell_command import Words

_MAKE = ("-C", "--directory")
_OPTIONS = {
    "git": ("-C", "--work-tree"),
    **dict.fromkeys(("make", "gmake", "ninja", "tar"), _MAKE),
    "npm": ("--prefix",),
    "pnpm": ("-C", "--dir", "--prefix"),
    "yarn": ("--cwd",),
    "bun": ("--cwd",),
    "cargo": ("--manifest-path", "-C"),
    "go": ("-C",),
    "mvn": ("-f", "--file"),
    **dict.fromkeys(("gradle", "gradlew"), ("-p", "--project-dir")),
    "cmake": ("--build", "-S"),
    "ctest": ("--test-dir",),
    "meson": ("-C",),
    "bundle": ("--gemfile",),
    "poetry": ("-C", "--directory", "-P", "--project"),
    "uv": ("--directory", "--project"),
    "composer": ("-d", "--working-dir"),
    "docker": ("--project-directory",),
    "swift": ("--package-path",),
    "tsc": ("-p", "--project"),
    "pytest": ("--rootdir",),
    "task": ("-d", "--dir"),
    "just": ("-d", "--working-directory"),
    "terraform": ("-chdir",),
}
"""The options by which a program is told where to run; some name a file of that folder."""
_CHANGES = frozenset({"cd", "chdir", "pushd", "set-location"})
_APART = str.maketrans(dict.fromkeys("();&|'\"`{}\n", " "))
_DEPTH = 3


def find_command_folder(command: str, folder: str) -> str:
    """The folder in which the first program runs that does not only show something; `folder` is the session's.

    A folder that is not there, or whose name only a shell can tell, is passed over.
    """
    words = command.split()
    if len(words) > 1 and words[0] == "cd" and _is_plain(words[1]):
        folder = _enter(folder, words[1].rstrip(";"))  # what agents do most, without taking the rest apart
        command = " ".join(words[2:]).lstrip("&; ")
    return _find(command, folder, _DEPTH)[0] if _may_name_one(command) else folder


def _is_plain(word: str) -> bool:
    """Whether a shell would read the word as it stands, but for a semicolon at its end."""
    return word.translate(_APART).strip() == word.rstrip(";") and word[0] != "-" and "\\" not in word


def _may_name_one(command: str) -> bool:
    """Whether the command line has a word by which a folder is named, so that taking it apart is worth the time."""
    words = [word.rpartition("/")[2] for word in command.translate(_APART).split()]
    if not _CHANGES.isdisjoint(word.lower() for word in words):
        return True
    options = {option for word in words if word in _OPTIONS for option in _OPTIONS[word]}
    return any(word.partition("=")[0] in options or word[:2] in options for word in command.split())


def _find(command: str, folder: str, depth: int) -> tuple[str, bool]:
    """Where it runs, and whether something runs there at all."""
    from legendary_git.domain.displaying import inner_command, runs
    from legendary_git.domain.shell_command import parse_command
    from legendary_git.domain.wrapped import unwrap

    parsed = parse_command(command) if depth else None
    if parsed is None:
        return _leading(command, folder), False
    for words in (unwrap(words) for pipeline in parsed.pipelines for words in pipeline):
        inner = inner_command(words)
        if inner is not None:
            folder, is_found = _find(inner, folder, depth - 1)
            if is_found:
                return folder, True
        elif words and words[0] in _CHANGES:
            folder = _enter(folder, next((word for word in words[1:] if not word.startswith("-")), ""))
        elif words:
            named = _named(words, folder)
            if named is not None or runs(words):
                return named or folder, True
    return folder, False


def _leading(command: str, folder: str) -> str:
    """The folder that a command line begins by going to, where that cannot be taken apart."""
    words = command.split(None, 2)
    return _enter(folder, words[1].rstrip(";").strip("'\"")) if words[:1] == ["cd"] and len(words) > 1 else folder


def _named(words: Words, folder: str) -> str | None:
    """The folder that the program is told to run in; None where it is not told, or the folder is not there."""
    found = folder
    for value in _values(words):
        found = _enter(found, value)
    return found if found != folder else None


def _values(words: Words) -> list[str]:
    options = _OPTIONS.get(words[0], ())
    found = []
    for at, word in enumerate(words[1:], 1):
        name, sign, value = word.partition("=")
        if word == "--" or (words[0] == "git" and not word.startswith("-") and not _has_value(words[at - 1])):
            break
        if name in options:
            found.append(value if sign else next(iter(words[at + 1 :]), ""))
        elif word[:2] in options and word[:2] in _MAKE and len(word) > 2:
            found.append(word[2:])  # `-CDIR`
    return found


def _has_value(option: str) -> bool:
    return option in ("-C", "-c", "--git-dir", "--work-tree", "--namespace")


def _enter(folder: str, name: str) -> str:
    """The folder with that name, or with a file of that name in it; the one before where there is none."""
    try:
        there = os.path.join(folder, os.path.expanduser(name))
        there = os.path.dirname(there) if os.path.isfile(there) else there
        return os.path.normpath(there) if name and os.path.isdir(there) else folder
    except ValueError:  # a name with a zero byte
        return folder
