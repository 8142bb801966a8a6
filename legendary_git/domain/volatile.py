"""What changes in an error from one run to the next: the kinds, and the shapes by which they are known.

A rule marks the groups of its pattern, or all of it where it has none. The rules run in this order over one text, and
what one has marked is hidden from the next. Every repeat has an upper bound, so that a rule costs at most a constant
for each character, however the text was made (a test looks for repeats without one).

Not in here, because they tell one error from another: exit codes, errno, HTTP statuses, SQLSTATE, compilers' error
codes, versions, quoted values, names. Where such a number has the looks of a volatile one, `KEPT` protects it.
"""

from __future__ import annotations

import re
from enum import StrEnum

from legendary_git.domain.annotations import NamedTuple

MARK = "\x1a"
"""Stands for a marked part, in the text while it is being masked and in the masked form. No tool prints it."""


class Kind(StrEnum):
    """What a marked part is."""

    PATH = "path"
    """The folders that lead to a file on this machine; they vanish from the masked form."""
    TEMPORARY = "temporary"
    UUID = "uuid"
    TIME = "time"
    ADDRESS = "address"
    HASH = "hash"
    SUFFIX = "suffix"
    IP = "ip"
    PROCESS = "process"
    PORT = "port"
    LINE = "line"
    DURATION = "duration"
    SIZE = "size"
    COUNT = "count"
    NUMBER = "number"


VALUES = frozenset({Kind.TIME, Kind.LINE, Kind.DURATION, Kind.SIZE, Kind.COUNT, Kind.NUMBER})
"""Alone between two quotes these are values that somebody gave: `invalid date '2026-13-45'`."""


class Rule(NamedTuple):
    """One shape of one kind. None: a number that has to stay."""

    kind: Kind | None
    pattern: re.Pattern[str]


_MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
_CLOCK = r"\d{2}[:_.]\d{2}(?:[:_.]\d{2}(?:[.,_]\d{1,9})?)?"
_ZONE = r"(?: {0,1}(?:Z|UTC|GMT|CET|[+-]\d{2}:?\d{2})(?![A-Za-z\d]))?"
_UNITS = "ns|us|[µμ]s|ms|msecs?|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|days?"
_SOURCE = (
    "(?:[chmrt]|cc|cpp|cxx|hh|hpp|cs|vb|fs|go|rs|py|pyx|pyi|rb|erb|php|p[lm]|js|jsx|mjs|cjs|ts|tsx|mts|vue|svelte|java|kt|kts"
    "|scala|groovy|gradle|swift|mm|exs?|erl|lua|sh|bash|zsh|ps1|sql|css|scss|html?|xml|json|ya?ml|toml|ini|cfg|conf|md|txt|tf|hcl"
    "|cmake|mk|f90|jl|dart|zig|hs|ml|clj|csproj|sln|props|targets|sol|proto|graphql)"
)
_COUNTED = (
    "passed|failed|skipped|deselected|xfailed|xpassed|errors?|warnings?|failures?|tests?|items?|files?|packages?|modules?"
    "|targets?|problems?|vulnerabilities|insertions?|deletions?|nodes?|rows?|lines?|times|objects?|suites?|examples?"
    "|assertions?|hunks?|commits?|steps?|requests?|attempts?|retries|jobs?|connections?|occurrences?|[Ii]nsufficient|node\\(s\\)"
)
_WORKERS = (
    "pid|tid|ppid|lwp|process|proc|thread|worker|goroutine|job|transaction|fd|PID|TID|Process|Thread|Worker|Job|Task"
)
_CODES = "code|status|statuscode|errno|winerror|error|exit|signal|sqlstate|hresult|exception|msg|level|state"
_NUMBERED = "container|pod|worker|job|task|session|sess|temp|run|build|request|req|instance|node|shard|conn|txn"
_PLACES = "lines?|ln|col|column|char|character|position|pos|offset"
_NO_CODE = r"(?!(?<=#)\d{1,5} (?:\[|[A-Z]{4,8}(?!\w))|(?<===)\d{1,8}==|\d{1,8}:[A-Z] \d)"
"""Behind a level may stand what begins the line: `ERROR #8413 ERROR:` has a step of a container's build, `ERROR
==8413==` and `ERROR 8413:M 05 May` have a process."""
_AFTER_CODE = (
    rf"(?i:(?<![a-z])(?:{_CODES}))[\"']?[ \t]{{0,2}}[:=#(\[]{{0,2}}[ \t]{{0,2}}"
    rf"{_NO_CODE}(-?(?:0x[0-9a-fA-F]{{1,8}}|\d{{1,6}}))"
    rf"(?![\w%]|[.:/-]\d| ?(?:{_UNITS}|of|{_COUNTED})(?!\w))"
)

KEPT = (
    # A code after a word that says so; a clock, a date, a duration or a count may stand there too.
    _AFTER_CODE,
    # An exit code of Windows is as long as a time in seconds.
    r"(?i:(?<![a-z])(?:code|status|exit|hresult))[ \t]{0,2}[:=(]?[ \t]{0,2}(-?(?:0x[0-9a-fA-F]{8,16}|\d{7,10}))(?!\w)",
    r"(?i:error):([0-9A-F]{8}):",  # OpenSSL
    r"(?<!\w)(?:0x[cC]0000[0-9a-fA-F]{3}|0x8007[0-9a-fA-F]{4})(?!\w)",  # NTSTATUS, HRESULT
)

_TIME = (
    rf"(?<!\d)(?:(?<![A-Za-z]){_DAY},? )?\d{{4}}[-/.]\d{{2}}[-/.]\d{{2}}(?:[T _-]{{1,2}}{_CLOCK}{_ZONE})?(?!\d)",
    r"(?<!\d)\d{8}[T-]\d{6}(?:\.\d{1,6})?Z?(?!\w)",
    rf"(?<!\d)\d{{1,2}}[/ -]{_MONTH}[/ -]\d{{4}}[: ]{_CLOCK}{_ZONE}",
    rf"(?<!\w)(?:{_DAY},? )?{_MONTH} {{1,2}}\d{{1,2}} {_CLOCK}(?: [A-Z]{{3}}(?![A-Za-z]))?(?: \d{{4}})?(?!\d)",
    r"(?<!\w)[EWIF](\d{4} \d{2}:\d{2}:\d{2}\.\d{6})",
    r"(?<!\d)\d{1,2}[/.]\d{1,2}[/.]\d{4}(?![\d.])",
    rf"(?<![\d:.])\d{{1,2}}:\d{{2}}:\d{{2}}(?:[.,]\d{{1,9}})?(?: ?[AP]M(?![A-Za-z]))?{_ZONE}(?![\d:])",
    r"(?<=\[) {0,6}\d{1,7}\.\d{6}(?=\])",
)
_EPOCH = (r"(?<![\w.-])1[5-9]\d{8}(?:\d{3}|\.\d{1,9})?(?!\w|\.\w)",)
_ADDRESS = (
    r"(?<![0-9A-Za-z])0x[0-9a-fA-F]{4,16}(?![0-9A-Za-z])",
    r"(?:(?<=addr=)|(?<=addr )|(?<=pc=)|(?<=at )|(?<=[+]))0x[0-9a-fA-F]{1,3}(?!\w)",
    r"(?<=[A-Za-z\]]@)[0-9a-f]{5,8}(?!\w)",
    r"(?<=#PID)<\d{1,5}\.\d{1,9}\.\d{1,5}>",
)
_HASH = (
    r"(?<![0-9A-Za-z_])(?=[0-9]{0,64}[a-f])(?=[a-f]{0,64}[0-9])[0-9a-f]{7,128}(?![0-9A-Za-z_])",
    r"(?<![0-9A-Za-z_])(?=[0-9]{0,64}[A-F])(?=[A-F]{0,64}[0-9])[0-9A-F]{16,128}(?![0-9A-Za-z_])",
    r"(?<![0-9A-Za-z_])sha(?:1|256|384|512)[-:]([0-9A-Za-z+/=]{20,128})",
)
_SUFFIX = (
    # The alphabet of Kubernetes' own suffixes has no vowels, so that they are no words.
    r"(?<=[a-z0-9]-)((?:[bcdfghjklmnpqrstvwxz0-9]{8,10}|[0-9a-f]{8,10})-[bcdfghjklmnpqrstvwxz0-9]{5})(?![0-9A-Za-z])",
    rf"(?<![A-Za-z])(?:{_NUMBERED})[-_](?=[a-f]{{0,31}}\d)([0-9a-f]{{4,32}})(?![0-9A-Za-z])",
    r"(?<=[A-Za-z0-9][-_])(?=[0-9]{0,32}[a-f])(?=[a-f]{0,32}[0-9])[0-9a-f]{4,64}(?![0-9A-Za-z])",
    r"(?<![0-9A-Za-z])tmp[a-z0-9_]{8}(?![0-9A-Za-z_])",
    r"(?<![0-9A-Za-z])tmp\.[0-9A-Za-z]{6,12}(?!\w)",
)
_IP = (
    r"(?<![\w.])(?<!ersion=)(?<!ersion )(?<!==)(?<!\w-)\d{1,3}(?:\.\d{1,3}){3}(?![\w.]\d|\w)",
    r"(?<!\w)ip(?:-\d{1,3}){4}(?!\w)",
    r"(?<![\w:])(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}(?![\w:])",
    r"(?<![\w:])(?:[0-9a-fA-F]{1,4}:){1,6}(?::[0-9a-fA-F]{1,4}){1,6}(?:%\w{1,15})?(?![\w:])",
    r"(?<![\w:])::(?:1|ffff:[\d.]{7,15})?(?=:\d|[\s\],)]|\Z)",
    r"(?<![\w:])(?:[0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}(?![\w:])",
)
_PROCESS = (
    rf"""(?<![A-Za-z])(?:{_WORKERS})(?:[ #:=]|[:=] |-)["']?(\d{{1,20}})(?!\w)""",
    r"(?<=[Tt]hread )'[^'\n]{1,60}' \((\d{1,20})\)",
    r"(?<=[A-Za-z])\[(\d{1,8})\]:",
    r"(?<= )\[(\d{1,8})\](?= [A-Z]{3,9}(?![a-z]))",
    r"(?<![=\w])==(\d{1,8})==",
    r"(?<![\w.])(\d{1,8})#(\d{1,8}):",
    rf"(?<![\w.])(\d{{1,8}}):[MSCX] (?={MARK})",  # Redis
    r"\(node:(\d{1,8})\)",
    r"(?<!\w)\d{2,8}(?= (?:Killed|Segmentation|Aborted|Terminated|Bus error|Illegal|Quit))",
    r"(?<!\w)\d{1,8}(?= [\w.-]{1,60}\.go:\d{1,6}\])",
    r"(?<= \*)\d{1,12}(?= )",
)
_PORT = (
    r"(?<![A-Za-z])[Pp]ort(?:[ =:]|[:=] )[\"']?(\d{1,5})(?!\w)",
    rf"{MARK}[\"'\]]?(?::|, )(\d{{1,5}})(?!\w|\.\w)",
    r"(?<![A-Za-z])(?:localhost|\*|\[::1?\]):(\d{1,5})(?!\w|\.\w)",
    r"(?<=://)[\w.@-]{1,253}:(\d{2,5})(?!\w|\.\w)",
    r"(?<![\w.-])[A-Za-z][\w-]{0,62}(?:\.[\w-]{1,63}){1,6}:(\d{2,5})(?![\w:]|\.\w)",
    r"(?<![\w.-])[A-Za-z][\w-]{0,62}:(\d{4,5})(?![\w:]|\.\w)",
)
_LINE = (
    rf"\.{_SOURCE}[:](\d{{1,7}})(?:[:.-](\d{{1,7}}))?(?!\w)",
    rf"(?:\.{_SOURCE}|[Mm]akefile|Dockerfile):?[ ]?[(\[](\d{{1,7}})(?:[,:] ?(\d{{1,7}}))?[)\]]",
    r"(?:[Mm]akefile|Dockerfile|Jenkinsfile|Gemfile|Rakefile):(\d{1,7})(?::(\d{1,7}))?(?!\w)",
    rf"(?<![A-Za-z])(?i:{_PLACES})(?:[ :=#]|[:=] )(\d{{1,9}})(?:[-:](\d{{1,9}}))?(?!\w)",
    r"(?<![A-Za-z])(?:ba|da|z|k|a)?sh: (\d{1,6}):",
    r"(?<=node:internal)[\w/]{1,80}:(\d{1,6})(?::(\d{1,6}))?",
    r"@@ -(\d{1,7})(?:,(\d{1,7}))? \+(\d{1,7})(?:,(\d{1,7}))? @@",
    r"(?<=>):(\d{1,7}):(\d{1,7})(?!\w)",
    r"(?<![\w.:])\d{1,6}:\d{1,6}(?:-\d{1,6}(?::\d{1,6})?)?(?![\w:])",
)
_DURATION = (
    rf"(?<![\w.])\d{{1,12}}(?:\.\d{{1,9}})?[ -]?(?:{_UNITS})(?!\w)",
    r"(?<![\w.])(?:\d{1,4}[dhm] ?){1,3}\d{1,2}(?:\.\d{1,9})?s(?!\w)",
    r"(?<![A-Za-z])(?:timeout|elapsed|duration|took|uptime)(?:[=: ]|[:=] )(\d{1,12}(?:\.\d{1,9})?)(?!\w|\.\w)",
)
_SIZE = (
    r"(?<![\w.])\d{1,15}(?:\.\d{1,6})? ?(?:[kKMGTP]i?[Bb]|B|bytes?|bits?)(?:/s|ps)?(?!\w)",
    r"(?<![\w.])\d{1,9}(?:\.\d{1,6})?[kKMGT]i?(?!\w)",
    r"(?<![\w.])\d{1,6}(?:\.\d{1,6})? {0,1}%",
)
_COUNT = (
    r"(?<![\w./])\d{1,9}/\d{1,9}(?![\w./]\w)(?!\w)",
    r"(?<![\w.])\d{1,9} of \d{1,9}(?!\w)",
    rf"(?<![\w.-])\d{{1,9}}(?= (?:\w{{1,12}} )?(?:{_COUNTED})(?!\w))",
    r"(?<![\w#])#(\d{1,5}) (?=\[|[A-Z]{4,8}(?!\w)|\d{1,6}\.\d{1,3} )",  # a step of a container's build
)
_NUMBER = (r"(?<![\w.-])\d{7,20}(?!\w|\.\w)",)

_UUID = (r"(?<![0-9A-Za-z])[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(?![0-9A-Za-z])",)

_IN_ORDER: tuple[tuple[Kind | None, tuple[str, ...]], ...] = (
    (Kind.UUID, _UUID),
    (None, KEPT),
    (Kind.TIME, _TIME),
    (Kind.ADDRESS, _ADDRESS),
    (Kind.SUFFIX, _SUFFIX),
    (Kind.HASH, _HASH),
    (Kind.IP, _IP),
    (Kind.PROCESS, _PROCESS),
    (Kind.LINE, _LINE),
    (Kind.PORT, _PORT),
    (Kind.DURATION, _DURATION),
    (Kind.SIZE, _SIZE),
    (Kind.COUNT, _COUNT),
    (Kind.TIME, _EPOCH),
    (Kind.NUMBER, _NUMBER),
)
RULES = tuple(Rule(kind, re.compile(pattern)) for kind, patterns in _IN_ORDER for pattern in patterns)
