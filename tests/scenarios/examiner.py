"""Holds everything that is said about a workshop's repository against what must be so."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import permutations, product
from pathlib import Path

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.memory import Memory
from legendary_git.domain.verdict import State
from legendary_git.store.folder import MEMORIES
from legendary_git.store.places import INDEX
from legendary_git.store.state_rows import Transition
from legendary_git.usecases.code import CommitCode
from legendary_git.usecases.judging import Judging
from legendary_git.usecases.memories import load_memories
from legendary_git.usecases.own_index import open_index
from legendary_git.usecases.rebuild import rebuild
from legendary_git.usecases.survey import survey
from legendary_git.usecases.workspace import open_workspace
from tests.history import History
from tests.scenarios import sources
from tests.scenarios.answers import Answers, Said, Slot, check_line, check_lines, check_same, read
from tests.scenarios.ground import BY_HAND, READ, Event, open_repository
from tests.scenarios.meaning import Expected, Passage, Question, Unclear, expect
from tests.scenarios.oracle import Oracle, empty_workspace
from tests.scenarios.workshop import Workshop


class Examiner:
    """Listens to a workshop, and looks into its repository when asked."""

    def __init__(self, root: Path, *, listens: bool = True) -> None:
        self.workshop = Workshop(root, self.listen if listens else lambda _: None)
        self._seen: dict[Slot, State] = {}
        self._logged = 0
        self._clones = 0
        self._oracle: Oracle | None = None
        self._trees: dict[str, dict[str, str]] = {}

    @property
    def oracle(self) -> Oracle:
        if self._oracle is None:
            self._oracle = Oracle(self.workshop.history, self.workshop.repo)
        return self._oracle

    def forget(self) -> None:
        """Know no more of the repository than can be copied."""
        self._oracle = None
        self.workshop.forget()

    # What is told, as it is told.

    def listen(self, event: Event) -> None:
        """Every difference between the verdicts on the HEADs that were seen is told, once, in one line at most."""
        assert event.starts <= 1, f"{event.what} started Python {event.starts} times"
        if event.what == READ:
            self.compare_clone()
            return
        if event.root is not None:
            self._check_elsewhere(event, event.root)
            return
        self._check_status(event)
        if event.what in BY_HAND:
            assert self._new_transitions() == [], f"{event.what} kept a flip from being told"
            return
        expected = self._flips()
        lines = [line for line in event.said.splitlines() if line.startswith("legendary")]
        self._check_log(event, expected)
        if not event.told:
            assert not lines
            return
        loud = {slot: state for slot, (memory, _, state) in expected.items() if not memory.is_retired}
        assert len(lines) == bool(loud), f"{event.what} told {lines}, not {loud}"
        if loud:
            check_line(lines[0], loud)

    def _check_elsewhere(self, event: Event, root: Path) -> None:
        """In another work tree, what its last commit did is told, and only that."""
        history, repo = History(root), open_repository(root)
        oracle, loud = Oracle(history, repo), {}
        for memory in load_memories(empty_workspace(repo)).valid:
            for anchor in memory.anchors if not memory.is_retired else ():
                states = [oracle.judge(memory, anchor, commit).state for commit in (event.before, history.head)]
                if states[0] is not states[1]:
                    loud[memory.id, anchor.spec] = states[1]
        lines = [line for line in event.said.splitlines() if line.startswith("legendary")]
        assert len(lines) == bool(loud), f"{event.what} elsewhere told {lines}, not {loud}"
        if loud:
            check_line(lines[0], loud)
        assert history.git("status", "--porcelain", "-uall") == ""

    def _check_status(self, event: Event) -> None:
        shown = self.workshop.history.git("status", "--porcelain", "-uall", "--no-renames").splitlines()
        changed = {line[3:] for line in shown}
        assert changed <= self.workshop.pending, f"{event.what} left {changed - self.workshop.pending} behind"

    def _flips(self) -> dict[Slot, tuple[Memory, Anchor, State]]:
        """What is not as it was when last seen. What is new was fresh when it was stamped."""
        head = self.workshop.head
        found = {}
        for memory in self._memories():
            for anchor in memory.anchors:
                slot, state = (memory.id, anchor.spec), self.oracle.judge(memory, anchor, head).state
                before = self._seen.get(slot)
                if before is None and state is not State.FRESH and not self._is_committed(memory, anchor):
                    continue  # what was stamped is not committed yet
                if state is not (before or State.FRESH):
                    found[slot] = (memory, anchor, state)
                self._seen[slot] = state
        return found

    def _is_committed(self, memory: Memory, anchor: Anchor) -> bool:
        return self.oracle.holds_anchor(memory, anchor, self.workshop.head)

    def _check_log(self, event: Event, expected: dict[Slot, tuple[Memory, Anchor, State]]) -> None:
        logged = self._new_transitions()
        assert {(one.memory_id, one.anchor): one.after for one in logged} == {
            slot: state for slot, (_, _, state) in expected.items()
        }, f"{event.what} logged {logged}"
        assert len(logged) == len(expected)
        head = self.workshop.head
        for one in logged:
            memory, anchor, state = expected[one.memory_id, one.anchor]
            is_since = state is State.STALE and not memory.is_retired
            cause = (self.oracle.since if is_since else self.oracle.cause)(memory, anchor, head)
            # Where HEAD was put elsewhere, no commit made the anchor fresh again.
            assert one.commit == cause or (one.commit is None and state is State.FRESH), f"{one}, not {cause}"

    def _new_transitions(self) -> list[Transition]:
        with open_index(self.workshop.root, self.workshop.root / ".git") as index:
            logged = index.transitions()
        new = logged[self._logged :]
        self._logged = len(logged)
        return new

    # What is not looked for again.

    def check_carrying(self) -> None:
        """A verdict that is carried from one commit to its neighbour is the one that is found there without it."""
        git, repo = self.workshop.history.git, self.workshop.repo
        pairs = [line.split() for line in git("rev-list", "--all", "--parents").splitlines()]
        neighbours = [
            pair for commit, *parents in pairs for parent in parents for pair in permutations((commit, parent))
        ]
        for stamped in self.workshop.stamped.values():
            memory = stamped.memory
            for anchor, (one, other) in product(memory.anchors, neighbours):
                judging = Judging(empty_workspace(repo))
                near = CommitCode(repo, one)
                judging.judge(memory, anchor, near)
                found = judging.judge(memory, anchor, CommitCode(repo, other), near=near)
                assert found == self.oracle.judge(memory, anchor, other), f"{anchor.spec} from {one} to {other}"

    def _memories(self) -> tuple[Memory, ...]:
        return load_memories(empty_workspace(self.workshop.repo)).valid

    # What is answered.

    def look(self) -> None:
        """The index that the hooks keep, none, a rebuilt one and a fresh clone give one answer, and it is right."""
        with self._undone():
            kept = read(self.workshop.root)
        with self._undone():
            self._index.unlink(missing_ok=True)
            assert read(self.workshop.root) == kept, "without an index"
        with self._undone():
            workspace = open_workspace(self.workshop.root)
            rebuild(workspace)
            workspace.index.close()
            assert read(self.workshop.root) == kept, "after a rebuild"
        self._check_since(kept.memories)
        self._check_meaning(kept.memories)
        self._check_past()
        self._check_clone(kept)

    def compare_clone(self) -> None:
        """What is answered is what a fresh clone says."""
        with self._undone():
            self._check_clone(read(self.workshop.root))

    @property
    def _index(self) -> Path:
        return self.workshop.root / ".git" / INDEX

    @contextmanager
    def _undone(self) -> Iterator[None]:
        """What is read inside has not been seen: index and watch file are put back."""
        root = self.workshop.root
        kept = root.with_name("kept")
        kept.mkdir()
        for path in (self._index, self._index.with_name("watch")):
            if path.exists():
                shutil.copy2(path, kept / path.name)
        try:
            yield
        finally:
            self._index.unlink(missing_ok=True)
            for path in kept.iterdir():
                path.replace(self._index.with_name(path.name))
            kept.rmdir()

    def _check_since(self, answers: Answers) -> None:
        head = self.workshop.head
        for memory in self._memories():
            for anchor, answer in zip(memory.anchors, answers[memory.id]["anchors"], strict=True):
                if answer["uncommitted"] or memory.is_retired or answer["verdict"] not in ("stale", "orphaned"):
                    assert answer["since"] is None
                else:
                    expected = self.oracle.since(memory, anchor, head)
                    found = answer["since"]["commit"] if answer["since"] is not None else None
                    assert found == expected, f"since of {memory.title} {anchor.spec}"

    def _check_past(self) -> None:
        """What is kept is right for other commits too."""
        git = self.workshop.history.git
        commits = git("rev-list", "--all", "--max-count=6").split()
        with self._undone():
            workspace = open_workspace(self.workshop.root)
            for commit in commits:
                for judged in survey(workspace, at=commit).memories:
                    for one in judged.anchors:
                        expected = self.oracle.judge(judged.memory, one.anchor, commit)
                        assert one.verdict == expected, f"{one.anchor.spec} at {commit}"
                        if one.since is not None:
                            assert one.since.commit == self.oracle.since(judged.memory, one.anchor, commit)
            workspace.index.close()

    def _check_meaning(self, answers: Answers) -> None:
        now = {path: text for path in sources.PATHS if (text := self.workshop.read(path)) is not None}
        for memory in self._memories():
            stamped = self.workshop.stamped[memory.id]
            for anchor, answer in zip(memory.anchors, answers[memory.id]["anchors"], strict=True):
                if answer["uncommitted"]:
                    continue
                text = stamped.texts[anchor.file]
                if anchor.symbol is None and anchor.lines is not None:
                    check_lines(anchor.lines, text, now.get(anchor.file), answer)
                    continue
                question = self._question(anchor, text, now)
                with suppress(Unclear):
                    assert Expected(State(answer["verdict"]), answer["followed_to"]) == expect(question), (
                        f"{memory.title} on {anchor.spec}: {answer}"
                    )

    def _question(self, anchor: Anchor, text: str, now: dict[str, str]) -> Question:
        git, base = self.workshop.history.git, anchor.commit or ""
        if git("merge-base", "--all", base, "HEAD", check=False).split() != [base]:
            return Question(anchor.file, anchor.symbol, text, None, now)
        words = ("log", "-m", "--format=", "--name-status", "-M50%", "--diff-filter=R", f"{base}..HEAD")
        was_renamed = f"\t{anchor.file}\t" in git(*words)
        head = self._files(self.workshop.head)
        way = partial(self._way, base)
        return Question(anchor.file, anchor.symbol, text, self._files(base), now, was_renamed, way, head)

    def _way(self, base: str) -> list[Passage]:
        """The commits from `base` to HEAD."""
        git = self.workshop.history.git
        found = []
        for line in git("rev-list", "--no-merges", "--parents", f"{base}..HEAD").splitlines():
            commit, parent = line.split()
            words = ("diff-tree", "-r", "-M50%", "--diff-filter=R", "--name-status", parent, commit)
            renamed = frozenset(said.split("\t")[1] for said in git(*words).splitlines())
            above = frozenset(git("rev-list", parent).split())
            found.append(Passage(commit, above, self._files(parent), self._files(commit), renamed))
        return found

    def _files(self, commit: str) -> dict[str, str]:
        if commit not in self._trees:
            self._trees[commit] = self._read_files(commit)
        return self._trees[commit]

    def _read_files(self, commit: str) -> dict[str, str]:
        git = self.workshop.history.git
        paths = git("ls-tree", "-r", "--name-only", commit, "--", *sources.PATHS).splitlines()
        # The line end of the file's end is cut off with git's own.
        return {path: git("show", f"{commit}:{path}") + "\n" for path in paths}

    def _check_clone(self, here: Said) -> None:
        """Of memories that are committed. Content that was stamped and never committed is not in a clone."""
        history = self.workshop.history
        shown = history.git("status", "--porcelain", "-uall").splitlines()
        if any(not line.startswith(f"?? {MEMORIES}") for line in shown):
            return
        dirty = {line[3:] for line in shown}
        self._clones += 1
        clone = self.workshop.root.with_name(f"clone{self._clones}")
        history.git("clone", "-q", "--no-local", str(self.workshop.root), str(clone))
        if history.git("rev-parse", "--abbrev-ref", "HEAD") == "HEAD":
            History(clone).git("checkout", "-q", "--detach", self.workshop.head)
        there = read(clone)
        committed = {id_: answer for id_, answer in here.memories.items() if answer["path"] not in dirty}
        assert there.memories.keys() == committed.keys()
        for memory in self._memories():
            if memory.id in committed:
                check_same(History(clone), memory, committed[memory.id], there.memories[memory.id])
        if there.memories == here.memories:
            assert there.rest == here.rest, "a clone differs"
        shutil.rmtree(clone)
