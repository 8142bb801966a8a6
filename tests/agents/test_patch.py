"""Which files a patch of Codex touches, and what it does to them."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from legendary_git.agents.event import Edit
from legendary_git.agents.patch import parse_patch

CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def test_patch_hunks_are_edits_of_their_own_with_their_context() -> None:
    patch = "*** Begin Patch\n*** Update File: a.py\n@@ class A\n x = 1\n-y = 2\n+y = 3\n@@\n-z\n*** End Patch"
    assert parse_patch(patch) == (
        ("a.py",),
        (Edit("a.py", "x = 1\ny = 2", "x = 1\ny = 3"), Edit("a.py", "z", "")),
    )


def test_patch_that_moves_a_file_touches_both() -> None:
    patch = "*** Begin Patch\n*** Update File: a.py\n*** Move to: b c/ä.py\n@@\n-x\n+y\n*** End Patch\n"
    assert parse_patch(patch)[0] == ("a.py", "b c/ä.py")


def test_patch_within_a_command_is_found() -> None:
    patch = "apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: old.py\n*** End Patch\nEOF"
    assert parse_patch(patch) == (("old.py",), ())


def test_patch_of_another_kind_touches_nothing() -> None:
    assert parse_patch("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n") == ((), ())


@CALM
@given(st.text())
def test_patch_may_be_any_text(text: str) -> None:
    parse_patch(text)
