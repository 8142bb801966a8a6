"""All hosts, by the name that `git memory agent install` takes."""

from __future__ import annotations

from legendary_git.usecases.agent.hosts_with_hooks import HOSTS_WITH_HOOKS
from legendary_git.usecases.agent.hosts_without_hooks import HOSTS_WITHOUT_HOOKS

AGENT_HOSTS = {host.name: host for host in (*HOSTS_WITH_HOOKS, *HOSTS_WITHOUT_HOOKS)}
