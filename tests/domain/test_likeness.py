"""What one memory is to another: the labelled pairs, counted exactly, and what holds for any two."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legendary_git.domain.anchor import AnchorSpec
from legendary_git.domain.likeness import Likeness, Relation, relate
from legendary_git.domain.memory import MemoryType
from legendary_git.domain.region import LineRange
from legendary_git.domain.subject import Subject
from tests.domain.likeness.pairs import Pair, Part, read_pairs

PAIRS = read_pairs()
_VOCABULARY = """
never always must not may use do retry requests cache the a of in for with without before after over from to moved one
and Redis Postgres pnpm npm 30 s 60 seconds three src/db.py max_size parser store enabled disabled only because except
instead of , . ; : but is are used
"""
WORDS = _VOCABULARY.split()
sentences = st.lists(st.sampled_from(WORDS), min_size=1, max_size=14).map(lambda words: " ".join(["parser", *words]))
texts = st.one_of(sentences, st.sampled_from([side.text for pair in PAIRS for side in (pair.old, pair.new)]))


def decision(title: str, **fields: object) -> Subject:
    return replace(Subject(type=MemoryType.DECISION, title=title), **fields)  # type: ignore[arg-type]


def relation(new: str, old: str) -> Relation:
    return relate(decision(new), decision(old)).relation


def test_pairs_are_as_many_as_are_said() -> None:
    assert Counter(pair.relation for pair in PAIRS) == {
        Relation.SAME: 84,
        Relation.NEAR: 80,
        Relation.CONTRADICTS: 140,
        Relation.UNRELATED: 136,
    }


def outcome(part: Part) -> Counter[tuple[str, str]]:
    """How often each relation was called what."""
    pairs = (pair for pair in PAIRS if pair.part is part)
    return Counter((str(pair.relation), str(relate(pair.new, pair.old).relation)) for pair in pairs)


def test_pairs_that_the_rules_were_made_on() -> None:
    assert outcome(Part.MADE_ON) == {
        ("same", "same"): 34,
        ("near", "near"): 35,
        ("contradicts", "contradicts"): 41,
        ("unrelated", "unrelated"): 52,
    }


def test_pairs_that_were_held_out() -> None:
    assert outcome(Part.HELD_OUT) == {
        ("same", "same"): 34,
        ("near", "near"): 33,
        ("near", "unrelated"): 2,
        ("contradicts", "contradicts"): 40,
        ("unrelated", "unrelated"): 52,
    }


def test_pairs_that_were_written_later() -> None:
    assert outcome(Part.LATER) == {
        ("same", "same"): 8,
        ("near", "near"): 8,
        ("contradicts", "contradicts"): 17,
        ("contradicts", "unrelated"): 1,
        ("unrelated", "unrelated"): 24,
    }


def test_pairs_of_a_newcomers_trial() -> None:
    assert outcome(Part.TRIAL) == {
        ("same", "same"): 8,
        ("near", "near"): 2,
        ("contradicts", "contradicts"): 41,
        ("unrelated", "unrelated"): 8,
    }


@pytest.mark.parametrize(
    "pair", [pair for pair in PAIRS if (pair.part, pair.relation) == (Part.TRIAL, Relation.CONTRADICTS)], ids=str
)
def test_correction_of_a_newcomers_trial_contradicts_on_one_anchor_too(pair: Pair) -> None:
    anchors = (AnchorSpec("src/db.py", "Store.connect"),)
    new, old = (replace(side, anchors=anchors) for side in (pair.new, pair.old))
    assert relate(new, old).relation is Relation.CONTRADICTS


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if pair.relation is Relation.UNRELATED], ids=str)
def test_unrelated_is_never_refused(pair: Pair) -> None:
    assert relate(pair.new, pair.old) == Likeness(Relation.UNRELATED)


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if pair.relation is Relation.CONTRADICTS], ids=str)
def test_correction_is_never_called_a_duplicate(pair: Pair) -> None:
    assert relate(pair.new, pair.old).relation not in (Relation.SAME, Relation.NEAR)


EDITS: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"(?<![\w.:,-])\d+(?![\w.:,-])", lambda found: str(int(found[0]) * 3 + 1)),
    (r"\b(?:must|is|are|may|do|should)\b(?! not)", lambda found: f"{found[0]} not"),
    (r"\b(?:not|[Nn]ever) ", lambda _: ""),
    (r"\bbefore\b", lambda _: "after"),
    (r"\bwith\b", lambda _: "without"),
)
MARKS: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"\band\b", lambda _: "or"),
    (r"\bor\b", lambda _: "and"),
    (r"(?<![\w.:,$€+-])\d+(?![\w.:,-])", lambda found: f"-{found[0]}"),
    (r"(?<![\w.:,$€+-])\d+(?![\w.:,-])", lambda found: f">= {found[0]}"),
    (r"`\w+`", lambda found: found[0].swapcase()),
)


@pytest.mark.parametrize(("edits", "contradictions"), [(EDITS, 600), (MARKS, 300)])
def test_text_with_one_word_turned_is_never_called_a_duplicate(
    edits: tuple[tuple[str, Callable[[re.Match[str]], str]], ...], contradictions: int
) -> None:
    texts = sorted({side.text for pair in PAIRS for side in (pair.old, pair.new)})
    outcomes: Counter[Relation] = Counter()
    for text in texts:
        for pattern, edit in edits:
            for found in re.finditer(pattern, text):
                if (turned := text[: found.start()] + edit(found) + text[found.end() :]) != text:
                    outcomes[relation(turned, text)] += 1
    assert outcomes[Relation.SAME] == outcomes[Relation.NEAR] == 0
    assert outcomes[Relation.CONTRADICTS] > contradictions


@settings(deadline=None)
@given(sentences)
def test_text_is_the_same_as_itself(text: str) -> None:
    assert relation(text, text) is Relation.SAME


@settings(deadline=None)
@given(st.text(max_size=80))
def test_any_characters_are_the_same_as_themselves(text: str) -> None:
    assert relation(text, text) is Relation.SAME


@settings(deadline=None)
@given(texts, texts)
def test_relation_is_one_from_both_sides(one: str, other: str) -> None:
    assert relation(one, other) is relation(other, one)


@settings(deadline=None)
@given(st.text(max_size=40), texts)
def test_any_characters_relate_one_way(one: str, other: str) -> None:
    assert relation(one, other) is relation(other, one)


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_pairs_are_one_from_both_sides(pair: Pair) -> None:
    there, back = relate(pair.new, pair.old).relation, relate(pair.old, pair.new).relation
    assert there is back or {there, back} == {Relation.SAME, Relation.NEAR}


@settings(deadline=None)
@given(texts)
def test_case_does_not_matter(text: str) -> None:
    assert relation(text.upper(), text) is Relation.SAME


@settings(deadline=None)
@given(sentences, st.sampled_from([".", "!", "...", " ;", ":", " —"]))
def test_punctuation_does_not_matter(text: str, mark: str) -> None:
    assert relation(text + mark, text) is Relation.SAME


@settings(deadline=None)
@given(sentences, st.sampled_from(["`", "**", "*", "~~"]), st.integers(0, 13))
def test_markdown_does_not_matter(text: str, mark: str, where: int) -> None:
    words = text.split()
    word = words[where % len(words)]
    words[where % len(words)] = f"{mark}{word}{mark}" if word.isalnum() else word
    assert relation("- " + " ".join(words), text) is Relation.SAME


@settings(deadline=None)
@given(texts)
def test_where_title_ends_and_body_begins_does_not_matter(text: str) -> None:
    title, _, body = text.replace("\n", " ").partition(" ")
    assert relate(decision(title, body=f"{body} too"), decision(f"{text} too")).relation is Relation.SAME


@pytest.mark.parametrize(
    ("new", "old", "why"),
    [
        ("The timeout is 60 s", "The timeout is 30 seconds", "60 s against 30 s"),
        ("The timeout is 2 h", "The timeout is 90 min", "120 min against 90 min"),
        ("The limit is 1 GiB", "The limit is 512 MiB", "1024 MiB against 512 MiB"),
        ("The share is 20 %", "The share is 10%", "20 % against 10 %"),
        ("We support Python 3.11", "We support Python 3.9", "3.11 against 3.9"),
        ("Use npm", "Use pnpm", "`npm` against `pnpm`"),
        ("Use npm instead of pnpm", "Use pnpm instead of npm", "not `pnpm` against `pnpm`"),
        ("Keys are disabled", "Keys are enabled", "`disabled` against `enabled`"),
        ("The server must restart", "The server may restart", "`must` against `may`"),
        ("Always log bodies", "Never log bodies", "`bodies` against not `bodies`"),
        ("Flush after write", "Flush before write", "`after` against `before`"),
        ("Lock b1 before a1", "Lock a1 before b1", "the other way round about `before`"),
        ("We use Jenkins", "We moved from Jenkins to Buildkite", "`jenkins` against not `jenkins`"),
        ("State lives in Consul", "State lives in Etcd", "`consul` against `etcd`"),
    ],
)
def test_contradiction_says_what_is_against_what(new: str, old: str, why: str) -> None:
    assert relate(decision(new), decision(old)) == Likeness(Relation.CONTRADICTS, 0.9, why)


def test_near_says_how_much_is_shared() -> None:
    anchors = (AnchorSpec("a.py"),)
    new = decision("Keys have a prefix", anchors=anchors)
    old = decision("Keys have a prefix, for flushing one", anchors=anchors)
    assert relate(new, old) == Likeness(Relation.NEAR, 1.0, "the same place, and 2 of 2 words")


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Timeout is 30 s", "Timeout is 30000 ms"),
        ("Never do X", "Do not do X"),
        ("Receive the message", "Recieve the message"),
        ("On error, stop", "Stop on error"),
        ("Use time-outs", "use timeouts"),
    ],
)
def test_same_in_other_letters(new: str, old: str) -> None:
    assert relation(new, old) is Relation.SAME


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Never use npm", "Use pnpm"),
        ("Never use npm", "Never use yarn"),
        ("Never call it without the lock", "Always call it with the lock"),
        ("Deploys used to run on Jenkins", "Deploys run on Buildkite"),
        ("Never sleep except in tests", "Sleep in tests"),
        ("Do not retry on 400", "Retry on 503"),
        ("Release branches are never squashed", "Branches are squashed"),
        ("Lock ledger after accounts", "Lock accounts before ledger"),
        ("Services trust the gateway and do not validate JWTs again", "The gateway validates JWTs"),
        ("Public functions need a docstring, private ones do not", "Private functions need no docstring"),
        ("Step 2: restart the workers", "Step 1: restart the workers"),
    ],
)
def test_no_contradiction(new: str, old: str) -> None:
    assert relation(new, old) is not Relation.CONTRADICTS


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        ("タイムアウトは60秒", "タイムアウトは30秒", Relation.UNRELATED),
        ("キャッシュを使わない", "キャッシュを使う", Relation.UNRELATED),
        ("キャッシュを使う。", "キャッシュを使う", Relation.SAME),
        ("Wir nutzen die Not nicht", "Wir nutzen die Not", Relation.UNRELATED),
        ("No usamos npm en la web", "Usamos npm en la web", Relation.UNRELATED),
        ("缓存必须启用，因为数据库很慢", "缓存必须启用", Relation.NEAR),
    ],
)
def test_other_languages_agree_or_extend_and_never_contradict(new: str, old: str, expected: Relation) -> None:
    assert relation(new, old) is expected


def test_words_of_a_reason_are_no_subject() -> None:
    old = "Requests carry a trace id, so that the gateway can join its logs with ours."
    assert relation("Log lines carry the request id.", old) is Relation.UNRELATED


def test_same_sentence_about_two_symbols_is_two_memories() -> None:
    one, other = (decision("Takes the lock first", anchors=(AnchorSpec("a.py", symbol),)) for symbol in ("f", "g"))
    assert relate(one, other).relation is Relation.UNRELATED


def test_same_sentence_about_a_class_and_its_method_is_near() -> None:
    one, other = (decision("Takes the lock", anchors=(AnchorSpec("a.py", symbol),)) for symbol in ("C", "C.f"))
    assert relate(one, other) == Likeness(Relation.NEAR, 1.0, "the same text, with other anchors")


def test_line_ranges_that_meet_are_one_place() -> None:
    places = [(AnchorSpec("a.py", lines=LineRange(*lines)),) for lines in ((1, 9), (9, 20), (21, 30))]
    subjects = [decision("Uses a relaxed order", anchors=anchors) for anchors in places]
    assert relate(subjects[0], subjects[1]).relation is Relation.NEAR
    assert relate(subjects[1], subjects[2]).relation is Relation.UNRELATED


def test_new_trigger_is_not_lost_in_the_same_text() -> None:
    old = Subject(type=MemoryType.EPISODE, title="The pool was empty")
    new = replace(old, triggers=("PoolTimeout: QueuePool limit",))
    assert relate(new, old) == Likeness(Relation.NEAR, 1.0, "the same text, with other triggers")
    assert relate(old, new).relation is Relation.SAME


def test_decision_and_episode_on_one_code_both_stand() -> None:
    anchors = (AnchorSpec("db.py"),)
    old = Subject(type=MemoryType.EPISODE, title="WAL mode lost writes", anchors=anchors)
    assert relate(decision("Never use WAL mode", anchors=anchors), old).relation is Relation.UNRELATED
    assert relate(decision(old.title, anchors=anchors), old) == Likeness(
        Relation.NEAR, 1.0, "the same text, as episode"
    )


def test_narrower_scope_makes_a_rule_an_exception() -> None:
    old = decision("Use tabs", scope="repo")
    assert relate(decision("Use spaces", scope="path:web/**"), old).relation is Relation.UNRELATED
    assert relate(decision("Use spaces"), old).relation is Relation.CONTRADICTS
    assert relate(decision("Use tabs", scope="path:web/**"), old) == Likeness(
        Relation.NEAR, 1.0, "the same text, in scope repo"
    )


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        ("path:web/**", "path:web/**", Relation.SAME),
        ("path:web/admin/**", "path:web/**", Relation.NEAR),
        ("path:web", "path:webhooks/**", Relation.UNRELATED),
        ("global", "repo", Relation.NEAR),
    ],
)
def test_same_text_in_two_scopes(new: str, old: str, expected: Relation) -> None:
    one, other = (decision("Components are functions", scope=scope) for scope in (new, old))
    assert relate(one, other).relation is expected
