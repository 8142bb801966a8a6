"""The hosts that tell their agent what a hook of ours says.

docs/hosts.md says where each of these is written down by those who make the agent.
"""

from __future__ import annotations

from legendary_git.usecases.agent.host import AgentHost, HookEvent, Places, ServerForm, Shape

_FILES = ("file_path", "notebook_path")
_PATHS = (*_FILES, "path")

_CLAUDE = AgentHost(
    name="claude",
    title="Claude Code",
    project=Places(settings=".claude/settings.json", skills=".claude/skills", server=".mcp.json"),
    user=Places(
        settings=".claude/settings.json",
        skills=".claude/skills",
        by_hand="claude mcp add --scope user legendary-git -- git-memory mcp",
    ),
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
    project=Places(settings=".codex/hooks.json", skills=".agents/skills", server=".codex/config.toml"),
    user=Places(settings=".codex/hooks.json", skills=".agents/skills", server=".codex/config.toml"),
    home_variable="CODEX_HOME",
    any_shell=True,
    events=(
        HookEvent("SessionStart", "surface"),
        HookEvent("UserPromptSubmit", "surface", is_prompt=True),
        HookEvent("PreToolUse", "surface", "Bash|apply_patch"),
        HookEvent("PostToolUse", "surface", "apply_patch"),
        HookEvent("PostToolUse", "guard", "Bash"),
    ),
    server=ServerForm(keys=("mcp_servers",), is_toml=True),
    hint="Codex runs a new or changed hook once you have trusted it: /hooks there",
)
_CURSOR = AgentHost(
    name="cursor",
    title="Cursor",
    project=Places(settings=".cursor/hooks.json", skills=".agents/skills", server=".cursor/mcp.json"),
    user=Places(settings=".cursor/hooks.json", skills=".cursor/skills", server=".cursor/mcp.json"),
    shape=Shape.FLAT,
    project_variable="CURSOR_PROJECT_DIR",
    any_shell=True,
    has_version=True,
    events=(
        HookEvent("sessionStart", "surface"),
        HookEvent("preCompact", "surface"),
        HookEvent("postToolUse", "surface", "Read|ReadFile|Write", _PATHS),
        HookEvent("postToolUse", "guard", "Shell"),
        HookEvent("postToolUseFailure", "guard", "Shell"),
    ),
)
_GEMINI = AgentHost(
    name="gemini",
    title="Gemini CLI",
    project=Places(settings=".gemini/settings.json", skills=".agents/skills", server=".gemini/settings.json"),
    user=Places(settings=".gemini/settings.json", skills=".agents/skills", server=".gemini/settings.json"),
    shape=Shape.GROUPS_IN_MS,
    project_variable="GEMINI_PROJECT_DIR",
    events=(
        HookEvent("SessionStart", "surface"),
        HookEvent("BeforeAgent", "surface", is_prompt=True),
        HookEvent("PreCompress", "surface", "manual"),
        HookEvent("AfterTool", "surface", "read_file|read_many_files|replace|write_file", _FILES),
        HookEvent("AfterTool", "guard", "run_shell_command"),
    ),
    hint="Gemini CLI runs the hooks of a project once you have trusted its folder",
)
_QWEN = AgentHost(
    name="qwen",
    title="Qwen Code",
    project=Places(settings=".qwen/settings.json", skills=".qwen/skills", server=".qwen/settings.json"),
    user=Places(settings=".qwen/settings.json", skills=".qwen/skills", server=".qwen/settings.json"),
    shape=Shape.GROUPS_IN_MS,
    project_variable="QWEN_PROJECT_DIR",
    events=(
        HookEvent("SessionStart", "surface"),
        HookEvent("PostToolUse", "surface", "read_file|edit|write_file", _FILES),
        HookEvent("PostToolUse", "guard", "run_shell_command"),
        HookEvent("PostToolUseFailure", "guard", "run_shell_command"),
    ),
)
_COPILOT = AgentHost(
    name="copilot",
    title="GitHub Copilot",
    project=Places(settings=".github/hooks/legendary-git.json", skills=".agents/skills", server=".github/mcp.json"),
    user=Places(
        settings=".copilot/hooks/legendary-git.json", skills=".copilot/skills", server=".copilot/mcp-config.json"
    ),
    shape=Shape.FLAT_BASH,
    has_version=True,
    home_variable="COPILOT_HOME",
    events=(
        HookEvent("sessionStart", "surface"),
        HookEvent("preCompact", "surface"),
        HookEvent("postToolUse", "surface", "view|edit|create|str_replace_editor|apply_patch", _PATHS),
        HookEvent("postToolUse", "guard", "bash"),
        HookEvent("postToolUseFailure", "guard"),
    ),
    server=ServerForm(entry={"type": "local", "command": "git-memory", "args": ["mcp"], "tools": ["*"]}),
    hint=(
        "Copilot runs the hooks of a folder that it trusts; its cloud agent those of the default branch, "
        "where git-memory has to be installed for it"
    ),
)
_FACTORY = Places(
    settings=(".factory/hooks.json", ".factory/settings.json"), skills=".factory/skills", server=".factory/mcp.json"
)
_DROID = AgentHost(
    name="droid",
    title="Factory Droid",
    project=_FACTORY,
    user=_FACTORY,
    project_variable="FACTORY_PROJECT_DIR",
    events=(
        HookEvent("SessionStart", "surface"),
        HookEvent("UserPromptSubmit", "surface", is_prompt=True),
        HookEvent("PostToolUse", "surface", "Read|Edit|Create|ApplyPatch", _FILES),
        HookEvent("PostToolUse", "guard", "Execute"),
    ),
    server=ServerForm(entry={"type": "stdio", "command": "git-memory", "args": ["mcp"]}),
)
_OPENCODE = AgentHost(
    name="opencode",
    title="opencode",
    project=Places(
        plugin=".opencode/plugins/legendary-git.js",
        skills=".agents/skills",
        server=("opencode.jsonc", "opencode.json"),
    ),
    user=Places(
        plugin=".config/opencode/plugins/legendary-git.js",
        skills=".config/opencode/skills",
        server=(".config/opencode/opencode.jsonc", ".config/opencode/opencode.json"),
    ),
    server=ServerForm(("mcp",), {"type": "local", "command": ["git-memory", "mcp"]}),
)
HOSTS_WITH_HOOKS = (_CLAUDE, _CODEX, _CURSOR, _GEMINI, _COPILOT, _OPENCODE, _QWEN, _DROID)
