"""A file's symbols as plain text, and the golden listings that are compared with it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from legendary_git.domain.parsed import ParsedFile, Unreadable
from legendary_git.domain.region import Region, Symbol
from legendary_git.domain.token import Token, TokenKind
from legendary_git.parsing.reader import read

_FOLDER = Path(__file__).with_name("golden")
_RULER = "\n---- outline ----\n"


@dataclass(frozen=True)
class Golden:
    """One listing: the name that its source has as a file, the source, and the outline that it must give."""

    repo_path: str
    source: str
    outline: str

    @classmethod
    def load(cls, path: Path) -> Golden:
        head, _, rest = path.read_text(encoding="utf-8").partition("\n")
        source, _, outline = rest.partition(_RULER)
        return cls(head.removeprefix("file: "), source + "\n", outline)


def golden_paths() -> list[Path]:
    return sorted(_FOLDER.glob("*.txt"))


def parse(source: str | bytes, repo_path: str = "a.py", language: str | None = None) -> ParsedFile:
    """The file, which must be readable."""
    data = source.encode("utf-8", "surrogateescape") if isinstance(source, str) else source
    parsed = read(repo_path, data, language)
    assert not isinstance(parsed, Unreadable), parsed
    return parsed


def outline(parsed: ParsedFile) -> str:
    """One line for each symbol: its name and the lines of its spans."""
    return "".join(f"{symbol.name}  {spans(symbol.region)}\n" for symbol in parsed.symbols)


def spans(region: Region) -> str:
    return " ".join(str(span.lines) for span in region.spans)


def symbol(parsed: ParsedFile, name: str) -> Symbol:
    return next(one for one in parsed.symbols if one.name == name)


def texts(tokens: tuple[Token, ...]) -> list[tuple[TokenKind, bytes]]:
    """What of the tokens goes into a fingerprint."""
    return [(token.kind, token.text) for token in tokens]


def whole_texts(source: str | bytes, repo_path: str = "a.py") -> list[tuple[TokenKind, bytes]]:
    parsed = parse(source, repo_path)
    return texts(parsed.tokens(parsed.whole()))
