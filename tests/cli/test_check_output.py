"""`git memory check --format`, `--output` and what GitHub Actions gets without either."""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path

import pytest

from legendary_git.render.checking.formats import FORMATS
from tests.project import COMMAND, PAY, Project, Shop
from tests.secrets.dice import ALNUM, Dice

pytestmark = pytest.mark.unhooked

TOKEN = "ghp_" + Dice("remotes").of(ALNUM, 36)
GONE = PAY[PAY.index("def refund") :]


@pytest.fixture
def broken(shop: Shop) -> Shop:
    """The shop with a memory whose code is gone."""
    shop.change("Drop", GONE)
    return shop


def test_formats_at_once_are_those_that_each_gives_alone(broken: Shop, tmp_path: Path) -> None:
    alone = {name: broken.memory("check", "--format", name) for name in FORMATS}
    places = {name: tmp_path / f"report.{name}" for name in FORMATS}
    answer = broken.memory("check", *(f"--output={name}={path}" for name, path in places.items()))
    assert (answer.code, answer.out, answer.err) == (1, alone["text"].out, alone["text"].err)
    assert {name: path.read_text() for name, path in places.items()} == {name: alone[name].out for name in FORMATS}
    assert {name: one.code for name, one in alone.items()} == dict.fromkeys(FORMATS, 1)
    assert {name: one.err for name, one in alone.items() if name != "text"} == dict.fromkeys([*FORMATS][1:], "")


def test_format_loads_no_other_format(broken: Shop) -> None:
    code = (
        "import sys; from legendary_git.cli.main import run; run(['check', '--format', 'tap']);"
        "print(*(name for name in sys.modules if 'render.checking.' in name), file=sys.stderr)"
    )
    loaded = broken.run(sys.executable, "-P", "-c", code).stderr.decode().split()
    names = {name.rpartition(".")[2] for name in loaded}
    assert "tap" in names
    assert not names & {"as_json", "github", "gitlab", "sarif", "junit", "checkstyle", "markdown", "markdown_text"}


def test_json_is_short_for_its_format(broken: Shop) -> None:
    assert broken.memory("check", "--json") == broken.memory("check", "--format", "json")
    assert broken.memory("check", "--json") == broken.memory("check", "--output", "json=-")
    assert broken.memory("check", "--json", "--format", "json").json["findings"]


def test_output_to_stdout_takes_the_place_of_text(broken: Shop, tmp_path: Path) -> None:
    answer = broken.memory("check", "--output", "sarif=-", "--output", f"junit={tmp_path / 'a.xml'}")
    assert answer.json["version"] == "2.1.0"
    assert (tmp_path / "a.xml").read_text().startswith("<?xml")


def test_output_is_relative_to_the_current_folder_and_takes_the_place_of_a_file(broken: Shop) -> None:
    (broken.root / "src" / "a=b.json").write_text("old\n")
    broken.memory("check", "--output", "gitlab=a=b.json", folder="src")
    assert json.loads((broken.root / "src" / "a=b.json").read_text())[0]["check_name"] == "LG001 orphaned-anchor"
    assert sorted(path.name for path in (broken.root / "src").iterdir()) == ["a=b.json", "pay.py", "store.py"]


def test_output_follows_a_link_and_leaves_a_device_what_it_is(broken: Shop, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    broken.memory("check", "--output", f"tap={tmp_path / 'link'}", "--output", "json=/dev/null")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text().startswith("TAP version 14\n")
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize("name", ["report.xml", "out/report.xml"])
def test_output_is_never_led_elsewhere_by_a_link_of_the_repository(broken: Shop, tmp_path: Path, name: str) -> None:
    victim = tmp_path / "report.xml"
    victim.write_text("mine")
    (broken.root / name.partition("/")[0]).symlink_to(tmp_path if "/" in name else victim)
    broken.git("add", "-A")
    broken.git("commit", "-qm", "Link")
    answers = [
        broken.memory("check", "--output", f"junit={name}"),
        broken.memory("check", "--output", f"junit={broken.root / name}"),
        broken.memory("check", "--output", f"junit=../{name}", folder="src"),
    ]
    assert [(one.code, one.out) for one in answers] == [(2, "")] * 3
    link = name.partition("/")[0]
    assert answers[0].err == (
        f"error: --output: {name} leads through a symbolic link of the repository: {link}\n"
        "hint: remove the link, or name a file elsewhere\n"
    )
    assert victim.read_text() == "mine"


def test_output_is_not_led_through_the_repository_by_a_link_outside(broken: Shop, tmp_path: Path) -> None:
    (tmp_path / "victim").write_text("mine")
    (broken.root / "inner").symlink_to(tmp_path / "victim")
    (tmp_path / "outer").symlink_to(broken.root / "inner")
    assert broken.memory("check", "--output", f"tap={tmp_path / 'outer'}").code == 2
    assert (tmp_path / "victim").read_text() == "mine"


def test_output_goes_behind_what_an_open_stream_has(broken: Shop, tmp_path: Path) -> None:
    check = f"{shlex.join(COMMAND)} check --output tap=/dev/stdout"
    broken.run("sh", "-c", f"{check} --output json=/dev/fd/3 >{tmp_path}/a 3>{tmp_path}/b; :")
    told = (tmp_path / "a").read_text()
    assert 0 < told.index("LG001") < told.index("\nTAP version 14\n")
    assert json.loads((tmp_path / "b").read_text())["findings"]
    piped = broken.run("sh", "-c", f"{check} | cat").stdout.decode()
    assert piped == told


def test_output_to_a_pipe_is_read_there(broken: Shop, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    assert broken.process("check", "--output", f"tap={tmp_path / 'pipe'}").code == 1
    assert os.read(reader, 15) == b"TAP version 14\n"
    os.close(reader)


def test_output_to_a_pipe_that_nobody_reads_is_refused(broken: Shop, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    answer = broken.process("check", "--output", f"tap={tmp_path / 'pipe'}")
    assert answer.code == 1
    assert f"error: {tmp_path / 'pipe'} is a pipe that nobody reads\n" in answer.err


def test_output_errors_name_the_file_as_it_was_named(broken: Shop) -> None:
    (broken.root / "src" / "pipe").unlink(missing_ok=True)
    os.mkfifo(broken.root / "src" / "pipe")
    assert "error: pipe is a pipe" in broken.process("check", "--output", "tap=pipe", folder="src").err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--format", "xml"], "error: Invalid value for '--format': 'xml' is not one of"),
        (["--output", "sarif"], "error: --output sarif names no file"),
        (["--output", "sarif="], "error: --output sarif= names no file"),
        (["--output", "=a"], "error: --output: no format is called ``"),
        (["--output", "xml=a"], "error: --output: no format is called `xml`"),
        (["--output", "tap=none/a"], "error: --output: there is no folder none"),
        (["--output", f"tap={'x' * 300}"], f"error: --output: {'x' * 300}: File name too long"),
        (["--output", "tap=src"], "error: --output: src is a folder"),
        (["--output", "tap=a", "--output", "sarif=./a"], "error: --output names a file twice"),
        (["--output", "tap=-", "--output", "sarif=-"], "error: standard output takes one format"),
        (["--output", "tap=-", "--output", "tap=-"], "error: standard output takes one format"),
        (["--output", "tap=-", "--json"], "error: standard output takes one format"),
        (["--format", "tap", "--json"], "error: standard output takes one format"),
    ],
)
def test_output_that_means_nothing_is_refused_before_anything_is_checked(
    broken: Shop, words: list[str], said: str
) -> None:
    answer = broken.memory("check", *words)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(said)
    assert broken.status == []


def test_output_that_cannot_be_written_is_said(broken: Shop) -> None:
    answer = broken.memory("check", "--output", "tap=/dev/full")
    assert (answer.code, "LG001" in answer.out) == (1, True)
    assert answer.err.splitlines()[-2:] == [
        "error: /dev/full cannot be written: No space left on device",
        "hint: see where it goes",
    ]


def test_github_actions_gets_annotations_and_a_summary(broken: Shop, tmp_path: Path) -> None:
    summary = tmp_path / "summary"
    summary.write_text("What came before.\n")
    env = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary)}
    answer = broken.process("check", env=env)
    assert answer.code == 1
    assert answer == broken.process("check", "--format", "github")
    assert answer.lines[0].startswith("::error file=")
    markdown = broken.process("check", "--format", "markdown").out
    assert summary.read_text() == f"What came before.\n{markdown}"


@pytest.mark.parametrize("words", [["--format", "text"], ["--json"], ["--output", "tap=-"]])
def test_github_actions_gets_what_somebody_asks_for(broken: Shop, tmp_path: Path, words: list[str]) -> None:
    env = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(tmp_path / "summary")}
    assert broken.process("check", *words, env=env) == broken.process("check", *words)
    assert not (tmp_path / "summary").exists()


def test_github_actions_with_files_still_gets_annotations(broken: Shop, tmp_path: Path) -> None:
    summary = tmp_path / "summary"
    env = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary)}
    answer = broken.process("check", "--output", f"sarif={tmp_path / 'a.sarif'}", env=env)
    assert answer.lines[0].startswith("::error ")
    assert summary.read_text().startswith("### ❌ Memories: 1 orphaned\n")


@pytest.mark.parametrize(("place", "is_warned"), [("", False), ("none/summary", True)])
def test_summary_that_cannot_be_written_is_no_failure(shop: Shop, place: str, is_warned: bool) -> None:
    answer = shop.process("check", env={"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": place})
    assert answer.code == 0
    assert ("warning: the summary of the job cannot be written: " in answer.err) is is_warned


def test_summary_of_a_step_that_said_much_is_kept_short(broken: Shop, tmp_path: Path) -> None:
    summary = tmp_path / "summary"
    summary.write_bytes(b"x" * (1024 * 1024 - 1000))
    broken.process("check", env={"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary)})
    assert b"1 orphaned" in summary.read_bytes()[-1000:]
    assert summary.stat().st_size <= 1024 * 1024


@pytest.mark.parametrize("left", [0, 1, 60, 1_400, 2_400])
def test_what_a_full_summary_has_no_room_for_is_in_the_log(shop: Shop, tmp_path: Path, left: int) -> None:
    bad = [f".legendary/memories/bad{number:02}.md" for number in range(15)]
    shop.commit("Add", dict.fromkeys(bad, "no memory\n"))
    summary = tmp_path / "summary"
    before = b"x" * (1024 * 1024 - left)
    summary.write_bytes(before)
    answer = shop.process("check", env={"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary)})
    assert summary.stat().st_size <= 1024 * 1024
    ours = summary.read_bytes().removeprefix(before).decode()
    is_full = "warning: the summary of the job is full: it has nothing of this check" in answer.err
    assert is_full == (ours == "") == (left < 100)
    assert [path for path in bad if path not in answer.out + ours] == []
    missing = sum(path not in ours for path in bad)
    assert (f"warning: the job summary has no room for {missing} findings" in answer.lines[-1]) is not is_full
    plain = sum(not line.startswith("::") and "LG002" in line for line in answer.lines)
    assert f"%0A{plain} more findings are in the log of this step" in answer.lines[-1]


@pytest.mark.parametrize(("place", "where"), [("summary", "in the job summary"), ("none/x", "in the log of this step")])
def test_what_is_no_annotation_is_where_the_notice_says(shop: Shop, tmp_path: Path, place: str, where: str) -> None:
    bad = {f".legendary/memories/bad{number}.md": "no memory\n" for number in range(11)}
    shop.commit("Add", dict(bad))
    answer = shop.process("check", env={"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(tmp_path / place)})
    assert f"%0A1 more finding is {where}" in answer.lines[-1]
    told = answer.out if place == "none/x" else (tmp_path / place).read_text()
    assert [path for path in bad if path not in told] == []


@pytest.mark.parametrize(
    ("url", "told"),
    [
        (
            "https://ada:s3cret@example.org:8443/till/shop.git?token=s3cret#s3cret",
            "https://example.org:8443/till/shop.git",
        ),
        ("git@example.org:till/shop.git", "ssh://example.org/till/shop.git"),
        ("ssh://ada:s3cret@[::1]:22/till", "ssh://[::1]:22/till"),
        ("https://s3cret@example.org/a b", "https://example.org/a%20b"),
        ("/srv/till.git", None),
        ("file:///srv/till.git", None),
        ("C:\\till", None),
        ("https://[bad/till", None),
        ("ext::sh -c s3cret", None),
        ("ada:s3cret@example.org:till/shop.git", None),
        ("ada:s3cret:@example.org/till.git", None),
        ("git@example.org:till.git?token=s3cret", None),
        ("git@example.org:till.git#s3cret", None),
        ("https://ada:12/s3cret@example.org/till.git", None),
        ("https://ada:s3cret/x@example.org/till.git", None),
        ("https://ada:s3@cret@example.org/till.git", "https://example.org/till.git"),
        (f"https://example.org/{TOKEN}/till.git", None),
        (f"git@example.org:{TOKEN}/till.git", None),
    ],
)
def test_sarif_names_the_repository_and_lets_nobody_in(shop: Shop, url: str, told: str | None) -> None:
    shop.git("config", "remote.origin.url", url)
    answer = shop.must("check", "--format", "sarif")
    (run,) = answer.json["runs"]
    origin = {"repositoryUri": told, "revisionId": shop.head, "mappedTo": {"uriBaseId": "%SRCROOT%"}}
    assert run.get("versionControlProvenance") == ([origin] if told else None)
    assert "s3cret" not in answer.out
    assert TOKEN not in answer.out


def test_notices_are_told_in_sarif_and_junit_too(project: Project) -> None:
    project.write({".legendary/config.toml": "[check]\n'a##[error]' = 1\n"})
    answer = project.memory("check", "--format", "sarif")
    assert "a\\x23#[error]" in answer.err
    (found,) = answer.json["runs"][0]["invocations"][0]["toolExecutionNotifications"]
    assert "a##[error]" in found["message"]["text"]
    assert "a&#35;&#35;[error]" in project.memory("check", "--format", "junit").out


def test_names_that_are_not_utf8_are_utf8_in_every_format(shop: Shop, tmp_path: Path) -> None:
    name = "src/n\udce4h #1.py"
    shop.commit("Add", {name: PAY})
    shop.remember("Sewn amounts are whole cents", f"{name}::charge")
    shop.commit("Remember", {name: PAY.replace("100", "1000")})
    shop.process("check", *(f"--output={one}={tmp_path / one}" for one in FORMATS))
    told = {one: (tmp_path / one).read_bytes().decode("utf-8") for one in FORMATS}
    for one in ("text", "github", "gitlab", "junit", "checkstyle", "markdown", "tap"):
        assert "xe4h" in told[one], one
    (result,) = json.loads(told["sarif"])["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "src/n%E4h%20%231.py"
    assert place["region"] == {"startLine": 4, "endLine": 8}


@pytest.mark.parametrize("words", [("--json",), ("--format", "sarif"), ("--output", "json=a.json")])
def test_a_baseline_is_written_without_an_answer(shop: Shop, words: tuple[str, ...]) -> None:
    answer = shop.memory("check", "--write-baseline", *words)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("error: --write-baseline tells no findings\n")
    assert not (shop.root / ".legendary/check-baseline.json").exists()
    assert not (shop.root / "a.json").exists()


@pytest.mark.parametrize("words", [("--json",), ("--all",), ("--base", "HEAD"), ("--output", "json=a.json")])
def test_a_rule_is_explained_and_nothing_is_checked(shop: Shop, words: tuple[str, ...]) -> None:
    answer = shop.memory("check", "--explain", "LG001", *words)
    assert (answer.code, answer.err.splitlines()[0]) == (2, "error: --explain checks nothing")


def test_folder_that_there_is_not_is_named_from_here(shop: Shop) -> None:
    answer = shop.memory("check", "--output", f"sarif={shop.root / 'none' / 'x'}")
    assert (answer.code, answer.err.splitlines()[0]) == (2, "error: --output: there is no folder none")
