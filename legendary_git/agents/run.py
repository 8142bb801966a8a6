"""Answer one event of an agent's session. Always exit code 0, and on standard output nothing or one JSON object."""

from __future__ import annotations

import os
import sys

from legendary_git.agents.event import Event, Moment
from legendary_git.agents.hosts import load_host
from legendary_git.agents.json_text import format_json
from legendary_git.agents.stdin import read_payload
from legendary_git.usecases.call_time import begin_call, end_call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = ("surface", "guard")
_FAILED = "legendary: a hook for the agent failed"


def run(words: Sequence[str]) -> int:
    """`words` are `surface` or `guard`, and `--host NAME`; a payload stands on standard input.

    Both take every event that the host sends: an installed hook need not know which is whose. Always 0.
    """
    try:
        answer = _answer(words)
        if answer:
            _say(answer)
    except KeyboardInterrupt:
        pass
    except BaseException as error:  # noqa: BLE001 - whatever it is, the agent goes on
        _log(words, error)
    return 0


def _answer(words: Sequence[str]) -> str:
    host = load_host(_option(words, "--host") or "claude")
    payload = read_payload() if host is not None else None
    event = host.read_event(payload) if host is not None and payload is not None else None
    if host is None or event is None:
        return ""
    begin_call()
    try:
        context = _context(event)
    finally:
        end_call()
    return format_json(host.format_answer(event, context)) if context else ""


def _context(event: Event) -> str:
    """What is to be put before the agent; nothing where nothing is worth it."""
    if event.moment is Moment.AFTER_COMMAND:
        from legendary_git.agents.guard import guard

        return guard(event, os.environ)
    if event.moment is Moment.COMPACTED:
        from legendary_git.agents.brief import forget

        return forget(event, os.environ)
    from legendary_git.agents.surface import surface

    return surface(event, os.environ)


def _option(words: Sequence[str], name: str) -> str | None:
    for at, word in enumerate(words):
        if word == name and at + 1 < len(words):
            return words[at + 1]
        if word.startswith(f"{name}="):
            return word.partition("=")[2]
    return None


def _say(answer: str) -> None:
    try:
        sys.stdout.buffer.write(answer.encode("utf-8", "backslashreplace") + b"\n")
        sys.stdout.buffer.flush()
    except (OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # nobody listens any more


def _log(words: Sequence[str], error: BaseException) -> None:
    """One line on stderr, and what happened in the log, from which a report can be made."""
    try:
        from legendary_git.usecases.crash_log import write_crash

        log = write_crash(error, words[:1], os.environ)
        sys.stderr.write(f"{_FAILED} ({f'details in {log}' if log else 'no log could be written'})\n")
    except Exception:  # noqa: BLE001 - what failed may be what the log needs
        return
