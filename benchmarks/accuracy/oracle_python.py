"""The oracle for Python: the interpreter's own `ast`.

A normal form is `ast.dump` without positions, with what has no meaning evened out: how a docstring is indented
(`inspect.cleandoc`, the rule of the standard library, and blanks at its end, which that leaves in some versions of
Python) and the prefix `u`. Decorators belong to the definition. A variable is every statement that binds the name in a
module or a class: what a function binds is its own business. Where a name has several definitions, the conditions that
not all of them stand under are a part of each.
"""

from __future__ import annotations

import ast
import inspect
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace

from benchmarks.accuracy.definitions import Definition

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_BINDINGS = (ast.Assign, ast.AnnAssign, ast.AugAssign)
_OWN = "'<own>'"


class PythonOracle:
    """Reads what the running interpreter can parse; the rest (Python 2, say) it cannot."""

    suffixes = (".py", ".pyi")

    def read(self, path: str, data: bytes) -> Sequence[Definition] | None:  # noqa: ARG002 - others need the suffix
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(data)
            _even_out(tree)
            return _with_conditions(list(_walk(tree.body, "", (), in_function=False)))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


def _even_out(tree: ast.Module) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant):
            node.kind = None
        elif isinstance(node, (ast.Module, *_DEFINITIONS)):
            docstring = node.body[0].value if node.body and isinstance(node.body[0], ast.Expr) else None
            if isinstance(docstring, ast.Constant) and isinstance(docstring.value, str):
                docstring.value = inspect.cleandoc(docstring.value).rstrip()


Condition = tuple[int, str, str]
"""What a definition stands under: the line and the branch of a statement, and what that asks."""
_Found = tuple[Definition, tuple[Condition, ...]]


def _with_conditions(found: Sequence[_Found]) -> list[Definition]:
    by_name: dict[str, list[tuple[Condition, ...]]] = {}
    for definition, under in found:
        by_name.setdefault(definition.name, []).append(under)
    return [_with_own(definition, under, by_name[definition.name]) for definition, under in found]


def _with_own(definition: Definition, under: tuple[Condition, ...], of_all: list[tuple[Condition, ...]]) -> Definition:
    own = "".join(one[2] for one in under if not all(one in other for other in of_all))
    return replace(definition, form=own + definition.form, body=own + definition.body)


def _walk(
    statements: Sequence[ast.stmt], prefix: str, under: tuple[Condition, ...], *, in_function: bool
) -> Iterator[_Found]:
    for node in statements:
        if isinstance(node, _DEFINITIONS):
            yield _define(node, prefix), under
            is_function = not isinstance(node, ast.ClassDef)
            yield from _walk(node.body, f"{prefix}{node.name}.", under, in_function=is_function)
        elif isinstance(node, _BINDINGS):
            if not in_function:
                yield from ((one, under) for one in _bind(node, prefix))
        else:
            for branch, asked, block in _blocks(node):
                yield from _walk(block, prefix, (*under, (node.lineno, branch, asked)), in_function=in_function)


def _blocks(node: ast.stmt) -> Iterator[tuple[str, str, Sequence[ast.stmt]]]:
    """The statements that stand in a compound statement, in their order, each with its branch and what that asks."""
    asked = "".join(
        ast.dump(getattr(node, name)) for name in ("test", "target", "iter", "subject") if hasattr(node, name)
    )
    for name in ("body", "handlers", "cases", "orelse", "finalbody"):
        children = getattr(node, name, ())
        if name in ("handlers", "cases"):
            for number, part in enumerate(children):
                own = [getattr(part, field, None) for field in ("type", "pattern", "guard")]
                said = "".join(ast.dump(one) for one in own if one is not None)
                yield f"{name} {number}", asked + said, part.body
        else:
            yield name, asked, children


def _define(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, prefix: str) -> Definition:
    form = ast.dump(node)
    kind = "class" if isinstance(node, ast.ClassDef) else "function"
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return Definition(prefix + node.name, kind, first, node.end_lineno or first, form, _blank(form, node.name))


def _bind(node: ast.Assign | ast.AnnAssign | ast.AugAssign, prefix: str) -> Iterator[Definition]:
    form = ast.dump(node)
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    for name in dict.fromkeys(name for target in targets for name in _names(target)):
        body = _blank(form, name)
        yield Definition(prefix + name, "variable", node.lineno, node.end_lineno or node.lineno, form, body)


def _names(target: ast.expr) -> Iterator[str]:
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Tuple | ast.List):
        for part in target.elts:
            yield from _names(part)
    elif isinstance(target, ast.Starred):
        yield from _names(target.value)


def _blank(form: str, name: str) -> str:
    """A form with the name that it defines blanked, where it is defined and where the code speaks of itself."""
    own = f"{name!r}"
    head, _, rest = form.partition("(")
    if head.endswith("Def"):
        rest = rest.replace(f"name={own}", f"name={_OWN}", 1)
    rest = rest.replace(f"Name(id={own},", f"Name(id={_OWN},")
    for owner in ("self", "cls"):
        of_owner = f"Name(id='{owner}', ctx=Load()), attr="
        rest = rest.replace(of_owner + own, of_owner + _OWN)
    return f"{head}({rest}"
