"""Steps that commit in the less common ways, and what makes commits without any hook."""

from __future__ import annotations

import re

import pygit2

from tests.history import START
from tests.scenarios import sources
from tests.scenarios.ground import Step, pick
from tests.scenarios.history_steps import HistorySteps


class CommitSteps(HistorySteps):
    """Each is one way in which a commit comes about."""

    def _commit_all(self, step: Step) -> None:
        """What git tracks, without staging it first."""
        self._alter(step)
        self.history.commits += 1
        self.pending = self._untracked()
        self._git("commit", "-q", "-a", "--allow-empty", "-m", f"all {self._count}")

    def _commit_path(self, step: Step) -> None:
        """One file, while another is staged."""
        self._settle(step)
        one, other = self._alter(step), self._alter(Step("alter", step.a + 1, step.b, step.c), add="lib.py")
        if one == other:
            return
        self._stage(".")
        self.pending.discard(one)
        self.history.commits += 1
        self._git("commit", "-q", "-m", f"path {self._count}", "--", one)
        staged = self.history.git("diff", "--cached", "--name-only").split()
        assert other in staged, f"{staged} is staged, not {other}"

    def _no_verify(self, step: Step) -> None:
        self._alter(step)
        self._stage(".")
        self.pending = set()
        self.history.commits += 1
        self._git("commit", "-q", "--no-verify", "-m", f"no verify {self._count}")

    def _empty(self, _step: Step) -> None:
        self.history.commits += 1
        before = self.pending
        self._git("commit", "-q", "--allow-empty", "--only", "-m", f"empty {self._count}")
        self.pending = before

    def _orphan(self, step: Step) -> None:
        """A branch that begins with all files, or with a few."""
        self._settle(Step("settle"))
        self._git("checkout", "-q", "--orphan", f"o{self._count}", told=None)
        if step.c % 2:
            self._git("rm", "-rfq", ".", told=None)
            self._write("core.py", sources.join([sources.new_block(name, 2) for name in ("parse", "price")]))
        self._commit(f"orphan {self._count}")

    def _foreign(self, step: Step) -> None:
        """A client that is built on libgit2 commits; it runs no hook."""
        self._settle(Step("settle"))
        path = self._alter(step)
        self.history.commits += 1
        repo = pygit2.Repository(str(self.root))
        repo.index.add(path)
        repo.index.write()
        who = pygit2.Signature("Bob", "bob@example.org", START + 60 * self.history.commits, 0)
        parents: list[str | pygit2.Oid] = [repo.head.target]
        repo.create_commit("HEAD", who, who, f"foreign {self._count}", repo.index.write_tree(), parents)
        self.diary.append(f"# a client on libgit2 commits {path}")
        self._rescan()

    def _rewrite(self, _step: Step) -> None:
        """All of history made anew by somebody else, as filters do it."""
        self._settle(Step("settle"))
        if self._here == self.head:
            self._git("checkout", "-q", "-b", f"b{self._count}")
        stream = self.history.run("git", "fast-export", "--all", "--reencode=no").stdout
        changed = re.sub(rb"(?m)^(author|committer) \w+ <", rb"\1 Eve%d <" % self._count, stream)
        self.history.git("fast-import", "--quiet", "--force", stdin=changed)
        self.diary.append(f"$ git fast-export --all | sed {self._count} | git fast-import --force")

    # Underneath.

    def _alter(self, step: Step, *, add: str = "app.py") -> str:
        """A number in a file made another one, or a line added to it; nothing is committed. The file."""
        path = self._path(step)
        if path is None:
            self._write(add, sources.new_block("price", step.c))
            return add
        text = self.read(path) or ""
        blocks = sources.split(text)
        if blocks:
            index = step.b % len(blocks)
            blocks[index] = sources.change_number(blocks[index], step.c, self._count + step.a)
        changed = sources.join(blocks) if blocks else text
        self._write(path, changed if changed != text else f"{text}\nmark_{self._count} = {step.c}\n")
        return path

    def _untracked(self) -> set[str]:
        return set(self.history.git("ls-files", "-o", "--exclude-standard").split("\n")) - {""}

    def _stack(self, step: Step) -> None:
        """Three commits on top of HEAD, mostly in three files."""
        self._settle(Step("settle"))
        for turn in range(3):
            self._alter(Step("alter", step.a + turn, step.b + turn, step.c))
            self._commit(pick(("one", "two", "three"), turn) + f" {self._count}")
