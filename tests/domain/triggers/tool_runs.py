"""Output of real tools: runs that succeed, runs that fail, and listings of code that handles errors.

Only what is installed is run; nothing asks the network. A tool that fails where it should succeed is left out, because its
output is no ordinary one.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_SECONDS = 60

_FILES = {
    "test_cart.py": "import pytest\n\n@pytest.mark.parametrize('n', range(25))\ndef test_total(n):\n    assert n + n == 2 * n\n\n"
    "class TestCart:\n    def test_error_is_shown(self):\n        pass\n\n    def test_timeout_retried(self):\n        pass\n",
    "test_unit.py": "import unittest\n\nclass CartTest(unittest.TestCase):\n    def test_total(self):\n        self.assertEqual(2, 1 + 1)\n",
    "cart.c": '#include <stdio.h>\nint main(void) { puts("cart"); return 0; }\n',
    "Makefile": "all: cart\ncart: cart.c\n\tgcc -Wall -Wextra -v -o cart cart.c\n\t./cart\n",
    "CMakeLists.txt": "cmake_minimum_required(VERSION 3.10)\nproject(cart C)\nadd_executable(cart cart.c)\n",
    "cart.js": "for (let i = 0; i < 20; i++) console.log(`item ${i} added in ${i * 3} ms`);\n",
    "cart.test.js": "const t = require('node:test');\nt.test('adds', () => {});\nt.test('rejects an unknown sku', () => {});\n",
    "package.json": '{"name": "cart", "version": "1.0.0", "scripts": {"build": "node cart.js", "test": "node --test zqbad.test.js", "failing": "exit 3"}}\n',
    "Cargo.toml": '[package]\nname = "cart"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/main.rs": 'fn main() { println!("cart"); }\n#[test]\nfn rounds_total() {}\n#[test]\nfn reports_error() {}\n',
    "zqcrate/Cargo.toml": '[package]\nname = "zqcrate"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\n',
    "zqcrate/src/main.rs": 'fn main() { panic!("zqname"); }\n#[test]\nfn zqtest() { assert_eq!(1, 2); }\n',
    "zqcrate2/Cargo.toml": '[package]\nname = "zqcrate2"\nversion = "0.1.0"\nedition = "2021"\n',
    "zqcrate2/src/main.rs": 'fn main() { let x: u32 = "a"; zqname(x); }\n',
    "cart.rb": "20.times { |i| puts \"item #{i} ok\" }\n",
    "cart.pl": 'print "item $_ ok\\n" for 1..20;\n',
    "cart.php": "<?php for ($i = 0; $i < 20; $i++) echo \"item $i ok\\n\";\n",
    "Cart.java": 'class Cart { public static void main(String[] a) { System.out.println("cart"); } }\n',
    "cart.sql": "create table cart(id integer primary key, sku text);\ninsert into cart(sku) values('a'),('b');\nselect * from cart;\n",
    "cart.lua": "for i = 1, 20 do print('item', i, 'ok') end\n",
    "zqbad.py": "def total(lines):\n    return lines['total']\n\ntotal({})\n",
    "zqbad_type.py": "import json\n\ndef f() -> int:\n    return 'x'\n",
    "test_zqbad.py": "def test_zqtotal():\n    assert {'total': 3} == {'total': 4}\n\ndef test_zqopen():\n    open('zqabsent')\n",
    "test_zqbad_unit.py": "import unittest\n\nclass ZqTest(unittest.TestCase):\n    def test_zqa(self):\n        self.assertEqual(2, 3)\n",
    "zqbad.c": "#include <zqabsent.h>\nint main(void) { return zqname; }\n",
    "zqbad2.c": "int main(void) { char *p = 3.5; return zqname(p) }\n",
    "crash.c": "#include <stdlib.h>\nint main(void) { abort(); }\n",
    "zqbad.js": "const x = undefined;\nconsole.log(x.zqname);\n",
    "zqbad.test.js": "const t = require('node:test');\nt.test('zqname', () => { throw new Error('zqname'); });\n",
    "zqbad.rb": "nil.zqname\n",
    "zqbad.pl": "use strict;\nzqname();\n",
    "zqbad.php": "<?php zqname();\n",
    "Zqbad.java": 'class Zqbad { public static void main(String[] a) { Object o = null; o.toString(); } }\n',
    "Zqbad2.java": "class Zqbad2 { int f() { return zqname; } }\n",
    "zqbad.rs": 'fn main() { let x: u32 = "a"; zqname(x); }\n',
    "zqbad.lua": "zqname()\n",
    "zqbad.mk": "all:\n\tfalse\n",
    "zqmake/Makefile": "all: zqname\nzqname:\n\tfalse\n",
    "zqlink.c": "int zqother(void);\nint main(void) { return zqother(); }\n",
    "zqbad.sh": "set -u\necho $zqname\n",
    "zqbad.cmake/CMakeLists.txt": "cmake_minimum_required(VERSION 3.10)\nproject(x NONE)\nfind_package(Zqname REQUIRED)\n",
}

_PYTHON = shlex.quote(sys.executable)
_BIN = Path(sys.executable).parent

SUCCEED = f"""
{_PYTHON} -m pytest -v -p no:cacheprovider test_cart.py
{_PYTHON} -m pytest -p no:cacheprovider --durations=3 test_cart.py test_unit.py
{_PYTHON} -m pytest --fixtures -v
{_PYTHON} -m unittest -v test_unit
{_PYTHON} -m pip list
{_PYTHON} -m pip install --dry-run --no-index --disable-pip-version-check pip pytest
{_PYTHON} -m pip install --help
{_PYTHON} -m compileall -f test_cart.py
{_PYTHON} -m timeit -n 10 pass
{_PYTHON} --help-all
{_PYTHON} -v -c pass
{_BIN}/ruff version
{_BIN}/ruff check --isolated --show-settings test_unit.py
{_BIN}/ruff rule --all --output-format text
{_BIN}/mypy --cache-dir=/dev/null test_unit.py
git init -b main repo
git -C repo add -A
git -C repo commit --allow-empty -m "Fix the error that the cart failed to load"
git -C repo status
git -C repo log --stat
git -C repo gc
git -C repo fsck
git clone repo copy
git -C copy branch -vv
git -C copy checkout -b fix/timeout-error
git -C copy merge main
git -C copy fetch --verbose
git -C copy diff --stat
git help -a
git config --help
make
make -n -B
make --help
gcc --help=warnings
gcc -v -Wall -o cart2 cart.c
gcc --help
cmake -S . -B build
cmake --build build -v
cmake --help
node cart.js
node --test cart.test.js
node --help
npm run build
npm install --offline --no-audit --no-fund
npm ls
npm pack --dry-run
npm help
npm config ls -l
cargo build --offline
cargo test --offline
cargo run --offline
cargo --list
cargo build --help
rustc --help -v
rustc -W help
ruby -w cart.rb
ruby --help
gem list
perl -w cart.pl
perl -V
php cart.php
php -i
php --help
java Cart.java
java --help
mvn --version
mvn --help
lua cart.lua
R --help
sqlite3 :memory: ".read cart.sql"
sqlite3 :memory: .help
psql --help
tar cvf cart.tar cart.c cart.js cart.rb
tar tvf cart.tar
tar --help
gzip -kv cart.tar
find . -maxdepth 2 -ls
ls -laR src
curl --help all
openssl version -a
openssl help
openssl genrsa 1024
ssh -V
jq --help
dpkg -l
apt-get --help
docker --help
docker run --help
df -h
ps aux
grep --help
sed --help
"""
"""One command line each; a word is a word."""

FAIL = f"""
{_PYTHON} zqbad.py
{_PYTHON} -m zqabsent
{_PYTHON} zqabsent.py
{_PYTHON} -c 'import zqabsent'
{_PYTHON} -c 'open("zqabsent")'
{_PYTHON} -c '1/0'
{_PYTHON} -c 'x = (1'
{_PYTHON} -c 'zqname'
{_PYTHON} -c 'int("zq")'
{_PYTHON} -m pytest -p no:cacheprovider test_zqbad.py
{_PYTHON} -m pytest -p no:cacheprovider zqabsent
{_PYTHON} -m unittest test_zqbad zqabsent
{_PYTHON} -m pip install --no-index --disable-pip-version-check zqabsent
{_BIN}/ruff check zqbad_type.py test_zqbad.py
{_BIN}/mypy --cache-dir=/dev/null zqbad_type.py
git -C zqabsent status
git checkout zqabsent
git -C copy checkout zqabsent
git -C copy merge zqabsent
git clone zqabsent zqcopy
git zqname
git -C copy push zqabsent
make zqabsent
make -f zqbad.mk
make -C zqabsent
gcc zqbad.c
gcc zqbad2.c
gcc zqabsent.c
g++ zqbad2.c
cmake -S zqbad.cmake -B zqbad.cmake/build
cmake -S zqabsent
node zqbad.js
node zqabsent.js
node --test zqbad.test.js
node -e 'throw new Error("zqname")'
node -e 'require("zqabsent")'
node -e 'require("net").connect(1, "127.0.0.1")'
node -e 'Promise.reject(new Error("zqname"))'
npm run zqabsent
npm install --offline --no-audit zqabsent
npm exec --offline zqabsent
cargo build --offline --manifest-path zqabsent/Cargo.toml
cargo zqname
cargo build --offline --bin zqabsent
rustc zqbad.rs
rustc zqabsent.rs
ruby zqbad.rb
ruby zqabsent.rb
ruby -e 'require "zqabsent"'
ruby -e 'raise "zqname"'
perl zqbad.pl
perl -e 'use Zqabsent;'
perl -e 'die "zqname"'
perl -e 'open(F, "<", "zqabsent") or die $!'
php zqbad.php
php -r 'throw new Exception("zqname");'
php zqabsent.php
java Zqbad.java
java Zqbad2.java
java Zqabsent
lua zqbad.lua
lua zqabsent.lua
sqlite3 :memory: 'select * from zqabsent'
sqlite3 :memory: 'selec 1'
psql -h 127.0.0.1 -p 1 -c 'select 1'
tar xf zqabsent.tar
tar xf cart.c
gzip -d cart.c
find zqabsent
ls zqabsent
cat zqabsent
cp zqabsent zqcopy
grep -r zqname zqabsent
curl -sS http://127.0.0.1:1/
ssh -o BatchMode=yes -p 1 127.0.0.1 true
openssl x509 -in zqabsent.pem
openssl zqname
jq . zqbad.py
docker run --pull never zqabsent
docker zqname
sh zqbad.sh
bash zqbad.sh
bash -c zqname
sh -c 'exit 3'
bash zqabsent.sh
bash -c "gcc -o crash crash.c && ./crash"
bash -c 'bash -c "kill -SEGV \\$\\$"; exit 3'
sh -c 'sh -c "kill -SEGV \\$\\$"; exit 3'
bash -c 'bash -c "kill -9 \\$\\$"; exit 3'
sh -c 'sh -c "kill -9 \\$\\$"; exit 3'
sh -c 'sh -c "kill -ABRT \\$\\$"; exit 3'
npm run failing
npm test
npm install --offline
cargo test --offline --manifest-path zqcrate/Cargo.toml
cargo run --offline --manifest-path zqcrate/Cargo.toml
cargo build --offline --manifest-path zqcrate2/Cargo.toml
cargo test --offline --manifest-path zqcrate2/Cargo.toml
make -f zqbad.mk -j2
make -C zqmake
make -C zqmake -j2 -k
gcc zqlink.c
g++ zqlink.c
java -cp . Zqabsent
{_PYTHON} -c 'assert False'
{_PYTHON} -c 'raise Exception("zqname")'
{_PYTHON} -c 'raise RuntimeError("zqname")'
{_PYTHON} -m unittest test_zqbad_unit
node -e 'process.exit(3)'
node -e 'undefined()'
node -e 'zqname('
R --no-echo -e 'zqname()'
mvn -o -q zqname
apt-get zqname
"""


class Output(NamedTuple):
    """What one run printed."""

    command: str
    tool: str
    text: str


def prepare(folder: Path) -> None:
    """A small project in a dozen languages, half of it broken."""
    for name, content in _FILES.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content, encoding="utf-8")


def outputs(commands: str, folder: Path, succeeds: bool) -> Iterator[Output]:
    """Runs what is installed of the command lines, one after the other; yields those that end as they should."""
    for line in commands.strip().splitlines():
        words = shlex.split(line)
        if shutil.which(words[0]) is None:
            continue
        run = _run(words, folder)
        if run is not None and (run.returncode == 0) is succeeds:
            yield Output(line, _tool(words), run.stdout.decode("utf-8", "replace"))


def _tool(words: list[str]) -> str:
    name = Path(words[0]).name
    return words[2] if name.startswith("python") and words[1] == "-m" else name


def _run(words: list[str], folder: Path) -> subprocess.CompletedProcess[bytes] | None:
    try:
        return subprocess.run(
            words,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_SECONDS,
            check=False,
        )
    except (subprocess.TimeoutExpired, OSError):
        return None


def listings() -> Iterator[Output]:
    """Source files that handle errors, as `cat` prints them: the harder case, which only the command line tells apart."""
    library = Path(shutil.__file__).parent
    for name in (
        *("shutil subprocess socket argparse ssl sqlite3/dbapi2 json/decoder http/client urllib/request".split()),
        *("importlib/_bootstrap importlib/_bootstrap_external concurrent/futures/process asyncio/base_events".split()),
        *("multiprocessing/pool tarfile zipfile/__init__ zipfile unittest/case configparser ast pickle".split()),
    ):
        place = library / f"{name}.py"
        if place.is_file():
            yield Output(f"cat {name}.py", "cat", place.read_text(encoding="utf-8", errors="replace"))
    for root, pattern in (("/usr/include", "asm-generic/errno*.h"), ("/usr/share/perl", "**/Carp.pm"), *_NPM):
        for place in sorted(Path(root).glob(pattern))[:60]:
            yield Output(f"cat {place}", "cat", place.read_text(encoding="utf-8", errors="replace"))


_NPM = (
    ("/usr/share/nodejs/npm/lib", "utils/*.js"),
    ("/usr/lib/node_modules/npm/lib", "utils/*.js"),
    ("/usr/lib/ruby", "**/net/http.rb"),
)
