"""The oracles that run in node and Go. They are left out where those, or the npm package `typescript`, are not there.

`LEGENDARY_NODE_MODULES` names the folder that holds `typescript`, `LEGENDARY_GO` the program `go` if it is not on PATH.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchmarks.accuracy.definitions import Definition, Oracle
from benchmarks.accuracy.oracles import NoOracle, open_oracle

_NODE_MODULES = Path(os.environ.get("LEGENDARY_NODE_MODULES", "node_modules"))
_GO = os.environ.get("LEGENDARY_GO", "go")
_GO_CACHE = os.environ.get("GOCACHE", str(Path.home() / ".cache" / "go-build"))
"""Asked before the tests' own home takes the place of this one: Go would compile its library again."""

_OPEN: dict[str, Oracle] = {}


def oracle(language: str) -> Oracle:
    if language not in _OPEN:
        try:
            _OPEN[language] = open_oracle(language, node_modules=_NODE_MODULES, go=_GO, scratch=_scratch())
        except NoOracle as missing:
            pytest.skip(str(missing))
    return _OPEN[language]


def _scratch() -> Path:
    return Path(os.environ["HOME"])


@pytest.fixture(autouse=True)
def go_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOCACHE", _GO_CACHE)


def read(path: str, source: str) -> list[Definition]:
    language = {"ts": "typescript", "tsx": "typescript", "js": "javascript", "go": "go"}[path.rpartition(".")[2]]
    found = oracle(language).read(path, source.encode())
    assert found is not None
    return list(found)


def form(path: str, source: str) -> str:
    return read(path, source)[0].form


def test_typescript_names_are_qualified() -> None:
    source = """\
export const f = () => { function g() {} const local = 1 };
export default class A { private x = 1; get z() { return 1 } set z(v) {} constructor() {} m(): void; m(a?: any) {} }
namespace N.M { export type T = 1 }
interface I { p: string; m(): void }
enum E { V }
const { a, b: [c] } = d;
"""
    names = "f f.g A A.x A.z A.z A.constructor A.m A.m N.M N.M.T I I.p I.m E E.V a c"
    assert " ".join(one.name for one in read("a.ts", source)) == names


def test_javascript_assignments_have_names() -> None:
    source = """\
app.use = function use() { this.flush = () => 1; return { close() {} } };
C.prototype.m = () => 1;
module.exports = { a() {}, b: 1, [c.d]: () => 2, e: { f: function () {} } };
"""
    names = ["app.use", "app.use.flush", "app.use.close", "C.prototype.m", "module.exports"]
    names += ["module.exports.a", "module.exports.[c.d]", "module.exports.e.f"]
    assert [one.name for one in read("a.js", source)] == names


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("const f = (a) => ({ 'k': a, l: 0x10, })", "const f = a => // why\n  ({ k: (a), l: 16 });"),
        ("function f() { return 'a' }", 'function f() {\n  return "a";;\n}'),
        ("class A { m() {} }", "class A { m() {}; }"),
    ],
)
def test_typescript_formatting_is_the_same(one: str, other: str) -> None:
    assert form("a.ts", one) == form("a.ts", other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("const f = 1", "let f = 1"),
        ("const f = 1", "export const f = 1"),
        ("const f = (a + b) * c", "const f = a + b * c"),
        ("const f = -a", "const f = +a"),
        ("const f = a?.b.c", "const f = (a?.b).c"),
        ("const f = `a`", "const f = `b`"),
        ("class f { @d m() {} }", "class f { m() {} }"),
        ("function f(a: string) {}", "function f(a: number) {}"),
        ("type f = keyof A", "type f = readonly A[]"),
    ],
)
def test_typescript_changes_are_different(one: str, other: str) -> None:
    assert form("a.ts", one) != form("a.ts", other)


def test_jsx_white_space_between_lines_is_the_same() -> None:
    one = form("a.js", "const f = <p>a {b}</p>")
    assert one == form("a.js", "const f = (\n  <p>\n    a {b}\n  </p>\n)")
    assert one != form("a.js", "const f = <p>a{b}</p>")


def test_typescript_body_is_the_same_under_another_name() -> None:
    one, other = read("a.ts", "function f(n) { return f(n - 1) }\nfunction g(n) { return g(n - 1) }")
    assert one.form != other.form
    assert one.body == other.body


def test_typescript_that_does_not_parse_is_none() -> None:
    assert oracle("typescript").read("a.ts", b"let =") is None
    assert oracle("javascript").read("a.js", b"\xff\xfe") is None


def test_go_names_have_their_receiver() -> None:
    source = """\
package a
func (c *C[T]) Run() {}
type I interface { M(); N }
const (
 X = iota
 Y
)
var a, _ = 1, 2
type S struct { sync.Mutex; b, c struct { d int } }
func f() { type T int; x := 1 }
"""
    names = "C.Run I I.M X Y a S S.b S.b.d S.c S.c.d f f.T"
    assert " ".join(one.name for one in read("a.go", source)) == names


def test_go_constant_that_repeats_is_told_by_what_it_repeats() -> None:
    def last(group: str) -> str:
        return read("a.go", f"package a\nconst (\n{group}\n)\n")[-1].form

    assert last("X = iota\nY") != last("X = iota\nW\nY")
    assert last("X = iota\nY") != last("X = iota * 2\nY")
    assert last("X = 1\nY") == last("W = 2\nX = 1\nY")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("func f(a int) int { return (a) }", "func f(a int) int {\n\t// why\n\treturn a\n}"),
        ("var f = 0XAB", "var f = 0xAB"),
        ("var (\n f = g(1,\n 2,\n)\n)", "var (\n f = g(1, 2)\n)"),
    ],
)
def test_go_formatting_is_the_same(one: str, other: str) -> None:
    assert form("a.go", f"package a\n{one}\n") == form("a.go", f"package a\n{other}\n")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("type f = A", "type f A"),
        ("func f() { g(a...) }", "func f() { g(a) }"),
        ("func f(a chan<- int) {}", "func f(a <-chan int) {}"),
        ("//go:noinline\nfunc f() {}", "func f() {}"),
        ("var f = (a + b) * c", "var f = a + b*c"),
        ("var f = `a`", "var f = `b`"),
    ],
)
def test_go_changes_are_different(one: str, other: str) -> None:
    assert form("a.go", f"package a\n{one}\n") != form("a.go", f"package a\n{other}\n")


def test_go_that_does_not_parse_is_none() -> None:
    assert oracle("go").read("a.go", b"package a\nfunc {") is None
