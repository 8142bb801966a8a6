"""Whether an error in an output happened now, or is only shown: by the command, and by how its line begins."""

from __future__ import annotations

from legendary_git.agents.event import Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from legendary_git.domain.trigger_search import Trigger

_GIT = ("CONFLICT ", "error:", "fatal:", "warning:")


class Happened:
    """What one event tells of its output. The command is taken apart when the first error is found, and not before."""

    def __init__(self, event: Event) -> None:
        self._event = event
        self._displays: bool | None = None
        self._programs: frozenset[str] | None = None

    def accepts(self, trigger: Trigger, before: str, after: str) -> bool:
        """Whether the trigger, between these texts of its line, reports an error of this command.

        Of a command that failed, every line may. Otherwise (or where nobody says how it ended: its exit code is that of
        `tail` in `make | tail`) the line has to be one of an error. A command that shows files has errors of its
        own alone; one that ended well, only those of what it did beside that (`cp a b; cat c`).
        """
        failed = self._event.failed is True
        if self._is_displaying():
            return not (before.strip() if failed else before) and self._is_own(trigger)
        if failed:
            return True
        from legendary_git.domain.error_line import has_several_words, is_error_line

        return has_several_words(trigger.form) and is_error_line(before, after, self._ran())

    def _ran(self) -> frozenset[str]:
        if self._programs is None:
            from legendary_git.domain.displaying import find_programs

            self._programs = find_programs(self._event.command)
        return self._programs

    def _is_displaying(self) -> bool:
        if self._displays is None:
            from legendary_git.domain.displaying import is_displaying

            self._displays = is_displaying(self._event.command, failed=self._event.failed is True)
        return self._displays

    def _is_own(self, trigger: Trigger) -> bool:
        """Whether a program complains under its own name; of a command that ended well, one that displays nothing."""
        from legendary_git.domain.displaying import voices

        names = voices(self._event.command, failed=self._event.failed is True)
        return trigger.plain.startswith(tuple(f"{name}: " for name in names) + (_GIT if "git" in names else ()))
