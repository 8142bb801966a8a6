"""A repository with our hooks in which steps drawn at random are played with the real git."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from legendary_git.domain.memory import Memory
from legendary_git.errors import AnchorRefused
from legendary_git.git.hook_files import install
from legendary_git.git.repository import Repository
from legendary_git.store.folder import MEMORIES
from legendary_git.usecases.init import init
from legendary_git.usecases.list import list_memories
from legendary_git.usecases.reanchor import reanchor_all
from legendary_git.usecases.remember import Note, remember
from legendary_git.usecases.workspace import open_workspace
from tests.history import History
from tests.scenarios import sources

_T = TypeVar("_T")
_GIVEN_UP = ("CONFLICT", "nothing to commit", "nothing added", "is now empty", "unrelated histories")
_NO_HOOKS = ("-c", "core.hooksPath=/dev/null")


@dataclass(frozen=True, slots=True)
class Step:
    """Something to do, and three small numbers that choose with what, where and how."""

    do: str
    a: int = 0
    b: int = 0
    c: int = 0


@dataclass(frozen=True, slots=True)
class Stamped:
    """A memory as it was made, and the texts of the files it is about, committed or not."""

    memory: Memory
    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Event:
    """Something was done that ours may have noticed. `said` is what was printed, `told` whether a hook should speak."""

    what: str
    said: str
    told: bool


class Workshop:
    """Plays steps. `diary` reads like a terminal session; `watcher` is called after each thing that git did."""

    def __init__(self, root: Path, watcher: Callable[[Event], None]) -> None:
        self.history = History.start(root)
        self.root = root
        self.diary: list[str] = []
        self.stamped: dict[str, Stamped] = {}
        self.pending: set[str] = set()
        self._watcher = watcher
        self._count = 0

    def begin(self, python: Path | None) -> None:
        """Two files, a memory folder and hooks that hand over to `python`, all committed. None: no hooks run."""
        workspace = open_workspace(self.root)
        init(workspace)
        if python is not None:
            install(workspace.repo, python)
        else:
            self.history.git("config", "core.hooksPath", "/dev/null")
        workspace.index.close()
        self._write("app.py", sources.join([sources.new_block(name, 1) for name in ("price", "label", "Store")]))
        self._write("core.py", sources.join([sources.new_block(name, 2) for name in ("parse", "render")]))
        self.pending |= {".legendary/.gitattributes", ".legendary/.gitignore", ".legendary/config.toml"}
        self._commit("start")

    @property
    def repo(self) -> Repository:
        workspace = open_workspace(self.root)
        workspace.index.close()
        return workspace.repo

    def play(self, step: Step) -> None:
        """Do it, as far as it can be done here."""
        self._count += 1
        getattr(self, f"_{step.do}")(step)

    # Changes of files.

    def _change(self, step: Step) -> None:
        self._edit(step, lambda block: sources.change_number(block, step.c, step.c % 3))

    def _reorder(self, step: Step) -> None:
        self._edit(step, sources.change_order)

    def _reformat(self, step: Step) -> None:
        self._edit(step, (sources.requote, sources.rewrap, sources.rewrite)[step.c % 3])

    def _comment(self, step: Step) -> None:
        self._edit(step, lambda block: sources.comment(block, step.c, f"note {self._count}"))

    def _rename_symbol(self, step: Step) -> None:
        self._edit(step, lambda block: sources.rename(block, _pick(_names_like(block), step.c)))

    def _shuffle(self, step: Step) -> None:
        if (found := self._blocks(step)) is not None:
            path, blocks, index = found
            blocks.insert(step.c % len(blocks), blocks.pop(index))
            self._write(path, sources.join(blocks))
            self._finish(step)

    def _move(self, step: Step) -> None:
        self._take(step, keeps=False)

    def _copy(self, step: Step) -> None:
        self._take(step, keeps=True)

    def _take(self, step: Step, *, keeps: bool) -> None:
        target = _pick(sources.PATHS, step.c)
        there = sources.split(self.read(target) or "")
        if (found := self._blocks(step)) is None or there is None:
            return
        path, blocks, index = found
        block = blocks[index]
        if path == target:
            blocks.append(block)
            self._write(path, sources.join(blocks))
        else:
            self._write(target, sources.join([*there, block]))
            if not keeps:
                del blocks[index]
                self._write(path, sources.join(blocks))
        self._finish(step)

    def _add(self, step: Step) -> None:
        path = _pick(sources.PATHS, step.a)
        blocks = sources.split(self.read(path) or "")
        if blocks is not None:
            name = _pick((*sources.FUNCTIONS, *sources.CLASSES), step.b)
            blocks.insert(step.c % (len(blocks) + 1), sources.new_block(name, step.c, trivial=step.c % 4 == 3))
            self._write(path, sources.join(blocks))
            self._finish(step)

    def _drop(self, step: Step) -> None:
        if (found := self._blocks(step)) is not None:
            path, blocks, index = found
            del blocks[index]
            self._write(path, sources.join(blocks))
            self._finish(step)

    def _break(self, step: Step) -> None:
        """A line that does not parse; or taken away where there is one."""
        if (path := self._path(step)) is not None:
            text = self.read(path) or ""
            broken = "def )(\n"
            if broken in text:
                self._write(path, text.replace(broken, ""))
            else:
                lines = text.splitlines(keepends=True)
                at = step.c % (len(lines) + 1)
                self._write(path, "".join([*lines[:at], broken, *lines[at:]]))
            self._finish(step)

    def _rename_file(self, step: Step) -> None:
        path, target = self._path(step), _pick(sources.PATHS, step.b)
        if path is None or path == target:
            return
        text = self.read(path) or ""
        blocks = sources.split(text)
        if blocks and step.c % 2:
            index = (step.a + step.c) % len(blocks)
            blocks[index] = sources.change_number(blocks[index], step.c, step.c % 3)
            text = sources.join(blocks)
        self._write(path, None)
        self._write(target, text)
        self._finish(step)

    def _drop_file(self, step: Step) -> None:
        if (path := self._path(step)) is not None:
            self._write(path, None)
            self._finish(step)

    # Memories.

    def _remember(self, step: Step) -> None:
        """About a symbol, some lines or the whole of a file; then commit all, nothing, or the memory alone."""
        specs = self._specs(step)
        title = f"memory {len(self.stamped)}"
        workspace = open_workspace(self.root)
        try:
            memory = remember(workspace, Note(text=title, anchors=specs)).judged.memory
        except AnchorRefused as refused:
            self.diary.append(f"# {specs} are refused: {refused.what}")
            return
        finally:
            workspace.index.close()
        self.diary.append(f"$ git memory remember '{title}' {' '.join(f'--anchor {spec}' for spec in specs)}")
        texts = {anchor.file: self.read(anchor.file) or "" for anchor in memory.anchors}
        self.stamped[memory.id] = Stamped(memory, texts)
        self.pending.add(memory.path)
        self._watcher(Event("remember", "", told=False))
        if step.c % 3 == 0:
            self._commit(title)
        elif step.c % 3 == 1:
            self._commit(title, memory.path)

    def _specs(self, step: Step) -> list[str]:
        """One place to anchor, or two."""
        found = []
        for turn in range(2 if step.b % 4 == 0 else 1):
            path = self._path(Step(step.do, step.a + turn))
            text = self.read(path) if path is not None else None
            found += [path + _pick(_targets(text), step.b + turn)] if path and text else []
        return found

    def _reanchor(self, _step: Step) -> None:
        """Every anchor whose code is proved to be elsewhere is written anew; then commit all."""
        workspace = open_workspace(self.root)
        try:
            done = reanchor_all(workspace).done
        finally:
            workspace.index.close()
        self.diary.append("$ git memory reanchor --all")
        for one in done:
            stamped = self.stamped[one.memory.id]
            anchors = list(stamped.memory.anchors)
            anchors[one.number] = one.after
            texts = {**stamped.texts, one.after.file: self.read(one.after.file) or ""}
            kept = {anchor.file: texts[anchor.file] for anchor in anchors}
            self.stamped[one.memory.id] = Stamped(replace(stamped.memory, anchors=tuple(anchors)), kept)
            self.pending.add(one.memory.path)
            self.diary.append(f"  {one.before.anchor.spec} -> {one.after.spec}")
        self._watcher(Event("reanchor", "", told=False))
        if self.pending:
            self._commit("reanchor")

    def _forget(self, step: Step) -> None:
        """Delete a memory's file, mark it as deprecated, or give it another name."""
        found = sorted((self.root / MEMORIES).glob("*.md"), key=lambda path: path.read_text().partition("title:")[2])
        if not found:
            return
        path = _pick(found, step.a)
        text = path.read_text()
        repo_path = f"{MEMORIES}/{path.name}"
        if step.b % 3 == 2:
            self._write(f"{MEMORIES}/{path.name[:12]}-as-{self._count}.md", text)
        is_deprecated = step.b % 3 == 1
        self._write(repo_path, text.replace("status: active", "status: deprecated") if is_deprecated else None)
        self._finish(step)

    def _look(self, _step: Step) -> None:
        """Somebody reads: what is found then has been seen, and no hook tells it again."""
        workspace = open_workspace(self.root)
        list_memories(workspace)
        workspace.index.close()
        self.diary.append("$ git memory list")
        self._watcher(Event("list", "", told=False))

    # What git does.

    def _quietly(self, step: Step) -> None:
        """Commit what is pending where no hooks run."""
        if not self.pending:
            self._change(Step("change", step.a, step.b, 4 * step.c + 3))
        if self.pending:
            self._stage(".")
            self.history.commits += 1
            self._git(*_NO_HOOKS, "commit", "-q", "-m", f"quiet {self._count}", "--allow-empty", told=None)

    def _amend(self, step: Step) -> None:
        self._change(Step("change", step.a, step.b, 4 * step.c + 3))
        self._stage(".")
        self._git("commit", "-q", "--amend", "--no-edit", "--allow-empty")

    def _revert(self, step: Step) -> None:
        self._settle(step)
        commits = self.history.git("rev-list", "--no-merges", "--max-count=4", "HEAD").split()
        self._try("revert", "--no-edit", _pick(commits, step.a), abort=("reset", "-q", "--hard"))

    def _branch(self, step: Step) -> None:
        self._settle(step)
        self._git("checkout", "-q", "-b", f"b{self._count}")

    def _switch(self, step: Step) -> None:
        self._settle(step)
        if step.c % 4 == 3:
            commits = self.history.git("rev-list", "--max-count=4", "HEAD").split()
            self._git("checkout", "-q", "--detach", _pick(commits, step.b))
        else:
            self._git("checkout", "-q", _pick(self._branches(), step.a))

    def _merge(self, step: Step) -> None:
        other = self._other(step)
        self.history.commits += 1
        if step.b % 4 == 3:
            # A squash moves no HEAD: whether its hook looks again depends on what was watched.
            self._try(*_NO_HOOKS, "merge", "-q", "--squash", other, abort=("reset", "-q", "--hard"))
            if self.history.git("status", "--porcelain", "-uno"):
                self._commit(f"squash {other}")
        else:
            options = ("--no-ff", "-m", f"merge {other}") if step.b % 2 else ("-m", f"merge {other}")
            self._try("merge", "-q", *options, other, abort=("merge", "--abort"))

    def _rebase(self, step: Step) -> None:
        other = self._other(step)
        self.history.commits += 1
        self._try("rebase", "-q", other, abort=("rebase", "--abort"))

    def _pick_commit(self, step: Step) -> None:
        commits = self.history.git("rev-list", "--no-merges", self._other(step), "--not", "HEAD").split()
        if commits:
            self.history.commits += 1
            words = ("cherry-pick", "--keep-redundant-commits", _pick(commits, step.c))
            self._try(*words, abort=("reset", "-q", "--hard"))

    def _other(self, step: Step) -> str:
        """A branch that has something which HEAD does not; made for the purpose where there is none."""
        self._settle(step)
        others = self.history.git("branch", "--format=%(refname:short)", "--no-merged", "HEAD").split()
        if others:
            return _pick(others, step.a)
        here = self.history.git("rev-parse", "--abbrev-ref", "HEAD")
        back = self.history.git("rev-list", "--max-count=3", "HEAD").split()
        branch = f"b{self._count}"
        self._git("checkout", "-q", "-b", branch, _pick(back, step.b))
        for turn, edit in enumerate((self._change, _pick((self._remember, self._move, self._rename_file), step.c))):
            edit(Step(branch, step.a + turn, step.b + step.c, 4 * step.b + turn))
        self._settle(Step("settle"))
        self._git("checkout", "-q", here if here != "HEAD" else back[0])
        return branch

    def _reset(self, step: Step) -> None:
        self._settle(step)
        commits = self.history.git("rev-list", "--max-count=4", "HEAD").split()
        self._git("reset", "-q", "--hard", _pick(commits, step.a), told=None)

    # Underneath.

    def _edit(self, step: Step, change: Callable[[str], str]) -> None:
        if (found := self._blocks(step)) is not None:
            path, blocks, index = found
            blocks[index] = change(blocks[index])
            self._write(path, sources.join(blocks))
            self._finish(step)

    def _path(self, step: Step) -> str | None:
        there = [path for path in sources.PATHS if (self.root / path).exists()]
        return _pick(there, step.a) if there else None

    def _blocks(self, step: Step) -> tuple[str, list[str], int] | None:
        """The file that a step is about, its blocks, and which of them."""
        path = self._path(step)
        blocks = sources.split(self.read(path) or "") if path is not None else None
        return (path, blocks, step.b % len(blocks)) if path is not None and blocks else None

    def _finish(self, step: Step) -> None:
        """Commit what the step did, mostly."""
        if step.c % 4 == 3:
            pending = ", ".join(sorted(self.pending))
            self.diary.append(f"# {step.do} {step.a} {step.b} {step.c}: {pending} not committed")
        else:
            self._commit(f"{step.do} {step.a} {step.b} {step.c}")

    def _settle(self, step: Step) -> None:
        """Nothing that is tracked stays changed; memories that are not committed may stay so."""
        untracked = set(self.history.git("ls-files", "-o", "--", MEMORIES).split()) if step.c % 2 else set()
        if self.pending - untracked:
            kept = [f":!{path}" for path in untracked]
            self._stage(".", *kept)
            self._commit_staged("settle", untracked)

    def _commit(self, message: str, *paths: str) -> None:
        self._stage(*(paths or (".",)))
        self._commit_staged(message, self.pending - set(paths) if paths else set())

    def _commit_staged(self, message: str, left: set[str]) -> None:
        self.history.commits += 1
        self.pending = set(left)
        self._git("commit", "-q", "--allow-empty", "-m", message)

    def _stage(self, *pathspecs: str) -> None:
        self.history.git("add", "-A", "--", *pathspecs)

    def _branches(self) -> list[str]:
        return self.history.git("for-each-ref", "--format=%(refname:short)", "refs/heads").split()

    def _try(self, *words: str, abort: Sequence[str]) -> bool:
        """Run what may end in a conflict, which then is given up."""
        head = self.history.head
        result = self.history.run("git", *words, check=False)
        said = (result.stdout + result.stderr).decode()
        self.diary.append(f"$ git {' '.join(words)}" + (f" [exit {result.returncode}]" if result.returncode else ""))
        if result.returncode == 0:
            # Where git finds nothing to do it runs no hook.
            ran_hooks = self.history.head != head
            self._notice(f"git {words[0]}", said, told=True if ran_hooks else None)
            return True
        if not any(reason in said for reason in _GIVEN_UP):
            raise AssertionError(f"git {' '.join(words)} exited {result.returncode}: {said}")
        self.history.run("git", *abort, check=False)
        self.diary.append(f"$ git {' '.join(abort)}")
        return False

    def _git(self, *words: str, told: bool | None = True) -> None:
        result = self.history.run("git", *words)
        if words[:2] == _NO_HOOKS or "--amend" in words:
            self.pending = set()
        self.diary.append(f"$ git {' '.join(words)}")
        self._notice(f"git {words[0]}", (result.stdout + result.stderr).decode(), told)

    def _notice(self, what: str, said: str, told: bool | None) -> None:
        self.diary += [f"  {line}" for line in said.splitlines()]
        if told is not None:
            self._watcher(Event(what, said, told))
        elif "legendary" in said.replace(".legendary", ""):
            raise AssertionError(f"{what} ran no hook, and yet: {said}")

    def read(self, path: str) -> str | None:
        try:
            return (self.root / path).read_text(encoding="utf-8")
        except FileNotFoundError:
            return None

    def _write(self, path: str, text: str | None) -> None:
        self.history.write({path: text})
        self.pending.add(path)


def _pick(among: Sequence[_T], number: int) -> _T:
    return among[number % len(among)]


def _names_like(block: str) -> tuple[str, ...]:
    return sources.CLASSES if sources.name_of(block) in sources.CLASSES else sources.FUNCTIONS


def _targets(text: str) -> list[str]:
    """What of a file can be anchored: every symbol, some lines, the whole."""
    found: list[str] = []
    for block in sources.split(text) or []:
        name = sources.name_of(block)
        if name in sources.CLASSES:
            found += [f"::{name}.open", f"::{name}", f"::{name}.depth"]
        elif name is not None:
            found.append(f"::{name}")
    last = text.count("\n")
    return [*found, f":{min(2, last)}-{min(7, last)}", f":{max(1, last - 3)}-{last}", ""]
