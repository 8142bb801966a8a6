"""Where a command line runs what it runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from legendary_git.agents.command_folder import find_command_folder


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    for name in ("shop/src", "books", "a b", "-odd"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("shop/Cargo.toml", "shop/pom.xml", "shop/tsconfig.json"):
        (tmp_path / name).write_text("")
    return tmp_path


@pytest.mark.parametrize(
    ("command", "where"),
    [
        ("make", ""),
        ("cd shop && make", "shop"),
        ("cd shop; make", "shop"),
        ("cd 'a b' && make", "a b"),
        ("cd a\\ b && make", "a b"),
        ("cd shop && cd src && make", "shop/src"),
        ("cd -- shop && make", "shop"),
        ("(cd shop && make)", "shop"),
        ("pushd shop; make", "shop"),
        ("pushd shop > /dev/null && make && popd", "shop"),
        ("set -e; cd shop; make", "shop"),
        ("git status; cd shop && make", "shop"),
        ("make; cd shop && make", ""),
        ("cd shop&&make", "shop"),
        ("cd shop && git -C src push", "shop/src"),
        ("cd shop && cd ../books; make", "books"),
        ("cd 'shop' && make", "shop"),
        ("cd shop\nmake", "shop"),
        ("bash -c 'make -C shop'", "shop"),
        ("rm -f shop; mkdir -p shop", ""),
        ("cd shop; make; cd ../books; make", "shop"),
        ("cd shop || exit 1; make", "shop"),
        ("bash -c 'cd shop && make'", "shop"),
        ("bash -c 'cd shop && ls'; make", "shop"),
        ("cd nowhere && make", ""),
        ('cd "$SHOP" && make', ""),
        ("cd shop && make 'unclosed", "shop"),
        ("git -C shop push", "shop"),
        ("git -C shop -C src push", "shop/src"),
        ("git -c a=b -C shop commit -m x", "shop"),
        ("git -C shop add -A && git -C shop push", "shop"),
        ("git commit -C books", ""),
        ("git --work-tree=shop push", "shop"),
        ("cd shop && git -C ../books push", "books"),
        ("make -C shop", "shop"),
        ("make -j2 -Cshop test", "shop"),
        ("make --directory=shop test", "shop"),
        ("make --directory shop test 2>&1 | tail -5", "shop"),
        ("FOO=1 timeout 60 make -C shop", "shop"),
        ("npm --prefix shop test", "shop"),
        ("npm test --prefix=shop", "shop"),
        ("npm test -- --prefix shop", ""),
        ("pnpm -C shop test", "shop"),
        ("yarn --cwd shop test", "shop"),
        ("cargo test --manifest-path shop/Cargo.toml", "shop"),
        ("cargo test --manifest-path=shop/Cargo.toml", "shop"),
        ("mvn -f shop/pom.xml test", "shop"),
        ("mvn -f shop test", "shop"),
        ("./gradlew -p shop test", "shop"),
        ("go -C shop test ./...", "shop"),
        ("go test -C shop ./...", "shop"),
        ("uv --directory shop run pytest", "shop"),
        ("tsc -p shop/tsconfig.json", "shop"),
        ("terraform -chdir=shop apply", "shop"),
        ("echo -C shop; make", ""),
        ("grep -C 3 shop x", ""),
    ],
)
def test_command_runs_in(folders: Path, command: str, where: str) -> None:
    assert find_command_folder(command, str(folders)) == str(folders / where)


@pytest.mark.parametrize(
    "command", ["cd", "cd \0 && make", "git -C", "make -C", "-C", "cd ''", "bash -c", "cd " * 9000]
)
def test_odd_command_runs_where_the_session_is(folders: Path, command: str) -> None:
    assert find_command_folder(command, str(folders)) == str(folders)
