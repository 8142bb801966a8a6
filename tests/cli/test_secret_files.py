"""Secrets that somebody wrote into a memory by hand: found by `check` and `rebuild`, then kept from everybody."""

from __future__ import annotations

import pytest

from legendary_git.render.checking.formats import FORMATS
from tests.project import Project, Shop
from tests.secrets.dice import ALNUM, Dice

TOKEN = "ghp_" + Dice("files").of(ALNUM, 36)


def write_in(project: Project, memory_id: str, before: str, after: str) -> int:
    """Change a memory's file by hand; the line of what was put there."""
    path = project.path_of(memory_id)
    text = path.read_text().replace(before, after, 1)
    assert after in text
    path.write_text(text)
    return text[: text.index(TOKEN)].count("\n") + 1


@pytest.mark.parametrize(
    ("before", "after", "field"),
    [
        ("Floats lost one", f"Floats lost one\n\nwith {TOKEN} in it", "body"),
        ("scope: repo", f"scope: repo\ntags: [a, '{TOKEN}']", "tags[1]"),
        ("scope: repo", f"scope: repo\nmine: {{of: '{TOKEN}'}}", "mine.of"),
        ("\n---\n", f"\nevidence:\n  - {{at: now, by: me, text: 'curl with {TOKEN}'}}\n---\n", "evidence[0].text"),
    ],
)
def test_check_finds_a_secret_and_never_shows_it(shop: Shop, before: str, after: str, field: str) -> None:
    line = write_in(shop, shop.cents, before, after)
    path = shop.path_of(shop.cents).relative_to(shop.root)
    answer = shop.memory("check")
    assert answer.code == 1
    assert f"{path}:{line}: error LG006 secret-in-memory: there is a secret in it ({field}: GitHub" in answer.out
    assert TOKEN not in answer.out + answer.err
    assert shop.memory("check").out == answer.out, "the second time it is known"


@pytest.mark.parametrize(
    ("front", "field"),
    [
        (f"notes: {{'{TOKEN}': 1}}", "notes.…"),
        (f"notes: {{more: [{{'{TOKEN}': 1}}]}}", "notes.…"),
        (f"'{TOKEN}': 1", "…"),
        (f"'{TOKEN}': {{of: 1}}", "…"),
        (f"notes: {{'{TOKEN}': [1]}}", "notes.…"),
        (f"'a.{TOKEN}': 1", "a.…"),
    ],
)
def test_key_that_is_a_secret_is_never_shown(shop: Shop, front: str, field: str) -> None:
    write_in(shop, shop.cents, "scope: repo", f"scope: repo\n{front}")
    answers = [shop.memory("check", "--format", name) for name in FORMATS]
    answers += [shop.memory(*words) for words in (("check",), ("list",), ("doctor",), ("check", "--worktree"))]
    said = "".join(one.out + one.err for one in answers).replace("&#95;", "_")
    assert TOKEN not in said
    assert f"({field}: GitHub" in said


@pytest.mark.parametrize("key", ["body", "comment", "file name", "text"])
def test_key_called_like_another_place_hides_no_secret(shop: Shop, key: str) -> None:
    write_in(shop, shop.cents, "scope: repo", f"scope: repo  # {TOKEN}\n{key}: nothing")
    assert "LG006" in shop.memory("check").out
    write_in(shop, shop.cents, f"# {TOKEN}\n{key}: nothing\n", f"\n{key}: {TOKEN}\n")
    assert "LG006" in shop.memory("check").out


def test_key_called_body_hides_no_secret_of_the_body(shop: Shop) -> None:
    write_in(shop, shop.cents, "scope: repo", f"scope: repo\nbody: nothing\nat: {TOKEN}")
    path = shop.path_of(shop.cents)
    path.write_text(path.read_text().replace(f"at: {TOKEN}", "at: now") + f"\n{TOKEN}\n")
    answer = shop.memory("check")
    assert (answer.code, "there is a secret in it (body: GitHub" in answer.out) == (1, True)


@pytest.mark.parametrize("command", ["check", "rebuild"])
def test_memory_with_a_secret_is_kept_from_everybody(shop: Shop, command: str) -> None:
    write_in(shop, shop.cents, "Floats lost one", f"Floats lost one, {TOKEN}")
    shop.memory(command)
    for words in (("brief",), ("recall", "cents"), ("list",), ("stale",), ("why", "src/pay.py")):
        answer = shop.must(*words)
        assert shop.cents not in answer.out, words
        assert TOKEN not in answer.out + answer.err, words
    assert shop.memory("show", shop.cents).code == 1
    assert TOKEN.encode() not in shop.index_path.read_bytes()


def test_file_that_is_touched_or_renamed_keeps_its_secret(shop: Shop) -> None:
    write_in(shop, shop.cents, "Floats lost one", f"Floats lost one, {TOKEN}")
    shop.memory("check")
    path = shop.path_of(shop.cents)
    path.rename(path.with_name(f"{shop.cents}-renamed.md"))
    shop.path_of(shop.cents).touch()
    assert shop.cents not in shop.must("brief").out


def test_memory_comes_back_when_the_secret_is_crossed_out(shop: Shop) -> None:
    write_in(shop, shop.cents, "Floats lost one", f"Floats lost one, {TOKEN}")
    assert (
        shop.memory("rebuild").out == "memories: 1, anchors: 1, invalid files: 1 (1 with a secret: git memory check)\n"
    )
    path = shop.path_of(shop.cents)
    path.write_text(path.read_text().replace(TOKEN, "ghp_…"))
    assert shop.cents in shop.must("brief").out
    assert shop.must("check").code == 0


def test_secret_in_a_file_that_is_no_memory_is_found_too(shop: Shop) -> None:
    shop.write({".legendary/memories/note.md": f"just {TOKEN}\n"})
    answer = shop.memory("check")
    assert (
        ".legendary/memories/note.md:1: error LG006 secret-in-memory: there is a secret in it (text: GitHub"
        in answer.out
    )


def test_secret_is_found_where_no_index_can_be_kept(shop: Shop) -> None:
    write_in(shop, shop.cents, "Floats lost one", f"Floats lost one, {TOKEN}")
    shop.forbid_index()
    answer = shop.memory("check")
    assert (answer.code, "LG006" in answer.out) == (1, True)


def test_doctor_names_what_looks_for_secrets(shop: Shop) -> None:
    lines = shop.memory("doctor").lines
    assert any("secrets own shapes" in line for line in lines)
    assert any("secrets betterleaks" in line for line in lines)


@pytest.mark.parametrize("words", [("list",), ("brief",), ("recall", "cents"), ("why", "src/pay.py")])
def test_secret_is_kept_from_everybody_before_anybody_checks(shop: Shop, words: tuple[str, ...]) -> None:
    write_in(shop, shop.cents, "Floats lost one", f"Floats lost one, {TOKEN}")
    answer = shop.must(*words)
    assert shop.cents not in answer.out
    assert TOKEN not in answer.out + answer.err
    assert TOKEN.encode() not in shop.index_path.read_bytes()


def test_hook_takes_no_secret_into_the_index(shop: Shop) -> None:
    shop.must("hooks", "install")
    write_in(shop, shop.cents, "Floats lost one", f"Floats lost one, {TOKEN}")
    said = shop.commit_told("Write it down")
    assert TOKEN not in said
    assert f"invalid {shop.path_of(shop.cents).relative_to(shop.root)}" in said
    assert TOKEN.encode() not in shop.index_path.read_bytes()


@pytest.mark.parametrize(
    ("before", "after", "field"),
    [
        ("\nid: ", f"\n# {TOKEN}\nid: ", "comment"),
        ("scope: repo", f"scope: repo  # {TOKEN}", "comment"),
        ("scope: repo", f"scope: repo\nDB_PASSWORD: {TOKEN[:20]}", "DB_PASSWORD"),
    ],
)
def test_secret_in_a_comment_or_under_a_key_of_ones_own(shop: Shop, before: str, after: str, field: str) -> None:
    path = shop.path_of(shop.cents)
    text = path.read_text().replace(before, after, 1)
    path.write_text(text)
    line = text[: text.index(TOKEN[:20])].count("\n") + 1
    answer = shop.memory("check")
    assert (
        f"{path.relative_to(shop.root)}:{line}: error LG006 secret-in-memory: there is a secret in it ({field}:"
        in answer.out
    )


@pytest.mark.parametrize("name", ["{0}.md", "sk-live-{0}.md", "mem-0a21ffff-{0}.md"])
@pytest.mark.parametrize("format_name", FORMATS)
def test_secret_in_the_name_of_a_file_is_shown_by_no_format(shop: Shop, format_name: str, name: str) -> None:
    path = shop.path_of(shop.cents)
    path.rename(path.with_name(name.format(TOKEN)))
    answer = shop.memory("check", "--format", format_name)
    assert answer.code == 1
    assert TOKEN not in answer.out + answer.err
    assert "there is a secret in it (file name: GitHub" in answer.out.replace("&#40;", "(")


def test_secret_in_the_name_of_a_file_goes_with_the_name(shop: Shop) -> None:
    path = shop.path_of(shop.cents)
    path.rename(path.with_name(f"{shop.cents}-{TOKEN}.md"))
    answer = shop.memory("check")
    found = "error LG006 secret-in-memory: there is a secret in it (file name: GitHub token)"
    assert answer.lines == [
        f".legendary/memories/{shop.cents}-…:1: {found}",
        "    -> rename the file in .legendary/memories whose name holds it, and revoke it if it was ever committed",
    ]


def test_secrets_in_the_name_and_the_body_have_two_ways_out(shop: Shop) -> None:
    write_in(shop, shop.cents, "Floats lost one", f"Floats lost one, {TOKEN}")
    path = shop.path_of(shop.cents)
    path.rename(path.with_name(f"{TOKEN}.md"))
    answer = shop.memory("check")
    assert [line.strip()[3:18] for line in answer.lines[1:]] == ["rename the file", "cross it out in"]
    assert TOKEN not in answer.out


@pytest.mark.parametrize("name", ["{0}.md", "sk-live-{0}.md", "mem-0a21ffff-{0}.md"])
def test_secret_in_the_name_of_a_file_is_shown_by_no_command(shop: Shop, name: str) -> None:
    path = shop.path_of(shop.cents).with_name(name.format(TOKEN))
    shop.path_of(shop.cents).rename(path)
    path.with_name(f"link-{TOKEN}.md").symlink_to("elsewhere")
    told = shop.commit_told("Rename")
    assert "legendary: invalid .legendary/memories/" in told
    assert TOKEN not in told
    for words in (("list",), ("stale",), ("doctor",), ("brief",), ("log",), ("why", "src/pay.py"), ("rebuild",)):
        answer = shop.memory(*words)
        assert TOKEN not in answer.out + answer.err, words
    for wanted in (shop.cents, "mem-0a21ffff"):
        answer = shop.memory("show", wanted)
        assert (answer.code, TOKEN in answer.out + answer.err) == (1, False)
    assert ".legendary/memories/" in shop.memory("list").err


def test_secret_in_the_name_of_what_is_passed_over_is_not_shown(shop: Shop) -> None:
    shop.path_of(shop.cents).with_name(f"{TOKEN}.md").symlink_to("elsewhere")
    answer = shop.memory("check")
    assert ".legendary/memories/…:1: error LG002 invalid-memory: a symbolic link" in answer.out
    listed = shop.memory("list")
    assert "warning: something is passed over" in listed.err
    assert TOKEN not in answer.out + answer.err + listed.out + listed.err
    assert TOKEN not in shop.memory("check", "--format", "sarif").out


def test_secret_in_ones_own_name_is_refused(shop: Shop) -> None:
    shop.git("config", "user.name", TOKEN)
    answer = shop.memory("remember", "Amounts are rounded once")
    assert (answer.code, answer.err.splitlines()[1]) == (1, "  author, line 1: GitHub token")
    assert TOKEN not in answer.err
