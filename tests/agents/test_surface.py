"""What an agent is told when it opens, edits and has edited a file."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.agents.agent import SURFACE, Agent, ids, text_of
from tests.project import PAY, Project, Shop

pytestmark = pytest.mark.unhooked

VERIFIED = "(verified against current code)"


@pytest.fixture
def agent(shop: Shop) -> Agent:
    return Agent(shop.root)


def test_surface_tells_a_memory_of_the_file_that_is_read(shop: Shop, agent: Agent) -> None:
    text = agent.read("src/pay.py")
    assert text.splitlines()[2:5] == [
        f"[decision #{shop.cents}] {VERIFIED} Amounts are whole cents",
        "  > Floats lost one in March.",
        f"  (by Ada <ada@example.org>, 2026-01-03, at {shop.git('rev-parse', 'HEAD~1')[:7]})",
    ]


def test_surface_tells_nothing_of_other_files(shop: Shop, agent: Agent) -> None:
    assert agent.read("README") == ""
    assert ids(agent.read("src/store.py")) == [shop.locked]


def test_surface_is_about_the_absolute_path_too(shop: Shop, agent: Agent) -> None:
    assert ids(agent.read(shop.root / "src" / "pay.py")) == [shop.cents]


def test_surface_reads_a_path_with_backslashes(shop: Shop, agent: Agent) -> None:
    assert ids(agent.read("src\\pay.py")) == [shop.cents]


def test_surface_follows_a_link_to_what_is_read(shop: Shop, tmp_path: Path) -> None:
    (tmp_path / "link.py").symlink_to(shop.root / "src/pay.py")
    (tmp_path / "folder").symlink_to(shop.root / "src")
    assert ids(Agent(tmp_path).read("link.py")) == [shop.cents]
    assert ids(Agent(tmp_path, "two").read("folder/pay.py")) == [shop.cents]


def test_surface_is_of_the_repository_that_holds_the_file(shop: Shop, tmp_path: Path) -> None:
    other = Project.start(tmp_path / "other")
    other.commit("Begin", {"a.py": "A = 1\n"})
    assert ids(Agent(other.root).read(shop.root / "src/pay.py")) == [shop.cents]
    assert Agent(shop.root, "two").read(other.root / "a.py") == ""


def test_surface_needs_no_cwd_for_an_absolute_path(shop: Shop, tmp_path: Path) -> None:
    gone = Agent(tmp_path / "gone")
    assert gone.read("src/pay.py") == ""
    assert ids(gone.read(shop.root / "src/pay.py")) == [shop.cents]


def test_surface_tells_nothing_outside_of_any_repository(clock: None, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("A = 1\n")
    assert Agent(tmp_path).read("a.py") == ""


def test_surface_tells_nothing_of_a_file_that_is_yet_to_be_written(shop: Shop, agent: Agent) -> None:
    assert agent.write("src/new.py", "A = 1\n") == ""


def test_surface_says_since_when_and_what_changed(shop: Shop, agent: Agent) -> None:
    commit = shop.change("Charge more")
    line, change = agent.read("src/pay.py").splitlines()[2:4]
    since = f'[stale since 2026-01-01, {commit[:7]} "Charge more": verify before trusting]'
    assert line == f"[decision #{shop.cents}] {since} Amounts are whole cents"
    assert change == "  changed: `total = amount * 100` -> `total = amount * 1000`"


def test_surface_says_that_a_change_is_not_committed(shop: Shop, agent: Agent) -> None:
    shop.write({"src/pay.py": PAY.replace("100", "1000")})
    text = agent.read("src/pay.py")
    assert f"[decision #{shop.cents}] [stale by changes that are not committed: verify before trusting] A" in text
    assert "  > Floats lost one in March." in text


def test_surface_knows_changed_code_again_that_only_looks_another_way(shop: Shop, agent: Agent) -> None:
    text = f"# A comment above.\n{PAY}".replace("total = amount * 100", "total = (amount * 100)  # cents")
    shop.write({"src/pay.py": text})
    assert f"[decision #{shop.cents}] {VERIFIED}" in agent.read("src/pay.py")
    shop.commit("Comment", {})
    assert f"[decision #{shop.cents}] {VERIFIED}" in Agent(shop.root, "two").read("src/pay.py")


def test_surface_reads_crlf_as_git_stores_it(shop: Shop, agent: Agent) -> None:
    shop.write({"src/pay.py": PAY.replace("\n", "\r\n").encode()})
    assert f"[decision #{shop.cents}] {VERIFIED}" in agent.read("src/pay.py")


def test_surface_tells_of_gone_code_by_a_pointer_alone(shop: Shop, agent: Agent) -> None:
    commit = shop.commit("Do not charge", {"src/pay.py": PAY[PAY.index("def refund") :]})
    text = agent.read("src/pay.py")
    since = f'[orphaned since 2026-01-01, {commit[:7]} "Do not charge": src/pay.py::charge is gone]'
    assert f"[decision #{shop.cents}] {since} Amounts are whole cents\n" in text
    assert "Floats" not in text


def test_surface_says_why_something_is_not_verified(shop: Shop, agent: Agent) -> None:
    shop.write({"src/pay.py": PAY.replace("def charge(amount: int)", "def charge(amount: int")})
    assert f"[decision #{shop.cents}] (not verified: its file does not parse" in agent.read("src/pay.py")


def test_surface_judges_what_is_on_disk_and_heals(shop: Shop) -> None:
    shop.write({"src/pay.py": PAY.replace("100", "1000")})
    assert "[stale" in Agent(shop.root, "one").read("src/pay.py")
    shop.write({"src/pay.py": PAY})
    assert VERIFIED in Agent(shop.root, "two").read("src/pay.py")


def test_surface_judges_the_other_files_of_a_memory(shop: Shop, agent: Agent) -> None:
    both = shop.remember("Both are one transaction", "src/pay.py::refund", "src/store.py::Store.close")
    shop.write({"src/store.py": (shop.root / "src/store.py").read_text().replace("found[1:]", "found[2:]")})
    assert f"[decision #{both}] [stale by changes that are not committed" in agent.read("src/pay.py")


def test_surface_puts_first_what_the_edit_touches(shop: Shop, agent: Agent) -> None:
    fee = shop.remember("Refunds keep the fee", "src/pay.py::refund")
    whole = shop.remember("Everything here is sold twice", "src/pay.py")
    shop.commit("Remember more")
    assert ids(agent.edit("src/pay.py", "    back += 7")) == [fee, *([shop.cents, whole])]
    other = Agent(shop.root, "two")
    assert ids(other.edit("src/pay.py", "        total -= 1\n", "")) == [shop.cents, fee, whole]


def test_surface_tells_what_an_edit_made_stale_once(shop: Shop, agent: Agent) -> None:
    assert ids(agent.edit("src/pay.py", "amount * 100", "amount * 1000")) == [shop.cents]
    shop.write({"src/pay.py": PAY.replace("total = amount * 100", "total = amount * 1000")})
    text = agent.edited("src/pay.py", "total = amount * 100", "total = amount * 1000")
    assert ids(text) == [shop.cents]
    assert text.splitlines()[1].startswith("This edit leaves these notes out of step with the code.")
    assert "Floats" not in text, "what it says was told before the edit"
    assert agent.edited("src/pay.py", "total = amount * 100", "total = amount * 1000") == ""
    assert agent.read("src/pay.py") == ""
    shop.commit("Charge more")
    assert agent.read("src/pay.py") == "", "that it is committed now is no other verdict"


def test_surface_tells_what_an_edit_orphaned(shop: Shop, agent: Agent) -> None:
    agent.edit("src/pay.py")
    shop.write({"src/pay.py": PAY[PAY.index("def refund") :]})
    text = agent.edited("src/pay.py")
    assert f"[decision #{shop.cents}] [orphaned by changes that are not committed: src/pay.py::charge is gone]" in text


def test_surface_tells_nothing_of_what_an_edit_found_stale(shop: Shop, agent: Agent) -> None:
    changed = PAY.replace("total = amount * 100", "total = amount * 1000")
    shop.write({"src/pay.py": changed.replace("back += 7", "back += 8")})
    assert agent.edited("src/pay.py", "back += 7", "back += 8") == ""


def test_surface_tells_what_an_edit_made_stale_without_having_been_asked_before(shop: Shop, agent: Agent) -> None:
    shop.write({"src/pay.py": PAY.replace("total = amount * 100", "total = amount * 1000")})
    assert ids(agent.edited("src/pay.py", "total = amount * 100", "total = amount * 1000")) == [shop.cents]


def test_surface_says_nothing_after_an_edit_that_is_none(shop: Shop, agent: Agent) -> None:
    shop.write({"src/pay.py": f"# more\n{PAY}"})
    assert agent.edited("src/pay.py", "LIMIT = 10", "# more\nLIMIT = 10") == ""


def test_surface_tells_of_a_memory_that_is_opened_itself(shop: Shop, agent: Agent) -> None:
    shop.change()
    text = agent.read(shop.path_of(shop.cents))
    assert ids(text) == [shop.cents]
    assert "[stale since" in text
    assert "Floats" not in text, "it is about to be read"


def test_surface_names_both_sides_of_a_contradiction(shop: Shop, agent: Agent) -> None:
    other = shop.remember("Amounts are tenths of cents", "src/pay.py::charge")
    for one, opponent in ((shop.cents, other), (other, shop.cents)):
        path = shop.path_of(one)
        status = f"status: conflicted\nconflicts_with: [{opponent}]"
        path.write_text(path.read_text().replace("status: active", status))
    shop.commit("Contradict")
    text = agent.read("src/pay.py")
    assert sorted(ids(text)) == sorted([shop.cents, other])
    assert f"[decision #{shop.cents}] (conflicted) {VERIFIED} Amounts are whole cents\n" in text
    assert f"  contradicts [decision #{other}] Amounts are tenths of cents\n" in text
    assert f"  contradicts [decision #{shop.cents}] Amounts are whole cents\n" in text


def test_surface_leaves_out_what_was_retired(shop: Shop, agent: Agent) -> None:
    shop.must("deprecate", shop.cents, "--reason", "no more cents")
    shop.commit("Retire")
    assert agent.read("src/pay.py") == ""


def test_surface_works_in_a_linked_work_tree(shop: Shop, tmp_path: Path) -> None:
    shop.git("worktree", "add", "-q", str(tmp_path / "linked"))
    linked = Agent(tmp_path / "linked")
    assert ids(linked.read("src/pay.py")) == [shop.cents]
    assert list((shop.root / ".git/worktrees/linked/legendary/sessions").iterdir()) != []
    assert ids(Agent(shop.root).read("src/pay.py")) == [shop.cents], "another work tree, another file"


def test_surface_works_in_a_submodule(shop: Shop, tmp_path: Path) -> None:
    outer = Project.start(tmp_path / "outer")
    outer.commit("Begin", {"a.txt": "a\n"})
    outer.run("git", "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(shop.root), "lib/shop")
    outer.commit("Use the shop")
    agent = Agent(outer.root)
    assert ids(agent.read("lib/shop/src/pay.py")) == [shop.cents]
    assert agent.read("a.txt") == ""


def test_surface_reads_packed_references(shop: Shop, agent: Agent) -> None:
    shop.git("pack-refs", "--all")
    assert not (shop.root / ".git/refs/heads/main").exists()
    assert ids(agent.read("src/pay.py")) == [shop.cents]


@pytest.mark.parametrize("state", ["missing", "damaged", "folder", "old"])
def test_surface_answers_without_a_good_index(shop: Shop, agent: Agent, state: str) -> None:
    if state == "missing":
        shop.index_path.unlink()
    elif state == "damaged":
        shop.index_path.write_bytes(b"no database" * 1000)
    elif state == "folder":
        shop.forbid_index()
    else:
        os.utime(shop.root / ".legendary/memories", ns=(1, 1))
    assert ids(agent.read("src/pay.py")) == [shop.cents]
    assert shop.status == []


def test_surface_notices_a_memory_that_was_written_in_place(shop: Shop, agent: Agent) -> None:
    assert ids(agent.read("src/pay.py")) == [shop.cents]
    path = shop.path_of(shop.cents)
    text = path.read_text()
    path.write_text(text.replace("Amounts are whole cents", "Amounts are whole pence"))
    assert "Amounts are whole pence" in agent.read("src/pay.py")


def test_surface_asks_git_where_a_filter_may_change_what_is_stored(shop: Shop, agent: Agent) -> None:
    shop.git("config", "filter.up.clean", "sed s/1000/100/")
    shop.write({".gitattributes": "*.py filter=up\n", "src/pay.py": PAY.replace("100", "1000")})
    assert f"[decision #{shop.cents}] {VERIFIED}" in agent.read("src/pay.py")


def test_surface_says_that_a_filter_fails(shop: Shop, agent: Agent) -> None:
    shop.git("config", "filter.bad.clean", "false")
    shop.git("config", "filter.bad.required", "true")
    shop.write({".gitattributes": "*.py filter=bad\n", "src/pay.py": PAY.replace("100", "1000")})
    text = agent.read("src/pay.py")
    assert "(not verified: git cannot store its file as it is on disk: it cannot be read, or its filter fails" in text
    assert "its filter fails" in shop.must("show", shop.cents).out


def test_surface_ends_what_takes_too_long(shop: Shop, agent: Agent, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    shop.git("config", "filter.slow.clean", f"echo $$ >>'{pids}'; sleep 71; cat")
    shop.write({".gitattributes": "*.py filter=slow\n", "src/pay.py": PAY.replace("100", "1000")})
    assert "(not verified: that takes too long to tell)" in agent.read("src/pay.py")
    agent.start()
    started = pids.read_text().split() if pids.exists() else []  # on a busy machine the time may be over before that
    assert [pid for pid in started if command_of(Path("/proc") / pid)] == []
    assert not any(b"sleep\x0071" in command_of(folder) for folder in Path("/proc").glob("[0-9]*"))


def command_of(process: Path) -> bytes:
    """The words of a process; nothing of one that has ended, which others do at any time."""
    try:
        return (process / "cmdline").read_bytes()
    except OSError:
        return b""


@pytest.mark.parametrize("tool", ["Read", "Write"])
def test_surface_tells_of_a_file_that_was_deleted(shop: Shop, agent: Agent, tool: str) -> None:
    (shop.root / "src/pay.py").unlink()
    text = agent.send("PreToolUse", tool, file_path="src/pay.py", content="A = 1\n")
    assert f"[decision #{shop.cents}] [orphaned by changes that are not committed: src/pay.py::charge is gone]" in text
    assert "Floats" not in text
    assert agent.send("PreToolUse", tool, file_path=str(shop.root / "src/pay.py"), content="A = 1\n") == ""


def test_surface_tells_of_a_file_whose_folder_was_deleted(shop: Shop, agent: Agent) -> None:
    shop.git("rm", "-rqf", "src")
    assert ids(agent.read("src/pay.py")) == [shop.cents]


@pytest.mark.parametrize("move", [("src/pay.py", "src/p2.py"), ("src", "lib")])
@pytest.mark.parametrize("by", ["git", "mv"])
@pytest.mark.parametrize("asks_first", [False, True])
def test_surface_follows_a_rename_that_is_not_committed(
    shop: Shop, agent: Agent, move: tuple[str, str], by: str, asks_first: bool
) -> None:
    agent.read("README")
    shop.run(*(("git", "mv") if by == "git" else ("mv",)), *move)
    if asks_first:
        shop.must("list")
    new = "src/p2.py" if move[0] != "src" else "lib/pay.py"
    assert f"[decision #{shop.cents}] {VERIFIED}" in agent.read(new)
    assert agent.read(new) == ""
    assert agent.read("src/pay.py") == "", "it is not gone"
    assert agent.read("README") == ""
    shop.run("mv", *reversed(move))
    assert ids(Agent(shop.root, "two").read("src/pay.py")) == [shop.cents]


def test_surface_follows_a_rename_again_when_the_memory_was_reworded(shop: Shop, agent: Agent) -> None:
    shop.git("mv", "src/pay.py", "src/p2.py")
    assert ids(agent.read("src/p2.py")) == [shop.cents]
    path = shop.path_of(shop.cents)
    path.write_text(path.read_text().replace("in March", "in April"))
    assert "in April" in agent.read("src/p2.py")


def test_surface_follows_a_second_rename(shop: Shop, agent: Agent) -> None:
    shop.git("mv", "src/pay.py", "src/p2.py")
    assert ids(agent.read("src/p2.py")) == [shop.cents]
    shop.git("mv", "src/p2.py", "src/p3.py")
    assert ids(Agent(shop.root, "two").read("src/p3.py")) == [shop.cents]
    assert Agent(shop.root, "two").read("src/p2.py") == ""


CENTS_FIELDS = ("total = amount * 100", "total = amount * 1000")


def stale_at_head(shop: Shop) -> str:
    """Charge more, without having looked at the memory; the file as it is then."""
    shop.change()
    return PAY.replace("100", "1000")


def test_edit_of_a_memory_puts_nothing_out_of_step(shop: Shop, agent: Agent) -> None:
    stale_at_head(shop)
    assert ids(agent.read("src/pay.py")) == [shop.cents]
    path = shop.path_of(shop.cents)
    path.write_text(path.read_text().replace("in March", "in April"))
    assert agent.edited(path, "in March", "in April") == ""
    text = agent.read("src/pay.py")
    assert "in April" in text
    assert "This edit" not in text


def test_deletion_elsewhere_puts_nothing_out_of_step(shop: Shop, agent: Agent) -> None:
    before = stale_at_head(shop)
    gone = before[before.index("def refund") :]
    shop.write({"src/pay.py": before.replace(gone, "")})
    assert agent.edited("src/pay.py", gone, "") == ""


def test_whole_file_that_is_written_puts_nothing_out_of_step_that_was_before(shop: Shop, agent: Agent) -> None:
    after = f"{stale_at_head(shop)}\nMORE = 1\n"
    shop.write({"src/pay.py": after})
    assert agent.send("PostToolUse", "Write", file_path="src/pay.py", content=after) == ""


def test_whole_file_that_is_written_is_compared_with_what_the_host_says_it_was(shop: Shop, agent: Agent) -> None:
    after = PAY.replace(*CENTS_FIELDS)
    shop.write({"src/pay.py": after})
    written = {"hook_event_name": "PostToolUse", "tool_name": "Write"}
    written |= {"tool_input": {"file_path": "src/pay.py", "content": after}}  # type: ignore[dict-item]
    assert agent.say(written | {"tool_response": {"originalFile": after.replace("LIMIT = 10", "LIMIT = 9")}}) == ""
    text = agent.say(written | {"tool_response": {"originalFile": PAY}})
    assert ids(text) == [shop.cents]
    assert text.splitlines()[1].startswith("This edit leaves these notes out of step with the code.")


def test_edit_of_which_nobody_knows_what_was_before_is_not_blamed(shop: Shop, agent: Agent) -> None:
    after = PAY.replace(*CENTS_FIELDS)
    shop.write({"src/pay.py": after})
    text = agent.send("PostToolUse", "Write", file_path="src/pay.py", content=after)
    assert ids(text) == [shop.cents]
    assert text.splitlines()[1].startswith("These notes are out of step with the code as it is now.")


def test_patch_of_several_files_is_taken_back_in_each(shop: Shop, agent: Agent) -> None:
    before = stale_at_head(shop)
    store = (shop.root / "src/store.py").read_text()
    shop.write({"src/pay.py": before.replace("LIMIT = 10", "LIMIT = 11")})
    shop.write({"src/store.py": store.replace('found = "default"', 'found = "other"')})
    patch = "*** Begin Patch\n*** Update File: src/pay.py\n@@\n-LIMIT = 10\n+LIMIT = 11\n"
    patch += '*** Update File: src/store.py\n@@\n-            found = "default"\n+            found = "other"\n'
    host = {"hook_event_name": "PostToolUse", "session_id": "x", "cwd": str(shop.root), "tool_name": "apply_patch"}
    payload = host | {"tool_input": {"command": patch + "*** End Patch\n"}}
    ended = shop.process("surface", "--host", "codex", stdin=json.dumps(payload).encode())
    text = ended.json["hookSpecificOutput"]["additionalContext"]
    assert ids(text) == [shop.locked]
    assert "This edit leaves" in text


def test_surface_never_writes_what_git_sees(shop: Shop, agent: Agent) -> None:
    agent.read("src/pay.py")
    shop.write({"src/pay.py": PAY.replace("100", "1000")})
    agent.edited("src/pay.py")
    agent.start()
    assert shop.status == [" M src/pay.py"]


def test_surface_finds_code_where_it_was_moved_to(shop: Shop, agent: Agent) -> None:
    charge, refund = PAY[: PAY.index("def refund")], PAY[PAY.index("def refund") :]
    shop.commit("Move", {"src/charge.py": charge, "src/pay.py": refund})
    shop.must("list")
    text = agent.read("src/charge.py")
    assert f"[decision #{shop.cents}] {VERIFIED} Amounts are whole cents" in text
    assert agent.read("src/charge.py") == ""
    shop.commit("Move back", {"src/charge.py": None, "src/pay.py": PAY})
    shop.write({"src/charge.py": "OTHER = 1\n"})
    assert Agent(shop.root, "two").read("src/charge.py") == ""


def test_surface_does_not_judge_again_what_it_told_and_cannot_keep(shop: Shop, agent: Agent) -> None:
    shop.write({"src/pay.py": PAY.replace("def charge(amount: int)", "def charge(amount: int")})
    assert "(not verified" in agent.read("src/pay.py")
    assert agent.read("src/pay.py") == ""
    shop.write({"src/pay.py": PAY})
    assert VERIFIED in agent.read("src/pay.py")


@pytest.mark.parametrize("name", [".git/config.worktree", ".git/info/attributes", ".gitattributes"])
def test_fifo_in_the_place_of_a_file_of_gits_is_not_waited_for(shop: Shop, agent: Agent, name: str) -> None:
    path = shop.root / name
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    payload = {"hook_event_name": "PreToolUse", "tool_name": "Read", "tool_input": {"file_path": "src/pay.py"}}
    told = subprocess.run(
        SURFACE, input=json.dumps(agent.fill(payload)).encode(), capture_output=True, timeout=60, check=True
    )
    assert shop.cents in text_of(told.stdout, "PreToolUse")


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable to the superuser")
def test_file_in_a_folder_that_cannot_be_read_is_not_gone(shop: Shop) -> None:
    agent = Agent(shop.root)
    (shop.root / "src").chmod(0)
    try:
        read, started = agent.read("src/pay.py"), agent.start()
    finally:
        (shop.root / "src").chmod(0o755)
    assert f"[decision #{shop.cents}] (not verified: " in read
    assert f"[decision #{shop.cents}] (not verified: " in started
    assert "orphaned" not in read + started


def test_date_becomes_known_where_a_shallow_clone_is_deepened(shop: Shop, tmp_path: Path) -> None:
    changed = shop.change()
    shop.commit("More", {"README": "More\n"})
    shop.git("clone", "-q", "--depth", "1", f"file://{shop.root}", str(tmp_path / "clone"))
    clone = Project(tmp_path / "clone", 0)
    first = Agent(clone.root, "one").read("src/pay.py")
    assert f"[decision #{shop.cents}] [stale: verify before trusting]" in first
    clone.git("fetch", "-q", "--unshallow")
    assert f", {changed[:7]} " in Agent(clone.root, "two").read("src/pay.py")


@pytest.mark.parametrize("blob", ["0" * 40, "1234567", "f" * 64])
def test_stamp_on_a_content_that_is_nowhere_is_not_told_as_a_change_that_is_not_committed(
    shop: Shop, agent: Agent, blob: str
) -> None:
    path = shop.path_of(shop.cents)
    text = re.sub(r"blob: [0-9a-f]{40}", f"blob: {blob}", path.read_text())
    path.write_text(re.sub(r"t1:[0-9a-f]{64}", f"t1:{'a' * 64}", text))
    shop.commit("Edit by hand")
    told = agent.read("src/pay.py")
    assert f"#{shop.cents}]" in told
    assert "not committed" not in told
