"""Steps that write memories, and that read them."""

from __future__ import annotations

from dataclasses import replace

from legendary_git.errors import AnchorRefused
from legendary_git.store.folder import MEMORIES
from legendary_git.usecases.list import list_memories
from legendary_git.usecases.note import Note
from legendary_git.usecases.reanchor import reanchor_all
from legendary_git.usecases.remember import remember
from legendary_git.usecases.workspace import open_workspace
from tests.scenarios import sources
from tests.scenarios.ground import Event, Ground, Stamped, Step, pick


class MemorySteps(Ground):
    """Each runs a command of ours, or does by hand what a person may do to a memory's file."""

    def _remember(self, step: Step) -> None:
        """About a symbol, some lines or the whole of a file; then commit all, nothing, or the memory alone."""
        specs = self._specs(step)
        title = f"memory {len(self.stamped)}"
        workspace = open_workspace(self.root)
        try:
            memory = remember(workspace, Note(text=title, anchors=specs, distinct="numbered")).shown.judged.memory
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
            found += [path + pick(_targets(text), step.b + turn)] if path and text else []
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
        path = pick(found, step.a)
        text = path.read_text()
        repo_path = f"{MEMORIES}/{path.name}"
        if step.b % 3 == 2:
            self._write(f"{MEMORIES}/{path.name[:12]}-as-{self._count}.md", text)
        is_deprecated = step.b % 3 == 1
        self._write(repo_path, text.replace("status: active", "status: deprecated") if is_deprecated else None)
        self._finish(step)

    def _look(self, _step: Step) -> None:
        """Somebody reads, which keeps no hook from telling what was found."""
        workspace = open_workspace(self.root)
        list_memories(workspace)
        workspace.index.close()
        self.diary.append("$ git memory list")
        self._watcher(Event("list", "", told=False))


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
