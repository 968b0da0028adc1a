"""Arguments of another kind than a function takes are refused at once, with what would be right."""

import json
from collections.abc import Callable
from enum import StrEnum
from typing import Any

import numpy as np
import pytest

from solver import (
    BridgeScoring,
    Limit,
    Position,
    PuzzleSpec,
    Sampling,
    Solver,
    analyse,
    canonical_form,
    convert_record,
    core_numbers,
    enrich,
    find_calls,
    read_records,
    solve,
    solve_many,
    tabulate,
    write_game_of,
)
from tests.support.samples import sample_log

BELOTE, BRIDGE = (sample_log(game) for game in ("belote", "bridge"))
ENDING = Position.from_dict({**BELOTE, "plays": BELOTE["plays"][:24]})

OTHER_TYPES: list[tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any], str]] = [
    (solve, (BELOTE,), {}, r"a Position is solved, and not a dict; Position.from_dict\(…\) makes one"),
    (Solver, (BELOTE,), {}, "a Position is solved, and not a dict"),
    (solve_many, ([ENDING, BELOTE],), {}, "a Position is solved, and not a dict"),
    (
        solve,
        (ENDING, {"time_ms": 5}),
        {},
        r"limit must be a Limit, as Limit\(time_ms=500\), and not {'time_ms'",
    ),
    (solve_many, ([ENDING],), {"limit": 5}, "limit must be a Limit"),
    (analyse, (BELOTE,), {"limit": 5}, "limit must be a Limit"),
    (tabulate, (BRIDGE,), {"limit": 5}, "limit must be a Limit"),
    (analyse, (BELOTE,), {"fair": True}, r"fair must be a Sampling, as Sampling\(samples=60\), and not True"),
    (analyse, (BELOTE,), {"calls": 60}, "calls must be a Sampling"),
    (read_records, ("text", "pbn"), {}, "read_records reads the bytes of a file, and not a str"),
    (core_numbers, (BELOTE,), {}, "a Position is solved, and not a dict"),
    (canonical_form, (BELOTE,), {}, "a Position has a canonical form, and a dict has none"),
    (
        convert_record,
        (None,),
        {},
        "convert_record takes a Record, as read_records yields, and not a NoneType",
    ),
    (write_game_of, (BRIDGE, "lin"), {"is_first": True}, "write_game_of writes a Game, and not a dict"),
    (lambda games: list(enrich(games)), ([BRIDGE],), {}, "enrich takes Games, and not a dict"),
]


@pytest.mark.parametrize(("call", "given", "named", "said"), OTHER_TYPES)
def test_another_type_is_refused_in_a_sentence(
    call: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any], said: str
) -> None:
    with pytest.raises(TypeError, match=said):
        call(*given, **named)


def test_what_cannot_be_asked_for_is_refused_before_anything_is_solved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("solver.analysis.judging.Solver", None)
    for asked in ({"fair": True}, {"calls": 5}, {"limit": 5}, {"scoring": "IMPS"}):
        with pytest.raises((TypeError, ValueError), match="must be"):
            analyse(BELOTE, **asked)


@pytest.mark.parametrize("word", ["IMPS", "x", None, 1])
def test_a_scoring_that_does_not_exist_is_refused_with_those_that_do(word: Any) -> None:
    with pytest.raises(ValueError, match="scoring must be 'matchpoints', 'imps' or 'rubber', and not "):
        analyse(BRIDGE, scoring=word)


def test_a_scoring_may_be_given_by_its_word() -> None:
    word: Any = "imps"
    log = {**BRIDGE, "plays": []}
    assert analyse(log, Limit(nodes=1), scoring=word).deals[0].scoring is BridgeScoring.imps


@pytest.mark.parametrize("threads", [0, -3, 1.5, "2"])
def test_threads_are_a_whole_number_above_0_everywhere(threads: Any) -> None:
    for call in (
        lambda: Limit(threads=threads),
        lambda: solve_many([ENDING], threads=threads),
        lambda: tabulate(BRIDGE, threads=threads),
    ):
        with pytest.raises(ValueError, match=r"threads must be .* a whole number, and not "):
            call()


def test_one_search_has_at_most_64_threads_and_many_searches_as_many_as_there_are_cores() -> None:
    with pytest.raises(ValueError, match="threads must be from 1 to 64, a whole number, and not 65"):
        Limit(threads=65)
    assert [one.value for one in solve_many([ENDING] * 2, threads=128)] == [solve(ENDING).value] * 2
    assert tabulate(BRIDGE, threads=128).entries == tabulate(BRIDGE).entries


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ({"samples": 2.5}, "samples must be from 1 to 10000, a whole number, and not 2.5"),
        ({"samples": "60"}, "samples must be from 1 to 10000, a whole number, and not '60'"),
        ({"seed": 1.5}, "seed must be from 0 to 9007199254740991, a whole number, and not 1.5"),
        ({"nodes": 0}, "nodes must be at least 1, a whole number, and not 0"),
    ],
)
def test_a_sampling_has_whole_numbers(stated: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Sampling(**stated)


def test_whole_numbers_of_any_type_ask_for_the_same() -> None:
    one: Any = np.int64(1)
    for sampling in (Sampling(np.int64(20), one, nodes=np.int64(9)), Sampling(20, True, nodes=9)):  # type: ignore[arg-type]
        assert repr(sampling) == repr(Sampling(20, 1, nodes=9))
    assert repr(PuzzleSpec(seed=one)) == repr(PuzzleSpec(seed=1))
    asked = {"variant": "contree", "dealer": "E", "hand": "J9A7.AT.7.8"}
    right = find_calls(asked, 5, 1, Limit(nodes=5000)).to_dict()
    for seed in (one, True):
        calls = find_calls(asked, np.int64(5), seed, Limit(nodes=5000)).to_dict()  # type: ignore[arg-type]
        assert json.loads(json.dumps(calls)) | {"stats": None} == right | {"stats": None}
    assert solve_many([ENDING], threads=one)[0].value == solve(ENDING).value


def test_the_cards_wanted_may_be_a_member_of_an_enum() -> None:
    class Wanted(StrEnum):
        best = "best"

    word: Any = Wanted.best
    for answer in (solve(ENDING, cards=word), *solve_many([ENDING], cards=word)):
        assert answer.value == solve(ENDING).value


def test_the_seed_of_puzzles_is_no_negative_number() -> None:
    with pytest.raises(
        ValueError, match="seed must be from 0 to 9007199254740991, a whole number, and not -1"
    ):
        PuzzleSpec(seed=-1)
