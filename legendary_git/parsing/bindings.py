"""The one door to tree-sitter and its grammars: compiled modules, loaded without what their packages load besides.

The package of the grammars alone takes longer to load than Python does to start, for two functions that are not needed
here: with it come three more grammars, `ctypes`, `pathlib` and `typing`. Where a compiled module does not stand where
it is looked for, its package is asked.
"""

from __future__ import annotations

import sys
from _thread import allocate_lock
from importlib import import_module
from importlib.machinery import PathFinder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from tree_sitter import Language, Node, Parser, Query

_PACK = "tree_sitter_language_pack"
_PACKAGES = {
    "csharp": "tree_sitter_c_sharp",
    "embeddedtemplate": "tree_sitter_embedded_template",
    "yaml": "tree_sitter_yaml",
}
"""Grammars that the pack has from packages of their own."""
_LOCK = allocate_lock()


def load_tree_sitter(grammar: str) -> Language:
    """The grammar of that name. Raises ImportError, LookupError, OSError or ValueError where none fits."""
    found = _load(_PACKAGES[grammar], "_binding") if grammar in _PACKAGES else _load(_PACK, "bindings", grammar)
    if found is None:
        asked: Language = import_module(_PACK).get_language(grammar)
        return asked
    language: Language = _binding().Language(found.language())
    return language


def new_parser(language: Language) -> Parser:
    parser: Parser = _binding().Parser(language)
    return parser


def new_query(language: Language, source: str) -> Query:
    """Raises QueryError, a ValueError, where it names what the grammar does not have."""
    query: Query = _binding().Query(language, source)
    return query


def find_matches(query: Query, root: Node) -> list[tuple[int, dict[str, list[Node]]]]:
    """Each match below a node: the number of its pattern, and what it captured, by name."""
    found: list[tuple[int, dict[str, list[Node]]]] = _binding().QueryCursor(query).matches(root)
    return found


def _binding() -> ModuleType:
    return _load("tree_sitter", "_binding") or import_module("tree_sitter")


def _load(package: str, *below: str) -> ModuleType | None:
    """A compiled module below a package, without the package; None where it is not there.

    Whoever imports the package itself later gets the same module: of one that is loaded twice, each has its own types.
    """
    name = ".".join((package, *below))
    with _LOCK:
        if name not in sys.modules:
            module = _load_new(package, below)
            if module is None:
                return None
            sys.modules[name] = module
        return sys.modules[name]


def _load_new(package: str, below: tuple[str, ...]) -> ModuleType | None:
    name = package
    found = PathFinder.find_spec(name)
    for part in below:
        if found is None or found.submodule_search_locations is None:
            return None
        name = f"{name}.{part}"
        found = PathFinder.find_spec(name, found.submodule_search_locations)
    if found is None or found.loader is None:
        return None
    module = found.loader.create_module(found)
    if module is not None:
        found.loader.exec_module(module)
    return module
