"""Which language a file is in."""

from __future__ import annotations

import pytest

from legendary_git.parsing.language import find_language, load_language


@pytest.mark.parametrize(
    ("repo_path", "data"),
    [
        ("a.py", b""),
        ("deep/er/a.pyi", b""),
        ("A.PY", b""),
        ("a.test.py", b""),
        ("SConstruct", b""),
        ("tool", b"#!/usr/bin/python\n"),
        ("tool", b"#!/usr/bin/env python3\n"),
        ("tool", b"#! /usr/bin/env -S python3.11 -u\n"),
        ("tool", b"#!/usr/bin/env -i FOO=1 python3\n"),
        ("bin/tool", b"#!pypy3"),
    ],
)
def test_find_language_python(repo_path: str, data: bytes) -> None:
    assert find_language(repo_path, data) == "python"


@pytest.mark.parametrize(
    ("repo_path", "data"),
    [
        ("a.txt", b"#!/bin/awk\npython\n"),
        ("py", b""),
        (".py", b""),
        ("a.py.orig", b""),
        ("a.pyx", b""),
        ("tool", b"# python\n"),
        ("tool", b"#!/usr/bin/python-config\n"),
        ("tool", b"#!"),
        ("caf\udce9", b"\xff"),
        ('a."py"', b""),
    ],
)
def test_find_language_none(repo_path: str, data: bytes) -> None:
    assert find_language(repo_path, data) is None


def test_load_language_that_is_not_there() -> None:
    assert load_language("klingon") is None
    assert load_language("../languages/python") is None


def test_load_language_reads_its_tables() -> None:
    language = load_language("python")
    assert language is not None
    assert (language.name, language.grammar) == ("python", "python")
    assert language.tokens["indented"] == ["block"]
