"""Say what keeps no push from coming, that a setting is wrong, or what does: that there was no time for it.

Each is one line on stderr, and an entry in the log.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from legendary_git.usecases.call_time import TooLong
    from legendary_git.usecases.push_settings import Fault

_MOST = 500
_LATE = "legendary: no time was left to look at all memories; the next call goes on where this one ended"
_said: set[Fault] = set()


def complain(faults: Sequence[Fault]) -> None:
    """Of each fault once for a process. Never raises."""
    new = [fault for fault in faults if fault not in _said]
    if not new:
        return
    _said.update(new)
    try:
        from legendary_git.errors import ConfigError
        from legendary_git.render.safe import one_line
        from legendary_git.usecases.crash_log import write_crash

        shown = one_line("; ".join(f"{what} ({todo})" for what, todo in new))
        sys.stderr.write(f"legendary: wrong setting: {shown[:_MOST]}\n")
        write_crash(ConfigError(*new[0]), ["surface", "wrong-setting"], os.environ)
    except Exception:  # noqa: BLE001 - what is to be pushed goes first
        return


def say_late(error: TooLong, command: str) -> None:
    """That something was not told because there was no time left. What was read by then is kept. Never raises."""
    try:
        from legendary_git.usecases.crash_log import write_crash

        sys.stderr.write(f"{_LATE}\n")
        write_crash(error, [command, "late"], os.environ)
    except Exception:  # noqa: BLE001 - as above
        return
