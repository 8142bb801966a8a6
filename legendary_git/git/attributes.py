"""Whether git might store something else for a file than what is on disk, line ends aside; told without starting git.

Where it might, git itself has to be asked: it alone runs filters, and knows which pattern wins.
"""

from __future__ import annotations

import os

from legendary_git.git.disk_bytes import read_git_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_CONVERTING = ("filter", "ident", "working-tree-encoding")


def may_convert(root: str, git_dirs: tuple[str, ...], repo_path: str, environ: Mapping[str, str]) -> bool:
    """Whether any attribute of such a kind may be set for the file. When in doubt, yes.

    `git_dirs` are those whose info/attributes count. A file that core.attributesFile names is not looked into.
    """
    name = repo_path.rpartition("/")[2]
    for path in _files(root, git_dirs, repo_path, environ):
        text = read_git_file(path)
        if any(word in text for word in _CONVERTING) and any(_may_match(line, name) for line in text.splitlines()):
            return True
    return False


def _files(root: str, git_dirs: tuple[str, ...], repo_path: str, environ: Mapping[str, str]) -> Iterator[str]:
    folder = root
    for part in ("", *repo_path.split("/")[:-1]):
        folder = os.path.join(folder, part)
        yield os.path.join(folder, ".gitattributes")
    for git_dir in git_dirs:
        yield os.path.join(git_dir, "info", "attributes")
    home = environ.get("HOME", "")
    yield os.path.join(environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config"), "git", "attributes")
    yield "/etc/gitattributes"


def _may_match(line: str, name: str) -> bool:
    """Only a pattern like `*.png`, whose ending the file does not have, is known not to match."""
    pattern, *attributes = line.split() or [""]
    if pattern.startswith("#") or not any(one.startswith(_CONVERTING) for one in attributes):
        return False
    ending = pattern.removeprefix("*")
    is_plain = pattern.startswith("*.") and not set(ending) & set('*?[]\\/"')
    return not is_plain or name.lower().endswith(ending.lower())
