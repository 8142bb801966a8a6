"""Python's own reading of a piece of code, as far as it means something: the judge over the tokens."""

from __future__ import annotations

import ast
import sysconfig
import warnings
from functools import cache
from pathlib import Path


def meaning(source: str) -> str | None:
    """The syntax tree as text, None where the source is no Python.

    Not part of the meaning, by design: a string's `u`, the parentheses round what `del` deletes, and a docstring's
    indentation.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
        return ast.dump(_Normaliser().visit(tree))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


@cache
def library_files(step: int) -> tuple[Path, ...]:
    """Every `step`-th file of the running interpreter's standard library that is Python 3 in UTF-8."""
    root = Path(sysconfig.get_paths()["stdlib"])
    files = [path for path in sorted(root.rglob("*.py")) if not {"site-packages", "lib2to3"} & set(path.parts)]
    return tuple(path for path in files[::step] if _is_readable(path))


def _is_readable(path: Path) -> bool:
    try:
        source = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return False
    return meaning(source) is not None


class _Normaliser(ast.NodeTransformer):
    def generic_visit(self, node: ast.AST) -> ast.AST:
        for name in ("body", "orelse", "finalbody"):
            statements = getattr(node, name, None)
            if isinstance(statements, list) and statements:
                _normalise_docstring(statements[0])
        return super().generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        node.kind = None
        return node

    def visit_Delete(self, node: ast.Delete) -> ast.AST:
        if len(node.targets) == 1 and isinstance(target := node.targets[0], ast.Tuple):
            node.targets = target.elts
        return self.generic_visit(node)


def _normalise_docstring(statement: ast.AST) -> None:
    if (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    ):
        lines = statement.value.value.split("\n")
        statement.value.value = "\n".join(line.strip() for line in lines).strip()
