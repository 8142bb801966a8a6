"""Steps that put HEAD, the index, the work tree or another work tree elsewhere without a commit on this branch."""

from __future__ import annotations

from tests.history import History
from tests.scenarios.ground import Event, Step, pick
from tests.scenarios.rebase_steps import RebaseSteps

_FILE_PROTOCOL = ("-c", "protocol.file.allow=always")


class TreeSteps(RebaseSteps):
    """What was changed and not committed stays so, unless a step says otherwise."""

    def _reset_soft(self, step: Step) -> None:
        self._reset_by("--soft", step)

    def _reset_mixed(self, step: Step) -> None:
        self._reset_by("--mixed", step)

    def _reset_by(self, option: str, step: Step) -> None:
        """A commit taken back, its changes kept; then mostly committed again."""
        self._settle(Step("settle"))
        commits = self.history.git("rev-list", "--max-count=3", "HEAD").split()
        self._git("reset", "-q", option, pick(commits, step.a), told=None)
        self._rescan()
        self._read()
        if step.c % 4 != 3 and self.pending:
            self._commit(f"again {self._count}")

    def _stash(self, step: Step) -> None:
        self._alter(step)
        self.history.commits += 1
        words = ("--include-untracked",) if step.c % 2 else ()
        self._git("stash", "push", "-q", *words, told=None)
        self._rescan()
        self._read()
        self._git("stash", "pop", "-q", told=None)
        self._rescan()

    def _checkout_file(self, step: Step) -> None:
        """A file as it was in an earlier commit, staged."""
        self._settle(step)
        commits = self.history.git("rev-list", "--max-count=4", "HEAD").split()
        commit = pick(commits, step.b)
        there = self.history.git("ls-tree", "-r", "--name-only", commit, "--", "*.py").split()
        there = [path for path in there if path.endswith(".py")]
        if there:
            self._git("checkout", "-q", commit, "--", pick(there, step.a), told=None)
            self._rescan()
            self._finish(step)

    def _restore_file(self, step: Step) -> None:
        self._settle(step)
        path = self._alter(step)
        if path in self.history.git("ls-files").split():
            self._git("restore", "--", path, told=None)
            self.pending.discard(path)

    def _bisect(self, step: Step) -> None:
        self._settle(Step("settle"))
        commits = self.history.git("rev-list", "--first-parent", "--max-count=7", "HEAD").split()
        if len(commits) < 3:
            return
        self._read()
        self._walk("start", "HEAD", commits[-1])
        for turn in range(4):
            if self.history.run("git", "rev-parse", "-q", "--verify", "BISECT_HEAD", check=False).returncode == 0:
                break
            self._walk("bad" if (step.c >> turn) % 2 else "good")
        self._walk("reset")

    def _walk(self, *words: str) -> None:
        head, before = self.head, self._starts()
        result = self.history.run("git", "bisect", *words, check=False)
        self.diary.append(f"$ git bisect {' '.join(words)}")
        said = (result.stdout + result.stderr).decode()
        self._notice("git bisect", said, told=True if self.head != head else None, before=before)

    def _worktree(self, step: Step) -> None:
        """A second work tree, in which something is committed; it is told there."""
        self._settle(Step("settle"))
        other = History(self.root.with_name(f"tree{self._count}"), self.history.commits + 1)
        branch = f"w{self._count}"
        self._git("worktree", "add", "-q", "-b", branch, str(other.root), told=None)
        before, starts = other.head, self._starts()
        path = self._path(step) or "app.py"
        text = (self.read(path) or "").replace("total = ", f"total = {self._count} + ")
        other.write({path: text + f"\n\nhere = {self._count}\n"})
        other.git("add", "-A")
        result = other.run("git", "commit", "-q", "-m", f"in {branch}")
        self.history.commits += 1
        self.diary.append(f"$ git -C {other.root.name} commit -m 'in {branch}'")
        said = (result.stdout + result.stderr).decode()
        self.diary += [f"  {line}" for line in said.splitlines()]
        self._watcher(Event("git commit", said, True, self._starts() - starts, other.root, before))
        self._git("worktree", "remove", str(other.root), told=None)

    def _submodule(self, step: Step) -> None:
        """One that is added, or put to its next commit; then the one before, and this one again by an update."""
        self._settle(Step("settle"))
        origin = self._origin()
        vendor = History(self.root / "vendor")
        if not self.history.git("ls-files", "vendor"):
            self._vendor("add", "--force", str(origin.root), "vendor")
        else:
            self._vendor("update", "--remote", "vendor")
        self.pending = {"vendor", ".gitmodules"}
        self._commit(f"vendor {self._count}")
        vendor.git("checkout", "-q", "--detach", pick(vendor.git("rev-list", "--all").split(), step.a))
        self._vendor("update", "vendor")

    def _origin(self) -> History:
        """Another repository, with one more commit."""
        root = self.root.with_name("vendor-origin")
        origin = History(root, self._count) if root.exists() else History.start(root)
        origin.commit(f"vendor {self._count}", {"app.py": f"number = {self._count}\n"})
        if not (self.root / "vendor").exists():
            with (self.root / ".git/info/exclude").open("a") as exclude:
                exclude.write("/vendor\n")
            self.history.git("config", "diff.ignoreSubmodules", "all")
        return origin

    def _vendor(self, *words: str) -> None:
        self._git(*_FILE_PROTOCOL, "submodule", "--quiet", *words, told=None)
