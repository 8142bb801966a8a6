"""Steps that change files of Python: what they define, how it is written, where it stands."""

from __future__ import annotations

from tests.scenarios import sources
from tests.scenarios.ground import Ground, Step, pick


class FileSteps(Ground):
    """Each changes the work tree, and mostly commits it."""

    def _change(self, step: Step) -> None:
        self._edit(step, lambda block: sources.change_number(block, step.c, step.c % 3))

    def _reorder(self, step: Step) -> None:
        self._edit(step, sources.change_order)

    def _reformat(self, step: Step) -> None:
        self._edit(step, (sources.requote, sources.rewrap, sources.rewrite)[step.c % 3])

    def _comment(self, step: Step) -> None:
        self._edit(step, lambda block: sources.comment(block, step.c, f"note {self._count}"))

    def _rename_symbol(self, step: Step) -> None:
        self._edit(step, lambda block: sources.rename(block, pick(_names_like(block), step.c)))

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
        target = pick(sources.PATHS, step.c)
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
        path = pick(sources.PATHS, step.a)
        blocks = sources.split(self.read(path) or "")
        if blocks is not None:
            name = pick((*sources.FUNCTIONS, *sources.CLASSES), step.b)
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
        path, target = self._path(step), pick(sources.PATHS, step.b)
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


def _names_like(block: str) -> tuple[str, ...]:
    return sources.CLASSES if sources.name_of(block) in sources.CLASSES else sources.FUNCTIONS
