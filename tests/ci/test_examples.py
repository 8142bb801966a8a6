"""The examples for CI services do what the page says: their shell is run, and their YAML is what the services take."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.ci.action import load_action
from tests.ci.examples import (
    ACTION,
    GITLAB,
    PAGE,
    Runner,
    examples,
    load_yaml,
    shell_of_recipes,
    strings_of_jenkins,
)
from tests.project import Shop

pytestmark = pytest.mark.unhooked

_REWRITE = os.environ.get("LEGENDARY_REWRITE_EXPECTED") == "1"
SH_E = ("sh", "-e", "{0}")
SCHEMAS = {
    "github": "vendor.github-workflows",
    "github-sarif": "vendor.github-workflows",
    "gitlab": "vendor.gitlab-ci",
    "azure": "vendor.azure-pipelines",
}


def is_valid(schema: str, path: Path) -> bool:
    # One of the schemas has patterns that are not of ECMAScript.
    options = ("--regex-variant", "python", "--builtin-schema", schema)
    command = [sys.executable, "-m", "check_jsonschema", *options, str(path)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize(("schema", "path"), [("vendor.github-actions", ACTION), ("vendor.gitlab-ci", GITLAB)])
def test_files_for_services_are_of_their_schema(schema: str, path: Path, tmp_path: Path) -> None:
    assert is_valid(schema, path)
    broken = tmp_path / path.name
    broken.write_text(re.sub(r"^(runs|  script):", r"\1x:", path.read_text(), flags=re.MULTILINE))
    assert not is_valid(schema, broken)


@pytest.mark.parametrize("name", SCHEMAS)
def test_yaml_of_an_example_is_of_its_schema(name: str, tmp_path: Path) -> None:
    place = tmp_path / "example.yml"
    place.write_text(examples()[name])
    assert is_valid(SCHEMAS[name], place)


def test_page_has_an_example_for_each_service() -> None:
    assert set(examples()) == {*SCHEMAS, "jenkins", "sh"}


@pytest.mark.parametrize(("where", "shell"), shell_of_recipes().items(), ids=list(shell_of_recipes()))
def test_recipe_runs_python_isolated(where: str, shell: str) -> None:
    """Where the checkout is the current folder, Python and the command, which is one, would import what is in it."""
    first = re.findall(r"""(?:\bpython[0-9.]*|\$MEMORY_PYTHON)["']?[ \t]+(\S+)""", shell)
    assert set(first) == {"-I"}
    assert len(first) == (4 if where == "action" else 3)
    assert re.findall(r"\bgit[- ]memory\b", shell) == []
    assert re.findall(r"\bpip3?\b.*", shell) == [f"pip {rest}" for rest in re.findall(r" -I -m pip (.*)", shell)]


def test_module_of_a_checkout_is_imported_without_isolation(change: Shop, runner: Runner) -> None:
    """So that the tests of the recipes would tell."""
    for recipe in ("-m venv .v", "-m pip install x", "-m legendary_git check", "-c 'import json'"):
        assert not runner.imported.exists()
        runner.run(SH_E, f"python3 {recipe}", change.root, {"PYTHONPATH": ""})
        assert runner.imported.exists()
        runner.imported.unlink()
    assert runner.run(SH_E, "python3 -m pip install /x", change.root.parent).code == 0
    assert not runner.imported.exists()
    runner.run(SH_E, "python3 -I -m pip install /x", change.root)
    assert runner.imported.exists()  # by PYTHONPATH, in a process that pip starts
    runner.imported.unlink()


def test_example_of_jenkins(change: Shop, runner: Runner) -> None:
    text = examples()["jenkins"]
    (script,) = strings_of_jenkins(text)
    temp = runner.home / "jenkins@tmp"
    told = {"JENKINS_URL": "https://ci/", "CHANGE_ID": "7", "CHANGE_TARGET": "main", "WORKSPACE_TMP": str(temp)}
    ran = runner.run(("sh", "-xe", "{0}"), script, change.root, told)
    assert ran.code == 1
    assert (change.cents in ran.out, change.locked in ran.out) == (True, False)
    written = re.findall(r"'([\w-]+\.xml)'", text)
    assert [(change.root / name).exists() for name in written] == [True, True]
    assert 'failures="1"' in (change.root / written[0]).read_text()
    assert (change.root / written[1]).read_text().count("<error ") == 1
    assert runner.installed == "legendary-git==0.1.0"


def test_example_of_azure(change: Shop, runner: Runner) -> None:
    steps = load_yaml(examples()["azure"])["steps"]
    (script,) = (step["script"] for step in steps if "script" in step)
    temp = runner.home / "temp"
    temp.mkdir()
    told = {
        "TF_BUILD": "True",
        "SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main",
        "AGENT_TEMPDIRECTORY": str(temp),
        "BUILD_SOURCEVERSION": change.head,
    }
    # learn.microsoft.com, "Bash task": the agent adds nothing, so a line that fails does not end it.
    ran = runner.run(("bash", "--noprofile", "--norc", "{0}"), script, change.root, told)
    assert ran.code == 1
    assert (change.cents in ran.out, change.locked in ran.out) == (True, False)
    published = next(step["inputs"]["testResultsFiles"] for step in steps if "inputs" in step)
    assert 'failures="1"' in Path(published.replace("$(Agent.TempDirectory)", str(temp))).read_text()


def test_example_of_sh(change: Shop, runner: Runner) -> None:
    ran = runner.run(SH_E, examples()["sh"], change.root, {"TMPDIR": str(runner.home)})
    assert ran.code == 1
    assert (change.cents in ran.out, change.locked in ran.out) == (True, True)


def job_of_gitlab(name: str = "memory-check") -> Any:
    """The job, as an include and the example's own part of it come together: keys of both, the example's first."""
    included, own = load_yaml(GITLAB.read_text())[name], load_yaml(examples()["gitlab"])[name]
    return {**included, **own, "variables": {**included["variables"], **own["variables"]}}


@pytest.mark.parametrize("options", ["", "--no-base --format tap"])
def test_include_for_gitlab(change: Shop, runner: Runner, tmp_path: Path, options: str) -> None:
    job = job_of_gitlab()
    place = "/tmp/legendary-git"
    script = "\n".join((*job["before_script"], *job["script"])).replace(place, str(tmp_path / "venv"))
    assert script.count(str(tmp_path / "venv")) == 3
    told = {
        **job["variables"],
        "GITLAB_CI": "true",
        "CI_MERGE_REQUEST_IID": "7",
        "CI_MERGE_REQUEST_DIFF_BASE_SHA": change.git("rev-parse", "origin/main"),
        "CI_COMMIT_SHA": change.head,
        "MEMORY_OPTIONS": options,
    }
    ran = runner.run(SH_E, script, change.root, told)
    assert ran.code == 1, ran
    assert (change.cents in ran.out, change.locked in ran.out) == (True, bool(options))
    reports = job["artifacts"]["reports"]
    quality = json.loads((change.root / reports["codequality"]).read_text())
    assert len(quality) == (2 if options else 1)
    assert f'failures="{len(quality)}"' in (change.root / reports["junit"]).read_text()
    assert job["artifacts"]["when"] == "always"
    assert runner.installed == "legendary-git==0.1.0"


def as_code(text: str) -> str:
    return f"`{text}`" if text else ""


def test_page_names_the_inputs_and_outputs_of_the_action() -> None:
    action = load_action()
    inputs = [
        f"| `{name}` | {as_code(one['default'])} | {one['description'].strip()} |"
        for name, one in action["inputs"].items()
    ]
    outputs = [f"| `{name}` | {one['description'].strip()} |" for name, one in action["outputs"].items()]
    text = PAGE.read_text(encoding="utf-8")
    wanted = text
    for mark, head, rows in (
        ("inputs", ["| input | default | |", "|---|---|---|"], inputs),
        ("outputs", ["| output | |", "|---|---|"], outputs),
    ):
        before, _, rest = wanted.partition(f"<!-- {mark} -->\n")
        _, _, after = rest.partition("<!-- end -->")
        wanted = f"{before}<!-- {mark} -->\n" + "\n".join([*head, *rows]) + f"\n<!-- end -->{after}"
    if _REWRITE and text != wanted:
        PAGE.write_text(wanted, encoding="utf-8")
    assert text == wanted
