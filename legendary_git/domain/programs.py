"""What programs do that stand in command lines: which display text, which run another, and which do neither."""

from __future__ import annotations


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


DISPLAYS = _names("""
ack ag awk base64 bat batcat cat cmp code colordiff column comm cut delta diff diff3 difft dir dirname du ed egrep emacs
exa expand eza fc fd fgrep file findstr fmt fold format-table gawk gc gci get-childitem get-content gedit git-memory
glow grep gron gvim hd head hexdump hexyl history hx iconv icdiff info joe jless jq kate kdiff3 lesspipe less lnav
look ls lsd man mawk mdcat meld micro moar more most nano nawk nl nvim od out-string paste pbpaste pr pygmentize
readlink realpath rev rg sdiff select-object select-string sift sls sort stat strings subl tac tail tee tldr tr tree
type ugrep unexpand uniq vdir vi view vim vimdiff w3m wc wdiff xclip xmllint xmlstarlet xsel xxd xzcat yq zcat zdiff
zed zegrep zfgrep zgrep zless zmore zstdcat bzcat bzgrep bzless xzgrep xzless lz4cat hl most csvlook csvcut
csvgrep xsv mlr pdftotext catdoc pandoc plutil
""")
"""What they print was there before, in a file or in what they read."""
PRINTS = _names("echo print printf write-host write-output")
SILENT = _names("""
. : [ [[ alias break builtin case cd chdir clear continue declare dirs disown do done elif else enable esac exit export
false fi for function getopts hash if in jobs let local logout mapfile mkdir popd pushd pwd read readarray readonly
return set set-location setopt shift shopt sleep source test then touch trap true typeset ulimit umask unalias unset
unsetopt until wait while
""")
"""They print nothing, or nothing that says whether something else did."""
NEUTRAL = _names("""
apropos arch arp b2sum basename bc bg blkid busctl bzip2 cal chattr chcon chflags chgrp chmod chown chsh cksum copy-item
cp cpio csplit date dc dd df diskutil dnsdomainname dos2unix dot expr factor fallocate fdisk fg fgconsole
findmnt finger free fuser getcap getconf getent getfacl getopt gpasswd groups gunzip gzip host hostid hostname
hostnamectl id ifconfig install iostat ip ipcs jar kill killall last lastlog ldconfig ldd link ln locale localectl
locate logger logname losetup lsattr lsblk lscpu lsmod lsof lspci lsusb md5 md5sum mdfind mkfifo mknod mktemp
mount mountpoint move-item mv namei netstat new-item nm nohup nproc nslookup numfmt objdump open otool pgrep pidof ping
pkill pmap popd printenv ps pstree pv pwdx pwgen rar readelf remove-item rename renice rm rmdir route rsync scp
seq setfacl sha1sum sha224sum sha256sum sha384sum sha512sum shasum shred shuf size split ss stty sum sw_vers swapon
sync sysctl tar tempfile test-path timedatectl tmutil top tput tracepath truncate tty tzselect uname unix2dos
unlink unrar unxz unzip uptime users uuidgen vmstat w wall where where-object whereis which who whoami  xattr
xdg-open xz yes zip zipinfo zstd 7z 7za apk-info dpkg dpkg-query apt-cache rpm loginctl lsb_release chezmoi stow
direnv fzf gpg-agent ssh-add ssh-keygen
""")
"""They keep house, or tell of the machine: what they print is no output of a run, but for complaints of their own."""
GIT_DISPLAYS = _names("""
annotate blame cat-file diff diff-files diff-index diff-tree format-patch grep help log ls-files ls-tree memory
range-diff reflog rev-list shortlog show whatchanged
""")
GIT_NEUTRAL = _names("""
add apply archive branch bundle cherry check-attr check-ignore check-mailmap checkout clean clone config
count-objects describe fetch for-each-ref fsck gc hash-object init interpret-trailers ls-remote maintenance mailmap
merge-base mv name-rev notes pack-refs prune read-tree remote replace repack reset restore rev-parse rm
show-branch show-ref sparse-checkout stash status stripspace switch symbolic-ref tag update-index update-ref var
verify-commit verify-tag version worktree write-tree
""")
GIT_HOOKED = _names("am cherry-pick commit merge merge-tree pull push rebase revert")
"""They run hooks, tests of the repository's own among them; or what they print of a conflict is the error."""
GIT_NESTED_DISPLAYS = frozenset({("stash", "show"), ("stash", "list"), ("notes", "show"), ("bisect", "log")})
OTHERS = {
    "hg": (_names("annotate cat diff grep log"), _names("add branch id identify paths root status summary tip update")),
    "svn": (_names("blame cat diff log"), _names("add info list ls status update")),
    "jj": (_names("diff log show"), _names("describe new op st status")),
    "gh": (_names("gist issue pr search"), _names("auth browse config label release repo")),
    "glab": (_names("issue mr"), _names("auth config repo")),
    "docker": (frozenset(), _names("images info inspect ps port version volume network context")),
    "podman": (frozenset(), _names("images info inspect ps port version volume network")),
    "kubectl": (frozenset(), _names("config explain get version api-resources")),
    "pip": (_names("show"), _names("cache config debug freeze list")),
    "npm": (_names("view"), _names("bin config get ls list prefix root whoami")),
    "brew": (_names("cat info"), _names("config list search")),
    "apt": (_names("show"), _names("list search policy")),
    "conda": (frozenset(), _names("info list env")),
    "tmux": (frozenset(), _names("ls kill-session list-sessions new-session send-keys")),
    "crontab": (_names("-l"), frozenset()),
}
"""Of programs with commands of their own, those that display and those that are neutral; the others run something."""
STREAMED = {
    "tar": ("O", "--to-stdout"),
    "unzip": ("p", "--to-stdout"),
    **dict.fromkeys(("bzip2", "gunzip", "gzip", "unxz", "xz", "zstd"), ("c", "--stdout")),
}
"""With this option an archive's content is printed."""
FILTERS = _names("perl ruby")
"""With `-n` or `-p` they run a line of code over text that was there, and with `-i` they write it back."""
MODULES = _names("json.tool legendary_git")
"""Python's modules that display."""
QUERIES = _names("--help --version -V -version help version")
"""A program that is asked for no more than this does nothing else."""
SHELLS = _names("bash dash fish ksh pwsh sh zsh")
CALLED = _names("""
bash sh dash zsh ash ksh make gmake ninja cmake ld ld.lld lld collect2 cc1 cc1plus gcc g++ clang clang++ cc c++
rustc cargo go npm npx node python python3 ruby perl php lua java javac docker dockerd podman containerd git psql
postgres mysql mysqld sqlite3 curl wget ssh scp rsync sudo env nginx redis-server systemd kubectl helm terraform pip
uv poetry yarn pnpm tsc sed awk gawk grep tar cp mv rm mkdir ln cat chmod chown ls cd tee xargs install pg_dump
pg_restore psycopg redis-cli systemctl journalctl
""")
"""They are run by others, and complain under their own name: `ld` by a compiler, `bash` by make."""
