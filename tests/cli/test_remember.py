"""`git memory remember`: where the text comes from, what becomes of it, what is refused, what git sees of it."""

from __future__ import annotations

import pytest

from tests.project import NOW, Project

FOLDER = ".legendary/memories"


def memory_files(project: Project) -> list[str]:
    return sorted(path.name for path in (project.root / FOLDER).iterdir())


def test_remember_prints_id_path_and_each_anchor_as_resolved(project: Project) -> None:
    answer = project.memory(
        "remember", "Amounts are whole cents", "--anchor", "src/pay.py::charge", "--anchor", "src/store.py::connect"
    )
    assert (answer.code, answer.err) == (0, "")
    assert answer.lines == [
        f"[decision #{answer.id}] {FOLDER}/{answer.id}-amounts-are-whole-cents.md",
        "  anchor src/pay.py::charge (lines 4-8): fresh, unchanged",
        "  anchor src/store.py::Store.connect (lines 2-6): fresh, unchanged",
        "an agent will read:",
        f"  [decision #{answer.id}] (verified against current code) Amounts are whole cents",
        "  holds in this repository; comes back when src/pay.py or src/store.py is opened",
    ]


def test_remember_writes_every_option_into_the_file(project: Project) -> None:
    options = (
        *("--title", "WAL does not help", "--type", "episode", "--anchor", "src/pay.py:1-1"),
        *(
            "--trigger",
            "database is locked",
            "--trigger",
            "SQLITE_BUSY: database is locked",
            "--tag",
            "sqlite",
            "--tag",
            "no",
        ),
        *("--evidence", "seen twice in May", "--source", "agent", "--confidence", "high"),
    )
    answer = project.must("remember", *options, "Two processes checkpoint.\n\n- first\n- second\n")
    path = project.path_of(answer.id)
    stamp = project.shown(answer.id)["anchors"][0]
    assert path.name == f"{answer.id}-wal-does-not-help.md"
    assert path.read_text() == (
        f"---\nid: {answer.id}\ntype: episode\ntitle: WAL does not help\nstatus: active\nscope: repo\n"
        f"created: {NOW}\nupdated: {NOW}\nauthor: Ada <ada@example.org>\nsource: agent\nconfidence: high\n"
        "salience: {importance: 5, surprise: 1.00}\n"
        "triggers:\n  - database is locked\n  - 'SQLITE_BUSY: database is locked'\ntags:\n  - sqlite\n  - 'no'\n"
        f"anchors:\n  - file: src/pay.py\n    lines: 1-1\n    commit: {project.head}\n    blob: {stamp['blob']}\n"
        f"    content_hash: {stamp['content_hash']}\n    language: python\n    grammar: {stamp['grammar']}\n"
        f"evidence:\n  - {{at: {NOW}, by: Ada <ada@example.org>, text: seen twice in May}}\n"
        "---\n\nTwo processes checkpoint.\n\n- first\n- second\n"
    )


@pytest.mark.parametrize(
    ("text", "title", "body"),
    [
        ("One line", "One line", ""),
        ("  Spaces around  \n", "Spaces around", ""),
        ("# A heading\n\nThe rest.\n", "A heading", "The rest."),
        ("First line\nSecond line", "First line", "Second line"),
        ("First line\r\n\r\nSecond\r\nlines\r\n", "First line", "Second\nlines"),
        ("Long" + " word" * 30, "Long" + " word" * 18 + "…", "Long" + " word" * 30),
        ("Über die Straße: 設定", "Über die Straße: 設定", ""),
    ],
)
def test_remember_takes_the_first_line_for_the_title(project: Project, text: str, title: str, body: str) -> None:
    shown = project.shown(project.remember(text))
    assert (shown["title"], shown["body"]) == (title, body)
    assert len(shown["title"]) <= 100


def test_remember_with_a_title_keeps_the_whole_text_as_body(project: Project) -> None:
    shown = project.shown(project.remember("First line\nSecond line", options=("--title", "Said\nin short")))
    assert (shown["title"], shown["body"]) == ("Said in short", "First line\nSecond line")
    shown = project.shown(project.remember("Floats lost a cent", options=("--title", "Floats lost a cent")))
    assert (shown["title"], shown["body"]) == ("Floats lost a cent", "")


def test_remember_reads_a_file_relative_to_the_current_folder(project: Project) -> None:
    project.write({"src/note.md": "From a file\n\n---\n\nwith a rule in it\n"})
    answer = project.must("remember", "-F", "note.md", folder="src")
    shown = project.shown(answer.id)
    assert (shown["title"], shown["body"]) == ("From a file", "---\n\nwith a rule in it")


@pytest.mark.parametrize("words", [("-",), ("-F", "-"), ("--file", "-"), ("--", "-")])
def test_remember_reads_stdin(project: Project, words: tuple[str, ...]) -> None:
    answer = project.must("remember", *words, stdin="Gelesen: ä\nzweite\n".encode())
    shown = project.shown(answer.id)
    assert (shown["title"], shown["body"]) == ("Gelesen: ä", "zweite")


def test_remember_replaces_bytes_that_are_no_text(project: Project) -> None:
    answer = project.must("remember", "-", stdin=b"caf\xe9 au lait\n")
    assert project.shown(answer.id)["title"] == "caf\N{REPLACEMENT CHARACTER} au lait"


def test_remember_takes_what_follows_two_dashes_as_the_text(project: Project) -> None:
    shown = project.shown(project.must("remember", "--tag", "x", "--", "--no-touch skips counting").id)
    assert shown["title"] == "--no-touch skips counting"


@pytest.mark.parametrize(
    "text", ["---", "title: x\nid: y", "'quoted' \"twice\" # not a comment", "<<<<<<< ours", "\\n"]
)
def test_remember_keeps_text_that_looks_like_the_format(project: Project, text: str) -> None:
    shown = project.shown(project.remember(text + "\nbody: " + text))
    assert (shown["title"], shown["body"]) == (text.partition("\n")[0], f"{text}\nbody: {text}".partition("\n")[2])


def test_remember_leaves_what_is_staged_and_dirty_as_it_is(project: Project) -> None:
    project.write({"README": "staged\n", "new.txt": "untracked\n"})
    project.git("add", "README")
    project.write({"README": "staged, then edited\n", "src/pay.py": "x = 1\n"})
    before = project.status
    index_bytes = (project.root / ".git/index").read_bytes()
    memory_id = project.remember("Something", "src/store.py::Store")
    added = set(project.status) - set(before)
    assert added == {f"?? {FOLDER}/{memory_id}-something.md"}
    assert set(before) < set(project.status)
    assert (project.root / ".git/index").read_bytes() == index_bytes


def test_remember_works_without_init_and_shows_git_only_the_memory(clock: None, history: Project) -> None:
    bare = Project(history.root)
    bare.commit("first", {"a.py": "a = 1\n"})
    memory_id = bare.remember("Something", "a.py")
    assert bare.verdicts() == {memory_id: "fresh"}
    assert bare.status == [f"?? {FOLDER}/{memory_id}-something.md"]


def test_remember_leaves_nothing_half_written(project: Project) -> None:
    memory_id = project.remember("Something")
    assert memory_files(project) == [f"{memory_id}-something.md"]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("remember",), 2, "error: give either a text or -F FILE"),
        (("remember", "text", "-F", "README"), 2, "error: give either a text or -F FILE"),
        (("remember", "x", "--type", "rumour"), 2, "error: Invalid value for '--type': 'rumour' is not one of"),
        (("remember", "x", "--source", "rumour"), 2, "error: Invalid value for '--source': 'rumour' is not one of"),
        (("remember", "x", "--confidence", "9"), 2, "error: Invalid value for '--confidence': '9' is not one of"),
        (("remember", "x", "y"), 2, "error: Got unexpected extra argument"),
        (("remember", "-F", "nowhere"), 1, "error: nowhere cannot be read: No such file or directory"),
        (("remember", "-F", "src"), 1, "error: src cannot be read: Is a directory"),
        (("remember", " \n "), 1, "error: nothing was said that could be remembered"),
        (("remember", "-"), 1, "error: nothing was said that could be remembered"),
        (("remember", "###"), 1, "error: nothing was said that could be remembered"),
        (("remember", "x", "--type", "episode"), 1, "error: an episode needs the verbatim error"),
        (("remember", "x", "--type", "episode", "--trigger", " "), 1, "error: an episode needs the verbatim error"),
    ],
)
def test_remember_refuses(project: Project, words: tuple[str, ...], code: int, said: str) -> None:
    answer = project.memory(*words)
    lines = answer.err.splitlines()
    assert (answer.code, answer.out) == (code, "")
    assert lines[0].startswith(said)
    assert (len(lines), lines[1][:6]) == (2, "hint: ")
    assert memory_files(project) == []


def test_remember_without_an_identity_says_how_to_give_one(project: Project) -> None:
    project.git("config", "user.useConfigOnly", "true")
    project.git("config", "--global", "--unset", "user.email")
    answer = project.memory("remember", "Something")
    assert answer.code == 1
    assert answer.err.splitlines()[0] == "error: git does not know who you are"
    assert memory_files(project) == []


def test_remember_into_a_linked_folder_is_refused(project: Project, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (project.root / FOLDER).rmdir()
    (project.root / FOLDER).symlink_to(elsewhere)
    answer = project.memory("remember", "Something")
    assert (answer.code, list(elsewhere.iterdir())) == (1, [])
    assert answer.err.startswith(f"error: {FOLDER}: a symbolic link")
