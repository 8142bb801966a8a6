"""The line of sh that a hook of an agent runs: it decides without Python whether there is anything to say."""

from __future__ import annotations

MARK = ": legendary-git;"
"""How a line of ours is known, of whatever version."""

# Each variable is written `${NAME-}`: Gemini CLI and Qwen Code put the value of whatever their environment has into
# `$NAME` and `${NAME}` of their settings, as it stands, and a folder's name may hold what sh would run.
_OWN = "unset LEGENDARY_HEAD;"
_UP = (
    'u() { d=${1-}; until [ -d "${d-}/.legendary/memories" ]; do '
    "case ${d-} in */*) d=${d%/*};; *) return 1;; esac; done; };"
)
# Python does not start where standard input is a folder, and says so on stderr.
# An entry of PYTHONPATH that is empty or relative is a folder of the checkout, and Python imports of it as it starts.
_GO = (
    "g() { [ -d /dev/fd/0 ] && exit 0; command -v git-memory >/dev/null 2>&1 || exit 0; "
    'r=${PYTHONPATH-}:; k=; while [ -n "${r-}" ]; do case ${r-} in /*) k=${k-}:${r%%:*};; esac; r=${r#*:}; done; '
    '[ -z "${PYTHONPATH-}" ] || PYTHONPATH=${k#:}; git-memory VERB --host HOST; exit 0; };'
)
# A host may write its payload in pieces, each of which dd gives out as it comes. It is over when nothing more comes, or
# with the brace that closes it: for a host that leaves its end open, more would be waited for until the hook's timeout.
# 16,000 characters and one piece more are less than a variable may have of bytes on Linux, whatever the locale.
# Where standard input is closed, the pipe of `$(…)` would take its place, and dd would wait for itself.
_LOOK = (
    "{ true 3<&0; } 2>/dev/null || exit 0; [ -t 0 ] && exit 0; "
    "export LEGENDARY_HEAD=; set -f; n=0; while [ ${n-} -lt 99 ]; do n=$((n+1)); "
    '{ p=$(dd bs=65536 count=1); } 2>/dev/null; [ -n "${p-}" ] || exit 0; LEGENDARY_HEAD=${LEGENDARY_HEAD-}${p-}; '
    'a=; b=; IFS=\\"; for w in ${LEGENDARY_HEAD-}; do '
    'case ${a-} in KEYS) case ${w-} in *BACKSLASH*) g;; esac; u "${w-}" && g;; esac; a=${b-}; b=${w-}; done; '
    "[ ${#LEGENDARY_HEAD} -lt 16000 ] || exit 0; "
    "case ${p-} in *}) IFS={; set -- ${LEGENDARY_HEAD-}; b=$#; IFS=}; set -- ${LEGENDARY_HEAD-}; "
    "[ ${b-} -gt $(($#+1)) ] || exit 0;; esac; done;"
)


def hook_line(verb: str, host: str, *, project: str, keys: tuple[str, ...] = (), any_shell: bool = False) -> str:
    """A line that runs `git-memory VERB --host HOST` where a store stands at or above the folder of the session.

    `project` is the variable in which the host names the project's folder. With `keys` the beginning of the payload is
    read too, and the store is looked for above the file that stands under one of them; what was read goes on to Python
    in the environment. `any_shell` is for hosts that give the line to the user's own shell, which may be no POSIX one.

    The exit code is always 0, and where there is no store or no git-memory nothing is printed.
    """
    go = _GO.replace("VERB", verb).replace("HOST", host)
    start = f'u "${{PWD-}}" && g; cd -P . 2>/dev/null && u "${{PWD-}}" && g; u "${{{project}-}}" && g;'
    look = _LOOK.replace("KEYS", "|".join(keys)) if keys else ""
    body = " ".join(filter(None, (MARK, _OWN, _UP, go, start, look, "exit 0")))
    if any_shell:  # neither a quote nor a backslash in it that fish would take otherwise
        return "exec sh -c '" + body.replace("BACKSLASH", '"$0"') + "' " + '"\\\\"'
    return body.replace("BACKSLASH", "\\\\")
