"""The kinds of files of an agent: each can be put in place, told apart from what others wrote, and taken away."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from legendary_git.store.marked_block import find_block, with_block, without_block
from legendary_git.usecases.agent.file import AgentFile, refusing
from legendary_git.usecases.agent.hooks import wanted_hooks
from legendary_git.usecases.agent.hooks_text import found_hooks, has_hooks, new_settings, with_hooks, without_hooks
from legendary_git.usecases.agent.host import AgentHost, ServerForm
from legendary_git.usecases.agent.seal import has_seal, is_sealed, seal, with_lf
from legendary_git.usecases.agent.server import has_server, with_server, without_server


def settings_file(path: Path, host: AgentHost, *, with_prompt: bool) -> AgentFile:
    """The host's settings, in which other things stand as well.

    Where somebody has asked to be told at prompts already, that stays: others share the file.
    """
    wanted = wanted_hooks(host, with_prompt=with_prompt)
    more = wanted_hooks(host, with_prompt=True)

    def put(text: str | None) -> str:
        if text is None:
            return new_settings(host, wanted)
        return with_hooks(text, host, more if found_hooks(text).keys() == more.keys() else wanted)

    return AgentFile(path, refusing(path, put), refusing(path, without_hooks), refusing(path, has_hooks))


def server_file(path: Path, form: ServerForm) -> AgentFile:
    """The host's configuration, in which other servers stand as well."""
    return AgentFile(
        path,
        refusing(path, lambda text: with_server(text, form)),
        refusing(path, lambda text: without_server(text, form)),
        refusing(path, lambda text: has_server(text, form)),
        has_server=True,
    )


def own_file(path: Path, text: str, comment: str = "<!-- {} -->") -> AgentFile:
    """A file of ours alone. Once somebody has edited it, it is his, and stays as it is."""
    sealed = seal(text, comment)

    def put(found: str | None) -> str:
        if found is None or (is_sealed(found) and with_lf(found) != sealed):
            return sealed
        return found

    return AgentFile(path, put, lambda found: None if is_sealed(found) else found, has_seal)


def block_file(path: Path, body: str) -> AgentFile:
    """A text of other people, with a block of ours at its end."""
    return AgentFile(
        path,
        refusing(path, lambda text: with_block(text, body)),
        refusing(path, lambda text: without_block(text)),
        refusing(path, lambda text: find_block(text) is not None),
    )


@cache
def load_text(name: str) -> str:
    """A text that comes with the package."""
    return (files("legendary_git") / "agents" / "texts" / name).read_text(encoding="utf-8")
