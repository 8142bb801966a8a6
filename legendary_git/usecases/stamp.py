"""Stamp an anchor: find what a person named in the code that is there now, and write down what stands there."""

from __future__ import annotations

import os
from difflib import get_close_matches
from shlex import quote

from legendary_git.domain.anchor import Anchor, AnchorSpec, parse_spec
from legendary_git.domain.fingerprint import fingerprint
from legendary_git.domain.parsed import ParsedFile, Unreadable
from legendary_git.domain.region import Region, Symbol
from legendary_git.domain.symbols import find_symbols
from legendary_git.domain.values import replace
from legendary_git.domain.verdict import Reason
from legendary_git.errors import AnchorRefused
from legendary_git.git.paths import repo_path_of
from legendary_git.parsing.language import load_language
from legendary_git.parsing.reader import read
from legendary_git.usecases.code import WorktreeCode
from legendary_git.usecases.workspace import Workspace

_SHOWN = 12
_WHY = {
    Reason.OVER_LIMIT: "is too large or nested too deeply to be read",
    Reason.NO_GRAMMAR: "is in a language whose grammar is not installed here",
    Reason.UNPARSABLE: "cannot be read as text",
    Reason.LFS_POINTER: "is kept by Git LFS: the repository holds only a pointer to its content",
    Reason.OBJECT_MISSING: "has content that is not in this clone",
    Reason.NOT_STORABLE: "cannot be stored by git as it is on disk",
}


def stamp(ws: Workspace, text: str, language: str | None = None) -> Anchor:
    """The anchor that `text` names, as the working tree has it (as git would store it). Raises AnchorRefused.

    `language` is the one to read the file in; None: the one that its name and content suggest. The anchor records it.
    """
    if language is not None and load_language(language) is None:
        raise AnchorRefused(f"there is no language {language!r}", "name one of: git memory languages")
    code = WorktreeCode(ws.repo, ws.index)
    return stamp_at(ws, code, _resolve_path(ws, text, code), language)


def stamp_at(ws: Workspace, code: WorktreeCode, spec: AnchorSpec, language: str | None = None) -> Anchor:
    """The anchor at a place whose path is from the root, read as `language` or as its name suggests.

    Raises AnchorRefused.
    """
    blob = code.blob_at(spec.path)
    if blob is None:
        raise _no_file(ws, spec)
    data = code.read(spec.path, blob)
    if data is None:  # no permission, or a filter that fails
        raise AnchorRefused(
            f"{spec.path} cannot be read as git would store it", f"see what it says to: git hash-object {spec.path}"
        )
    parsed = read(spec.path, data, language)
    if isinstance(parsed, Unreadable):
        raise AnchorRefused(f"{spec.path} {_WHY[parsed.reason]}", "anchor another file that says the same")
    symbol, region = _find_region(spec, parsed)
    if parsed.is_damaged(region):
        raise AnchorRefused(
            f"{spec.path} does not parse at {replace(spec, symbol=symbol)} (line {region.lines.first})",
            "mend the syntax first, or anchor something that parses",
        )
    ws.repo.write_blob(data)  # so that what was stamped can be shown and compared even if it is never committed
    return Anchor(
        file=spec.path,
        symbol=symbol,
        lines=None if symbol is None and spec.lines is None else region.lines,
        commit=code.commit,
        blob=blob,
        content_hash=fingerprint(parsed.tokens(region)),
        language=parsed.language,
        grammar=parsed.grammar,
    )


def _resolve_path(ws: Workspace, text: str, code: WorktreeCode) -> AnchorSpec:
    """The spec with its path made relative to the root of the work tree."""
    spec = parse_spec(text, lambda path: _find_file(ws, path, code) is not None)
    if spec is None:
        raise AnchorRefused(
            f"{text!r} is not an anchor", "write PATH, PATH:START-END (lines from 1) or PATH::Symbol.name"
        )
    path = _find_file(ws, spec.path, code)
    if path is None:
        raise _no_file(ws, spec)
    return AnchorSpec(path, spec.symbol, spec.lines)


def _find_file(ws: Workspace, path: str, code: WorktreeCode) -> str | None:
    """The repo_path of a regular file, given relative to the current folder or else to the root."""
    return next((found for found in ws.repo_paths(path) if code.blob_at(found) is not None), None)


def _no_file(ws: Workspace, spec: AnchorSpec) -> AnchorRefused:
    """Why a path cannot be anchored, and what was perhaps meant."""
    repo_path = repo_path_of(ws.root, ws.cwd / spec.path)
    if repo_path is None:
        return AnchorRefused(f"{spec.path} is outside this repository", f"anchor a file below {ws.root}")
    if os.path.islink(ws.root / repo_path):  # noqa: PTH114 - pathlib raises where a name is too long
        return AnchorRefused(f"{spec.path} is a symbolic link", "anchor the file that it points to")
    if (inner := _find_nested(ws, repo_path)) is not None:
        return AnchorRefused(
            f"{spec.path} belongs to another repository", f"remember it there: cd {quote(str(ws.root / inner))}"
        )
    if os.path.isdir(ws.root / repo_path):  # noqa: PTH112 - same
        return AnchorRefused(f"{spec.path} is a folder", "anchor a file in it")
    head = ws.repo.head()
    names = sorted(ws.repo.files(head)) if head is not None else []
    wanted = repo_path.rpartition("/")[2]
    near = [name for name in names if name.rpartition("/")[2] == wanted] or get_close_matches(repo_path, names)
    return AnchorRefused(
        f"there is no file {spec.path}", "name a file of this repository", details=tuple(map(quote, near[:_SHOWN]))
    )


def _find_nested(ws: Workspace, repo_path: str) -> str | None:
    """The submodule, or other repository inside this one, that a path leads into."""
    parts = repo_path.split("/")
    folders = ("/".join(parts[:count]) for count in range(1, len(parts) + 1))
    return next((folder for folder in folders if os.path.exists(ws.root / folder / ".git")), None)  # noqa: PTH110


def _find_region(spec: AnchorSpec, parsed: ParsedFile) -> tuple[str | None, Region]:
    if spec.symbol is not None:
        symbol = _find_symbol(spec.path, spec.symbol, parsed)
        return symbol.name, symbol.region
    if spec.lines is None:
        return None, parsed.whole()
    region = parsed.range(spec.lines) if spec.lines.last <= parsed.line_count else None
    if region is None:
        raise AnchorRefused(
            f"{spec.path} has {parsed.line_count} lines, not {spec.lines.last}", "name lines that the file has"
        )
    return None, region


def _find_symbol(path: str, name: str, parsed: ParsedFile) -> Symbol:
    found = find_symbols(parsed.symbols, name)
    if len(found) == 1:
        return found[0]
    if found:
        raise AnchorRefused(
            f"{name} is ambiguous in {path}: {len(found)} symbols have that name",
            "name one of them in full",
            details=tuple(quote(f"{path}::{symbol.name}") for symbol in found[:_SHOWN]),
        )
    if not parsed.symbols and parsed.language is None:
        raise AnchorRefused(
            f"symbols are not known in {path}: its language has no grammar here",
            f"anchor lines of it ({path}:START-END) or the whole file ({path})",
        )
    if parsed.has_errors:
        hint = f"no symbol {name} in {path}, part of which does not parse"
    else:
        hint = f"there is no symbol {name} in {path}"
    names = [symbol.name for symbol in parsed.symbols]
    near = _near(name, names)
    todo = (
        "name a symbol that is in the file" if near else f"anchor lines ({path}:START-END) or the whole file ({path})"
    )
    raise AnchorRefused(hint, todo, details=tuple(quote(f"{path}::{symbol}") for symbol in near))


def _near(name: str, names: list[str]) -> list[str]:
    """Names that may have been meant, the likeliest first."""
    last = name.replace("::", ".").rpartition(".")[2].casefold()
    holding = [known for known in names if last in known.rpartition(".")[2].casefold()]
    close = get_close_matches(name, names, n=_SHOWN, cutoff=0.5)
    return list(dict.fromkeys([*close, *holding]))[:_SHOWN]
