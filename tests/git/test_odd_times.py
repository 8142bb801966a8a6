"""Commits whose times no `git commit` writes: each back end takes them for what git takes them for."""

from __future__ import annotations

import pytest

from tests.git.bench import find
from tests.history import History

EPOCH = "1970-01-01T00:00:00Z"
TIMES = {
    b" -5 +0000": EPOCH,
    b"": EPOCH,
    b" ": EPOCH,
    b" soon +0000": EPOCH,
    b" +1700000000 +0000": EPOCH,
    b" 1700000000": EPOCH,
    b" 1700000000.5 +0000": EPOCH,
    b"1700000000 +0000": "2023-11-14T22:13:20Z",
    b"  1700000000 +9999": "2023-11-14T22:13:20Z",
    b" 00000000000000000000000001700000000 -9999": "2023-11-14T22:13:20Z",
    b" 253402300799 +0000": "9999-12-31T23:59:59Z",
    b" 253402300800 +0000": EPOCH,
    b" 9223372036854775808 +0000": EPOCH,
    b" " + b"9" * 5000 + b" +0000": EPOCH,
}
"""What stands behind the mail, and which time that is: the epoch, where it is none, or one that no calendar has."""
SOME = (b" -5 +0000", b" soon +0000", b" 9223372036854775808 +0000")


def test_time_of_a_commit_is_what_git_takes_it_for(history: History) -> None:
    first = history.commit("first")
    for time, shown in TIMES.items():
        commit = find(history).commit(history.retime(first, committer=time))
        assert commit is not None
        assert (commit.author, commit.committed_at) == ("Ada <ada@example.org>", shown), time


@pytest.mark.parametrize("who", ["author", "committer"])
def test_history_goes_through_commits_of_odd_times(history: History, who: str) -> None:
    first = history.commit("first", {"a": "1"})
    second = history.commit("second", {"a": "2"})
    for time in SOME:
        odd = history.retime(second, **{who: time})
        child = history.git("commit-tree", "-p", odd, "-m", "third", f"{odd}^{{tree}}")
        history.git("update-ref", "HEAD", odd)
        tag = f"object {odd}\ntype commit\ntag odd\ntagger Ada <a@b> 1 +0000\n\n".encode()
        history.git("tag", "-f", "odd", history.git("hash-object", "-t", "tag", "-w", "--stdin", stdin=tag))
        repo = find(history)
        assert (repo.head(), repo.find_commit(odd[:12]), repo.resolve("odd")) == (odd, odd, odd)
        assert repo.history(child) == {child, odd, first}
        assert repo.history(child, since=first) == {child, odd}
        assert [repo.is_ancestor(one, child) for one in (first, odd, child)] == [True, True, True]
        assert [repo.is_ancestor(child, one) for one in (first, odd)] == [False, False]
        assert list(repo.files(odd)) == ["a"]
        assert [touch.commit for touch in repo.touches(first, child, "a")] == [odd]


def test_descent_is_learnt_through_a_commit_of_an_odd_time(history: History) -> None:
    """As walks ask: about many commits, one after the other."""
    first = history.commit("first")
    history.git("update-ref", "HEAD", history.retime(history.commit("second"), committer=b" soon +0000"))
    later = [history.commit(f"number {number}") for number in range(8)]
    aside = history.git("commit-tree", "-m", "aside", f"{first}^{{tree}}")
    repo = find(history)
    assert [repo.is_ancestor(first, one) for one in (*later, aside)] == [True] * 8 + [False]


def test_commit_without_a_time_is_older_than_others_that_touched_a_file(history: History) -> None:
    first = history.commit("first", {"a": "1"})
    odd = history.retime(history.commit("second", {"a": "2"}), committer=b" -5 +0000")
    history.git("update-ref", "HEAD", odd)
    third = history.commit("third", {"a": "3"})
    assert [touch.commit for touch in find(history).touches(first, third, "a")] == [third, odd]
