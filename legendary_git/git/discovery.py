"""Where the repository is, as git itself sees it from a folder and an environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from subprocess import CompletedProcess

from legendary_git.domain.values import dataclass, field
from legendary_git.errors import GitFailed, RepositoryError
from legendary_git.git.environment import ask_git, complaint, run_git, scrubbed
from legendary_git.git.objects import ObjectFormat
from legendary_git.git.paths import quote_folder

_OBJECTS = ("GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES")
_SHALLOW = "GIT_SHALLOW_FILE"
_MEANT = ("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_IMPLICIT_WORK_TREE")
_QUESTIONS = ("--is-bare-repository", "--show-object-format", "--git-dir", "--git-common-dir")
_TOP = "--show-toplevel"
_ABSOLUTE = "--path-format=absolute"


@dataclass(frozen=True, slots=True)
class Place:
    """The top of the work tree, its own git dir, the one that all work trees share, and how objects are named.

    Where no work tree is asked for, `root` is the git dir: a folder to start children in, where no file is looked for.

    `objects`: what a child needs in its environment where objects are not, or not only, in the git dir.
    """

    root: Path
    git_dir: Path
    common_dir: Path
    object_format: ObjectFormat
    objects: Mapping[str, str] = field(default_factory=dict)

    @property
    def object_folders(self) -> str:
        """Where git reads objects, as a list for GIT_ALTERNATE_OBJECT_DIRECTORIES."""
        first = self.objects.get(_OBJECTS[0], str(self.common_dir / "objects"))
        return ":".join((quote_folder(first), *filter(None, [self.objects.get(_OBJECTS[1])])))

    @property
    def shallow_file(self) -> Path:
        """The file in which git keeps where history ends."""
        return Path(self.objects.get(_SHALLOW, self.common_dir / "shallow"))


def find_place(start: Path, environ: Mapping[str, str], *, may_be_bare: bool = False) -> Place:
    """Ask git which repository `start` belongs to; GIT_DIR and the like count as given, relative to `start`.

    With `may_be_bare` no work tree is asked for, and none taken where there is one: a hook of a server runs in the git
    dir, whatever stands beside it. Raises RepositoryError: no repository, no work tree, not trusted, or of a format
    that is not read here.
    """
    asking = scrubbed(environ) | {name: environ[name] for name in _MEANT if name in environ}
    questions = _QUESTIONS if may_be_bare else (*_QUESTIONS, _TOP)
    result = ask_git(["rev-parse", _ABSOLUTE, *questions], start, environ=asking)
    # Nothing but the last line end is taken off: the name of a folder may end with white space.
    answers = result.stdout.removesuffix(b"\n").split(b"\n")
    _refuse_old_git(answers)
    if answers[0] == b"true" and not may_be_bare:
        raise RepositoryError("this is a bare repository, it has no work tree", "Make one: git worktree add PATH")
    if result.returncode != 0:
        raise _refusal(result, start)
    if len(answers) != len(questions):  # a folder's name holds a line end
        answers = [_ask(question, start, asking) for question in questions]
    try:
        object_format = ObjectFormat(answers[1].decode("ascii", "replace"))
    except ValueError as error:
        raise unsupported(f"extensions.objectFormat = {answers[1].decode('ascii', 'replace')}") from error
    git_dir, common_dir, *top = (Path(os.fsdecode(answer)) for answer in answers[2:])
    root, beginning = (top[0], top[0]) if top else (git_dir, start.absolute())
    return Place(root, git_dir, common_dir, object_format, _objects(beginning, common_dir, environ))


def _objects(beginning: Path, common_dir: Path, environ: Mapping[str, str]) -> dict[str, str]:
    """Git takes these relative to the top of the work tree, without one to the folder that it was started in.

    Children may be started elsewhere.

    What is in the repository itself is read as well, wherever a caller's variables for another one lead.
    """
    return _shallow(beginning, common_dir, environ) | _folders(beginning, common_dir, environ)


def _shallow(beginning: Path, common_dir: Path, environ: Mapping[str, str]) -> dict[str, str]:
    """Where history ends, for a hook of a push that cuts it off: git keeps that in a file of its own until it is taken.

    Only one of this repository's counts.
    """
    given = environ.get(_SHALLOW)
    path = beginning / given if given else None
    is_own = path is not None and path.is_file() and path.parent.resolve() == common_dir.resolve()
    return {_SHALLOW: str(path)} if is_own else {}


def _folders(beginning: Path, common_dir: Path, environ: Mapping[str, str]) -> dict[str, str]:
    found = {name: environ[name] for name in _OBJECTS if environ.get(name)}
    if not found:
        return {}
    made = {
        name: value if '"' in value else ":".join(str(beginning / folder) for folder in value.split(":") if folder)
        for name, value in found.items()
    }
    own = quote_folder(str(common_dir / "objects"))
    return made | {_OBJECTS[1]: ":".join(filter(None, (made.get(_OBJECTS[1]), own)))}


def unsupported(extension: str) -> RepositoryError:
    """The refusal of a repository that git may read and this version does not."""
    return RepositoryError(
        f"the repository uses {extension}, which git-memory cannot read yet",
        "Nothing was changed. Git itself is not concerned.",
    )


def _ask(question: str, start: Path, environ: Mapping[str, str]) -> bytes:
    return run_git(["rev-parse", _ABSOLUTE, question], start, environ=environ).removesuffix(b"\n")


def _refuse_old_git(answers: list[bytes]) -> None:
    # `rev-parse` repeats an option that it does not know.
    if answers[0] == _ABSOLUTE.encode():
        raise RepositoryError("this git is too old", "Install git 2.31 or newer.")


def _refusal(result: CompletedProcess[bytes], start: Path) -> RepositoryError:
    said = complaint(result)
    if "not a git repository" in said:
        return RepositoryError(said, "Go to a repository, or make one: git init")
    if "dubious ownership" in said:
        folder = said.partition("'")[2].rpartition("'")[0] or str(start)
        return RepositoryError(said, f"If you trust it: git config --global --add safe.directory {folder}")
    if "extension" in said or "repo version" in said:
        return RepositoryError(said, "Install a git that knows it. Nothing was changed.")
    if "work tree" in said:
        return RepositoryError(said, "Go to the top of the repository's work tree.")
    return GitFailed(said, "Git itself does not read this repository; see what `git status` says.")
