"""The agents that can be told: where each keeps its settings, what it calls its events, where it looks for skills.

docs/hosts.md says where each of these is written down by those who make the agent.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path

from legendary_git.domain.values import dataclass

_FILES = ("file_path", "notebook_path")
_PATHS = (*_FILES, "path")


class Shape(Enum):
    """How a host writes a hook down."""

    GROUPS = "groups of handlers, each group with a matcher; seconds"
    GROUPS_IN_MS = "the same with a name; milliseconds"
    FLAT = "handlers with a matcher of their own; seconds"
    FLAT_BASH = "handlers that name the shell they are for; seconds"


@dataclass(frozen=True, slots=True)
class HookEvent:
    """One event that is listened to. With `keys` the file that is meant is looked for in the payload by these keys."""

    name: str
    verb: str
    matcher: str | None = None
    keys: tuple[str, ...] = ()
    is_prompt: bool = False


@dataclass(frozen=True, slots=True)
class Places:
    """Where a host looks, below the project's folder or the user's own; None where it looks for no such thing."""

    settings: str | None = None
    plugin: str | None = None
    rules: str | None = None
    skills: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentHost:
    """One agent. `home_variable` moves the first folder of what the user has of his own, from the home folder."""

    name: str
    title: str
    project: Places
    user: Places
    shape: Shape = Shape.GROUPS
    events: tuple[HookEvent, ...] = ()
    project_variable: str = "CLAUDE_PROJECT_DIR"
    any_shell: bool = False
    has_version: bool = False
    home_variable: str | None = None
    hint: str = ""


_CLAUDE = AgentHost(
    name="claude",
    title="Claude Code",
    project=Places(settings=".claude/settings.json", skills=".claude/skills"),
    user=Places(settings=".claude/settings.json", skills=".claude/skills"),
    home_variable="CLAUDE_CONFIG_DIR",
    events=(
        HookEvent("SessionStart", "surface"),
        HookEvent("UserPromptSubmit", "surface", is_prompt=True),
        HookEvent("PreToolUse", "surface", "Read|Edit|Write|MultiEdit|NotebookEdit", _FILES),
        HookEvent("PostToolUse", "surface", "Edit|Write|MultiEdit|NotebookEdit", _FILES),
        HookEvent("PostToolUse", "guard", "Bash"),
        HookEvent("PostToolUseFailure", "guard", "Bash"),
    ),
)
_CODEX = AgentHost(
    name="codex",
    title="Codex",
    project=Places(settings=".codex/hooks.json", skills=".agents/skills"),
    user=Places(settings=".codex/hooks.json", skills=".agents/skills"),
    home_variable="CODEX_HOME",
    any_shell=True,
    events=(
        HookEvent("SessionStart", "surface"),
        HookEvent("UserPromptSubmit", "surface", is_prompt=True),
        HookEvent("PreToolUse", "surface", "Bash|apply_patch"),
        HookEvent("PostToolUse", "surface", "apply_patch"),
        HookEvent("PostToolUse", "guard", "Bash"),
    ),
    hint="Codex runs a new or changed hook once you have trusted it: /hooks there",
)
_CURSOR = AgentHost(
    name="cursor",
    title="Cursor",
    project=Places(settings=".cursor/hooks.json", skills=".agents/skills"),
    user=Places(settings=".cursor/hooks.json", skills=".cursor/skills"),
    shape=Shape.FLAT,
    project_variable="CURSOR_PROJECT_DIR",
    any_shell=True,
    has_version=True,
    events=(
        HookEvent("sessionStart", "surface"),
        HookEvent("postToolUse", "surface", "Read|Write", _PATHS),
        HookEvent("postToolUse", "guard", "Shell"),
        HookEvent("postToolUseFailure", "guard", "Shell"),
    ),
)
_GEMINI = AgentHost(
    name="gemini",
    title="Gemini CLI",
    project=Places(settings=".gemini/settings.json", skills=".agents/skills"),
    user=Places(settings=".gemini/settings.json", skills=".agents/skills"),
    shape=Shape.GROUPS_IN_MS,
    project_variable="GEMINI_PROJECT_DIR",
    events=(
        HookEvent("SessionStart", "surface"),
        HookEvent("BeforeAgent", "surface", is_prompt=True),
        HookEvent("AfterTool", "surface", "read_file|replace|write_file", _FILES),
        HookEvent("AfterTool", "guard", "run_shell_command"),
    ),
)
_COPILOT = AgentHost(
    name="copilot",
    title="GitHub Copilot",
    project=Places(settings=".github/hooks/legendary-git.json", skills=".agents/skills"),
    user=Places(settings=".copilot/hooks/legendary-git.json", skills=".copilot/skills"),
    shape=Shape.FLAT_BASH,
    has_version=True,
    home_variable="COPILOT_HOME",
    events=(
        HookEvent("sessionStart", "surface"),
        HookEvent("postToolUse", "surface", "view|edit|create", _PATHS),
        HookEvent("postToolUse", "guard", "bash"),
        HookEvent("postToolUseFailure", "guard"),
    ),
    hint="Copilot's cloud agent runs hooks of the default branch, where git-memory has to be installed for it",
)
_OPENCODE = AgentHost(
    name="opencode",
    title="opencode",
    project=Places(plugin=".opencode/plugins/legendary-git.js", skills=".agents/skills"),
    user=Places(plugin=".config/opencode/plugins/legendary-git.js", skills=".config/opencode/skills"),
)
_WINDSURF = AgentHost(
    name="windsurf",
    title="Windsurf",
    project=Places(rules=".windsurf/rules/legendary-git.md", skills=".windsurf/skills"),
    user=Places(rules=".codeium/windsurf/memories/global_rules.md", skills=".codeium/windsurf/skills"),
    hint="Windsurf's hooks tell the agent nothing: add `git-memory mcp` to its MCP servers",
)
_OTHER = AgentHost(
    name="other",
    title="any agent that reads AGENTS.md",
    project=Places(rules="AGENTS.md", skills=".agents/skills"),
    user=Places(skills=".agents/skills"),
    hint="without hooks nothing is pushed: add `git-memory mcp` to its MCP servers",
)
AGENT_HOSTS = {one.name: one for one in (_CLAUDE, _CODEX, _CURSOR, _GEMINI, _COPILOT, _OPENCODE, _WINDSURF, _OTHER)}


def find_place(host: AgentHost, below: str, base: Path, environ: Mapping[str, str] | None) -> Path:
    """Where `below` is: under `base`, or where the user has moved that folder; `environ` is None for a project."""
    first, _, rest = below.partition("/")
    if environ is not None and host.home_variable and first == _own_folder(host):
        moved = environ.get(host.home_variable)
        return Path(moved, rest) if moved else base / below
    if environ is not None and first == ".config" and environ.get("XDG_CONFIG_HOME"):
        return Path(environ["XDG_CONFIG_HOME"], rest)
    return base / below


def _own_folder(host: AgentHost) -> str:
    return (host.user.settings or "").partition("/")[0]
