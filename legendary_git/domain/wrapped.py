"""The program that a simple command runs in the end, behind assignments, `sudo`, `time`, `timeout 5`, `xargs` …"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from legendary_git.domain.shell_command import Words

_KEYWORDS = frozenset({"!", "do", "elif", "else", "if", "then", "until", "while", "{", "}"})
_WRAPPERS = {
    "builtin": "",
    "caffeinate": "",
    "chronic": "",
    "command": "",
    "doas": "u",
    "env": "uCS",
    "exec": "a",
    "ionice": "cn",
    "nice": "n",
    "nohup": "",
    "setsid": "",
    "stdbuf": "ioe",
    "sudo": "ugCDhpRrTtU",
    "time": "fo",
    "timeout": "ks",
    "unbuffer": "",
    "watch": "n",
    "xargs": "IEdLnPs",
}
"""Programs that run another, and their options that take a value as the next word."""


def unwrap(words: Words) -> Words:
    """The program that is run in the end, by its bare name, with its arguments."""
    while words:
        name = words[0].replace("\\", "/").rpartition("/")[2].removesuffix(".exe")
        if words[0] == "function":  # `function f { …`
            words = words[2:]
        elif name in _KEYWORDS or _is_assignment(name) or _is_redirection(words[0]):
            words = words[2:] if words[0] in (">", ">>", "<", "2>") else words[1:]
        elif name in _WRAPPERS and (inner := _inner(name, words[1:])):
            words = inner
        else:
            return (name.lower() if "-" in name or name.isupper() else name, *words[1:])
    return ()


def _inner(name: str, words: Words) -> Words:
    """What the wrapper runs; nothing where it only tells what it would run."""
    if name == "command" and words and words[0] in ("-v", "-V"):
        return ("which", *words[1:])
    with_value = _WRAPPERS[name]
    while words and (words[0].startswith("-") or _is_assignment(words[0])):
        if words[0] == "--":
            words = words[1:]
            break
        takes_next = len(words[0]) == 2 and words[0][1] in with_value
        words = words[2:] if takes_next else words[1:]
    return words[1:] if name == "timeout" else words


def _is_assignment(word: str) -> bool:
    name, sign, _ = word.partition("=")
    return bool(sign) and name.removesuffix("+").isidentifier()


def _is_redirection(word: str) -> bool:
    return word.lstrip("0123456789&").startswith((">", "<"))
