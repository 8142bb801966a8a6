"""The hosts whose agent is told nothing by hooks of ours: it gets rules, the skill and the server, and has to ask.

docs/hosts.md says where each of these is written down by those who make the agent.
"""

from __future__ import annotations

from legendary_git.usecases.agent.host import AgentHost, Places, ServerForm

_WINDSURF = AgentHost(
    name="windsurf",
    title="Windsurf",
    project=Places(
        rule=".windsurf/rules/legendary-git.md",
        skills=".windsurf/skills",
        by_hand="git memory agent install windsurf --user (it has no servers of a project)",
    ),
    user=Places(
        rules=".codeium/windsurf/memories/global_rules.md",
        skills=".codeium/windsurf/skills",
        server=".codeium/windsurf/mcp_config.json",
    ),
    rule_head="---\ntrigger: always_on\n---\n\n",
)
_VSCODE = AgentHost(
    name="vscode",
    title="Copilot in Visual Studio Code",
    project=Places(
        rule=".github/instructions/legendary-git.instructions.md", skills=".agents/skills", server=".vscode/mcp.json"
    ),
    user=Places(
        skills=".agents/skills",
        by_hand="""code --add-mcp '{"name":"legendary-git","command":"git-memory","args":["mcp"]}'""",
    ),
    rule_head='---\napplyTo: "**"\n---\n\n',
    server=ServerForm(keys=("servers",)),
)
_CLINE = AgentHost(
    name="cline",
    title="Cline",
    project=Places(
        rules="AGENTS.md",
        skills=".cline/skills",
        by_hand="git memory agent install cline --user (it has no servers of a project)",
    ),
    user=Places(
        rules=".agents/AGENTS.md", skills=".cline/skills", server=".cline/data/settings/cline_mcp_settings.json"
    ),
)
_ROO = AgentHost(
    name="roo",
    title="Roo Code",
    project=Places(rules="AGENTS.md", skills=".roo/skills", server=".roo/mcp.json"),
    user=Places(skills=".roo/skills", by_hand="Edit Global MCP, in Roo Code's MCP settings"),
)
_KILO = AgentHost(
    name="kilo",
    title="Kilo Code",
    project=Places(
        rules="AGENTS.md",
        skills=".kilo/skills",
        server=("kilo.jsonc", "kilo.json", ".kilo/kilo.jsonc", ".kilo/kilo.json"),
    ),
    user=Places(skills=".kilo/skills", server=(".config/kilo/kilo.jsonc", ".config/kilo/kilo.json")),
    server=ServerForm(("mcp",), {"type": "local", "command": ["git-memory", "mcp"]}),
)
_ZED = AgentHost(
    name="zed",
    title="Zed",
    project=Places(
        rules=(
            *(".rules", ".cursorrules", ".windsurfrules", ".clinerules"),
            *(".github/copilot-instructions.md", "AGENT.md", "AGENTS.md"),
        ),
        skills=".agents/skills",
        server=".zed/settings.json",
    ),
    user=Places(rules=".config/zed/AGENTS.md", skills=".agents/skills", server=".config/zed/settings.json"),
    server=ServerForm(("context_servers",), {"source": "custom", "command": "git-memory", "args": ["mcp"]}),
)
_KIRO = AgentHost(
    name="kiro",
    title="Kiro",
    project=Places(rule=".kiro/steering/legendary-git.md", skills=".kiro/skills", server=".kiro/settings/mcp.json"),
    user=Places(rule=".kiro/steering/legendary-git.md", skills=".kiro/skills", server=".kiro/settings/mcp.json"),
    rule_head="---\ninclusion: always\n---\n\n",
)
_JUNIE = AgentHost(
    name="junie",
    title="Junie",
    project=Places(
        rules=(".junie/AGENTS.md", ".junie/guidelines.md", "AGENTS.md"),
        skills=".junie/skills",
        server=".junie/mcp/mcp.json",
    ),
    user=Places(skills=".junie/skills", server=".junie/mcp/mcp.json"),
)
_AMP = AgentHost(
    name="amp",
    title="Amp",
    project=Places(rules="AGENTS.md", skills=".agents/skills", server=".amp/settings.json"),
    user=Places(rules=".config/amp/AGENTS.md", skills=".config/agents/skills", server=".config/amp/settings.json"),
    server=ServerForm(keys=("amp.mcpServers",)),
)
_ANTIGRAVITY = AgentHost(
    name="antigravity",
    title="Antigravity",
    project=Places(rule=".agents/rules/legendary-git.md", skills=".agents/skills", server=".agents/mcp_config.json"),
    user=Places(rules=".gemini/GEMINI.md", skills=".gemini/config/skills", server=".gemini/config/mcp_config.json"),
    rule_head="---\ntrigger: always_on\n---\n\n",
)
_CONTINUE = AgentHost(
    name="continue",
    title="Continue",
    project=Places(
        rule=".continue/rules/legendary-git.md",
        skills=".continue/skills",
        server=".continue/mcpServers/legendary-git.json",
    ),
    user=Places(
        rule=".continue/rules/legendary-git.md",
        skills=".continue/skills",
        server=".continue/mcpServers/legendary-git.json",
    ),
    rule_head="---\nname: legendary-git\nalwaysApply: true\n---\n\n",
)
_OTHER = AgentHost(
    name="other",
    title="any agent that reads AGENTS.md",
    project=Places(rules="AGENTS.md", skills=".agents/skills", server=".mcp.json"),
    user=Places(skills=".agents/skills", by_hand="`git-memory mcp` is the command; docs/mcp.md has its usual forms"),
    hint="where its host does not read .mcp.json, add `git-memory mcp` to its MCP servers",
)
HOSTS_WITHOUT_HOOKS = (
    *(_WINDSURF, _VSCODE, _CLINE, _ROO, _KILO, _ZED, _KIRO, _JUNIE, _AMP, _ANTIGRAVITY, _CONTINUE, _OTHER),
)
