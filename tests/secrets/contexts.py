"""How people and agents come to write a secret into a memory. One half is for developing, the other is held out."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass

from tests.secrets.dice import Dice


@dataclass(frozen=True)
class Placed:
    """A text, and the field of a memory that it stands in."""

    field: str
    text: str


Wrap = Callable[[Dice, str], Placed]


def body(text: str) -> Placed:
    return Placed("body", text)


def split(d: Dice, secret: str) -> str:
    """The secret with a line end somewhere behind its first third."""
    at = d.number(len(secret) // 3 + 1, len(secret) - 6)
    return f"{secret[:at]}\n{secret[at:]}"


def with_mark(d: Dice, secret: str, mark: str) -> str:
    at = d.number(1, len(secret) - 2)
    return secret[:at] + mark + secret[at:]


def wide(secret: str, count: int) -> str:
    """The first letters as their full-width twins."""
    return "".join(chr(ord(one) + 0xFEE0) if "!" <= one <= "~" else one for one in secret[:count]) + secret[count:]


def percent(secret: str) -> str:
    return "".join(one if one.isalnum() else f"%{ord(one):02X}" for one in secret)


def percent_letters(d: Dice, secret: str) -> str:
    return "".join(f"%{ord(one):02x}" if d.number(0, 3) == 0 else one for one in secret)


DEVELOP_TOKENS: dict[str, Wrap] = {
    "prose": lambda d, s: body(f"The {d.word()} job failed until I used {s} for it, which {d.word()} had rotated."),
    "code block": lambda d, s: body(
        f"Run it so:\n\n```sh\nexport {d.word().upper()}_TOKEN={s}\n./{d.word()}.sh\n```\n"
    ),
    "back quotes": lambda d, s: body(f"Use `{s}` instead of the old one."),
    "JSON": lambda d, s: body(f'{{"{d.word()}": "{s}", "retries": 3}}'),
    "URL query": lambda d, s: Placed("evidence[0].text", f"GET https://{d.word()}.io/v2/{d.word()}?key={s}&page=2"),
    "split": lambda d, s: body(f"It is {split(d, s)} for now."),
    "zero width": lambda d, s: body(f"It is {with_mark(d, s, chr(0x200B))} for now."),
    "base64": lambda d, s: body(f"  {d.word()}: {base64.b64encode(s.encode()).decode()}"),
    "tag": lambda d, s: Placed("tags[1]", s),
    "percent, letters too": lambda d, s: body(f"/cb?u={percent_letters(d, s)}&n={d.word()}"),
    "title": lambda d, s: Placed("title", f"Rotate {s}"),
}

HELD_OUT_TOKENS: dict[str, Wrap] = {
    "error": lambda d, s: Placed(
        "triggers[0]", f"HTTPError: 401 Client Error: bad credentials ({s}) for url: /{d.word()}"
    ),
    "YAML": lambda d, s: body(f"steps:\n  - uses: {d.word()}/deploy@v3\n    with:\n      {d.word()}: {s}\n"),
    "table": lambda d, s: body(f"| name | value |\n|---|---|\n| {d.word()} | {s} |\n"),
    "command": lambda d, s: Placed("evidence[1].text", f"$ {d.word()} deploy --key={s} --region eu-west-1"),
    "file name": lambda d, s: Placed("file", f"{d.word()}-{s}.md"),
    "quoted": lambda d, s: body(f"> **{d.word()}**: '{s}'."),
    "split in a string": lambda d, s: body('key = (\n    "' + split(d, s).replace("\n", '"\n    "') + '"\n)'),
    "full width": lambda d, s: body(f"Login with {wide(s, 5)} please."),
    "percent": lambda d, s: body(f"/{d.word()}?next=a&k={percent(s)}&z=1"),
    "soft hyphen": lambda d, s: Placed("reason", f"was {with_mark(d, s, chr(0xAD))}"),
    "reason": lambda d, s: Placed("reason", f"superseded: {s} no longer works"),
}

DEVELOP_NAMED: dict[str, Callable[[Dice, str, str], Placed]] = {
    "export": lambda d, n, s: body(f"```sh\nexport {n}={s}\n```"),
    "dotenv": lambda d, n, s: body(f"NODE_ENV=production\n{n}={s}\nPORT=3000\n"),
    "JSON": lambda d, n, s: body(f'{{"{n.lower()}": "{s}", "{d.word()}": true}}'),
    "YAML": lambda d, n, s: body(f"env:\n  {n}: {s}\n  TZ: UTC\n"),
    "assignment": lambda d, n, s: body(f'{n.lower()} = "{s}"'),
}

HELD_OUT_NAMED: dict[str, Callable[[Dice, str, str], Placed]] = {
    "quoted export": lambda d, n, s: Placed("evidence[0].text", f"export {n}='{s}' && make {d.word()}"),
    "powershell": lambda d, n, s: body(f'$env:{n} = "{s}"'),
    "docker -e": lambda d, n, s: body(f"docker run --rm -e {n}={s} {d.word()}/{d.word()}:latest"),
    "camel case": lambda d, n, s: body(f"  {camel(n)}: '{s}',"),
    "prose": lambda d, n, s: body(f"The {n.replace('_', ' ').lower()} is `{s}`."),
    "table": lambda d, n, s: body(f"| variable | value |\n|---|---|\n| {n} | {s} |"),
    "dockerfile": lambda d, n, s: body(f"FROM alpine\nENV {n} {s}\nRUN make"),
}

DEVELOP_SHAPES: dict[str, Wrap] = {
    "code block": lambda d, s: body(f"What {d.word()} had:\n\n```\n{s}\n```\n"),
    "plain": lambda d, s: body(s),
    "evidence": lambda d, s: Placed("evidence[0].text", f"from the log of {d.word()}:\n{s}\n"),
}

HELD_OUT_SHAPES: dict[str, Wrap] = {
    "quoted": lambda d, s: body("\n".join(f"> {line}" for line in s.split("\n"))),
    "list": lambda d, s: body(f"1. {d.words(3)}\n2. {s}\n"),
    "indented": lambda d, s: body("Then:\n\n" + "\n".join(f"    {line}" for line in s.split("\n")) + "\n\nDone.\n"),
}


def camel(name: str) -> str:
    first, *rest = name.lower().split("_")
    return first + "".join(word.title() for word in rest)
