# Sourced by each hook, which gives its name in $hook. Python starts only where something that a memory names, or a
# memory, may have changed. The exit code is that of the hook that was here before, or else 0.
python=@PYTHON@ status=0 since= before=${0%/*}.before-legendary/$hook
[ "$LEGENDARY_GIT_HOOK" != "$hook:$PWD" ] || return 0 # a hook manager chains back to us: once is enough
if [ -x "$before" ]; then LEGENDARY_GIT_HOOK=$hook:$PWD "$before" "$@" || status=$?; fi
[ "$hook $3" != "post-checkout 0" ] || return "$status" # files were checked out; HEAD has not moved
dir=$(git rev-parse --git-dir 2>/dev/null) watch=$dir/legendary/watch
[ -d .legendary ] || [ -e "$watch" ] || return "$status"
todo=$dir/rebase-merge/git-rebase-todo
if [ -d "$dir/rebase-merge" ] || [ -d "$dir/rebase-apply" ]; then # it still stands when the rebase has ended
    # A rebase that has nothing to replay only checks out; no post-rewrite will come.
    [ "$hook $1" = "post-rewrite rebase" ] ||
        { [ "$hook" = post-checkout ] && [ -f "$todo" ] && ! grep -q '^[a-z]' "$todo"; } || return "$status"
elif [ -f "$dir/sequencer/todo" ]; then # of several commits that are picked or reverted the last speaks for all
    { read -r next && read -r next; } <"$dir/sequencer/todo" && [ -n "$next" ] && return "$status"
elif [ "$hook" = post-checkout ] && tail -n 1 "$dir/logs/HEAD" 2>/dev/null | grep -q '(start): checkout '; then
    git merge-base --is-ancestor "$1" "$2" || return "$status" # a rebase by patches, whose folder is made after this
fi
[ ! -r "$watch" ] || IFS= read -r since <"$watch"
if grep -qs '^\*' "$watch"; then # what was followed, or is gone, is judged by history: files tell enough of one commit
    parents=$(GIT_NO_REPLACE_OBJECTS=1 git rev-list --parents -n 1 HEAD 2>/dev/null)
    [ "${parents%% *}" = "$since" ] || [ "${parents#* }" = "$since" ] || since=-
fi
# A path never is "/": this line says that git came to its end. A commit that is missing or "-" makes git fail.
if { GIT_NO_LAZY_FETCH=1 GIT_ALLOW_PROTOCOL=none GIT_NO_REPLACE_OBJECTS=1 \
    git diff-tree -r --no-renames --name-only -z "${since#-}" HEAD -- &&
    printf '/\0'; } 2>/dev/null | tr '\0\n' '\n\1' | LC_ALL=C watch=$watch awk '
    BEGIN { while ((got = (getline path < ENVIRON["watch"])) > 0) { watched[path]; known = 1 } }
    $0 == "/" { whole = 1; next }
    { ending = match($0, /\.[^.\/]*$/) ? tolower(substr($0, RSTART)) : "." }
    ($0 in watched) || (("*" ending) in watched) || /^\.legendary\// { hit = 1; exit }
    END { exit got || !known || !whole || hit || ("*" in watched) }'; then return "$status"; fi
if [ -x "$python" ]; then PYTHONHOME='' PYTHONINSPECT='' "$python" -P -m legendary_git hook "$hook" "$@" </dev/null
elif command -v git-memory >/dev/null 2>&1; then PYTHONHOME='' PYTHONINSPECT='' git-memory hook "$hook" "$@" </dev/null
else echo "legendary-git: no Python at $python and no git-memory on PATH; run 'git memory hooks install' again" >&2; fi
return "$status"
