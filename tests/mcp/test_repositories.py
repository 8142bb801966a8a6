"""Which repository a call is about: found anew each time, where the server runs or where the client works."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.mcp.client import MODES, connected, play
from tests.mcp.wire import Wire
from tests.project import Project, Shop


def test_repository_that_appears_later_is_found(tmp_path: Path, clock: None) -> None:
    folder = tmp_path / "later"
    folder.mkdir()

    async def story() -> None:
        async with connected(folder) as caller:
            said = await caller.refused("brief")
            assert "not a git repository" in said
            assert "git init" in said
            Project.start(folder).must("init")
            answer = await caller.must("remember", text="It was empty once")
            assert (folder / answer["memory"]["path"]).is_file()
            assert [one["id"] for one in (await caller.must("brief"))["memories"]] == [answer["memory"]["id"]]

    play(story)


def test_repository_that_goes_away_and_comes_back_is_found(shop: Shop, tmp_path: Path) -> None:
    away = tmp_path / "away"

    async def story() -> None:
        async with connected(shop.root) as caller:
            await caller.must("show", id=shop.cents)
            shop.root.rename(away)
            said = await caller.refused("show", id=shop.cents)
            assert "there is no folder" in said
            away.rename(shop.root)
            await caller.must("show", id=shop.cents)

    play(story)


@pytest.mark.parametrize("mode", MODES)
def test_one_root_is_where_the_client_works(shop: Shop, tmp_path: Path, mode: str) -> None:
    async def story() -> None:
        async with connected(tmp_path, roots=[shop.root], mode=mode) as caller:
            await caller.must("show", id=shop.cents)
            await caller.must("show", id=shop.cents, repo="src")

    play(story)


@pytest.mark.parametrize("mode", MODES)
def test_no_root_is_the_folder_that_the_server_was_started_in(shop: Shop, mode: str) -> None:
    async def story() -> None:
        async with connected(shop.root, roots=[], mode=mode) as caller:
            await caller.must("show", id=shop.cents)

    play(story)


@pytest.mark.parametrize("mode", MODES)
def test_several_roots_need_a_name_only_where_several_are_repositories(shop: Shop, tmp_path: Path, mode: str) -> None:
    other = tmp_path / "a folder, with ünusual name%20"
    other.mkdir()

    async def story() -> None:
        async with connected(tmp_path, roots=[other, shop.root, shop.root / "src"], mode=mode) as caller:
            await caller.must("show", id=shop.cents)
            Project.start(other).must("init")
            said = await caller.refused("show", id=shop.cents)
            assert "several repositories are open" in said
            assert str(other) in said
            assert str(shop.root) in said
            for name in (shop.root.name, str(shop.root), str(shop.root / "src")):
                await caller.must("show", id=shop.cents, repo=name)
            assert (await caller.must("brief", repo=other.name))["memories"] == []

    play(story)


@pytest.mark.parametrize("mode", MODES)
def test_root_is_named_as_the_client_names_it(shop: Shop, tmp_path: Path, mode: str) -> None:
    other = Project.start(tmp_path / "other")
    other.must("init")
    roots = {"main": shop.root, shop.root.name: other.root}

    async def story() -> None:
        async with connected(tmp_path, roots=roots, mode=mode) as caller:
            await caller.must("show", id=shop.cents, repo="main")
            assert (await caller.must("brief", repo=shop.root.name))["memories"] == []
            assert (await caller.must("brief", repo="other"))["memories"] == []
            said = await caller.refused("brief")
            assert f"{shop.root} (main)" in said

    play(story)


def test_what_the_client_has_not_opened_is_out_of_reach(shop: Shop, tmp_path: Path) -> None:
    inside = tmp_path / "open"
    Project.start(inside)
    (inside / "link").symlink_to(shop.root)

    async def story() -> None:
        async with connected(tmp_path, roots=[inside]) as caller:
            for name in (str(shop.root), "..", "../shop", "link", "link/src"):
                said = await caller.refused("show", id=shop.cents, repo=name)
                assert "is in no folder that is open here" in said
                assert str(inside) in said

    play(story)


def test_roots_outside_of_repositories_are_told(tmp_path: Path, clock: None) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()

    async def story() -> None:
        async with connected(tmp_path, roots=folders) as caller:
            said = await caller.refused("brief")
            assert "no folder that is open here is in a repository" in said

    play(story)


def test_repository_is_named_where_the_client_tells_no_roots(shop: Shop, tmp_path: Path) -> None:
    async def story() -> None:
        async with connected(tmp_path) as caller:
            await caller.must("show", id=shop.cents, repo=str(shop.root))
            await caller.must("show", id=shop.cents, repo=shop.root.name)

    play(story)


def test_variables_say_which_repository_is_meant_where_the_call_does_not(shop: Shop, tmp_path: Path) -> None:
    meant = {"GIT_DIR": str(shop.root / ".git"), "GIT_WORK_TREE": str(shop.root)}
    with Wire.started(tmp_path, meant) as wire:
        wire.initialize()
        found = wire.call("show", {"id": shop.cents})
    assert found["result"]["isError"] is False


def test_variables_do_not_count_where_the_call_says_which_repository(shop: Shop, tmp_path: Path) -> None:
    with Wire.started(tmp_path, {"GIT_DIR": str(tmp_path / "nowhere")}) as wire:
        wire.initialize()
        found = wire.call("show", {"id": shop.cents, "repo": str(shop.root)})
    assert found["result"]["isError"] is False


def test_folder_whose_name_is_not_text_is_found_and_told(tmp_path: Path, clock: None) -> None:
    folder = tmp_path / os.fsdecode(b"caf\xe9")
    folder.mkdir()

    async def story() -> None:
        async with connected(tmp_path, roots=[folder, tmp_path]) as caller:
            assert "caf\\xe9" in await caller.refused("brief")
            Project.start(folder).must("init")
            await caller.must("remember", text="Names are bytes")
            assert "there is no file" in await caller.refused("remember", text="x", anchors=["caf\\xe9"])

    play(story)
