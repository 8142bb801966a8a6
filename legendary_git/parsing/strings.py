"""String literals on a token walk: by value where it can be told, else as they stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from legendary_git.domain.annotations import Any
from legendary_git.domain.region import LineRange
from legendary_git.domain.token import Token, TokenKind
from legendary_git.parsing.adjacent import join_adjacent
from legendary_git.parsing.decoders import find_decoder, find_reader
from legendary_git.parsing.literals import dedent_docstring, split_quotes, unescape
from legendary_git.parsing.rules import Rules
from legendary_git.parsing.scalars import SCALARS
from legendary_git.parsing.source import Source
from legendary_git.parsing.steps import NODE, RESUME, TOKEN, Step, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

_RAW, _BYTES, _TEXT, _DEBUG = b"?", b"b", b"s", b"="
"""The first byte of a string token says what the rest is: source, bytes, text in UTF-8, or the source in `{x = }`."""

_FORMATTED = (b"f(", b"f)")
_TEMPLATE = (b"t(", b"t)")


class StringReader:
    """Turns literals into steps. `table` is the language's `[strings]`.

    Without a decoder a literal counts as it stands, but for the code in its interpolations.
    """

    def __init__(self, source: Source, table: Mapping[str, Any], rules: Rules) -> None:
        self.source = source
        self.table = table
        self.rules = rules

    def steps(self, node: Node, *, docstring: bool) -> list[Step]:
        """The steps of one literal, or of several that are written as one."""
        if node.type in self.table.get("exact", ()):
            return [self._raw(node)]
        if (read_tokens := find_reader(self.table)) is not None:
            return [(TOKEN, token, 0) for token in read_tokens(node, self.source)]
        if (read := SCALARS.get(self.table.get("decoder", ""))) is not None:
            kind, text = (
                (TokenKind.STRING, _RAW + self._text(node)) if node.has_error else read(node, self._to_line_end(node))
            )
            return [(TOKEN, Token(kind, text, self._line(node)), 0)]
        if self.table.get("decoder") == "adjacent":
            return self._adjacent(node)
        if self.table.get("decoder") != "python":
            if node.has_error:
                return [self._raw(node)]
            return self._quoted(node) if self.table.get("quotes") else self._pieces(node)
        parts = self.parts(node)
        starts = [split_quotes(self._text(part.children[0])) if part.children else None for part in parts]
        prefixes = [start[0] for start in starts if start is not None]
        if node.has_error or len(prefixes) < len(parts):
            return [self._raw(node)]
        if any("f" in prefix or "t" in prefix for prefix in prefixes):
            return self._formatted(parts, prefixes)
        if docstring and len(parts) == 1 and "b" not in prefixes[0]:
            value = unescape(dedent_docstring(self._content(parts[0])), prefixes[0])
            return [self._token(parts[0], _TEXT + value)]
        return self._plain(parts, prefixes)

    def _to_line_end(self, node: Node) -> bytes:
        """A node's text with the blanks after it, which a grammar may leave out and a block of lines has."""
        end = self.source.data.find(b"\n", node.end_byte)
        blanks = self.source.data[node.end_byte : end if end >= 0 else len(self.source.data)]
        return self._text(node) + (blanks if b"\n" in self._text(node) and blanks.isspace() else b"")

    def name(self, node: Node) -> bytes | None:
        """The name that a literal is where it stands for one (`{"a": 1}`), if it could be written without quotes."""
        decode = find_decoder(node, self.table)
        text = self._text(node)
        from legendary_git.parsing import javascript  # late: few languages have names that are literals

        name = javascript.name_of(text if decode is None else decode(text))
        return None if node.has_error else name

    def cut(self, node: Node, lines: LineRange, *, docstring: bool) -> list[Step]:
        """A literal of which a range of lines holds only a part: its lines, as they stand."""
        steps: list[Step] = []
        first = self._line(node)
        for offset, text in enumerate(self._text(node).split(b"\n")):
            if lines.first <= first + offset <= lines.last:
                shown = text.strip() if docstring else text
                steps.append((TOKEN, Token(TokenKind.STRING, _RAW + shown, first + offset), 0))
        return steps

    def parts(self, node: Node) -> list[Node]:
        """The literals that are written as one."""
        return [child for child in node.children if self._is_literal(child)] if self._is_joined(node) else [node]

    def _adjacent(self, node: Node) -> list[Step]:
        """Literals as they stand, neighbours as one; what stands between them (a macro's name) is code."""
        if not self._is_joined(node):
            return self._run([node])
        steps: list[Step] = []
        run: list[Node] = []
        for child in node.children:
            if self._is_literal(child):
                run.append(child)
            elif child.is_extra:
                steps += [(RESUME, child.start_byte, 0), (NODE, child, 0)]
            else:
                steps += [*self._run(run), (RESUME, child.start_byte, 0), (NODE, child, 0)]
                run = []
        return [*steps, *self._run(run), (RESUME, node.end_byte, 0)]

    def _run(self, literals: Sequence[Node]) -> list[Step]:
        return [self._token(literals[0], _RAW + text) for text in join_adjacent(map(self._text, literals))]

    def _is_joined(self, node: Node) -> bool:
        return (rule := self.rules.get(node.kind_id)) is not None and rule.joined

    def _is_literal(self, node: Node) -> bool:
        return (rule := self.rules.get(node.kind_id)) is not None and rule.literal

    def _pieces(self, node: Node) -> list[Step]:
        """A literal as it stands, with the code that is embedded in it as code."""
        pieces: list[Step] = []
        decode = find_decoder(node, self.table)
        done = node.start_byte
        for child in node.children:
            if child.type in self.table.get("interpolations", ()):
                start = child.start_byte + _blanks_before(child)
                pieces.extend(self._piece(child, done, start, decode))
                pieces += [(RESUME, start, 0), (NODE, child, 0)]
                done = child.end_byte
        return [*pieces, *self._piece(node, done, node.end_byte, decode), (RESUME, node.end_byte, 0)]

    def _quoted(self, node: Node) -> list[Step]:
        """Literals side by side in one node, each from its opening quotes to those that close it, with their code."""
        decode = find_decoder(node, self.table)
        steps: list[Step] = []
        closing = b""
        done = node.start_byte
        for child in node.children:
            text = self._text(child)
            if child.is_extra or child.type in self.table["interpolations"]:
                steps.extend(self._piece(child, done, child.start_byte, decode) if closing else [])
                steps += [(RESUME, child.start_byte, 0), (NODE, child, 0)]
                done = child.end_byte
            elif not closing:
                if self.source.data[done : child.start_byte].strip():
                    return [self._raw(node)]
                closing, done = text.lstrip(b"r"), child.start_byte
            elif text == closing:
                steps.extend(self._piece(child, done, child.end_byte, decode))
                closing, done = b"", child.end_byte
        return [*steps, (RESUME, node.end_byte, 0)] if done == node.end_byte and not closing else [self._raw(node)]

    def _piece(self, node: Node, start: int, end: int, decode: Callable[[bytes], bytes] | None) -> list[Step]:
        text = self.source.data[start:end]
        if text and decode is not None:
            text = decode(text)
        return [self._token(node, _RAW + text)] if text else []

    def _plain(self, parts: Sequence[Node], prefixes: Sequence[str]) -> list[Step]:
        values = [
            (_BYTES if "b" in prefix else _TEXT, unescape(self._content(part), prefix))
            for part, prefix in zip(parts, prefixes, strict=True)
        ]
        if len({kind for kind, _ in values}) > 1:
            return [self._token(part, kind + value) for part, (kind, value) in zip(parts, values, strict=True)]
        return [self._token(parts[0], values[0][0] + b"".join(value for _, value in values))]

    def _formatted(self, parts: Sequence[Node], prefixes: Sequence[str]) -> list[Step]:
        steps: list[Step] = []
        text = b""
        for part, prefix in zip(parts, prefixes, strict=True):
            done = part.children[0].end_byte
            for child in part.children:
                if child.type in self.table["interpolations"]:
                    text += unescape(self.source.data[done : child.start_byte], prefix)
                    steps.extend([self._token(child, _TEXT + text)] if text else [])
                    steps.extend(self._interpolation(child, prefix))
                    text, done = b"", child.end_byte
            text += unescape(self.source.data[done : self._content_end(part)], prefix)
        if text or not steps:
            steps.append(self._token(parts[-1], _TEXT + text))
        marks = _TEMPLATE if any("t" in prefix for prefix in prefixes) else _FORMATTED
        return [*wrap(steps, marks), (RESUME, parts[-1].end_byte, 0)]

    def _interpolation(self, node: Node, prefix: str) -> list[Step]:
        """`{expression}`, its conversion and its format. What `{x = }` prints is the source between the braces."""
        tail = [child for child in node.children if child.type in (self.table["conversion"], self.table["format"])]
        end = tail[0].start_byte if tail else node.end_byte - 1
        inner = self.source.data[node.start_byte + 1 : end]
        expressions = [child for child in node.named_children if child not in tail and not child.is_extra]
        steps: list[Step] = [self._leaf(node, b"{")]
        if any(child.type == "=" for child in node.children):
            steps.append(self._token(node, _DEBUG + inner))
        elif self._is_misread(expressions):
            steps.append(self._token(node, _RAW + inner))
        else:
            for child in expressions:
                steps += [(RESUME, child.start_byte, 0), (NODE, child, 0)]
        for child in tail:
            steps.extend(self._format(child, prefix) if child.type == self.table["format"] else [(NODE, child, 0)])
        return [*steps, self._leaf(node, b"}")]

    def _is_misread(self, expressions: Sequence[Node]) -> bool:
        """Whether a word that cannot stand in an interpolation does, outside of any brackets."""
        pending = list(expressions)
        while pending:
            node = pending.pop()
            if node.type in self.table["misread"]:
                return True
            children = node.children
            if children and children[0].type not in ("(", "[", "{"):
                pending.extend(children)
        return False

    def _format(self, node: Node, prefix: str) -> list[Step]:
        """A format, by what it says: white space counts in it, and it may hold expressions of its own."""
        steps: list[Step] = []
        done = node.start_byte
        plain = prefix.replace("f", "").replace("t", "")  # braces are not doubled here
        for child in node.children:
            if child.type in self.table["interpolations"]:
                steps.append(self._token(node, _RAW + unescape(self.source.data[done : child.start_byte], plain)))
                steps.extend(self._interpolation(child, prefix))
                done = child.end_byte
        return [*steps, self._token(node, _RAW + unescape(self.source.data[done : node.end_byte], plain))]

    def _raw(self, node: Node) -> Step:
        return self._token(node, _RAW + self._text(node))

    def _content(self, part: Node) -> bytes:
        return self.source.data[part.children[0].end_byte : self._content_end(part)]

    def _content_end(self, part: Node) -> int:
        """Told by the quotes, since a grammar may take an escaped quote (`r"\\""`) for a part of the closing ones."""
        start = split_quotes(self._text(part.children[0]))
        return part.end_byte - (0 if start is None else len(start[1]))

    def _text(self, node: Node) -> bytes:
        return self.source.data[node.start_byte : node.end_byte]

    def _token(self, node: Node, text: bytes) -> Step:
        return (TOKEN, Token(TokenKind.STRING, text, self._line(node)), 0)

    def _leaf(self, node: Node, text: bytes) -> Step:
        return (TOKEN, Token(TokenKind.LEAF, text, self._line(node)), 0)

    def _line(self, node: Node) -> int:
        return self.source.line_of_row(node.start_point[0])


def _blanks_before(node: Node) -> int:
    """White space that a grammar takes into the first leaf of a node, though it is text."""
    text = node.text or b""
    return len(text) - len(text.lstrip())
