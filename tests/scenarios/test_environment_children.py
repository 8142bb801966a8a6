"""The programs that we start: none outlives us, waits for anybody, or does what a person's settings ask of git."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from tests.project import PAY, STORE, Shop
from tests.scenarios.surroundings import MORE, PAID, Caller

pytestmark = pytest.mark.usefixtures("back_end")

_READS = ("list", "stale", "check", "brief", "log", "why src/pay.py", "list --json", "stale --at HEAD~1")


def processes(mark: str) -> list[str]:
    """The command lines of all processes with that in their environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes():
                found.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue
    return found


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="processes cannot be listed by their environment")
def test_nothing_of_a_hook_outlives_it_or_holds_its_pipe(shop: Shop) -> None:
    mark = f"MARK={shop.root}"
    caller = Caller(shop, prefix=("sh", "-c", 'env "$@" 2>&1 | cat >&2', "sh", mark))
    said = caller.flip()
    assert said == Caller(shop).told()
    assert processes(mark) == []
    assert Caller(shop, prefix=("env", mark)).memory("list").returncode == 0
    assert processes(mark) == []


def started(shop: Shop, folder: Path, *words: str) -> Counter[str]:
    """Which git commands ran, of git itself and of its hooks and their children, how often each."""
    trace = folder / "trace"
    Caller(shop, env={"GIT_TRACE2_EVENT": str(trace)}).git(*words)
    events = [json.loads(line) for line in trace.read_text().splitlines()]
    trace.unlink()
    return Counter(event["name"] for event in events if event["event"] == "cmd_name")


def test_hook_starts_no_upkeep_no_monitor_and_nothing_that_writes(shop: Shop, tmp_path: Path) -> None:
    shop.git("config", "gc.auto", "1")
    shop.git("config", "gc.autoDetach", "false")
    shop.git("config", "core.fsmonitor", "true")
    shop.write({PAID: MORE})
    ours = started(shop, tmp_path, "commit", "-q", "-a", "-m", "With")
    shop.write({PAID: PAY})
    shop.git("update-ref", "refs/heads/main", "HEAD~1")
    shop.write({PAID: MORE})
    ours -= started(shop, tmp_path, "-c", "core.hooksPath=/dev/null", "commit", "-q", "-a", "-m", "Without")
    assert ours["rev-parse"] > 0
    reading = {"rev-parse", "diff-tree", "cat-file", "ls-files", "config", "rev-list", "merge-base", "symbolic-ref"}
    assert ours.keys() <= reading | {"for-each-ref", "hash-object", "var"}


def test_settings_of_a_person_change_no_answer_and_run_nothing(
    shop: Shop, tmp_path: Path, sealed_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.commit("Move", {PAID: MORE, "src/store.py": "X = 1\n", "src/shelf.py": STORE.replace("strip", "lstrip")})
    shop.write({"src/other.py": STORE})
    reads = (*_READS, f"diff {shop.cents}", f"diff {shop.locked}")
    expected = {words: shop.memory(*words.split()) for words in reads}
    script = tmp_path / "script"
    script.write_text(f'#!/bin/sh\necho "$0 $*" >>"{tmp_path}/ran"\nexit 1\n')
    script.chmod(0o755)
    (tmp_path / "attributes").write_text("*.py diff=odd -text\n")
    settings = {
        "pager": f"pager = true\npager.memory = false\ncore.pager = {script}",
        "diff": f"diff.external = {script}\ndiff.odd.textconv = {script}\ndiff.odd.command = {script}"
        "\ndiff.noprefix = true\ndiff.mnemonicPrefix = true\ndiff.renames = false\ndiff.orderFile = /nowhere"
        "\ndiff.ignoreSubmodules = all\ndiff.wsErrorHighlight = all\ndiff.algorithm = patience\ndiff.context = 0",
        "colour": "color.ui = always\ncolor.status = always\ncolor.diff = always\ncolumn.ui = always",
        "log": f"log.showSignature = true\ngpg.program = {script}\nlog.follow = true\nlog.date = human"
        "\nlog.decorate = full\nlog.mailmap = false\nlog.diffMerges = on\nformat.pretty = raw",
        "status": "status.short = true\nstatus.branch = true\nstatus.showStash = true\nstatus.relativePaths = false"
        "\nstatus.showUntrackedFiles = no\nstatus.renames = copies\nstatus.submoduleSummary = true",
        "core": f"core.quotePath = false\ncore.attributesFile = {tmp_path}/attributes\ncore.askPass = {script}"
        f"\ncore.fsmonitor = {script}\ncore.untrackedCache = true\ncore.abbrev = 40\ncore.editor = {script}"
        "\ncore.commentChar = auto\ncore.preloadIndex = false\ncore.warnAmbiguousRefs = false",
        "alias": f"alias.memory = !{script}\nalias.st = status\nhelp.autocorrect = immediate",
        "credential": f"credential.helper = !{script}\nfetch.recurseSubmodules = true\nsubmodule.recurse = true",
    }
    for line in "\n".join(settings.values()).splitlines():
        name, _, value = line.partition(" = ")
        if "." in name:
            shop.git("config", "--global", name, value)
    for name in ("GIT_PAGER", "PAGER", "GIT_ASKPASS", "SSH_ASKPASS", "GIT_EXTERNAL_DIFF", "GIT_EDITOR", "GIT_SSH"):
        monkeypatch.setenv(name, str(script))
    for words, answer in expected.items():
        assert shop.memory(*words.split()) == answer, words
    shop.must("rebuild")
    for words, answer in expected.items():
        assert shop.memory(*words.split()) == answer, words
    assert not (tmp_path / "ran").exists()


def test_trace_of_git_changes_no_answer(shop: Shop) -> None:
    env = {"GIT_TRACE": "1", "GIT_TRACE2": "1", "GIT_TRACE_SETUP": "1", "GIT_TRACE_PERFORMANCE": "1"}
    caller = Caller(shop, env=env)
    said = caller.flip()
    caller.env = {}
    assert [line for line in said.splitlines() if "legendary:" in line] == caller.told().splitlines()
    outside = shop.process("list", folder="/", env=env)
    assert outside.err.startswith("fatal: not a git repository (or any of the parent directories): .git\nhint: ")
    assert outside.err.count("\n") == 2


def test_filter_that_leaves_something_running_keeps_no_command_from_ending(shop: Shop, tmp_path: Path) -> None:
    """A server that a filter starts (git-lfs, a credential cache) holds what it was given for as long as it runs."""
    fifo = tmp_path / "until"
    os.mkfifo(fifo)
    shop.git("config", "filter.odd.clean", f"cat; (exec >/dev/null; cat <'{fifo}') &")
    shop.write({".gitattributes": "src/pay.py filter=odd\n", PAID: MORE + "\n# on disk\n"})
    try:
        listed = Caller(shop, prefix=("timeout", "20")).memory("list")
    finally:
        os.close(os.open(fifo, os.O_RDWR | os.O_NONBLOCK))
    assert listed.returncode == 0
    assert shop.cents in listed.stdout.decode()
