"""Qwen Code (qwenlm.github.io/qwen-code-docs, users/features/hooks): Gemini CLI's tools, Claude Code's events.

What PreToolUse says is lost in some of its versions. UserPromptSubmit also comes with what a tool answered, so prompts
are not listened to.
"""

from __future__ import annotations

from legendary_git.agents.hosts.gemini import Gemini

HOST = Gemini(
    "qwen",
    prompt="",
    after="PostToolUse",
    failure="PostToolUseFailure",
    edits=("edit", "write_file"),
    new=frozenset({"startup", "clear", "compact"}),
)
