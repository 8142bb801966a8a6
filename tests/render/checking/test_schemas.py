"""What each format tells is held to its schema (schemas/README.md)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema  # type: ignore[import-untyped]
import pytest
import xmlschema
import yaml

from legendary_git.render.checking.formats import load_renderer
from legendary_git.usecases.checking.report import CheckReport
from tests.project import Project
from tests.render.checking.every_rule import EveryRule

_SCHEMAS = Path(__file__).parent / "schemas"
_EXPECTED = Path(__file__).parent / "expected"
QUESTIONS = ("change", "state", "nothing-verified", "nothing-there")


@cache
def validator(name: str) -> Any:
    schema = json.loads((_SCHEMAS / name).read_text(encoding="utf-8"))
    kind = jsonschema.Draft4Validator if "draft-04" in schema["$schema"] else jsonschema.Draft202012Validator
    kind.check_schema(schema)
    return kind(schema, format_checker=jsonschema.FormatChecker())


@cache
def junit() -> xmlschema.XMLSchema:
    return xmlschema.XMLSchema(str(_SCHEMAS / "junit-10.xsd"))


def told(every_rule: EveryRule, nothing_verified: Project, question: str, format_name: str) -> str:
    if question == "nothing-there":
        return "\n".join(load_renderer(format_name)(CheckReport(None, (), 0, 0, 0)))
    project = nothing_verified if question == "nothing-verified" else every_rule
    words = ("--base", every_rule.base) if question == "change" else ()
    return project.memory("check", *words, "--format", format_name).out


@pytest.mark.parametrize("question", QUESTIONS)
def test_sarif_is_valid(every_rule: EveryRule, nothing_verified: Project, question: str) -> None:
    log = json.loads(told(every_rule, nothing_verified, question, "sarif"))
    assert [error.message for error in validator("sarif-schema-2.1.0.json").iter_errors(log)] == []
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    for one in run["results"]:
        assert rules[one["ruleIndex"]]["id"] == one["ruleId"]
    marks = [one["partialFingerprints"]["gitMemoryFinding/v1"] for one in run["results"]]
    assert len(set(marks)) == len(marks)


def test_sarif_validator_refuses_what_is_none(every_rule: EveryRule, nothing_verified: Project) -> None:
    log = json.loads(told(every_rule, nothing_verified, "change", "sarif"))
    log["runs"][0]["results"][0]["level"] = "bad"
    log["runs"][0]["results"][1]["suppressions"] = [{"kind": "none of them"}]
    assert len(list(validator("sarif-schema-2.1.0.json").iter_errors(log))) == 2


def test_sarif_says_what_is_new_what_was_there_and_what_is_no_more(
    every_rule: EveryRule, nothing_verified: Project
) -> None:
    (run,) = json.loads(told(every_rule, nothing_verified, "change", "sarif"))["runs"]
    states = [one["baselineState"] for one in run["results"]]
    assert {state: states.count(state) for state in states} == {"new": 27, "unchanged": 1, "absent": 3}
    assert {one["level"] for one in run["results"] if one["baselineState"] == "absent"} == {"none"}
    kinds = [(one["ruleId"], one["suppressions"][0]["kind"]) for one in run["results"] if "suppressions" in one]
    assert kinds == [("LG003", "inSource"), ("LG003", "external")]
    (plain,) = json.loads(told(every_rule, nothing_verified, "state", "sarif"))["runs"]
    assert [one for one in plain["results"] if "baselineState" in one] == []
    everything = every_rule.memory("check", "--base", every_rule.base, "--all", "--format", "sarif").json["runs"][0]
    states = [one["baselineState"] for one in everything["results"]]
    assert {state: states.count(state) for state in states} == {"new": 27, "unchanged": 1, "absent": 3}


@pytest.mark.parametrize("question", QUESTIONS)
def test_gitlab_is_valid(every_rule: EveryRule, nothing_verified: Project, question: str) -> None:
    found = json.loads(told(every_rule, nothing_verified, question, "gitlab"))
    assert [error.message for error in validator("gitlab-code-quality.json").iter_errors(found)] == []
    assert len({one["fingerprint"] for one in found}) == len(found)


@pytest.mark.parametrize("question", QUESTIONS)
def test_junit_is_valid_and_counts_right(every_rule: EveryRule, nothing_verified: Project, question: str) -> None:
    text = told(every_rule, nothing_verified, question, "junit")
    junit().validate(text)
    root = ElementTree.fromstring(text)  # noqa: S314 - it was just written by us
    (suite,) = root
    cases = suite.findall("testcase")
    counts = {
        "tests": len(cases),
        "failures": sum(case.find("failure") is not None for case in cases),
        "skipped": sum(case.find("skipped") is not None for case in cases),
        "errors": 0,
    }
    assert {name: int(suite.attrib[name]) for name in counts} == counts
    assert {name: int(root.attrib[name]) for name in ("tests", "failures")} == {
        name: counts[name] for name in ("tests", "failures")
    }
    assert [case for case in cases if len(case.findall("failure") + case.findall("skipped")) > 1] == []
    assert len({(case.attrib["classname"], case.attrib["name"]) for case in cases}) == len(cases)


def test_junit_schema_refuses_what_is_none() -> None:
    assert not junit().is_valid('<testsuites><testsuite name="a"/></testsuites>')


@pytest.mark.parametrize("question", QUESTIONS)
def test_tap_has_the_points_of_its_plan_and_yaml_below_them(
    every_rule: EveryRule, nothing_verified: Project, question: str
) -> None:
    lines = told(every_rule, nothing_verified, question, "tap").splitlines()
    assert lines[0] == "TAP version 14"
    points = [line for line in lines if line.startswith(("ok ", "not ok "))]
    numbers = [int(line.removeprefix("not ").split()[1]) for line in points]
    assert numbers == list(range(1, len(points) + 1))
    assert lines[1].partition(" # ")[0] == f"1..{len(points)}"
    blocks = "\n".join(line[2:] for line in lines if line.startswith("  ")).split("---\n")[1:]
    found = [one for block in blocks for one in yaml.safe_load(block.partition("\n...")[0])["findings"]]
    assert all({"level", "rule", "at", "message", "fixes"} <= one.keys() for one in found)
    failed = sum(
        any(one["level"] == "error" for one in yaml.safe_load(b.partition("\n...")[0])["findings"]) for b in blocks
    )
    assert failed == sum(line.startswith("not ok ") for line in points)


@pytest.mark.parametrize("question", QUESTIONS)
def test_checkstyle_names_each_file_once(every_rule: EveryRule, nothing_verified: Project, question: str) -> None:
    text = told(every_rule, nothing_verified, question, "checkstyle")
    root = ElementTree.fromstring(text)  # noqa: S314 - it was just written by us
    names = [one.attrib["name"] for one in root]
    assert (root.tag, len(set(names))) == ("checkstyle", len(names))
    for error in root.iter("error"):
        assert error.attrib["severity"] in ("error", "warning")
        assert {"message", "source"} <= error.attrib.keys()
