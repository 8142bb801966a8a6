"""What tools put before an error's text: the closed grammar by which `error_line` reads the beginning of a line.

Each rule is what it tells, the signs that it begins with (or any), and a shape. A shape is matched where the last one
ended, and every repeat in it has an upper bound; it is compiled when a line first needs it. What no shape takes is no
beginning of an error: a name with a colon (`TODO:`, `message:`, `v1.2:`), the sign of a list, a comment, a quotation, a
diff, a commit, a level that says that all is well.
"""

from __future__ import annotations

import re
from functools import cache

FRAME, TIME, LEVEL, NAME, TAIL, SOURCE, PROGRAM = "frame", "time", "level", "name", "tail", "source", "program"
"""FRAME may stand anywhere and tells nothing; TIME is that of a log; LEVEL says that something is wrong. NAME says
where: it counts beside a TIME or a LEVEL. TAIL counts behind a LEVEL alone. SOURCE and PROGRAM are a FRAME if the file
is one of code, and if such a program ran."""

_W = r"[\w.$/<>-]{1,80}"
_FAILS = "err|eror|error|fatal|critical|crit|severe|panic|dpanic|emerg|emergency|alert|warn|warning"
_CLASS = (
    r"(?![Tt]est|On)(?:[A-Za-z_$][\w$]{0,60}(?:\.|::|\\)){0,10}"
    r"(?:[A-Z][\w$]{0,60})?(?:Error|Exception|Fault|Panic|Warning)"
)
_RUBY = r"(?:[A-Z]\w{0,60}::){1,6}[A-Z]\w{0,60}"
_CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,9})?(?: ?[AaPp][Mm])?"
_MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_DAY = (
    rf"\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}|\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{4}}|\d{{1,2}}[-/ ]{_MONTH}[-/ ]\d{{4}}"
    rf"|(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? )?{_MONTH} {{1,2}}\d{{1,2}}(?: \d{{4}}(?!:))?"
)
_ZONE = r"(?: ?(?:Z|UTC|GMT|CES?T|E[SD]T|P[SD]T|[+-]\d{2}:?\d{2})(?![A-Za-z\d]))?"
_KINDS = (
    "fatal|internal|internal server|runtime|syntax|parse|compile|compiler|compilation|build|link|linker|network|server"
    "|database|io|i/o|unexpected|uncaught|unhandled|critical|system|script|connection|transport|rpc"
    "|PHP (?:fatal|parse|core|recoverable fatal)"
)
_GOOD = "info|inf|debug|dbg|trace|notice|note|ok|pass|passed|skip|skipped|done|x"
_CROSSES = "\u2500-\u257f\u2715-\u2718\u00d7\u274c\u274e\u25cf\u26a0\ufe0f\u2a2f\u203c!\u2a09"
_PAIR = r'[\w.@-]{1,40}=(?:"[^"]{0,200}"|[^\s"]{0,200}) {1,4}'
_ITEM = r'"[\w.@-]{1,40}": ?(?:"[^"]{0,200}"|[\w.+:-]{0,60}|\{[^{}"]{0,80}\}), ?'
_JSON_FAILS = (
    rf'"(?:level|lvl|severity|levelname|log\.level|status|loglevel)": ?(?:"(?i:{_FAILS})"|[5-6]0)'
    rf'|"(?:ok|success)": ?false'
)
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DIGITS = "0123456789"

SHAPES = (
    # What others put before each line that they pass on.
    (FRAME, " \t", r"[ \t]{1,200}"),
    (FRAME, "*", r"\*{3,200}(?=\s|$)(?! \[)"),
    (FRAME, "", rf"(?![\u251c\u2514]\u2500\u2500|!!!)[{_CROSSES}]{{1,200}}\u25b6?(?=\s|$)"),  # no tree: `├── a`
    (FRAME, _LETTERS, r"[A-Za-z][\w.-]{0,60} {0,20}\|(?=\s)"),
    (FRAME, _DIGITS, r"\d{1,3}\|[\w.-]{1,60} {0,20}\|"),
    (FRAME, "#=-(r",
        (r"#\d{1,4} (?:\d{1,6}\.\d{1,3}(?= )|(?=ERROR))|(==|--)\d{1,8}\1 ?|\(node:\d{1,8}\) (?:\[\w{1,20}\] )?"
         r"|remote: ")),
    (FRAME, "=[", r"=> (?=ERROR )|\[cause\]: |\[(?:vite|webpack|esbuild|rollup|nodemon)\] "),
    # When.
    (TIME, f"{_DIGITS}[JFMASONDTW",
        rf"\[?(?:(?:{_DAY})[T ,:]{{1,3}})?{_CLOCK}{_ZONE}(?: \d{{4}})?{_ZONE}[\]:]?(?:[ \t]{{1,8}}(?:- )?|$)"),
    (TIME, "[", rf"\[(?:{_DAY})[T ]{_CLOCK}{_ZONE}: (?=[A-Z]{{1,8}}/)|\[ {{0,6}}\d{{1,7}}\.\d{{3,6}}\] "),
    (TIME, _DIGITS, r"\d{1,8}:[MSCX] \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2}(?:\.\d{3})? # "),
    # That something is wrong, as loggers, compilers and runtimes say it.
    (LEVEL, "EWF", r"[EWF]\d{4} \d{2}:\d{2}:\d{2}\.\d{1,6} {1,7}\d{1,8} [\w./-]{1,120}:\d{1,6}\] "),
    (LEVEL, "EWF", r"[EWF], \[[^\]\n]{1,60}\] {1,4}(?:ERROR|WARN|FATAL) -- [\w.:-]{0,60}: "),
    (LEVEL, "EF", r"E {2,8}|[EF]/[\w.-]{1,60}(?:\( {0,6}\d{1,6}\))?: "),
    (LEVEL, "#:", r"##\[(?:error|warning)\]|::(?:error|warning)(?: [^\n:]{1,200})?::"),
    (LEVEL, "[",
        rf"\[(?:[ \t]{{0,4}}|[\w-]{{1,20}}:)(?:(?i:{_FAILS}|failed)|[EFW])[ \t]{{0,4}}\](?::|[ \t]|$)[ \t]{{0,8}}"),
    (LEVEL, "<|", rf"<(?i:{_FAILS})>:? |\| {{0,4}}(?i:{_FAILS}) {{0,8}}\| "),
    (LEVEL, "EWC",
        r"(?:ERROR|WARNING|CRITICAL)/[\w.-]{1,40}\] |ERROR \d{1,5}(?: \(\w{1,10}\))?(?: at line \d{1,7})?: "),
    (LEVEL, _LETTERS, rf"(?i:{_FAILS})(?:\[\w{{1,12}}\])?:[ \t]{{0,8}}"),
    (LEVEL, "EFCSPW",
        (r"(?:ERROR|ERR|EROR|FATAL|CRITICAL|CRIT|SEVERE|PANIC|WARNING|WARN)(?: - |[ \t]{1,12})"
         r"(?!0 |\d{1,6} ?$)")),
    (LEVEL, "ewf", r"(?:error|warning|warn|fatal)(?:[ \t]{1,8}$| - | [A-Z]{1,6}\d{2,6}: )"),
    (LEVEL, "npyEelg",
        (r"(?:npm |pnpm |yarn |lerna |gyp )?(?:ERR!|error(?= ))[ \t]{1,4}(?:code |stack )?"
         r"|ERR_[A-Z_]{2,60}:?[ \t]{1,4}(?!=)")),
    (LEVEL, _LETTERS,
        (rf"(?i:{_KINDS}) (?:error|exception|warning|Error|Exception)(?: near line \d{{1,7}}"
         rf"| at line \d{{1,7}})?: {{1,4}}")),
    (LEVEL, "PdFMfcC",
        (r"PHP (?:Warning|Deprecated): {1,4}|desc = |FAILURE: |CONFLICT \([\w/ ]{1,40}\): |Module not found: "
         r"|(?:fail|crit): |[Ff]ailed: ")),
    (LEVEL, "U[Cc",
        (r"Uncaught (?:\(in promise\) )?|Unhandled (?:promise )?(?:[Rr]ejection|[Ee]xception)[:.]? "
         r"|\[UnhandledPromiseRejection: |[Cc]aused by: ")),
    (LEVEL, "Ee",
        (r'Exception in thread "[^"\n]{1,80}" |[Ee]rror response from daemon: '
         r'|Error from server(?: \(\w{1,40}\))?: ')),
    (LEVEL, "t",
        r"thread '[^'\n]{1,80}'(?: \(\d{1,12}\))? panicked at (?:'|[^\s']{1,200}:\d{1,7}:\d{1,7}:[ \t]{0,4})"),
    (LEVEL, "CMlw",
        (r"CMake Error(?: at [^\s:]{1,120}:\d{1,7} \(\w{1,60}\))?: |Msg \d{1,6}, Level \d{1,2}, [^:\n]{1,120}: "
         r"|what\(\): {1,2}")),
    (LEVEL, "*", rf"\*\*\* \[[^\]\n]{{1,200}}\] |\*\* \({_CLASS}\) "),
    (LEVEL, "", rf"\({_CLASS}\) |{_CLASS}(?: \[\w{{1,40}}\])?(?:: ?(?:\($)?|\(['\"])|{_RUBY}: "),
    (LEVEL, _LETTERS,
        (r"(?:\w{1,40}\.){1,6}(?:(?:exc|error|errors|exceptions)\.[A-Z]\w{1,60}|[A-Z][a-z]{1,30}(?:Expired|Timeout"
         r"|Violation|Refused|NotFound|Denied)): ")),
    (LEVEL, "EOS",
        (r"(?:SQLITE_[A-Z_]{2,40}|ER_[A-Z_]{2,40}|ORA-\d{5}|EACCES|ECONNREFUSED|ECONNRESET|EADDRINUSE|ENOENT|EPERM"
         r"|ETIMEDOUT|EPIPE|ENOSPC|EMFILE|EEXIST|ENOTFOUND|EBUSY): ")),
    (LEVEL, "S", r"SQLSTATE\[\w{1,8}\](?: \[\d{1,5}\])?:? (?:General error: \d{1,5} )?"),
    (LEVEL, "FfUuCcEe",
        (r"(?i:failed|failed to|unable to|could not|couldn't|cannot|can't) (?=\w)|[Ee]rror (?=(?:while|when"
         r"|during|in|at|on|from|[a-z]{3,20}ing) )|Exception (?=(?:in|while|during|occurred|raised)\b)")),
    (LEVEL, _LETTERS,
        (rf'(?=(?:{_PAIR}){{0,12}}(?:level|lvl|severity|s)="?(?i:{_FAILS})\b)(?:{_PAIR}){{1,12}}(?:msg|message'
         rf'|err|error|reason|exception)="?')),
    (LEVEL, "{",
        (rf'\{{ ?(?=(?:{_ITEM}){{0,12}}(?:{_JSON_FAILS}))(?:{_ITEM}){{1,12}}"(?:msg|message|error|err|exception'
         rf'|reason|detail)": ?"')),
    (LEVEL, "{", r'\{ ?"(?:error|err|exception)": ?"'),
    # Where: of a logger, behind its level.
    (TAIL, "", r"[\w./@-]{1,160}\.\w{1,10}:\d{1,7}(?::\d{1,6})? (?:- )?"),
    (TAIL, "",
        (rf"(?:[\w./@-]{{1,160}}:\d{{1,7}}(?::\d{{1,6}})?|\(?{_W}\)?)(?: {{0,80}}[:|]| -|\])(?:\s{{1,4}}"
         rf"|$)(?:[:-] )?|{_W}:(?=\S)")),
    (TAIL, "",
        (rf"\d{{1,8}} --- |\({_W}\) |[\w./@-]{{1,160}}:\d{{1,7}}(?::\d{{1,6}})?:? |{_W}: ?$|[A-Z]{{2,6}}\d{{2,6}}: "
         r"|-- : ")),
    # Where: of a source file, as compilers and interpreters have it, and of a program.
    (SOURCE, "",
        (r"(?:[A-Za-z]:)?[^\s:()]{1,200}\.(?P<ending>[\w+]{1,8})(?::\d{1,7}(?::\d{1,7})?(?:: (?! )"
         r"|(?: -)? (?=(?:fatal )?(?:error|warning)))"
         r"|\(\d{1,7}(?:,\d{1,5})?\): |:\d{1,7}:in [`'][^'`\n]{1,80}': |:\(\.[\w.+]{1,60}\): "
         r"|: line \d{1,7}: (?:[\w./-]{1,80}: )?|(?<=sh): \d{1,7}: "
         r"|: In function '[^'\n]{1,120}': )")),
    (PROGRAM, "",
        (r"(?P<program>/?(?:[\w.+~@-]{1,80}/){0,12}[\w.+-]{1,80})(?:\[\d{1,7}\])?:(?: line \d{1,7}:"
         r"| \d{1,7}:)? (?:\(\d{1,3}\) )?(?:[\w./+-]{1,200}\.(?:o|a|so): )?")),
    (NAME, "",
        (rf"(?:{_W} )?[\w./-]{{1,60}}\[[\w.-]{{1,30}}\]: |\d{{1,8}}#\d{{1,8}}: \*\d{{1,9}} |\d{{1,8}} (?=\[)"
         rf"|(?:{_PAIR}){{1,8}}")),
    (NAME, "[", rf"\[(?!(?i:{_GOOD})\W)[\w.:@$#/ -]{{1,80}}\] "),
    (NAME, "",
        (r"[\w-]{1,60}(?:[.:/]{1,2}[\w-]{1,60}){1,6}(?: (?=\[?(?:ERROR|FATAL|CRITICAL|SEVERE|WARN|WARNING)[\] ])| - "
         r"|: )")),
    (NAME, "",
        (rf"{_W} - (?=(?:ERROR|FATAL|CRITICAL|SEVERE|WARN|WARNING) - )"
         rf"|[\w./-]{{1,200}}:\d{{1,7}}: (?=\[?(?i:{_FAILS})\b)")),
    (NAME, _LETTERS, rf"{_W}: (?=(?:ERROR|FATAL|CRITICAL|SEVERE|WARN|WARNING)\b)|{_W} kernel: "),
    (NAME, _DIGITS, r"\d{1,5}:\d{1,4} {1,4}(?=(?:error|warning) )"),
)  # fmt: skip


_ENDING_TEXT = """
c h m r t cc cpp cxx c++ hh hpp hxx cu cs vb fs go rs py pyx pyi rb erb php pl pm js jsx mjs cjs ts tsx mts cts vue
svelte java kt kts scala groovy gradle swift mm ex exs erl hrl lua sh bash zsh ps1 sql s S asm f90 f jl dart zig hs
ml mli clj sol proto tex sty awk tcl nim cr d v sv vhd cmake mk tf hcl nix bzl csproj o a so ld
"""
ENDINGS = frozenset(_ENDING_TEXT.split())
"""Of source files, and of what is made of them: compilers complain about them, and `notes.txt:3:` is a note."""


@cache
def pattern(shape: str) -> re.Pattern[str]:
    """The shape compiled: a line needs a few, and an agent waits for them."""
    return re.compile(shape)
