"""The time of a hook is read from git's own trace."""

from __future__ import annotations

from pathlib import Path

from fixtures.trace import hook_seconds
from tests.history import History

_HOOK = "#!/bin/sh\ngit status --short >/dev/null\n"


def test_hook_seconds_has_one_entry_for_each_hook_that_ran(history: History, tmp_path: Path) -> None:
    for name in ("post-commit", "post-merge"):
        hook = history.root / ".git/hooks" / name
        hook.write_text(_HOOK)
        hook.chmod(0o755)
    history.commit("one", {"a": "1\n"})
    trace = tmp_path / "trace"
    history.write({"a": "2\n"})
    history.git("commit", "-qam", "two", env={"GIT_TRACE2_EVENT": str(trace)})
    seconds = hook_seconds(trace)
    assert len(seconds) == 1
    assert seconds[0] > 0


def test_hook_seconds_is_empty_without_hooks_or_trace(history: History, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    history.commit("one", {"a": "1\n"})
    history.git("commit", "-q", "--allow-empty", "-m", "two", env={"GIT_TRACE2_EVENT": str(trace)})
    assert trace.exists()
    assert hook_seconds(trace) == []
    assert hook_seconds(tmp_path / "nowhere") == []
